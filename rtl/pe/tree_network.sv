// tree_network.sv: the bufferless routers of a tree, wired: PE 0 is the root.
//
// PEs are addressed in depth-first order, children by increasing PE number, so that every subtree
// is an interval of addresses. The links are the routers' output registers themselves: a flit
// captured from own_lane_i at one edge lies on its first link after it and is in the neighbour's
// register after the next. Stages of routers and registers on links come between, in all alike.
// Lane 0 of a router's outputs is what it delivers to its PE.
`default_nettype none

module tree_network #(
  parameter int unsigned NumPes      = 6,
  parameter int unsigned MaxChildren = 2,
  // Parent of each PE, PE 0 in the lowest entry; that entry is not looked at.
  parameter logic [NumPes*noc_pkg::EntryWidth-1:0] Parents =
      96'h0004_0003_0002_0001_0000_ffff,
  parameter bit SinglePort = 1'b1,
  parameter int unsigned Stages     = 0,  // of every router: a hop takes as many steps more
  parameter int unsigned LinkStages = 0   // registers of every link, in each direction
) (
  input  logic                                                   clk_i,
  input  logic                                                   rst_ni,
  input  logic [NumPes*noc_pkg::FlitWidth-1:0]                   own_lane_i,
  output logic [NumPes*(MaxChildren+2)*noc_pkg::FlitWidth-1:0]   out_lane_o,
  output logic [NumPes*noc_pkg::ViolationWidth-1:0]              violation_o,
  output logic [NumPes*(MaxChildren+2)-1:0]                      violation_in_o,
  output logic [NumPes*(MaxChildren+2)-1:0]                      violation_out_o,
  output logic                                                   busy_o  // any router or link is
);

  localparam int unsigned NumLanes   = MaxChildren + 2;
  localparam int unsigned FlitWidth  = noc_pkg::FlitWidth;
  localparam int unsigned EntryWidth = noc_pkg::EntryWidth;
  localparam int unsigned TableWidth = NumPes * EntryWidth;
  localparam int unsigned None       = NumPes;  // "no such PE"

  function automatic int unsigned parent_of(input int unsigned pe);
    parent_of = (pe == 0) ? None : 32'(Parents[pe*EntryWidth +: EntryWidth]);
  endfunction

  // Child number `place` of a PE, counted from 0, or None.
  function automatic int unsigned child_at(input int unsigned pe, input int unsigned place);
    int unsigned seen;
    seen = 0;
    child_at = None;
    for (int unsigned other = 1; other < NumPes; other++) begin
      if (parent_of(other) == pe) begin
        if (seen == place) child_at = other;
        seen = seen + 1;
      end
    end
  endfunction

  // Which child of its parent a PE is, counted from 0.
  function automatic int unsigned place_of(input int unsigned pe);
    place_of = 0;
    for (int unsigned other = 1; other < pe; other++) begin
      if (parent_of(other) == parent_of(pe)) place_of = place_of + 1;
    end
  endfunction

  // The PE at the other end of a lane's link, or None.
  function automatic int unsigned neighbour_of(input int unsigned pe, input int unsigned lane);
    neighbour_of = None;
    if (lane == noc_pkg::ParentLane) neighbour_of = parent_of(pe);
    if (lane >= noc_pkg::FirstChildLane) begin
      neighbour_of = child_at(pe, lane - noc_pkg::FirstChildLane);
    end
  endfunction

  // Depth-first walk from PE 0: the address of each PE in the lower table, the end of its
  // subtree's interval in the upper one. PEs that the root does not reach keep 0.
  function automatic logic [2*TableWidth-1:0] walk(input int unsigned root);
    int unsigned pe;       // where the walk stands
    int unsigned left;     // the child it has just left, 0 when it has just come down
    int unsigned next;     // the child to enter
    int unsigned reached;  // PEs numbered so far
    walk = '0;
    pe = root;
    left = 0;
    reached = 1;
    for (int unsigned turn = 1; turn < 2 * NumPes; turn++) begin
      next = None;
      for (int unsigned other = 1; other < NumPes; other++) begin
        if (next == None && other > left && parent_of(other) == pe) next = other;
      end
      if (next != None) begin
        walk[next*EntryWidth +: EntryWidth] = EntryWidth'(reached);
        reached = reached + 1;
        pe = next;
        left = 0;
      end else if (pe != None) begin
        walk[TableWidth + pe*EntryWidth +: EntryWidth] = EntryWidth'(reached);
        left = pe;
        pe = parent_of(pe);
      end
    end
  endfunction

  localparam logic [2*TableWidth-1:0] Walk = walk(0);

  // First address of each child of a PE; missing children begin where the subtree ends.
  function automatic logic [(MaxChildren+1)*EntryWidth-1:0] bounds_of(input int unsigned pe);
    int unsigned child;
    for (int unsigned place = 0; place <= MaxChildren; place++) begin
      child = child_at(pe, place);
      if (child == None) begin
        bounds_of[place*EntryWidth +: EntryWidth] = Walk[TableWidth + pe*EntryWidth +: EntryWidth];
      end else begin
        bounds_of[place*EntryWidth +: EntryWidth] = Walk[child*EntryWidth +: EntryWidth];
      end
    end
  endfunction

  if (NumPes < 1 || NumPes > (1 << noc_pkg::AddressWidth)) begin : gen_bad_num_pes
    $error("tree_network: NumPes must be 1 to 8192, got %0d", NumPes);
  end
  if (LinkStages > 15) begin : gen_bad_link_stages
    $error("tree_network: LinkStages must be 0 to 15, got %0d", LinkStages);
  end

  logic [NumPes-1:0] busy;
  assign busy_o = busy != '0;

  for (genvar pe = 0; pe < NumPes; pe++) begin : gen_pe
    localparam int unsigned Parent   = parent_of(pe);
    localparam int unsigned Overflow = child_at(pe, MaxChildren);

    if (pe != 0 && (Parent >= NumPes || Parent == pe)) begin : gen_bad_parent
      $error("tree_network: a parent must be another PE of the network, PE %0d of %0d has %0d",
             pe, NumPes, Parent);
    end
    if (Overflow != None) begin : gen_too_many_children
      $error(
          "tree_network: MaxChildren must cover every PE, got %0d and PE %0d has one more, PE %0d",
          MaxChildren, pe, Overflow);
    end

    logic [NumLanes*FlitWidth-1:0] in_lane;
    logic                          router_busy;
    logic [NumLanes-1:0]           held;  // inputs whose link's registers hold flits

    for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_lane
      localparam int unsigned Other = neighbour_of(pe, lane);
      if (lane == noc_pkg::OwnLane) begin : gen_own
        assign in_lane[lane*FlitWidth +: FlitWidth] = own_lane_i[pe*FlitWidth +: FlitWidth];
        assign held[lane] = 1'b0;
      end else if (Other >= NumPes) begin : gen_none
        assign in_lane[lane*FlitWidth +: FlitWidth] = '0;
        assign held[lane] = 1'b0;
      end else begin : gen_link
        // The neighbour's output to here: a parent's to its child, a child's to its parent.
        localparam int unsigned From = Other * NumLanes
            + (lane == noc_pkg::ParentLane ? noc_pkg::FirstChildLane + place_of(pe)
                                           : noc_pkg::ParentLane);
        link_stages #(
          .Width(FlitWidth),
          .Stages(LinkStages)
        ) i_link (
          .clk_i,
          .rst_ni,
          .lane_i(out_lane_o[From*FlitWidth +: FlitWidth]),
          .lane_o(in_lane[lane*FlitWidth +: FlitWidth]),
          .busy_o(held[lane])
        );
      end
    end
    assign busy[pe] = router_busy || held != '0;

    bufferless_router #(
      .MaxChildren(MaxChildren),
      .Stages     (Stages)
    ) i_router (
      .clk_i,
      .rst_ni,
      .address_i       (noc_pkg::AddressWidth'(Walk[pe*EntryWidth +: EntryWidth])),
      .has_parent_i    (pe != 0),
      .single_port_i   (SinglePort),
      .child_bound_i   (bounds_of(pe)),
      .in_lane_i       (in_lane),
      .out_lane_o      (out_lane_o[pe*NumLanes*FlitWidth +: NumLanes*FlitWidth]),
      .busy_o          (router_busy),
      .violation_o     (violation_o[pe*noc_pkg::ViolationWidth +: noc_pkg::ViolationWidth]),
      .violation_in_o  (violation_in_o[pe*NumLanes +: NumLanes]),
      .violation_out_o (violation_out_o[pe*NumLanes +: NumLanes])
    );
  end

  if (32'(Walk[TableWidth +: EntryWidth]) != NumPes) begin : gen_unreached
    $error(
        "tree_network: every PE must be below PE 0, in a cycle of Parents are all but %0d of %0d",
        32'(Walk[TableWidth +: EntryWidth]), NumPes);
  end

endmodule

`default_nettype wire
