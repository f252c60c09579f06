# Star graphs: next hops, routers and networks, as RTL, with checkers, and as netlists.

flitwise_verilated_library(flitwise_rtl_star_test_models -O1)
set(star_sva ${PROJECT_SOURCE_DIR}/tb/sva/star_router_sva.sv)

# star_values(variable values): "n_f_s_t" to the parameters of a router or network.
function(star_values variable values)
  string(REPLACE "_" ";" values ${values})
  set(names Order Flits Slots Tables)
  set(parameters "")
  foreach(name value IN ZIP_LISTS names values)
    list(APPEND parameters ${name}=${value})
  endforeach()
  set(${variable} ${parameters} PARENT_SCOPE)
endfunction()

foreach(order 3 4 5 6 7)
  flitwise_verilate(flitwise_rtl_star_test_models PREFIX Vstar_tree_n${order} TOP star_tree
                    SOURCES ${star_sources} PARAMETERS Order=${order} Tables=0)
  flitwise_verilate(flitwise_rtl_star_test_models PREFIX Vstar_tree_n${order}_table TOP star_tree
                    SOURCES ${star_sources} PARAMETERS Order=${order} Tables=1)
endforeach()
add_netlist(flitwise_rtl_star_test_models star_tree_n4 star_tree Order=4 Tables=0)
add_netlist(flitwise_rtl_netlists star_tree_n4_table star_tree Order=4 Tables=1)

flitwise_test(rtl_star_tree_test star/star_tree_test.cpp star/star_permutations.cpp
              LIBS flitwise_rtl_star_test_models)

foreach(values 3_1_1_0 3_2_1_0 5_1_3_1 5_2_1_0 6_4_2_0 7_1_64_0)
  star_values(parameters ${values})
  flitwise_verilate(flitwise_rtl_star_test_models PREFIX Vstar_router_${values} TOP star_router
                    SOURCES ${star_sources} PARAMETERS ${parameters})
endforeach()
star_values(parameters 5_2_1_0)
flitwise_verilate(flitwise_rtl_star_test_models PREFIX Vstar_router_5_2_1_0_gated
                  TOP star_router SOURCES ${star_sources} PARAMETERS ${parameters} ClockEnable=1)
flitwise_verilate(flitwise_rtl_star_test_models PREFIX Vstar_router_5_2_1_0_staged_gated
                  TOP star_router SOURCES ${star_sources}
                  PARAMETERS ${parameters} ClockEnable=1 Stages=2)
star_values(parameters 4_2_1_0)
flitwise_verilate(flitwise_rtl_star_test_models PREFIX Vstar_router_4_2_1_0_staged_checked
                  TOP star_router SOURCES ${star_sources} ${star_sva}
                  PARAMETERS ${parameters} Stages=7)
star_values(parameters 3_16_1_0)
flitwise_verilate(flitwise_rtl_star_test_models PREFIX Vstar_router_3_16_1_0_cut TOP star_router
                  SOURCES ${star_sources} PARAMETERS ${parameters} CutThrough=1)
star_values(parameters 4_3_2_0)
flitwise_verilate(flitwise_rtl_star_test_models PREFIX Vstar_router_4_3_2_0_cut_checked
                  TOP star_router SOURCES ${star_sources} ${star_sva}
                  PARAMETERS ${parameters} CutThrough=1)
star_values(parameters 5_2_1_0)
flitwise_verilate(flitwise_rtl_star_test_models PREFIX Vstar_router_5_2_1_0_cut_staged_gated
                  TOP star_router SOURCES ${star_sources}
                  PARAMETERS ${parameters} CutThrough=1 ClockEnable=1 Stages=2)
foreach(values 4_1_1_0 4_3_2_1 5_16_1_0 7_2_1_0)
  star_values(parameters ${values})
  flitwise_verilate(flitwise_rtl_star_test_models PREFIX Vstar_router_${values}_checked
                    TOP star_router SOURCES ${star_sources} ${star_sva} PARAMETERS ${parameters})
endforeach()
foreach(values 3_1_1_0 3_2_2_1 4_2_1_0)
  star_values(parameters ${values})
  add_netlist(flitwise_rtl_netlists star_router_${values} star_router ${parameters})
endforeach()
star_values(parameters 3_2_2_1)
add_netlist(flitwise_rtl_netlists star_router_3_2_2_1_cut star_router ${parameters} CutThrough=1)
star_values(parameters 3_1_1_0)
add_netlist(flitwise_rtl_netlists star_router_3_1_1_0_staged star_router ${parameters} Stages=1)
flitwise_test(rtl_star_router_test
  star/star_router_test.cpp star/star_router_break_test.cpp star/star_router_random_test.cpp
  star/star_router_cut_through_test.cpp star/star_router_counts_test.cpp star/star_packets.cpp star/reference_star_router.cpp pe/reference_router.cpp
  star/star_permutations.cpp LIBS flitwise_rtl_star_test_models)

flitwise_test(rtl_star_netlist_test NETLIST
  star/star_tree_test.cpp star/star_router_test.cpp star/star_router_random_test.cpp
  star/star_router_cut_through_test.cpp star/star_packets.cpp
  star/reference_star_router.cpp pe/reference_router.cpp star/star_permutations.cpp
  LIBS flitwise_rtl_star_test_models flitwise_rtl_netlists)

