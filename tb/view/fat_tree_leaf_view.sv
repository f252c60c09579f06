// fat_tree_leaf_view.sv: names the lanes of a leaf's network interface for waves. Bound to each.
`default_nettype none

module fat_tree_leaf_view #(
  parameter int unsigned Links = 1,
  parameter int unsigned AddressWidth = noc_pkg::AddressWidth
) (
  input logic [2*Links*noc_pkg::FlitWidth-1:0] in_lane_i,
  input logic [2*Links*noc_pkg::FlitWidth-1:0] out_lane_o,
  input logic [noc_pkg::ViolationWidth-1:0]    violation_o,
  input logic [noc_pkg::CountWidth-1:0]        max_stored_o,
  input logic [noc_pkg::CountWidth-1:0]        max_wait_o
);

  localparam int unsigned FlitWidth = noc_pkg::FlitWidth;

  violation_view reported (.violation_i(violation_o));

  lane_view #(AddressWidth) own_in    (.lane_i(in_lane_i[0 +: FlitWidth]));
  lane_view #(AddressWidth) delivered (.lane_i(out_lane_o[0 +: FlitWidth]));
  lane_view #(AddressWidth) to_switch (.lane_i(out_lane_o[Links*FlitWidth +: FlitWidth]));

  // The first port and link stand above: of most leaves they are all.
  for (genvar l = 1; l < Links; l++) begin : link
    lane_view #(AddressWidth) own_in    (.lane_i(in_lane_i[l*FlitWidth +: FlitWidth]));
    lane_view #(AddressWidth) delivered (.lane_i(out_lane_o[l*FlitWidth +: FlitWidth]));
    lane_view #(AddressWidth) to_switch (.lane_i(out_lane_o[(Links+l)*FlitWidth +: FlitWidth]));
  end

  logic [noc_pkg::CountWidth-1:0] max_stored;
  logic [noc_pkg::CountWidth-1:0] max_wait;
  assign max_stored = max_stored_o;
  assign max_wait   = max_wait_o;

endmodule

bind fat_tree_leaf fat_tree_leaf_view #(.Links(Links), .AddressWidth(AddressWidth)) view (.*);

`default_nettype wire
