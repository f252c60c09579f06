// multiport_router_fv.sv: properties of the router of a PE that uses all links at once.
//
// Free: every input lane in every step, and the tables, which do not change; a destination lies in
// at most one interval, as the router asks. The model looks at all intervals and all lower inputs;
// that the router's worms are the model's is an invariant, so that induction closes.
`default_nettype none

module multiport_router_fv #(
  parameter int unsigned NumLinks     = 3,
  parameter int unsigned NumTrees     = 1,
  parameter int unsigned NumIntervals = 1,
  localparam int unsigned NumLanes    = 2 * NumLinks
) (
  input logic                                   clk_i,
  input logic [NumLanes*noc_pkg::FlitWidth-1:0] in_lane_i
);

  localparam int unsigned FlitWidth    = noc_pkg::FlitWidth;
  localparam int unsigned EntryWidth   = noc_pkg::EntryWidth;
  localparam int unsigned LinkWidth    = noc_pkg::LinkWidth;
  localparam int unsigned IndexWidth   = $clog2(NumLanes);

  (* anyconst *) logic [NumTrees*EntryWidth-1:0] tree_first;
  (* anyconst *) logic [NumTrees*EntryWidth-1:0] address;
  (* anyconst *) logic [NumTrees*LinkWidth-1:0]  up_link;
  localparam int unsigned NumWays = NumLinks * NumIntervals;
  (* anyconst *) logic [NumWays*EntryWidth-1:0] link_low;
  (* anyconst *) logic [NumWays*EntryWidth-1:0] link_high;

  logic [NumLanes*FlitWidth-1:0]      out_lane;
  logic                               busy;
  logic [noc_pkg::ViolationWidth-1:0] violation;
  logic [NumLanes-1:0]                violation_in;
  logic [NumLanes-1:0]                violation_out;

  logic runs_q = 1'b0;  // out of reset
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  multiport_router #(
    .NumLinks(NumLinks), .NumTrees(NumTrees), .NumIntervals(NumIntervals)
  ) i_router (
    .clk_i(clk_i), .rst_ni(runs_q), .tree_first_i(tree_first), .address_i(address),
    .up_link_i(up_link), .link_low_i(link_low), .link_high_i(link_high), .in_lane_i(in_lane_i),
    .out_lane_o(out_lane), .busy_o(busy), .violation_o(violation), .violation_in_o(violation_in),
    .violation_out_o(violation_out)
  );
  (* hierconn *) logic [NumLanes-1:0]            \i_router.open_q ;
  (* hierconn *) logic [NumLinks*IndexWidth-1:0] \i_router.route_q ;

  // The outputs that a head from link `from` may take: a set of one or none.
  function automatic logic [NumLanes-1:0] ways_of(
      input int unsigned from, input logic [EntryWidth-1:0] destination
  );
    int unsigned           tree;  // as many begin behind address 0 and not behind this one
    logic [LinkWidth-1:0]  up;
    logic [EntryWidth-1:0] own;
    tree = 0;
    for (int unsigned t = 1; t < NumTrees; t++) begin
      if (tree_first[t*EntryWidth +: EntryWidth] <= destination) tree = tree + 1;
    end
    up = up_link[LinkWidth-1:0];
    own = address[EntryWidth-1:0];
    for (int unsigned t = 1; t < NumTrees; t++) begin
      if (tree == t) begin
        up = up_link[t*LinkWidth +: LinkWidth];
        own = address[t*EntryWidth +: EntryWidth];
      end
    end
    ways_of = '0;
    for (int unsigned p = 0; p < NumLinks; p++) begin
      for (int unsigned k = p * NumIntervals; k < (p + 1) * NumIntervals; k++) begin
        if (link_low[k*EntryWidth +: EntryWidth] <= destination
            && destination < link_high[k*EntryWidth +: EntryWidth]) ways_of[NumLinks+p] = 1'b1;
      end
    end
    for (int unsigned p = 0; p < NumLinks; p++) begin
      if (ways_of == '0 && 32'(up) == p) ways_of[NumLinks+p] = 1'b1;
    end
    if (own == destination) begin
      ways_of = '0;
      ways_of[from] = 1'b1;
    end
  endfunction

  // What the flits of this step ask for; worms as the model sees them.
  logic [NumLanes-1:0]          open_q;
  logic [NumLinks*NumLanes-1:0] route_q;  // a set of one output for every open link
  logic [NumLanes-1:0]          valid;
  logic [NumLanes-1:0]          no_route;
  logic [NumLanes-1:0]          broken;
  logic [NumLanes*NumLanes-1:0] asks;  // a set of at most one output for every input
  logic [NumLanes-1:0]          open;
  logic [NumLinks*NumLanes-1:0] route;
  always_comb begin : model
    logic [FlitWidth-1:0] flit;
    logic [NumLanes-1:0]  ways;
    open = open_q;
    route = route_q;
    valid = '0;
    no_route = '0;
    broken = '0;
    asks = '0;
    flit = '0;
    ways = '0;
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      flit = in_lane_i[lane*FlitWidth +: FlitWidth];
      ways = '0;
      if (lane < NumLinks) begin
        ways[NumLinks+lane] = 1'b1;
      end else if (noc_pkg::flit_head(flit)) begin
        ways = ways_of(lane - NumLinks, EntryWidth'(noc_pkg::flit_destination(flit)));
        ways[lane] = 1'b0;  // nothing goes back
      end else begin
        ways = route_q[(lane-NumLinks)*NumLanes +: NumLanes];
      end
      valid[lane] = noc_pkg::flit_valid(flit);
      if (valid[lane]) begin
        broken[lane] = noc_pkg::flit_head(flit) == open_q[lane];
        no_route[lane] = noc_pkg::flit_head(flit) && ways == '0;
        if (noc_pkg::flit_head(flit) || open_q[lane]) asks[lane*NumLanes +: NumLanes] = ways;
        open[lane] = asks[lane*NumLanes +: NumLanes] != '0 && !noc_pkg::flit_tail(flit);
        if (lane >= NumLinks) route[(lane-NumLinks)*NumLanes +: NumLanes] = ways;
      end
    end
  end

  logic                checks_q = 1'b0;  // what follows is of a step out of reset
  logic [NumLanes-1:0] valid_q;
  logic [NumLanes-1:0] no_route_q;
  logic [NumLanes-1:0] broken_q;
  logic                body_q;  // of the first link: no head
  always_ff @(posedge clk_i) begin : remember
    checks_q   <= runs_q;
    valid_q    <= valid;
    no_route_q <= no_route;
    broken_q   <= broken;
    body_q     <= !noc_pkg::flit_head(in_lane_i[NumLinks*FlitWidth +: FlitWidth]);
    open_q     <= runs_q ? open : '0;
    route_q    <= runs_q ? route : '0;
  end

  // What should have come of it.
  logic [NumLanes*FlitWidth-1:0] expected;
  logic [NumLanes-1:0]           used;
  logic [NumLanes-1:0]           crowded;
  logic [NumLanes-1:0]           met;
  logic [NumLanes-1:0]           forwarded;
  lane_outcome_fv #(.NumLanes(NumLanes)) i_outcome (
    .clk_i(clk_i), .in_lane_i(in_lane_i), .asks_i(asks), .expected_o(expected), .used_o(used),
    .crowded_o(crowded), .met_o(met), .forwarded_o(forwarded)
  );

  // The tables' rule, and the invariant: an open link's route is the model's.
  logic [NumWays*NumWays-1:0] apart;
  logic [NumLinks-1:0]        same_route;
  logic [NumLinks-1:0]        onward;  // an open link leads to its own lane or to another link
  for (genvar p = 0; p < NumWays; p++) begin : gen_rules
    for (genvar other = 0; other < NumWays; other++) begin : gen_apart
      assign apart[p*NumWays+other] = p == other
          || link_low[p*EntryWidth +: EntryWidth] >= link_high[p*EntryWidth +: EntryWidth]
          || link_low[other*EntryWidth +: EntryWidth] >= link_high[other*EntryWidth +: EntryWidth]
          || link_low[p*EntryWidth +: EntryWidth] >= link_high[other*EntryWidth +: EntryWidth]
          || link_low[other*EntryWidth +: EntryWidth] >= link_high[p*EntryWidth +: EntryWidth];
    end
  end
  logic [NumTrees-1:0] ascend;
  assign ascend[0] = 1'b1;
  for (genvar t = 1; t < NumTrees; t++) begin : gen_trees
    assign ascend[t] = tree_first[(t-1)*EntryWidth +: EntryWidth]
                       <= tree_first[t*EntryWidth +: EntryWidth];
  end
  for (genvar p = 0; p < NumLinks; p++) begin : gen_routes
    assign same_route[p] = !open_q[NumLinks+p]
        || (route_q[p*NumLanes +: NumLanes] != '0
            && route_q[p*NumLanes +: NumLanes]
               == NumLanes'(1) << (\i_router.route_q [p*IndexWidth +: IndexWidth]));
    assign onward[p] = !open_q[NumLinks+p]
        || (route_q[p*NumLanes +: NumLanes]
            & ~({~(NumLinks'(1) << p), {NumLinks{1'b0}}} | (NumLanes'(1) << p))) == '0;
  end

  always_comb begin : properties
    m_intervals_apart: assume (apart == '1);
    m_first_tree: assume (tree_first[EntryWidth-1:0] == '0);
    m_trees_ascend: assume (ascend == '1);
    if (runs_q) begin
      a_same_worms: assert (open_q == \i_router.open_q );
      a_same_routes: assert (same_route == '1);
      a_onward: assert (onward == '1);
    end
    if (runs_q && !checks_q) begin
      a_reset: assert (out_lane == '0 && !busy && violation == '0);
    end
    if (checks_q) begin
      a_runs: assert (runs_q);
      a_one_step_unchanged: assert (out_lane == expected);
      a_none_lost_in_silence: assert ((valid_q & ~forwarded & ~violation_in) == '0);
      a_collision_reported: assert (violation[noc_pkg::Collision] == (crowded != '0));
      a_collision_named: assert ((crowded & ~violation_out) == '0 && (met & ~violation_in) == '0);
      a_concerned_named: assert (violation_in == (met | no_route_q | broken_q));
      a_no_route_reported: assert (violation[noc_pkg::NoRoute] == (no_route_q != '0));
      a_broken_reported: assert (violation[noc_pkg::BrokenWorm] == (broken_q != '0));
      a_nothing_else: assert ((violation & ~(noc_pkg::ViolationWidth'(1) << noc_pkg::Collision)
                               & ~(noc_pkg::ViolationWidth'(1) << noc_pkg::NoRoute)
                               & ~(noc_pkg::ViolationWidth'(1) << noc_pkg::BrokenWorm)) == '0);
      a_busy: assert (busy == (valid_q != '0));

      c_all_forwarded: cover (forwarded == '1 && violation == '0);
      c_collision: cover (crowded != '0 && no_route_q == '0 && broken_q == '0);
      c_no_route: cover (no_route_q != '0);
      c_broken_worm: cover (broken_q != '0);
      c_delivered: cover (used[NumLinks-1:0] == '1);
      c_body_follows: cover (forwarded[NumLinks] && body_q);
    end
  end

endmodule

`default_nettype wire
