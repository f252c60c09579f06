// torus_router_fv.sv: properties of the router of a ring, whose neighbours keep the credit rules.
//
// Assumed of the neighbours and the PE: flits only with credit, whole worms lane by lane, heads
// with hops that the router's place allows, credits only for flits that were sent. Otherwise all
// is free, and so is when the PE stalls its ports. The model counts flits by input queue and by
// outgoing lane, and follows one flit of its choice, `ahead` places from the front of one queue.
// What the queues hold, who has a lane, and how often a head has let others pass are invariants, so
// that induction closes. Of channels whose other end is a router, too (torus_pair_fv), nothing is
// assumed: what their neighbours must keep to is asserted.
`default_nettype none

module torus_router_fv #(
  parameter int unsigned Lanes     = 1,  // names of registers below are for 1 and Depth 2
  parameter int unsigned Depth     = 2,
  parameter int unsigned Linked    = 0,  // a bit for every channel that another router sends over
  localparam int unsigned NumPorts = 4  // inject or eject + and -, then the channels + and -
) (
  input logic                                       clk_i,
  input logic [NumPorts*noc_pkg::FlitWidth-1:0]     in_lane_i,
  input logic [NumPorts*torus_pkg::CreditWidth-1:0] credit_i,
  input logic [1:0]                                 stall_i,
  input logic                                       follow_i
);

  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth;
  localparam int unsigned CreditWidth = torus_pkg::CreditWidth;
  localparam int unsigned NumQueues   = NumPorts * Lanes;  // by port and lane; PEs use lane 0
  localparam int unsigned HopsWidth   = torus_pkg::HopsWidth;
  localparam int unsigned CountWidth  = $clog2(Depth + 1);
  localparam int unsigned SlotWidth   = $clog2(Depth);
  localparam int unsigned Patience    = 15;  // heads in transit that an injected one lets pass

  (* anyconst *) logic [7:0] coordinate;
  (* anyconst *) logic [7:0] side;
  (* anyconst *) logic       strict;
  (* anyconst *) logic [3:0] source;  // the queue of the flit that is followed

  logic [NumPorts*FlitWidth-1:0]      out_lane;
  logic [NumPorts*CreditWidth-1:0]    credit;
  logic [noc_pkg::ViolationWidth-1:0] violation;

  logic runs_q = 1'b0;  // out of reset
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  torus_router #(.Dimensions(1), .Lanes(Lanes), .Depth(Depth)) i_router (
    .clk_i(clk_i), .rst_ni(runs_q), .coordinate_i(32'(coordinate)), .side_i(32'(side)),
    .strict_i(strict), .in_lane_i(in_lane_i), .out_lane_o(out_lane), .credit_i(credit_i),
    .credit_o(credit), .stall_i(stall_i), .busy_o(), .violation_o(violation), .violation_in_o(),
    .violation_out_o(), .stalled_o(), .blocked_o()
  );
  (* hierconn *) logic [2*Lanes-1:0]      \i_router.funded_q ;
  (* hierconn *) logic [2*Lanes-1:0]      \i_router.taken_q ;
  (* hierconn *) logic [NumQueues-1:0]    \i_router.filled_q ;
  (* hierconn *) logic [NumQueues-1:0]    \i_router.held_q ;
  (* hierconn *) logic [NumQueues-1:0]    \i_router.started_q ;
  (* hierconn *) logic [CountWidth-1:0]   \i_router.credit_q[0] ;
  (* hierconn *) logic [CountWidth-1:0]   \i_router.credit_q[1] ;
  (* hierconn *) logic [NumQueues-1:0]    \i_router.owner_q[0] ;
  (* hierconn *) logic [NumQueues-1:0]    \i_router.owner_q[1] ;
  (* hierconn *) logic [3:0]              \i_router.passed_q[0] ;
  (* hierconn *) logic [3:0]              \i_router.passed_q[1] ;
  (* hierconn *) logic [CountWidth-1:0]   \i_router.count_q[0] ;
  (* hierconn *) logic [CountWidth-1:0]   \i_router.count_q[1] ;
  (* hierconn *) logic [CountWidth-1:0]   \i_router.count_q[2] ;
  (* hierconn *) logic [CountWidth-1:0]   \i_router.count_q[3] ;
  (* hierconn *) logic [SlotWidth-1:0]    \i_router.first_q[0] ;
  (* hierconn *) logic [SlotWidth-1:0]    \i_router.first_q[1] ;
  (* hierconn *) logic [SlotWidth-1:0]    \i_router.first_q[2] ;
  (* hierconn *) logic [SlotWidth-1:0]    \i_router.first_q[3] ;
  logic [2*CountWidth-1:0]         kept_credit;  // by lane of an outgoing channel
  logic [2*NumQueues-1:0]          kept_owner;
  logic [7:0]                      kept_passed;
  logic [NumQueues*CountWidth-1:0] kept_count;
  logic [NumQueues*SlotWidth-1:0]  kept_first;
  assign kept_credit = {\i_router.credit_q[1] , \i_router.credit_q[0] };
  assign kept_owner = {\i_router.owner_q[1] , \i_router.owner_q[0] };
  assign kept_passed = {\i_router.passed_q[1] , \i_router.passed_q[0] };
  assign kept_count = {\i_router.count_q[3] , \i_router.count_q[2] , \i_router.count_q[1] ,
                       \i_router.count_q[0] };
  assign kept_first = {\i_router.first_q[3] , \i_router.first_q[2] , \i_router.first_q[1] ,
                       \i_router.first_q[0] };
  (* hierconn *) logic [FlitWidth-1:0]            \i_router.store_q[0] ;  // {queue, slot}
  (* hierconn *) logic [FlitWidth-1:0]            \i_router.store_q[1] ;
  (* hierconn *) logic [FlitWidth-1:0]            \i_router.store_q[2] ;
  (* hierconn *) logic [FlitWidth-1:0]            \i_router.store_q[3] ;
  (* hierconn *) logic [FlitWidth-1:0]            \i_router.store_q[4] ;
  (* hierconn *) logic [FlitWidth-1:0]            \i_router.store_q[5] ;
  (* hierconn *) logic [FlitWidth-1:0]            \i_router.store_q[6] ;
  (* hierconn *) logic [FlitWidth-1:0]            \i_router.store_q[7] ;
  logic [NumQueues*Depth*FlitWidth-1:0] store;
  assign store = {\i_router.store_q[7] , \i_router.store_q[6] , \i_router.store_q[5] ,
                  \i_router.store_q[4] , \i_router.store_q[3] , \i_router.store_q[2] ,
                  \i_router.store_q[1] , \i_router.store_q[0] };

  // Flits in every input queue, in the worm that is coming in, and credits with the neighbours.
  logic [NumQueues*4-1:0] count_q;  // at the last step
  logic [NumQueues*4-1:0] count;    // before this step's arrivals
  logic [NumQueues-1:0]   open_q;
  logic [NumQueues-1:0]   arrives;
  logic [NumQueues-1:0]   returned;
  logic [NumQueues-1:0]   linked_in;   // another router sends over it
  logic [NumQueues-1:0]   linked_out;  // or is sent to
  logic [NumQueues-1:0]   legal;
  logic [NumQueues*4-1:0] sent_q;   // by outgoing lane, not yet returned; channels only
  logic [NumQueues-1:0]   sends;    // by port and lane
  logic [NumQueues-1:0]   worm_q;   // an outgoing lane is inside a worm
  logic [NumQueues-1:0]   gets;
  logic [NumQueues-1:0]   due;      // what it gets was sent
  logic [NumQueues-1:0]   whole;
  logic [NumQueues-1:0]   inside;   // it still is after this step's flit
  logic [NumQueues-1:0]   funded;
  logic [NumQueues-1:0]   same_credit;
  logic [NumQueues-1:0]   same_count;
  logic [NumQueues-1:0]   worms;    // those in the queue are whole
  logic [NumQueues-1:0]   owned;    // an output is inside the worm of a queue, or of none
  logic [NumQueues-1:0]   patient;  // none has been let pass where no head waits
  logic [NumQueues*2-1:0] arrival_goals;
  logic [NumQueues*2-1:0] last_goals;
  logic [NumQueues*Depth*2-1:0]         goals;
  logic [NumQueues*Depth*FlitWidth-1:0] flits;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    for (genvar v = 0; v < Lanes; v++) begin : gen_lane
      localparam int unsigned Q = p * Lanes + v;
      logic [FlitWidth-1:0] flit;
      logic [FlitWidth-1:0] out;
      logic                 may_come;
      torus_head_fv #(.Port(p)) i_head (
        .side_i(side), .flit_i(flit), .may_come_o(may_come), .goal_o(arrival_goals[Q*2 +: 2])
      );
      torus_queue_fv #(.Port(p), .Depth(Depth)) i_queue (
        .side_i(side), .store_i(store[Q*Depth*FlitWidth +: Depth*FlitWidth]),
        .first_i(4'(kept_first[Q*SlotWidth +: SlotWidth])),
        .count_i(4'(kept_count[Q*CountWidth +: CountWidth])),
        .filled_i(\i_router.filled_q [Q]), .held_i(\i_router.held_q [Q]),
        .started_i(\i_router.started_q [Q]), 
        .expected_i(count[Q*4 +: 4]), .open_i(open_q[Q]), .agrees_o(same_count[Q]),
        .whole_o(worms[Q]), .flits_o(flits[Q*Depth*FlitWidth +: Depth*FlitWidth]),
        .goals_o(goals[Q*Depth*2 +: Depth*2]), .last_goal_o(last_goals[Q*2 +: 2])
      );
      // A router's neighbour sends to it over one channel and gets over the other.
      assign linked_in[Q] = p >= 2 && Linked[p%2];
      assign linked_out[Q] = p >= 2 && Linked[1-p%2];
      assign flit = in_lane_i[p*FlitWidth +: FlitWidth];
      assign out = out_lane[p*FlitWidth +: FlitWidth];
      assign arrives[Q] = noc_pkg::flit_valid(flit)
          && ((p < 2) ? v == 0 : 32'(torus_pkg::lane_of(flit)) == v);
      assign returned[Q] = credit[p*CreditWidth+v];
      assign count[Q*4 +: 4] = count_q[Q*4 +: 4] - 4'(returned[Q]);
      assign legal[Q] = !arrives[Q]
          || (32'(count[Q*4 +: 4]) < Depth && noc_pkg::flit_head(flit) != open_q[Q]
              && (!noc_pkg::flit_head(flit) || may_come));
      assign sends[Q] = noc_pkg::flit_valid(out)
          && ((p < 2) ? v == 0 : 32'(torus_pkg::lane_of(out)) == v);
      assign gets[Q] = p >= 2 && credit_i[p*CreditWidth+v];
      assign whole[Q] = !sends[Q] || noc_pkg::flit_head(out) != worm_q[Q] || (p < 2 && Lanes > 1);
      assign inside[Q] = sends[Q] ? !noc_pkg::flit_tail(out) : worm_q[Q];
      assign due[Q] = !gets[Q] || sent_q[Q*4 +: 4] + 4'(sends[Q]) != '0;
      assign funded[Q] = p < 2 || 32'(sent_q[Q*4 +: 4]) + 32'(sends[Q]) <= Depth;
      if (p < 2) begin : gen_pe
        assign same_credit[Q] = 1'b1;
        assign owned[Q] = inside[Q] == (\i_router.started_q [Q+2] && !\i_router.held_q [Q+2]);
        // The router's count is of the channel that the port leads to.
        assign patient[Q] = kept_passed[Q*4 +: 4] == '0
            || (\i_router.filled_q [Q] && !\i_router.started_q [Q]);
      end else begin : gen_channel
        assign same_credit[Q] = sent_q[Q*4 +: 4] + 4'(sends[Q])
            + 4'(kept_credit[((p-2)*Lanes+v)*CountWidth +: CountWidth]) == 4'(Depth)
            && \i_router.funded_q [(p-2)*Lanes+v]
               == (kept_credit[((p-2)*Lanes+v)*CountWidth +: CountWidth] != '0);
        assign owned[Q] = inside[Q] == \i_router.taken_q [Q-2]
            && (2'(\i_router.held_q [Q-2]) + 2'(\i_router.held_q [Q])) == 2'(inside[Q])
            && kept_owner[(Q-2)*NumQueues +: NumQueues]
               == (\i_router.held_q & (NumQueues'(5) << (Q - 2)));
        assign patient[Q] = 1'b1;
      end
      always_ff @(posedge clk_i) begin : remember
        count_q[Q*4 +: 4] <= runs_q ? count[Q*4 +: 4] + 4'(arrives[Q]) : '0;
        sent_q[Q*4 +: 4] <= (runs_q && p >= 2)
            ? sent_q[Q*4 +: 4] + 4'(sends[Q]) - 4'(gets[Q]) : '0;
        open_q[Q] <= runs_q && (arrives[Q] ? !noc_pkg::flit_tail(flit) : open_q[Q]);
        worm_q[Q] <= runs_q && inside[Q];
      end
    end
  end

  logic [NumPorts-1:0] valid;
  logic [NumPorts-1:0] valid_out;
  logic [NumPorts-1:0] in_range;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_range
    assign valid[p] = in_lane_i[p*FlitWidth + FlitWidth - 1];
    assign valid_out[p] = out_lane[p*FlitWidth + FlitWidth - 1];
    assign in_range[p] = p < 2 || !valid[p]
        || 32'(torus_pkg::lane_of(in_lane_i[p*FlitWidth +: FlitWidth])) < Lanes;
  end

  // The flit that is followed, and the port that its worm leaves by.
  logic                 follows_q = 1'b0;
  logic                 done_q = 1'b0;
  logic [3:0]           ahead_q;
  logic [FlitWidth-1:0] flit_q;
  logic [1:0]           goal_q;
  logic [1:0]           worm_goal_q;  // of the worm that comes in
  logic [4:0]           passed_q;     // worms that have left by that port while it was first
  logic [FlitWidth-1:0] arrival;
  logic [1:0]           port;
  logic [1:0]           arrival_goal;
  logic                 leaves;
  logic [FlitWidth-1:0] left_as;
  logic [FlitWidth-1:0] expected;
  assign port = 2'(32'(source) / Lanes);
  assign arrival = in_lane_i[port*FlitWidth +: FlitWidth];
  assign arrival_goal = noc_pkg::flit_head(arrival) ? arrival_goals[source*2 +: 2] : worm_goal_q;
  assign leaves = follows_q && returned[source] && ahead_q == '0;
  assign left_as = out_lane[goal_q*FlitWidth +: FlitWidth];
  always_comb begin : change
    expected = flit_q;
    if (goal_q[1]) begin
      expected[noc_pkg::LaneLow +: noc_pkg::LaneWidth] = torus_pkg::lane_of(left_as);
      if (noc_pkg::flit_head(flit_q)) begin
        expected[HopsWidth-1:0] = goal_q[0] ? flit_q[HopsWidth-1:0] + HopsWidth'(1)
                                            : flit_q[HopsWidth-1:0] - HopsWidth'(1);
      end
    end
  end

  logic [1:0] stall_q = 2'b00;  // at the edge that the outputs come from
  logic [1:0] held_up;          // heads that come for a stalled port
  logic       waited_q;         // the one that is followed was first and its port stalled
  for (genvar p = 0; p < 2; p++) begin : gen_held_up
    assign held_up[p] = stall_i[p] && valid[2+p]
        && in_lane_i[(2+p)*FlitWidth +: HopsWidth] == '0;
  end

  logic       alone_q = 1'b0;  // one flit had come to an empty router with all its credits
  logic [4:0] passed;
  assign passed = passed_q + 5'(follows_q && ahead_q == '0 && !leaves && valid_out[goal_q]
                                && noc_pkg::flit_tail(left_as));
  always_ff @(posedge clk_i) begin : follow
    alone_q <= runs_q && count == '0 && sent_q == '0 && sends == '0 && worm_q == '0
               && open_q == '0 && $countones(valid) == 1 && held_up == '0;
    stall_q <= stall_i;
    if (arrives[source]) worm_goal_q <= arrival_goal;
    if (follows_q) begin
      if (returned[source]) ahead_q <= ahead_q - 4'd1;
      passed_q <= passed;
      waited_q <= waited_q || (ahead_q == '0 && !goal_q[1] && stall_q[goal_q[0]]);
      if (leaves || !runs_q) follows_q <= 1'b0;
      if (leaves) done_q <= 1'b1;
    end else if (runs_q && follow_i && !done_q && arrives[source]) begin
      follows_q <= 1'b1;
      ahead_q <= count[source*4 +: 4];
      flit_q <= arrival;
      goal_q <= arrival_goal;
      passed_q <= '0;
      waited_q <= 1'b0;
    end
  end

  // Where the followed flit lies, and who has gone before it. A head in transit lets one worm pass:
  // that which has the lane, or an injected one whose patience has ended. An injected head lets
  // pass those that the router counts, and before them that which has the lane.
  logic [3:0] place;
  logic       in_place;
  logic       is_first;   // a head that waits at the front
  logic       is_taken;   // its channel
  logic [3:0] router_passed;
  logic       in_turn;
  assign place = ahead_q - 4'(returned[source]);
  assign in_place = place < count[source*4 +: 4]
      && flit_q == FlitWidth'(flits >> ((32'(source) * Depth + 32'(place)) * FlitWidth))
      && goal_q == 2'(goals >> ((32'(source) * Depth + 32'(place)) * 2));
  assign is_first = follows_q && !leaves && place == '0 && noc_pkg::flit_head(flit_q);
  assign is_taken = goal_q[1] && \i_router.taken_q [goal_q[0]];
  assign router_passed = kept_passed[port[0]*4 +: 4];
  always_comb begin : turns
    if (!port[1]) in_turn = passed + 5'(is_taken) <= 5'(router_passed) + 5'd1;
    else if (!goal_q[1]) in_turn = passed == '0;
    else in_turn = passed + 5'(is_taken) == '0
        || (passed + 5'(is_taken) == 5'd1 && 32'(router_passed) != Patience);
  end

  always_comb begin : properties
    m_place: assume (side >= 8'd2 && side <= 8'd63 && coordinate < side);
    m_source: assume (32'(source) < NumQueues
                      && (32'(source) >= 2 * Lanes || 32'(source) % Lanes == 0));
    if (runs_q) begin
      a_no_violation: assert (violation == '0);
      a_none_lost_or_made: assert ($countones(valid_out) == $countones(returned));
      a_never_without_credit: assert (funded == '1);
      a_credits_agree: assert (same_credit == '1);
      a_counts_agree: assert (same_count == '1);
      a_worms_in_queues: assert (worms == '1 && owned == '1);
      a_stall_kept: assert ((valid_out[1:0] & stall_q) == '0);
      a_worms_stay_whole: assert (whole == '1);
      if (leaves) a_in_order_unchanged: assert (valid_out[goal_q] && left_as == expected);
      if (follows_q && !leaves) a_in_place: assert (in_place);
      a_goal_of_worm: assert (!open_q[source] || worm_goal_q == last_goals[source*2 +: 2]);
      if (is_first) a_fair: assert (32'(passed) <= (port[1] ? 1 : Patience + 1));
      a_in_turn: assert (patient == '1 && (!is_first || in_turn)
                         && (!follows_q || ahead_q == '0 || passed_q == '0));
      if (alone_q) a_one_cycle: assert (returned != '0 && valid_out != '0);
    end
  end

  if (Linked != 0) begin : gen_linked
    always_comb begin : link
      if (runs_q) begin
        m_neighbours: assume ((legal | linked_in) == '1);
        m_credits: assume ((due | linked_out) == '1);
        a_neighbours: assert ((legal | ~linked_in) == '1);
        a_credits_due: assert ((due | ~linked_out) == '1);
      end
      m_lanes: assume ((in_range | {Linked[1:0], 2'b00}) == '1);
      a_lanes: assert (!runs_q || (in_range | ~{Linked[1:0], 2'b00}) == '1);
    end
  end else begin : gen_alone
    always_comb begin : alone
      m_lanes: assume (in_range == '1);
      if (!runs_q) m_reset: assume (valid == '0 && credit_i == '0);
      if (runs_q) begin
        m_neighbours: assume (legal == '1);
        m_credits: assume (due == '1);
        c_full: cover (32'(count_q[3:0]) == Depth && 32'(count_q[2*Lanes*4 +: 4]) == Depth);
        c_followed_to_the_end: cover (done_q);
        c_followed_body: cover (leaves && !noc_pkg::flit_head(flit_q) && goal_q[1]);
        c_delivered: cover (leaves && !goal_q[1]);
        c_waited_for_the_pe: cover (leaves && waited_q);
        c_out_of_credit: cover (32'(sent_q[2*Lanes*4 +: 4]) == Depth);
        c_passed_in_transit: cover (leaves && port[1] && passed_q == 5'd1);
        c_passed_injected: cover (leaves && !port[1] && 32'(passed_q) >= Patience);
        c_all_outputs: cover (valid_out == '1);
      end
    end
  end

endmodule

`default_nettype wire
