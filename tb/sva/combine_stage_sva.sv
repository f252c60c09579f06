// combine_stage_sva.sv: what a stage that combines promises over time. Bound to every instance.
//
// It follows every tree with queues of its own: operands by lane, sums and results that are due,
// halves of a root edge that wait for each other. At each edge it takes in what came at the edge
// before, works out what must be shown since, and holds the pins against that. Aligned stages show
// what is due in the step in which it is; those of own pace not before it, in order. A stage with
// nothing to do may be left unclocked. Trees whose flits have collided are not followed further.
`default_nettype none

module combine_stage_sva #(
  parameter int unsigned Links = 3,
  parameter int unsigned Trees = 1,
  parameter int unsigned Depth = 0,
  parameter int unsigned Adder = 0,
  parameter int unsigned Width = 31,
  parameter int unsigned Ops   = 63,
  parameter int unsigned Edges = 1,
  localparam int unsigned NumLanes  = Trees + Links,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input logic                               clk_i,
  input logic                               rst_ni,
  input logic [Trees*noc_pkg::LinkWidth-1:0] parent_i,
  input logic [Trees-1:0]                   edge_i,
  input logic [Trees*Links-1:0]             children_i,
  input logic [Trees-1:0]                   operand_i,
  input logic [Trees*Links-1:0]             result_i,
  input logic [Trees-1:0]                   own_result_i,
  input logic [NumLanes*FlitWidth-1:0]      in_lane_i,
  input logic [NumLanes*FlitWidth-1:0]      out_lane_o,
  input logic [Links-1:0]                   credit_i,
  input logic [NumLanes-1:0]                credit_o,
  input logic                               busy_o,
  input logic [noc_pkg::ViolationWidth-1:0] violation_o,
  input logic [NumLanes-1:0]                violation_in_o,
  input logic [NumLanes-1:0]                violation_out_o
);

  localparam int unsigned LinkWidth  = noc_pkg::LinkWidth;
  localparam int unsigned TagWidth   = noc_pkg::TagWidth;
  localparam int unsigned TreeWidth  = 4;
  localparam int unsigned OpWidth    = 3;
  localparam int unsigned NumOps     = 6;
  localparam int unsigned NumberLow  = noc_pkg::PayloadWidth;
  localparam int unsigned TreeLow    = NumberLow + TagWidth;
  localparam int unsigned OpLow      = TreeLow + TreeWidth;
  localparam int unsigned NoLink     = 255;
  localparam int unsigned TableWidth = Trees * (LinkWidth + 3 + 2 * Links);

  typedef struct packed {
    logic [TreeWidth-1:0] tree;
    logic [OpWidth-1:0]   op;
    logic [TagWidth-1:0]  number;
    logic [Width-1:0]     word;
  } operand_t;
  // Notes. Queues are rings of Room places with counts of what has gone in and out; Verilator 5.006
  // takes no arrays of queues.
  localparam int unsigned Room = 32;
  operand_t        came_q [0:NumLanes-1];  // at the edge before
  logic [NumLanes-1:0] is_operand_q;  // what it is; neither: it has no place in the table
  logic [NumLanes-1:0] is_result_q;
  logic [NumLanes-1:0] is_stray_q;
  operand_t        operands   [0:NumLanes*Room-1];
  int unsigned     came       [0:NumLanes-1];
  int unsigned     went       [0:NumLanes-1];
  int unsigned     given      [0:NumLanes-1];  // of them, those that credits say to be taken
  logic            set_fits   [0:Trees*Room-1];  // operands that belong together
  operand_t        set_sums   [0:Trees*Room-1];
  int unsigned     sets       [0:Trees-1];
  int unsigned     used       [0:Trees-1];
  operand_t        sums       [0:Trees*Room-1];  // for the parent; of a root, results
  int unsigned     sum_due    [0:Trees*Room-1];
  int unsigned     summed     [0:Trees-1];
  int unsigned     risen      [0:Trees-1];
  operand_t        results    [0:Trees*Room-1];  // of an edge, from the parent or the PE
  int unsigned     result_due [0:Trees*Room-1];
  int unsigned     known      [0:Trees-1];
  int unsigned     copied     [0:Trees-1];
  operand_t        kept       [0:Trees*Room-1];
  int unsigned     sent       [0:Trees-1];
  int unsigned     met        [0:Trees-1];
  logic [Trees-1:0] followed;
  logic            moved_q;  // operands have made way for others behind them
  int              credits [0:Links-1];
  int unsigned     now;
  logic [TableWidth-1:0] table_q;

  function automatic int unsigned parent_of(input int unsigned t);
    parent_of = 32'(parent_i[t*LinkWidth +: LinkWidth]);
  endfunction

  logic [Trees-1:0] is_edge;
  assign is_edge = (Edges == 1) ? edge_i : '0;

  function automatic logic takes_operand(input int unsigned t, input int unsigned lane);
    if (lane < Trees) takes_operand = lane == t && operand_i[t];
    else takes_operand = children_i[t*Links+lane-Trees];
  endfunction

  // Each function reads some fields, and of one tree no number.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic [Links:0] sources_of(input int unsigned t);
    sources_of = {children_i[t*Links +: Links], operand_i[t]};
  endfunction

  // No more than one: nothing is combined.
  function automatic logic only_passes(input int unsigned t);
    only_passes = (sources_of(t) & (sources_of(t) - 1'b1)) == '0;
  endfunction

  function automatic logic takes_result(input int unsigned t, input int unsigned lane);
    if (lane < Trees) begin
      takes_result = lane == t && parent_of(t) == NoLink && sources_of(t) == '0;
    end else begin
      takes_result = parent_of(t) == lane - Trees && !is_edge[t];
    end
  endfunction

  function automatic logic sends_result(input int unsigned t, input int unsigned lane);
    if (lane < Trees) sends_result = lane == t && own_result_i[t];
    else sends_result = result_i[t*Links+lane-Trees];
  endfunction

  function automatic operand_t operand_of(input logic [FlitWidth-1:0] flit);
    operand_of.tree = flit[TreeLow +: TreeWidth];
    operand_of.op = flit[OpLow +: OpWidth];
    operand_of.number = flit[NumberLow +: TagWidth];
    operand_of.word = flit[Width-1:0];
  endfunction

  function automatic logic [FlitWidth-1:0] shown_as(
      input logic [noc_pkg::KindWidth-1:0] kind, input operand_t operand
  );
    shown_as = '0;
    shown_as[FlitWidth-1] = 1'b1;
    shown_as[FlitWidth-2 -: noc_pkg::KindWidth] = kind;
    shown_as[FlitWidth-2-noc_pkg::KindWidth -: 2] = '1;
    shown_as[TreeLow +: TreeWidth] = operand.tree;
    shown_as[OpLow +: OpWidth] = operand.op;
    shown_as[NumberLow +: TagWidth] = operand.number;
    shown_as[Width-1:0] = operand.word;
  endfunction

  // The oldest operand of a lane.
  function automatic operand_t front_of(input int unsigned lane);
    front_of = operands[lane*Room+went[lane]%Room];
  endfunction

  function automatic logic has_front(input int unsigned lane, input int unsigned t);
    has_front = came[lane] != went[lane] && 32'(operands[lane*Room+went[lane]%Room].tree) == t;
  endfunction

  // The oldest one that has not been taken.
  function automatic logic is_given(input int unsigned lane, input int unsigned t);
    is_given = given[lane] != came[lane]
               && 32'(operands[lane*Room+given[lane]%Room].tree) == t;
  endfunction

  function automatic logic fits(input operand_t a, input operand_t b);
    fits = a.op == b.op && a.number == b.number;
  endfunction

  function automatic logic is_built(input logic [OpWidth-1:0] op);
    is_built = 32'(op) < NumOps && ((Ops >> op) & 1) != 0;
  endfunction

  function automatic operand_t folded(input operand_t a, input operand_t b);
    folded = a;
    case (32'(a.op))
      0: folded.word = a.word + b.word;
      1: if ($signed(b.word) < $signed(a.word)) folded.word = b.word;
      2: if ($signed(b.word) > $signed(a.word)) folded.word = b.word;
      3: folded.word = a.word & b.word;
      4: folded.word = a.word | b.word;
      default: folded.word = a.word ^ b.word;
    endcase
  endfunction

  // verilator lint_on UNUSEDSIGNAL

  /*verilator tracing_off*/
  /* verilator lint_off BLKSEQ */  // one block takes the notes and reads them
  always_ff @(posedge clk_i) begin : check
    logic [NumLanes-1:0]                named;  // lanes that reports of this edge must name
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [NumLanes*FlitWidth-1:0]      shown;  // what the outputs must hold
    operand_t                           operand;
    operand_t                           half;
    logic [FlitWidth-1:0]               flit;
    logic                               complete;
    logic                               agree;
    logic                               any;
    logic                               leaves;
    logic                               outstanding;
    logic                               fresh;  // there may be operands that were not looked at
    named = '0;
    violation = '0;
    shown = (NumLanes*FlitWidth)'(0);
    operand = '0;
    half = '0;
    flit = '0;
    complete = 1'b0;
    agree = 1'b0;
    any = 1'b0;
    leaves = 1'b0;
    outstanding = 1'b0;
    fresh = 1'b0;

    if (rst_ni) begin
      now = now + 1;

      // What came at the edge before. A full queue has room only if its first operand has been
      // taken at that edge, which the credit says.
      if ((is_stray_q | is_operand_q | is_result_q) != '0) begin
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          if (is_stray_q[lane]) begin
            violation[noc_pkg::NoRoute] = 1'b1;
            named[lane] = 1'b1;
          end
          if (is_operand_q[lane]) begin
            if (Depth != 0 && came[lane] - given[lane] == Depth && !credit_o[lane]) begin
              violation[noc_pkg::Overflow] = 1'b1;
              named[lane] = 1'b1;
            end else begin
              operands[lane*Room+came[lane]%Room] = came_q[lane];
              came[lane] = came[lane] + 1;
            end
          end
          if (is_result_q[lane]) begin
            for (int unsigned t = 0; t < Trees; t++) begin
              if (32'(came_q[lane].tree) == t) begin
                results[t*Room+known[t]%Room] = came_q[lane];
                result_due[t*Room+known[t]%Room] = now;
                known[t] = known[t] + 1;
              end
            end
          end
          if (lane < Trees && (is_result_q[lane] || (Depth == 0 && is_operand_q[lane]))) begin
            a_credit_at_once: assert (credit_o[lane])
              else $error("lane %0d: no credit for what needs no place", lane);
          end
        end
      end
      fresh = is_operand_q != '0 || (Depth != 0 && moved_q);
      moved_q = 1'b0;

      // Halves of a root edge that meet, at own pace when a credit says so; then sums.
      for (int unsigned t = 0; t < Trees; t++) begin
        if (is_edge[t] && followed[t]
            && (fresh || ((Depth == 0) ? sent[t] != met[t] : credit_o != '0))) begin
          for (int unsigned lane = Trees; lane < NumLanes; lane++) begin
            if (parent_of(t) == lane - Trees) begin
              any = (Depth == 0) ? has_front(lane, t) : credit_o[lane] && is_given(lane, t);
              half = kept[t*Room+met[t]%Room];
              operand = operands[lane*Room+((Depth == 0) ? went[lane] : given[lane])%Room];
              while (Depth != 0 && has_front(lane, t)) begin
                went[lane] = went[lane] + 1;
                moved_q = 1'b1;
              end
              if (any || (Depth == 0 && sent[t] != met[t])) begin
                a_half_in_time: assert (Depth == 0 || sent[t] != met[t])
                  else $error("tree %0d: half of the root edge is taken before the other", t);
                if (any && sent[t] != met[t] && fits(operand, half)) begin
                  results[t*Room+known[t]%Room] = folded(operand, half);
                  result_due[t*Room+known[t]%Room] = now + Adder;
                  known[t] = known[t] + 1;
                end else begin
                  violation[noc_pkg::Mismatch] = 1'b1;
                  named[lane] = 1'b1;
                end
                if (sent[t] != met[t]) met[t] = met[t] + 1;
                if (Depth == 0 && any) begin
                  went[lane] = went[lane] + 1;
                  moved_q = 1'b1;
                end
              end
            end
          end
        end
        complete = fresh && sources_of(t) != '0;
        while (complete) begin
          any = 1'b0;
          agree = 1'b1;
          operand = '0;
          for (int unsigned lane = 0; lane < NumLanes; lane++) begin
            if (takes_operand(t, lane)) begin
              if (!has_front(lane, t)) begin
                complete = 1'b0;
              end else if (!any) begin
                any = 1'b1;
                operand = front_of(lane);
                agree = is_built(operand.op);
              end else begin
                if (!fits(operand, front_of(lane))) agree = 1'b0;
                operand = folded(operand, front_of(lane));
              end
            end
          end
          if (complete || (Depth == 0 && any)) begin
            for (int unsigned lane = 0; lane < NumLanes; lane++) begin
              if (takes_operand(t, lane) && has_front(lane, t)) begin
                went[lane] = went[lane] + 1;
                moved_q = 1'b1;
                if (Depth == 0 && !(complete && agree)) named[lane] = 1'b1;
              end
            end
            set_fits[t*Room+sets[t]%Room] = complete && agree;
            set_sums[t*Room+sets[t]%Room] = operand;
            sets[t] = sets[t] + 1;
          end
          if (Depth == 0) complete = 1'b0;  // there is one at most
        end
      end

      // Sets are taken as a whole, in order, at own pace when credits say so.
      for (int unsigned t = 0; t < Trees; t++) begin
        any = Depth == 0 && used[t] != sets[t];
        complete = 1'b1;
        if (Depth != 0 && credit_o != '0) begin
          for (int unsigned lane = 0; lane < NumLanes; lane++) begin
            if (takes_operand(t, lane)) begin
              if (credit_o[lane] && is_given(lane, t)) any = 1'b1;
              else complete = 1'b0;
            end
          end
        end
        if (any) begin
          a_taken_together: assert (complete && used[t] != sets[t])
            else $error("tree %0d: operands are taken without the others", t);
          if (set_fits[t*Room+used[t]%Room]) begin
            sums[t*Room+summed[t]%Room] = set_sums[t*Room+used[t]%Room];
            sum_due[t*Room+summed[t]%Room] = now + (only_passes(t) ? 0 : Adder);
            summed[t] = summed[t] + 1;
          end else begin
            violation[noc_pkg::Mismatch] = 1'b1;
            for (int unsigned lane = 0; lane < NumLanes; lane++) begin
              if (Depth != 0 && takes_operand(t, lane)) named[lane] = 1'b1;
            end
          end
          used[t] = used[t] + 1;
        end
      end
      if (Depth != 0 && credit_o != '0) begin
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          if (credit_o[lane] && !(lane < Trees && is_result_q[lane])) begin
            a_credit_of_operand: assert (given[lane] != came[lane])
              else $error("lane %0d: a credit for an operand that has not come", lane);
            if (given[lane] != came[lane]) given[lane] = given[lane] + 1;
          end
        end
      end

      // What must be shown: results, and the flits that are for a parent.
      for (int unsigned t = 0; t < Trees; t++) begin
        if (followed[t]) begin
          if (summed[t] != risen[t] && now >= sum_due[t*Room+risen[t]%Room]) begin
            operand = sums[t*Room+risen[t]%Room];
            if (parent_of(t) == NoLink) begin
              results[t*Room+known[t]%Room] = operand;
              result_due[t*Room+known[t]%Room] = now;
              known[t] = known[t] + 1;
              leaves = 1'b1;
            end else begin
              flit = shown_as(noc_pkg::Combine, operand);
              leaves = Depth == 0
                       || out_lane_o[(Trees+parent_of(t))*FlitWidth +: FlitWidth] == flit;
              if (leaves) begin
                a_lane_free: assert (!shown[(Trees+parent_of(t))*FlitWidth+FlitWidth-1]
                                     || violation_o[noc_pkg::Collision])
                  else $error("link %0d: two flits, no collision reported", parent_of(t));
                if (!shown[(Trees+parent_of(t))*FlitWidth+FlitWidth-1]) begin
                  shown[(Trees+parent_of(t))*FlitWidth +: FlitWidth] = flit;
                end
                if (is_edge[t]) begin
                  kept[t*Room+sent[t]%Room] = operand;
                  sent[t] = sent[t] + 1;
                end
                if (Depth != 0) begin
                  credits[parent_of(t)] = credits[parent_of(t)] - 1;
                  a_with_credit: assert (credits[parent_of(t)] >= 0)
                    else $error("link %0d: an operand goes without credit", parent_of(t));
                end
              end
            end
            if (leaves) risen[t] = risen[t] + 1;
          end
          if (known[t] != copied[t] && now >= result_due[t*Room+copied[t]%Room]) begin
            flit = shown_as(noc_pkg::Result, results[t*Room+copied[t]%Room]);
            for (int unsigned lane = 0; lane < NumLanes; lane++) begin
              if (sends_result(t, lane)) begin
                a_result_free: assert (!shown[lane*FlitWidth+FlitWidth-1]
                                       || violation_o[noc_pkg::Collision])
                  else $error("lane %0d: two flits, no collision reported", lane);
                if (!shown[lane*FlitWidth+FlitWidth-1]) shown[lane*FlitWidth +: FlitWidth] = flit;
              end
            end
            copied[t] = copied[t] + 1;
          end
        end
      end

      if (violation_o[noc_pkg::Collision]) begin
        violation[noc_pkg::Collision] = 1'b1;
        for (int unsigned t = 0; t < Trees; t++) begin
          for (int unsigned lane = 0; lane < NumLanes; lane++) begin
            if (violation_out_o[lane]
                && (sends_result(t, lane) || parent_of(t) + Trees == lane)) followed[t] = 1'b0;
          end
        end
      end
      if (followed == '1 && out_lane_o != shown) begin
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          if (!violation_out_o[lane]) begin
            a_shown: assert (out_lane_o[lane*FlitWidth +: FlitWidth]
                             == shown[lane*FlitWidth +: FlitWidth])
              else $error("lane %0d must hold %h, there is %h", lane,
                          shown[lane*FlitWidth +: FlitWidth],
                          out_lane_o[lane*FlitWidth +: FlitWidth]);
          end
        end
      end

      if (followed == '1) begin
        a_reported: assert (violation_o == violation)
          else $error("violation must be %b, reported %b", violation, violation_o);
        a_named: assert (violation_in_o == named)
          else $error("reported lanes must be %b, are %b", named, violation_in_o);
      end

      // What is left must keep the stage awake.
      if (!busy_o) begin
        outstanding = out_lane_o != (NumLanes*FlitWidth)'(0) || violation_o != '0 || credit_o != '0;
        for (int unsigned t = 0; t < Trees; t++) begin
          if (followed[t] && (summed[t] != risen[t] || known[t] != copied[t] || sent[t] != met[t]))
          begin
            outstanding = 1'b1;
          end
        end
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          if (Depth != 0 && came[lane] != given[lane]) outstanding = 1'b1;
        end
        a_busy: assert (!outstanding)
          else $error("not busy, though something is left or shown");
        a_none_lost: assert (followed != '1 || !outstanding)
          else $error("operands or results are lost");
      end
      a_table_stays: assert (
          table_q == {parent_i, edge_i, children_i, operand_i, result_i, own_result_i})
        else $error("the table changes out of reset");
    end else begin
      now = 0;
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        came[lane] = 0;
        went[lane] = 0;
        given[lane] = 0;
      end
      for (int unsigned t = 0; t < Trees; t++) begin
        summed[t] = 0;
        risen[t] = 0;
        known[t] = 0;
        copied[t] = 0;
        sent[t] = 0;
        met[t] = 0;
        sets[t] = 0;
        used[t] = 0;
        a_parent: assert (parent_of(t) == NoLink || parent_of(t) < Links)
          else $error("tree %0d: there is no link %0d to a parent", t, parent_of(t));
        a_edge: assert (!is_edge[t] || parent_of(t) != NoLink)
          else $error("tree %0d: a root edge without link", t);
        if (parent_of(t) < Links) begin
          a_parent_is_no_child: assert (!children_i[t*Links+parent_of(t)]
                                        && !result_i[t*Links+parent_of(t)])
            else $error("tree %0d: the parent is a child too", t);
        end
      end
      for (int unsigned link = 0; link < Links; link++) credits[link] = Depth;
      followed = '1;
      moved_q = 1'b0;
      table_q = {parent_i, edge_i, children_i, operand_i, result_i, own_result_i};
    end

    // What comes at this edge.
    is_operand_q = '0;
    is_result_q = '0;
    is_stray_q = '0;
    if (rst_ni) begin
      if (Depth != 0 && credit_i != '0) begin
        for (int unsigned link = 0; link < Links; link++) begin
          if (credit_i[link]) credits[link] = credits[link] + 1;
        end
      end
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        if (in_lane_i[lane*FlitWidth+FlitWidth-1]) begin
          flit = in_lane_i[lane*FlitWidth +: FlitWidth];
          operand = operand_of(flit);
          came_q[lane] = operand;
          if (32'(operand.tree) < Trees) begin
            if (noc_pkg::flit_kind(flit) == noc_pkg::Result) begin
              is_result_q[lane] = takes_result(32'(operand.tree), lane);
            end else begin
              is_operand_q[lane] = takes_operand(32'(operand.tree), lane)
                  || (lane >= Trees && is_edge[32'(operand.tree)]
                      && parent_of(32'(operand.tree)) == lane - Trees);
            end
          end
          is_stray_q[lane] = !is_result_q[lane] && !is_operand_q[lane];
          a_word_fits: assert (flit[NumberLow-1:0] == noc_pkg::PayloadWidth'(flit[Width-1:0]))
            else $error("lane %0d: a word of more than %0d bits: %h", lane, Width, flit);
        end
      end
    end
  end
  /* verilator lint_on BLKSEQ */
  /*verilator tracing_on*/

endmodule

bind combine_stage combine_stage_sva #(
  .Links(Links), .Trees(Trees), .Depth(Depth), .Adder(Adder), .Width(Width), .Ops(Ops),
  .Edges(Edges)
) i_sva (.*);

`default_nettype wire
