// torus_pkg.sv: how torus routers read a flit, and the rules of a worm's way and of its lanes.
//
// Channel 2d is dimension d upwards (+), 2d + 1 downwards (-). A head's payload holds the signed
// hops that are left, HopsWidth bits a dimension, dimension 0 lowest; a router that sends the head
// on takes one off. The top bits of a flit's destination are the lane that it uses on its link.
//
// Dimension order: W. J. Dally and C. L. Seitz, "Deadlock-Free Message Routing in Multiprocessor
// Interconnection Networks", IEEE Trans. Computers C-36(5), 1987; lanes change class at a dateline.
`default_nettype none

package torus_pkg;

  localparam int unsigned MaxDimensions   = 4;
  localparam int unsigned MaxLanes        = 4;
  localparam int unsigned CoordinateWidth = 8;  // of a node's place and of a side
  localparam int unsigned HopsWidth       = 7;  // two's complement
  localparam int unsigned CreditWidth     = 8;  // credit wires of a channel, one a lane

  // A set of input queues: one an injection port, one a lane of an incoming channel.
  localparam int unsigned MaxQueues  = 2 * MaxDimensions * (MaxLanes + 1);
  localparam int unsigned QueueWidth = 6;  // names a queue

  function automatic logic [noc_pkg::LaneWidth-1:0] lane_of(
      input logic [noc_pkg::FlitWidth-1:0] flit
  );
    lane_of = noc_pkg::LaneWidth'(flit >> noc_pkg::LaneLow);
  endfunction

  function automatic logic [HopsWidth-1:0] hops_of(
      input logic [noc_pkg::FlitWidth-1:0] flit, input logic [1:0] dimension
  );
    hops_of = HopsWidth'(flit >> (HopsWidth * 32'(dimension)));
  endfunction

  // {none are left, the channel of the next hop}.
  function automatic logic [3:0] next_channel(input logic [noc_pkg::FlitWidth-1:0] flit);
    next_channel = 4'b1000;
    for (int unsigned d = MaxDimensions; d > 0; d--) begin
      if (flit[(d-1)*HopsWidth +: HopsWidth] != '0) begin
        next_channel = {1'b0, 2'(d - 1), flit[d*HopsWidth-1]};
      end
    end
  endfunction

  // How many hops, whichever their sign.
  function automatic logic [CoordinateWidth-1:0] distance_of(input logic [HopsWidth-1:0] hops);
    distance_of = hops[HopsWidth-1] ? CoordinateWidth'(HopsWidth'(~hops + 1'b1))
                                    : CoordinateWidth'(hops);
  endfunction

  // Whether the hops that are left take the wrap link: side - 1 to 0 upwards, 0 to side - 1
  // downwards.
  function automatic logic crosses_dateline(
      input logic                       downwards,
      input logic [CoordinateWidth-1:0] distance,
      input logic [CoordinateWidth-1:0] coordinate,
      input logic [CoordinateWidth-1:0] side
  );
    crosses_dateline = downwards ? coordinate < distance : coordinate + distance >= side;
  endfunction

  // Whether what has come here straight on has come over the wrap link.
  function automatic logic is_behind_dateline(
      input logic                       downwards,
      input logic [CoordinateWidth-1:0] coordinate,
      input logic [CoordinateWidth-1:0] side
  );
    is_behind_dateline = downwards ? coordinate + 1'b1 == side : coordinate == '0;
  endfunction

  // What becomes of a head at the front of an input: {NoWay, to the PE, channel, may use low lanes,
  // may use high lanes}. `channel` is the incoming one, of an injection port the one it leads to.
  localparam int unsigned DecisionWidth = 7;
  localparam int unsigned NoWay         = 6;
  localparam int unsigned ToPe          = 5;
  localparam int unsigned ChannelLow    = 2;  // 3 bits
  localparam int unsigned UseLow        = 1;
  localparam int unsigned UseHigh       = 0;

  function automatic logic [DecisionWidth-1:0] decide(
      input logic [noc_pkg::FlitWidth-1:0]             flit,
      input logic                                      injected,
      input logic [2:0]                                channel,
      input logic                                      on_high,  // it came on a high lane
      input logic [MaxDimensions*CoordinateWidth-1:0]  coordinates,
      input logic [MaxDimensions*CoordinateWidth-1:0]  sides,
      input logic                                      strict
  );
    logic                       none;
    logic [2:0]                 next;
    logic [CoordinateWidth-1:0] distance;
    logic [CoordinateWidth-1:0] coordinate;
    logic [CoordinateWidth-1:0] side;
    logic                       is_possible;
    logic                       is_behind;
    {none, next} = next_channel(flit);
    distance     = distance_of(hops_of(flit, next[2:1]));
    coordinate   = coordinates[next[2:1]*CoordinateWidth +: CoordinateWidth];
    side         = sides[next[2:1]*CoordinateWidth +: CoordinateWidth];
    is_possible  = distance < side && (next == channel || (!injected && next[2:1] > channel[2:1]));
    is_behind    = !injected && next == channel
                   && (on_high || is_behind_dateline(next[0], coordinate, side));
    decide[NoWay]           = none ? injected : !is_possible;
    decide[ToPe]            = none;
    decide[ChannelLow +: 3] = next;
    decide[UseLow]          = !is_behind;
    decide[UseHigh]         =
        is_behind || (!strict && !crosses_dateline(next[0], distance, coordinate, side));
  endfunction

  // The lanes of class 0, for worms before the dateline; the others are class 1. One alone is both.
  function automatic logic [MaxLanes-1:0] low_lanes(input logic [2:0] lanes);
    low_lanes = MaxLanes'((32'd1 << (lanes >> 1)) - 32'd1);
  endfunction

  // {low lanes, high lanes} that a head may use.
  function automatic logic [1:0] classes_of(
      input logic [DecisionWidth-1:0] decision, input logic [2:0] lanes
  );
    classes_of = (lanes == 3'd1) ? 2'b11 : {decision[UseLow], decision[UseHigh]};
  endfunction

  // No ~ stands before a cast below: Yosys 0.23 drops it (~7'(1) becomes 7'h01).
  // The flit as it goes on over a channel: on this lane and, if it is a head, with one hop less.
  function automatic logic [noc_pkg::FlitWidth-1:0] sent_on(
      input logic [noc_pkg::FlitWidth-1:0] flit,
      input logic [2:0]                    channel,
      input logic [noc_pkg::LaneWidth-1:0]          lane
  );
    sent_on = flit;
    sent_on[noc_pkg::LaneLow +: noc_pkg::LaneWidth] = lane;
    if (noc_pkg::flit_head(flit)) begin
      for (int unsigned d = 0; d < MaxDimensions; d++) begin
        if (d == 32'(channel[2:1])) begin
          sent_on[d*HopsWidth +: HopsWidth] =
              flit[d*HopsWidth +: HopsWidth] + {{(HopsWidth-1){!channel[0]}}, 1'b1};
        end
      end
    end
  endfunction

  // Round robin: the first of `wishes` after queue `last`, as a set of one; none of none.
  function automatic logic [MaxQueues-1:0] first_after(
      input logic [MaxQueues-1:0] wishes, input logic [QueueWidth-1:0] last
  );
    logic [MaxQueues-1:0] later;
    later = wishes & ({{(MaxQueues-1){1'b1}}, 1'b0} << last);
    first_after = (later != '0) ? later & (~later + 1'b1) : wishes & (~wishes + 1'b1);
  endfunction

  // The number of the only queue in a set.
  function automatic logic [QueueWidth-1:0] number_of(input logic [MaxQueues-1:0] queue);
    number_of = {(queue & 40'hff_0000_0000) != '0, (queue & 40'h00_ffff_0000) != '0,
                 (queue & 40'h00_ff00_ff00) != '0, (queue & 40'hf0_f0f0_f0f0) != '0,
                 (queue & 40'hcc_cccc_cccc) != '0, (queue & 40'haa_aaaa_aaaa) != '0};
  endfunction

endpackage

`default_nettype wire
