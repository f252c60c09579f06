# Stages that add what meets before switches of fat trees: alone, as RTL and as netlist, and with
# the switch and checkers.

set(lib flitwise_rtl_merge_models)
flitwise_verilated_library(${lib} -O1)
set(merge_stage_sources ${rtl}/noc_pkg.sv ${rtl}/collective/combine_pkg.sv
                        ${rtl}/collective/merge_stage.sv)
foreach(shape 2_0 2_1 3_0 4_1 8_1)
  flitwise_name_values(parameters ${shape} Arity UpLinks)
  add_model(${lib} merge_stage_${shape} merge_stage ${parameters})
endforeach()
add_model(${lib} merge_stage_narrow merge_stage Arity=3 Width=8 Ops=33)
add_netlist(${lib} merge_stage_2_1 merge_stage Arity=2 UpLinks=1)
set(merging_fat_tree_switch_checkers ${sva}/merging_fat_tree_switch_sva.sv)
add_checkers(${lib} merging_fat_tree_switch_sva_2_1_1 merging_fat_tree_switch
             Arity=2 UpLinks=1 Width=16)
foreach(shape 2_1_1 2_2_2 3_1_1)
  flitwise_name_values(parameters ${shape} Arity DownLinks UpLinks)
  flitwise_verilate(${lib} PREFIX Vmerging_fat_tree_switch_${shape} TOP merging_fat_tree_switch
    SOURCES ${fat_tree_sources} ${rtl}/collective/combine_pkg.sv ${rtl}/collective/merge_stage.sv
            ${rtl}/collective/merging_fat_tree_switch.sv ${merging_fat_tree_switch_checkers}
            ${fat_tree_switch_checkers}
    PARAMETERS ${parameters})
endforeach()

flitwise_test(rtl_merge_test
  collective/merge_stage_test.cpp collective/merging_switch_sva_test.cpp
  collective/merging_switch_test.cpp collective/reference_merge_stage.cpp
  collective/reference_combine_stage.cpp pe/reference_router.cpp
  LIBS ${lib})

add_refusal(merging_fat_tree_network_of_9_children
  "merging_fat_tree_network: Levels must be 1 to 10, Arity 2 to 8, got " "2 and 9"
  merging_fat_tree_network Arity=9)
add_refusal(merging_fat_tree_network_without_switches
  "merging_fat_tree_network: Levels must be 1 to 10, Arity 2 to 8, got " "0 and 2"
  merging_fat_tree_network Levels=0)
add_refusals(merge_stage "Arity must be 2 to 8" Arity= 1 9)
add_refusals(merge_stage "UpLinks must be 0 or 1" UpLinks= 2)
add_refusals(merge_stage "Width must be 1 to 31" Width= 0 32)
add_refusals(merge_stage "Ops must be 1 to 63" Ops= 0 64)
