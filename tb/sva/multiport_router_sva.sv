// multiport_router_sva.sv: what a multiport router promises over time. Bound to every instance.
//
// At each edge it notes what goes in and where that must come out; at the next edge it holds the
// outputs and the report against the note. A router with nothing to do may be left unclocked:
// "before" is the previous edge that it saw, and busy_o guarantees the edge after one with input.
// One clocked block and guards on valid flits, because properties sample every port at every edge:
// here only flits cost time.
`default_nettype none

module multiport_router_sva #(
  parameter int unsigned NumLinks     = 4,
  parameter int unsigned NumTrees     = 1,
  parameter int unsigned NumIntervals = 1,
  parameter int unsigned PayloadWidth = noc_pkg::PayloadWidth,
  localparam int unsigned HeaderWidth = noc_pkg::FlitWidth - noc_pkg::PayloadWidth,
  localparam int unsigned FlitWidth   = HeaderWidth + PayloadWidth,
  localparam int unsigned TableWidth  = NumLinks * NumIntervals * noc_pkg::EntryWidth
) (
  input logic                                       clk_i,
  input logic                                       rst_ni,
  input logic [NumTrees*noc_pkg::EntryWidth-1:0]    tree_first_i,
  input logic [NumTrees*noc_pkg::EntryWidth-1:0]    address_i,
  input logic [NumTrees*noc_pkg::LinkWidth-1:0]     up_link_i,
  input logic [TableWidth-1:0]                      link_low_i,
  input logic [TableWidth-1:0]                      link_high_i,
  input logic [(2*NumLinks)*FlitWidth-1:0]          in_lane_i,
  input logic [(2*NumLinks)*FlitWidth-1:0]          out_lane_o,
  input logic                                       busy_o,
  input logic [noc_pkg::ViolationWidth-1:0]         violation_o,
  input logic [2*NumLinks-1:0]                      violation_in_o,
  input logic [2*NumLinks-1:0]                      violation_out_o
);

  localparam int unsigned NumLanes   = 2 * NumLinks;
  localparam int unsigned EntryWidth = noc_pkg::EntryWidth;
  localparam int unsigned LinkWidth  = noc_pkg::LinkWidth;
  localparam int unsigned Nowhere    = NumLanes;
  localparam int unsigned GoalWidth  = $clog2(NumLanes + 1);

  // What the package's functions read of a flit: all but the payload above its 31 bits.
  function automatic logic [noc_pkg::FlitWidth-1:0] fields_of(input logic [FlitWidth-1:0] flit);
    fields_of = {HeaderWidth'(flit >> PayloadWidth), noc_pkg::PayloadWidth'(flit)};
  endfunction

  // Notes; written here and nowhere read but at the next edge.
  logic [NumLanes-1:0]  in_q;      // lanes that had a flit at the edge before
  logic [FlitWidth-1:0] before_q [0:NumLanes-1];  // that flit
  logic [GoalWidth-1:0] goal_q [0:NumLanes-1];    // where it must be now
  logic [GoalWidth-1:0] follow_q [0:NumLanes-1];  // output of the open message, or Nowhere
  logic                 stuck_q;   // at the edge before, a head had no way
  logic                 broken_q;  // or a body had no head, or a message no end

  // Whether an address belongs to a tree: from its first to before the next tree's first.
  function automatic logic is_of_tree(
      input int unsigned tree, input logic [EntryWidth-1:0] wanted
  );
    is_of_tree = tree_first_i[tree*EntryWidth +: EntryWidth] <= wanted;
    for (int unsigned next = tree + 1; next < NumTrees; next++) begin
      if (tree_first_i[next*EntryWidth +: EntryWidth] <= wanted) is_of_tree = 1'b0;
    end
  endfunction

  // Where a head from `lane` must come out; Nowhere if it cannot.
  function automatic logic [GoalWidth-1:0] goal_of(
      input int unsigned lane, input logic [noc_pkg::AddressWidth-1:0] destination
  );
    logic [EntryWidth-1:0] wanted;
    logic                  is_own;
    wanted = EntryWidth'(destination);
    goal_of = GoalWidth'(Nowhere);
    is_own = 1'b0;
    for (int unsigned tree = 0; tree < NumTrees; tree++) begin
      if (is_of_tree(tree, wanted)) begin
        if (32'(up_link_i[tree*LinkWidth +: LinkWidth]) < NumLinks) begin
          goal_of = GoalWidth'(NumLinks + 32'(up_link_i[tree*LinkWidth +: LinkWidth]));
        end
        if (address_i[tree*EntryWidth +: EntryWidth] == wanted) is_own = 1'b1;
      end
    end
    for (int unsigned k = 0; k < NumLinks * NumIntervals; k++) begin
      if (link_low_i[k*EntryWidth +: EntryWidth] <= wanted
          && wanted < link_high_i[k*EntryWidth +: EntryWidth]) begin
        goal_of = GoalWidth'(NumLinks + k / NumIntervals);
      end
    end
    if (32'(goal_of) == lane) goal_of = GoalWidth'(Nowhere);
    if (is_own) goal_of = GoalWidth'(lane - NumLinks);
  endfunction

  /*verilator tracing_off*/
  /* verilator lint_off BLKSEQ */  // one block takes the notes and reads them
  always_ff @(posedge clk_i) begin : check
    // What has come out since the edge before.
    if (rst_ni && (in_q != '0 || busy_o || violation_o != '0)) begin : outputs
      logic [NumLanes-1:0]  filled;    // outputs with a flit
      logic [NumLanes-1:0]  expected;  // outputs that the inputs were for
      logic [FlitWidth-1:0] flit;
      logic [GoalWidth-1:0] goal;
      logic                 is_first;  // no lower input shares the output
      logic [noc_pkg::ViolationWidth-1:0] possible;  // what the inputs can have broken
      filled = '0;
      expected = '0;
      flit = '0;
      goal = '0;
      is_first = 1'b0;
      possible = '0;
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        if (in_q[lane]) begin
          goal = goal_q[lane];
          if (32'(goal) == Nowhere) begin
            a_refusal_reported: assert (
                (violation_o[noc_pkg::NoRoute] || violation_o[noc_pkg::BrokenWorm])
                && violation_in_o[lane])
              else $error("lane %0d: flit %h dropped without a report", lane, before_q[lane]);
          end else if (expected[32'(goal)]) begin
            possible[noc_pkg::Collision] = 1'b1;
            a_collision_reported: assert (
                violation_o[noc_pkg::Collision] && violation_in_o[lane]
                && violation_out_o[32'(goal)])
              else $error("lane %0d: flit %h lost at output %0d without a report",
                          lane, before_q[lane], goal);
            is_first = 1'b1;
            for (int unsigned other = 0; other < lane; other++) begin
              if (is_first && in_q[other] && goal_q[other] == goal) begin
                is_first = 1'b0;
                a_winner_named: assert (violation_in_o[other])
                  else $error("lane %0d met lane %0d at output %0d, the report leaves it out",
                              lane, other, goal);
              end
            end
          end else begin
            flit = out_lane_o[32'(goal)*FlitWidth +: FlitWidth];
            a_one_cycle_later: assert (flit == before_q[lane])
              else $error("lane %0d: flit %h must be at output %0d, there is %h",
                          lane, before_q[lane], goal, flit);
            expected[32'(goal)] = 1'b1;
          end
        end
        if (out_lane_o[lane*FlitWidth+FlitWidth-1]) filled[lane] = 1'b1;
      end

      // Without a report, these say that all is well.
      if (violation_o != '0 || filled != expected || busy_o != (filled != '0)) begin
        // Ports used at once have an assertion of their own below.
        possible[noc_pkg::SecondSend] = 1'b1;
        possible[noc_pkg::SecondReceive] = 1'b1;
        possible[noc_pkg::NoRoute] = stuck_q;
        possible[noc_pkg::BrokenWorm] = broken_q;
        a_nothing_made_up: assert ((violation_o & ~possible) == '0)
          else $error("reported %b, but the inputs can have broken only %b",
                      violation_o, possible);
        a_nothing_made: assert (filled == expected)
          else $error("outputs %b hold flits, inputs were for %b", filled, expected);
        a_busy: assert (busy_o == (filled != '0 || violation_o != '0))
          else $error("busy is %b with flits on %b, violation %b", busy_o, filled, violation_o);
        a_all_ports_at_once: assert (!violation_o[noc_pkg::SecondSend]
                                     && !violation_o[noc_pkg::SecondReceive])
          else $error("a multiport PE may use all links at once, reported: %b", violation_o);
      end
    end

    // What goes in at this edge.
    begin : inputs
      logic [FlitWidth-1:0] flit;
      logic [GoalWidth-1:0] goal;
      logic                 is_open;
      flit = '0;
      goal = '0;
      is_open = 1'b0;
      in_q = '0;
      stuck_q = 1'b0;
      broken_q = 1'b0;
      if (rst_ni) begin
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          if (in_lane_i[lane*FlitWidth+FlitWidth-1]) begin
            flit = in_lane_i[lane*FlitWidth +: FlitWidth];
            goal = follow_q[lane];
            is_open = 32'(goal) != Nowhere;
            if (noc_pkg::flit_head(fields_of(flit))) begin
              if (is_open) broken_q = 1'b1;
              if (lane < NumLinks) goal = GoalWidth'(NumLinks + lane);
              else goal = goal_of(lane, noc_pkg::flit_destination(fields_of(flit)));
              if (32'(goal) == Nowhere) stuck_q = 1'b1;
            end else if (!is_open) begin
              broken_q = 1'b1;
            end
            in_q[lane] = 1'b1;
            before_q[lane] = flit;
            goal_q[lane] = goal;
            follow_q[lane] = goal;
            if (noc_pkg::flit_tail(fields_of(flit))) follow_q[lane] = GoalWidth'(Nowhere);
          end
        end
      end else begin
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          follow_q[lane] = GoalWidth'(Nowhere);
        end
      end
    end
  end
  /* verilator lint_on BLKSEQ */
  /*verilator tracing_on*/

  // The tables, looked at while in reset.
  always_ff @(posedge clk_i) begin : configuration
    logic [EntryWidth-1:0] low;
    logic [EntryWidth-1:0] high;
    logic [EntryWidth-1:0] own;
    logic [LinkWidth-1:0]  up;
    logic                  overlap;
    logic                  inside_interval;
    logic                  leads_down;
    low = '0;
    high = '0;
    own = '0;
    up = '0;
    overlap = 1'b0;
    inside_interval = 1'b0;
    leads_down = 1'b0;
    if (!rst_ni) begin
      for (int unsigned p = 0; p < NumLinks * NumIntervals; p++) begin
        low = link_low_i[p*EntryWidth +: EntryWidth];
        high = link_high_i[p*EntryWidth +: EntryWidth];
        if (low < high) begin
          for (int unsigned q = 0; q < NumLinks * NumIntervals; q++) begin
            if (q != p && low <= link_low_i[q*EntryWidth +: EntryWidth]
                && link_low_i[q*EntryWidth +: EntryWidth] < high
                && link_low_i[q*EntryWidth +: EntryWidth]
                   < link_high_i[q*EntryWidth +: EntryWidth]) begin
              overlap = 1'b1;
            end
          end
          for (int unsigned tree = 0; tree < NumTrees; tree++) begin
            own = address_i[tree*EntryWidth +: EntryWidth];
            if (low <= own && own < high) inside_interval = 1'b1;
            up = up_link_i[tree*LinkWidth +: LinkWidth];
            if (32'(up) == p / NumIntervals && (NumIntervals == 1 || is_of_tree(tree, low))) begin
              leads_down = 1'b1;
            end
          end
        end
      end
      a_intervals_apart: assert (!overlap)
        else $error("two intervals hold the same address, from %h to %h", link_low_i, link_high_i);
      a_own_address_apart: assert (!inside_interval)
        else $error("own address %h inside a link's interval, from %h to %h",
                    address_i, link_low_i, link_high_i);
      a_up_is_not_down: assert (!leads_down)
        else $error("the link up %h has an interval, from %h to %h",
                    up_link_i, link_low_i, link_high_i);
      a_first_tree_at_0: assert (tree_first_i[0 +: EntryWidth] == '0)
        else $error("the first tree must begin at address 0: %h", tree_first_i);
      for (int unsigned tree = 1; tree < NumTrees; tree++) begin
        a_trees_ascend: assert (tree_first_i[(tree-1)*EntryWidth +: EntryWidth]
                                < tree_first_i[tree*EntryWidth +: EntryWidth])
          else $error("tree %0d begins before the one before it: %h", tree, tree_first_i);
        a_trees_share_no_link: assert (
            NumIntervals > 1
            || up_link_i[(tree-1)*LinkWidth +: LinkWidth] != up_link_i[tree*LinkWidth +: LinkWidth]
            || 32'(up_link_i[tree*LinkWidth +: LinkWidth]) >= NumLinks)
          else $error("two trees go up by one link: %h", up_link_i);
      end
    end
  end

endmodule

bind multiport_router multiport_router_sva #(
  .NumLinks(NumLinks), .NumTrees(NumTrees), .NumIntervals(NumIntervals),
  .PayloadWidth(PayloadWidth)
) i_sva (.*);

`default_nettype wire
