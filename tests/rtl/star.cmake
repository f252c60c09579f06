# Star graphs: next hops, routers and networks, as RTL, with checkers, and as netlists.

set(lib flitwise_rtl_star_test_models)
flitwise_verilated_library(${lib} -O1)
set(star_router_packages ${rtl}/star/star_pkg.sv
                         ${rtl}/star/star_tree_pkg.sv)
set(star_names Order Flits Slots Tables)
function(add_star top values suffix)
  flitwise_name_values(parameters ${values} ${star_names})
  add_model(${lib} ${top}_${values}${suffix} ${top} ${parameters} ${ARGN})
endfunction()
function(add_star_netlist values suffix)
  flitwise_name_values(parameters ${values} ${star_names})
  add_netlist(flitwise_rtl_netlists star_router_${values}${suffix} star_router ${parameters} ${ARGN})
endfunction()

foreach(order 3 4 5 6 7)
  add_model(${lib} star_tree_n${order} star_tree Order=${order} Tables=0)
  add_model(${lib} star_tree_n${order}_table star_tree Order=${order} Tables=1)
endforeach()
add_netlist(${lib} star_tree_n4 star_tree Order=4 Tables=0)
add_netlist(flitwise_rtl_netlists star_tree_n4_table star_tree Order=4 Tables=1)

flitwise_test(rtl_star_tree_test star/star_tree_test.cpp star/star_permutations.cpp LIBS ${lib})

foreach(values 3_1_1_0 3_2_1_0 5_1_3_1 5_2_1_0 6_4_2_0 7_1_64_0)
  add_star(star_router ${values} "")
endforeach()
add_star(star_router 5_2_1_0 _gated ClockEnable=1)
add_star(star_router 5_2_1_0 _staged_gated ClockEnable=1 Stages=2)
add_star(star_router 4_2_1_0 _staged_checked Stages=7)
add_star(star_router 3_16_1_0 _cut CutThrough=1)
add_star(star_router 4_3_2_0 _cut_checked CutThrough=1)
add_star(star_router 5_2_1_0 _cut_staged_gated CutThrough=1 ClockEnable=1 Stages=2)
foreach(values 4_1_1_0 4_3_2_1 5_16_1_0 7_2_1_0)
  add_star(star_router ${values} _checked)
endforeach()
foreach(values 3_1_1_0 3_2_2_1 4_2_1_0)
  add_star_netlist(${values} "")
endforeach()
add_star_netlist(3_2_2_1 _cut CutThrough=1)
add_star_netlist(3_1_1_0 _staged Stages=1)

set(star_references star/star_packets.cpp star/star_permutations.cpp star/reference_star_router.cpp
                    pe/reference_router.cpp)
flitwise_test(rtl_star_router_test
  star/star_router_test.cpp star/star_router_break_test.cpp star/star_router_random_test.cpp
  star/star_router_cut_through_test.cpp star/star_router_counts_test.cpp ${star_references}
  LIBS ${lib})
flitwise_test(rtl_star_netlist_test NETLIST
  star/star_tree_test.cpp star/star_router_test.cpp star/star_router_random_test.cpp
  star/star_router_cut_through_test.cpp ${star_references} LIBS ${lib} flitwise_rtl_netlists)

# Verilated whole, every router is compiled apart: checkers and order 5 would take minutes.
add_star(star_network 3_2_1_1 _checked)
add_star(star_network 3_2_1_1 _late_checked Stages=2 LinkStages=3)
add_star(star_network 4_1_1_0 "" CLOCK clk_i)
flitwise_test(rtl_star_network_test star/star_network_test.cpp star/star_packets.cpp
              star/star_permutations.cpp LIBS ${lib})

add_checkers(${lib} star_router_sva_n3f2s1 star_router Order=3 Flits=2 Slots=1)
add_checkers(${lib} star_router_sva_n3f2s1_staged star_router Order=3 Flits=2 Slots=1 Stages=2)
add_checkers(${lib} star_router_sva_n3f2s1_cut star_router Order=3 Flits=2 Slots=1 CutThrough=1)
flitwise_test(rtl_star_checker_test star/star_router_sva_test.cpp ${star_references} LIBS ${lib})

add_refusals(star_router "Order must be 3 to 7" Order= 2 8)
add_refusals(star_router "Flits must be 1 to 16" Flits= 0 17)
add_refusals(star_router "Slots must be 1 to 64" Slots= 0 65)
add_refusals(star_router "Tables must be 0 or 1" Tables= 2)
add_refusals(star_router "ClockEnable must be 0 or 1" ClockEnable= 2)
add_refusals(star_router "Stages must be 0 to 7" Stages= 8)
add_refusals(star_router "CutThrough must be 0 or 1" CutThrough= 2)
add_refusals(star_network "LinkStages must be 0 to 15" LinkStages= 16)
add_refusals(star_tree "Order must be 3 to 7" Order= 8)
add_refusals(star_tree "Tables must be 0 or 1" Tables= 2)
add_refusals(star_tree_table "Order must be 3 to 7" Order= 2)
add_refusals(star_network "Order must be 3 to 5" Order= 2)
