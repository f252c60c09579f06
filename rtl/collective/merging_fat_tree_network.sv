// merging_fat_tree_network.sv: the leaves of a fat tree and its switches behind stages that add
// what meets, wired, with one link a branch: more are of no use by timetable.
//
// Nodes are numbered leaves first, then level by level from the left, the root last; flat ports
// hold their entries in that order. Of a leaf two lanes are shown, to its PE and up, of a switch
// its link up, which the root has not, and then its children's. The links are the output registers
// themselves, as in fat_tree_network. Nothing waits for long: what comes late does, in the queues.
`default_nettype none

module merging_fat_tree_network #(
  parameter int unsigned Levels = 2,
  parameter int unsigned Arity  = 2,
  parameter int unsigned Depth  = 4,   // flits that the queue of a branch can hold
  parameter int unsigned Width  = 31,  // of a word
  localparam int unsigned NumLeaves   = nodes_at(0),
  localparam int unsigned NumNodes    = first_node(Levels + 1),
  localparam int unsigned NumSwitches = NumNodes - NumLeaves,
  localparam int unsigned NumLanes    = first_lane(Levels + 1),
  localparam int unsigned NumCounts   = NumLeaves + NumSwitches * (Arity + 1)
) (
  input  logic                                          clk_i,
  input  logic                                          rst_ni,
  input  logic [(Levels+1)*noc_pkg::CountWidth-1:0]     limit_i,  // by level, leaves first
  input  logic [NumLeaves*noc_pkg::FlitWidth-1:0]       own_lane_i,
  output logic [NumLanes*noc_pkg::FlitWidth-1:0]        out_lane_o,
  output logic                                          busy_o,  // any node is
  output logic [NumNodes*noc_pkg::ViolationWidth-1:0]   violation_o,
  output logic [NumLanes-1:0]                           violation_in_o,
  output logic [NumLanes-1:0]                           violation_out_o,
  output logic [NumCounts*noc_pkg::CountWidth-1:0]      max_stored_o,  // a leaf's, up; of a switch
  output logic [NumCounts*noc_pkg::CountWidth-1:0]      max_wait_o     // up, then children
);

  localparam int unsigned FlitWidth      = noc_pkg::FlitWidth;
  localparam int unsigned EntryWidth     = noc_pkg::EntryWidth;
  localparam int unsigned CountWidth     = noc_pkg::CountWidth;
  localparam int unsigned ViolationWidth = noc_pkg::ViolationWidth;

  function automatic int unsigned nodes_at(input int unsigned level);
    nodes_at = 1;
    for (int unsigned above = 0; above < Levels; above++) begin
      if (above >= level) nodes_at = nodes_at * Arity;
    end
  endfunction

  function automatic int unsigned lanes_at(input int unsigned level);
    lanes_at = (level == 0) ? 2 : (level == Levels) ? Arity : Arity + 1;
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

  // The lane of the network that a node's link up leads to, and a switch's to a child.
  function automatic int unsigned above(input int unsigned level, input int unsigned index);
    above = first_lane(level + 1) + (index / Arity) * lanes_at(level + 1)
            + ((level + 1 == Levels) ? 0 : 1) + index % Arity;
  endfunction

  function automatic int unsigned below(
      input int unsigned level, input int unsigned index, input int unsigned child
  );
    below = first_lane(level - 1) + (index * Arity + child) * lanes_at(level - 1)
            + ((level == 1) ? 1 : 0);
  endfunction

  // Nodes are there for parameters that make a fat tree only.
  localparam bit IsSound = Levels >= 1 && Levels <= 10 && Arity >= 2 && Arity <= 8
                           && Levels * $clog2(Arity) <= noc_pkg::AddressWidth;
  if (!IsSound) begin : gen_bad_shape
    $error("merging_fat_tree_network: Levels must be 1 to 10, Arity 2 to 8, got %0d and %0d",
           Levels, Arity);
  end

  logic [NumNodes-1:0] busy;
  logic [NumLanes-1:0] ready;  // for what comes in
  assign busy_o = busy != '0;

  for (genvar leaf = 0; leaf < (IsSound ? NumLeaves : 0); leaf++) begin : gen_leaf
    localparam int unsigned First = 2 * leaf;
    localparam int unsigned Up    = above(0, leaf);

    fat_tree_leaf #(.Depth(Depth)) i_leaf (
      .clk_i,
      .rst_ni,
      .leaf_base_i     (EntryWidth'(leaf)),
      .limit_i         (limit_i[0 +: CountWidth]),
      .scheduled_i     (1'b1),
      .backpressure_i  (1'b0),
      .in_lane_i       ({out_lane_o[Up*FlitWidth +: FlitWidth],
                         own_lane_i[leaf*FlitWidth +: FlitWidth]}),
      .out_lane_o      (out_lane_o[First*FlitWidth +: 2*FlitWidth]),
      .ready_i         ({ready[Up], 1'b1}),
      .ready_o         (ready[First +: 2]),
      .busy_o          (busy[leaf]),
      .violation_o     (violation_o[leaf*ViolationWidth +: ViolationWidth]),
      .violation_in_o  (violation_in_o[First +: 2]),
      .violation_out_o (violation_out_o[First +: 2]),
      .max_stored_o    (max_stored_o[leaf*CountWidth +: CountWidth]),
      .max_wait_o      (max_wait_o[leaf*CountWidth +: CountWidth])
    );
  end

  for (genvar level = 1; level <= (IsSound ? Levels : 0); level++) begin : gen_level
    for (genvar index = 0; index < nodes_at(level); index++) begin : gen_switch
      localparam int unsigned Node   = first_node(level) + index;
      localparam int unsigned UpLinks = (level == Levels) ? 0 : 1;
      localparam int unsigned Lanes  = lanes_at(level);
      localparam int unsigned First  = first_lane(level) + index * Lanes;
      localparam int unsigned Counts = Arity + 1;
      localparam int unsigned Count  = NumLeaves + (Node - NumLeaves) * Counts;
      localparam int unsigned Span   = NumLeaves / nodes_at(level - 1);  // leaves of a child

      logic [Lanes*FlitWidth-1:0] in_lane;
      logic [Lanes-1:0]           taken;
      for (genvar lane = 0; lane < Lanes; lane++) begin : gen_lane
        localparam int unsigned Peer =
            (lane < UpLinks) ? above(level, index) : below(level, index, lane - UpLinks);
        assign in_lane[lane*FlitWidth +: FlitWidth] = out_lane_o[Peer*FlitWidth +: FlitWidth];
        assign taken[lane] = ready[Peer];
      end

      merging_fat_tree_switch #(
        .Arity(Arity), .UpLinks(UpLinks), .Depth(Depth), .Width(Width)
      ) i_switch (
        .clk_i,
        .rst_ni,
        .leaf_base_i     (EntryWidth'(index * Arity * Span)),
        .leaf_span_i     (EntryWidth'(Span)),
        .level_i         (8'(level)),
        .limit_i         (limit_i[level*CountWidth +: CountWidth]),
        .policy_i        (noc_pkg::PolicyWidth'(0)),  // there is one link up
        .seed_i          (16'h0),
        .scheduled_i     (1'b1),
        .backpressure_i  (1'b0),
        .store_forward_i (1'b0),
        .in_lane_i       (in_lane),
        .out_lane_o      (out_lane_o[First*FlitWidth +: Lanes*FlitWidth]),
        .ready_i         (taken),
        .ready_o         (ready[First +: Lanes]),
        .busy_o          (busy[Node]),
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
