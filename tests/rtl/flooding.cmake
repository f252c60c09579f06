# The stage that floods, as RTL and as netlist.

set(lib flitwise_rtl_flood_models)
flitwise_verilated_library(${lib} -O1)
set(flood_stage_sources ${rtl}/noc_pkg.sv ${rtl}/collective/combine_pkg.sv
                        ${rtl}/collective/flood_stage.sv ${sva}/flood_stage_sva.sv)
set(flood_stage_checkers ${sva}/flood_stage_sva.sv)
foreach(shape 1_0 4_0 4_1 3_3)
  flitwise_name_values(parameters ${shape} Links Adder)
  add_model(${lib} flood_stage_${shape} flood_stage ${parameters})
endforeach()
add_model(${lib} flood_stage_narrow flood_stage Links=2 Width=8 Ops=12)
add_netlist(${lib} flood_stage_2_1 flood_stage Links=2 Adder=1)
add_checkers(${lib} flood_stage_sva flood_stage Links=2 Adder=1 Width=16)

flitwise_test(rtl_flood_test collective/flood_stage_test.cpp collective/flood_stage_sva_test.cpp
              collective/reference_combine_stage.cpp pe/reference_router.cpp LIBS ${lib})

add_refusals(flood_stage "Links must be 1 to 65" Links= 0 66)
add_refusals(flood_stage "Adder must be 0 to 3" Adder= 4)
add_refusals(flood_stage "Width must be 1 to 31" Width= 0 32)
add_refusals(flood_stage "Ops must be some of minimum, maximum, and, or: bits 1 to 4" Ops= 0 31)
