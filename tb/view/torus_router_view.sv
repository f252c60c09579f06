// torus_router_view.sv: names the ports of a torus router for waves. Bound to every one.
`default_nettype none

module torus_router_view #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned PePorts    = 2 * Dimensions,
  parameter int unsigned TagWidth   = noc_pkg::TagWidth,
  parameter int unsigned HopsWidth  = torus_pkg::HopsWidth,
  localparam int unsigned NumPorts  = PePorts + 2 * Dimensions
) (
  input logic [NumPorts*noc_pkg::FlitWidth-1:0]     in_lane_i,
  input logic [NumPorts*noc_pkg::FlitWidth-1:0]     out_lane_o,
  input logic [NumPorts*torus_pkg::CreditWidth-1:0] credit_i,
  input logic [NumPorts*torus_pkg::CreditWidth-1:0] credit_o,
  input logic [PePorts-1:0]                         stall_i,
  input logic [noc_pkg::ViolationWidth-1:0]         violation_o
);

  violation_view reported (.violation_i(violation_o));

  localparam int unsigned NumChannels = 2 * Dimensions;

  // Channel 2d is dimension d upwards, 2d + 1 downwards. One port of the PE is all channels'.
  for (genvar c = 0; c < NumChannels; c++) begin : channel
    localparam int unsigned Port = (PePorts == 1) ? 0 : c;
    torus_lane_view #(.TagWidth(TagWidth), .HopsWidth(HopsWidth)) own_in (
      .lane_i(in_lane_i[Port*noc_pkg::FlitWidth +: noc_pkg::FlitWidth])
    );
    torus_lane_view #(.TagWidth(TagWidth), .HopsWidth(HopsWidth)) delivered (
      .lane_i(out_lane_o[Port*noc_pkg::FlitWidth +: noc_pkg::FlitWidth])
    );
    torus_lane_view #(.TagWidth(TagWidth), .HopsWidth(HopsWidth)) from (
      .lane_i(in_lane_i[(PePorts+c)*noc_pkg::FlitWidth +: noc_pkg::FlitWidth])
    );
    torus_lane_view #(.TagWidth(TagWidth), .HopsWidth(HopsWidth)) to (
      .lane_i(out_lane_o[(PePorts+c)*noc_pkg::FlitWidth +: noc_pkg::FlitWidth])
    );
    logic [torus_pkg::CreditWidth-1:0] credit_in;   // of `to`, a bit a lane
    logic [torus_pkg::CreditWidth-1:0] credit_out;  // of `from`
    logic                              credit_own;  // of `own_in`
    logic                              stalled;     // `delivered` gets no flit at the next edge
    assign credit_in  = credit_i[(PePorts+c)*torus_pkg::CreditWidth +: torus_pkg::CreditWidth];
    assign credit_out = credit_o[(PePorts+c)*torus_pkg::CreditWidth +: torus_pkg::CreditWidth];
    assign credit_own = credit_o[Port*torus_pkg::CreditWidth];
    assign stalled    = stall_i[Port];
  end

endmodule

bind torus_router torus_router_view #(
  .Dimensions(Dimensions), .PePorts(PePorts), .TagWidth(TagWidth), .HopsWidth(HopsWidth)
) view (.*);

`default_nettype wire
