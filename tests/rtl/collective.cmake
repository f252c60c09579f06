# Stages that combine: alone, as RTL with checkers and as netlist, and trees of them.

flitwise_rtl_sources(collective_sources collective)
set(collective_sources ${pe_sources} ${fat_tree_sources} ${torus_sources} ${star_sources}
                       ${collective_sources})
list(REMOVE_DUPLICATES collective_sources)
set(stage_sources ${PROJECT_SOURCE_DIR}/rtl/noc_pkg.sv
    ${PROJECT_SOURCE_DIR}/rtl/collective/combine_pkg.sv
    ${PROJECT_SOURCE_DIR}/rtl/collective/combine_stage.sv)

flitwise_verilated_library(flitwise_rtl_combine_models -O1)
# Links, trees, depth, adder.
foreach(shape 3_1_1_0 4_1_0_0 4_1_0_1 4_1_0_2 4_1_0_3 4_1_1_0 4_1_1_2 4_1_2_0 4_1_2_1 4_1_2_2 4_1_2_3
        4_3_0_1 4_3_2_1)
  string(REGEX MATCH "(.)_(.)_(.)_(.)" unused ${shape})
  flitwise_verilate(flitwise_rtl_combine_models PREFIX Vcombine_stage_${shape} TOP combine_stage
    SOURCES ${stage_sources} ${sva}/combine_stage_sva.sv
    PARAMETERS Links=${CMAKE_MATCH_1} Trees=${CMAKE_MATCH_2} Depth=${CMAKE_MATCH_3}
               Adder=${CMAKE_MATCH_4})
endforeach()
flitwise_verilate(flitwise_rtl_combine_models PREFIX Vcombine_stage_narrow TOP combine_stage
  SOURCES ${stage_sources} ${sva}/combine_stage_sva.sv
  PARAMETERS Links=2 Trees=2 Depth=3 Width=8 Ops=39)
flitwise_verilate(flitwise_rtl_combine_models PREFIX Vcombine_stage_without_edges TOP combine_stage
  SOURCES ${stage_sources} ${sva}/combine_stage_sva.sv
  PARAMETERS Links=3 Depth=2 Adder=1 Edges=0)
add_netlist(flitwise_rtl_combine_models combine_stage_3_1_2_1 combine_stage
            Links=3 Trees=1 Depth=2 Adder=1)

# Beside routers: of a multiport router, of one with several lanes a link and none for the PE, of one
# with a lane for the PE and no credits; without trees.
foreach(shape "multiport,Owns=3;Trees=2;Depth=2;Adder=1"
              "without_pe,Owns=0;Links=2;FirstLanes=2;OtherLanes=3;Depth=2;CreditBit=3"
              "one_lane,Owns=1;Links=4;OtherLanes=2;PeCredits=0" "wires,Owns=2;Links=2;Trees=0")
  string(REPLACE "," ";" shape "${shape}")
  list(POP_FRONT shape name)
  flitwise_verilate(flitwise_rtl_combine_models PREFIX Vcombine_beside_${name} TOP combine_beside
    SOURCES ${stage_sources} ${PROJECT_SOURCE_DIR}/rtl/collective/combine_beside.sv
            ${sva}/combine_stage_sva.sv
    PARAMETERS ${shape})
endforeach()
flitwise_verilate(flitwise_rtl_combine_models PREFIX Vcombining_multiport_router_l3
  TOP combining_multiport_router SOURCES ${collective_sources} ${sva}/combine_stage_sva.sv
  PARAMETERS NumLinks=3 CombineTrees=2 CombineDepth=2 Adder=1)

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
  flitwise_verilate(flitwise_rtl_combine_models PREFIX Vcombine_network_${shape} TOP combine_network
    CLOCK clk_i SOURCES ${stage_sources} ${PROJECT_SOURCE_DIR}/rtl/collective/flood_stage.sv
    ${PROJECT_SOURCE_DIR}/rtl/collective/combine_network.sv ${sva}/combine_stage_sva.sv
    ${sva}/flood_stage_sva.sv PARAMETERS ${stages_${shape}})
