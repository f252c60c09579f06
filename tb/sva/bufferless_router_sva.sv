// bufferless_router_sva.sv: what a bufferless router promises over time. Bound to every instance.
//
// At each edge it notes what goes in and where that must come out, found by comparing with every
// child's interval; at the next edge it holds the outputs and the report against the note. A
// router with nothing to do may be left unclocked: "before" is the previous edge that it saw, and
// busy_o guarantees the edge after one with input. One clocked block and guards on valid flits,
// because properties sample every port at every edge: here only flits cost time.
`default_nettype none

module bufferless_router_sva #(
  parameter int unsigned MaxChildren  = 2,
  parameter int unsigned PayloadWidth = noc_pkg::PayloadWidth,
  localparam int unsigned HeaderWidth = noc_pkg::FlitWidth - noc_pkg::PayloadWidth,
  localparam int unsigned FlitWidth   = HeaderWidth + PayloadWidth
) (
  input logic                                           clk_i,
  input logic                                           rst_ni,
  input logic [noc_pkg::AddressWidth-1:0]               address_i,
  input logic                                           has_parent_i,
  input logic                                           single_port_i,
  input logic [(MaxChildren+1)*noc_pkg::EntryWidth-1:0] child_bound_i,
  input logic [(MaxChildren+2)*FlitWidth-1:0]           in_lane_i,
  input logic [(MaxChildren+2)*FlitWidth-1:0]           out_lane_o,
  input logic                                           busy_o,
  input logic [noc_pkg::ViolationWidth-1:0]             violation_o,
  input logic [MaxChildren+1:0]                         violation_in_o,
  input logic [MaxChildren+1:0]                         violation_out_o
);

  localparam int unsigned NumLanes   = MaxChildren + 2;
  localparam int unsigned EntryWidth = noc_pkg::EntryWidth;
  localparam int unsigned Nowhere    = NumLanes;
  localparam int unsigned GoalWidth  = $clog2(NumLanes + 1);
  localparam logic [NumLanes-1:0] Links = ~(NumLanes'(1) << noc_pkg::OwnLane);

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

  function automatic logic has_several(input logic [NumLanes-1:0] set);
    has_several = (set & (set - 1'b1)) != '0;
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
      logic                 second_send;
      logic                 second_receive;
      logic [noc_pkg::ViolationWidth-1:0] possible;  // what the inputs can have broken
      filled = '0;
      expected = '0;
      flit = '0;
      goal = '0;
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
            for (int unsigned other = 0; other < lane; other++) begin
              a_winner_named: assert (
                  !in_q[other] || goal_q[other] != goal || violation_in_o[other])
                else $error("lane %0d met lane %0d at output %0d, the report leaves it out",
                            lane, other, goal);
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
      second_send = single_port_i && has_several(filled & Links);
      second_receive = single_port_i && has_several(in_q & Links);
      if (violation_o != '0 || filled != expected || busy_o != (filled != '0) || second_send
          || second_receive) begin
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
        a_second_send: assert (violation_o[noc_pkg::SecondSend] == second_send)
          else $error("outputs %b: second send reported: %b", filled,
                      violation_o[noc_pkg::SecondSend]);
        a_second_receive: assert (violation_o[noc_pkg::SecondReceive] == second_receive)
          else $error("inputs %b: second receive reported: %b", in_q,
                      violation_o[noc_pkg::SecondReceive]);
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
              goal = goal_of(noc_pkg::flit_destination(fields_of(flit)), lane);
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

bind bufferless_router bufferless_router_sva #(
  .MaxChildren(MaxChildren), .PayloadWidth(PayloadWidth)
) i_sva (.*);

`default_nettype wire