# Verilated whole, every router is compiled apart: checkers and order 5 would take minutes.
star_values(parameters 3_2_1_1)
flitwise_verilate(flitwise_rtl_star_test_models PREFIX Vstar_network_3_2_1_1_checked
                  TOP star_network SOURCES ${star_sources} ${star_sva} PARAMETERS ${parameters})
flitwise_verilate(flitwise_rtl_star_test_models PREFIX Vstar_network_3_2_1_1_late_checked
                  TOP star_network SOURCES ${star_sources} ${star_sva}
                  PARAMETERS ${parameters} Stages=2 LinkStages=3)
star_values(parameters 4_1_1_0)
flitwise_verilate(flitwise_rtl_star_test_models PREFIX Vstar_network_4_1_1_0 TOP star_network CLOCK clk_i
                  SOURCES ${star_sources} PARAMETERS ${parameters})
flitwise_test(rtl_star_network_test star/star_network_test.cpp star/star_packets.cpp star/star_permutations.cpp
              LIBS flitwise_rtl_star_test_models)

# The checkers alone: the test plays the router, wrong ones too.
flitwise_verilate(flitwise_rtl_star_test_models PREFIX Vstar_router_sva_n3f2s1 TOP star_router_sva
                  SOURCES ${PROJECT_SOURCE_DIR}/rtl/noc_pkg.sv ${PROJECT_SOURCE_DIR}/rtl/star/star_pkg.sv
                          ${PROJECT_SOURCE_DIR}/rtl/star/star_tree_pkg.sv ${star_sva}
                  PARAMETERS Order=3 Flits=2 Slots=1)
flitwise_verilate(flitwise_rtl_star_test_models PREFIX Vstar_router_sva_n3f2s1_staged TOP star_router_sva
                  SOURCES ${PROJECT_SOURCE_DIR}/rtl/noc_pkg.sv ${PROJECT_SOURCE_DIR}/rtl/star/star_pkg.sv
                          ${PROJECT_SOURCE_DIR}/rtl/star/star_tree_pkg.sv ${star_sva}
                  PARAMETERS Order=3 Flits=2 Slots=1 Stages=2)
flitwise_verilate(flitwise_rtl_star_test_models PREFIX Vstar_router_sva_n3f2s1_cut TOP star_router_sva
                  SOURCES ${PROJECT_SOURCE_DIR}/rtl/noc_pkg.sv ${PROJECT_SOURCE_DIR}/rtl/star/star_pkg.sv
                          ${PROJECT_SOURCE_DIR}/rtl/star/star_tree_pkg.sv ${star_sva}
                  PARAMETERS Order=3 Flits=2 Slots=1 CutThrough=1)
flitwise_test(rtl_star_checker_test star/star_router_sva_test.cpp star/star_packets.cpp
              star/reference_star_router.cpp pe/reference_router.cpp star/star_permutations.cpp
              LIBS flitwise_rtl_star_test_models)

# Yosys unrolls a whole router before it looks at the rule: Verilator alone is asked.
function(add_star_refusal name rule value top)
  add_test(NAME rtl_refusal.${name}.verilator
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/refuses verilator "${rule}${value}" ${top} ${ARGN}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(rtl_refusal.${name}.verilator PROPERTIES LABELS fast TIMEOUT 300)
endfunction()
add_star_refusal(star_router_of_order_2 "star_router: Order must be 3 to 7, got " "2"
                 star_router Order=2)
add_star_refusal(star_router_of_order_8 "star_router: Order must be 3 to 7, got " "8"
                 star_router Order=8)
add_star_refusal(star_router_without_flits "star_router: Flits must be 1 to 16, got " "0"
                 star_router Flits=0)
add_star_refusal(star_router_with_17_flits "star_router: Flits must be 1 to 16, got " "17"
                 star_router Flits=17)
add_star_refusal(star_router_without_slots "star_router: Slots must be 1 to 64, got " "0"
                 star_router Slots=0)
add_star_refusal(star_router_with_65_slots "star_router: Slots must be 1 to 64, got " "65"
                 star_router Slots=65)
add_star_refusal(star_router_with_2_tables "star_router: Tables must be 0 or 1, got " "2"
                 star_router Tables=2)
add_star_refusal(star_router_with_two_clock_enables
                 "star_router: ClockEnable must be 0 or 1, got " "2" star_router ClockEnable=2)
add_star_refusal(star_router_of_eight_stages "star_router: Stages must be 0 to 7, got " "8"
                 star_router Stages=8)
add_star_refusal(star_router_of_two_cut_throughs
                 "star_router: CutThrough must be 0 or 1, got " "2" star_router CutThrough=2)
add_star_refusal(star_network_of_links_of_16_registers
                 "star_network: LinkStages must be 0 to 15, got " "16" star_network LinkStages=16)
add_star_refusal(star_tree_of_order_8 "star_tree: Order must be 3 to 7, got " "8"
                 star_tree Order=8)
add_star_refusal(star_tree_with_2_tables "star_tree: Tables must be 0 or 1, got " "2"
                 star_tree Tables=2)
add_star_refusal(star_table_of_order_2 "star_tree_table: Order must be 3 to 7, got " "2"
                 star_tree_table Order=2)
add_star_refusal(star_network_of_order_2 "star_network: Order must be 3 to 5, got " "2"
                 star_network Order=2)
