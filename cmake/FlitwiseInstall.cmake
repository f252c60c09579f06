# `make install` and `make deb`: the program, and beside it the files that it reads at run time, laid
# out as in the source tree (systemc/network/models/installation.h).

set(data ${CMAKE_INSTALL_DATADIR}/flitwise)
if(FLITWISE_IS_SHARED)
  file(RELATIVE_PATH libraries ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(flitwise PROPERTIES INSTALL_RPATH "$ORIGIN/${libraries}")
endif()
install(TARGETS flitwise RUNTIME)
if(TARGET flitwise_mpi)
  install(TARGETS flitwise_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/flitwise)
endif()
install(DIRECTORY rtl DESTINATION ${data} FILES_MATCHING PATTERN "*.sv" PATTERN "files.f" PATTERN "netlist.vlt")
install(PROGRAMS scripts/synth scripts/prove_router DESTINATION ${data}/scripts)
install(FILES scripts/commands.py DESTINATION ${data}/scripts)
install(DIRECTORY formal/runner DESTINATION ${data}/formal FILES_MATCHING PATTERN "*.py" PATTERN "*.v")
install(DIRECTORY tb/sva tb/view DESTINATION ${data}/tb FILES_MATCHING PATTERN "*.sv")
install(FILES cmake/FlitwiseAmalgam.cmake DESTINATION ${data}/cmake)
install(FILES systemc/network/models/model_table.h systemc/network/models/verilated_table.h
        DESTINATION ${data}/systemc/network/models)
install(DIRECTORY sim/scenarios sim/sweeps sim/claims DESTINATION ${data}/sim
        FILES_MATCHING PATTERN "*.yaml" PATTERN "*.json" PATTERN "*.txt" PATTERN "*.dot"
        PATTERN "README.md")
install(FILES sim/scenario.schema.json sim/sweep.schema.json sim/router.schema.json DESTINATION ${data}/sim)
# For `flitwise new`, and to read.
install(DIRECTORY examples/gather examples/platform examples/protocol DESTINATION ${data}/examples)
install(DIRECTORY tests/plugin DESTINATION ${data}/tests PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY tests/kit/bad DESTINATION ${data}/tests/kit)
install(FILES README.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
foreach(folder sim/claims systemc/protocols tests/plugin)  # docs link to these and to the next three
  install(FILES ${folder}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY include/flitwise DESTINATION ${CMAKE_INSTALL_DOCDIR}/include)
install(DIRECTORY tests/data/import DESTINATION ${CMAKE_INSTALL_DOCDIR}/tests/data)
install(DIRECTORY tests/kit/foreign DESTINATION ${CMAKE_INSTALL_DOCDIR}/tests/kit)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The program writes its own manual page and completion: there is no second text to maintain.
set(texts ${PROJECT_BINARY_DIR}/texts)
add_custom_command(OUTPUT ${texts}/flitwise.1 ${texts}/flitwise
  COMMAND ${CMAKE_COMMAND} -E make_directory ${texts}
  COMMAND flitwise man > ${texts}/flitwise.1
  COMMAND flitwise completion bash > ${texts}/flitwise
  DEPENDS flitwise VERBATIM)
add_custom_target(flitwise_texts ALL DEPENDS ${texts}/flitwise.1 ${texts}/flitwise)
install(FILES ${texts}/flitwise.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${texts}/flitwise DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)

# Models that are compiled on first use need the tools, Verilator in the version of the build.
string(REGEX MATCH "([0-9]+)[.]([0-9]+)" version "${FLITWISE_VERILATOR_VERSION}")
math(EXPR next "1${CMAKE_MATCH_2} + 1")  # 5.006: the 1 keeps the zeros
string(SUBSTRING ${next} 1 -1 next)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME flitwise)
set(CPACK_PACKAGE_CONTACT "The Flitwise authors <flitwise@localhost>")
set(CPACK_PACKAGE_VENDOR "The Flitwise authors")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "verilator (>= ${version}), verilator (<< ${CMAKE_MATCH_1}.${next}), g++, cmake")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3")
# The last eight: for programs that are linked with its libraries.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gtkwave, python3-pandas, python3-pytest, libsystemc-dev, \
libyaml-cpp-dev, libfmt-dev, libmuparser-dev, libpugixml-dev, libboost-graph-dev, zlib1g-dev, pkg-config")
include(CPack)
