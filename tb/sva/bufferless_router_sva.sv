// bufferless_router_sva.sv: what a bufferless router promises over time. Bound to every instance.
//
// At each edge it notes what goes in and where that must come out, found by comparing with every
// child's interval; at the next edge it holds the outputs and the report against the note. A
// router with nothing to do may be left unclocked: "before" is the previous edge that it saw, and
// busy_o guarantees the edge after one with input. One clocked block and guards on valid flits,
// because properties sample every port at every edge: here only flits cost time.
`default_nettype none

module bufferless_router_sva #(
  parameter int unsigned MaxChildren = 2
) (
  input logic                                           clk_i,
  input logic                                           rst_ni,
  input logic [noc_pkg::AddressWidth-1:0]               address_i,
  input logic                                           has_parent_i,
  input logic                                           single_port_i,
  input logic [(MaxChildren+1)*noc_pkg::EntryWidth-1:0] child_bound_i,
  input logic [(MaxChildren+2)*noc_pkg::FlitWidth-1:0]  in_lane_i,
  input logic [(MaxChildren+2)*noc_pkg::FlitWidth-1:0]  out_lane_o,
  input logic                                           busy_o,
  input logic [noc_pkg::ViolationWidth-1:0]             violation_o,
  input logic [MaxChildren+1:0]                         violation_in_o,
  input logic [MaxChildren+1:0]                         violation_out_o
);

  localparam int unsigned NumLanes   = MaxChildren + 2;
  localparam int unsigned LaneWidth  = noc_pkg::FlitWidth;
  localparam int unsigned EntryWidth = noc_pkg::EntryWidth;
  localparam int unsigned Nowhere    = NumLanes;
  localparam int unsigned GoalWidth  = $clog2(NumLanes + 1);

  logic [NumLanes-1:0]           in_q;      // lanes that had a flit at the edge before
  logic [NumLanes*LaneWidth-1:0] before_q;  // that flit
  logic [NumLanes*GoalWidth-1:0] goal_q;    // where it must be now
  logic [NumLanes*GoalWidth-1:0] follow_q;  // output of the open message, or Nowhere
  logic                          stuck_q;   // at the edge before, a head had no way
  logic                          broken_q;  // or a body had no head, or a message no end

  // Where a head from `lane` must come out; Nowhere if it cannot.
  function automatic logic [GoalWidth-1:0] goal_of(
      input logic [noc_pkg::AddressWidth-1:0] destination, input int unsigned lane
  );
    logic [EntryWidth-1:0] wanted;
    wanted = EntryWidth'(destination);
    goal_of = GoalWidth'(has_parent_i ? noc_pkg::ParentLane : Nowhere);
    for (int unsigned k = 0; k < MaxChildren; k++) begin
      if (child_bound_i[k*EntryWidth +: EntryWidth] <= wanted
          && wanted < child_bound_i[(k+1)*EntryWidth +: EntryWidth]) begin
        goal_of = GoalWidth'(noc_pkg::FirstChildLane + k);
      end
    end
    if (destination == address_i) goal_of = GoalWidth'(noc_pkg::OwnLane);
    if (32'(goal_of) == lane && lane != noc_pkg::OwnLane) goal_of = GoalWidth'(Nowhere);
  endfunction

  // What goes in at this edge.
  always_ff @(posedge clk_i) begin : note
    logic [LaneWidth-1:0] flit;
    logic [GoalWidth-1:0] goal;
    logic                 stuck;
    logic                 broken;
    stuck = 1'b0;
    broken = 1'b0;
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      flit = in_lane_i[lane*LaneWidth +: LaneWidth];
      in_q[lane] <= rst_ni && noc_pkg::flit_valid(flit);
      if (!rst_ni) begin
        follow_q[lane*GoalWidth +: GoalWidth] <= GoalWidth'(Nowhere);
      end else if (noc_pkg::flit_valid(flit)) begin
        goal = noc_pkg::flit_head(flit) ? goal_of(noc_pkg::flit_destination(flit), lane)
                                        : follow_q[lane*GoalWidth +: GoalWidth];
        if (noc_pkg::flit_head(flit) && 32'(goal) == Nowhere) stuck = 1'b1;
        if (noc_pkg::flit_head(flit)
            == (32'(follow_q[lane*GoalWidth +: GoalWidth]) != Nowhere)) begin
          broken = 1'b1;
        end
        before_q[lane*LaneWidth +: LaneWidth] <= flit;
        goal_q[lane*GoalWidth +: GoalWidth] <= goal;
        follow_q[lane*GoalWidth +: GoalWidth] <=
            noc_pkg::flit_tail(flit) ? GoalWidth'(Nowhere) : goal;
      end
    end
    stuck_q <= stuck;
    broken_q <= broken;
  end

  // What has come out since the edge before.
  always_ff @(posedge clk_i) begin : check
    logic [NumLanes-1:0] filled;    // outputs with a flit
    logic [NumLanes-1:0] expected;  // outputs that the inputs were for
    logic [LaneWidth-1:0] entered;
    logic [LaneWidth-1:0] flit;
    logic [GoalWidth-1:0] goal;
    logic [noc_pkg::ViolationWidth-1:0] possible;  // what the inputs can have broken
    filled = '0;
    expected = '0;
    entered = '0;
    flit = '0;
    goal = '0;
    possible = '0;
    if (rst_ni && (in_q != '0 || busy_o || violation_o != '0)) begin
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        if (in_q[lane]) begin
          entered = before_q[lane*LaneWidth +: LaneWidth];
          goal = goal_q[lane*GoalWidth +: GoalWidth];
          if (32'(goal) == Nowhere) begin
            a_refusal_reported: assert (
                (violation_o[noc_pkg::NoRoute] || violation_o[noc_pkg::BrokenWorm])
                && violation_in_o[lane])
              else $error("lane %0d: flit %h dropped without a report", lane, entered);
          end else if (expected[32'(goal)]) begin
            possible[noc_pkg::Collision] = 1'b1;
            a_collision_reported: assert (
                violation_o[noc_pkg::Collision] && violation_in_o[lane]
                && violation_out_o[32'(goal)])
              else $error("lane %0d: flit %h lost at output %0d without a report",
                          lane, entered, goal);
            for (int unsigned other = 0; other < lane; other++) begin
              a_winner_named: assert (
                  !in_q[other] || goal_q[other*GoalWidth +: GoalWidth] != goal
                  || violation_in_o[other])
                else $error("lane %0d met lane %0d at output %0d, the report leaves it out",
                            lane, other, goal);
            end
          end else begin
            flit = out_lane_o[32'(goal)*LaneWidth +: LaneWidth];
            a_one_cycle_later: assert (flit == entered)
              else $error("lane %0d: flit %h must be at output %0d, there is %h",
                          lane, entered, goal, flit);
            expected[32'(goal)] = 1'b1;
          end
        end
        filled[lane] = out_lane_o[lane*LaneWidth + LaneWidth - 1];
      end

      // Ports used at once have an assertion of their own below.
      possible[noc_pkg::SecondSend] = 1'b1;
      possible[noc_pkg::SecondReceive] = 1'b1;
      possible[noc_pkg::NoRoute] = stuck_q;
      possible[noc_pkg::BrokenWorm] = broken_q;
      a_nothing_made_up: assert ((violation_o & ~possible) == '0)
        else $error("reported %b, but the inputs can have broken only %b", violation_o, possible);
      a_nothing_made: assert (filled == expected)
        else $error("outputs %b hold flits, inputs were for %b", filled, expected);
      a_busy: assert (busy_o == (filled != '0 || violation_o != '0))
        else $error("busy is %b with flits on %b, violation %b", busy_o, filled, violation_o);
      a_second_send: assert (violation_o[noc_pkg::SecondSend]
                             == (single_port_i && $countones(filled[NumLanes-1:1]) > 1))
        else $error("outputs %b: second send reported: %b", filled,
                    violation_o[noc_pkg::SecondSend]);
      a_second_receive: assert (violation_o[noc_pkg::SecondReceive]
                                == (single_port_i && $countones(in_q[NumLanes-1:1]) > 1))
        else $error("inputs %b: second receive reported: %b", in_q,
                    violation_o[noc_pkg::SecondReceive]);
    end
  end

  // The table of bounds, looked at while in reset.
  always_ff @(posedge clk_i) begin : configuration
    if (!rst_ni) begin
      for (int unsigned k = 0; k < MaxChildren; k++) begin
        a_bounds_ordered: assert (child_bound_i[k*EntryWidth +: EntryWidth]
                                  <= child_bound_i[(k+1)*EntryWidth +: EntryWidth])
          else $error("child_bound_i decreases after entry %0d", k);
      end
    end
  end

endmodule

bind bufferless_router bufferless_router_sva #(.MaxChildren(MaxChildren)) i_sva (.*);

`default_nettype wire
