// fat_tree_switch_fv.sv: properties of a fat tree's switch with one link a branch, in any traffic.
//
// Free: arrivals, readiness, and the constants; packets are of one flit. The model says itself what
// is taken, counts the packets of each branch, and follows one packet of its choice, `ahead` places
// from the front of one of its queues. Where that packet lies in the switch is an invariant, so
// that induction closes. Policies that fix who is first: UpFirst, LocalFirst, RoundRobin. With
// stages all of it holds of what has passed them, and there is no back pressure.
`default_nettype none

module fat_tree_switch_fv #(
  parameter int unsigned Depth     = 3,  // names of registers below are for 3
  parameter int unsigned Stages    = 0,
  localparam int unsigned NumLanes = 3   // up, child 0, child 1; branches likewise
) (
  input logic                                   clk_i,
  input logic [NumLanes*noc_pkg::FlitWidth-1:0] in_lane_i,
  input logic [NumLanes-1:0]                    ready_i,
  input logic                                   follow_i
);

  localparam int unsigned FlitWidth  = noc_pkg::FlitWidth;
  localparam int unsigned EntryWidth = noc_pkg::EntryWidth;
  localparam int unsigned SpaceWidth = $clog2(2 * Depth);
  localparam int unsigned AddressWidth = noc_pkg::AddressWidth;
  localparam int unsigned InWidth      = NumLanes * FlitWidth;
  localparam int unsigned NumStages    = (Stages == 0) ? 1 : Stages;

  (* anyconst *) logic [11:0] leaf_base;
  (* anyconst *) logic [11:0] leaf_span;
  (* anyconst *) logic [3:0]  level;  // a digit of one bit for every level
  (* anyconst *) logic [noc_pkg::CountWidth-1:0] limit;
  (* anyconst *) logic [1:0]  policy;
  (* anyconst *) logic        scheduled;
  (* anyconst *) logic        wanted;  // back pressure, by the pin
  (* anyconst *) logic [1:0]  from;  // the input and the branch of the packet that is followed
  (* anyconst *) logic [1:0]  to;

  logic [NumLanes*FlitWidth-1:0]      out_lane;
  logic [NumLanes-1:0]                ready;
  logic                               busy;
  logic [noc_pkg::ViolationWidth-1:0] violation;
  logic [NumLanes-1:0]                violation_in;

  logic runs_q = 1'b0;  // out of reset
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  fat_tree_switch #(
    .Arity(2), .DownLinks(1), .UpLinks(1), .Depth(Depth), .Stages(Stages)
  ) i_switch (
    .clk_i(clk_i), .rst_ni(runs_q), .leaf_base_i(EntryWidth'(leaf_base)),
    .leaf_span_i(EntryWidth'(leaf_span)), .level_i(8'(level)), .limit_i(limit),
    .policy_i(noc_pkg::PolicyWidth'(policy)), .seed_i(16'd1), .scheduled_i(scheduled),
    .backpressure_i(wanted), .store_forward_i(1'b0), .in_lane_i(in_lane_i),
    .out_lane_o(out_lane), .ready_i(ready_i), .ready_o(ready), .busy_o(busy),
    .violation_o(violation), .violation_in_o(violation_in), .violation_out_o(), .max_stored_o(),
    .max_wait_o()
  );
  (* hierconn *) logic [NumLanes*SpaceWidth-1:0] \i_switch.stored_q ;
  (* hierconn *) logic [NumLanes*SpaceWidth-1:0] \i_switch.waiting_q ;
  (* hierconn *) logic [NumLanes*SpaceWidth-1:0] \i_switch.head_q ;
  (* hierconn *) logic [2:0]                     \i_switch.order_q ;
  (* hierconn *) logic [NumLanes*2-1:0]          \i_switch.turn_q ;
  (* hierconn *) logic [NumLanes*NumLanes-1:0]   \i_switch.served_q ;
  (* hierconn *) logic [NumLanes*NumLanes-1:0]   \i_switch.granted_told ;
  (* hierconn *) logic [NumStages*InWidth-1:0]   \i_switch.gen_stages.stage_q ;
  (* hierconn *) logic [NumStages-1:0]           \i_switch.gen_stages.moving_q ;
  (* hierconn *) logic [EntryWidth-1:0]          \i_switch.bounds_q[0] ;
  (* hierconn *) logic [EntryWidth-1:0]          \i_switch.bounds_q[1] ;
  (* hierconn *) logic [EntryWidth-1:0]          \i_switch.bounds_q[2] ;
  (* hierconn *) logic [AddressWidth-1:0]        \i_switch.digit_q ;
  (* hierconn *) logic [AddressWidth-1:0]        \i_switch.above_q ;
  // {branch, slot of 4}: the last of each has no use.
  (* hierconn *) logic [FlitWidth-1:0] \i_switch.step.memory[0] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_switch.step.memory[1] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_switch.step.memory[2] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_switch.step.memory[4] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_switch.step.memory[5] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_switch.step.memory[6] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_switch.step.memory[8] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_switch.step.memory[9] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_switch.step.memory[10] ;
  logic [NumLanes*Depth*FlitWidth-1:0] memory;
  assign memory = {\i_switch.step.memory[10] , \i_switch.step.memory[9] , \i_switch.step.memory[8] ,
                   \i_switch.step.memory[6] , \i_switch.step.memory[5] , \i_switch.step.memory[4] ,
                   \i_switch.step.memory[2] , \i_switch.step.memory[1] , \i_switch.step.memory[0] };

  // What the stages hold, those that came last lowest, and what has passed them.
  logic                         backpressure;
  logic [NumStages*InWidth-1:0] line_q;
  logic [NumStages-1:0]         moving;
  logic [InWidth-1:0]           lanes;
  assign backpressure = wanted && Stages == 0;
  assign lanes = (Stages == 0) ? in_lane_i : line_q[(NumStages-1)*InWidth +: InWidth];
  always_ff @(posedge clk_i) begin : delay
    line_q <= runs_q ? (NumStages*InWidth)'({line_q, in_lane_i}) : '0;
  end
  always_comb begin : movement
    moving = '0;
    for (int unsigned s = 0; s < Stages; s++) begin
      for (int unsigned l = 0; l < NumLanes; l++) begin
        if (line_q[s*InWidth+l*FlitWidth+FlitWidth-1]) moving[s] = 1'b1;
      end
    end
  end

  logic [NumLanes*NumLanes-1:0] ways_in;  // by input, the branches that its packet must leave by
  for (genvar l = 0; l < NumLanes; l++) begin : gen_ways
    fat_tree_ways_fv #(.Lane(l)) i_ways (
      .leaf_base_i(leaf_base), .leaf_span_i(leaf_span), .level_i(level),
      .flit_i(lanes[l*FlitWidth +: FlitWidth]), .ways_o(ways_in[l*NumLanes +: NumLanes])
    );
  end

  // This step: what leaves, what is taken in which order, and where the followed packet is after
  // it.
  logic [NumLanes*4-1:0] count_q;  // packets by branch
  logic [NumLanes*4-1:0] count;
  logic [NumLanes*4-1:0] held;     // those that the admission counts
  logic [1:0]            turn_q;   // round robin: the first input
  logic                  fair;     // round robin with back pressure
  logic [NumLanes*2-1:0] begins_q; // by branch: the first input of its turn
  logic [NumLanes*2-1:0] begins;
  logic [NumLanes*NumLanes-1:0] has_q;  // by input: branches that have its packet
  logic [NumLanes*NumLanes-1:0] has;
  logic [NumLanes*NumLanes-1:0] gets;   // by input: branches that take its packet
  // What the switch grants, not what the model would: does the packet at `from` wait for `to`?
  logic                  got_q;    // `to` has it already
  logic                  gets_it;
  logic                  waits;
  logic [1:0]            passed_q; // packets of others that `to` has taken while it waits
  logic [1:0]            passed;
  logic [1:0]            first;
  logic [NumLanes-1:0]   valid;
  logic [NumLanes-1:0]   sends;
  logic [NumLanes-1:0]   left;
  logic [NumLanes-1:0]   routed;   // inputs whose packet has a way
  logic [NumLanes-1:0]   taken;
  logic [NumLanes-1:0]   stays;    // branches with a packet that does not leave
  logic                  follows_q = 1'b0;
  logic                  follows;
  logic [3:0]            ahead_q;
  logic [3:0]            ahead;
  logic [FlitWidth-1:0]  flit_q;
  logic [FlitWidth-1:0]  flit;
  logic                  done_q = 1'b0;
  always_comb begin : model
    logic [NumLanes-1:0] ways;
    logic [NumLanes-1:0] full;
    ways = '0;
    full = '0;
    routed = '0;
    taken = '0;
    first = (32'(policy) == noc_pkg::LocalFirst) ? 2'd1
          : (32'(policy) == noc_pkg::RoundRobin) ? turn_q : 2'd0;
    count = count_q;
    for (int unsigned b = 0; b < NumLanes; b++) begin
      valid[b] = lanes[b*FlitWidth + FlitWidth - 1];
      sends[b] = out_lane[b*FlitWidth + FlitWidth - 1];
      left[b] = sends[b] && (!backpressure || ready_i[b]);
      count[b*4 +: 4] = count_q[b*4 +: 4] - 4'(left[b]);
      stays[b] = count[b*4 +: 4] != '0;
    end
    held = backpressure ? count_q : count;
    follows = follows_q && !(left[to] && ahead_q == '0);
    ahead = ahead_q - 4'(left[to]);
    flit = flit_q;
    fair = 32'(policy) == noc_pkg::RoundRobin && backpressure;
    begins = begins_q;
    has = has_q;
    gets = '0;
    gets_it = 1'b0;
    waits = 1'b0;
    passed = '0;
    if (fair) begin
      for (int unsigned b = 0; b < NumLanes; b++) begin
        for (int unsigned turn = 0; turn < NumLanes; turn++) begin
          for (int unsigned lane = 0; lane < NumLanes; lane++) begin
            if (lane == (32'(begins_q[b*2 +: 2]) + turn) % NumLanes && valid[lane]
                && ways_in[lane*NumLanes + b] && !has_q[lane*NumLanes + b]
                && noc_pkg::CountWidth'(held[b*4 +: 4]) < limit) begin
              gets[lane*NumLanes + b] = 1'b1;
              held[b*4 +: 4] = held[b*4 +: 4] + 4'd1;
              begins[b*2 +: 2] = (lane == NumLanes - 1) ? 2'd0 : 2'(lane + 1);
            end
          end
        end
      end
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        ways = ways_in[lane*NumLanes +: NumLanes];
        routed[lane] = valid[lane] && ways != '0;
        taken[lane] = routed[lane] && (ways & ~has_q[lane*NumLanes +: NumLanes]
                                       & ~gets[lane*NumLanes +: NumLanes]) == '0;
        if (valid[lane]) begin
          has[lane*NumLanes +: NumLanes] = (has_q[lane*NumLanes +: NumLanes]
                                            | gets[lane*NumLanes +: NumLanes])
                                           & {NumLanes{routed[lane] && !taken[lane]}};
        end
        for (int unsigned b = 0; b < NumLanes; b++) begin
          if (gets[lane*NumLanes + b]) begin
            if (follow_i && !follows_q && !done_q && 32'(from) == lane && 32'(to) == b) begin
              follows = 1'b1;
              ahead = count[b*4 +: 4];
              flit = lanes[lane*FlitWidth +: FlitWidth];
            end
            count[b*4 +: 4] = count[b*4 +: 4] + 4'd1;
          end
          if (32'(from) == lane && 32'(to) == b && valid[lane] && ways[b] && !got_q) begin
            gets_it = \i_switch.granted_told [lane*NumLanes + b];
            waits = !gets_it;
          end
        end
      end
      if (waits) begin
        passed = passed_q;
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          if (\i_switch.granted_told [lane*NumLanes + 32'(to)]) passed = passed + 2'd1;
        end
      end
    end
    for (int unsigned turn = 0; turn < NumLanes; turn++) begin
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        if (!fair && lane == (32'(first) + turn) % NumLanes) begin
          ways = ways_in[lane*NumLanes +: NumLanes];
          for (int unsigned b = 0; b < NumLanes; b++) begin
            full[b] = noc_pkg::CountWidth'(held[b*4 +: 4]) >= limit;
          end
          routed[lane] = valid[lane] && ways != '0;
          taken[lane] = routed[lane] && (ways & full) == '0;
          for (int unsigned b = 0; b < NumLanes; b++) begin
            if (taken[lane] && ways[b]) begin
              if (follow_i && !follows_q && !done_q && 32'(from) == lane && 32'(to) == b) begin
                follows = 1'b1;
                ahead = count[b*4 +: 4];
                flit = lanes[lane*FlitWidth +: FlitWidth];
              end
              count[b*4 +: 4] = count[b*4 +: 4] + 4'd1;
              held[b*4 +: 4] = held[b*4 +: 4] + 4'd1;
            end
          end
        end
      end
    end
  end

  logic [NumLanes-1:0] named_q;  // inputs that a report must name
  logic [noc_pkg::ViolationWidth-1:0] expected_q;
  always_ff @(posedge clk_i) begin : remember
    count_q   <= runs_q ? count : '0;
    follows_q <= runs_q && follows;
    ahead_q   <= ahead;
    flit_q    <= flit;
    if (runs_q && follows_q && left[to] && ahead_q == '0) done_q <= 1'b1;
    if (!runs_q) turn_q <= '0;
    else if (valid != '0 && !backpressure) turn_q <= (turn_q == 2'd2) ? 2'd0 : turn_q + 2'd1;
    begins_q <= runs_q ? begins : '0;
    has_q <= runs_q ? has : '0;
    got_q <= runs_q && (got_q || gets_it) && !(valid[from] && ready[from]);
    passed_q <= runs_q ? passed : '0;
    named_q <= runs_q ? valid & ~taken & ~(routed & {NumLanes{backpressure}}) : '0;
    expected_q <= '0;
    expected_q[noc_pkg::NoRoute] <= runs_q && (valid & ~routed) != '0;
    expected_q[noc_pkg::Overflow] <= runs_q && !backpressure && (routed & ~taken) != '0;
    expected_q[noc_pkg::Waited] <= runs_q && scheduled && stays != '0;
  end

  // Branch by branch, how the switch keeps its packets.
  logic [NumLanes-1:0] counts_agree;
  logic [NumLanes-1:0] within_limit;
  logic [NumLanes-1:0] sends_if_any;
  logic [NumLanes-1:0] waits_behind;
  logic [NumLanes-1:0] slot_exists;
  logic [NumLanes-1:0] may_leave;
  logic [NumLanes*FlitWidth-1:0] lies;  // where the followed packet must, were the branch its own
  for (genvar b = 0; b < NumLanes; b++) begin : gen_branch
    logic [SpaceWidth-1:0] waiting;
    logic [SpaceWidth-1:0] head;
    logic [2*Depth*FlitWidth-1:0] queue;
    assign waiting = \i_switch.waiting_q [b*SpaceWidth +: SpaceWidth];
    assign head = \i_switch.head_q [b*SpaceWidth +: SpaceWidth];
    assign queue = {2{memory[b*Depth*FlitWidth +: Depth*FlitWidth]}} >> (32'(head) * FlitWidth);
    assign counts_agree[b] =
        count_q[b*4 +: 4] == 4'(\i_switch.stored_q [b*SpaceWidth +: SpaceWidth]);
    assign within_limit[b] = noc_pkg::CountWidth'(count_q[b*4 +: 4]) <= limit;
    assign sends_if_any[b] = sends[b] == (count_q[b*4 +: 4] != '0);
    assign waits_behind[b] = 4'(waiting) + 4'(sends[b]) == count_q[b*4 +: 4];
    assign slot_exists[b] = 32'(head) < Depth;
    assign may_leave[b] = (waiting == '0 || queue[FlitWidth-1])
                          && (32'(waiting) < 2 || queue[2*FlitWidth-1]);
    assign lies[b*FlitWidth +: FlitWidth] = (ahead_q == '0)
        ? out_lane[b*FlitWidth +: FlitWidth]
        : FlitWidth'(queue >> ((32'(ahead_q) - 32'd1) * FlitWidth));
  end
  same_word_fv i_followed (  // in order, unchanged
    .matters_i(runs_q && follows_q), .flit_i(lies[to*FlitWidth +: FlitWidth]), .expected_i(flit_q)
  );

  always_comb begin : properties
    m_table: assume (leaf_span != '0 && level != '0);
    m_limit: assume (limit != '0 && 32'(limit) <= Depth);
    m_policy: assume (policy != 2'd3);
    m_followed: assume (from != 2'd3 && to != 2'd3);
    if (runs_q) begin
      a_none_lost_or_made: assert (counts_agree == '1);
      a_within_limit: assert (within_limit == '1);
      a_busy_while_packets: assert (sends_if_any == '1);
      a_queues: assert (waits_behind == '1 && slot_exists == '1 && may_leave == '1);
      a_followed: assert (!follows_q || ahead_q < count_q[to*4 +: 4]);
      a_turn: assert (turn_q != 2'd3 && (!backpressure || turn_q == '0)
                      && (32'(policy) == noc_pkg::RoundRobin
                                         ? \i_switch.order_q == 3'(turn_q)
                                         : \i_switch.order_q == 3'(first)));
      a_turns: assert (\i_switch.turn_q == begins_q && \i_switch.served_q == has_q
                       && begins_q[1:0] != 2'd3 && begins_q[3:2] != 2'd3 && begins_q[5:4] != 2'd3);
      // Two inputs bring packets to a branch: the other one, once. Then its turn is behind.
      a_fair: assert (passed_q <= 2'd1);
      a_got: assert (got_q == (fair && has_q[32'(from)*NumLanes + 32'(to)]));
      a_fair_turn: assert (passed_q == '0 || (from != to && 2'(begins_q >> (2 * 32'(to)))
                           == ((from == 2'd0 && to == 2'd1) || (from == 2'd1 && to == 2'd0) ? 2'd0
                               : (from == 2'd0) || (to == 2'd0) ? 2'd2 : 2'd1)));
      a_places: assert (\i_switch.bounds_q[0] == EntryWidth'(leaf_base)
                        && \i_switch.bounds_q[1] == EntryWidth'(leaf_base) + EntryWidth'(leaf_span)
                        && \i_switch.bounds_q[2]
                           == EntryWidth'(leaf_base) + (EntryWidth'(leaf_span) << 1)
                        && \i_switch.digit_q == AddressWidth'(1) << (level - 4'd1)
                        && \i_switch.above_q == {AddressWidth{1'b1}} << level);
      a_taken_if_room: assert (!backpressure || (ready & routed) == taken);
      a_always_ready_without: assert (backpressure || ready == '1);
      a_refusals_named: assert (violation == expected_q && violation_in == named_q);
      a_stages: assert (Stages == 0 || (\i_switch.gen_stages.stage_q == line_q
                                        && \i_switch.gen_stages.moving_q == moving));
      a_busy: assert (busy == (count_q != '0 || expected_q != '0 || moving != '0));

      c_full: cover (count_q[3:0] == 4'(Depth) && count_q[7:4] == 4'(Depth));
      c_followed_from_behind: cover (follows_q && ahead_q == 4'(Depth - 1));
      c_followed_to_the_end: cover (done_q);
      c_overflow: cover (violation[noc_pkg::Overflow]);
      c_waited: cover (violation[noc_pkg::Waited]);
      c_no_route: cover (violation[noc_pkg::NoRoute]);
      if (Stages == 0) begin
        c_held_back: cover (backpressure && routed == '1 && taken == '0);
        c_passed: cover (passed_q == 2'd1);
        c_split: cover (has_q != '0 && taken != '0);
      end
      c_turn: cover (turn_q == 2'd2 && 32'(policy) == noc_pkg::RoundRobin && taken == 3'b100);
    end
  end

endmodule

`default_nettype wire
