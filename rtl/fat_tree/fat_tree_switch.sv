// fat_tree_switch.sv: a switch of a fat tree, with a queue per output branch. One step a hop.
//
// Branch 0 leads up (UpLinks links; none: the root), branch 1 + k to child k (DownLinks links).
// Lanes: links up, then child 0's links, child 1's, ... A queue is shared by its branch's links:
// its first packets lie in the output registers, lowest free link first, the others in memory.
// A packet that arrives at an edge lies in an output register after it if the queue lets it.
//
// Ways: Flood leaves by every branch but its own. Copies is level-masked: its destination holds a
// digit per level, lowest level first; on the way up digit r > 0 of this level sends a copy to
// child (k + r) mod Arity, k where it came from, and a nonzero digit above sends it on up; on the
// way down it goes to all children. All other kinds go to the leaf that they name. What has no way
// is dropped and reported.
//
// A packet is taken if every queue that it needs has room, else not at all; inputs are looked at in
// the order of the policy, each taking its room before the next. Round robin and random order move
// on in steps with arrivals only, so that an idle switch need not be clocked. With back pressure
// space is what was free at the last edge, and a packet without room waits at the far end. Without
// it every output register empties at each edge, and a packet without room is lost and reported.
//
// Store and forward: a message's flits come over the links of a branch lowest link first and must
// be stored in this order, so round robin and random order then look at inputs by number.
`default_nettype none

module fat_tree_switch #(
  parameter int unsigned Arity     = 2,
  parameter int unsigned DownLinks = 1,
  parameter int unsigned UpLinks   = 1,
  parameter int unsigned Depth     = 4  // packets of one branch, output registers included
) (
  input  logic                                                       clk_i,
  input  logic                                                       rst_ni,

  input  logic [noc_pkg::EntryWidth-1:0]                             leaf_base_i,  // first below
  input  logic [noc_pkg::EntryWidth-1:0]                             leaf_span_i,  // of one child
  input  logic [7:0]                                                 level_i,      // from 1
  input  logic [noc_pkg::CountWidth-1:0]                             limit_i,      // 1 to Depth
  input  logic [noc_pkg::PolicyWidth-1:0]                            policy_i,
  input  logic [15:0]                                                seed_i,
  input  logic                                                       scheduled_i,  // none may wait
  input  logic                                                       backpressure_i,
  input  logic                                                       store_forward_i,

  input  logic [(UpLinks+Arity*DownLinks)*noc_pkg::FlitWidth-1:0]    in_lane_i,
  output logic [(UpLinks+Arity*DownLinks)*noc_pkg::FlitWidth-1:0]    out_lane_o,
  input  logic [UpLinks+Arity*DownLinks-1:0]                         ready_i,
  output logic [UpLinks+Arity*DownLinks-1:0]                         ready_o,

  output logic                                                       busy_o,
  output logic [noc_pkg::ViolationWidth-1:0]                         violation_o,
  output logic [UpLinks+Arity*DownLinks-1:0]                         violation_in_o,
  output logic [UpLinks+Arity*DownLinks-1:0]                         violation_out_o,
  output logic [(Arity+1)*noc_pkg::CountWidth-1:0]                   max_stored_o,  // by branch
  output logic [(Arity+1)*noc_pkg::CountWidth-1:0]                   max_wait_o
);

  localparam int unsigned NumLanes    = UpLinks + Arity * DownLinks;
  localparam int unsigned NumBranches = Arity + 1;
  localparam int unsigned LaneWidth   = noc_pkg::FlitWidth;
  localparam int unsigned EntryWidth  = noc_pkg::EntryWidth;
  localparam int unsigned CountWidth  = noc_pkg::CountWidth;
  localparam int unsigned IndexWidth  = (NumLanes > 2) ? $clog2(NumLanes) : 1;
  localparam int unsigned SpaceWidth  = $clog2(2 * Depth);  // counts to 2 * Depth - 1
  localparam int unsigned SlotWidth   = (Depth > 1) ? $clog2(Depth) : 1;
  localparam int unsigned BranchWidth = $clog2(NumBranches);
  localparam int unsigned DigitWidth  = (Arity > 2) ? $clog2(Arity) : 1;
  localparam int unsigned MostLinks   = (UpLinks > DownLinks) ? UpLinks : DownLinks;

  if (Arity < 2 || Arity > 8) begin : gen_bad_arity
    $error("fat_tree_switch: Arity must be 2 to 8, got %0d", Arity);
  end
  if (DownLinks < 1) begin : gen_bad_down_links
    $error("fat_tree_switch: DownLinks must be at least 1, got %0d", DownLinks);
  end
  if (NumLanes > 512) begin : gen_bad_lanes
    $error("fat_tree_switch: UpLinks + Arity * DownLinks must be at most 512, got %0d", NumLanes);
  end
  if (Depth < MostLinks || Depth < 1 || Depth > 32767) begin : gen_bad_depth
    $error("fat_tree_switch: Depth must be the links of a branch to 32767, got %0d", Depth);
  end

  // Tables by lane and by branch: the branch of a link, the links of a branch.
  function automatic logic [NumLanes*BranchWidth-1:0] branches_by_lane(input int unsigned up);
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      branches_by_lane[lane*BranchWidth +: BranchWidth] =
          (lane + 1 <= up) ? '0 : BranchWidth'(1 + (lane - up) / DownLinks);
    end
  endfunction
  localparam logic [NumLanes*BranchWidth-1:0] BranchOf = branches_by_lane(UpLinks);

  function automatic logic [NumBranches*NumLanes-1:0] lanes_by_branch(input int unsigned up);
    lanes_by_branch = '0;
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      lanes_by_branch[((lane + 1 <= up) ? 0 : 1 + (lane - up) / DownLinks)*NumLanes + lane] = 1'b1;
    end
  endfunction
  localparam logic [NumBranches*NumLanes-1:0] LanesOf = lanes_by_branch(UpLinks);

  localparam logic [NumBranches-1:0] AllBranches = {{Arity{1'b1}}, UpLinks != 0};

  logic [NumBranches*SpaceWidth-1:0] stored_q;   // packets of a branch
  logic [NumBranches*SpaceWidth-1:0] waiting_q;  // those of them in memory
  logic [NumBranches*SpaceWidth-1:0] head_q;     // where in memory the first one lies
  logic [15:0]                       order_q;    // round robin: first input; random: the draw

  // The branches that a flit must leave by; none when it has no way.
  function automatic logic [NumBranches-1:0] ways_of(
      input logic [BranchWidth-1:0] from, input logic [LaneWidth-1:0] flit
  );
    logic [EntryWidth-1:0]            wanted;
    logic [EntryWidth-1:0]            bound;
    logic [BranchWidth-1:0]           way;
    logic [noc_pkg::AddressWidth-1:0] digits;  // of this level and those above
    logic [DigitWidth-1:0]            turn;
    logic                             goes_up;
    wanted = EntryWidth'(noc_pkg::flit_destination(flit));
    bound = leaf_base_i;
    way = '0;
    digits = '0;
    turn = '0;
    goes_up = 1'b0;
    ways_of = '0;
    if (noc_pkg::flit_kind(flit) == noc_pkg::Flood
        || (noc_pkg::flit_kind(flit) == noc_pkg::Copies && from == '0)) begin
      ways_of = AllBranches;
      ways_of[from] = 1'b0;
    end else if (noc_pkg::flit_kind(flit) == noc_pkg::Copies) begin
      digits = noc_pkg::flit_destination(flit) >> ((level_i - 8'd1) * 8'(DigitWidth));
      turn = DigitWidth'(digits);
      goes_up = (digits >> DigitWidth) != '0;
      if (32'(turn) < Arity && (UpLinks != 0 || !goes_up)) begin
        ways_of[0] = goes_up;
        if (turn != '0) begin
          way = BranchWidth'((32'(from) + 32'(turn) > Arity)
                             ? 32'(from) + 32'(turn) - Arity : 32'(from) + 32'(turn));
          ways_of[way] = 1'b1;
        end
      end
    end else begin
      for (int unsigned branch = 1; branch < NumBranches; branch++) begin
        if (bound <= wanted) way = BranchWidth'(branch);
        bound = bound + leaf_span_i;
      end
      if (bound <= wanted) way = '0;
      if (way != from) ways_of[way] = AllBranches[way];
    end
  endfunction

  // The input that is looked at first; the top bit says that the others follow downwards.
  function automatic logic [IndexWidth:0] first_input(input logic [15:0] order);
    first_input = '0;
    if (32'(policy_i) == noc_pkg::LocalFirst) first_input = (IndexWidth+1)'(UpLinks);
    if (32'(policy_i) == noc_pkg::RoundRobin && !store_forward_i) begin
      first_input = (IndexWidth+1)'(order);
    end
    if (32'(policy_i) == noc_pkg::RandomOrder && !store_forward_i) begin
      first_input = {order[0], IndexWidth'((32'(order) * NumLanes) >> 16)};
    end
  endfunction

  function automatic logic [IndexWidth-1:0] input_after(
      input logic [IndexWidth-1:0] lane, input logic downwards
  );
    if (downwards) begin
      input_after = (lane == '0) ? IndexWidth'(NumLanes - 1) : lane - 1'b1;
    end else begin
      input_after = (32'(lane) == NumLanes - 1) ? '0 : lane + 1'b1;
    end
  endfunction

  // George Marsaglia's xorshift, 16 bits: never 0, period 65535.
  function automatic logic [15:0] next_draw(input logic [15:0] draw);
    next_draw = (draw == '0) ? 16'd1 : draw;
    next_draw = next_draw ^ (next_draw << 7);
    next_draw = next_draw ^ (next_draw >> 9);
    next_draw = next_draw ^ (next_draw << 8);
  endfunction

  // By input, the branches that its packet needs; none without a packet or without a way.
  function automatic logic [NumLanes*NumBranches-1:0] requests(
      input logic [NumLanes*LaneWidth-1:0] lanes
  );
    requests = '0;
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      if (lanes[lane*LaneWidth + LaneWidth - 1]) begin
        requests[lane*NumBranches +: NumBranches] =
            ways_of(BranchOf[lane*BranchWidth +: BranchWidth],
                    lanes[lane*LaneWidth +: LaneWidth]);
      end
    end
  endfunction

  // By input, the branches that take its packet; none when one that it needs is full.
  function automatic logic [NumLanes*NumBranches-1:0] grants(
      input logic [NumLanes*NumBranches-1:0] requested,
      input logic [NumBranches*SpaceWidth-1:0] held
  );
    logic [NumBranches*SpaceWidth-1:0] count;
    logic [IndexWidth-1:0]             lane;
    logic                              downwards;
    logic [NumBranches-1:0]            ways;
    logic [NumBranches-1:0]            full;
    count = held;
    ways = '0;
    full = '0;
    grants = '0;
    {downwards, lane} = first_input(order_q);
    for (int unsigned branch = 0; branch < NumBranches; branch++) begin
      full[branch] = CountWidth'(count[branch*SpaceWidth +: SpaceWidth]) >= limit_i;
    end
    for (int unsigned turn = 0; turn < NumLanes; turn++) begin
      ways = requested[32'(lane)*NumBranches +: NumBranches];
      if (ways != '0 && (ways & full) == '0) begin
        grants[32'(lane)*NumBranches +: NumBranches] = ways;
        for (int unsigned branch = 0; branch < NumBranches; branch++) begin
          if (ways[branch]) begin
            count[branch*SpaceWidth +: SpaceWidth] = count[branch*SpaceWidth +: SpaceWidth] + 1'b1;
            full[branch] = CountWidth'(count[branch*SpaceWidth +: SpaceWidth]) >= limit_i;
          end
        end
      end
      lane = input_after(lane, downwards);
    end
  endfunction

  /*verilator tracing_off*/  // locals of the blocks: a wave shows ports and registers
  // A packet without a way is taken and dropped.
  always_comb begin : admission
    logic [NumLanes*NumBranches-1:0] requested;
    logic [NumLanes*NumBranches-1:0] granted;
    requested = '0;
    granted = '0;
    ready_o = '1;
    if (backpressure_i) begin
      requested = requests(in_lane_i);
      granted = grants(requested, stored_q);
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        ready_o[lane] = requested[lane*NumBranches +: NumBranches]
                        == granted[lane*NumBranches +: NumBranches];
      end
    end
  end

  always_ff @(posedge clk_i) begin : step
    // Kept from step to step, addressed by {branch, slot} so that gates see the branch as constant.
    // The top bit of a word, in lanes `valid`, says that it may leave.
    logic [LaneWidth-1:0]               memory [0:(NumBranches << SlotWidth)-1];
    logic [LaneWidth-1:0]               sent [0:NumLanes-1];
    logic [LaneWidth-1:0]               flit;
    logic [LaneWidth-1:0]               word;
    logic [NumBranches*SpaceWidth-1:0]  held;
    logic [NumBranches*SpaceWidth-1:0]  waiting;
    logic [NumBranches*SpaceWidth-1:0]  head;
    logic [SpaceWidth-1:0]              slot;
    logic [BranchWidth-1:0]             owner;
    logic [NumLanes-1:0]                arrived;
    logic [NumLanes*NumBranches-1:0]    requested;
    logic [NumLanes*NumBranches-1:0]    granted;
    logic [NumBranches-1:0]             ways;
    logic [IndexWidth-1:0]              lane_of_turn;
    logic                               downwards;
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [NumLanes-1:0]                involved_in;
    logic [NumLanes-1:0]                involved_out;
`ifndef YOSYS
    int unsigned                        present;   // packets after the step
    int unsigned                        expected;  // before it, and taken, and not left
    present  = '0;
    expected = '0;
