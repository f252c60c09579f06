# Both ends of a link with credits, as RTL and as netlist.

set(lib flitwise_rtl_credit_models)
flitwise_verilated_library(${lib} -O1)
foreach(end receiver sender)
  set(credit_${end}_checkers ${sva}/credit_${end}_sva.sv)
  set(credit_${end}_sources ${rtl}/noc_pkg.sv ${rtl}/common/link_stages.sv
                            ${rtl}/fat_tree/credit_${end}.sv ${credit_${end}_checkers})
  add_model(${lib} credit_${end} credit_${end} Depth=3)
  add_netlist(${lib} credit_${end} credit_${end} Depth=3)
  add_checkers(${lib} credit_${end}_sva credit_${end} Depth=3)
endforeach()
add_model(${lib} credit_receiver_staged credit_receiver Depth=3 Stages=2)
add_model(${lib} credit_receiver_sink credit_receiver Depth=0)

flitwise_test(rtl_credit_test fat_tree/credit_link_test.cpp LIBS ${lib})

add_refusals(credit_receiver "Depth must be 0 to 32767" Depth= 32768)
add_refusals(credit_receiver "Width must be at least 1" Width= 0)
add_refusals(credit_sender "Depth must be 1 to 32767" Depth= 0)
add_refusals(credit_lanes "Credits must be 0 or 1" Credits= 2)
add_refusals(credit_lanes "CreditWidth must be at least 1" CreditWidth= 0)
add_refusals(fat_tree_network "CreditStages must be 0 to 15" CreditStages= 16)
