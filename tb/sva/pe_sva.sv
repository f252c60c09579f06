// pe_sva.sv: what the routers of PEs promise over time. Their own checkers hold it for them.
//
// At each edge it notes what goes in and where that must come out, found by comparing with every
// interval; at the next edge it holds the outputs and the report against the note. A router with
// nothing to do may be left unclocked: "before" is the previous edge that it saw, and busy_o
// guarantees the edge after one with input. One clocked block and guards on valid flits, because
// properties sample every port at every edge: here only flits cost time.
//
// Lanes are the PE's, one or one a link, then the links. Tables are a multiport router's.
`default_nettype none

module pe_sva #(
  parameter int unsigned NumLinks     = 4,
  parameter int unsigned NumTrees     = 1,
  parameter int unsigned NumIntervals = 1,  // a link
  parameter int unsigned LaneOfLink   = 1,  // 1: the PE has a lane for each link, and so chooses it
  parameter int unsigned PayloadWidth = noc_pkg::PayloadWidth,
  parameter int unsigned Stages       = 0,
  parameter int unsigned AddressWidth = noc_pkg::AddressWidth,
  localparam int unsigned NumOwn      = (LaneOfLink == 1) ? NumLinks : 1,
  localparam int unsigned NumLanes    = NumOwn + NumLinks,
  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth - noc_pkg::PayloadWidth + PayloadWidth,
  localparam int unsigned EntryWidth  = noc_pkg::entry_width(AddressWidth),
  localparam int unsigned TableWidth  = NumLinks * NumIntervals * EntryWidth
) (
  input logic                                    clk_i,
  input logic                                    rst_ni,
  input logic                                    single_port_i,
  input logic [NumTrees*EntryWidth-1:0]          tree_first_i,
  input logic [NumTrees*EntryWidth-1:0]          address_i,
  input logic [NumTrees*noc_pkg::LinkWidth-1:0]  up_link_i,
  input logic [TableWidth-1:0]                   link_low_i,
  input logic [TableWidth-1:0]                   link_high_i,
  input logic [NumLanes*FlitWidth-1:0]           in_lane_i,
  input logic [NumLanes*FlitWidth-1:0]           out_lane_i,
  input logic                                    busy_i,
  input logic [noc_pkg::ViolationWidth-1:0]      violation_i,
  input logic [NumLanes-1:0]                     violation_in_i,
  input logic [NumLanes-1:0]                     violation_out_i
);

  localparam int unsigned LinkWidth  = noc_pkg::LinkWidth;
  localparam int unsigned LinksLow   = NumOwn * FlitWidth;
  localparam int unsigned LinksWidth = NumLinks * FlitWidth;
  localparam int unsigned LineWidth  = (Stages == 0) ? LinksWidth : Stages * LinksWidth;
  localparam int unsigned Nowhere    = NumLanes;
  localparam int unsigned GoalWidth  = $clog2(NumLanes + 1);
  localparam logic [NumLanes-1:0] Links = ~((NumLanes'(1) << NumOwn) - 1'b1);

  // Notes; written here and nowhere read but at the next edge.
  logic [NumLanes-1:0]  in_q;      // lanes that had a flit at the edge before
  logic [FlitWidth-1:0] before_q [0:NumLanes-1];  // that flit
  logic [GoalWidth-1:0] goal_q [0:NumLanes-1];    // where it must be now, or go by the stages
  logic [GoalWidth-1:0] follow_q [0:NumLanes-1];  // output of the open message, or Nowhere
  logic                 stuck_q;   // at the edge before, a head had no way
  logic                 broken_q;  // or a body had no head, or a message no end
  logic [LineWidth-1:0] line_q;    // what must be in the stages, the last to come lowest

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
      input int unsigned lane, input logic [EntryWidth-1:0] wanted
  );
    logic is_own;
    goal_of = GoalWidth'(Nowhere);
    is_own = 1'b0;
    for (int unsigned tree = 0; tree < NumTrees; tree++) begin
      if (is_of_tree(tree, wanted)) begin
        if (32'(up_link_i[tree*LinkWidth +: LinkWidth]) < NumLinks) begin
          goal_of = GoalWidth'(NumOwn + 32'(up_link_i[tree*LinkWidth +: LinkWidth]));
        end
        if (address_i[tree*EntryWidth +: EntryWidth] == wanted) is_own = 1'b1;
      end
    end
    for (int unsigned k = 0; k < NumLinks * NumIntervals; k++) begin
      if (link_low_i[k*EntryWidth +: EntryWidth] <= wanted
          && wanted < link_high_i[k*EntryWidth +: EntryWidth]) begin
        goal_of = GoalWidth'(NumOwn + k / NumIntervals);
      end
    end
    if (32'(goal_of) == lane) goal_of = GoalWidth'(Nowhere);
    if (is_own) goal_of = (LaneOfLink == 1) ? GoalWidth'(lane - NumOwn) : '0;
    if (LaneOfLink == 1 && lane < NumOwn) goal_of = GoalWidth'(NumOwn + lane);
  endfunction

  function automatic logic has_several(input logic [NumLanes-1:0] set);
    has_several = (set & (set - 1'b1)) != '0;
  endfunction

  /*verilator tracing_off*/
  /* verilator lint_off BLKSEQ */  // one block takes the notes and reads them
  always_ff @(posedge clk_i) begin : check
    // What has come out since the edge before.
    if (rst_ni && (in_q != '0 || busy_i || violation_i != '0 || (Stages != 0 && |line_q)))
    begin : outputs
      logic [NumLanes*FlitWidth-1:0] due;       // what must be at the outputs
      logic [LinksWidth-1:0]         leaves;    // of that, by links
      logic [NumLanes-1:0]           asked;     // outputs that the inputs were for
      logic [NumLanes-1:0]           filled;    // outputs with a flit
      logic [NumLanes-1:0]           expected;  // outputs where one must be
      logic                          comes;     // something is in the stages
      logic [GoalWidth-1:0]          goal;
      int unsigned                   winner;    // the lowest of the inputs for one output
      logic                          second_send;
      logic                          second_receive;
      logic [noc_pkg::ViolationWidth-1:0] possible;  // what the inputs can have broken
      due = (NumLanes*FlitWidth)'(0);
      leaves = LinksWidth'(0);
      asked = '0;
      filled = '0;
      expected = '0;
      comes = 1'b0;
      goal = '0;
      winner = 0;
      possible = '0;
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        if (in_q[lane]) begin
          goal = goal_q[lane];
          if (32'(goal) == Nowhere) begin
            a_refusal_reported: assert (
                (violation_i[noc_pkg::NoRoute] || violation_i[noc_pkg::BrokenWorm])
                && violation_in_i[lane])
              else $error("lane %0d: flit %h dropped without a report", lane, before_q[lane]);
          end else if (asked[32'(goal)]) begin
            possible[noc_pkg::Collision] = 1'b1;
            a_collision_reported: assert (
                violation_i[noc_pkg::Collision] && violation_in_i[lane]
                && violation_out_i[32'(goal)])
              else $error("lane %0d: flit %h lost at output %0d without a report",
                          lane, before_q[lane], goal);
            for (int unsigned other = lane; other > 0; other--) begin
              if (in_q[other-1] && goal_q[other-1] == goal) winner = other - 1;
            end
            a_winner_named: assert (violation_in_i[winner])
              else $error("lane %0d met lane %0d at output %0d, the report leaves it out",
                          lane, winner, goal);
          end else begin
            due[32'(goal)*FlitWidth +: FlitWidth] = before_q[lane];
            asked[32'(goal)] = 1'b1;
          end
        end
      end

      // What was for a link is due after the stages.
      if (Stages != 0) begin
        leaves = line_q[LineWidth-LinksWidth +: LinksWidth];
        line_q = LineWidth'({line_q, due[LinksLow +: LinksWidth]});
        due[LinksLow +: LinksWidth] = leaves;
        comes = |line_q;
      end

      for (int unsigned o = 0; o < NumLanes; o++) begin
        if (out_lane_i[o*FlitWidth+FlitWidth-1]) filled[o] = 1'b1;
        if (due[o*FlitWidth+FlitWidth-1]) begin
          expected[o] = 1'b1;
          a_in_time: assert (out_lane_i[o*FlitWidth +: FlitWidth] == due[o*FlitWidth +: FlitWidth])
            else $error("flit %h must be at output %0d, there is %h",
                        due[o*FlitWidth +: FlitWidth], o, out_lane_i[o*FlitWidth +: FlitWidth]);
        end
      end

      // Without a report, these say that all is well.
      second_send = single_port_i && has_several(asked & Links);
      second_receive = single_port_i && has_several(in_q & Links);
      if (violation_i != '0 || filled != expected || busy_i != (filled != '0 || comes)
          || second_send || second_receive) begin
        // Ports used at once have an assertion of their own below.
        possible[noc_pkg::SecondSend] = 1'b1;
        possible[noc_pkg::SecondReceive] = 1'b1;
        possible[noc_pkg::NoRoute] = stuck_q;
        possible[noc_pkg::BrokenWorm] = broken_q;
        a_nothing_made_up: assert ((violation_i & ~possible) == '0)
          else $error("reported %b, but the inputs can have broken only %b",
                      violation_i, possible);
        a_nothing_made: assert (filled == expected)
          else $error("outputs %b hold flits, inputs were for %b", filled, expected);
        a_busy: assert (busy_i == (filled != '0 || violation_i != '0 || comes))
          else $error("busy is %b with flits on %b, violation %b, in the stages: %b", busy_i,
                      filled, violation_i, comes);
        a_second_send: assert (violation_i[noc_pkg::SecondSend] == second_send)
          else $error("flits for outputs %b: second send reported: %b", asked,
                      violation_i[noc_pkg::SecondSend]);
        a_second_receive: assert (violation_i[noc_pkg::SecondReceive] == second_receive)
          else $error("inputs %b: second receive reported: %b", in_q,
                      violation_i[noc_pkg::SecondReceive]);
      end
    end

    // What goes in at this edge.
    begin : inputs
      logic [FlitWidth-1:0]          flit;
      logic [noc_pkg::FlitWidth-1:0] header;  // its fields, where the package reads them
      logic [GoalWidth-1:0]          goal;
      logic                          is_open;
      flit = '0;
      header = '0;
      goal = '0;
      is_open = 1'b0;
      in_q = '0;
      stuck_q = 1'b0;
      broken_q = 1'b0;
      if (rst_ni) begin
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          if (in_lane_i[lane*FlitWidth+FlitWidth-1]) begin
            flit = in_lane_i[lane*FlitWidth +: FlitWidth];
            header = noc_pkg::FlitWidth'(flit >> (PayloadWidth - noc_pkg::PayloadWidth));
            goal = follow_q[lane];
            is_open = 32'(goal) != Nowhere;
            if (noc_pkg::flit_head(header)) begin
              if (is_open) broken_q = 1'b1;
              goal = goal_of(
                  lane, EntryWidth'(AddressWidth'(header >> (noc_pkg::AddressEnd - AddressWidth))));
              if (32'(goal) == Nowhere) stuck_q = 1'b1;
            end else if (!is_open) begin
              broken_q = 1'b1;
            end
            in_q[lane] = 1'b1;
            before_q[lane] = flit;
            goal_q[lane] = goal;
            follow_q[lane] = goal;
            if (noc_pkg::flit_tail(header)) follow_q[lane] = GoalWidth'(Nowhere);
          end
        end
      end else begin
        line_q = LineWidth'(0);
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
            if (32'(up) == p / NumIntervals && is_of_tree(tree, low)) begin
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

`default_nettype wire