`endif

    held         = stored_q;
    waiting      = waiting_q;
    head         = head_q;
    slot         = '0;
    owner       = '0;
    flit         = '0;
    word         = '0;
    arrived      = '0;
    requested    = '0;
    granted      = '0;
    ways         = '0;
    lane_of_turn = '0;
    downwards    = 1'b0;
    violation    = '0;
    involved_in  = '0;
    involved_out = '0;

    // Departures.
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      sent[lane] = out_lane_o[lane*LaneWidth +: LaneWidth];
      arrived[lane] = in_lane_i[lane*LaneWidth + LaneWidth - 1];
      owner = BranchOf[lane*BranchWidth +: BranchWidth];
      if (noc_pkg::flit_valid(sent[lane]) && (!backpressure_i || ready_i[lane])) begin
        sent[lane] = '0;
        held[32'(owner)*SpaceWidth +: SpaceWidth] =
            held[32'(owner)*SpaceWidth +: SpaceWidth] - 1'b1;
      end
    end
    for (int unsigned branch = 0; branch < NumBranches; branch++) begin
      if (held[branch*SpaceWidth +: SpaceWidth] != '0) begin
        if (CountWidth'(held[branch*SpaceWidth +: SpaceWidth])
            > max_wait_o[branch*CountWidth +: CountWidth]) begin
          max_wait_o[branch*CountWidth +: CountWidth] <=
              CountWidth'(held[branch*SpaceWidth +: SpaceWidth]);
        end
        if (scheduled_i) begin
          violation[noc_pkg::Waited] = 1'b1;
          involved_out = involved_out | LanesOf[branch*NumLanes +: NumLanes];
        end
      end
    end

    if (arrived != '0) begin
      // Arrivals, into memory.
      requested = requests(in_lane_i);
      granted = grants(requested, backpressure_i ? stored_q : held);
      {downwards, lane_of_turn} = first_input(order_q);
      for (int unsigned turn = 0; turn < NumLanes; turn++) begin
        ways = granted[32'(lane_of_turn)*NumBranches +: NumBranches];
        if (ways != '0) begin
          flit = in_lane_i[32'(lane_of_turn)*LaneWidth +: LaneWidth];
          word = {!store_forward_i || noc_pkg::flit_tail(flit), flit[LaneWidth-2:0]};
          for (int unsigned branch = 0; branch < NumBranches; branch++) begin
            if (ways[branch]) begin
              slot = head[branch*SpaceWidth +: SpaceWidth]
                     + waiting[branch*SpaceWidth +: SpaceWidth];
              if (32'(slot) >= Depth) slot = slot - SpaceWidth'(Depth);
              memory[{BranchWidth'(branch), SlotWidth'(slot)}] = word;
              waiting[branch*SpaceWidth +: SpaceWidth] =
                  waiting[branch*SpaceWidth +: SpaceWidth] + 1'b1;
              held[branch*SpaceWidth +: SpaceWidth] = held[branch*SpaceWidth +: SpaceWidth] + 1'b1;
            end
          end
          // A tail lets the flits before it go; a source's messages follow each other.
          if (store_forward_i && noc_pkg::flit_tail(flit) && !noc_pkg::flit_head(flit)) begin
            for (int unsigned entry = 0; entry < (NumBranches << SlotWidth); entry++) begin
              word = memory[entry];
              if (ways[entry>>SlotWidth]
                  && noc_pkg::flit_tag(word) == noc_pkg::flit_tag(flit)) begin
                memory[entry] = {1'b1, word[LaneWidth-2:0]};
              end
            end
          end
        end
        lane_of_turn = input_after(lane_of_turn, downwards);
      end

      // Packets that were not taken.
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        if (arrived[lane] && granted[lane*NumBranches +: NumBranches] == '0) begin
          ways = requested[lane*NumBranches +: NumBranches];
          if (ways == '0) begin
            violation[noc_pkg::NoRoute] = 1'b1;
            involved_in[lane] = 1'b1;
          end else if (!backpressure_i) begin
            violation[noc_pkg::Overflow] = 1'b1;
            involved_in[lane] = 1'b1;
            for (int unsigned branch = 0; branch < NumBranches; branch++) begin
              if (ways[branch]
                  && CountWidth'(held[branch*SpaceWidth +: SpaceWidth]) >= limit_i) begin
                involved_out = involved_out | LanesOf[branch*NumLanes +: NumLanes];
              end
            end
          end
        end
      end
    end

    // Free links take from the front of their queue.
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      owner = BranchOf[lane*BranchWidth +: BranchWidth];
      if (!noc_pkg::flit_valid(sent[lane])
          && waiting[32'(owner)*SpaceWidth +: SpaceWidth] != '0) begin
        slot = head[32'(owner)*SpaceWidth +: SpaceWidth];
        word = memory[{owner, SlotWidth'(slot)}];
        if (noc_pkg::flit_valid(word)) begin
          sent[lane] = word;
          head[32'(owner)*SpaceWidth +: SpaceWidth] =
              (32'(slot) == Depth - 1) ? '0 : slot + 1'b1;
          waiting[32'(owner)*SpaceWidth +: SpaceWidth] =
              waiting[32'(owner)*SpaceWidth +: SpaceWidth] - 1'b1;
        end
      end
    end

    if (!rst_ni) begin
      stored_q        <= '0;
      waiting_q       <= '0;
      head_q          <= '0;
      order_q         <= (32'(policy_i) == noc_pkg::RandomOrder) ? next_draw(seed_i) : '0;
      busy_o          <= 1'b0;
      violation_o     <= '0;
      violation_in_o  <= '0;
      violation_out_o <= '0;
      max_stored_o    <= '0;
      max_wait_o      <= '0;
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        out_lane_o[lane*LaneWidth +: LaneWidth] <= '0;
      end
    end else begin
      stored_q        <= held;
      waiting_q       <= waiting;
      head_q          <= head;
      busy_o          <= held != '0 || violation != '0;
      violation_o     <= violation;
      violation_in_o  <= involved_in;
      violation_out_o <= involved_out;
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        out_lane_o[lane*LaneWidth +: LaneWidth] <= sent[lane];
      end
      for (int unsigned branch = 0; branch < NumBranches; branch++) begin
        if (CountWidth'(held[branch*SpaceWidth +: SpaceWidth])
            > max_stored_o[branch*CountWidth +: CountWidth]) begin
          max_stored_o[branch*CountWidth +: CountWidth] <=
              CountWidth'(held[branch*SpaceWidth +: SpaceWidth]);
        end
      end
      if (arrived != '0) begin
        if (32'(policy_i) == noc_pkg::RandomOrder) order_q <= next_draw(order_q);
        if (32'(policy_i) == noc_pkg::RoundRobin) begin
          order_q <= (32'(order_q) == NumLanes - 1) ? '0 : order_q + 1'b1;
        end
      end

`ifndef YOSYS  // Yosys 0.23 does not parse the else of an assertion
      // Facts of one step. Lane masks read from the right: links up, then children.
      if (violation != '0) begin
        a_route: assert (!violation[noc_pkg::NoRoute])
          else $error("no route: a packet cannot leave, inputs %b", involved_in);
        a_room: assert (!violation[noc_pkg::Overflow])
          else $error("overflow: a packet is lost, inputs %b, outputs %b",
                      involved_in, involved_out);
        a_nothing_waits: assert (!violation[noc_pkg::Waited])
          else $error("a packet had to wait where the schedule lets none, outputs %b",
                      involved_out);
      end
      if (arrived != '0 || stored_q != '0) begin
        present = '0;
        expected = $countones(granted);
        for (int unsigned branch = 0; branch < NumBranches; branch++) begin
          expected = expected + 32'(stored_q[branch*SpaceWidth +: SpaceWidth]);
          present = present + 32'(waiting[branch*SpaceWidth +: SpaceWidth]);
          a_within_limit: assert (CountWidth'(held[branch*SpaceWidth +: SpaceWidth]) <= limit_i)
            else $error("branch %0d holds %0d packets, may hold %0d", branch,
                        held[branch*SpaceWidth +: SpaceWidth], limit_i);
        end
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          if (noc_pkg::flit_valid(sent[lane])) present = present + 1;
          if (noc_pkg::flit_valid(out_lane_o[lane*LaneWidth +: LaneWidth])
              && (!backpressure_i || ready_i[lane])) begin
            expected = expected - 1;
          end
        end
        a_conserved: assert (present == expected)
          else $error("packets lost or made: there are %0d, must be %0d", present, expected);
      end
`endif
    end
  end
  /*verilator tracing_on*/

endmodule

`default_nettype wire
