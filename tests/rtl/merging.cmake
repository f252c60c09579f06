# Stages that add what meets before switches of fat trees: alone, as RTL and as netlist, and with
# the switch and checkers.

flitwise_verilated_library(flitwise_rtl_merge_models -O1)
set(merge_sources ${PROJECT_SOURCE_DIR}/rtl/noc_pkg.sv
    ${PROJECT_SOURCE_DIR}/rtl/collective/combine_pkg.sv
    ${PROJECT_SOURCE_DIR}/rtl/collective/merge_stage.sv)
# Arity and links up.
foreach(shape 2_0 2_1 3_0 4_1 8_1)
  string(REGEX MATCH "(.)_(.)" unused ${shape})
  flitwise_verilate(flitwise_rtl_merge_models PREFIX Vmerge_stage_${shape} TOP merge_stage
    SOURCES ${merge_sources} PARAMETERS Arity=${CMAKE_MATCH_1} UpLinks=${CMAKE_MATCH_2})
endforeach()
flitwise_verilate(flitwise_rtl_merge_models PREFIX Vmerge_stage_narrow TOP merge_stage
  SOURCES ${merge_sources} PARAMETERS Arity=3 Width=8 Ops=33)
add_netlist(flitwise_rtl_merge_models merge_stage_2_1 merge_stage Arity=2 UpLinks=1)
# The checkers alone: the test plays the stage, wrong ones too.
flitwise_verilate(flitwise_rtl_merge_models PREFIX Vmerging_fat_tree_switch_sva_2_1_1
  TOP merging_fat_tree_switch_sva
  SOURCES ${PROJECT_SOURCE_DIR}/rtl/noc_pkg.sv ${sva}/merging_fat_tree_switch_sva.sv
  PARAMETERS Arity=2 UpLinks=1 Width=16)
# Arity, links down and up.
foreach(shape 2_1_1 2_2_2 3_1_1)
  string(REGEX MATCH "(.)_(.)_(.)" unused ${shape})
  flitwise_verilate(flitwise_rtl_merge_models PREFIX Vmerging_fat_tree_switch_${shape}
    TOP merging_fat_tree_switch
    SOURCES ${fat_tree_sources} ${PROJECT_SOURCE_DIR}/rtl/collective/combine_pkg.sv
            ${PROJECT_SOURCE_DIR}/rtl/collective/merge_stage.sv
            ${PROJECT_SOURCE_DIR}/rtl/collective/merging_fat_tree_switch.sv
            ${sva}/merging_fat_tree_switch_sva.sv ${sva}/fat_tree_switch_sva.sv
    PARAMETERS Arity=${CMAKE_MATCH_1} DownLinks=${CMAKE_MATCH_2} UpLinks=${CMAKE_MATCH_3})
endforeach()

flitwise_test(rtl_merge_test
  collective/merge_stage_test.cpp collective/merging_switch_sva_test.cpp
  collective/merging_switch_test.cpp collective/reference_merge_stage.cpp
  collective/reference_combine_stage.cpp pe/reference_router.cpp
  LIBS flitwise_rtl_merge_models)

add_refusal(merging_fat_tree_network_of_9_children
  "merging_fat_tree_network: Levels must be 1 to 10, Arity 2 to 8, got " "2 and 9"
  merging_fat_tree_network Arity=9)
add_refusal(merging_fat_tree_network_without_switches
  "merging_fat_tree_network: Levels must be 1 to 10, Arity 2 to 8, got " "0 and 2"
  merging_fat_tree_network Levels=0)
add_refusal(merge_stage_of_one_child
  "merge_stage: Arity must be 2 to 8, got " "1" merge_stage Arity=1)
add_refusal(merge_stage_of_9_children
  "merge_stage: Arity must be 2 to 8, got " "9" merge_stage Arity=9)
add_refusal(merge_stage_with_two_links_up
  "merge_stage: UpLinks must be 0 or 1, got " "2" merge_stage UpLinks=2)
add_refusal(merge_stage_of_words_without_bits
  "merge_stage: Width must be 1 to 31, got " "0" merge_stage Width=0)
add_refusal(merge_stage_of_words_of_32_bits
  "merge_stage: Width must be 1 to 31, got " "32" merge_stage Width=32)
add_refusal(merge_stage_without_operations
  "merge_stage: Ops must be 1 to 63, got " "0" merge_stage Ops=0)
add_refusal(merge_stage_of_a_seventh_operation
  "merge_stage: Ops must be 1 to 63, got " "64" merge_stage Ops=64)
