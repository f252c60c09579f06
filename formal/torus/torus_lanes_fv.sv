// torus_lanes_fv.sv: the router of a ring with two lanes a channel, in any traffic, also against
// the rules of flits and credits.
//
// Free: arrivals, credits, stalls, place, side and lane rule. The model keeps queues of its own,
// takes from them what the router says has left (credit_o), and says of every front what may become
// of it. That the router keeps the same is an invariant, so that induction closes. Queues are
// numbered as in the router: injection + and -, then the lanes of channel +, then those of -.
`default_nettype none

module torus_lanes_fv #(
  localparam int unsigned Lanes     = 2,  // names of registers below are for 2 and Depth 2
  localparam int unsigned Depth     = 2,
  localparam int unsigned NumPorts  = 4,  // inject or eject + and -, then the channels + and -
  localparam int unsigned NumQueues = 6,
  localparam int unsigned NumWays   = 4   // lanes of outgoing channels
) (
  input logic                                       clk_i,
  input logic [NumPorts*noc_pkg::FlitWidth-1:0]     in_lane_i,
  input logic [NumPorts*torus_pkg::CreditWidth-1:0] credit_i,
  input logic [1:0]                                 stall_i
);

  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth;
  localparam int unsigned CreditWidth = torus_pkg::CreditWidth;
  localparam int unsigned HopsWidth   = torus_pkg::HopsWidth;

  (* anyconst *) logic [7:0] coordinate;
  (* anyconst *) logic [7:0] side;
  (* anyconst *) logic       strict;
  (* anyconst *) logic [2:0] followed;  // the queue whose front is timed

  logic [NumPorts*FlitWidth-1:0]      out_lane;
  logic [NumPorts*CreditWidth-1:0]    credit;
  logic                               busy;
  logic [noc_pkg::ViolationWidth-1:0] violation;
  logic [NumPorts-1:0]                violation_in;

  logic runs_q = 1'b0;  // out of reset
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  torus_router #(.Dimensions(1), .Lanes(Lanes), .Depth(Depth)) i_router (
    .clk_i(clk_i), .rst_ni(runs_q), .coordinate_i(32'(coordinate)), .side_i(32'(side)),
    .strict_i(strict), .in_lane_i(in_lane_i), .out_lane_o(out_lane), .credit_i(credit_i),
    .credit_o(credit), .stall_i(stall_i), .busy_o(busy), .violation_o(violation),
    .violation_in_o(violation_in), .violation_out_o(), .stalled_o(), .blocked_o()
  );
  (* hierconn *) logic [NumWays-1:0]    \i_router.funded_q ;
  (* hierconn *) logic [NumWays-1:0]    \i_router.taken_q ;
  (* hierconn *) logic [NumQueues-1:0]  \i_router.filled_q ;
  (* hierconn *) logic [NumQueues-1:0]  \i_router.held_q ;
  (* hierconn *) logic [NumQueues-1:0]  \i_router.started_q ;
  (* hierconn *) logic [1:0]            \i_router.credit_q[0] ;
  (* hierconn *) logic [1:0]            \i_router.credit_q[1] ;
  (* hierconn *) logic [1:0]            \i_router.credit_q[2] ;
  (* hierconn *) logic [1:0]            \i_router.credit_q[3] ;
  (* hierconn *) logic [NumQueues-1:0]  \i_router.owner_q[0] ;
  (* hierconn *) logic [NumQueues-1:0]  \i_router.owner_q[1] ;
  (* hierconn *) logic [NumQueues-1:0]  \i_router.owner_q[2] ;
  (* hierconn *) logic [NumQueues-1:0]  \i_router.owner_q[3] ;
  (* hierconn *) logic [NumQueues-1:0]  \i_router.granted_q[0] ;
  (* hierconn *) logic [NumQueues-1:0]  \i_router.granted_q[1] ;
  (* hierconn *) logic [Lanes-1:0]      \i_router.ejected_q[0] ;
  (* hierconn *) logic [Lanes-1:0]      \i_router.ejected_q[1] ;
  (* hierconn *) logic [1:0]            \i_router.count_q[0] ;
  (* hierconn *) logic [1:0]            \i_router.count_q[1] ;
  (* hierconn *) logic [1:0]            \i_router.count_q[2] ;
  (* hierconn *) logic [1:0]            \i_router.count_q[3] ;
  (* hierconn *) logic [1:0]            \i_router.count_q[4] ;
  (* hierconn *) logic [1:0]            \i_router.count_q[5] ;
  (* hierconn *) logic                  \i_router.first_q[0] ;
  (* hierconn *) logic                  \i_router.first_q[1] ;
  (* hierconn *) logic                  \i_router.first_q[2] ;
  (* hierconn *) logic                  \i_router.first_q[3] ;
  (* hierconn *) logic                  \i_router.first_q[4] ;
  (* hierconn *) logic                  \i_router.first_q[5] ;
  logic [2*NumWays-1:0]         kept_credit;
  logic [NumWays*NumQueues-1:0] kept_owner;
  logic [2*NumQueues-1:0]       kept_count;
  logic [NumQueues-1:0]         kept_first;
  assign kept_credit = {\i_router.credit_q[3] , \i_router.credit_q[2] , \i_router.credit_q[1] ,
                        \i_router.credit_q[0] };
  assign kept_owner = {\i_router.owner_q[3] , \i_router.owner_q[2] , \i_router.owner_q[1] ,
                       \i_router.owner_q[0] };
  assign kept_count = {\i_router.count_q[5] , \i_router.count_q[4] , \i_router.count_q[3] ,
                       \i_router.count_q[2] , \i_router.count_q[1] , \i_router.count_q[0] };
  assign kept_first = {\i_router.first_q[5] , \i_router.first_q[4] , \i_router.first_q[3] ,
                       \i_router.first_q[2] , \i_router.first_q[1] , \i_router.first_q[0] };
  (* hierconn *) logic [FlitWidth-1:0]   \i_router.store_q[0] ;  // {queue, slot}
  (* hierconn *) logic [FlitWidth-1:0]   \i_router.store_q[1] ;
  (* hierconn *) logic [FlitWidth-1:0]   \i_router.store_q[2] ;
  (* hierconn *) logic [FlitWidth-1:0]   \i_router.store_q[3] ;
  (* hierconn *) logic [FlitWidth-1:0]   \i_router.store_q[4] ;
  (* hierconn *) logic [FlitWidth-1:0]   \i_router.store_q[5] ;
  (* hierconn *) logic [FlitWidth-1:0]   \i_router.store_q[6] ;
  (* hierconn *) logic [FlitWidth-1:0]   \i_router.store_q[7] ;
  (* hierconn *) logic [FlitWidth-1:0]   \i_router.store_q[8] ;
  (* hierconn *) logic [FlitWidth-1:0]   \i_router.store_q[9] ;
  (* hierconn *) logic [FlitWidth-1:0]   \i_router.store_q[10] ;
  (* hierconn *) logic [FlitWidth-1:0]   \i_router.store_q[11] ;
  logic [NumQueues*Depth*FlitWidth-1:0] store;
  assign store = {\i_router.store_q[11] , \i_router.store_q[10] , \i_router.store_q[9] ,
                  \i_router.store_q[8] , \i_router.store_q[7] , \i_router.store_q[6] ,
                  \i_router.store_q[5] , \i_router.store_q[4] , \i_router.store_q[3] ,
                  \i_router.store_q[2] , \i_router.store_q[1] , \i_router.store_q[0] };

  // Credits: left to the router after its last step, and with those that come now.
  logic [2*NumWays-1:0] had_q;  // in the last step
  logic [2*NumWays-1:0] left;
  logic [2*NumWays-1:0] has;
  logic [NumWays-1:0]   sends;  // flits on the outputs, by lane
  logic [NumWays-1:0]   worm_q;  // a lane was inside a worm
  logic [NumWays-1:0]   worm;    // and is, after the last step
  logic [NumWays-1:0]   spent;   // only what there was
  logic [NumWays-1:0]   whole;   // head, bodies, tail, and so on
  logic [NumWays-1:0]   same_credit;
  logic [NumWays-1:0]   same_owner;  // a queue's worm has the lane, or none has
  logic [NumQueues-1:0] owners [0:NumWays-1];
  for (genvar w = 0; w < NumWays; w++) begin : gen_way
    localparam int unsigned Port = 2 + w / Lanes;
    logic [FlitWidth-1:0] out;
    assign out = out_lane[Port*FlitWidth +: FlitWidth];
    assign sends[w] = noc_pkg::flit_valid(out) && 32'(torus_pkg::lane_of(out)) == w % Lanes;
    assign left[2*w +: 2] = had_q[2*w +: 2] - 2'(sends[w]);
    assign has[2*w +: 2] = left[2*w +: 2]
        + 2'(credit_i[Port*CreditWidth + w % Lanes] && 32'(left[2*w +: 2]) < Depth);
    assign spent[w] = !sends[w] || had_q[2*w +: 2] != '0;
    assign whole[w] = !sends[w] || noc_pkg::flit_head(out) != worm_q[w];
    assign worm[w] = sends[w] ? !noc_pkg::flit_tail(out) : worm_q[w];
    assign same_credit[w] = kept_credit[2*w +: 2] == left[2*w +: 2]
        && 32'(left[2*w +: 2]) <= Depth && \i_router.funded_q [w] == (left[2*w +: 2] != '0);
    assign owners[w] = kept_owner[w*NumQueues +: NumQueues];
    assign same_owner[w] = $onehot0(owners[w]) && \i_router.taken_q [w] == (owners[w] != '0)
        && worm[w] == ((owners[w] & \i_router.started_q ) != '0);
    always_ff @(posedge clk_i) begin : remember
      had_q[2*w +: 2] <= runs_q ? has[2*w +: 2] : 2'(Depth);
      worm_q[w] <= runs_q && worm[w];
    end
  end

  // Queues, and what the last step has done with their fronts. A name with _q is of before it, with
  // what it has brought.
  logic [NumQueues-1:0]   filled_q;    // there was a front
  logic [NumQueues-1:0]   bad_q;       // to be dropped
  logic [NumQueues-1:0]   to_pe_q;     // its worm goes to the PE, else over the channel
  logic [NumQueues-1:0]   in_worm_q;   // its head had gone
  logic [NumQueues-1:0]   way_open_q;  // it could have gone, were it alone
  logic [NumQueues-1:0]   returned;
  logic [NumQueues-1:0]   goes;
  logic [NumQueues-1:0]   same_queue;
  logic [NumQueues-1:0]   same_worm;
  logic [NumQueues-1:0]   unchanged;   // what goes, but for lane and hop
  logic [NumQueues-1:0]   fit;         // it has the lane of its worm, or one that its head may have
  logic [NumQueues-1:0]   from_front;  // only what was there has gone
  logic [NumQueues-1:0]   beaten;      // it could go, and another went
  logic [NumQueues-1:0]   broken;      // of this step
  logic [NumQueues-1:0]   nowhere;
  logic [NumQueues-1:0]   overflows;
  logic [NumPorts-1:0]    strange;     // a lane that is none
  for (genvar q = 0; q < NumQueues; q++) begin : gen_queue
    localparam bit          Injected = q < 2;
    localparam int unsigned Channel  = Injected ? q : (q - 2) / Lanes;
    localparam int unsigned Port     = Injected ? q : 2 + Channel;
    localparam int unsigned Lane     = Injected ? 0 : (q - 2) % Lanes;
    logic [Depth*FlitWidth-1:0] fifo_q;
    logic [Depth*FlitWidth-1:0] fifo;
    logic [Depth*FlitWidth-1:0] stored;  // the router's
    logic [FlitWidth-1:0]       arrival;
    logic [FlitWidth-1:0]       front_q;
    logic [FlitWidth-1:0]       front;
    logic [FlitWidth-1:0]       out;
    logic [FlitWidth-1:0]       expected;
    logic [1:0]                 count_q;
    logic [1:0]                 count;
    logic                       arrives;
    logic                       in_worm;
    logic                       lane_q;    // of its worm
    logic                       lane;
    logic [NumWays-1:0]         kept_ways;  // that the router says it has, of which lane
    logic                       kept_lane;
    logic                       worm_to_pe_q;
    logic                       worm_to_pe;
    logic [1:0]                 classes_q;  // that a head might use: low, high
    logic [1:0]                 free;       // lanes of the channel: high, low
    logic [torus_pkg::DecisionWidth-1:0] decision;

    // What the last step has done.
    assign front_q = fifo_q[FlitWidth-1:0];
    assign filled_q[q] = count_q != '0;
    assign to_pe_q[q] = in_worm_q[q] ? worm_to_pe_q : front_q[4*HopsWidth-1:0] == '0;
    assign returned[q] = credit[Port*CreditWidth + Lane];
    assign goes[q] = returned[q] && !bad_q[q];
    assign out = to_pe_q[q] ? out_lane[Channel*FlitWidth +: FlitWidth]
                            : out_lane[(2+Channel)*FlitWidth +: FlitWidth];
    assign expected = to_pe_q[q] ? front_q
        : torus_pkg::sent_on(front_q, 3'(Channel), torus_pkg::lane_of(out), HopsWidth);
    assign from_front[q] = returned[q] ? filled_q[q] : !bad_q[q];
    assign unchanged[q] = !goes[q] || out == expected;
    assign fit[q] = !goes[q] || to_pe_q[q]
        || (in_worm_q[q] ? torus_pkg::lane_of(out) == 3'(lane_q)
                         : (torus_pkg::lane_of(out) == 3'd0 && classes_q[1])
                           || (torus_pkg::lane_of(out) == 3'd1 && classes_q[0]));
    assign in_worm = goes[q] ? !noc_pkg::flit_tail(front_q) : in_worm_q[q];
    assign lane = goes[q] ? out[noc_pkg::LaneLow] : lane_q;
    assign worm_to_pe = goes[q] ? to_pe_q[q] : worm_to_pe_q;
    assign fifo = returned[q] ? fifo_q >> FlitWidth : fifo_q;
    assign count = count_q - 2'(returned[q]);
    assign beaten[q] = filled_q[q] && way_open_q[q] && !returned[q]
        && (to_pe_q[q] || \i_router.held_q [q]);

    // What the router keeps.
    for (genvar w = 0; w < NumWays; w++) begin : gen_way
      assign kept_ways[w] = kept_owner[w*NumQueues+q];
    end
    assign kept_lane = kept_ways[2*Channel+1];
    assign stored = (Depth*FlitWidth)'({2{store[q*Depth*FlitWidth +: Depth*FlitWidth]}}
                                       >> (32'(kept_first[q]) * FlitWidth));
    assign same_queue[q] = kept_count[2*q +: 2] == count && 32'(count) <= Depth
        && \i_router.filled_q [q] == (count != '0)
        && (count == '0 || stored[FlitWidth-1:0] == fifo[FlitWidth-1:0])
        && (32'(count) < 2 || stored[FlitWidth +: FlitWidth] == fifo[FlitWidth +: FlitWidth])
        && (count == '0 || fifo[FlitWidth-1]) && (32'(count) < 2 || fifo[2*FlitWidth-1]);
    always_comb begin : worms
      same_worm[q] = \i_router.started_q [q] == in_worm;
      if (in_worm) begin
        if (\i_router.held_q [q] == worm_to_pe || (Injected && worm_to_pe)) same_worm[q] = 1'b0;
        if (kept_ways != (worm_to_pe ? 4'd0 : 4'd1 << {1'(Channel), lane})) same_worm[q] = 1'b0;
      end else if (\i_router.held_q [q]) begin
        // Its head waits at the front, with a lane that it may have and that has credit.
        if (count == '0 || !noc_pkg::flit_head(fifo[FlitWidth-1:0]) || decision[6:5] != '0
            || kept_ways != 4'd1 << {1'(Channel), kept_lane}
            || !(kept_lane ? decision[torus_pkg::UseHigh] : decision[torus_pkg::UseLow])
            || left[2*(2*Channel+32'(kept_lane)) +: 2] == '0) same_worm[q] = 1'b0;
      end else if (kept_ways != 4'd0) begin
        same_worm[q] = 1'b0;
      end
    end

    // What this step brings, and what may become of the front.
    assign arrival = in_lane_i[Port*FlitWidth +: FlitWidth];
    assign overflows[q] = noc_pkg::flit_valid(arrival) && 32'(count) == Depth
        && (Injected || 32'(torus_pkg::lane_of(arrival)) == Lane);
    assign arrives = noc_pkg::flit_valid(arrival) && 32'(count) < Depth
        && (Injected || 32'(torus_pkg::lane_of(arrival)) == Lane);
    assign front = (count != '0) ? fifo[FlitWidth-1:0] : arrival;
    assign decision = torus_pkg::decide(front, Injected, 3'(Channel), !Injected && Lane == 1,
                                        48'(coordinate), 48'(side), strict, 1, HopsWidth);
    assign broken[q] = (count != '0 || arrives) && noc_pkg::flit_head(front) == in_worm;
    assign nowhere[q] = (count != '0 || arrives) && noc_pkg::flit_head(front) && !in_worm
                        && decision[torus_pkg::NoWay];
    assign free = {!worm[2*Channel+1] && has[2*(2*Channel+1) +: 2] != '0,
                   !worm[2*Channel] && has[2*(2*Channel) +: 2] != '0};
    always_ff @(posedge clk_i) begin : remember
      fifo_q <= fifo;
      if (arrives) fifo_q[32'(count[0])*FlitWidth +: FlitWidth] <= arrival;
      count_q <= runs_q ? count + 2'(arrives) : '0;
      bad_q[q] <= runs_q && (broken[q] || nowhere[q]);
      in_worm_q[q] <= runs_q && in_worm;
      worm_to_pe_q <= worm_to_pe;
      lane_q <= lane;
      classes_q <= decision[1:0];
      if (in_worm ? worm_to_pe : decision[torus_pkg::ToPe]) way_open_q[q] <= !stall_i[Channel];
      else if (in_worm) way_open_q[q] <= has[2*(2*Channel+32'(lane)) +: 2] != '0;
      else way_open_q[q] <= (decision[torus_pkg::UseLow] && free[0])
                            || (decision[torus_pkg::UseHigh] && free[1]);
    end
  end

  // Outputs: the queues that lead to them.
  logic [NumPorts-1:0] one_each;  // a flit where one goes, and never two
  logic [NumPorts-1:0] none_idle;
  logic [NumPorts-1:0] stall_kept;
  logic [1:0]          stall_q;
  always_ff @(posedge clk_i) stall_q <= stall_i;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_output
    logic [NumQueues-1:0] here;
    logic                 valid;
    for (genvar q = 0; q < NumQueues; q++) begin : gen_from
      assign here[q] = ((q < 2) ? q : (q - 2) / Lanes) == p % 2 && to_pe_q[q] == (p < 2);
    end
    assign valid = noc_pkg::flit_valid(out_lane[p*FlitWidth +: FlitWidth]);
    assign one_each[p] = $onehot0(here & goes) && valid == ((here & goes) != '0);
    assign none_idle[p] = valid || (here & filled_q & way_open_q & ~bad_q) == '0;
    assign stall_kept[p] = p >= 2 || !valid || !stall_q[p];
    assign strange[p] = p >= 2 && noc_pkg::flit_valid(in_lane_i[p*FlitWidth +: FlitWidth])
        && 32'(torus_pkg::lane_of(in_lane_i[p*FlitWidth +: FlitWidth])) >= Lanes;
  end

  // Reports of the last step.
  logic [noc_pkg::ViolationWidth-1:0] expected_q;
  logic [NumPorts-1:0]                named_q;
  always_ff @(posedge clk_i) begin : report
    expected_q <= '0;
    expected_q[noc_pkg::Overflow] <= runs_q && (overflows != '0 || strange != '0);
    expected_q[noc_pkg::BrokenWorm] <= runs_q && broken != '0;
    expected_q[noc_pkg::NoRoute] <= runs_q && nowhere != '0;
    named_q <= '0;
    for (int unsigned q = 0; q < NumQueues; q++) begin
      if (runs_q && (overflows[q] || broken[q] || nowhere[q])) begin
        named_q[(q < 2) ? q : 2 + (q - 2) / Lanes] <= 1'b1;
      end
    end
    if (runs_q && strange[2]) named_q[2] <= 1'b1;
    if (runs_q && strange[3]) named_q[3] <= 1'b1;
  end

  // How often the front that is timed could go and another went. The router's last winner says how
  // many of the other queues that lead to the output still come first.
  logic [1:0]           beaten_q = '0;
  logic [1:0]           times;
  logic                 timed_to_pe;   // the front is
  logic                 timed_channel;
  logic [NumQueues-1:0] later;         // queues behind the last winner
  logic [NumQueues-1:0] rivals;
  logic [NumQueues-1:0] nearer;        // rivals between the last winner and the one that is timed
  assign times = (filled_q[followed] && !returned[followed])
                 ? beaten_q + 2'(beaten[followed]) : '0;
  assign timed_to_pe = to_pe_q[followed];
  assign timed_channel = (followed < 3'd2) ? followed[0] : followed >= 3'd4;
  function automatic logic last_ones(input logic [NumQueues-1:0] set);
    last_ones = (~set & (~set + 1'b1)) == '0;
  endfunction

  always_comb begin : turn
    later = timed_channel ? \i_router.granted_q[1] : \i_router.granted_q[0] ;
    if (timed_to_pe) later = {\i_router.ejected_q[1] , \i_router.ejected_q[0] , 2'b00};
  end
  for (genvar q = 0; q < NumQueues; q++) begin : gen_rival
    assign rivals[q] = 3'(q) != followed && ((q < 2) ? q : (q - 2) / Lanes) == 32'(timed_channel)
                       && (q >= 2 || !timed_to_pe);
    assign nearer[q] = rivals[q]
        && ((later[q] == later[followed]) ? 3'(q) < followed : later[q]);
  end
  always_ff @(posedge clk_i) beaten_q <= runs_q ? times : '0;

  always_comb begin : properties
    m_place: assume (side >= 8'd2 && side <= 8'd64 && coordinate < side);
    m_followed: assume (32'(followed) < NumQueues);
    if (runs_q) begin
      a_leaves_from_the_front: assert (from_front == '1);
      a_one_flit_an_output: assert (one_each == '1);
      a_unchanged: assert (unchanged == '1);
      a_allowed_lane: assert (fit == '1);
      a_worms_stay_whole: assert (whole == '1);
      a_never_without_credit: assert (spent == '1);
      a_stall_kept: assert (stall_kept == '1);
      a_no_output_idle: assert (none_idle == '1);
      a_in_its_turn: assert (times <= (timed_to_pe ? 2'd1 : 2'd2));
      a_later: assert (last_ones(\i_router.granted_q[0] ) && last_ones(\i_router.granted_q[1] )
                       && \i_router.ejected_q[0] != 2'b01 && \i_router.ejected_q[1] != 2'b01);
      a_turns: assert (times == '0
                       || ((timed_to_pe || \i_router.held_q [followed])
                           && 3'(times) + 3'($countones(nearer)) <= (timed_to_pe ? 3'd1 : 3'd2)));
      a_drops_named: assert (violation == expected_q && violation_in == named_q);
      a_busy: assert (busy == (\i_router.filled_q != '0 || returned != '0 || violation != '0));
      a_queues: assert (same_queue == '1);
      a_credits: assert (same_credit == '1);
      a_worms: assert (same_worm == '1 && same_owner == '1);

      c_full: cover (kept_count == 12'b10_10_10_10_10_10);
      c_two_worms_of_a_channel: cover (worm[1:0] == 2'b11 && beaten[2]);
      c_two_lanes_to_the_pe: cover (beaten[3] && to_pe_q[3]);
      c_beaten_twice: cover (beaten_q == 2'd2 && returned[followed] && !timed_to_pe);
      c_all_outputs: cover (goes == 6'b010111 || $countones(goes) == 4);
      c_dropped: cover (violation[noc_pkg::BrokenWorm] && violation[noc_pkg::NoRoute]);
      c_overflow: cover (violation[noc_pkg::Overflow] && in_worm_q[4]);
      c_high_lane: cover (sends[1] && !strict && worm_q[0]);
    end
  end

endmodule

`default_nettype wire
