// bufferless_router_view.sv: names the lanes of a router for waves. Bound to every router.
`default_nettype none

module bufferless_router_view #(
  parameter int unsigned MaxChildren = 2
) (
  input logic [(MaxChildren+2)*noc_pkg::FlitWidth-1:0] in_lane_i,
  input logic [(MaxChildren+2)*noc_pkg::FlitWidth-1:0] out_lane_o,
  input logic [noc_pkg::ViolationWidth-1:0]            violation_o
);

  violation_view reported (.violation_i(violation_o));

  localparam int unsigned FlitWidth = noc_pkg::FlitWidth;

  lane_view own_in      (.lane_i(in_lane_i[noc_pkg::OwnLane*FlitWidth +: FlitWidth]));
  lane_view delivered   (.lane_i(out_lane_o[noc_pkg::OwnLane*FlitWidth +: FlitWidth]));
  lane_view from_parent (.lane_i(in_lane_i[noc_pkg::ParentLane*FlitWidth +: FlitWidth]));
  lane_view to_parent   (.lane_i(out_lane_o[noc_pkg::ParentLane*FlitWidth +: FlitWidth]));

  for (genvar k = 0; k < MaxChildren; k++) begin : child
    localparam int unsigned Lane = noc_pkg::FirstChildLane + k;
    lane_view from (.lane_i(in_lane_i[Lane*FlitWidth +: FlitWidth]));
    lane_view to   (.lane_i(out_lane_o[Lane*FlitWidth +: FlitWidth]));
  end

endmodule

bind bufferless_router bufferless_router_view #(.MaxChildren(MaxChildren)) view (.*);

`default_nettype wire
