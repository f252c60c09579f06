// torus_router_cover.sv: what tests must have shown a torus router. Bound to every one.
//
// Channels and lanes as in torus_router: every lane (virtual channel) of every port has points.
`default_nettype none
/*verilator coverage_off*/  // of bits: these have points in the router

module torus_router_cover #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned Lanes      = 2,
  parameter int unsigned Depth      = 8,
  parameter int unsigned PePorts    = 2 * Dimensions,
  parameter int unsigned HopsWidth  = torus_pkg::HopsWidth,
  localparam int unsigned PlaceWidth = HopsWidth + 1,
  localparam int unsigned NumChannels   = 2 * Dimensions,
  localparam int unsigned NumPorts      = PePorts + NumChannels,
  localparam int unsigned NumWays       = NumChannels * Lanes,
  localparam int unsigned NumQueues     = PePorts + NumWays,
  localparam int unsigned CountWidth    = $clog2(Depth + 1),
  localparam int unsigned PatienceWidth = 4
) (
  input logic                                    clk_i,
  input logic                                    rst_ni,
  input logic [4*PlaceWidth-1:0]                 coordinate_i,
  input logic [4*PlaceWidth-1:0]                 side_i,
  input logic                                    strict_i,
  input logic [NumPorts*noc_pkg::FlitWidth-1:0]  in_lane_i,
  input logic [NumPorts*noc_pkg::FlitWidth-1:0]  out_lane_o,
  input logic [noc_pkg::ViolationWidth-1:0]      violation_o,
  input logic [NumPorts-1:0]                     violation_in_o,
  input logic [CountWidth-1:0]                   count_q [0:NumQueues-1],
  input logic [NumQueues-1:0]                    filled_q,
  input logic [NumQueues-1:0]                    held_q,
  input logic [NumQueues-1:0]                    started_q,
  input logic [NumWays-1:0]                      taken_q,
  input logic [NumWays-1:0]                      funded_q,
  input logic [PatienceWidth-1:0]                passed_q [0:PePorts-1]
);

  logic [NumPorts-1:0]                     valid;
  logic [NumPorts-1:0]                     head;
  logic [NumPorts-1:0]                     sent;
  logic [NumPorts-1:0]                     sent_head;
  logic [NumPorts*noc_pkg::LaneWidth-1:0]  lane_in;
  logic [NumPorts*noc_pkg::LaneWidth-1:0]  lane_out;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_field
    logic [noc_pkg::FlitWidth-1:0] from;
    logic [noc_pkg::FlitWidth-1:0] to;
    assign from = in_lane_i[p*noc_pkg::FlitWidth +: noc_pkg::FlitWidth];
    assign to = out_lane_o[p*noc_pkg::FlitWidth +: noc_pkg::FlitWidth];
    assign valid[p] = rst_ni && noc_pkg::flit_valid(from);
    assign head[p] = valid[p] && noc_pkg::flit_head(from);
    assign sent[p] = rst_ni && noc_pkg::flit_valid(to);
    assign sent_head[p] = sent[p] && noc_pkg::flit_head(to);
    assign lane_in[p*noc_pkg::LaneWidth +: noc_pkg::LaneWidth] = torus_pkg::lane_of(from);
    assign lane_out[p*noc_pkg::LaneWidth +: noc_pkg::LaneWidth] = torus_pkg::lane_of(to);
  end
  /*verilator coverage_on*/

  for (genvar c = 0; c < NumChannels; c++) begin : gen_channel
    localparam int unsigned Port = PePorts + c;
    localparam int unsigned Pe   = (PePorts == 1) ? 0 : c;  // the port of the PE
    for (genvar v = 0; v < Lanes; v++) begin : gen_lane
      localparam int unsigned Way = c * Lanes + v;
      // Every virtual channel at every port: comes in, goes out, is delivered.
      c_in: cover property (@(posedge clk_i)
          valid[Port] && 32'(lane_in[Port*noc_pkg::LaneWidth +: noc_pkg::LaneWidth]) == v);
      c_out: cover property (@(posedge clk_i)
          sent[Port] && 32'(lane_out[Port*noc_pkg::LaneWidth +: noc_pkg::LaneWidth]) == v);
      c_delivered: cover property (@(posedge clk_i)
          sent[Pe] && 32'(lane_out[Pe*noc_pkg::LaneWidth +: noc_pkg::LaneWidth]) == v);
      // Back pressure: no credit is left, with a worm on the lane and without; the queue is full.
      c_no_credit_in_worm: cover property (@(posedge clk_i)
          rst_ni && !funded_q[Way] && taken_q[Way]);
      c_no_credit: cover property (@(posedge clk_i)
          rst_ni && !funded_q[Way] && !taken_q[Way]);
      c_queue_full: cover property (@(posedge clk_i)
          rst_ni && 32'(count_q[PePorts+Way]) == Depth);
      // A worm of which the head has gone waits for its next flit.
      c_worm_stretched: cover property (@(posedge clk_i)
          rst_ni && started_q[PePorts+Way] && !filled_q[PePorts+Way]);
      c_worm_in_transit: cover property (@(posedge clk_i) rst_ni && held_q[PePorts+Way]);
    end
    // The port that the PE injects by, its queue full too.
    c_injected: cover property (@(posedge clk_i) valid[Pe]);
    c_injection_full: cover property (@(posedge clk_i)
        rst_ni && 32'(count_q[Pe]) == Depth);
    // All lanes are taken or without credit; an injected head has lost its patience.
    c_no_lane_free: cover property (@(posedge clk_i)
        rst_ni && (taken_q[c*Lanes +: Lanes] | ~funded_q[c*Lanes +: Lanes]) == '1);
    c_patience_reached: cover property (@(posedge clk_i)
        rst_ni && passed_q[Pe] == '1);
    if (Lanes > 1) begin : gen_classes
      logic is_behind;
      assign is_behind = torus_pkg::is_behind_dateline(
          1'(c % 2),
          torus_pkg::MaxCoordinateWidth'(coordinate_i[(c/2)*PlaceWidth +: PlaceWidth]),
          torus_pkg::MaxCoordinateWidth'(side_i[(c/2)*PlaceWidth +: PlaceWidth]), HopsWidth);
      // Both classes of lanes for heads, by dimension and direction, also with strict_i.
      c_low: cover property (@(posedge clk_i) sent_head[Port]
          && 32'(lane_out[Port*noc_pkg::LaneWidth +: noc_pkg::LaneWidth]) < Lanes / 2);
      c_high: cover property (@(posedge clk_i) sent_head[Port]
          && 32'(lane_out[Port*noc_pkg::LaneWidth +: noc_pkg::LaneWidth]) >= Lanes / 2);
      c_strict_low: cover property (@(posedge clk_i) sent_head[Port] && strict_i
          && 32'(lane_out[Port*noc_pkg::LaneWidth +: noc_pkg::LaneWidth]) < Lanes / 2);
      c_strict_high: cover property (@(posedge clk_i) sent_head[Port] && strict_i
          && 32'(lane_out[Port*noc_pkg::LaneWidth +: noc_pkg::LaneWidth]) >= Lanes / 2);
      // A head that has come over the wrap link, on a lane of the class before the dateline.
      c_over_dateline: cover property (@(posedge clk_i) head[Port] && is_behind
          && 32'(lane_in[Port*noc_pkg::LaneWidth +: noc_pkg::LaneWidth]) < Lanes / 2);
    end
  end
  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    // Every report about every input.
    c_no_route: cover property (@(posedge clk_i)
        rst_ni && violation_o[noc_pkg::NoRoute] && violation_in_o[p]);
    c_broken_worm: cover property (@(posedge clk_i)
        rst_ni && violation_o[noc_pkg::BrokenWorm] && violation_in_o[p]);
    c_overflow: cover property (@(posedge clk_i)
        rst_ni && violation_o[noc_pkg::Overflow] && violation_in_o[p]);
  end
  // All outgoing channels at once; all queues at once.
  c_all_channels: cover property (@(posedge clk_i) sent[NumPorts-1:PePorts] == '1);
  c_all_deliver: cover property (@(posedge clk_i) sent[PePorts-1:0] == '1);

endmodule

bind torus_router torus_router_cover #(
  .Dimensions(Dimensions), .Lanes(Lanes), .Depth(Depth), .PePorts(PePorts), .HopsWidth(HopsWidth)
) i_cover (.*);

`default_nettype wire
