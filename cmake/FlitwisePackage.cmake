# find_package(Flitwise): the libraries and headers, for programs with families of their own.

set(libraries
  options systemc_lib sc_main topology formats protocols network pe theory check sim command
  built_models verilated_runtime rtl_tree rtl_tree_checked rtl_tree_traced rtl_fat_tree_checked
  rtl_torus_checked rtl_star_checked)
set(archives ${CMAKE_INSTALL_LIBDIR}/flitwise)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Flitwise)
foreach(library IN LISTS libraries)
  set_target_properties(flitwise_${library} PROPERTIES EXPORT_NAME ${library})
  install(TARGETS flitwise_${library} EXPORT FlitwiseTargets ARCHIVE DESTINATION ${archives})
endforeach()
install(EXPORT FlitwiseTargets NAMESPACE Flitwise:: DESTINATION ${package})
install(DIRECTORY systemc tb sim DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/flitwise
        FILES_MATCHING PATTERN "*.h")
install(DIRECTORY include/flitwise DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES cmake/linked_data.cpp DESTINATION ${CMAKE_INSTALL_DATADIR}/flitwise/cmake)

include(CMakePackageConfigHelpers)
set(FLITWISE_DATA ${CMAKE_INSTALL_DATADIR}/flitwise)
configure_package_config_file(cmake/FlitwiseConfig.cmake.in ${CMAKE_BINARY_DIR}/FlitwiseConfig.cmake
                              INSTALL_DESTINATION ${package} PATH_VARS FLITWISE_DATA)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/FlitwiseConfigVersion.cmake
                                 COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_BINARY_DIR}/FlitwiseConfig.cmake
              ${CMAKE_BINARY_DIR}/FlitwiseConfigVersion.cmake DESTINATION ${package})
