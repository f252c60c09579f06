// torus_pkg.sv: how torus routers read a flit, and the rules of a worm's way and of its lanes.
//
// Channel 2d is dimension d upwards (+), 2d + 1 downwards (-). A head's payload holds the signed
// hops that are left, hops_width bits a dimension, dimension 0 lowest; a router that sends the head
// on takes one off. Places and sides have a bit more, and sums are modulo what that many bits hold.
// The top bits of a flit's destination are the lane that it uses on its link.
//
// Where a rule has two texts, that of the default width is as narrow as it can be: Yosys makes no
// more of small routers for what large ones need.
//
// Dimension order: W. J. Dally and C. L. Seitz, "Deadlock-Free Message Routing in Multiprocessor
// Interconnection Networks", IEEE Trans. Computers C-36(5), 1987; lanes change class at a dateline.
`default_nettype none

package torus_pkg;

  localparam int unsigned MaxDimensions   = 4;
  localparam int unsigned MaxLanes        = 4;
  localparam int unsigned CoordinateWidth = 8;  // of a node's place and of a side
  localparam int unsigned HopsWidth       = 7;  // two's complement
  // In tori of longer sides.
  localparam int unsigned MaxCoordinateWidth = 12;
  localparam int unsigned MaxHopsWidth       = 11;
  localparam int unsigned CreditWidth     = 8;  // credit wires of a channel, one a lane

  // A set of input queues: one an injection port, one a lane of an incoming channel.
  localparam int unsigned MaxQueues = 2 * MaxDimensions * (MaxLanes + 1);

  function automatic logic [noc_pkg::LaneWidth-1:0] lane_of(
      input logic [noc_pkg::FlitWidth-1:0] flit
  );
    lane_of = noc_pkg::LaneWidth'(flit >> noc_pkg::LaneLow);
  endfunction

  function automatic logic [MaxHopsWidth-1:0] bits_of(input int unsigned hops_width);
    bits_of = MaxHopsWidth'((32'd1 << hops_width) - 32'd1);
  endfunction

  function automatic logic [MaxHopsWidth-1:0] hops_of(
      input logic [noc_pkg::FlitWidth-1:0] flit, input logic [1:0] dimension,
      input int unsigned hops_width
  );
    hops_of = MaxHopsWidth'(flit >> (hops_width * 32'(dimension))) & bits_of(hops_width);
  endfunction

  // Whether hops lead downwards.
  function automatic logic is_downwards(
      input logic [MaxHopsWidth-1:0] hops, input int unsigned hops_width
  );
    is_downwards = 1'(hops >> (hops_width - 1));
  endfunction

  // Of places, or of sides.
  function automatic logic [MaxCoordinateWidth-1:0] entry_of(
      input logic [MaxDimensions*MaxCoordinateWidth-1:0] entries, input int unsigned dimension,
      input int unsigned hops_width
  );
    entry_of = in_width(MaxCoordinateWidth'(entries >> (dimension * (hops_width + 1))), hops_width);
  endfunction

  // Modulo what a place has bits for.
  function automatic logic [MaxCoordinateWidth-1:0] in_width(
      input logic [MaxCoordinateWidth-1:0] sum, input int unsigned hops_width
  );
    in_width = sum & MaxCoordinateWidth'((32'd2 << hops_width) - 32'd1);
  endfunction

  // How many hops, whichever their sign.
  function automatic logic [CoordinateWidth-1:0] distance_of(input logic [HopsWidth-1:0] hops);
    distance_of = hops[HopsWidth-1] ? CoordinateWidth'(HopsWidth'(~hops + 1'b1))
                                    : CoordinateWidth'(hops);
  endfunction

  // Of hops that are not 0 in a dimension: upwards how many, downwards how many less one. That
  // takes no carry, so that it is compared at once.
  function automatic logic [MaxCoordinateWidth-1:0] reach_of(
      input logic [MaxHopsWidth-1:0] hops, input int unsigned hops_width
  );
    reach_of = {1'b0, hops ^ (bits_of(hops_width)
                              & {MaxHopsWidth{is_downwards(hops, hops_width)}})};
  endfunction

  // Whether there are fewer hops than nodes in the dimension.
  function automatic logic fits_side(
      input logic                          downwards,
      input logic [MaxCoordinateWidth-1:0] reach,
      input logic [MaxCoordinateWidth-1:0] side,
      input int unsigned                   hops_width
  );
    if (hops_width == HopsWidth) begin
      fits_side = CoordinateWidth'(side) != '0
          && CoordinateWidth'(reach) < CoordinateWidth'(side) - CoordinateWidth'(downwards);
    end else begin
      fits_side = side != '0 && reach < in_width(side - MaxCoordinateWidth'(downwards), hops_width);
    end
  endfunction

  // Whether the hops that are left take the wrap link: side - 1 to 0 upwards, 0 to side - 1
  // downwards.
  function automatic logic crosses_dateline(
      input logic                          downwards,
      input logic [MaxCoordinateWidth-1:0] reach,
      input logic [MaxCoordinateWidth-1:0] coordinate,
      input logic [MaxCoordinateWidth-1:0] side,
      input int unsigned                   hops_width
  );
    if (hops_width == HopsWidth) begin
      crosses_dateline = CoordinateWidth'(reach) >= (downwards ? CoordinateWidth'(coordinate)
                         : CoordinateWidth'(side) - CoordinateWidth'(coordinate));
    end else begin
      crosses_dateline =
          reach >= (downwards ? coordinate : in_width(side - coordinate, hops_width));
    end
  endfunction

  // Whether what has come here straight on has come over the wrap link.
  function automatic logic is_behind_dateline(
      input logic                          downwards,
      input logic [MaxCoordinateWidth-1:0] coordinate,
      input logic [MaxCoordinateWidth-1:0] side,
      input int unsigned                   hops_width
  );
    if (hops_width == HopsWidth) begin
      is_behind_dateline = downwards
          ? CoordinateWidth'(coordinate) + 1'b1 == CoordinateWidth'(side)
          : CoordinateWidth'(coordinate) == '0;
    end else begin
      is_behind_dateline =
          downwards ? in_width(coordinate + 1'b1, hops_width) == side : coordinate == '0;
    end
  endfunction

  // What becomes of a head at the front of an input: {NoWay, to the PE, channel, may use low lanes,
  // may use high lanes}. `channel` is the incoming one, of an injection port the one it leads to.
  localparam int unsigned DecisionWidth = 7;
  localparam int unsigned NoWay         = 6;
  localparam int unsigned ToPe          = 5;
  localparam int unsigned ChannelLow    = 2;  // 3 bits
  localparam int unsigned UseLow        = 1;
  localparam int unsigned UseHigh       = 0;

  // The same of a head that goes on in a dimension.
  function automatic logic [DecisionWidth-1:0] decide_in(
      input logic [1:0]                    dimension,
      input logic [MaxHopsWidth-1:0]       hops,
      input logic                          injected,
      input logic [2:0]                    channel,
      input logic                          on_high,
      input logic [MaxCoordinateWidth-1:0] coordinate,
      input logic [MaxCoordinateWidth-1:0] side,
      input logic                          strict,
      input int unsigned                   hops_width
  );
    logic                          downwards;
    logic                          is_straight;  // on in the channel, of an injection port by it
    logic                          is_behind;
    logic [MaxCoordinateWidth-1:0] reach;
    downwards   = is_downwards(hops, hops_width);
    reach       = reach_of(hops, hops_width);
    is_straight = {dimension, downwards} == channel;
    is_behind   = !injected && is_straight
                  && (on_high || is_behind_dateline(downwards, coordinate, side, hops_width));
    decide_in[NoWay]           = !fits_side(downwards, reach, side, hops_width)
                                 || !(is_straight || (!injected && dimension > channel[2:1]));
    decide_in[ToPe]            = 1'b0;
    decide_in[ChannelLow +: 3] = {dimension, downwards};
    decide_in[UseLow]          = !is_behind;
    decide_in[UseHigh]         =
        is_behind
        || (!strict && !crosses_dateline(downwards, reach, coordinate, side, hops_width));
  endfunction

  // The lowest dimension with hops left is the one, if the torus has so many.
  function automatic logic [DecisionWidth-1:0] decide(
      input logic [noc_pkg::FlitWidth-1:0]               flit,
      input logic                                        injected,
      input logic [2:0]                                  channel,
      input logic                                        on_high,  // it came on a high lane
      input logic [MaxDimensions*MaxCoordinateWidth-1:0] coordinates,
      input logic [MaxDimensions*MaxCoordinateWidth-1:0] sides,
      input logic                                        strict,
      input int unsigned                                 dimensions,
      input int unsigned                                 hops_width
  );
    decide        = '0;
    decide[NoWay] = injected;
    decide[ToPe]  = 1'b1;
    for (int unsigned d = MaxDimensions; d > 0; d--) begin
      if (hops_of(flit, 2'(d - 1), hops_width) != '0) begin
        if (d > dimensions) begin
          decide[NoWay] = 1'b1;
        end else begin
          decide = decide_in(2'(d - 1), hops_of(flit, 2'(d - 1), hops_width), injected, channel,
                             on_high, entry_of(coordinates, d - 1, hops_width),
                             entry_of(sides, d - 1, hops_width), strict, hops_width);
        end
      end
    end
  endfunction

  // The channel of a head's next hop, if it has one.
  function automatic logic [2:0] next_channel(
      input logic [noc_pkg::FlitWidth-1:0] flit, input int unsigned hops_width
  );
    next_channel = '0;
    for (int unsigned n = 1; n <= MaxDimensions; n++) begin
      if (hops_of(flit, 2'(MaxDimensions - n), hops_width) != '0) begin
        next_channel = {2'(MaxDimensions - n),
                        is_downwards(hops_of(flit, 2'(MaxDimensions - n), hops_width), hops_width)};
      end
    end
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
      input logic [noc_pkg::FlitWidth-1:0]  flit,
      input logic [2:0]                     channel,
      input logic [noc_pkg::LaneWidth-1:0]  lane,
      input int unsigned                    hops_width
  );
    logic [noc_pkg::FlitWidth-1:0] field;  // of the dimension's hops
    logic [noc_pkg::FlitWidth-1:0] hop;
    field   = noc_pkg::FlitWidth'(bits_of(hops_width)) << (hops_width * 32'(channel[2:1]));
    hop     = noc_pkg::FlitWidth'(noc_pkg::flit_head(flit)) << (hops_width * 32'(channel[2:1]));
    sent_on = (flit & ~field) | ((channel[0] ? flit + hop : flit - hop) & field);
    sent_on[noc_pkg::LaneLow +: noc_pkg::LaneWidth] = lane;
  endfunction

  // Round robin: the first of `wishes` that is in `later`, the places behind the last winner, else
  // the first of all; a set of one, none of none.
  function automatic logic [MaxQueues-1:0] first_in_turn(
      input logic [MaxQueues-1:0] wishes, input logic [MaxQueues-1:0] later
  );
    logic [MaxQueues-1:0] next;
    next = wishes & later;
    first_in_turn = wishes & (~wishes + 1'b1);
    if (next != '0) first_in_turn = next & (~next + 1'b1);
  endfunction

  // The places behind the only one in a set.
  function automatic logic [MaxQueues-1:0] behind(input logic [MaxQueues-1:0] winner);
    behind = (~winner + 1'b1) & ~winner;
  endfunction

endpackage

`default_nettype wire
