// fat_tree_leaf_cover.sv: what tests must have shown a fat tree's leaf. Bound to every one.
`default_nettype none
/*verilator coverage_off*/  // of bits: these have points in the leaf

module fat_tree_leaf_cover #(
  parameter int unsigned Depth = 4,
  parameter int unsigned Links = 1,
  parameter int unsigned PayloadWidth = noc_pkg::PayloadWidth,
  localparam int unsigned HeaderWidth = noc_pkg::FlitWidth - noc_pkg::PayloadWidth,
  localparam int unsigned FlitWidth   = HeaderWidth + PayloadWidth
) (
  input logic                                  clk_i,
  input logic                                  rst_ni,
  input logic [noc_pkg::CountWidth-1:0]        limit_i,
  input logic                                  backpressure_i,
  input logic [2*Links*FlitWidth-1:0]          in_lane_i,
  input logic [2*Links*FlitWidth-1:0]          out_lane_o,
  input logic [2*Links-1:0]                    ready_i,
  input logic [2*Links-1:0]                    ready_o,
  input logic [noc_pkg::ViolationWidth-1:0]    violation_o,
  input logic [2*Links-1:0]                    violation_in_o,
  input logic [noc_pkg::CountWidth-1:0]        stored_q,
  input logic [noc_pkg::CountWidth-1:0]        head_q
);

  // Of several ports and links the first.
  logic                          own;       // a packet from the PE
  logic                          down;      // one from the switch
  logic                          up;        // one on the link to the switch
  logic                          delivered;
  logic [noc_pkg::FlitWidth-1:0] lowest;    // but for the payload above its 31 bits
  logic [noc_pkg::KindWidth-1:0] kind;      // of what is delivered
  assign own = rst_ni && in_lane_i[FlitWidth-1];
  assign down = rst_ni && in_lane_i[(Links+1)*FlitWidth-1];
  assign up = rst_ni && out_lane_o[(Links+1)*FlitWidth-1];
  assign lowest = {out_lane_o[PayloadWidth +: HeaderWidth], out_lane_o[0 +: noc_pkg::PayloadWidth]};
  assign delivered = rst_ni && noc_pkg::flit_valid(lowest);
  assign kind = noc_pkg::flit_kind(lowest);
  /*verilator coverage_on*/

  // Back pressure: from the switch on the link, and from the queue on the PE.
  c_link_held: cover property (@(posedge clk_i) up && backpressure_i && !ready_i[Links]);
  c_pe_held: cover property (@(posedge clk_i) own && backpressure_i && !ready_o[0]);
  c_full_and_leaving: cover property (@(posedge clk_i)
      own && up && backpressure_i && stored_q >= limit_i && ready_i[Links]);
  c_both_ways: cover property (@(posedge clk_i) own && down && up);
  // Queue depths, the last slot, and the way around.
  for (genvar depth = 1; depth <= Depth && depth <= 8; depth++) begin : gen_depth
    c_reached: cover property (@(posedge clk_i) rst_ni && 32'(stored_q) == depth);
  end
  c_filled: cover property (@(posedge clk_i) rst_ni && 32'(stored_q) == Depth);
  if (Depth > 1) begin : gen_ring
    c_last_slot: cover property (@(posedge clk_i) rst_ni && 32'(head_q) == Depth - 1);
  end
  // What is delivered.
  c_flood: cover property (@(posedge clk_i) delivered && kind == noc_pkg::Flood);
  c_copies: cover property (@(posedge clk_i) delivered && kind == noc_pkg::Copies);
  c_to_one: cover property (@(posedge clk_i)
      delivered && kind != noc_pkg::Flood && kind != noc_pkg::Copies);
  // Reports: to itself, for another leaf, had to wait.
  c_to_itself: cover property (@(posedge clk_i)
      rst_ni && violation_o[noc_pkg::NoRoute] && violation_in_o[0]);
  c_for_another: cover property (@(posedge clk_i)
      rst_ni && violation_o[noc_pkg::NoRoute] && violation_in_o[Links]);
  c_waited: cover property (@(posedge clk_i) rst_ni && violation_o[noc_pkg::Waited]);

endmodule

bind fat_tree_leaf fat_tree_leaf_cover #(
  .Depth(Depth), .Links(Links), .PayloadWidth(PayloadWidth)
) i_cover (.*);

`default_nettype wire
