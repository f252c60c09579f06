# The torus router and its network: RTL, RTL with checkers, and two netlists; same tests.

set(torus_checker ${PROJECT_SOURCE_DIR}/tb/sva/torus_router_sva.sv)
flitwise_verilated_library(flitwise_rtl_torus_test_models -O1)

# A shape is dimensions, lanes and depth.
function(torus_parameters variable shape)
  string(REGEX MATCH "^d([0-9]+)l([0-9]+)q([0-9]+)$" matched ${shape})
  set(${variable} Dimensions=${CMAKE_MATCH_1} Lanes=${CMAKE_MATCH_2} Depth=${CMAKE_MATCH_3}
      PARENT_SCOPE)
endfunction()

foreach(shape d1l1q1 d1l2q2 d1l3q2 d1l4q2 d2l1q2 d2l2q8 d2l4q2 d3l2q4 d4l2q8 d4l4q2)
  torus_parameters(parameters ${shape})
  flitwise_verilate(flitwise_rtl_torus_test_models PREFIX Vtorus_router_${shape}_checked
                    TOP torus_router SOURCES ${torus_sources} ${torus_checker}
                    PARAMETERS ${parameters})
endforeach()
torus_parameters(parameters d2l2q8)
flitwise_verilate(flitwise_rtl_torus_test_models PREFIX Vtorus_router_d2l2q8
                  TOP torus_router SOURCES ${torus_sources} PARAMETERS ${parameters})
torus_parameters(parameters d1l2q2)
flitwise_verilate(flitwise_rtl_torus_test_models PREFIX Vtorus_router_d1l2q2_gated
                  TOP torus_router SOURCES ${torus_sources} PARAMETERS ${parameters} ClockEnable=1)
# Flits of 96 bits.
flitwise_verilate(flitwise_rtl_torus_test_models PREFIX Vtorus_router_d1l2q2_wide
                  TOP torus_router SOURCES ${torus_sources} ${torus_checker}
                  PARAMETERS ${parameters} PayloadWidth=63)
# Of large tori: hops of 9 bits beside a tag of 16, and of 6 beside one of 20.
torus_parameters(parameters d2l2q8)
flitwise_verilate(flitwise_rtl_torus_test_models PREFIX Vtorus_router_d2l2q8_h9t16_checked
                  TOP torus_router SOURCES ${torus_sources} ${torus_checker}
                  PARAMETERS ${parameters} HopsWidth=9 TagWidth=16)
torus_parameters(parameters d4l2q8)
flitwise_verilate(flitwise_rtl_torus_test_models PREFIX Vtorus_router_d4l2q8_h6t20_checked
                  TOP torus_router SOURCES ${torus_sources} ${torus_checker}
                  PARAMETERS ${parameters} HopsWidth=6 TagWidth=20)
torus_parameters(parameters d1l2q2)
# Of two cycles and of five.
set(h1 HeadWait=1)
set(h3b1o1c1 HeadWait=3 BodyWait=1 OutStages=1 CreditDelay=1)
flitwise_verilate(flitwise_rtl_torus_test_models PREFIX Vtorus_router_d1l2q2_h1_checked
                  TOP torus_router SOURCES ${torus_sources} ${torus_checker}
                  PARAMETERS ${parameters} ${h1})
flitwise_verilate(flitwise_rtl_torus_test_models PREFIX Vtorus_router_d1l2q2_h3b1o1c1_gated
                  TOP torus_router SOURCES ${torus_sources}
                  PARAMETERS ${parameters} ${h3b1o1c1} ClockEnable=1)
torus_parameters(parameters d2l2q8)
flitwise_verilate(flitwise_rtl_torus_test_models PREFIX Vtorus_router_d2l2q8_h3b1o1c1_checked
                  TOP torus_router SOURCES ${torus_sources} ${torus_checker}
                  PARAMETERS ${parameters} ${h3b1o1c1})
# With one port of the PE.
foreach(shape d2l1q2 d2l2q8 d4l4q2)
  torus_parameters(parameters ${shape})
  flitwise_verilate(flitwise_rtl_torus_test_models PREFIX Vtorus_router_${shape}_p1_checked
                    TOP torus_router SOURCES ${torus_sources} ${torus_checker}
                    PARAMETERS ${parameters} PePorts=1)
