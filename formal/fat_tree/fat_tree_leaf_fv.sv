// fat_tree_leaf_fv.sv: properties of the network interface of a fat tree's leaf, in any traffic.
//
// Free: arrivals, the links' readiness, and the constants. The model says itself what is taken and
// what is delivered, counts the packets that wait for the links, and follows one of its choice from
// its place in memory, `ahead` others before it, to the link that takes it. Where that packet lies
// is an invariant, so that induction closes.
`default_nettype none

module fat_tree_leaf_fv #(
  parameter int unsigned Depth = 3,  // names of registers below are for 3
  parameter int unsigned Links = 1
) (
  input logic                                  clk_i,
  input logic [2*Links*noc_pkg::FlitWidth-1:0] in_lane_i,
  input logic [2*Links-1:0]                    ready_i,
  input logic                                  follow_i
);

  localparam int unsigned FlitWidth  = noc_pkg::FlitWidth;
  localparam int unsigned CountWidth = noc_pkg::CountWidth;

  (* anyconst *) logic [noc_pkg::EntryWidth-1:0] leaf;
  (* anyconst *) logic [CountWidth-1:0]          limit;
  (* anyconst *) logic                           scheduled;
  (* anyconst *) logic                           backpressure;
  (* anyconst *) logic [1:0]                     from;  // the port of the packet that is followed

  logic [2*Links*FlitWidth-1:0]       out_lane;
  logic [2*Links-1:0]                 ready;
  logic                               busy;
  logic [noc_pkg::ViolationWidth-1:0] violation;
  logic [2*Links-1:0]                 violation_in;
  logic [2*Links-1:0]                 violation_out;

  logic runs_q = 1'b0;  // out of reset
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  fat_tree_leaf #(.Depth(Depth), .Links(Links)) i_leaf (
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

  // This step: from the ports to the links up, and from those to the ports.
  logic [3:0]             count_q;  // packets that wait for the links, or lie in them
  logic [3:0]             stays;    // those that do not leave now
  logic [3:0]             waits;    // in memory
  logic [Links-1:0]       sends;
  logic [Links-1:0]       left;
  logic [Links-1:0]       returns;  // a port's packet is for the PE
  logic [Links-1:0]       taken;
  logic [Links-1:0]       strays;   // what comes down does not belong here
  logic [Links-1:0]       arrives;  // it does
  logic [3:0]             after;    // packets after the step
  logic [3:0]             behind;   // in memory before the one that may be followed from now on
  logic [3:0]             open;     // links that take from memory
  always_comb begin : this_step
    logic [FlitWidth-1:0] flit;
    logic                 is_for_one;
    logic                 is_for_this;
    logic [3:0]           room_used;
    stays = count_q;
    waits = count_q;
    open = '0;
    for (int unsigned l = 0; l < Links; l++) begin
      sends[l] = out_lane[(Links+l)*FlitWidth + FlitWidth - 1];
      left[l] = sends[l] && (!backpressure || ready_i[Links+l]);
      stays = stays - 4'(left[l]);
      waits = waits - 4'(sends[l]);
      open = open + 4'(!sends[l] || left[l]);
    end
    after = stays;
    behind = waits;
    room_used = count_q;
    for (int unsigned l = 0; l < 2 * Links; l++) begin
      flit = in_lane_i[l*FlitWidth +: FlitWidth];
      is_for_one = noc_pkg::flit_kind(flit) != noc_pkg::Flood
                   && noc_pkg::flit_kind(flit) != noc_pkg::Copies;
      is_for_this = noc_pkg::EntryWidth'(noc_pkg::flit_destination(flit)) == leaf;
      if (l < Links) begin
        returns[l] = noc_pkg::flit_valid(flit) && is_for_one && is_for_this;
        taken[l] = noc_pkg::flit_valid(flit) && !returns[l]
                   && (!backpressure || CountWidth'(room_used) < limit);
        room_used = room_used + 4'(taken[l]);
        after = after + 4'(taken[l]);
        if (l < 32'(from)) behind = behind + 4'(taken[l]);
      end else begin
        strays[l-Links] = noc_pkg::flit_valid(flit) && is_for_one && !is_for_this;
        arrives[l-Links] = noc_pkg::flit_valid(flit) && !strays[l-Links];
      end
    end
  end

  logic                 follows_q = 1'b0;
  logic                 done_q = 1'b0;
  logic                 in_link_q;  // and then
  logic [1:0]           link_q;     // the link that shows it; else in memory behind
  logic [3:0]           ahead_q;    // so many others
  logic [FlitWidth-1:0] flit_q;
  logic [Links-1:0]           delivers_q;
  logic [Links*FlitWidth-1:0] delivery_q;
  logic [2*Links-1:0]         named_q;  // inputs that a report must name
  logic [noc_pkg::ViolationWidth-1:0] expected_q;

  logic       begins;
  logic [3:0] place_in_memory;  // before the links take from it
  logic [3:0] open_before;
  logic [1:0] taking;           // the link that takes the packet, if one does
  assign begins = runs_q && follow_i && !follows_q && !done_q && 32'(from) < Links
                  && 1'(taken >> from);
  assign place_in_memory = begins ? behind : ahead_q;
  always_comb begin : which_link
    open_before = '0;
    taking = '0;
    for (int unsigned l = 0; l < Links; l++) begin
      if (!sends[l] || left[l]) begin
        if (open_before == place_in_memory) taking = 2'(l);
        open_before = open_before + 4'd1;
      end
    end
  end

  logic gone;  // the followed packet leaves now
  assign gone = follows_q && in_link_q && 1'(left >> link_q);

  always_ff @(posedge clk_i) begin : remember
    count_q <= runs_q ? after : '0;
    if (begins || (follows_q && !in_link_q)) begin
      in_link_q <= place_in_memory < open;
      link_q <= taking;
      ahead_q <= place_in_memory - open;
    end
    if (begins) begin
      follows_q <= 1'b1;
      flit_q <= FlitWidth'(in_lane_i >> (32'(from) * FlitWidth));
    end
    if (!runs_q || gone) follows_q <= 1'b0;
    if (runs_q && gone) done_q <= 1'b1;
    delivers_q <= runs_q ? arrives : '0;
    delivery_q <= in_lane_i[Links*FlitWidth +: Links*FlitWidth];
    named_q <= runs_q ? {strays, returns} : '0;
    expected_q <= '0;
    expected_q[noc_pkg::NoRoute] <= runs_q && {strays, returns} != '0;
    expected_q[noc_pkg::Waited] <= runs_q && scheduled && stays != '0;
  end

  logic [FlitWidth-1:0] place;  // what lies where the followed packet must be
  assign place = in_link_q ? FlitWidth'(out_lane >> ((Links + 32'(link_q)) * FlitWidth))
                           : FlitWidth'(queue >> (32'(ahead_q) * FlitWidth));

  // Pins as they must be, link by link.
  logic delivered_right;
  logic ready_right;
  always_comb begin : pins
    delivered_right = 1'b1;
    ready_right = ready[Links +: Links] == '1;
    for (int unsigned l = 0; l < Links; l++) begin
      if (out_lane[l*FlitWidth + FlitWidth - 1] != delivers_q[l]
          || (delivers_q[l] && out_lane[l*FlitWidth +: FlitWidth]
                               != delivery_q[l*FlitWidth +: FlitWidth])) delivered_right = 1'b0;
      if (in_lane_i[l*FlitWidth + FlitWidth - 1] && ready[l] != (taken[l] || returns[l])) begin
        ready_right = 1'b0;
      end
    end
  end

  always_comb begin : properties
    m_limit: assume (32'(limit) >= Links && 32'(limit) <= Depth);
    if (runs_q) begin
      a_none_lost_or_made: assert (CountWidth'(count_q) == \i_leaf.stored_q );
      a_within_limit: assert (CountWidth'(count_q) <= limit
                              && (backpressure || 32'(count_q) <= Links));
      a_sends_if_any: assert (waits == '0 || sends == '1);
      a_queue: assert (\i_leaf.waiting_q == CountWidth'(waits) && waits <= count_q
                       && 32'(\i_leaf.head_q ) < Depth
                       && (\i_leaf.waiting_q == '0 || queue[FlitWidth-1])
                       && (32'(\i_leaf.waiting_q ) < 2 || queue[2*FlitWidth-1]));
      a_in_order_unchanged: assert (!follows_q || place == flit_q);
      a_followed: assert (!follows_q || (flit_q[FlitWidth-1] && (in_link_q
                          ? 32'(link_q) < Links && 1'(sends >> link_q) : ahead_q < waits)));
      a_delivered: assert (delivered_right);
      a_taken_if_ready: assert (ready_right);
      a_refusals_named: assert (violation == expected_q && violation_in == named_q
                                && violation_out == {{Links{expected_q[noc_pkg::Waited]}},
                                                     {Links{1'b0}}});
      a_busy: assert (busy == (count_q != '0 || delivers_q != '0 || expected_q != '0));

      c_full: cover (count_q == 4'(Depth));
      c_followed_from_behind: cover (follows_q && !in_link_q
                                     && ahead_q == 4'(Depth - Links - 1));
      c_followed_to_the_end: cover (done_q);
      c_held_back: cover (in_lane_i[FlitWidth-1] && !taken[0] && !returns[0]);
      c_first_leaves_at_once: cover (!backpressure && left[0] && taken[0]);
      c_last_link: cover (follows_q && in_link_q && 32'(link_q) == Links - 1 && sends == '1);
      c_waited: cover (violation[noc_pkg::Waited]);
      c_all_named: cover (violation_in == '1);
      c_broadcast_delivered: cover (delivers_q[Links-1]
          && noc_pkg::flit_kind(delivery_q[(Links-1)*FlitWidth +: FlitWidth]) == noc_pkg::Copies);
    end
  end

endmodule

`default_nettype wire
