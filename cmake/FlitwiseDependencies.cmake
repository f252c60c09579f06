# Libraries from the distribution; scripts/setup installs them all.
find_package(Boost REQUIRED COMPONENTS graph)
find_package(yaml-cpp REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(muparser REQUIRED)
find_package(pugixml REQUIRED)
find_package(GTest REQUIRED)
find_package(benchmark REQUIRED)
find_package(rapidcheck REQUIRED)
find_package(verilator REQUIRED HINTS $ENV{VERILATOR_ROOT} /usr/share/verilator)
find_library(SYSTEMC_LIBRARY systemc REQUIRED)
add_library(flitwise_systemc_lib INTERFACE)
# The library's own main() refers to sc_main; programs here have a main() of their own. The archive
# must follow the library on the command line.
add_library(flitwise_sc_main STATIC ${CMAKE_SOURCE_DIR}/systemc/network/sc_main.cpp)
target_link_libraries(flitwise_systemc_lib INTERFACE
  $<BUILD_INTERFACE:${SYSTEMC_LIBRARY}> $<INSTALL_INTERFACE:Flitwise::systemc_library>
  flitwise_sc_main)
