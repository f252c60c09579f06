// multiport_router_view.sv: names the lanes of a multiport router for waves. Bound to every one.
`default_nettype none

module multiport_router_view #(
  parameter int unsigned NumLinks = 4
) (
  input logic [(2*NumLinks)*noc_pkg::FlitWidth-1:0] in_lane_i,
  input logic [(2*NumLinks)*noc_pkg::FlitWidth-1:0] out_lane_o,
  input logic [noc_pkg::ViolationWidth-1:0]         violation_o
);

  violation_view reported (.violation_i(violation_o));

  localparam int unsigned LaneWidth = noc_pkg::FlitWidth;

  for (genvar p = 0; p < NumLinks; p++) begin : link
    localparam int unsigned Lane = NumLinks + p;
    lane_view own_in    (.lane_i(in_lane_i[p*LaneWidth +: LaneWidth]));
    lane_view delivered (.lane_i(out_lane_o[p*LaneWidth +: LaneWidth]));
    lane_view from      (.lane_i(in_lane_i[Lane*LaneWidth +: LaneWidth]));
    lane_view to        (.lane_i(out_lane_o[Lane*LaneWidth +: LaneWidth]));
  end

endmodule

bind multiport_router multiport_router_view #(.NumLinks(NumLinks)) view (.*);

`default_nettype wire
