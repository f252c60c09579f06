// torus_next_hop_fv.sv: where a torus router sends a head, and what it changes in it.
//
// Combinational, of any head, input, place and sides up to 2^HopsWidth / 2. The model adds the
// signed hops to the place: a worm crosses the dateline where the sum lies outside 0 to side - 1.
`default_nettype none

module torus_next_hop_fv #(
  parameter int unsigned HopsWidth = torus_pkg::HopsWidth,
  localparam int unsigned PlaceWidth = HopsWidth + 1,
  localparam int unsigned SumWidth   = HopsWidth + 3
) (
  input logic [noc_pkg::FlitWidth-1:0] flit_i,
  input logic                          injected_i,
  input logic [2:0]                    channel_i,
  input logic                          on_high_i,
  input logic [4*PlaceWidth-1:0]       coordinates_i,
  input logic [4*PlaceWidth-1:0]       sides_i,
  input logic                          strict_i,
  input logic [2:0]                    lane_i
);

  localparam int unsigned FlitWidth = noc_pkg::FlitWidth;

  logic [torus_pkg::DecisionWidth-1:0] decision;
  logic [FlitWidth-1:0]                sent;
  assign decision = torus_pkg::decide(flit_i, injected_i, channel_i, on_high_i, 48'(coordinates_i),
                                      48'(sides_i), strict_i, torus_pkg::MaxDimensions, HopsWidth);
  assign sent = torus_pkg::sent_on(flit_i, decision[torus_pkg::ChannelLow +: 3], lane_i,
                                   HopsWidth);

  // The lowest dimension with hops left, and the ends of the way in it.
  logic              some;
  logic [1:0]        dimension;
  logic signed [SumWidth-1:0] hops;
  logic signed [SumWidth-1:0] place;
  logic signed [SumWidth-1:0] side;
  logic signed [SumWidth-1:0] target;
  logic [3:0]        in_range;  // by dimension: 0 <= place < side <= 2^HopsWidth / 2
  always_comb begin : model
    some = 1'b0;
    dimension = 2'd0;
    hops = '0;
    place = '0;
    side = '0;
    for (int unsigned d = 0; d < 4; d++) begin
      in_range[d] = coordinates_i[PlaceWidth*d +: PlaceWidth]
                        < sides_i[PlaceWidth*d +: PlaceWidth]
                    && sides_i[PlaceWidth*d +: PlaceWidth] <= PlaceWidth'(1 << (HopsWidth - 1));
      if (!some && flit_i[HopsWidth*d +: HopsWidth] != '0) begin
        some = 1'b1;
        dimension = 2'(d);
        hops = {{3{flit_i[HopsWidth*d+HopsWidth-1]}}, flit_i[HopsWidth*d +: HopsWidth]};
        place = {2'b00, coordinates_i[PlaceWidth*d +: PlaceWidth]};
        side = {2'b00, sides_i[PlaceWidth*d +: PlaceWidth]};
      end
    end
    target = place + hops;
  end

  logic              goes_on;   // over a channel
  logic              straight;  // in the channel that it came by
  logic              allowed;
  logic              crosses;
  logic              crossed;
  logic signed [SumWidth-1:0] hops_left;
  logic [FlitWidth-1:0] same;   // bits that must not change
  assign straight = !injected_i && channel_i == {dimension, hops < 0};
  assign allowed = hops < side && -hops < side
      && (injected_i ? channel_i == {dimension, hops < 0}
                     : (straight || dimension > channel_i[2:1]));
  assign goes_on = some && allowed;
  assign crosses = target < 0 || target >= side;
  assign crossed = straight && (on_high_i || (hops < 0 ? place == side - SumWidth'(1)
                                                         : place == '0));
  always_comb begin : after
    same = flit_i ^ sent;
    hops_left = '0;
    for (int unsigned d = 0; d < 4; d++) begin
      if (2'(d) == dimension) begin
        hops_left = {{3{sent[HopsWidth*d+HopsWidth-1]}}, sent[HopsWidth*d +: HopsWidth]};
        same[HopsWidth*d +: HopsWidth] = '0;
      end
    end
    same[noc_pkg::LaneLow +: noc_pkg::LaneWidth] = '0;
  end

  // In a torus of fewer dimensions heads without hops elsewhere go the same way; those that have
  // none here but some elsewhere have no way.
  logic [torus_pkg::MaxDimensions-1:1] same_way;
  logic [torus_pkg::MaxDimensions-1:1] nowhere;
  for (genvar n = 1; n < torus_pkg::MaxDimensions; n++) begin : gen_fewer
    logic [torus_pkg::DecisionWidth-1:0] of_fewer;
    assign of_fewer = torus_pkg::decide(flit_i, injected_i, channel_i, on_high_i,
                                        48'(coordinates_i), 48'(sides_i), strict_i, n, HopsWidth);
    assign same_way[n] = of_fewer == decision || (some && 32'(dimension) >= n);
    assign nowhere[n]  = of_fewer[torus_pkg::NoWay] || !(some && 32'(dimension) >= n);
  end

  always_comb begin : properties
    m_head: assume (noc_pkg::flit_head(flit_i));
    m_places: assume (in_range == '1);
    a_to_pe: assert (decision[torus_pkg::ToPe] == !some);
    a_no_way: assert (decision[torus_pkg::NoWay] == (some ? !allowed : injected_i));
    a_same_way: assert (same_way == '1);
    a_nowhere: assert (nowhere == '1);
    if (goes_on) begin
      a_dimension_order: assert (decision[torus_pkg::ChannelLow +: 3] == {dimension, hops < 0});
      a_lower_before: assert (decision[torus_pkg::UseLow] == !crossed);
      a_upper_after: assert (decision[torus_pkg::UseHigh] == (crossed || (!strict_i && !crosses)));
      a_one_hop_less: assert (hops < 0 ? hops_left == hops + SumWidth'(1)
                                      : hops_left == hops - SumWidth'(1));
      a_rest_unchanged: assert (same == '0);
      a_lane: assert (torus_pkg::lane_of(sent) == lane_i);
    end

    c_far: cover (goes_on && hops == SumWidth'(1) - (SumWidth'(1) <<< (HopsWidth - 1)) && crosses
                  && dimension == 2'd3);
    c_last_hop: cover (goes_on && hops_left == '0 && !injected_i);
    c_either_lane: cover (decision[torus_pkg::UseLow] && decision[torus_pkg::UseHigh]);
    c_turn: cover (goes_on && !injected_i && !straight);
  end

endmodule

`default_nettype wire
