// flood_stage_view.sv: names the lanes of a stage that floods for waves. Bound to every one.
`default_nettype none

module flood_stage_view #(
  parameter int unsigned Links = 4
) (
  input logic [(1+Links)*noc_pkg::FlitWidth-1:0] in_lane_i,
  input logic [(1+Links)*noc_pkg::FlitWidth-1:0] out_lane_o,
  input logic [noc_pkg::ViolationWidth-1:0]      violation_o
);

  localparam int unsigned FlitWidth = noc_pkg::FlitWidth;

  violation_view reported (.violation_i(violation_o));

  // Of a flit, `message` is the number of its round, `value` the word. The own lane is called as in
  // stages of several trees.
  for (genvar t = 0; t < 1; t++) begin : own
    lane_view from (.lane_i(in_lane_i[FlitWidth-1:0]));
    lane_view to (.lane_i(out_lane_o[FlitWidth-1:0]));
  end
  for (genvar k = 0; k < Links; k++) begin : link
    lane_view from (.lane_i(in_lane_i[(1+k)*FlitWidth +: FlitWidth]));
    lane_view to (.lane_i(out_lane_o[(1+k)*FlitWidth +: FlitWidth]));
  end

endmodule

bind flood_stage flood_stage_view #(.Links(Links)) view (.*);

`default_nettype wire
