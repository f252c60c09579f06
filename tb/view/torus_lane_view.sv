// torus_lane_view.sv: the flit on a link of a torus by name: its lane, packet and hops left.
`default_nettype none

module torus_lane_view #(
  parameter int unsigned TagWidth  = noc_pkg::TagWidth,
  parameter int unsigned HopsWidth = torus_pkg::HopsWidth,
  localparam int unsigned PayloadWidth = noc_pkg::TagWidth + noc_pkg::PayloadWidth - TagWidth
) (
  input logic [noc_pkg::FlitWidth-1:0] lane_i
);

  logic                                              valid;
  noc_pkg::flit_kind_e                               kind;
  logic                                              head;
  logic                                              tail;
  logic [noc_pkg::LaneWidth-1:0]                     lane;
  logic [noc_pkg::LaneLow-noc_pkg::PayloadWidth-noc_pkg::TagWidth-1:0] packet;  // of the source
  logic [TagWidth-1:0]                               source;   // all ones: no flit
  logic [PayloadWidth-1:0]                           number;   // of the flit, from 1; 0 if idle
  logic signed [HopsWidth-1:0]                       hops_0;   // heads: hops left
  logic signed [HopsWidth-1:0]                       hops_1;
  logic signed [HopsWidth-1:0]                       hops_2;
  logic signed [HopsWidth-1:0]                       hops_3;

  /*verilator tracing_off*/  // its fields follow, one by one
  noc_pkg::flit_t flit;
  /*verilator tracing_on*/
  assign flit = noc_pkg::flit_t'(lane_i);

  assign valid   = flit.valid;
  assign kind    = flit.kind;
  assign head    = flit.head;
  assign tail    = flit.tail;
  assign {lane, packet} = flit.destination;
  assign source  = flit.valid ? TagWidth'(lane_i >> PayloadWidth) : '1;
  assign number  = flit.head ? PayloadWidth'(1) : PayloadWidth'(lane_i);
  assign hops_0  = flit.head ? HopsWidth'(torus_pkg::hops_of(lane_i, 2'd0, HopsWidth)) : '0;
  assign hops_1  = flit.head ? HopsWidth'(torus_pkg::hops_of(lane_i, 2'd1, HopsWidth)) : '0;
  assign hops_2  = flit.head ? HopsWidth'(torus_pkg::hops_of(lane_i, 2'd2, HopsWidth)) : '0;
  assign hops_3  = flit.head ? HopsWidth'(torus_pkg::hops_of(lane_i, 2'd3, HopsWidth)) : '0;

endmodule

`default_nettype wire
