// combine_stage_fv.sv: properties of a stage that combines at own pace.
//
// Free: what comes on every lane in every step, when credits come that are due, and the place in
// the tree, which does not change: root, end of a root edge or below, with any children, results
// and operand of the PE. The model has a queue for every lane, whose operands leave as credits say;
// from what leaves together it makes the sum that must rise, and from what has risen over a root
// edge and what comes from there the result. That the stage holds what the model holds is an
// invariant, so that induction closes.
`default_nettype none

module combine_stage_fv #(
  parameter int unsigned Depth = 2,
  parameter int unsigned Adder = 1,  // 0 or 1
  parameter int unsigned Edges = 1,
  localparam int unsigned Links     = 2,
  localparam int unsigned Width     = 2,
  localparam int unsigned NumLanes  = Links + 1,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input logic                          clk_i,
  input logic [NumLanes*FlitWidth-1:0] in_lane_i,
  input logic [Links-1:0]              credit_i
);

  localparam int unsigned NameWidth    = combine_pkg::OpWidth + noc_pkg::TagWidth;
  localparam int unsigned OperandWidth = NameWidth + Width;
  localparam int unsigned EntryWidth   = combine_pkg::TreeWidth + OperandWidth;
  localparam int unsigned CountWidth   = $clog2(Depth + 1);
  localparam int unsigned ModelWidth   = CountWidth + 1;
  localparam int unsigned NumSlots     = Depth + 1;  // of the model: what has just come, too

  (* anyconst *) logic [noc_pkg::LinkWidth-1:0] parent;
  (* anyconst *) logic                          is_edge;
  (* anyconst *) logic [Links-1:0]              children;
  (* anyconst *) logic                          own_operand;
  (* anyconst *) logic [Links-1:0]              ways;
  (* anyconst *) logic                          own_result;

  logic [NumLanes*FlitWidth-1:0]      out_lane;
  logic [NumLanes-1:0]                credit;
  logic                               busy;
  logic [noc_pkg::ViolationWidth-1:0] violation;
  logic [NumLanes-1:0]                violation_in;
  logic [NumLanes-1:0]                violation_out;

  logic runs_q = 1'b0;  // out of reset
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  combine_stage #(
    .Links(Links), .Trees(1), .Depth(Depth), .Adder(Adder), .Width(Width), .Edges(Edges)
  ) i_stage (
    .clk_i(clk_i), .rst_ni(runs_q), .parent_i(parent), .edge_i(is_edge), .children_i(children),
    .operand_i(own_operand), .result_i(ways), .own_result_i(own_result), .in_lane_i(in_lane_i),
    .out_lane_o(out_lane), .credit_i(credit_i), .credit_o(credit), .busy_o(busy),
    .violation_o(violation), .violation_in_o(violation_in), .violation_out_o(violation_out)
  );
  (* hierconn *) logic [NumLanes*Depth*EntryWidth-1:0] \i_stage.queue_q ;
  (* hierconn *) logic [NumLanes*CountWidth-1:0]       \i_stage.count_q ;
  (* hierconn *) logic [Links*CountWidth-1:0]          \i_stage.credit_q ;
  (* hierconn *) logic [OperandWidth-1:0]              \i_stage.stage_q ;
  (* hierconn *) logic                                 \i_stage.full_q ;
  (* hierconn *) logic [OperandWidth-1:0]              \i_stage.late_q ;
  (* hierconn *) logic                                 \i_stage.late_full_q ;
  (* hierconn *) logic [Depth*OperandWidth-1:0]        \i_stage.kept_q ;
  (* hierconn *) logic [CountWidth-1:0]                \i_stage.kept_count_q ;

  // ---- The place in the tree.

  logic                is_root;
  logic [Links-1:0]    up;       // the link to the parent, as a set
  logic [NumLanes-1:0] sources;  // lanes that bring operands; the PE's is the lowest
  logic                passes;   // there is one, or none
  logic [NumLanes-1:0] targets;  // lanes that results go to
  assign is_root = parent == combine_pkg::Root;
  assign up      = is_root ? '0 : Links'(1) << parent[0];
  assign sources = {children, own_operand};
  assign passes  = (sources & (sources - 1'b1)) == '0;
  assign targets = {ways, own_result};

  // ---- What comes.

  logic [NumLanes-1:0]              is_half;  // lanes over which a half of the root edge comes
  logic [NumLanes-1:0]              valid;
  logic [NumLanes-1:0]              others;   // flits of other kinds
  logic [NumLanes-1:0]              is_operand;
  logic [NumLanes-1:0]              is_result;
  logic [NumLanes*OperandWidth-1:0] operand;
  assign is_half = (Edges != 0 && is_edge) ? {up, 1'b0} : '0;
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_lanes
    logic [FlitWidth-1:0] flit;
    logic                 is_here;
    logic                 is_down;
    assign flit = in_lane_i[lane*FlitWidth +: FlitWidth];
    assign is_here = flit[44 +: 4] == 4'd0;
    assign is_down = flit[59 +: 4] == noc_pkg::Result;
    assign valid[lane] = flit[63];
    assign others[lane] = valid[lane] && flit[59 +: 4] != noc_pkg::Combine
                          && flit[59 +: 4] != noc_pkg::Result;
    assign is_operand[lane] = valid[lane] && is_here && !is_down
                              && (sources[lane] || is_half[lane]);
    if (lane == 0) begin : gen_own
      assign is_result[lane] = valid[lane] && is_here && is_down && is_root && sources == '0;
    end else begin : gen_link
      assign is_result[lane] = valid[lane] && is_here && is_down && up[lane-1] && !is_half[lane];
    end
    assign operand[lane*OperandWidth +: OperandWidth] = {flit[48 +: 3], flit[31 +: 13],
                                                         flit[0 +: Width]};
  end

  function automatic logic [Width-1:0] one_of(
      input logic [2:0] op, input logic [Width-1:0] a, input logic [Width-1:0] b
  );
    one_of = a ^ b;
    if (op == 3'd0) one_of = a + b;
    if (op == 3'd1) one_of = ($signed(a) < $signed(b)) ? a : b;
    if (op == 3'd2) one_of = ($signed(a) < $signed(b)) ? b : a;
    if (op == 3'd3) one_of = a & b;
    if (op == 3'd4) one_of = a | b;
  endfunction

  // ---- The model: of the edge before, with what came at it.

  logic [NumLanes*NumSlots*OperandWidth-1:0] queue_q;
  logic [NumLanes*ModelWidth-1:0]            count_q = '0;
  logic [NumLanes-1:0]                       stray_q = '0;
  logic [NumLanes-1:0]                       own_down_q = '0;  // a result of the PE, for its credit
  logic                                      down_q = 1'b0;    // a result came
  logic [OperandWidth-1:0]                   down_result_q;
  logic [OperandWidth-1:0]                   sum_q;            // in the adder
  logic                                      has_sum_q = 1'b0;
  logic [OperandWidth-1:0]                   late_q;           // likewise, of two halves
  logic                                      has_late_q = 1'b0;
  logic [Depth*OperandWidth-1:0]             kept_q;
  logic [ModelWidth-1:0]                     kept_count_q = '0;
  logic [Links*ModelWidth-1:0]               open_q = '0;      // operands without credit
  logic                                      had_place_q = 1'b0;  // there was one for another

  // What has happened at the edge, from the credits; what is left.
  logic [NumLanes*NumSlots*OperandWidth-1:0] queue;
  logic [NumLanes*ModelWidth-1:0]            count;
  logic [NumLanes-1:0]                       ready;     // lanes that had an operand
  logic [NumLanes-1:0]                       overflow;
  logic [OperandWidth-1:0]                   sum;       // of the oldest operands
  logic                                      fits;
  logic                                      takes;
  logic                                      rises;     // by the model, or as the stage shows
  logic [OperandWidth-1:0]                   rising;
  logic                                      has_sum;
  logic [OperandWidth-1:0]                   sum_left;
  logic                                      meets;     // two halves
  logic                                      halves_fit;
  logic [OperandWidth-1:0]                   whole;
  logic [Depth*OperandWidth-1:0]             kept;
  logic [ModelWidth-1:0]                     kept_count;
  logic                                      has_place;
  logic                                      copies;
  logic [OperandWidth-1:0]                   copied;
  logic [NumLanes*FlitWidth-1:0]             expected;
  logic [Links*ModelWidth-1:0]               open;
  always_comb begin : model
    logic [OperandWidth-1:0] front;
    logic [OperandWidth-1:0] half;
    logic                    any;
    queue = queue_q;
    count = count_q;
    overflow = '0;
    ready = '0;
    front = '0;
    half = '0;
    sum = '0;
    any = 1'b0;
    fits = 1'b1;
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      ready[lane] = count_q[lane*ModelWidth +: ModelWidth] != '0;
      front = queue_q[lane*NumSlots*OperandWidth +: OperandWidth];
      if (sources[lane]) begin
        if (any) begin
          if (front[OperandWidth-1:Width] != sum[OperandWidth-1:Width]) fits = 1'b0;
          sum[Width-1:0] = one_of(sum[OperandWidth-1 -: 3], sum[Width-1:0], front[Width-1:0]);
        end else begin
          sum = front;
        end
        any = 1'b1;
      end
      if (is_half[lane]) half = front;
      // Taken, or lost because there was no place.
      if (credit[lane] && !own_down_q[lane]) begin
        queue[lane*NumSlots*OperandWidth +: NumSlots*OperandWidth] =
            queue_q[lane*NumSlots*OperandWidth +: NumSlots*OperandWidth] >> OperandWidth;
        count[lane*ModelWidth +: ModelWidth] = count_q[lane*ModelWidth +: ModelWidth] - 1'b1;
      end else if (32'(count_q[lane*ModelWidth +: ModelWidth]) == NumSlots) begin
        count[lane*ModelWidth +: ModelWidth] = ModelWidth'(Depth);
        overflow[lane] = 1'b1;
      end
    end
    if (sum[OperandWidth-1 -: 3] > 3'd5) fits = 1'b0;
    takes = sources != '0 && (credit & sources) == sources && own_down_q == '0;

    // The halves.
    meets = (credit & is_half) != '0;
    halves_fit = half[OperandWidth-1:Width] == kept_q[Width +: NameWidth];
    whole = {kept_q[Width +: NameWidth],
             one_of(kept_q[OperandWidth-1 -: 3], kept_q[Width-1:0], half[Width-1:0])};
    kept = kept_q;
    kept_count = kept_count_q;
    if (meets) begin
      kept = kept_q >> OperandWidth;
      kept_count = kept_count_q - 1'b1;
    end
    has_place = is_root || (had_place_q && 32'(kept_count) < Depth);

    // What rises.
    has_sum = has_sum_q;
    sum_left = sum_q;
    if (Adder == 0 || passes) begin
      rises = takes && fits;
      rising = sum;
    end else begin
      rises = has_sum_q && has_place;
      rising = sum_q;
      if (rises) has_sum = 1'b0;
      if (takes && fits) begin
        has_sum = 1'b1;
        sum_left = sum;
      end
    end
    copies = down_q;
    copied = down_result_q;
    if (rises && is_root) begin
      copies = 1'b1;
      copied = rising;
    end
    if ((Adder == 0) ? meets && halves_fit : has_late_q) begin
      copies = 1'b1;
      copied = (Adder == 0) ? whole : late_q;
    end
    if (rises && is_half != '0) begin
      for (int unsigned k = 0; k < Depth; k++) begin
        if (32'(kept_count) == k) kept[k*OperandWidth +: OperandWidth] = rising;
      end
      kept_count = kept_count + 1'b1;
    end

    expected = '0;
    open = open_q;
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      if (lane > 0) begin
        if (rises && up[(lane > 0) ? lane - 1 : 0]) begin
          expected[lane*FlitWidth +: FlitWidth] = combine_pkg::flit_of(
              noc_pkg::Combine, 4'd0, rising[OperandWidth-1 -: 3],
              rising[Width +: noc_pkg::TagWidth], 31'(rising[Width-1:0]));
          open[((lane > 0) ? lane - 1 : 0)*ModelWidth +: ModelWidth] =
              open_q[((lane > 0) ? lane - 1 : 0)*ModelWidth +: ModelWidth] + 1'b1;
        end
      end
      if (copies && targets[lane]) begin
        expected[lane*FlitWidth +: FlitWidth] = combine_pkg::flit_of(
            noc_pkg::Result, 4'd0, copied[OperandWidth-1 -: 3],
            copied[Width +: noc_pkg::TagWidth], 31'(copied[Width-1:0]));
      end
    end
  end

  logic becomes_late;  // two halves go into the adder
  assign becomes_late = Adder != 0 && meets && halves_fit;
  always_ff @(posedge clk_i) begin : remember
    logic [ModelWidth-1:0] number;
    number = '0;
    stray_q <= runs_q ? valid & ~is_operand & ~is_result : '0;
    own_down_q <= (runs_q && is_result[0]) ? NumLanes'(1) : '0;
    down_q <= runs_q && is_result != '0;
    down_result_q <= is_result[0] ? operand[0 +: OperandWidth]
                     : up[0] ? operand[OperandWidth +: OperandWidth]
                             : operand[2*OperandWidth +: OperandWidth];
    queue_q <= queue;
    count_q <= runs_q ? count : '0;
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      number = count[lane*ModelWidth +: ModelWidth];
      if (runs_q && is_operand[lane]) begin
        for (int unsigned k = 0; k < NumSlots; k++) begin
          if (32'(number) == k) begin
            queue_q[(lane*NumSlots+k)*OperandWidth +: OperandWidth] <=
                operand[lane*OperandWidth +: OperandWidth];
          end
        end
        count_q[lane*ModelWidth +: ModelWidth] <= number + 1'b1;
      end
    end
    sum_q        <= sum_left;
    has_sum_q    <= runs_q && has_sum;
    late_q       <= whole;
    has_late_q   <= runs_q && becomes_late;
    kept_q       <= kept;
    kept_count_q <= runs_q ? kept_count : '0;
    had_place_q  <= runs_q;
    for (int unsigned link = 0; link < Links; link++) begin
      number = open[link*ModelWidth +: ModelWidth] - ModelWidth'(credit_i[link]);
      open_q[link*ModelWidth +: ModelWidth] <= runs_q ? number : '0;
      if (up[link] && 32'(number) >= Depth) had_place_q <= 1'b0;
    end
    if (!runs_q) had_place_q <= 1'b1;
  end

  // ---- That the stage holds what the model holds.
  logic [NumLanes-1:0] same_count;
  logic [NumLanes-1:0] same_queue;
  logic [Links-1:0]    same_credit;
  logic [Links-1:0]    due;  // links over which a credit may come
  logic [Depth-1:0]    same_kept;
  logic [Depth-1:0]    known_kept;  // operations are
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_same
    logic [Depth-1:0] same;
    for (genvar k = 0; k < Depth; k++) begin : gen_slot
      assign same[k] = 32'(count[lane*ModelWidth +: ModelWidth]) <= k
          || \i_stage.queue_q [(lane*Depth+k)*EntryWidth +: EntryWidth]
             == {4'd0, queue[(lane*NumSlots+k)*OperandWidth +: OperandWidth]};
    end
    assign same_queue[lane] = same == '1;
    assign same_count[lane] = 32'(\i_stage.count_q [lane*CountWidth +: CountWidth])
                              == 32'(count[lane*ModelWidth +: ModelWidth]);
  end
  for (genvar link = 0; link < Links; link++) begin : gen_credit
    assign due[link] = open[link*ModelWidth +: ModelWidth] != '0;
    assign same_credit[link] = 32'(\i_stage.credit_q [link*CountWidth +: CountWidth])
                               == Depth - 32'(open[link*ModelWidth +: ModelWidth]);
  end
  for (genvar k = 0; k < Depth; k++) begin : gen_kept
    assign known_kept[k] = 32'(kept_count_q) <= k
        || kept_q[(k+1)*OperandWidth-1 -: 3] <= 3'd5;
    assign same_kept[k] = 32'(kept_count) <= k
        || \i_stage.kept_q [k*OperandWidth +: OperandWidth]
           == kept[k*OperandWidth +: OperandWidth];
  end

  // What cannot be: operands that came from nowhere, or more than there are places for.
  logic [NumLanes-1:0]   strange;
  logic [ModelWidth-1:0] open_before;  // of the parent, before what has risen
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_strange
    assign strange[lane] = 32'(count_q[lane*ModelWidth +: ModelWidth]) > NumSlots
        || (!sources[lane] && !is_half[lane]
            && count_q[lane*ModelWidth +: ModelWidth] != '0);
  end
  assign open_before = up[0] ? open_q[0 +: ModelWidth] : open_q[ModelWidth +: ModelWidth];

  logic mismatch;
  assign mismatch = (takes && !fits) || (meets && !halves_fit);

  always_comb begin : properties
    m_place: assume (is_root || parent == 8'd0 || parent == 8'd1);
    m_edge: assume (!is_edge || !is_root);
    m_parent_apart: assume ((up & (children | ways)) == '0);
    m_kinds: assume (others == '0);
    m_credit_due: assume ((credit_i & ~due) == '0);
    if (runs_q) begin
      a_same_counts: assert (same_count == '1);
      a_same_queues: assert (same_queue == '1);
      a_same_credits: assert (same_credit == '1);
      a_same_adder: assert (\i_stage.full_q == has_sum
                            && (!has_sum || \i_stage.stage_q == sum_left));
      a_same_late: assert (\i_stage.late_full_q == becomes_late
                           && (!becomes_late || \i_stage.late_q == whole));
      a_same_kept: assert (32'(\i_stage.kept_count_q ) == 32'(kept_count)
                           && same_kept == '1);

      a_places: assert (is_root || had_place_q == (32'(open_before) < Depth));
      a_nothing_strange: assert (strange == '0 && (!passes || !has_sum_q)
          && ((Edges != 0 && is_edge) || (kept_count_q == '0 && !has_late_q))
          && 32'(kept_count_q) <= Depth && known_kept == '1
          && (Adder != 0 || (!has_sum_q && !has_late_q))
          && (!has_sum_q || sum_q[OperandWidth-1 -: 3] <= 3'd5) && own_down_q[NumLanes-1:1] == '0
          && (own_down_q == '0 || (down_q && is_root && sources == '0))
          && (!down_q || own_down_q != '0 || (!is_root && is_half == '0)));

      a_taken_together: assert ((credit & sources) == '0 || takes || own_down_q != '0);
      a_taken_in_time: assert (takes == (sources != '0 && (ready & sources) == sources
          && (!fits || ((Adder == 0 || passes) ? has_place : !has_sum_q || rises))));
      a_halves_in_time: assert (meets == ((ready & is_half) != '0 && kept_count_q != '0));
      a_credit_for_operand: assert ((credit & ~own_down_q & ~ready) == '0
                                    && (credit & own_down_q) == own_down_q);
      a_shown: assert (out_lane == expected);
      a_credits_kept: assert (32'(open[0 +: ModelWidth]) <= Depth
                              && 32'(open[ModelWidth +: ModelWidth]) <= Depth);
      a_mismatch: assert (violation[noc_pkg::Mismatch] == mismatch);
      a_no_route: assert (violation[noc_pkg::NoRoute] == (stray_q != '0));
      a_overflow: assert (violation[noc_pkg::Overflow] == (overflow != '0));
      a_nothing_else: assert ((violation & ~(noc_pkg::ViolationWidth'(1) << noc_pkg::Mismatch)
                               & ~(noc_pkg::ViolationWidth'(1) << noc_pkg::NoRoute)
                               & ~(noc_pkg::ViolationWidth'(1) << noc_pkg::Overflow)) == '0
                              && violation_out == '0);
      a_named: assert (violation_in == (stray_q | overflow | ((takes && !fits) ? sources : '0)
                                        | ((meets && !halves_fit) ? is_half : '0)));
      a_busy: assert (busy == (rises || copies || credit != '0 || violation != '0 || count != '0
                               || has_sum || becomes_late
                               || kept_count != '0));

      c_sum_of_three: cover (rises && sources == '1 && fits);
      c_waits_for_credit: cover (Adder == 0 || (has_sum_q && !has_place));
      c_mismatch: cover (takes && !fits);
      c_overflow: cover (overflow != '0);
      c_root: cover (rises && is_root && copies);
      c_whole: cover (Edges == 0 || (meets && halves_fit && kept_count_q != '0));
      c_halves_differ: cover (Edges == 0 || (meets && !halves_fit));
      c_multicast: cover (own_down_q != '0 && copies);
    end
  end

endmodule

`default_nettype wire
