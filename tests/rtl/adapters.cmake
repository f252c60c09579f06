# Stream adapters: each alone, as RTL with checkers and as netlist, and a torus of tiles with them.

flitwise_rtl_sources(adapter_sources adapters)
set(adapter_sources ${torus_sources} ${adapter_sources})
list(REMOVE_DUPLICATES adapter_sources)
set(adapter_checkers axis_stream in_order axis_to_flits flits_to_axis axis_to_torus torus_to_axis
                     axis_collect)
list(TRANSFORM adapter_checkers REPLACE "(.+)" "${sva}/\\1_sva.sv")

set(lib flitwise_rtl_adapter_models)
flitwise_verilated_library(${lib} -O1)
function(add_checked_adapter name top)
  flitwise_verilate(${lib} PREFIX V${name}_checked TOP ${top}
                    SOURCES ${adapter_sources} ${adapter_checkers} PARAMETERS ${ARGN})
endfunction()
add_checked_adapter(axis_to_flits axis_to_flits)
add_checked_adapter(flits_to_axis flits_to_axis)
add_checked_adapter(flits_to_axis_d9 flits_to_axis Depth=9)
add_checked_adapter(axis_to_torus_d2 axis_to_torus Depth=2)
add_checked_adapter(axis_to_torus_d3 axis_to_torus Dimensions=3 Header=0 DataWidth=16 Depth=5)
add_checked_adapter(torus_to_axis torus_to_axis)
add_checked_adapter(torus_to_axis_d8 torus_to_axis Header=0 DataWidth=16 Depth=8)
add_checked_adapter(axis_collect axis_collect Ports=2 Depth=5)
add_netlist(${lib} axis_collect axis_collect Ports=2 Depth=5)
add_netlist(${lib} axis_to_flits axis_to_flits)
add_netlist(${lib} flits_to_axis flits_to_axis)
add_netlist(${lib} axis_to_torus_d2 axis_to_torus Depth=2)
add_netlist(${lib} torus_to_axis torus_to_axis)

foreach(checked axis_to_flits flits_to_axis "axis_to_torus;Depth=2" torus_to_axis
                "axis_collect;Ports=2")
  list(POP_FRONT checked top)
  set(${top}_packages ${rtl}/torus/torus_pkg.sv ${sva}/axis_stream_sva.sv ${sva}/in_order_sva.sv)
  set(${top}_checkers ${sva}/${top}_sva.sv)
  add_checkers(${lib} ${top}_sva ${top} ${checked})
endforeach()

# A torus of 3 x 2 tiles: as they come, with hops beside the first beat's data, and with one lane.
# Six routers with their checkers in one model: to compile it well takes longer than to run it.
flitwise_verilated_library(flitwise_rtl_tile_models -O0)
set(tile_sources ${PROJECT_SOURCE_DIR}/examples/rtl/torus_tile.sv
                 ${CMAKE_CURRENT_SOURCE_DIR}/adapters/tiles.sv)
foreach(shape "checked" "narrow_checked;Header=0;D=24;U=1;I=1" "one_lane_checked;Lanes=1")
  list(POP_FRONT shape name)
  flitwise_verilate(flitwise_rtl_tile_models PREFIX Vtiles_${name} TOP tiles PARAMETERS ${shape}
                    SOURCES ${adapter_sources} ${tile_sources} ${adapter_checkers}
                            ${torus_router_checkers})
endforeach()
# The same with a queue that stalls its port a cycle too late.
set(broken_queue ${CMAKE_CURRENT_BINARY_DIR}/broken/axis_queue.sv)
add_custom_command(OUTPUT ${broken_queue}
  COMMAND sed "s/32'(!stall_o) >= Depth/0 >= Depth/"
          ${rtl}/adapters/axis_queue.sv > ${broken_queue}
  DEPENDS ${rtl}/adapters/axis_queue.sv VERBATIM)
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/broken)
list(TRANSFORM adapter_sources REPLACE ".*/axis_queue[.]sv" "${broken_queue}"
     OUTPUT_VARIABLE broken_sources)
flitwise_verilate(flitwise_rtl_tile_models PREFIX Vtiles_broken TOP tiles
                  SOURCES ${broken_sources} ${tile_sources} ${adapter_checkers})

# Trees with streams at their PEs.
foreach(top_and_family leaves,fat_tree path,pe)
  string(REGEX MATCH "(.*),(.*)" unused ${top_and_family})
  set(stream_sources ${${CMAKE_MATCH_2}_sources} ${adapter_sources})
  list(REMOVE_DUPLICATES stream_sources)
  flitwise_verilate(${lib} PREFIX V${CMAKE_MATCH_1}_checked TOP ${CMAKE_MATCH_1}
    SOURCES ${stream_sources} ${adapter_checkers}
            ${CMAKE_CURRENT_SOURCE_DIR}/adapters/${CMAKE_MATCH_1}.sv)
