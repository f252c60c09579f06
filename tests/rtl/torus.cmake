# The torus router and its network: RTL, RTL with checkers, and two netlists; same tests.

set(lib flitwise_rtl_torus_test_models)
flitwise_verilated_library(${lib} -O1)
set(torus_router_packages ${rtl}/torus/torus_pkg.sv)

# A shape is dimensions, lanes and depth.
function(torus_parameters variable shape)
  string(REGEX MATCH "^d([0-9]+)l([0-9]+)q([0-9]+)$" matched ${shape})
  set(${variable} Dimensions=${CMAKE_MATCH_1} Lanes=${CMAKE_MATCH_2} Depth=${CMAKE_MATCH_3}
      PARENT_SCOPE)
endfunction()
function(add_torus shape suffix)
  torus_parameters(parameters ${shape})
  add_model(${lib} torus_router_${shape}${suffix} torus_router ${parameters} ${ARGN})
endfunction()
function(add_torus_netlist library shape suffix)
  torus_parameters(parameters ${shape})
  add_netlist(${library} torus_router_${shape}${suffix} torus_router ${parameters} ${ARGN})
endfunction()

foreach(shape d1l1q1 d1l2q2 d1l3q2 d1l4q2 d2l1q2 d2l2q8 d2l4q2 d3l2q4 d4l2q8 d4l4q2)
  add_torus(${shape} _checked)
endforeach()
add_torus(d2l2q8 "")
add_torus(d1l2q2 _gated ClockEnable=1)
add_torus(d1l2q2 _wide PayloadWidth=63)  # flits of 96 bits
# Of large tori: hops of 9 bits beside a tag of 16, and of 6 beside one of 20.
add_torus(d2l2q8 _h9t16_checked HopsWidth=9 TagWidth=16)
add_torus(d4l2q8 _h6t20_checked HopsWidth=6 TagWidth=20)
# Of two cycles and of five.
set(h1 HeadWait=1)
set(h3b1o1c1 HeadWait=3 BodyWait=1 OutStages=1 CreditDelay=1)
add_torus(d1l2q2 _h1_checked ${h1})
add_torus(d1l2q2 _h3b1o1c1_gated ${h3b1o1c1} ClockEnable=1)
add_torus(d2l2q8 _h3b1o1c1_checked ${h3b1o1c1})
# With one port of the PE.
foreach(shape d2l1q2 d2l2q8 d4l4q2)
  add_torus(${shape} _p1_checked PePorts=1)
endforeach()
add_torus(d2l2q8 _p1h3b1o1c1_checked PePorts=1 ${h3b1o1c1})
add_torus(d1l2q2 _p1_gated PePorts=1 ClockEnable=1)
foreach(stages h1 h3b1o1c1)
  add_torus_netlist(flitwise_rtl_netlists d1l1q2 _${stages} ${${stages}})
endforeach()
add_torus_netlist(${lib} d1l1q1 "")
add_torus_netlist(flitwise_rtl_netlists d1l2q2 "")
add_torus_netlist(flitwise_rtl_netlists d2l1q2 "")
add_torus_netlist(flitwise_rtl_netlists d2l1q2 _p1 PePorts=1)
add_checkers(${lib} torus_router_sva_d2l2q2 torus_router Dimensions=2 Lanes=2 Depth=2)
add_checkers(${lib} torus_router_sva_d2l2q2_p1 torus_router Dimensions=2 Lanes=2 Depth=2 PePorts=1)

set(torus_references torus/reference_torus_router.cpp pe/reference_router.cpp)
set(torus_router_tests torus/torus_router_test.cpp torus/torus_router_stall_test.cpp
                       torus/torus_router_random_test.cpp torus/torus_router_pe_port_test.cpp)
flitwise_test(rtl_torus_router_test ${torus_router_tests} torus/torus_router_sva_test.cpp
              ${torus_references} LIBS ${lib})
flitwise_test(rtl_torus_netlist_test NETLIST ${torus_router_tests} ${torus_references}
              LIBS ${lib} flitwise_rtl_netlists)

# Networks are large and run briefly: they build fast rather than run fast.
flitwise_verilated_library(flitwise_rtl_torus_networks -O0)
function(add_torus_network name sides nodes)
  add_model(flitwise_rtl_torus_networks torus_network_${name} torus_network
            Dimensions=2 Sides=${sides} NumNodes=${nodes} Lanes=2 Depth=2 ${ARGN} CLOCK clk_i)
endfunction()
add_torus_network(2x3_checked 16'h0302 6)
add_torus_network(3x3 16'h0303 9)
add_torus_network(4x4 16'h0404 16)
add_torus_network(mesh_3x4_checked 16'h0403 12 PePorts=1 Wrap=0)
flitwise_test(rtl_torus_network_test torus/torus_network_test.cpp ${torus_references}
              LIBS flitwise_rtl_torus_networks ${lib})
