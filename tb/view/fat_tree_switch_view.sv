// fat_tree_switch_view.sv: names the lanes of a switch for waves. Bound to every switch.
`default_nettype none

module fat_tree_switch_view #(
  parameter int unsigned Arity     = 2,
  parameter int unsigned DownLinks = 1,
  parameter int unsigned UpLinks   = 1,
  parameter int unsigned AddressWidth = noc_pkg::AddressWidth
) (
  input logic [(UpLinks+Arity*DownLinks)*noc_pkg::FlitWidth-1:0] out_lane_o,
  input logic [noc_pkg::ViolationWidth-1:0]                      violation_o,
  input logic [(Arity+1)*noc_pkg::CountWidth-1:0]                max_stored_o,
  input logic [(Arity+1)*noc_pkg::CountWidth-1:0]                max_wait_o
);

  localparam int unsigned FlitWidth  = noc_pkg::FlitWidth;
  localparam int unsigned CountWidth = noc_pkg::CountWidth;

  violation_view reported (.violation_i(violation_o));

  for (genvar j = 0; j < UpLinks; j++) begin : up
    lane_view #(AddressWidth) to (.lane_i(out_lane_o[j*FlitWidth +: FlitWidth]));
  end
  // Lane DownLinks * k + j is link j of child k.
  for (genvar j = 0; j < Arity * DownLinks; j++) begin : down
    lane_view #(AddressWidth) to (.lane_i(out_lane_o[(UpLinks+j)*FlitWidth +: FlitWidth]));
  end

  // Branch 0 leads up, branch 1 + k to child k.
  for (genvar branch = 0; branch <= Arity; branch++) begin : queue
    logic [CountWidth-1:0] max_stored;
    logic [CountWidth-1:0] max_wait;
    assign max_stored = max_stored_o[branch*CountWidth +: CountWidth];
    assign max_wait   = max_wait_o[branch*CountWidth +: CountWidth];
  end

endmodule

bind fat_tree_switch fat_tree_switch_view #(
  .Arity(Arity), .DownLinks(DownLinks), .UpLinks(UpLinks), .AddressWidth(AddressWidth)
) view (.*);

`default_nettype wire
