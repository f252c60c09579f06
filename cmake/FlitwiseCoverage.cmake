# What a build for `make coverage` does otherwise (FLITWISE_COVERAGE): models note which lines,
# branches, bits and cover properties they reach, and our own C++ counts its lines (gcov).

set(FLITWISE_HOT_MODELS -O2)  # how plain and checked models are compiled on first use
set(FLITWISE_SLOWER 1)       # times the time limit of a test
if(NOT FLITWISE_COVERAGE)
  return()
endif()

# -O1 took half of the time of -O2 to compile a model with points, which tests do not win back.
# In Verilator's place: a script that adds the points. Models with waves and netlists have none.
set(FLITWISE_HOT_MODELS -O1)
set(FLITWISE_SLOWER 6)
find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)
set(cover ${PROJECT_SOURCE_DIR}/scripts/cover)
set(FLITWISE_REAL_VERILATOR ${VERILATOR_BIN})
set(FLITWISE_COVERAGE_HITS ${PROJECT_BINARY_DIR}/coverage/hits)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/coverage/verilator @ONLY CONTENT
"#!/bin/sh
exec @Python3_EXECUTABLE@ -B @cover@/verilator @FLITWISE_REAL_VERILATOR@ @FLITWISE_COVERAGE_HITS@ \"$@\"
")
file(CHMOD ${PROJECT_BINARY_DIR}/coverage/verilator FILE_PERMISSIONS
     OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(VERILATOR_BIN ${PROJECT_BINARY_DIR}/coverage/verilator)
file(GLOB FLITWISE_COVERAGE_SOURCES CONFIGURE_DEPENDS
     ${cover}/verilator ${cover}/points.py ${cover}/hits.h ${PROJECT_SOURCE_DIR}/tb/cover/*.sv)

# gcov writes when a process ends; those that end by _exit tell it to, first.
add_library(flitwise_coverage_exit OBJECT ${cover}/exit.cpp)
link_libraries($<BUILD_INTERFACE:flitwise_coverage_exit>)  # no part of an installed package
add_link_options(--coverage -Wl,--wrap=_exit)

# flitwise_cover_cpp(folder...): counts lines of all targets in these folders, with those below.
function(flitwise_cover_cpp)
  foreach(folder IN LISTS ARGN)
    get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
      get_target_property(type ${target} TYPE)
      if(type MATCHES "LIBRARY|EXECUTABLE" AND NOT type STREQUAL INTERFACE_LIBRARY)
        target_compile_options(${target} PRIVATE --coverage -fprofile-abs-path)
      endif()
    endforeach()
    get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
    flitwise_cover_cpp(${below})
  endforeach()
endfunction()