endforeach()

flitwise_test(rtl_adapters_test
  adapters/adapters_test.cpp adapters/adapter_sva_test.cpp adapters/collect_test.cpp
  adapters/tiles_test.cpp adapters/trees_test.cpp
              LIBS ${lib} flitwise_rtl_tile_models)

# The codes of links.
flitwise_rtl_sources(link_sources link)
flitwise_verilated_library(flitwise_rtl_link_models -O1)
foreach(shape "wires" "parity;Protection=1" "secded;Protection=2"
              "secded_registered;Protection=2;Registered=1" "secded_31;Protection=2;Width=31"
              "secded_247;Protection=2;Width=247")
  list(POP_FRONT shape name)
  foreach(end encoder decoder)
    flitwise_verilate(flitwise_rtl_link_models PREFIX Vflit_${end}_${name} TOP flit_${end}
                      SOURCES ${link_sources} PARAMETERS ${shape})
  endforeach()
endforeach()
add_netlist(flitwise_rtl_link_models flit_encoder_secded flit_encoder Protection=2)
add_netlist(flitwise_rtl_link_models flit_decoder_secded flit_decoder Protection=2)
flitwise_test(rtl_link_test link/link_test.cpp LIBS flitwise_rtl_link_models)

# Without protection a link is wires; with codes that correct it is not, and the comparison says so.
# Of parity nothing is left where nobody listens to its alarm.
foreach(protection 0 2)
  add_test(NAME rtl_link_netlist.Protection${protection}
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/link/same_netlist ${protection}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(rtl_link_netlist.Protection${protection} PROPERTIES LABELS fast TIMEOUT 300)
endforeach()
set_tests_properties(rtl_link_netlist.Protection2 PROPERTIES WILL_FAIL ON)

add_refusals(axis_to_torus "Dimensions must be 1 to 4" Dimensions= 0 5)
add_refusals(axis_to_torus "Depth must be 1 to 64" Depth= 0 65)
add_refusals(axis_to_torus "Header must be 0 or 1" Header= 2)
add_refusals(torus_to_axis "Header must be 0 or 1" Header= 2)
add_refusals(torus_to_axis "Depth must be 3 to 1024" Depth= 2 1025)
add_refusals(axis_to_torus "DataWidth must be whole bytes" DataWidth= 0 12)
add_refusals(torus_to_axis "DataWidth must be whole bytes" DataWidth= 0 12)
add_refusals(axis_to_flits "DataWidth must be whole bytes" DataWidth= 0 12)
add_refusals(flits_to_axis "DataWidth must be whole bytes" DataWidth= 0 12)
add_refusals(axis_register "Width must be at least 1" Width= 0)
add_refusals(axis_queue "Width must be at least 1" Width= 0)
add_refusals(axis_queue "Depth must be 2 to 1024" Depth= 1 1025)
add_refusals(axis_packet_queue "Width must be at least 1" Width= 0)
add_refusals(axis_packet_queue "Depth must be 2 to 1024" Depth= 1 1025)
add_refusals(axis_collect "Ports must be 1 to 8" Ports= 0 9)
add_refusals(axis_collect "Lanes must be 1 to 4" Lanes= 0 5)
add_refusals(flit_encoder "Protection must be 0 to 2" Protection= 3)
add_refusals(flit_decoder "Protection must be 0 to 2" Protection= 3)
add_refusals(flit_encoder "Width must be 8 to 247" Width= 7 248)
add_refusals(flit_decoder "Width must be 8 to 247" Width= 7 248)
add_refusals(flit_encoder "Registered must be 0 or 1" Registered= 2)
add_refusals(flit_decoder "Registered must be 0 or 1" Registered= 2)
foreach(tree axis_to_flits flits_to_axis)
  add_refusal(${tree}_of_too_much
              "${tree}: tid, tuser, tdata must be at least 1 bit each, at most 44, got " "45"
              ${tree} IdWidth=9)
endforeach()
foreach(torus axis_to_torus torus_to_axis)
  add_refusal(${torus}_of_too_much
              "${torus}: tid, tuser, tdata must be at least 1 bit each, at most " "54, got 55"
              ${torus} IdWidth=19)
  add_refusal(${torus}_of_too_much_beside_hops
              "${torus}: tid, tuser, tdata must be at least 1 bit each, at most " "26, got 40"
              ${torus} Header=0)
endforeach()

# What the page shows to users.
add_test(NAME rtl_adapters_page COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/adapters/page_compiles
         docs/adapters.md WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(rtl_adapters_page PROPERTIES LABELS fast TIMEOUT 300)
