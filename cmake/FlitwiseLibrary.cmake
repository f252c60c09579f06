# Libraries of our own C++. Most of a compilation is the parsing of headers, so the sources of one folder
# are compiled together, ten at a time: names in anonymous namespaces must differ within a folder. A
# change in one folder compiles no other folder's sources again.
option(FLITWISE_UNITY "Compile sources of one folder together" ON)
set(FLITWISE_UNIT 10)

# flitwise_units(target sources...): says which sources of the target are compiled together.
function(flitwise_units target)
  if(NOT FLITWISE_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS ARGN)
    get_source_file_property(is_apart ${source} SKIP_UNITY_BUILD_INCLUSION)
    if(is_apart)
      continue()
    endif()
    cmake_path(GET source PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "of_${folder}" folder)
    if(NOT DEFINED sources_${folder})
      set(sources_${folder} 0)
    endif()
    math(EXPR unit "${sources_${folder}} / ${FLITWISE_UNIT}")
    math(EXPR sources_${folder} "${sources_${folder}} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${unit})
  endforeach()
endfunction()

# flitwise_library(name [folders...]): a library of all sources of this folder and of those below it that
# are named.
function(flitwise_library name)
  file(GLOB sources RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.cpp)
  foreach(folder IN LISTS ARGN)
    file(GLOB more RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${folder}/*.cpp)
    if(NOT more)
      message(FATAL_ERROR "${CMAKE_CURRENT_SOURCE_DIR}/${folder} has no sources")
    endif()
    list(APPEND sources ${more})
  endforeach()
  list(FILTER sources EXCLUDE REGEX "(^|[/_])main[.]cpp$")
  add_library(${name} STATIC ${sources})
  flitwise_units(${name} ${sources})
endfunction()
