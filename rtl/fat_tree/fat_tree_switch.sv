// fat_tree_switch.sv: a switch of a fat tree, with a queue per output branch. One step a hop, and
// one more for each of Stages registers in front of the queues.
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
// What the pins say of places and of the policy is read in reset.
//
// Round robin with back pressure is fair, copies included: each branch has a turn of its own and
// takes packets from its first lane on; the turn then begins behind the last one that it took, so
// that whoever waits for a branch sees each other lane served once at most before it. A packet for
// several branches is taken branch by branch: `served_q` notes those that have it, and it is ready
// when the last of them takes it. It must stay until then.
//
// Store and forward: a message's flits come over the links of a branch lowest link first and must
// be stored in this order, so round robin and random order then look at inputs by number.
//
// Stages let nothing wait: with them a switch has no back pressure, whatever its pin says, and all
// that is told of packets is told when they leave the stages.
`default_nettype none

module fat_tree_switch #(
  parameter int unsigned Arity     = 2,
  parameter int unsigned DownLinks = 1,
  parameter int unsigned UpLinks   = 1,
  parameter int unsigned Depth     = 4,  // packets of one branch, output registers included
  parameter int unsigned PayloadWidth = noc_pkg::PayloadWidth,  // at least that
  parameter int unsigned ClockEnable  = 0,  // 1: registers load in steps that change them only
  parameter int unsigned Stages       = 0,  // registers between an input and the queues
  parameter int unsigned AddressWidth = noc_pkg::AddressWidth,  // 13 to 20
  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth - noc_pkg::PayloadWidth + PayloadWidth,
  localparam int unsigned EntryWidth  = noc_pkg::entry_width(AddressWidth)
) (
  input  logic                                                       clk_i,
  input  logic                                                       rst_ni,

  input  logic [EntryWidth-1:0]                                      leaf_base_i,  // first below
  input  logic [EntryWidth-1:0]                                      leaf_span_i,  // of one child
  input  logic [7:0]                                                 level_i,      // from 1
  input  logic [noc_pkg::CountWidth-1:0]                             limit_i,      // 1 to Depth
  input  logic [noc_pkg::PolicyWidth-1:0]                            policy_i,
  input  logic [15:0]                                                seed_i,
  input  logic                                                       scheduled_i,  // none may wait
  input  logic                                                       backpressure_i,
  input  logic                                                       store_forward_i,

  input  logic [(UpLinks+Arity*DownLinks)*FlitWidth-1:0]             in_lane_i,
  output logic [(UpLinks+Arity*DownLinks)*FlitWidth-1:0]             out_lane_o,
  input  logic [UpLinks+Arity*DownLinks-1:0]                         ready_i,
  output logic [UpLinks+Arity*DownLinks-1:0]                         ready_o,

  output logic                                                       busy_o,  // packets or a report
  output logic [noc_pkg::ViolationWidth-1:0]                         violation_o,
  output logic [UpLinks+Arity*DownLinks-1:0]                         violation_in_o,
  output logic [UpLinks+Arity*DownLinks-1:0]                         violation_out_o,
  output logic [(Arity+1)*noc_pkg::CountWidth-1:0]                   max_stored_o,  // by branch
  output logic [(Arity+1)*noc_pkg::CountWidth-1:0]                   max_wait_o
);

  localparam int unsigned CountWidth = noc_pkg::CountWidth;
  localparam int unsigned TagWidth   = AddressWidth;

  localparam int unsigned NumLanes    = UpLinks + Arity * DownLinks;
  localparam int unsigned NumBranches = Arity + 1;
  localparam int unsigned IndexWidth  = (NumLanes > 2) ? $clog2(NumLanes) : 1;
  localparam int unsigned SpaceWidth  = $clog2(2 * Depth);  // counts to 2 * Depth - 1
  localparam int unsigned SlotWidth   = (Depth > 1) ? $clog2(Depth) : 1;
  localparam int unsigned BranchWidth = $clog2(NumBranches);
  localparam int unsigned DigitWidth  = (Arity > 2) ? $clog2(Arity) : 1;
  localparam int unsigned MostLinks   = (UpLinks > DownLinks) ? UpLinks : DownLinks;
  localparam int unsigned MaskWidth   = NumLanes * NumBranches;  // a set of branches a lane
  localparam int unsigned LeastLinks  = (UpLinks != 0 && UpLinks < DownLinks) ? UpLinks : DownLinks;
  localparam int unsigned RoomWidth   =  // packets that a step can bring a branch and it can hold
      (Depth < NumLanes - LeastLinks) ? Depth : NumLanes - LeastLinks;

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
  if (PayloadWidth < noc_pkg::PayloadWidth) begin : gen_bad_payload_width
    $error("fat_tree_switch: PayloadWidth must be at least 31, got %0d", PayloadWidth);
  end
  if (ClockEnable > 1) begin : gen_bad_clock_enable
    $error("fat_tree_switch: ClockEnable must be 0 or 1, got %0d", ClockEnable);
  end

  if (Stages > 7) begin : gen_bad_stages
    $error("fat_tree_switch: Stages must be 0 to 7, got %0d", Stages);
  end

  if (AddressWidth < noc_pkg::AddressWidth || AddressWidth > noc_pkg::MostAddressWidth)
  begin : gen_bad_address_width
    $error("fat_tree_switch: AddressWidth must be 13 to 20, got %0d", AddressWidth);
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
  logic [IndexWidth:0]               order_q;    // of the next arrivals: {downwards, first lane}
  logic [15:0]                       draw_q;     // random order: what the order is made of
  // Round robin with back pressure: by lane, the branches that have its packet already; by branch,
  // the first lane of its turn.
  logic [MaskWidth-1:0]              served_q;
  logic [NumBranches*IndexWidth-1:0] turn_q;
  // What the pins say of places, from the reset: the first leaf of each child, and the one behind
  // the last child's; in the digits of copies, the lowest bit of this level's and all above it.
  logic [EntryWidth-1:0]             bounds_q [0:Arity];
  logic [AddressWidth-1:0]           digit_q;
  logic [AddressWidth-1:0]           above_q;

  // ---- Stages: what the queues see of the inputs.

  /*verilator tracing_off*/  // without stages the inputs themselves
  logic [NumLanes*FlitWidth-1:0] in_lane;
  logic                          moving;        // a stage will hold a packet after the edge
  logic                          backpressure;
  logic [NumLanes-1:0]           comes;         // a packet, into the switch
  logic                          wakes;
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_comes
    assign comes[lane] = in_lane_i[lane*FlitWidth + FlitWidth - 1];
  end
  assign wakes = ClockEnable == 0 || !rst_ni || busy_o || comes != '0;
  /*verilator tracing_on*/

  if (Stages == 0) begin : gen_no_stages
    assign in_lane = in_lane_i;
    assign moving = 1'b0;
    assign backpressure = backpressure_i;
  end else begin : gen_stages
    localparam int unsigned InWidth = NumLanes * FlitWidth;
    logic [Stages*InWidth-1:0] stage_q;   // those that came last lowest
    logic [Stages-1:0]         moving_q;  // stages that hold packets
    logic [Stages-1:0]         moves;
    logic                      unused_backpressure;
    assign unused_backpressure = &{1'b0, backpressure_i};
    assign moves = Stages'({moving_q, comes != '0});
    assign in_lane = stage_q[(Stages-1)*InWidth +: InWidth];
    assign moving = moves != '0;
    assign backpressure = 1'b0;
    always_ff @(posedge clk_i) if (wakes) begin
      stage_q  <= rst_ni ? (Stages*InWidth)'({stage_q, in_lane_i}) : (Stages*InWidth)'(0);
      moving_q <= rst_ni ? moves : '0;
    end
  end

  // ---- Routes.

  // What is read of a flit: its top bits. A wider payload is longer below.
  function automatic logic [noc_pkg::FlitWidth-1:0] header_of(input logic [FlitWidth-1:0] flit);
    header_of = noc_pkg::FlitWidth'(flit >> (PayloadWidth - noc_pkg::PayloadWidth));
  endfunction

  function automatic logic [AddressWidth-1:0] destination_of(
      input logic [noc_pkg::FlitWidth-1:0] header
  );
    destination_of = AddressWidth'(header >> (noc_pkg::AddressEnd - AddressWidth));
  endfunction

  function automatic logic [TagWidth-1:0] tag_of(input logic [noc_pkg::FlitWidth-1:0] header);
    tag_of = TagWidth'(header >> (noc_pkg::AddressEnd - AddressWidth - TagWidth));
  endfunction

  // The branches that a flit must leave by; none when it has no way.
  function automatic logic [NumBranches-1:0] route_of(
      input logic [BranchWidth-1:0] from, input logic [noc_pkg::FlitWidth-1:0] flit
  );
    logic [EntryWidth-1:0]            leaf;
    logic [NumBranches-1:0]           reached;  // by child: its first leaf, or one behind it
    logic [AddressWidth-1:0]          digits;
    logic [DigitWidth-1:0]            turn;
    logic                             goes_up;
    leaf = '0;
    reached = '0;
    digits = '0;
    turn = '0;
    goes_up = 1'b0;
    route_of = '0;
    if (fat_tree_pkg::is_for_one(flit)) begin
      leaf = EntryWidth'(destination_of(flit));
      for (int unsigned child = 0; child <= Arity; child++) begin
        reached[child] = leaf >= bounds_q[child];
      end
      route_of = {reached[Arity-1:0] & ~reached[Arity:1], !reached[0] || reached[Arity]};
    end else if (noc_pkg::flit_kind(flit) == noc_pkg::Flood || from == '0) begin
      route_of = '1;
    end else begin
      digits = destination_of(flit);
      for (int unsigned k = 0; k < DigitWidth; k++) turn[k] = (digits & (digit_q << k)) != '0;
      goes_up = (digits & above_q) != '0;
      if (UpLinks != 0 || !goes_up) begin
        route_of[0] = goes_up;
        for (int unsigned k = 1; k < Arity; k++) begin
          if (32'(turn) == k) begin
            route_of[(32'(from) + k > Arity) ? 32'(from) + k - Arity : 32'(from) + k] = 1'b1;
          end
        end
        if (32'(turn) >= Arity) route_of = '0;
      end
    end
    route_of = route_of & AllBranches;
    route_of[from] = 1'b0;
  endfunction

  // ---- The order of a step. Turn t is lane (first + t) mod NumLanes; downwards, the lanes count
  // from the last one.

  // {downwards, the lane of turn 0} of a draw.
  function automatic logic [IndexWidth:0] order_of_draw(input logic [15:0] draw);
    logic [IndexWidth-1:0] lane;
    lane = IndexWidth'((32'(draw) * NumLanes) >> 16);
    if (draw[0]) lane = IndexWidth'(NumLanes - 1) - lane;
    order_of_draw = {draw[0], lane};
  endfunction

  function automatic logic [IndexWidth-1:0] lane_of_turn(
      input logic [IndexWidth:0] order, input logic [IndexWidth-1:0] turn
  );
    logic [IndexWidth:0] lane;
    lane = {1'b0, order[IndexWidth-1:0]} + {1'b0, turn};
    if (32'(lane) >= NumLanes) lane = lane - (IndexWidth+1)'(NumLanes);
    lane_of_turn = IndexWidth'(lane);
    if (order[IndexWidth]) lane_of_turn = IndexWidth'(NumLanes - 1) - lane_of_turn;
  endfunction

  function automatic logic [FlitWidth-1:0] flit_of_turn(
      input logic [IndexWidth:0] order, input logic [IndexWidth-1:0] turn
  );
    flit_of_turn = in_lane[32'(lane_of_turn(order, turn))*FlitWidth +: FlitWidth];
  endfunction

  // Sets of branches, by lane, so many lanes further to the right, round the end.
  function automatic logic [MaskWidth-1:0] turned(
      input logic [MaskWidth-1:0] sets, input int unsigned lanes
  );
    turned = (sets >> (lanes % NumLanes * NumBranches))
             | (sets << ((NumLanes - lanes % NumLanes) * NumBranches));
  endfunction

  // Sets of branches by turn from those by lane: backwards for downwards, then round by the digits
  // of the first lane's number, of two bits each: a choice of four is less deep than two of two.
  function automatic logic [MaskWidth-1:0] in_turns(
      input logic [MaskWidth-1:0] sets, input logic [IndexWidth:0] order
  );
    in_turns = sets;
    if (order[IndexWidth]) begin
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        in_turns[lane*NumBranches +: NumBranches] =
            sets[(NumLanes-1-lane)*NumBranches +: NumBranches];
      end
    end
    for (int unsigned k = 0; k < IndexWidth; k += 2) begin
      case (2'({1'b0, order[IndexWidth-1:0]} >> k))
        2'd0: ;
        2'd1: in_turns = turned(in_turns, 1 << k);
        2'd2: in_turns = turned(in_turns, 2 << k);
        default: in_turns = turned(in_turns, 3 << k);
      endcase
    end
  endfunction

  // A set of lanes from one of turns.
  function automatic logic [NumLanes-1:0] in_lanes(
      input logic [NumLanes-1:0] turns, input logic [IndexWidth:0] order
  );
    in_lanes = '0;
    for (int unsigned turn = 0; turn < NumLanes; turn++) begin
      if (turns[turn]) in_lanes[lane_of_turn(order, IndexWidth'(turn))] = 1'b1;
    end
  endfunction

  // ---- Queues: rings in memory.

  function automatic logic [SlotWidth-1:0] slot_after(input logic [SlotWidth-1:0] slot);
    slot_after = (32'(slot) == Depth - 1) ? '0 : slot + 1'b1;
  endfunction

  // The slot that is so many behind another, less than Depth.
  function automatic logic [SlotWidth-1:0] slot_behind(
      input logic [SlotWidth-1:0] slot, input logic [SpaceWidth-1:0] distance
  );
    logic [SpaceWidth-1:0] sum;
    sum = SpaceWidth'(slot) + distance;
    if (32'(sum) >= Depth) sum = sum - SpaceWidth'(Depth);
    slot_behind = SlotWidth'(sum);
  endfunction

  // ---- Allocation: what an edge takes.

  // {lanes whose packet has no way, by lane the branches that its packet must leave by}.
  function automatic logic [NumLanes+MaskWidth-1:0] requests(input logic [NumLanes-1:0] arrived);
    logic [NumBranches-1:0] route;
    route = '0;
    requests = '0;
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      if (arrived[lane]) begin
        route = route_of(BranchOf[lane*BranchWidth +: BranchWidth],
                         header_of(in_lane[lane*FlitWidth +: FlitWidth]));
        requests[lane*NumBranches +: NumBranches] = route;
        if (route == '0) requests[MaskWidth + lane] = 1'b1;
      end
    end
  endfunction

  // Places of a branch that holds `count` packets, as a thermometer: bit k says that there are more
  // than k.
  function automatic logic [RoomWidth-1:0] room_beside(input logic [SpaceWidth-1:0] count);
    logic [SpaceWidth-1:0] limit;
    limit = (limit_i > CountWidth'(Depth)) ? SpaceWidth'(Depth) : SpaceWidth'(limit_i);
    room_beside = '0;
    if (count < limit) room_beside = ~({RoomWidth{1'b1}} << (limit - count));
  endfunction

  // {turns whose packet is refused, by turn the branches that take its packet}: all that it asks
  // for, or none when one is full. Room is a thermometer, so that a turn costs a shift. What bars a
  // turn's packet is found beside the turn before it: a branch is full that was full already, or
  // whose last place was taken.
  function automatic logic [NumLanes+MaskWidth-1:0] grants(
      input logic [MaskWidth-1:0] asked, input logic [NumBranches*SpaceWidth-1:0] counted
  );
    logic [RoomWidth:0]     room [0:NumBranches-1];  // its top bit is 0
    logic [NumBranches-1:0] full;
    logic [NumBranches-1:0] wishes;
    logic [NumBranches-1:0] barred;  // of the wishes, those that are full
    logic [NumBranches-1:0] next;    // wishes of the next turn
    logic [NumBranches-1:0] bars;    // and what is barred of them
    logic                   others;  // is another branch than this one barred?
    wishes = asked[0 +: NumBranches];
    full = '0;
    barred = '0;
    next = '0;
    bars = '0;
    others = 1'b0;
    grants = '0;
    for (int unsigned branch = 0; branch < NumBranches; branch++) begin
      room[branch] = {1'b0, room_beside(counted[branch*SpaceWidth +: SpaceWidth])};
      full[branch] = !room[branch][0];
    end
    barred = wishes & full;
    for (int unsigned turn = 0; turn < NumLanes; turn++) begin
      next = NumBranches'(asked >> ((turn + 1) * NumBranches));
      bars = next & full;
      if (wishes != '0) begin
        if (barred == '0) grants[turn*NumBranches +: NumBranches] = wishes;
        if (barred != '0) grants[MaskWidth + turn] = 1'b1;
        for (int unsigned branch = 0; branch < NumBranches; branch++) begin
          if (wishes[branch]) begin
            // No place is taken if another branch is full. This one's room says so itself: a
            // shorter way from turn to turn.
            others = (barred & ~(NumBranches'(1) << branch)) != '0;
            if (next[branch] && !room[branch][1] && !others) bars[branch] = 1'b1;
            room[branch] = room[branch] & (room[branch] >> 1 | {(RoomWidth+1){others}});
            full[branch] = !room[branch][0];
          end
        end
      end
      wishes = next;
      barred = bars;
    end
  endfunction

  // Round robin with back pressure: {by branch the first lane of its next turn, by lane the
  // branches that take its packet}, from the branches that its packet still needs.
  function automatic logic [NumBranches*IndexWidth+MaskWidth-1:0] fair_grants(
      input logic [MaskWidth-1:0] needed, input logic [NumBranches*SpaceWidth-1:0] counted,
      input logic [NumBranches*IndexWidth-1:0] turns
  );
    logic [RoomWidth-1:0]  room;
    logic [RoomWidth-1:0]  ahead;  // as a thermometer, those that come before a lane in its round
    logic [IndexWidth-1:0] first;
    room = '0;
    ahead = '0;
    first = '0;
    fair_grants = {turns, MaskWidth'(0)};
    for (int unsigned branch = 0; branch < NumBranches; branch++) begin
      room = room_beside(counted[branch*SpaceWidth +: SpaceWidth]);
      first = turns[branch*IndexWidth +: IndexWidth];
      // From the first on, then up to it: both are counted side by side.
      for (int unsigned round = 0; round < 2; round++) begin
        ahead = '0;
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          if (needed[lane*NumBranches + branch] && (lane < 32'(first)) == (round == 1)) begin
            if ((room & ~ahead) != '0) begin
              fair_grants[lane*NumBranches + branch] = 1'b1;
              fair_grants[MaskWidth + branch*IndexWidth +: IndexWidth] =
                  (lane == NumLanes - 1) ? '0 : IndexWidth'(lane + 1);
            end
            if (round == 0) room = room >> 1;
            else            ahead = RoomWidth'({ahead, 1'b1});
          end
        end
      end
    end
  endfunction

  // ---- The step.

  // Packets that take room: with back pressure all that were there at the last edge; without it
  // those in memory, for the others leave.
  logic [NumBranches*SpaceWidth-1:0] counted;
  assign counted = backpressure ? stored_q : waiting_q;

  /*verilator tracing_off*/  // locals of the blocks: a wave shows ports and registers
  logic is_fair;
  assign is_fair = 32'(policy_i) == noc_pkg::RoundRobin && backpressure && !store_forward_i;

  // With back pressure what the step takes is told before it. A packet without a way is taken and
  // dropped.
  logic [NumLanes-1:0]  strays_told;
  logic [MaskWidth-1:0] asked_told;
  logic [NumLanes-1:0]  refused_told;  // by turn, as the next
  logic [MaskWidth-1:0] granted_told;
  logic [NumBranches*IndexWidth-1:0] turns_told;
  always_comb begin : admission
    logic [NumLanes-1:0] arrived;
    arrived = '0;
    strays_told = '0;
    asked_told = '0;
    refused_told = '0;
    granted_told = '0;
    turns_told = turn_q;
    ready_o = '1;
    if (backpressure) begin
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        arrived[lane] = in_lane[lane*FlitWidth + FlitWidth - 1];
      end
      {strays_told, asked_told} = requests(arrived);
      if (is_fair) begin  // the order's turns are the lanes
        {turns_told, granted_told} = fair_grants(asked_told & ~served_q, counted, turn_q);
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          refused_told[lane] = (asked_told[lane*NumBranches +: NumBranches]
                                & ~served_q[lane*NumBranches +: NumBranches]
                                & ~granted_told[lane*NumBranches +: NumBranches]) != '0;
        end
      end else begin
        {refused_told, granted_told} = grants(in_turns(asked_told, order_q), counted);
      end
      ready_o = ~in_lanes(refused_told, order_q);
    end
  end

  always_ff @(posedge clk_i) if (wakes) begin : step
    // Kept from step to step, addressed by {branch, slot} so that gates see the branch as constant.
    // The top bit of a word, in lanes `valid`, says that it may leave.
    logic [FlitWidth-1:0]               memory [0:(NumBranches << SlotWidth)-1];
    // By branch.
    logic [SpaceWidth-1:0]              held    [0:NumBranches-1];  // packets
    logic [SpaceWidth-1:0]              waiting [0:NumBranches-1];  // those of them in memory
    logic [SlotWidth-1:0]               head    [0:NumBranches-1];  // the first of those
    logic [SlotWidth-1:0]               tail    [0:NumBranches-1];  // behind the last one
    logic [NumBranches*SpaceWidth-1:0]  all_held;
    logic [NumBranches*SpaceWidth-1:0]  all_waiting;
    logic [NumBranches*SpaceWidth-1:0]  all_heads;
    logic [MostLinks-1:0]               front   [0:NumBranches-1];  // places that may send
    logic [MostLinks-1:0]               behind  [0:NumBranches-1];  // the first free place
    // By lane.
    logic [NumLanes-1:0]                arrived;
    logic [NumLanes-1:0]                sends;   // links with a packet
    logic [NumLanes-1:0]                strays;
    // By turn.
    logic [MaskWidth-1:0]               asked;
    logic [NumLanes-1:0]                refused;
    logic [MaskWidth-1:0]               granted;
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [NumLanes-1:0]                involved_in;
    logic [NumLanes-1:0]                involved_out;

    all_held     = '0;
    all_waiting  = '0;
    all_heads    = '0;
    arrived      = '0;
    sends        = '0;
    strays       = strays_told;
    asked        = '0;
    refused      = refused_told;
    granted      = granted_told;
    violation    = '0;
    involved_in  = '0;
    involved_out = '0;
    for (int unsigned branch = 0; branch < NumBranches; branch++) begin
      held[branch]    = stored_q[branch*SpaceWidth +: SpaceWidth];
      waiting[branch] = waiting_q[branch*SpaceWidth +: SpaceWidth];
      head[branch]    = SlotWidth'(head_q[branch*SpaceWidth +: SpaceWidth]);
      tail[branch]    = slot_behind(head[branch], waiting[branch]);
      front[branch]   = '0;
      behind[branch]  = MostLinks'(1) << waiting[branch];
    end

    begin : departures
      logic [BranchWidth-1:0] owner;
      owner = '0;
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        owner = BranchOf[lane*BranchWidth +: BranchWidth];
        arrived[lane] = in_lane[lane*FlitWidth + FlitWidth - 1];
        sends[lane] = out_lane_o[lane*FlitWidth + FlitWidth - 1];
        if (sends[lane] && (!backpressure || ready_i[lane])) begin
          sends[lane] = 1'b0;
          out_lane_o[lane*FlitWidth +: FlitWidth] <= '0;
          held[owner] = held[owner] - 1'b1;
        end
      end
      for (int unsigned branch = 0; branch < NumBranches; branch++) begin
        if (held[branch] != '0) begin
          if (CountWidth'(held[branch]) > max_wait_o[branch*CountWidth +: CountWidth]) begin
            max_wait_o[branch*CountWidth +: CountWidth] <= CountWidth'(held[branch]);
          end
          if (scheduled_i) begin
            violation[noc_pkg::Waited] = 1'b1;
            involved_out = involved_out | LanesOf[branch*NumLanes +: NumLanes];
          end
        end
      end
    end

    if (!backpressure) begin : allocate
      {strays, asked} = requests(arrived);
      asked = in_turns(asked, order_q);
      {refused, granted} = grants(asked, counted);
    end

    begin : arrivals
      logic [MaskWidth-1:0]                   frees;  // by turn, branches that may send its packet
      logic [NumLanes*TagWidth-1:0]           tags;   // by turn
      logic alike [0:(NumBranches << SlotWidth)-1];   // entries of a tail's message
      logic [NumBranches-1:0]                 ways;
      logic [FlitWidth-1:0]                   flit;
      logic [FlitWidth-1:0]                   word;
      logic [SlotWidth-1:0]                   slot;
      frees = '0;
      tags = '0;
      ways = '0;
      flit = '0;
      word = '0;
      slot = '0;
      for (int unsigned branch = 0; branch < NumBranches; branch++) begin
        if (waiting[branch] != '0) begin
          slot = head[branch];
          for (int unsigned place = 0; place < MostLinks; place++) begin
            word = memory[{BranchWidth'(branch), slot}];
            front[branch][place] = place < 32'(waiting[branch]) && word[FlitWidth-1];
            slot = slot_after(slot);
          end
        end
      end
      // A tail lets the flits before it go, those in memory and those of turns before its own; a
      // source's messages follow each other. Tags are compared before it is known who is taken.
      if (store_forward_i) begin
        for (int unsigned turn = 0; turn < NumLanes; turn++) begin
          ways = granted[turn*NumBranches +: NumBranches];
          flit = flit_of_turn(order_q, IndexWidth'(turn));
          tags[turn*TagWidth +: TagWidth] = tag_of(header_of(flit));
          if (noc_pkg::flit_tail(header_of(flit))) frees[turn*NumBranches +: NumBranches] = '1;
          if (noc_pkg::flit_tail(header_of(flit)) && !noc_pkg::flit_head(header_of(flit))) begin
            for (int unsigned earlier = 0; earlier < turn; earlier++) begin
              if (tags[earlier*TagWidth +: TagWidth] == tags[turn*TagWidth +: TagWidth]) begin
                frees[earlier*NumBranches +: NumBranches] =
                    frees[earlier*NumBranches +: NumBranches] | ways;
              end
            end
            for (int unsigned entry = 0; entry < (NumBranches << SlotWidth); entry++) begin
              word = memory[entry];
              alike[entry] = tag_of(header_of(word)) == tags[turn*TagWidth +: TagWidth];
              if (ways[entry>>SlotWidth] && alike[entry]) begin
                memory[entry] = {1'b1, word[FlitWidth-2:0]};
              end
            end
            for (int unsigned branch = 0; branch < NumBranches; branch++) begin
              slot = head[branch];
              for (int unsigned place = 0; place < MostLinks; place++) begin
                if (ways[branch] && place < 32'(waiting[branch])
                    && alike[{BranchWidth'(branch), slot}]) begin
                  front[branch][place] = 1'b1;
                end
                slot = slot_after(slot);
              end
            end
          end
        end
      end
      for (int unsigned turn = 0; turn < NumLanes; turn++) begin
        ways = granted[turn*NumBranches +: NumBranches];
        if (ways != '0) begin
          flit = flit_of_turn(order_q, IndexWidth'(turn));
          for (int unsigned branch = 0; branch < NumBranches; branch++) begin
            if (ways[branch]) begin
              word = flit;
              if (store_forward_i) word[FlitWidth-1] = frees[turn*NumBranches + branch];
              memory[{BranchWidth'(branch), tail[branch]}] = word;
              if (word[FlitWidth-1]) begin
                front[branch] = front[branch] | behind[branch];
              end
              behind[branch] = behind[branch] << 1;
              tail[branch] = slot_after(tail[branch]);
              waiting[branch] = waiting[branch] + 1'b1;
              held[branch] = held[branch] + 1'b1;
            end
          end
        end
      end
    end

    begin : losses
      logic [NumBranches-1:0] ways;
      ways = '0;
      if (strays != '0) begin
        violation[noc_pkg::NoRoute] = 1'b1;
        involved_in = strays;
      end
      if (!backpressure && refused != '0) begin
        violation[noc_pkg::Overflow] = 1'b1;
        involved_in = involved_in | in_lanes(refused, order_q);
        for (int unsigned turn = 0; turn < NumLanes; turn++) begin
          if (refused[turn]) ways = ways | asked[turn*NumBranches +: NumBranches];
        end
        for (int unsigned branch = 0; branch < NumBranches; branch++) begin
          if (ways[branch] && CountWidth'(held[branch]) >= limit_i) begin
            involved_out = involved_out | LanesOf[branch*NumLanes +: NumLanes];
          end
        end
      end
    end

    // Free links take from the front of their queue, lowest first. What stays is chosen by how many
    // go, so that it is not counted down link by link.
    begin : links
      logic [FlitWidth-2:0]  word;  // without the bit that says that it may leave
      logic [SlotWidth-1:0]  slot;  // of the packet for the next free link
      logic [SlotWidth-1:0]  first;
      logic [SpaceWidth-1:0] rest;  // packets that stay in memory
      logic [MostLinks-1:0]  needs; // places up to that packet's
      logic [MostLinks:0]    leaves; // packets of places that a link is free for
      logic                  goes;   // have all before gone?
      word = '0;
      slot = '0;
      first = '0;
      rest = '0;
      needs = '0;
      leaves = '0;
      goes = 1'b0;
      for (int unsigned branch = 0; branch < NumBranches; branch++) begin
        if (waiting[branch] != '0) begin
          slot = head[branch];
          first = '0;
          rest = '0;
          needs = '0;
          goes = 1'b1;
          for (int unsigned lane = 0; lane < NumLanes; lane++) begin
            if (LanesOf[branch*NumLanes + lane] && !sends[lane]) begin
              needs = MostLinks'({needs, 1'b1});
              if ((needs & ~front[branch]) == '0) begin
                sends[lane] = 1'b1;
                word = (FlitWidth-1)'(memory[{BranchWidth'(branch), slot}]);
                out_lane_o[lane*FlitWidth +: FlitWidth] <= {1'b1, word};
              end
              slot = slot_after(slot);
            end
          end
          leaves = {1'b0, needs & front[branch]};
          slot = head[branch];
          for (int unsigned count = 0; count <= MostLinks; count++) begin
            if (goes && !leaves[count]) begin
              first = first | slot;
              rest = rest | (waiting[branch] - SpaceWidth'(count));
            end
            goes = goes && leaves[count];
            slot = slot_after(slot);
          end
          head[branch] = first;
          waiting[branch] = rest;
        end
      end
    end

    // Branch by branch into the registers, which a simulator writes once each.
    for (int unsigned branch = NumBranches; branch > 0; branch--) begin
      all_held    = (NumBranches*SpaceWidth)'({all_held, held[branch-1]});
      all_waiting = (NumBranches*SpaceWidth)'({all_waiting, waiting[branch-1]});
      all_heads   = (NumBranches*SpaceWidth)'({all_heads, SpaceWidth'(head[branch-1])});
    end
    if (!rst_ni) begin
      stored_q        <= '0;
      waiting_q       <= '0;
      head_q          <= '0;
      served_q        <= '0;
      turn_q          <= '0;
      draw_q          <= fat_tree_pkg::next_draw(seed_i);
      order_q         <= '0;
      if (32'(policy_i) == noc_pkg::LocalFirst) order_q <= (IndexWidth+1)'(UpLinks);
      if (32'(policy_i) == noc_pkg::RandomOrder && !store_forward_i) begin
        order_q <= order_of_draw(fat_tree_pkg::next_draw(seed_i));
      end
      digit_q         <= AddressWidth'(1) << ((32'(level_i) - 1) * DigitWidth);
      above_q         <= {AddressWidth{1'b1}} << (32'(level_i) * DigitWidth);
      for (int unsigned child = 0; child <= Arity; child++) begin
        bounds_q[child] <=
            leaf_base_i + EntryWidth'(child) * leaf_span_i;
      end
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        out_lane_o[lane*FlitWidth +: FlitWidth] <= '0;
      end
      busy_o          <= 1'b0;
      violation_o     <= '0;
      violation_in_o  <= '0;
      violation_out_o <= '0;
      max_stored_o    <= '0;
      max_wait_o      <= '0;
    end else begin
      stored_q        <= all_held;
      waiting_q       <= all_waiting;
      head_q          <= all_heads;
      busy_o          <= violation != '0 || moving;
      violation_o     <= violation;
      violation_in_o  <= involved_in;
      violation_out_o <= involved_out;
      for (int unsigned branch = 0; branch < NumBranches; branch++) begin
        if (held[branch] != '0) busy_o <= 1'b1;
        if (CountWidth'(held[branch]) > max_stored_o[branch*CountWidth +: CountWidth]) begin
          max_stored_o[branch*CountWidth +: CountWidth] <= CountWidth'(held[branch]);
        end
      end
      if (is_fair) begin
        turn_q <= turns_told;
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          if (arrived[lane]) begin
            served_q[lane*NumBranches +: NumBranches] <=
                (served_q[lane*NumBranches +: NumBranches]
                 | granted[lane*NumBranches +: NumBranches]) & {NumBranches{refused[lane]}};
          end
        end
      end
      if (arrived != '0 && !store_forward_i) begin
        if (32'(policy_i) == noc_pkg::RoundRobin && !backpressure) begin
          order_q <= {1'b0, lane_of_turn(order_q, 1)};
        end
        if (32'(policy_i) == noc_pkg::RandomOrder) begin
          draw_q  <= fat_tree_pkg::next_draw(draw_q);
          order_q <= order_of_draw(fat_tree_pkg::next_draw(draw_q));
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
      begin : facts
        for (int unsigned branch = 0; branch < NumBranches; branch++) begin
          a_within_limit: assert (CountWidth'(held[branch]) <= limit_i)
            else $error("branch %0d holds %0d packets, may hold %0d", branch, held[branch],
                        limit_i);
          a_conserved: assert (
              32'(held[branch]) == 32'(waiting[branch])
                                   + $countones(sends & LanesOf[branch*NumLanes +: NumLanes]))
            else $error("packets lost or made: there are %0d, must be %0d",
                        32'(waiting[branch])
                        + $countones(sends & LanesOf[branch*NumLanes +: NumLanes]), held[branch]);
        end
      end
`endif
    end
  end
  /*verilator tracing_on*/

endmodule

`default_nettype wire