endforeach()
torus_parameters(parameters d2l2q8)
flitwise_verilate(flitwise_rtl_torus_test_models PREFIX Vtorus_router_d2l2q8_p1h3b1o1c1_checked
                  TOP torus_router SOURCES ${torus_sources} ${torus_checker}
                  PARAMETERS ${parameters} PePorts=1 ${h3b1o1c1})
torus_parameters(parameters d1l2q2)
flitwise_verilate(flitwise_rtl_torus_test_models PREFIX Vtorus_router_d1l2q2_p1_gated
                  TOP torus_router SOURCES ${torus_sources}
                  PARAMETERS ${parameters} PePorts=1 ClockEnable=1)
function(add_torus_netlist library shape)
  torus_parameters(parameters ${shape})
  add_netlist(${library} torus_router_${shape} torus_router ${parameters})
endfunction()
foreach(stages h1 h3b1o1c1)
  torus_parameters(parameters d1l1q2)
  add_netlist(flitwise_rtl_netlists torus_router_d1l1q2_${stages} torus_router ${parameters}
              ${${stages}})
endforeach()
add_torus_netlist(flitwise_rtl_torus_test_models d1l1q1)
add_torus_netlist(flitwise_rtl_netlists d1l2q2)
add_torus_netlist(flitwise_rtl_netlists d2l1q2)
torus_parameters(parameters d2l1q2)
add_netlist(flitwise_rtl_netlists torus_router_d2l1q2_p1 torus_router ${parameters} PePorts=1)
# The checkers alone: the test plays the router, wrong ones too.
set(checker_parameters Dimensions=2 Lanes=2 Depth=2)
flitwise_verilate(flitwise_rtl_torus_test_models PREFIX Vtorus_router_sva_d2l2q2
                  TOP torus_router_sva PARAMETERS ${checker_parameters}
                  SOURCES ${PROJECT_SOURCE_DIR}/rtl/noc_pkg.sv
                          ${PROJECT_SOURCE_DIR}/rtl/torus/torus_pkg.sv ${torus_checker})
flitwise_verilate(flitwise_rtl_torus_test_models PREFIX Vtorus_router_sva_d2l2q2_p1
                  TOP torus_router_sva PARAMETERS ${checker_parameters} PePorts=1
                  SOURCES ${PROJECT_SOURCE_DIR}/rtl/noc_pkg.sv
                          ${PROJECT_SOURCE_DIR}/rtl/torus/torus_pkg.sv ${torus_checker})

flitwise_test(rtl_torus_router_test
  torus/torus_router_test.cpp torus/torus_router_stall_test.cpp torus/torus_router_random_test.cpp torus/torus_router_sva_test.cpp
  torus/torus_router_pe_port_test.cpp
  torus/reference_torus_router.cpp
  pe/reference_router.cpp LIBS flitwise_rtl_torus_test_models)

flitwise_test(rtl_torus_netlist_test NETLIST
  torus/torus_router_test.cpp torus/torus_router_stall_test.cpp torus/torus_router_random_test.cpp torus/reference_torus_router.cpp
  torus/torus_router_pe_port_test.cpp
  pe/reference_router.cpp LIBS flitwise_rtl_torus_test_models flitwise_rtl_netlists)

# Networks are large and run briefly: they build fast rather than run fast.
flitwise_verilated_library(flitwise_rtl_torus_networks -O0)
function(add_torus_network name sides nodes)
  flitwise_verilate(flitwise_rtl_torus_networks PREFIX Vtorus_network_${name} TOP torus_network CLOCK clk_i
                    SOURCES ${torus_sources} ${ARGN}
                    PARAMETERS Dimensions=2 Sides=${sides} NumNodes=${nodes} Lanes=2 Depth=2
                               ${network_parameters})
endfunction()
add_torus_network(2x3_checked 16'h0302 6 ${torus_checker})
add_torus_network(3x3 16'h0303 9)
add_torus_network(4x4 16'h0404 16)
set(network_parameters PePorts=1 Wrap=0)
add_torus_network(mesh_3x4_checked 16'h0403 12 ${torus_checker})
flitwise_test(rtl_torus_network_test torus/torus_network_test.cpp torus/reference_torus_router.cpp
  pe/reference_router.cpp LIBS flitwise_rtl_torus_networks flitwise_rtl_torus_test_models)
