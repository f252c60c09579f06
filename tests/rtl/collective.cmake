# Stages that combine: alone, as RTL with checkers and as netlist, and trees of them.

flitwise_rtl_sources(collective_sources collective)
set(collective_sources ${pe_sources} ${fat_tree_sources} ${torus_sources} ${star_sources}
                       ${collective_sources})
list(REMOVE_DUPLICATES collective_sources)
set(combine_stage_sources ${rtl}/noc_pkg.sv ${rtl}/collective/combine_pkg.sv
                          ${rtl}/collective/combine_stage.sv)
set(combine_stage_checkers ${sva}/combine_stage_sva.sv)
set(combine_beside_sources ${combine_stage_sources} ${rtl}/collective/combine_beside.sv)

set(lib flitwise_rtl_combine_models)
flitwise_verilated_library(${lib} -O1)
# Every one with its checkers.
function(add_combine_model name top)
  flitwise_verilate(${lib} PREFIX V${name} TOP ${top} PARAMETERS ${ARGN}
                    SOURCES ${${top}_sources} ${combine_stage_checkers})
endfunction()
foreach(shape 3_1_1_0 4_1_0_0 4_1_0_1 4_1_0_2 4_1_0_3 4_1_1_0 4_1_1_2 4_1_2_0 4_1_2_1 4_1_2_2 4_1_2_3
        4_3_0_1 4_3_2_1)
  flitwise_name_values(parameters ${shape} Links Trees Depth Adder)
  add_combine_model(combine_stage_${shape} combine_stage ${parameters})
endforeach()
add_combine_model(combine_stage_narrow combine_stage Links=2 Trees=2 Depth=3 Width=8 Ops=39)
add_combine_model(combine_stage_without_edges combine_stage Links=3 Depth=2 Adder=1 Edges=0)
add_netlist(${lib} combine_stage_3_1_2_1 combine_stage Links=3 Trees=1 Depth=2 Adder=1)

# Beside routers: of a multiport router, of one with several lanes a link and none for the PE, of one
# with a lane for the PE and no credits; without trees.
add_combine_model(combine_beside_multiport combine_beside Owns=3 Trees=2 Depth=2 Adder=1)
add_combine_model(combine_beside_without_pe combine_beside
                  Owns=0 Links=2 FirstLanes=2 OtherLanes=3 Depth=2 CreditBit=3)
add_combine_model(combine_beside_one_lane combine_beside Owns=1 Links=4 OtherLanes=2 PeCredits=0)
add_combine_model(combine_beside_wires combine_beside Owns=2 Links=2 Trees=0)
set(combining_multiport_router_sources ${collective_sources})
add_combine_model(combining_multiport_router_l3 combining_multiport_router
                  NumLinks=3 CombineTrees=2 CombineDepth=2 Adder=1)

