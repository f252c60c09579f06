// multiport_router_sva.sv: what a multiport router promises over time. Bound to every instance.
`default_nettype none

module multiport_router_sva #(
  parameter int unsigned NumLinks     = 4,
  parameter int unsigned NumTrees     = 1,
  parameter int unsigned NumIntervals = 1,
  parameter int unsigned PayloadWidth = noc_pkg::PayloadWidth,
  parameter int unsigned Stages       = 0,
  parameter int unsigned AddressWidth = noc_pkg::AddressWidth,
  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth - noc_pkg::PayloadWidth + PayloadWidth,
  localparam int unsigned EntryWidth  = noc_pkg::entry_width(AddressWidth),
  localparam int unsigned TableWidth  = NumLinks * NumIntervals * EntryWidth
) (
  input logic                                       clk_i,
  input logic                                       rst_ni,
  input logic [NumTrees*EntryWidth-1:0]             tree_first_i,
  input logic [NumTrees*EntryWidth-1:0]             address_i,
  input logic [NumTrees*noc_pkg::LinkWidth-1:0]     up_link_i,
  input logic [TableWidth-1:0]                      link_low_i,
  input logic [TableWidth-1:0]                      link_high_i,
  input logic [(2*NumLinks)*FlitWidth-1:0]          in_lane_i,
  input logic [(2*NumLinks)*FlitWidth-1:0]          out_lane_o,
  input logic                                       busy_o,
  input logic [noc_pkg::ViolationWidth-1:0]         violation_o,
  input logic [2*NumLinks-1:0]                      violation_in_o,
  input logic [2*NumLinks-1:0]                      violation_out_o
);

  pe_sva #(
    .NumLinks(NumLinks), .NumTrees(NumTrees), .NumIntervals(NumIntervals),
    .PayloadWidth(PayloadWidth), .Stages(Stages), .AddressWidth(AddressWidth)
  ) i_pe (
    .clk_i, .rst_ni,
    .single_port_i  (1'b0),
    .tree_first_i, .address_i, .up_link_i, .link_low_i, .link_high_i, .in_lane_i,
    .out_lane_i     (out_lane_o),
    .busy_i         (busy_o),
    .violation_i    (violation_o),
    .violation_in_i (violation_in_o),
    .violation_out_i(violation_out_o)
  );

endmodule

bind multiport_router multiport_router_sva #(
  .NumLinks(NumLinks), .NumTrees(NumTrees), .NumIntervals(NumIntervals),
  .PayloadWidth(PayloadWidth), .Stages(Stages), .AddressWidth(AddressWidth)
) i_sva (.*);

`default_nettype wire
