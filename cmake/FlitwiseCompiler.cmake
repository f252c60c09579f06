# Language level, warnings and sanitizers of all our own code.

# Debian's SystemC library is built for C++17 and links with nothing else.
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# -O2: -O3 was measured slower on verilated routers.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g0")

# Not for users: their compiler may know warnings that ours does not.
option(FLITWISE_STRICT "Take warnings of our own code for errors" OFF)
option(FLITWISE_SANITIZE "Build with address and undefined-behaviour sanitizers" OFF)
option(FLITWISE_RACES "Build with the thread sanitizer, models too, of which there are few" OFF)
option(FLITWISE_COVERAGE "Measure what tests reach, in RTL and C++ (scripts/coverage)" OFF)
option(FLITWISE_FUZZ "Build nothing but the fuzz targets of the readers; needs clang" OFF)

# Headers for all are <flitwise/...>; those that they include lie in the tree, or in flitwise/internal.
add_library(flitwise_options INTERFACE)
target_include_directories(flitwise_options INTERFACE
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR};${PROJECT_SOURCE_DIR}/include>"
  "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR};${CMAKE_INSTALL_INCLUDEDIR}/flitwise/internal>")
target_compile_features(flitwise_options INTERFACE cxx_std_17)
if(PROJECT_IS_TOP_LEVEL)  # else they would be those of whoever links a library
  target_compile_options(flitwise_options INTERFACE
    "$<BUILD_INTERFACE:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion>")
endif()
if(FLITWISE_STRICT)
  target_compile_options(flitwise_options INTERFACE $<BUILD_INTERFACE:-Werror>)
endif()
if(FLITWISE_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(FLITWISE_RACES)
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
endif()
if(FLITWISE_SANITIZE OR FLITWISE_RACES OR FLITWISE_COVERAGE OR (CMAKE_CXX_COMPILER_ID STREQUAL GNU
                                              AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER 13))
  # Not to be trusted beside sanitizers and gcov, nor in g++ 14: moved-from variants and optionals
  # then seem unset.
  target_compile_options(flitwise_options INTERFACE $<BUILD_INTERFACE:-Wno-maybe-uninitialized>)
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER 13)
  # Warns of every look-up that returns a reference and has a temporary among its arguments.
  target_compile_options(flitwise_options INTERFACE $<BUILD_INTERFACE:-Wno-dangling-reference>)
endif()

find_program(FLITWISE_CCACHE ccache)
if(FLITWISE_CCACHE AND PROJECT_IS_TOP_LEVEL)
  # ccache takes no object that was made with a precompiled header unless it is told to: the macros
  # with which that was made are those of the target. Checkouts in other folders share what it has.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
      ${FLITWISE_CCACHE})
  add_compile_options(-fpch-preprocess)
endif()
