# The targets Flitwise::* of this build, find_package(Flitwise COMPONENTS ...) and flitwise*.pc. This is the
# one table of components.

set(FLITWISE_COMPONENTS "")
set(FLITWISE_COMPONENT_TABLE "")

# flitwise_component(name LIBRARY library [PARTS libraries...] [NEEDS components...] [PACKAGES packages...]):
# the target Flitwise::name, which is the library (all without flitwise_). Its parts are linked with it, in
# the order of a command line; it stands on other components and on other projects' packages.
function(flitwise_component name)
  cmake_parse_arguments(ARG "" "LIBRARY" "PARTS;NEEDS;PACKAGES" ${ARGN})
  set_target_properties(flitwise_${ARG_LIBRARY} PROPERTIES EXPORT_NAME ${name})
  foreach(part IN LISTS ARG_PARTS)
    set_target_properties(flitwise_${part} PROPERTIES EXPORT_NAME part_${part})
  endforeach()
  foreach(library IN LISTS ARG_LIBRARY ARG_PARTS)
    get_target_property(exported flitwise_${library} EXPORT_NAME)
    add_library(Flitwise::${exported} ALIAS flitwise_${library})
    if(PROJECT_IS_TOP_LEVEL)
      install(TARGETS flitwise_${library} EXPORT Flitwise_${name}
              ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/flitwise LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
    endif()
  endforeach()
  if(NOT PROJECT_IS_TOP_LEVEL)
    return()
  endif()
  install(EXPORT Flitwise_${name} NAMESPACE Flitwise:: DESTINATION ${FLITWISE_PACKAGE})
  set(libraries ${ARG_LIBRARY} ${ARG_PARTS})
  flitwise_pkg_config(${name} "${libraries}" "${ARG_NEEDS}" "${ARG_PACKAGES}")
  set(FLITWISE_COMPONENTS ${FLITWISE_COMPONENTS} ${name} PARENT_SCOPE)
  string(APPEND FLITWISE_COMPONENT_TABLE
    "set(Flitwise_needs_${name} ${ARG_NEEDS})\nset(Flitwise_packages_${name} ${ARG_PACKAGES})\n")
  set(FLITWISE_COMPONENT_TABLE ${FLITWISE_COMPONENT_TABLE} PARENT_SCOPE)
endfunction()

# flitwise_pkg_config(name libraries needs packages): flitwise-name.pc. Everything is relative to the file.
function(flitwise_pkg_config name libraries needs packages)
  set(folder ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
  file(RELATIVE_PATH to_prefix ${folder} ${CMAKE_INSTALL_PREFIX})
  string(REGEX REPLACE "/$" "" to_prefix ${to_prefix})
  file(RELATIVE_PATH to_libraries ${folder} ${CMAKE_INSTALL_FULL_LIBDIR})
  string(REGEX REPLACE "/$" "" to_libraries ${to_libraries})
  file(RELATIVE_PATH to_headers ${folder} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
  set(requires "")
  set(libs "")
  foreach(library IN LISTS libraries)
    get_target_property(type flitwise_${library} TYPE)
    if(NOT type STREQUAL INTERFACE_LIBRARY)
      string(APPEND libs " -lflitwise_${library}")
    endif()
  endforeach()
  foreach(need IN LISTS needs)
    list(APPEND requires flitwise-${need})
  endforeach()
  foreach(package IN LISTS packages)
    if(package STREQUAL Boost)
      string(APPEND libs " -lboost_graph")
    elseif(package STREQUAL Threads)
      string(APPEND libs " -pthread")
    elseif(package STREQUAL ZLIB)
      list(APPEND requires zlib)
    elseif(package STREQUAL SystemC)
      list(APPEND requires systemc)
    else()
      list(APPEND requires ${package})
    endif()
  endforeach()
  set(flags "-I\${includedir} -I\${includedir}/flitwise/internal")
  if(name STREQUAL systemc)
    string(APPEND flags " -DFLITWISE_SYSTEMC_CPLUSPLUS=201703L")
  elseif(name STREQUAL main)
    string(PREPEND libs " -Wl,-u,sc_main")
  elseif(name STREQUAL network)
    string(PREPEND libs " -rdynamic")
    string(APPEND flags " -DFLITWISE_INSTALLED")
  endif()
  list(JOIN requires " " requires)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/package/flitwise-${name}.pc @ONLY CONTENT
"prefix=\${pcfiledir}/@to_prefix@
libdir=\${pcfiledir}/@to_libraries@
includedir=\${pcfiledir}/@to_headers@

Name: Flitwise @name@
Description: @PROJECT_DESCRIPTION@
Version: @PROJECT_VERSION@
Requires: @requires@
Cflags: @flags@
Libs: -L\${libdir} -L\${libdir}/flitwise@libs@
")
  install(FILES ${PROJECT_BINARY_DIR}/package/flitwise-${name}.pc
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

set(FLITWISE_PACKAGE ${CMAKE_INSTALL_LIBDIR}/cmake/Flitwise)
set(models built_models rtl_fat_tree_checked rtl_star_checked rtl_torus_checked
           rtl_tree rtl_tree_checked rtl_tree_traced)
if(FLITWISE_IS_SHARED)
  set(models "")  # they are in the library of the network
endif()
flitwise_component(topology LIBRARY topology PARTS options)
flitwise_component(protocols LIBRARY protocols NEEDS topology)
flitwise_component(theory LIBRARY theory NEEDS topology)
flitwise_component(flits LIBRARY flits NEEDS topology PACKAGES fmt)
flitwise_component(check LIBRARY figures PARTS check NEEDS theory flits PACKAGES fmt)
if(FLITWISE_PLAIN)
  return()
endif()
flitwise_component(network LIBRARY network PARTS ${models} verilated_runtime
                   NEEDS flits PACKAGES fmt ZLIB Threads)
flitwise_component(systemc LIBRARY machines PARTS formats pe module
                   NEEDS check protocols network PACKAGES SystemC yaml-cpp pugixml fmt Boost)
flitwise_component(main LIBRARY main)
flitwise_component(command LIBRARY command PARTS sim kit NEEDS systemc main PACKAGES muparser fmt)
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()

# `flitwise` is all of them.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/package/flitwise.pc @ONLY CONTENT
"Name: Flitwise
Description: @PROJECT_DESCRIPTION@
Version: @PROJECT_VERSION@
Requires: flitwise-command
")
install(FILES ${PROJECT_BINARY_DIR}/package/flitwise.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(DIRECTORY include/flitwise DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(DIRECTORY systemc tb sim DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/flitwise/internal
        FILES_MATCHING PATTERN "*.h")
install(CODE "set(FLITWISE_HEADERS \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/flitwise\")")
install(SCRIPT cmake/qualify_includes.cmake)

include(CMakePackageConfigHelpers)
configure_package_config_file(cmake/FlitwiseConfig.cmake.in ${PROJECT_BINARY_DIR}/package/FlitwiseConfig.cmake
                              INSTALL_DESTINATION ${FLITWISE_PACKAGE})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/FlitwiseConfigVersion.cmake
                                 COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/FlitwiseConfig.cmake
              ${PROJECT_BINARY_DIR}/package/FlitwiseConfigVersion.cmake
              cmake/FlitwiseSystemC.cmake DESTINATION ${FLITWISE_PACKAGE})
