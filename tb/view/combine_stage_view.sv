// combine_stage_view.sv: names the lanes of a stage that combines for waves. Bound to every one.
`default_nettype none

module combine_stage_view #(
  parameter int unsigned Links      = 3,
  parameter int unsigned Trees      = 1,
  parameter int unsigned CountWidth = 1
) (
  input logic [(Trees+Links)*noc_pkg::FlitWidth-1:0] in_lane_i,
  input logic [(Trees+Links)*noc_pkg::FlitWidth-1:0] out_lane_o,
  input logic [noc_pkg::ViolationWidth-1:0]          violation_o,
  input logic [(Trees+Links)*CountWidth-1:0]         count_q
);

  localparam int unsigned FlitWidth = noc_pkg::FlitWidth;

  violation_view reported (.violation_i(violation_o));

  // Of a flit, `message` is the number of its word, `value` the word itself.
  for (genvar t = 0; t < Trees; t++) begin : own
    lane_view from (.lane_i(in_lane_i[t*FlitWidth +: FlitWidth]));
    lane_view to (.lane_i(out_lane_o[t*FlitWidth +: FlitWidth]));
    logic [CountWidth-1:0] waiting;
    assign waiting = count_q[t*CountWidth +: CountWidth];
  end
  for (genvar k = 0; k < Links; k++) begin : link
    lane_view from (.lane_i(in_lane_i[(Trees+k)*FlitWidth +: FlitWidth]));
    lane_view to (.lane_i(out_lane_o[(Trees+k)*FlitWidth +: FlitWidth]));
    logic [CountWidth-1:0] waiting;
    assign waiting = count_q[(Trees+k)*CountWidth +: CountWidth];
  end

endmodule

bind combine_stage combine_stage_view #(
  .Links(Links), .Trees(Trees), .CountWidth(CountWidth)
) view (.*);

`default_nettype wire
