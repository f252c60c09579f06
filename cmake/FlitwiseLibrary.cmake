# Libraries of our own C++. Most of a compilation is the parsing of headers, so the sources of one folder
# are compiled together, ten at a time: names in anonymous namespaces must differ within a folder. A
# change in one folder compiles no other folder's sources again.
option(FLITWISE_UNITY "Compile sources of one folder together" ON)
set(FLITWISE_UNIT 10)

# Messages of SystemC and of verilated code name their sources: by where they are in the tree, not by
# where that happens to lie. What debuggers read stays as it is.
set(FLITWISE_NO_TREE -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/= -fmacro-prefix-map=${PROJECT_BINARY_DIR}/=)

if(BUILD_SHARED_LIBS)  # then archives are parts of shared libraries
  set(FLITWISE_IS_SHARED ON)
else()
  set(FLITWISE_IS_SHARED OFF)
endif()

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

# flitwise_library(name [folders...] [WITHOUT sources...]): a library of all sources of this folder and of
# those below it that are named; static, or shared where BUILD_SHARED_LIBS asks for that.
function(flitwise_library name)
  cmake_parse_arguments(ARG "" "" "WITHOUT" ${ARGN})
  file(GLOB sources RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.cpp)
  foreach(folder IN LISTS ARG_UNPARSED_ARGUMENTS)
    file(GLOB more RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS ${folder}/*.cpp)
    if(NOT more)
      message(FATAL_ERROR "${CMAKE_CURRENT_SOURCE_DIR}/${folder} has no sources")
    endif()
    list(APPEND sources ${more})
  endforeach()
  list(FILTER sources EXCLUDE REGEX "(^|[/_])main[.]cpp$")
  if(ARG_WITHOUT)
    list(REMOVE_ITEM sources ${ARG_WITHOUT})
  endif()
  flitwise_library_of(${name} ${sources})
endfunction()

# flitwise_library_of(name sources...): the same of given sources. What it links must be all that it
# refers to, which a shared library shows.
function(flitwise_library_of name)
  add_library(${name} ${ARGN})
  flitwise_units(${name} ${ARGN})
  target_compile_options(${name} PRIVATE ${FLITWISE_NO_TREE})
  get_target_property(type ${name} TYPE)
  if(type STREQUAL SHARED_LIBRARY)
    set_target_properties(${name} PROPERTIES VERSION ${PROJECT_VERSION}
                          SOVERSION ${PROJECT_VERSION_MAJOR} INSTALL_RPATH "$ORIGIN")
    if(NOT FLITWISE_SANITIZE)
      target_link_options(${name} PRIVATE LINKER:-z,defs)
    endif()
  endif()
endfunction()
