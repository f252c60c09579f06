// fat_tree_network.sv: the leaves and switches of a fat tree, wired.
//
// Nodes are numbered leaves first, then level by level from the left, the root last; flat ports
// hold their entries in that order. Of a leaf two lanes are shown for each of its links (those to
// its PE, those up), of a switch its links up and then its children's; out_lane_o of a leaf's first
// lanes is what it delivers, own_lane_i has as many. The maxima have one entry for a leaf (up) and
// Arity + 1 for a switch (up, children). The links are the output registers themselves: a flit
// captured from own_lane_i at one edge lies on its first link after it and is in the switch's
// register after the next. Stages of switches and registers on links come between; out_lane_o is
// what leaves a node. With back pressure a flit must stay in own_lane_i until own_ready_o is 1 at
// an edge; through stages and registers on links ready wires do not reach, and there is none,
// whatever its pin says, unless Credits is 1. Then there always is: the wires of ready_o, with
// CreditStages registers each, carry credits, of which a link has limit_i at first, the same on all
// levels, and so have the ports of own_lane_i, where own_ready_o gives them back.
`default_nettype none

module fat_tree_network #(
  parameter int unsigned Levels = 3,
  parameter int unsigned Arity  = 2,
  // Links each way of a branch between levels i-1 and i, i = 1 in the lowest entry.
  parameter logic [Levels*noc_pkg::EntryWidth-1:0] Capacities = 48'h0001_0001_0001,
  parameter int unsigned Depth  = 4,  // packets that the queue of a branch can hold
  parameter int unsigned Stages = 0,  // of every switch
  // Registers of each link, up and down, of a branch between levels i-1 and i, as Capacities.
  parameter logic [Levels*noc_pkg::EntryWidth-1:0] LinkStages = '0,
  parameter int unsigned Credits      = 0,
  parameter int unsigned CreditStages = 0,
  localparam int unsigned NumLeaves   = nodes_at(0),
  localparam int unsigned NumNodes    = first_node(Levels + 1),
  localparam int unsigned NumSwitches = NumNodes - NumLeaves,
  localparam int unsigned NumLanes    = first_lane(Levels + 1),
  localparam int unsigned NumCounts   = NumLeaves + NumSwitches * (Arity + 1),
  localparam int unsigned LeafLinks   = capacity(1)
) (
  input  logic                                               clk_i,
  input  logic                                               rst_ni,

  input  logic [(Levels+1)*noc_pkg::CountWidth-1:0]          limit_i,  // by level, leaves first
  input  logic [noc_pkg::PolicyWidth-1:0]                    policy_i,
  input  logic [NumSwitches*16-1:0]                          seed_i,
  input  logic                                               scheduled_i,
  input  logic                                               backpressure_i,
  input  logic                                               store_forward_i,

  input  logic [NumLeaves*LeafLinks*noc_pkg::FlitWidth-1:0]  own_lane_i,
  output logic [NumLeaves*LeafLinks-1:0]                     own_ready_o,
  output logic [NumLanes*noc_pkg::FlitWidth-1:0]             out_lane_o,
  output logic [NumLanes-1:0]                                ready_o,  // for what comes in

  output logic                                               busy_o,   // any node is
  output logic [NumNodes*noc_pkg::ViolationWidth-1:0]        violation_o,
  output logic [NumLanes-1:0]                                violation_in_o,
  output logic [NumLanes-1:0]                                violation_out_o,
  output logic [NumCounts*noc_pkg::CountWidth-1:0]           max_stored_o,
  output logic [NumCounts*noc_pkg::CountWidth-1:0]           max_wait_o
);

  localparam int unsigned FlitWidth      = noc_pkg::FlitWidth;
  localparam int unsigned EntryWidth     = noc_pkg::EntryWidth;
  localparam int unsigned CountWidth     = noc_pkg::CountWidth;
  localparam int unsigned ViolationWidth = noc_pkg::ViolationWidth;

  // Links each way between a node of level i-1 and its parent; none above the root.
  function automatic int unsigned capacity(input int unsigned level);
    capacity = 0;
    if (level >= 1 && level <= Levels) begin
      capacity = 32'(Capacities[(level-1)*EntryWidth +: EntryWidth]);
    end
  endfunction

  function automatic int unsigned link_stages_at(input int unsigned level);
    link_stages_at = 0;
    if (level >= 1 && level <= Levels) begin
      link_stages_at = 32'(LinkStages[(level-1)*EntryWidth +: EntryWidth]);
    end
  endfunction

  // Of the link that leads to a lane of a switch.
  function automatic int unsigned registers_before(
      input int unsigned level, input int unsigned lane
  );
    registers_before = link_stages_at((lane + 1 <= capacity(level + 1)) ? level + 1 : level);
  endfunction

  function automatic int unsigned nodes_at(input int unsigned level);
    nodes_at = 1;
    for (int unsigned above = 0; above < Levels; above++) begin
      if (above >= level) nodes_at = nodes_at * Arity;
    end
  endfunction

  function automatic int unsigned lanes_at(input int unsigned level);
    lanes_at = (level == 0) ? 2 * capacity(1) : capacity(level + 1) + Arity * capacity(level);
  endfunction

  // The first node, and the first lane, of a level.
  function automatic int unsigned first_node(input int unsigned level);
    first_node = 0;
    for (int unsigned below = 0; below <= Levels; below++) begin
      if (below < level) first_node = first_node + nodes_at(below);
    end
  endfunction

  function automatic int unsigned first_lane(input int unsigned level);
    first_lane = 0;
    for (int unsigned below = 0; below <= Levels; below++) begin
      if (below < level) first_lane = first_lane + nodes_at(below) * lanes_at(below);
    end
  endfunction

  // The lane of the network at the other end of a lane that leads to another node.
  function automatic int unsigned peer_of(
      input int unsigned level, input int unsigned index, input int unsigned lane
  );
    int unsigned links;
    int unsigned child;
    if (level == 0 || lane < capacity(level + 1)) begin  // up; a leaf's follow those to its PE
      peer_of = first_lane(level + 1) + (index / Arity) * lanes_at(level + 1)
                + capacity(level + 2) + (index % Arity) * capacity(level + 1)
                + ((level == 0) ? lane - capacity(1) : lane);
    end else begin
      links = lane - capacity(level + 1);
      child = index * Arity + links / capacity(level);
      peer_of = first_lane(level - 1) + child * lanes_at(level - 1)
                + ((level == 1) ? capacity(1) : 0) + links % capacity(level);
    end
  endfunction

  // Nodes are there for parameters that make a fat tree only: others have no widths.
  function automatic int unsigned sound_nodes(input int unsigned count);
    sound_nodes = (Levels >= 1 && Levels <= 10 && Levels * $clog2(Arity) <= noc_pkg::AddressWidth
                   && capacity(1) >= 1 && capacity(1) <= 8) ? count : 0;
    for (int unsigned level = 2; level <= Levels; level++) begin
      if (capacity(level) < capacity(level - 1)) sound_nodes = 0;
    end
  endfunction

  if (Levels < 1 || Levels > 10) begin : gen_bad_levels
    $error("fat_tree_network: Levels must be 1 to 10, got %0d", Levels);
  end
  if (Levels * $clog2(Arity) > noc_pkg::AddressWidth) begin : gen_bad_size
    $error("fat_tree_network: a destination has %0d bits, Levels * $clog2(Arity) is %0d",
           noc_pkg::AddressWidth, Levels * $clog2(Arity));
  end
  if (capacity(1) < 1 || capacity(1) > 8) begin : gen_bad_leaf_links
    $error("fat_tree_network: a leaf has 1 to 8 links, Capacities has %0d", capacity(1));
  end
  for (genvar level = 2; level <= Levels; level++) begin : gen_capacity
    if (capacity(level) < capacity(level - 1)) begin : gen_bad_capacity
      $error("fat_tree_network: Capacities must not decrease, level %0d has %0d, below it %0d",
             level, capacity(level), capacity(level - 1));
    end
  end
  if (CreditStages > 15) begin : gen_bad_credit_stages
    $error("fat_tree_network: CreditStages must be 0 to 15, got %0d", CreditStages);
  end
  for (genvar level = 1; level <= Levels; level++) begin : gen_registers
    if (link_stages_at(level) > 15) begin : gen_bad_link_stages
      $error("fat_tree_network: LinkStages must be 0 to 15, level %0d has %0d", level,
             link_stages_at(level));
    end
  end

  /*verilator tracing_off*/  // by default the pin itself
  logic backpressure;
  /*verilator tracing_on*/
  assign backpressure = Credits == 1 || (Stages == 0 && LinkStages == '0 && backpressure_i);

  logic [NumNodes-1:0] busy;
  assign busy_o = busy != '0;

  for (genvar leaf = 0; leaf < sound_nodes(NumLeaves); leaf++) begin : gen_leaf
    localparam int unsigned First = leaf * 2 * LeafLinks;

    logic [LeafLinks*FlitWidth-1:0] down;
    logic [LeafLinks-1:0]           ready;
    /*verilator tracing_off*/
    logic                           leaf_busy;
    logic [LeafLinks-1:0]           held;  // links to here whose registers hold a flit
    logic [LeafLinks-1:0]           told;  // of ready, whose registers hold a credit
    // As the leaf sees its lanes, and what lies between.
    logic [2*LeafLinks*FlitWidth-1:0] in_lane;
    logic [2*LeafLinks*FlitWidth-1:0] out_lane;
    logic [2*LeafLinks-1:0]           taken;
    logic [2*LeafLinks-1:0]           sent;
    logic                             lanes_busy;
    /*verilator tracing_on*/

    for (genvar link = 0; link < LeafLinks; link++) begin : gen_link
      localparam int unsigned Up = peer_of(0, leaf, LeafLinks + link);
      if (link_stages_at(1) == 0) begin : gen_wire
        assign down[link*FlitWidth +: FlitWidth] = out_lane_o[Up*FlitWidth +: FlitWidth];
        assign held[link] = 1'b0;
      end else begin : gen_slow
        link_stages #(
          .Width(FlitWidth),
          .Stages(link_stages_at(1))
        ) i_link (
          .clk_i,
          .rst_ni,
          .lane_i(out_lane_o[Up*FlitWidth +: FlitWidth]),
          .lane_o(down[link*FlitWidth +: FlitWidth]),
          .busy_o(held[link])
        );
      end
      if (CreditStages == 0) begin : gen_ready
        assign ready[link] = ready_o[Up];
        assign told[link] = 1'b0;
      end else begin : gen_slow_credit
        link_stages #(
          .Width(1),
          .Stages(CreditStages)
        ) i_credit (
          .clk_i,
          .rst_ni,
          .lane_i(ready_o[Up]),
          .lane_o(ready[link]),
          .busy_o(told[link])
        );
      end
    end
    assign busy[leaf] = leaf_busy || held != '0 || told != '0 || lanes_busy;
    assign own_ready_o[leaf*LeafLinks +: LeafLinks] = ready_o[First +: LeafLinks];

    /*verilator tracing_off*/
    credit_lanes #(
      .NumLanes(2*LeafLinks),
      .OwnLanes(LeafLinks),
      .IsSink  (1),
      .Credits (Credits),
      .Depth   (Depth)
    ) i_lanes (
      .clk_i,
      .rst_ni,
      .limit_i    (limit_i[0 +: CountWidth]),
      .in_lane_i  ({down, own_lane_i[leaf*LeafLinks*FlitWidth +: LeafLinks*FlitWidth]}),
      .ready_o    (ready_o[First +: 2*LeafLinks]),
      .out_lane_o (out_lane_o[First*FlitWidth +: 2*LeafLinks*FlitWidth]),
      .ready_i    ({ready, {LeafLinks{1'b1}}}),
      .in_lane_o  (in_lane),
      .taken_i    (taken),
      .out_lane_i (out_lane),
      .sent_o     (sent),
      .busy_o     (lanes_busy)
    );
    /*verilator tracing_on*/

    fat_tree_leaf #(
      .Depth(Depth),
      .Links(LeafLinks)
    ) i_leaf (
      .clk_i,
      .rst_ni,
      .leaf_base_i     (EntryWidth'(leaf)),
      .limit_i         (limit_i[0 +: CountWidth]),
      .scheduled_i,
      .backpressure_i  (backpressure),
      .in_lane_i       (in_lane),
      .out_lane_o      (out_lane),
      .ready_i         (sent),
      .ready_o         (taken),
      .busy_o          (leaf_busy),
      .violation_o     (violation_o[leaf*ViolationWidth +: ViolationWidth]),
      .violation_in_o  (violation_in_o[First +: 2*LeafLinks]),
      .violation_out_o (violation_out_o[First +: 2*LeafLinks]),
      .max_stored_o    (max_stored_o[leaf*CountWidth +: CountWidth]),
      .max_wait_o      (max_wait_o[leaf*CountWidth +: CountWidth])
    );
  end

  for (genvar level = 1; level <= Levels; level++) begin : gen_level
    for (genvar index = 0; index < sound_nodes(nodes_at(level)); index++) begin : gen_switch
      localparam int unsigned Node   = first_node(level) + index;
      localparam int unsigned Lanes  = lanes_at(level);
      localparam int unsigned First  = first_lane(level) + index * Lanes;
      localparam int unsigned Counts = Arity + 1;
      localparam int unsigned Count  = NumLeaves + (Node - NumLeaves) * Counts;
      localparam int unsigned Span   = NumLeaves / nodes_at(level - 1);  // leaves of a child

      logic [Lanes*FlitWidth-1:0] in_lane;
      logic [Lanes-1:0]           ready;
      /*verilator tracing_off*/
      logic                       switch_busy;
      logic [Lanes-1:0]           held;
      logic [Lanes-1:0]           told;
      logic [Lanes*FlitWidth-1:0] offered;   // to the switch
      logic [Lanes*FlitWidth-1:0] out_lane;  // of the switch
      logic [Lanes-1:0]           taken;
      logic [Lanes-1:0]           sent;
      logic                       lanes_busy;
      /*verilator tracing_on*/

      for (genvar lane = 0; lane < Lanes; lane++) begin : gen_lane
        localparam int unsigned Peer = peer_of(level, index, lane);
        if (registers_before(level, lane) == 0) begin : gen_wire
          assign in_lane[lane*FlitWidth +: FlitWidth] = out_lane_o[Peer*FlitWidth +: FlitWidth];
          assign held[lane] = 1'b0;
        end else begin : gen_slow
          link_stages #(
            .Width(FlitWidth),
            .Stages(registers_before(level, lane))
          ) i_link (
            .clk_i,
            .rst_ni,
            .lane_i(out_lane_o[Peer*FlitWidth +: FlitWidth]),
            .lane_o(in_lane[lane*FlitWidth +: FlitWidth]),
            .busy_o(held[lane])
          );
        end
        if (CreditStages == 0) begin : gen_ready
          assign ready[lane] = ready_o[Peer];
          assign told[lane] = 1'b0;
        end else begin : gen_slow_credit
          link_stages #(
            .Width(1),
            .Stages(CreditStages)
          ) i_credit (
            .clk_i,
            .rst_ni,
            .lane_i(ready_o[Peer]),
            .lane_o(ready[lane]),
            .busy_o(told[lane])
          );
        end
      end
      assign busy[Node] = switch_busy || held != '0 || told != '0 || lanes_busy;

      /*verilator tracing_off*/
      credit_lanes #(
        .NumLanes(Lanes),
        .Credits (Credits),
        .Depth   (Depth),
        .Stages  (Stages)
      ) i_lanes (
        .clk_i,
        .rst_ni,
        .limit_i    (limit_i[level*CountWidth +: CountWidth]),
        .in_lane_i  (in_lane),
        .ready_o    (ready_o[First +: Lanes]),
        .out_lane_o (out_lane_o[First*FlitWidth +: Lanes*FlitWidth]),
        .ready_i    (ready),
        .in_lane_o  (offered),
        .taken_i    (taken),
        .out_lane_i (out_lane),
        .sent_o     (sent),
        .busy_o     (lanes_busy)
      );
      /*verilator tracing_on*/

      fat_tree_switch #(
        .Arity     (Arity),
        .DownLinks (capacity(level)),
        .UpLinks   (capacity(level + 1)),
        .Depth     (Depth),
        .Stages    ((Credits == 1) ? 0 : Stages)
      ) i_switch (
        .clk_i,
        .rst_ni,
        .leaf_base_i     (EntryWidth'(index * Arity * Span)),
        .leaf_span_i     (EntryWidth'(Span)),
        .level_i         (8'(level)),
        .limit_i         (limit_i[level*CountWidth +: CountWidth]),
        .policy_i,
        .seed_i          (seed_i[(Node-NumLeaves)*16 +: 16]),
        .scheduled_i,
        .backpressure_i  (backpressure),
        .store_forward_i,
        .in_lane_i       (offered),
        .out_lane_o      (out_lane),
        .ready_i         (sent),
        .ready_o         (taken),
        .busy_o          (switch_busy),
        .violation_o     (violation_o[Node*ViolationWidth +: ViolationWidth]),
        .violation_in_o  (violation_in_o[First +: Lanes]),
        .violation_out_o (violation_out_o[First +: Lanes]),
        .max_stored_o    (max_stored_o[Count*CountWidth +: Counts*CountWidth]),
        .max_wait_o      (max_wait_o[Count*CountWidth +: Counts*CountWidth])
      );
    end
  end

endmodule

`default_nettype wire
