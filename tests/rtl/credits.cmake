# Both ends of a link with credits, as RTL and as netlist.

flitwise_verilated_library(flitwise_rtl_credit_models -O1)
set(credit_sources ${PROJECT_SOURCE_DIR}/rtl/noc_pkg.sv
    ${PROJECT_SOURCE_DIR}/rtl/common/link_stages.sv)
set(credit_receiver ${credit_sources} ${PROJECT_SOURCE_DIR}/rtl/fat_tree/credit_receiver.sv)
set(credit_sender ${credit_sources} ${PROJECT_SOURCE_DIR}/rtl/fat_tree/credit_sender.sv)
foreach(end receiver sender)
  flitwise_verilate(flitwise_rtl_credit_models PREFIX Vcredit_${end} TOP credit_${end}
    SOURCES ${credit_${end}} ${sva}/credit_${end}_sva.sv PARAMETERS Depth=3)
  add_netlist(flitwise_rtl_credit_models credit_${end} credit_${end} Depth=3)
  # The checkers alone: the test plays the end of the link, wrong ones too.
  flitwise_verilate(flitwise_rtl_credit_models PREFIX Vcredit_${end}_sva TOP credit_${end}_sva
    SOURCES ${PROJECT_SOURCE_DIR}/rtl/noc_pkg.sv ${sva}/credit_${end}_sva.sv PARAMETERS Depth=3)
endforeach()
flitwise_verilate(flitwise_rtl_credit_models PREFIX Vcredit_receiver_staged TOP credit_receiver
  SOURCES ${credit_receiver} ${sva}/credit_receiver_sva.sv PARAMETERS Depth=3 Stages=2)
flitwise_verilate(flitwise_rtl_credit_models PREFIX Vcredit_receiver_sink TOP credit_receiver
  SOURCES ${credit_receiver} ${sva}/credit_receiver_sva.sv PARAMETERS Depth=0)

flitwise_test(rtl_credit_test fat_tree/credit_link_test.cpp LIBS flitwise_rtl_credit_models)

add_refusal(credit_receiver_of_32768_places
  "credit_receiver: Depth must be 0 to 32767, got " "32768" credit_receiver Depth=32768)
add_refusal(credit_receiver_of_flits_without_bits
  "credit_receiver: Width must be at least 1, got " "0" credit_receiver Width=0)
add_refusal(credit_sender_without_credits
  "credit_sender: Depth must be 1 to 32767, got " "0" credit_sender Depth=0)
add_refusal(credit_lanes_of_other_credits
  "credit_lanes: Credits must be 0 or 1, got " "2" credit_lanes Credits=2)
add_refusal(credit_lanes_without_wires
  "credit_lanes: CreditWidth must be at least 1, got " "0" credit_lanes CreditWidth=0)
add_refusal(fat_tree_of_credits_of_16_registers
  "fat_tree_network: CreditStages must be 0 to 15, got " "16" fat_tree_network CreditStages=16)
