# Versions of the tools that the program depends on, for `flitwise --version` and for packages.

execute_process(COMMAND ${VERILATOR_BIN} --version OUTPUT_VARIABLE line
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "^Verilator [0-9]+[.][0-9]+" FLITWISE_VERILATOR_VERSION "${line}")
if(NOT FLITWISE_VERILATOR_VERSION)
  message(FATAL_ERROR "${VERILATOR_BIN} --version says no version: ${line}")
endif()

# For netlists only: a project that has this one in itself may do without.
if(PROJECT_IS_TOP_LEVEL)
  find_program(YOSYS yosys REQUIRED)
else()
  find_program(YOSYS yosys)
endif()
set(FLITWISE_YOSYS_VERSION "no Yosys")
if(YOSYS)
  execute_process(COMMAND ${YOSYS} -V OUTPUT_VARIABLE line
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "^Yosys [0-9]+[.][0-9]+" FLITWISE_YOSYS_VERSION "${line}")
  if(NOT FLITWISE_YOSYS_VERSION)
    message(FATAL_ERROR "${YOSYS} -V says no version: ${line}")
  endif()
else()
  set(YOSYS yosys)
endif()

# flitwise_commit_header(target header): a target that keeps `header` up to date with the commit that
# is checked out, so that only what includes it is compiled again after a commit.
function(flitwise_commit_header target header)
  find_package(Git QUIET)
  add_custom_target(${target} BYPRODUCTS ${header}
    COMMAND ${CMAKE_COMMAND} -DGIT=${GIT_EXECUTABLE} -DDIRECTORY=${PROJECT_SOURCE_DIR}
            -DOUTPUT=${header} -P ${PROJECT_SOURCE_DIR}/cmake/FlitwiseCommit.cmake
    VERBATIM)
endfunction()

set(FLITWISE_COMPILER_VERSION "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
string(REPLACE "GNU " "g++ " FLITWISE_COMPILER_VERSION "${FLITWISE_COMPILER_VERSION}")
