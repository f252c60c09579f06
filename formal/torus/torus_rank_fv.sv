// torus_rank_fv.sv: a head on a torus waits only for lanes of higher rank than the one it holds.
//
// Combinational, one hop of one head, by the decision that the router takes. `legal` says what is
// true of a head that lies in the queue of a link's lane; it is assumed before the hop and asserted
// after, and injected heads make it true. The rank of a lane is dimension, then class, then how
// many links lie before it in its direction, from the dateline on.
//
// Four dimensions, any sides: a torus of fewer is one whose heads have no hops in the others.
`default_nettype none

module torus_rank_fv (
  input logic [noc_pkg::FlitWidth-1:0] flit_i,
  input logic                          injected_i,
  input logic [2:0]                    channel_i,      // that it came over; injected: its first
  input logic [2:0]                    lanes_i,        // of every channel
  input logic [1:0]                    lane_i,         // that it came on
  input logic [1:0]                    next_lane_i,    // that it is given
  input logic [31:0]                   coordinates_i,
  input logic [31:0]                   sides_i,
  input logic                          strict_i
);

  localparam int unsigned FlitWidth     = noc_pkg::FlitWidth;
  localparam int unsigned HopsWidth     = torus_pkg::HopsWidth;
  localparam int unsigned DecisionWidth = torus_pkg::DecisionWidth;

  function automatic logic [7:0] of_dimension(input logic [31:0] values, input logic [1:0] d);
    of_dimension = values[8*d +: 8];
  endfunction

  function automatic logic is_high(input logic [1:0] lane, input logic [2:0] lanes);
    logic [3:0] low;
    low = torus_pkg::low_lanes(lanes);
    is_high = !low[lane];
  endfunction

  // Where a hop over a channel leads from a coordinate.
  function automatic logic [7:0] neighbour(
      input logic downwards, input logic [7:0] at, input logic [7:0] side
  );
    if (downwards) neighbour = (at == 8'd0) ? side - 8'd1 : at - 8'd1;
    else           neighbour = (at == side - 8'd1) ? 8'd0 : at + 8'd1;
  endfunction

  // Of the lane by which a head leaves a coordinate. The last link of a direction is the wrap link.
  function automatic logic [9:0] rank(
      input logic [2:0] channel, input logic high, input logic [7:0] at, input logic [7:0] side
  );
    logic [7:0] before_it;
    before_it = channel[0] ? side - 8'd1 - at : at;
    rank = {1'b0, channel[2:1], high, before_it[5:0]};
  endfunction

  // Of a head that has come to a place over a channel: fewer hops than sides; none left in lower
  // dimensions; in this one they go straight on; on a high lane they do not take the wrap link, and
  // the link that they came over was not the wrap link.
  function automatic logic legal(
      input logic [FlitWidth-1:0] flit, input logic [2:0] channel, input logic high,
      input logic [31:0] places, input logic [31:0] sides
  );
    logic [HopsWidth-1:0] hops;
    logic [7:0]           distance;
    logic [7:0]           left;  // links ahead before the wrap link
    legal = 1'b1;
    for (int unsigned d = 0; d < 4; d++) begin
      hops = HopsWidth'(torus_pkg::hops_of(flit, 2'(d), HopsWidth));
      distance = torus_pkg::distance_of(hops);
      left = channel[0] ? places[8*d +: 8] : sides[8*d +: 8] - 8'd1 - places[8*d +: 8];
      if (distance >= sides[8*d +: 8]) legal = 1'b0;
      if (d < 32'(channel[2:1]) && hops != '0) legal = 1'b0;
      if (d == 32'(channel[2:1])) begin
        if (hops != '0 && hops[HopsWidth-1] != channel[0]) legal = 1'b0;
        if (high && distance > left) legal = 1'b0;
        if (high && left == sides[8*d +: 8] - 8'd1) legal = 1'b0;
      end
    end
  endfunction

  logic [DecisionWidth-1:0] decision;
  logic                     high;       // the class of the lane that it holds
  logic                     next_high;
  logic [2:0]               next;
  logic [7:0]               here;       // in the dimension that it goes on in
  logic [7:0]               side;
  logic [7:0]               side_back;  // of the dimension that it came in
  logic [7:0]               came_from;
  logic [31:0]              there;
  logic [FlitWidth-1:0]     sent;
  logic                     in_range;
  logic [1:0]               classes;    // that it may use: low, high
  logic                     given;      // it may be given that lane
  logic                     wraps;
  assign high      = is_high(lane_i, lanes_i);
  assign next_high = is_high(next_lane_i, lanes_i);
  assign decision  = torus_pkg::decide(flit_i, injected_i, channel_i, high, 48'(coordinates_i),
                                       48'(sides_i), strict_i, torus_pkg::MaxDimensions, HopsWidth);
  assign next      = decision[torus_pkg::ChannelLow +: 3];
  assign here      = of_dimension(coordinates_i, next[2:1]);
  assign side      = of_dimension(sides_i, next[2:1]);
  assign side_back = of_dimension(sides_i, channel_i[2:1]);
  assign came_from = neighbour(!channel_i[0], of_dimension(coordinates_i, channel_i[2:1]),
                               side_back);
  assign sent      = torus_pkg::sent_on(flit_i, next, 3'(next_lane_i), HopsWidth);
  assign classes   = torus_pkg::classes_of(decision, lanes_i);
  assign given     = !decision[torus_pkg::ToPe] && (next_high ? classes[0] : classes[1]);
  assign wraps     = here == (next[0] ? 8'd0 : side - 8'd1);
  always_comb begin : hop
    in_range = 1'b1;
    there = coordinates_i;
    for (int unsigned d = 0; d < 4; d++) begin
      if (coordinates_i[8*d +: 8] >= sides_i[8*d +: 8]) in_range = 1'b0;
      if (sides_i[8*d +: 8] < 8'd2 || sides_i[8*d +: 8] > 8'd64) in_range = 1'b0;
      if (d == 32'(next[2:1])) there[8*d +: 8] = neighbour(next[0], here, side);
    end
  end

  always_comb begin : properties
    m_head: assume (noc_pkg::flit_head(flit_i));
    m_places: assume (in_range);
    m_lanes: assume (lanes_i >= 3'd2 && lanes_i <= 3'd4 && 3'(lane_i) < lanes_i
                     && 3'(next_lane_i) < lanes_i);
    m_legal: assume (legal(flit_i, channel_i, !injected_i && high, coordinates_i, sides_i));
    // The port is that of the first hop.
    m_injected: assume (!injected_i || torus_pkg::hops_of(flit_i, channel_i[2:1], HopsWidth) != '0);
    a_has_a_way: assert (!decision[torus_pkg::NoWay]);
    if (!decision[torus_pkg::ToPe]) begin
      a_has_a_lane: assert (classes != '0);
      if (given) begin
        a_stays_legal: assert (legal(sent, next, next_high, there, sides_i));
        if (!injected_i) a_rank_rises: assert (rank(next, next_high, here, side)
                                               > rank(channel_i, high, came_from, side_back));
      end
    end

    if (given) begin
      c_over_the_dateline: cover (!injected_i && wraps && !high && side == 8'd64);
      c_behind_it: cover (!injected_i && next == channel_i && !high && next_high);
      c_from_a_high_lane: cover (!injected_i && next == channel_i && high && here != 8'd0);
      c_turn_to_a_low_lane: cover (!injected_i && high && !next_high);
      c_fourth_dimension: cover (next[2:1] == 2'd3 && channel_i[2:1] == 2'd0);
      c_injected_high: cover (injected_i && next_high);
    end
    c_ejected: cover (decision[torus_pkg::ToPe] && high);
  end

endmodule

`default_nettype wire
