// bufferless_router_sva.sv: what a bufferless router promises over time. Bound to every instance.
//
// As a router of PEs whose link 0 leads up and link 1 + k to child k, from its bound to the next.
`default_nettype none

module bufferless_router_sva #(
  parameter int unsigned MaxChildren  = 2,
  parameter int unsigned PayloadWidth = noc_pkg::PayloadWidth,
  parameter int unsigned Stages       = 0,
  parameter int unsigned AddressWidth = noc_pkg::AddressWidth,
  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth - noc_pkg::PayloadWidth + PayloadWidth,
  localparam int unsigned EntryWidth  = noc_pkg::entry_width(AddressWidth)
) (
  input logic                                           clk_i,
  input logic                                           rst_ni,
  input logic [AddressWidth-1:0]                        address_i,
  input logic                                           has_parent_i,
  input logic                                           single_port_i,
  input logic [(MaxChildren+1)*EntryWidth-1:0]          child_bound_i,
  input logic [(MaxChildren+2)*FlitWidth-1:0]           in_lane_i,
  input logic [(MaxChildren+2)*FlitWidth-1:0]           out_lane_o,
  input logic                                           busy_o,
  input logic [noc_pkg::ViolationWidth-1:0]             violation_o,
  input logic [MaxChildren+1:0]                         violation_in_o,
  input logic [MaxChildren+1:0]                         violation_out_o
);

  pe_sva #(
    .NumLinks(MaxChildren + 1), .LaneOfLink(0), .PayloadWidth(PayloadWidth), .Stages(Stages),
    .AddressWidth(AddressWidth)
  ) i_pe (
    .clk_i, .rst_ni, .single_port_i,
    .tree_first_i   ('0),
    .address_i      (EntryWidth'(address_i)),
    .up_link_i      ({noc_pkg::LinkWidth{!has_parent_i}}),
    .link_low_i     ({child_bound_i[0 +: MaxChildren*EntryWidth], EntryWidth'(0)}),
    .link_high_i    ({child_bound_i[EntryWidth +: MaxChildren*EntryWidth], EntryWidth'(0)}),
    .in_lane_i,
    .out_lane_i     (out_lane_o),
    .busy_i         (busy_o),
    .violation_i    (violation_o),
    .violation_in_i (violation_in_o),
    .violation_out_i(violation_out_o)
  );

  // The table of bounds, looked at while in reset.
  always_ff @(posedge clk_i) begin : configuration
    if (!rst_ni) begin
      for (int unsigned k = 0; k < MaxChildren; k++) begin
        a_bounds_ordered: assert (child_bound_i[k*EntryWidth +: EntryWidth]
                                  <= child_bound_i[(k+1)*EntryWidth +: EntryWidth])
          else $error("child_bound_i decreases after entry %0d", k);
      end
    end
  end

endmodule

bind bufferless_router bufferless_router_sva #(
  .MaxChildren(MaxChildren), .PayloadWidth(PayloadWidth), .Stages(Stages),
  .AddressWidth(AddressWidth)
) i_sva (.*);

`default_nettype wire
