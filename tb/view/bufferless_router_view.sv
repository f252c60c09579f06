// bufferless_router_view.sv: names the lanes of a router for waves. Bound to every router.
`default_nettype none

module bufferless_router_view #(
  parameter int unsigned MaxChildren  = 2,
  parameter int unsigned AddressWidth = noc_pkg::AddressWidth
) (
  input logic [(MaxChildren+2)*noc_pkg::FlitWidth-1:0] in_lane_i,
  input logic [(MaxChildren+2)*noc_pkg::FlitWidth-1:0] out_lane_o,
  input logic [noc_pkg::ViolationWidth-1:0]            violation_o
);

  violation_view reported (.violation_i(violation_o));

  localparam int unsigned FlitWidth = noc_pkg::FlitWidth;
  localparam int unsigned OwnLow    = noc_pkg::OwnLane * FlitWidth;
  localparam int unsigned ParentLow = noc_pkg::ParentLane * FlitWidth;

  lane_view #(AddressWidth) own_in      (.lane_i(in_lane_i[OwnLow +: FlitWidth]));
  lane_view #(AddressWidth) delivered   (.lane_i(out_lane_o[OwnLow +: FlitWidth]));
  lane_view #(AddressWidth) from_parent (.lane_i(in_lane_i[ParentLow +: FlitWidth]));
  lane_view #(AddressWidth) to_parent   (.lane_i(out_lane_o[ParentLow +: FlitWidth]));

  for (genvar k = 0; k < MaxChildren; k++) begin : child
    localparam int unsigned Lane = noc_pkg::FirstChildLane + k;
    lane_view #(AddressWidth) from (.lane_i(in_lane_i[Lane*FlitWidth +: FlitWidth]));
    lane_view #(AddressWidth) to   (.lane_i(out_lane_o[Lane*FlitWidth +: FlitWidth]));
  end

endmodule

bind bufferless_router bufferless_router_view #(
  .MaxChildren(MaxChildren), .AddressWidth(AddressWidth)
) view (.*);

`default_nettype wire
