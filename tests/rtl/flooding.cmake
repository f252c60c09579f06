# The stage that floods, as RTL and as netlist.

flitwise_verilated_library(flitwise_rtl_flood_models -O1)
set(flood_sources ${PROJECT_SOURCE_DIR}/rtl/noc_pkg.sv
    ${PROJECT_SOURCE_DIR}/rtl/collective/combine_pkg.sv
    ${PROJECT_SOURCE_DIR}/rtl/collective/flood_stage.sv)
# Links and adder.
foreach(shape 1_0 4_0 4_1 3_3)
  string(REGEX MATCH "(.)_(.)" unused ${shape})
  flitwise_verilate(flitwise_rtl_flood_models PREFIX Vflood_stage_${shape} TOP flood_stage
    SOURCES ${flood_sources} ${sva}/flood_stage_sva.sv
    PARAMETERS Links=${CMAKE_MATCH_1} Adder=${CMAKE_MATCH_2})
endforeach()
flitwise_verilate(flitwise_rtl_flood_models PREFIX Vflood_stage_narrow TOP flood_stage
  SOURCES ${flood_sources} ${sva}/flood_stage_sva.sv PARAMETERS Links=2 Width=8 Ops=12)
add_netlist(flitwise_rtl_flood_models flood_stage_2_1 flood_stage Links=2 Adder=1)
# The checkers alone: the test plays the stage, wrong ones too.
flitwise_verilate(flitwise_rtl_flood_models PREFIX Vflood_stage_sva TOP flood_stage_sva
  SOURCES ${PROJECT_SOURCE_DIR}/rtl/noc_pkg.sv ${sva}/flood_stage_sva.sv
  PARAMETERS Links=2 Adder=1 Width=16)

flitwise_test(rtl_flood_test collective/flood_stage_test.cpp collective/flood_stage_sva_test.cpp
              collective/reference_combine_stage.cpp pe/reference_router.cpp
              LIBS flitwise_rtl_flood_models)

add_refusal(flood_stage_without_links
  "flood_stage: Links must be 1 to 65, got " "0" flood_stage Links=0)
add_refusal(flood_stage_of_66_links
  "flood_stage: Links must be 1 to 65, got " "66" flood_stage Links=66)
add_refusal(flood_stage_that_adds_for_4_steps
  "flood_stage: Adder must be 0 to 3, got " "4" flood_stage Adder=4)
add_refusal(flood_stage_of_words_without_bits
  "flood_stage: Width must be 1 to 31, got " "0" flood_stage Width=0)
add_refusal(flood_stage_of_words_of_32_bits
  "flood_stage: Width must be 1 to 31, got " "32" flood_stage Width=32)
add_refusal(flood_stage_without_operations
  "flood_stage: Ops must be some of minimum, maximum, and, or: bits 1 to 4, got " "0"
  flood_stage Ops=0)
add_refusal(flood_stage_that_sums
  "flood_stage: Ops must be some of minimum, maximum, and, or: bits 1 to 4, got " "31"
  flood_stage Ops=31)