# Networks of stages: nodes 1 and 2 below node 0, 3 and 4 below node 1, by timetable from node 0, and
# at own pace from the edge between 0 and 1; a ring that floods. Entries of the last node come first.
set(five_nodes NumNodes=5 Links=3 Operands=5'h1f OwnResults=5'h1f
    Neighbours=240'hffffffff0001_ffffffff0001_ffffffff0000_000400030000_ffff00020001)
set(stages_tree ${five_nodes} Parents=40'h00000000ff Children=15'h0033 Results=15'h0033)
set(stages_centre ${five_nodes} Parents=40'h0 EdgeRoots=5'h03 Children=15'h0032 Results=15'h0032 Depth=2
    Adder=1)
set(stages_flood NumNodes=4 Links=2 Rounds=2 Adder=1 Parents=32'hffffffff Operands=4'hf OwnResults=4'hf
    Children=8'h0 Results=8'h0 Neighbours=128'h00020000_00030001_00020000_00030001)
foreach(shape tree centre flood)
  flitwise_verilate(${lib} PREFIX Vcombine_network_${shape} TOP combine_network CLOCK clk_i
    SOURCES ${combine_stage_sources} ${rtl}/collective/flood_stage.sv
            ${rtl}/collective/combine_network.sv ${combine_stage_checkers} ${sva}/flood_stage_sva.sv
    PARAMETERS ${stages_${shape}})
endforeach()
add_netlist(${lib} combine_network_2 combine_network)

add_checkers(${lib} combine_stage_sva_aligned combine_stage Links=3 Depth=0 Adder=1 Width=16)
add_checkers(${lib} combine_stage_sva_own_pace combine_stage Links=3 Depth=2 Adder=1 Width=16)

flitwise_test(rtl_combine_test
  collective/combine_beside_test.cpp collective/combine_network_test.cpp
  collective/combine_stage_test.cpp collective/combine_stage_random_test.cpp
  collective/combine_stage_sva_test.cpp collective/combine_trees_test.cpp
  collective/reference_combine_stage.cpp collective/stage_tree.cpp pe/reference_router.cpp
  LIBS ${lib})

add_refusals(combine_stage "Links must be 1 to 65" Links= 0 66)
add_refusals(combine_stage "Trees must be 1 to 16" Trees= 0 17)
add_refusals(combine_stage "Depth must be 0 to 8" Depth= 9)
add_refusals(combine_stage "Adder must be 0 to 3" Adder= 4)
add_refusals(combine_stage "Width must be 1 to 31" Width= 0 32)
add_refusals(combine_stage "Ops must be 1 to 63" Ops= 0 64)
add_refusals(combine_stage "Edges must be 0 or 1" Edges= 2)
add_refusal(combine_beside_with_fewer_lanes_of_the_pe_than_trees
  "combine_beside: Owns must be 0 or at least Trees = " "2, got 1" combine_beside Owns=1 Trees=2)
add_refusal(combine_beside_without_lanes_of_the_first_link
  "combine_beside: FirstLanes and OtherLanes must be at least 1, got " "0 and 1"
  combine_beside FirstLanes=0)
add_refusal(combine_beside_without_lanes_of_other_links
  "combine_beside: FirstLanes and OtherLanes must be at least 1, got " "1 and 0"
  combine_beside OtherLanes=0)
add_refusals(combine_beside "CreditBit must be 0 to 7" CreditBit= 8)
add_refusals(combine_beside "PeCredits must be 0 or 1" PeCredits= 2)
add_refusals(combine_network "NumNodes must be 2 to 8192" NumNodes= 1)
add_refusals(combine_network "Rounds must be 0 to 8191" Rounds= 8192)
add_refusal(combine_network_that_floods_from_queues
  "combine_network: a flood has one tree, without Depth and EdgeRoots, got " "1 and 2"
  combine_network Rounds=1 Depth=2)
add_refusal(combine_network_with_a_link_to_nowhere
  "combine_network: a link must lead to another node and back, link " "0 of 0 to 2"
  combine_network Neighbours=32'h0000_0002)
add_refusal(combining_multiport_router_of_4_trees_on_3_links
  "combining_multiport_router: CombineTrees must be 0 to NumLinks = " "3, got 4"
  combining_multiport_router CombineTrees=4)

# Without trees nothing is built beside a router.
add_test(NAME rtl_combine_netlist.IsTheRoutersWithoutTrees
  COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/collective/only_wires multiport_router
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(rtl_combine_netlist.IsTheRoutersWithoutTrees PROPERTIES LABELS fast TIMEOUT 300)
foreach(top "tree_network" "fat_tree_network,Levels=2,Capacities=32'h00020001"
            "torus_network,Sides=16'h0203,NumNodes=6" "star_network,Order=3")
  string(REPLACE "," ";" top "${top}")
  list(GET top 0 name)
  add_test(NAME rtl_combine_netlist.HasNoStagesInTheTop.${name}
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/collective/same_tops ${top}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(rtl_combine_netlist.HasNoStagesInTheTop.${name} PROPERTIES LABELS fast
                       TIMEOUT 600)
endforeach()