endforeach()
add_netlist(flitwise_rtl_combine_models combine_network_2 combine_network)

# The checkers alone: the test plays the stage, wrong ones too.
foreach(pace aligned,0 own_pace,2)
  string(REGEX MATCH "(.*),(.*)" unused ${pace})
  flitwise_verilate(flitwise_rtl_combine_models PREFIX Vcombine_stage_sva_${CMAKE_MATCH_1}
    TOP combine_stage_sva
    SOURCES ${PROJECT_SOURCE_DIR}/rtl/noc_pkg.sv ${sva}/combine_stage_sva.sv
    PARAMETERS Links=3 Depth=${CMAKE_MATCH_2} Adder=1 Width=16)
endforeach()

flitwise_test(rtl_combine_test
  collective/combine_beside_test.cpp collective/combine_network_test.cpp collective/combine_stage_test.cpp collective/combine_stage_random_test.cpp
  collective/combine_stage_sva_test.cpp collective/combine_trees_test.cpp collective/reference_combine_stage.cpp collective/stage_tree.cpp
  pe/reference_router.cpp LIBS flitwise_rtl_combine_models)

add_refusal(combine_stage_without_links
  "combine_stage: Links must be 1 to 65, got " "0" combine_stage Links=0)
add_refusal(combine_stage_of_66_links
  "combine_stage: Links must be 1 to 65, got " "66" combine_stage Links=66)
add_refusal(combine_stage_without_trees
  "combine_stage: Trees must be 1 to 16, got " "0" combine_stage Trees=0)
add_refusal(combine_stage_of_17_trees
  "combine_stage: Trees must be 1 to 16, got " "17" combine_stage Trees=17)
add_refusal(combine_stage_of_depth_9
  "combine_stage: Depth must be 0 to 8, got " "9" combine_stage Depth=9)
add_refusal(combine_stage_that_adds_for_4_steps
  "combine_stage: Adder must be 0 to 3, got " "4" combine_stage Adder=4)
add_refusal(combine_stage_of_words_without_bits
  "combine_stage: Width must be 1 to 31, got " "0" combine_stage Width=0)
add_refusal(combine_stage_of_words_of_32_bits
  "combine_stage: Width must be 1 to 31, got " "32" combine_stage Width=32)
add_refusal(combine_stage_without_operations
  "combine_stage: Ops must be 1 to 63, got " "0" combine_stage Ops=0)
add_refusal(combine_stage_of_a_seventh_operation
  "combine_stage: Ops must be 1 to 63, got " "64" combine_stage Ops=64)
add_refusal(combine_stage_of_two_sorts_of_edges
  "combine_stage: Edges must be 0 or 1, got " "2" combine_stage Edges=2)
add_refusal(combine_beside_with_fewer_lanes_of_the_pe_than_trees
  "combine_beside: Owns must be 0 or at least Trees = " "2, got 1" combine_beside Owns=1 Trees=2)
add_refusal(combine_beside_without_lanes_of_the_first_link
  "combine_beside: FirstLanes and OtherLanes must be at least 1, got " "0 and 1"
  combine_beside FirstLanes=0)
add_refusal(combine_beside_without_lanes_of_other_links
  "combine_beside: FirstLanes and OtherLanes must be at least 1, got " "1 and 0"
  combine_beside OtherLanes=0)
add_refusal(combine_beside_with_a_ninth_credit_bit
  "combine_beside: CreditBit must be 0 to 7, got " "8" combine_beside CreditBit=8)
add_refusal(combine_beside_with_two_sorts_of_credits
  "combine_beside: PeCredits must be 0 or 1, got " "2" combine_beside PeCredits=2)
add_refusal(combine_network_of_one_node
  "combine_network: NumNodes must be 2 to 8192, got " "1" combine_network NumNodes=1)
add_refusal(combine_network_of_8192_rounds
  "combine_network: Rounds must be 0 to 8191, got " "8192" combine_network Rounds=8192)
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
