// bufferless_router_view.sv: names the lanes of a router for waves. Bound to every router.
`default_nettype none

module bufferless_router_view #(
  parameter int unsigned MaxChildren = 2
) (
  input logic [(MaxChildren+2)*noc_pkg::FlitWidth-1:0] in_lane_i,
  input logic [(MaxChildren+2)*noc_pkg::FlitWidth-1:0] out_lane_o,
  input logic [noc_pkg::ViolationWidth-1:0]            violation_o
);

  // One name for what went wrong; of several things at once, the first in this list.
  typedef enum logic [2:0] {
    NoViolation       = 3'd0,
    FlitsCollide      = 3'd1,
    SendsTwice        = 3'd2,
    ReceivesTwice     = 3'd3,
    HasNoRoute        = 3'd4,
    MessageIsBroken   = 3'd5
  } violation_e;

  violation_e violation;
  always_comb begin
    violation = NoViolation;
    if (violation_o[noc_pkg::BrokenWorm])    violation = MessageIsBroken;
    if (violation_o[noc_pkg::NoRoute])       violation = HasNoRoute;
    if (violation_o[noc_pkg::SecondReceive]) violation = ReceivesTwice;
    if (violation_o[noc_pkg::SecondSend])    violation = SendsTwice;
    if (violation_o[noc_pkg::Collision])     violation = FlitsCollide;
  end

  localparam int unsigned LaneWidth = noc_pkg::FlitWidth;

  lane_view own_in      (.lane_i(in_lane_i[noc_pkg::OwnLane*LaneWidth +: LaneWidth]));
  lane_view delivered   (.lane_i(out_lane_o[noc_pkg::OwnLane*LaneWidth +: LaneWidth]));
  lane_view from_parent (.lane_i(in_lane_i[noc_pkg::ParentLane*LaneWidth +: LaneWidth]));
  lane_view to_parent   (.lane_i(out_lane_o[noc_pkg::ParentLane*LaneWidth +: LaneWidth]));

  for (genvar k = 0; k < MaxChildren; k++) begin : child
    localparam int unsigned Lane = noc_pkg::FirstChildLane + k;
    lane_view from (.lane_i(in_lane_i[Lane*LaneWidth +: LaneWidth]));
    lane_view to   (.lane_i(out_lane_o[Lane*LaneWidth +: LaneWidth]));
  end

endmodule

bind bufferless_router bufferless_router_view #(.MaxChildren(MaxChildren)) view (.*);

`default_nettype wire
