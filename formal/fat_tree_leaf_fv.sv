// fat_tree_leaf_fv.sv: properties of the network interface of a fat tree's leaf, in any traffic.
//
// Free: arrivals, the link's readiness, and the constants. The model says itself what is taken and
// what is delivered, counts the packets that wait for the link, and follows one of its choice,
// `ahead` places from the front. Where that packet lies is an invariant, so that induction closes.
`default_nettype none

module fat_tree_leaf_fv #(
  parameter int unsigned Depth = 3  // names of registers below are for 3
) (
  input logic                            clk_i,
  input logic [2*noc_pkg::FlitWidth-1:0] in_lane_i,
  input logic [1:0]                      ready_i,
  input logic                            follow_i
);

  localparam int unsigned FlitWidth  = noc_pkg::FlitWidth;
  localparam int unsigned CountWidth = noc_pkg::CountWidth;

  (* anyconst *) logic [noc_pkg::EntryWidth-1:0] leaf;
  (* anyconst *) logic [CountWidth-1:0]          limit;
  (* anyconst *) logic                           scheduled;
  (* anyconst *) logic                           backpressure;

  logic [2*FlitWidth-1:0]             out_lane;
  logic [1:0]                         ready;
  logic                               busy;
  logic [noc_pkg::ViolationWidth-1:0] violation;
  logic [1:0]                         violation_in;
  logic [1:0]                         violation_out;

  logic runs_q = 1'b0;  // out of reset
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  fat_tree_leaf #(.Depth(Depth)) i_leaf (
    .clk_i(clk_i), .rst_ni(runs_q), .leaf_base_i(leaf), .limit_i(limit), .scheduled_i(scheduled),
    .backpressure_i(backpressure), .in_lane_i(in_lane_i), .out_lane_o(out_lane),
    .ready_i(ready_i), .ready_o(ready), .busy_o(busy), .violation_o(violation),
    .violation_in_o(violation_in), .violation_out_o(violation_out), .max_stored_o(), .max_wait_o()
  );
  (* hierconn *) logic [CountWidth-1:0] \i_leaf.stored_q ;
  (* hierconn *) logic [CountWidth-1:0] \i_leaf.waiting_q ;
  (* hierconn *) logic [CountWidth-1:0] \i_leaf.head_q ;
  (* hierconn *) logic [FlitWidth-1:0]  \i_leaf.step.memory[0] ;
  (* hierconn *) logic [FlitWidth-1:0]  \i_leaf.step.memory[1] ;
  (* hierconn *) logic [FlitWidth-1:0]  \i_leaf.step.memory[2] ;
  logic [2*Depth*FlitWidth-1:0] queue;  // from the first in memory
  assign queue = {2{\i_leaf.step.memory[2] , \i_leaf.step.memory[1] , \i_leaf.step.memory[0] }}
                 >> (32'(\i_leaf.head_q ) * FlitWidth);

  // This step: from the PE to the link, and from the link to the PE.
  logic [FlitWidth-1:0] own;
  logic [FlitWidth-1:0] down;
  logic [FlitWidth-1:0] up;
  logic [1:0]           is_for_one;  // by input
  logic [1:0]           is_for_this;
  logic [3:0]           count_q;     // packets that wait for the link
  logic [3:0]           stays;       // those that do not leave now
  logic                 sends;
  logic                 left;
  logic                 returns;     // the PE's packet is for the PE
  logic                 taken;
  logic                 strays;      // what comes down does not belong here
  assign own  = in_lane_i[0 +: FlitWidth];
  assign down = in_lane_i[FlitWidth +: FlitWidth];
  assign up   = out_lane[FlitWidth +: FlitWidth];
  for (genvar l = 0; l < 2; l++) begin : gen_in
    logic [FlitWidth-1:0] flit;
    assign flit = in_lane_i[l*FlitWidth +: FlitWidth];
    assign is_for_one[l] = noc_pkg::flit_kind(flit) != noc_pkg::Flood
                           && noc_pkg::flit_kind(flit) != noc_pkg::Copies;
    assign is_for_this[l] = noc_pkg::EntryWidth'(noc_pkg::flit_destination(flit)) == leaf;
  end
  assign sends   = noc_pkg::flit_valid(up);
  assign left    = sends && (!backpressure || ready_i[1]);
  assign stays   = count_q - 4'(left);
  assign returns = noc_pkg::flit_valid(own) && is_for_one[0] && is_for_this[0];
  assign taken   = noc_pkg::flit_valid(own) && !returns
                   && (!backpressure || CountWidth'(count_q) < limit);
  assign strays  = noc_pkg::flit_valid(down) && is_for_one[1] && !is_for_this[1];

  logic                 follows_q = 1'b0;
  logic                 done_q = 1'b0;
  logic [3:0]           ahead_q;
  logic [FlitWidth-1:0] flit_q;
  logic                 delivers_q;
  logic [FlitWidth-1:0] delivery_q;
  logic [1:0]           named_q;  // inputs that a report must name
  logic [noc_pkg::ViolationWidth-1:0] expected_q;
  always_ff @(posedge clk_i) begin : remember
    count_q <= runs_q ? stays + 4'(taken) : '0;
    if (follows_q) begin
      ahead_q <= ahead_q - 4'(left);
      if (!runs_q || (left && ahead_q == '0)) follows_q <= 1'b0;
      if (runs_q && left && ahead_q == '0) done_q <= 1'b1;
    end else if (runs_q && follow_i && !done_q && taken) begin
      follows_q <= 1'b1;
      ahead_q <= stays;
      flit_q <= own;
    end
    delivers_q <= runs_q && noc_pkg::flit_valid(down) && !strays;
    delivery_q <= down;
    named_q <= runs_q ? {strays, returns} : 2'b00;
    expected_q <= '0;
    expected_q[noc_pkg::NoRoute] <= runs_q && (strays || returns);
    expected_q[noc_pkg::Waited] <= runs_q && scheduled && stays != '0;
  end

  logic [FlitWidth-1:0] place;  // what lies where the followed packet must be
  assign place = (ahead_q == '0) ? up
               : FlitWidth'(queue >> ((32'(ahead_q) - 32'd1) * FlitWidth));

  always_comb begin : properties
    m_limit: assume (limit != '0 && 32'(limit) <= Depth);
    if (runs_q) begin
      a_none_lost_or_made: assert (CountWidth'(count_q) == \i_leaf.stored_q );
      a_within_limit: assert (CountWidth'(count_q) <= limit && (backpressure || count_q < 4'd2));
      a_sends_if_any: assert (sends == (count_q != '0));
      a_queue: assert (\i_leaf.waiting_q + CountWidth'(sends) == CountWidth'(count_q)
                       && 32'(\i_leaf.head_q ) < Depth
                       && (\i_leaf.waiting_q == '0 || queue[FlitWidth-1])
                       && (32'(\i_leaf.waiting_q ) < 2 || queue[2*FlitWidth-1]));
      a_in_order_unchanged: assert (!follows_q || place == flit_q);
      a_followed: assert (!follows_q || ahead_q < count_q);
      a_delivered: assert (noc_pkg::flit_valid(out_lane[0 +: FlitWidth]) == delivers_q
                           && (!delivers_q || out_lane[0 +: FlitWidth] == delivery_q));
      a_taken_if_ready: assert (ready[1] && (!noc_pkg::flit_valid(own)
                                             || ready[0] == (taken || returns)));
      a_refusals_named: assert (violation == expected_q && violation_in == named_q
                                && violation_out == {expected_q[noc_pkg::Waited], 1'b0});
      a_busy: assert (busy == (count_q != '0 || delivers_q || expected_q != '0));

      c_full: cover (count_q == 4'(Depth));
      c_followed_from_behind: cover (follows_q && ahead_q == 4'(Depth - 1));
      c_followed_to_the_end: cover (done_q);
      c_held_back: cover (noc_pkg::flit_valid(own) && !taken && !returns);
      c_first_leaves_at_once: cover (!backpressure && left && taken);
      c_waited: cover (violation[noc_pkg::Waited]);
      c_both_named: cover (violation_in == 2'b11);
      c_broadcast_delivered: cover (delivers_q
                                    && noc_pkg::flit_kind(delivery_q) == noc_pkg::Copies);
    end
  end

endmodule

`default_nettype wire
