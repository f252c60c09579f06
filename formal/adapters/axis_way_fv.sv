// axis_way_fv.sv: the hops from one place of a torus to another, and the channel of the first.
`default_nettype none

module axis_way_fv (
  input logic [7:0] from_i,
  input logic [7:0] to_i,
  input logic [7:0] side_i,
  input logic [27:0] hops_i
);

  logic [6:0]  hops;
  logic [10:0] end_place;  // where they lead, a side further on
  logic [7:0]  channel;
  logic [1:0]  lowest;     // dimension with hops
  assign hops      = axis_pkg::hops_between(from_i, to_i, side_i);
  assign end_place = 11'(from_i) + 11'(side_i) + {{4{hops[6]}}, hops};
  assign channel   = axis_pkg::first_channel(hops_i);
  assign lowest    = (hops_i[6:0] != '0) ? 2'd0 : (hops_i[13:7] != '0) ? 2'd1
                     : (hops_i[20:14] != '0) ? 2'd2 : 2'd3;

  logic [6:0] first_hops;
  assign first_hops = 7'(hops_i >> (7 * 32'(lowest)));

  always_comb begin : properties
    m_sides: assume (side_i >= 8'd1 && side_i <= 8'd64 && from_i < side_i && to_i < side_i);
    a_leads_there: assert (end_place == 11'(to_i) || end_place == 11'(to_i) + 11'(side_i)
                           || end_place == 11'(to_i) + 11'(2 * 32'(side_i)));
    a_shorter_way: assert (hops[6] ? 2 * (128 - 32'(hops)) < 32'(side_i)
                                   : 2 * 32'(hops) <= 32'(side_i));
    a_one_channel: assert ($onehot(channel));
    a_first_hop: assert (channel == ((hops_i == '0) ? 8'd1 : 8'd1 << {lowest, first_hops[6]}));

    c_upwards: cover (hops == 7'd32);
    c_downwards: cover (hops == 7'd97);
    c_round: cover (to_i < from_i && hops == 7'd3);
    c_there: cover (hops == '0 && hops_i == '0);
    c_last_dimension: cover (channel[7]);
  end

endmodule

`default_nettype wire
