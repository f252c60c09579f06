// combine_aligned_fv.sv: properties of a stage that combines operands which come in one step.
//
// Free: what comes on every lane in every step, credits, which are not looked at, and the place in
// the tree, which does not change. The model remembers what came at the edge before, what is in the
// adders, and what has gone over a root edge.
`default_nettype none

module combine_aligned_fv #(
  parameter int unsigned Adder = 1,  // 0 or 1
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
    .Links(Links), .Trees(1), .Depth(0), .Adder(Adder), .Width(Width)
  ) i_stage (
    .clk_i(clk_i), .rst_ni(runs_q), .parent_i(parent), .edge_i(is_edge), .children_i(children),
    .operand_i(own_operand), .result_i(ways), .own_result_i(own_result), .in_lane_i(in_lane_i),
    .out_lane_o(out_lane), .credit_i(credit_i), .credit_o(credit), .busy_o(busy),
    .violation_o(violation), .violation_in_o(violation_in), .violation_out_o(violation_out)
  );
  (* hierconn *) logic [NumLanes-1:0]     \i_stage.count_q ;
  (* hierconn *) logic [OperandWidth-1:0] \i_stage.stage_q ;
  (* hierconn *) logic                    \i_stage.full_q ;
  (* hierconn *) logic [OperandWidth-1:0] \i_stage.late_q ;
  (* hierconn *) logic                    \i_stage.late_full_q ;
  (* hierconn *) logic [OperandWidth-1:0] \i_stage.kept_q ;
  (* hierconn *) logic                    \i_stage.kept_count_q ;

  // ---- The place in the tree, and what comes.

  logic                is_root;
  logic [Links-1:0]    up;       // the link to the parent, as a set
  logic [NumLanes-1:0] sources;  // lanes that bring operands; the PE's is the lowest
  logic                passes;   // there is one, or none
  logic [NumLanes-1:0] targets;  // lanes that results go to
  logic [NumLanes-1:0] is_half;  // lanes over which a half of the root edge comes
  assign is_root = parent == combine_pkg::Root;
  assign up      = is_root ? '0 : Links'(1) << parent[0];
  assign sources = {children, own_operand};
  assign passes  = (sources & (sources - 1'b1)) == '0;
  assign targets = {ways, own_result};
  assign is_half = is_edge ? {up, 1'b0} : '0;

  logic [NumLanes-1:0]              valid;
  logic [NumLanes-1:0]              others;  // flits of other kinds
  logic [NumLanes-1:0]              is_operand;
  logic [NumLanes-1:0]              is_result;
  logic [NumLanes*OperandWidth-1:0] operand;
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_lanes
    logic [FlitWidth-1:0] flit;
    logic                 is_here;
    logic                 is_down;
    assign flit = in_lane_i[lane*FlitWidth +: FlitWidth];
    assign is_here = flit[44 +: 4] == 4'd0;
    assign is_down = flit[59 +: 4] == noc_pkg::Result;
    assign valid[lane] = flit[63];
    assign others[lane] = valid[lane] && flit[59 +: 4] != noc_pkg::Combine && !is_down;
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

  // ---- The model: of the edge before.

  logic [NumLanes-1:0]              came_q = '0;    // operands
  logic [NumLanes*OperandWidth-1:0] operand_q;
  logic [NumLanes-1:0]              stray_q = '0;
  logic                             own_down_q = 1'b0;  // a result of the PE, for its credit
  logic                             down_q = 1'b0;      // a result came
  logic [OperandWidth-1:0]          down_result_q;
  logic [OperandWidth-1:0]          sum_q;
  logic                             has_sum_q = 1'b0;
  logic [OperandWidth-1:0]          late_q;
  logic                             has_late_q = 1'b0;
  logic [OperandWidth-1:0]          kept_q;
  logic                             has_kept_q = 1'b0;

  logic                          complete;
  logic                          fits;
  logic [OperandWidth-1:0]       sum;
  logic                          is_half_there;
  logic                          halves_fit;
  logic [OperandWidth-1:0]       whole;
  logic                          rises;
  logic [OperandWidth-1:0]       rising;
  logic                          copies;
  logic [OperandWidth-1:0]       copied;
  logic [NumLanes*FlitWidth-1:0] expected;
  always_comb begin : model
    logic [OperandWidth-1:0] front;
    logic [OperandWidth-1:0] half;
    logic                    any;
    front = '0;
    half = '0;
    any = 1'b0;
    sum = '0;
    complete = sources != '0 && (came_q & sources) == sources;
    fits = complete;
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      front = operand_q[lane*OperandWidth +: OperandWidth];
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
    end
    if (sum[OperandWidth-1 -: 3] > 3'd5) fits = 1'b0;
    is_half_there = (came_q & is_half) != '0;
    halves_fit = is_half_there && has_kept_q
                 && half[OperandWidth-1:Width] == kept_q[OperandWidth-1:Width];
    whole = {kept_q[Width +: NameWidth],
             one_of(kept_q[OperandWidth-1 -: 3], kept_q[Width-1:0], half[Width-1:0])};

    rises = (Adder == 0 || passes) ? fits : has_sum_q;
    rising = (Adder == 0 || passes) ? sum : sum_q;
    copies = down_q;
    copied = down_result_q;
    if (rises && is_root) begin
      copies = 1'b1;
      copied = rising;
    end
    if ((Adder == 0) ? halves_fit : has_late_q) begin
      copies = 1'b1;
      copied = (Adder == 0) ? whole : late_q;
    end
    expected = '0;
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      if (lane > 0) begin
        if (rises && up[(lane > 0) ? lane - 1 : 0]) begin
          expected[lane*FlitWidth +: FlitWidth] = combine_pkg::flit_of(
              noc_pkg::Combine, 4'd0, rising[OperandWidth-1 -: 3],
              rising[Width +: noc_pkg::TagWidth], 31'(rising[Width-1:0]));
        end
      end
      if (copies && targets[lane]) begin
        expected[lane*FlitWidth +: FlitWidth] = combine_pkg::flit_of(
            noc_pkg::Result, 4'd0, copied[OperandWidth-1 -: 3],
            copied[Width +: noc_pkg::TagWidth], 31'(copied[Width-1:0]));
      end
    end
  end

  logic adds;  // a sum goes into the adder
  logic becomes_late;  // two halves do
  assign becomes_late = Adder != 0 && halves_fit;
  assign adds = Adder != 0 && !passes && fits;
  always_ff @(posedge clk_i) begin : remember
    came_q        <= runs_q ? is_operand : '0;
    operand_q     <= operand;
    stray_q       <= runs_q ? valid & ~is_operand & ~is_result : '0;
    own_down_q    <= runs_q && is_result[0];
    down_q        <= runs_q && is_result != '0;
    down_result_q <= is_result[0] ? operand[0 +: OperandWidth]
                     : up[0] ? operand[OperandWidth +: OperandWidth]
                             : operand[2*OperandWidth +: OperandWidth];
    sum_q         <= sum;
    has_sum_q     <= runs_q && adds;
    late_q        <= whole;
    has_late_q    <= runs_q && becomes_late;
    kept_q        <= rising;
    has_kept_q    <= runs_q && rises && is_half != '0;
  end

  logic [NumLanes-1:0] unfit;        // sources of operands that are dropped
  logic [NumLanes-1:0] unfit_half;
  assign unfit      = fits ? '0 : came_q & sources;
  assign unfit_half = ((is_half_there || has_kept_q) && !halves_fit) ? is_half : '0;

  always_comb begin : properties
    m_place: assume (is_root || parent == 8'd0 || parent == 8'd1);
    m_edge: assume (!is_edge || !is_root);
    m_parent_apart: assume ((up & (children | ways)) == '0);
    m_kinds: assume (others == '0);
    if (runs_q) begin
      a_no_queue: assert (\i_stage.count_q == '0);
      a_same_adder: assert (\i_stage.full_q == adds && (!adds || \i_stage.stage_q == sum));
      a_same_late: assert (\i_stage.late_full_q == becomes_late
                           && (!becomes_late || \i_stage.late_q == whole));
      a_same_kept: assert (\i_stage.kept_count_q == (rises && is_half != '0)
                           && (!\i_stage.kept_count_q || \i_stage.kept_q == rising));
      a_nothing_strange: assert ((came_q & ~sources & ~is_half) == '0 && (!passes || !has_sum_q)
          && (is_edge || (!has_kept_q && !has_late_q))
          && (!has_kept_q || kept_q[OperandWidth-1 -: 3] <= 3'd5)
          && (Adder != 0 || (!has_sum_q && !has_late_q))
          && (!has_sum_q || sum_q[OperandWidth-1 -: 3] <= 3'd5)
          && (!own_down_q || (down_q && is_root && sources == '0))
          && (!down_q || own_down_q || (!is_root && !is_edge)));

      a_shown: assert (out_lane == expected);
      a_all_or_none_reported: assert (violation[noc_pkg::Mismatch]
                                      == ((unfit | unfit_half) != '0));
      a_no_route: assert (violation[noc_pkg::NoRoute] == (stray_q != '0));
      a_nothing_else: assert ((violation & ~(noc_pkg::ViolationWidth'(1) << noc_pkg::Mismatch)
                               & ~(noc_pkg::ViolationWidth'(1) << noc_pkg::NoRoute)) == '0
                              && violation_out == '0);
      a_named: assert (violation_in == (stray_q | unfit | unfit_half));
      a_credit: assert (credit == NumLanes'((came_q[0] && own_operand) || own_down_q));
      a_busy: assert (busy == (rises || copies || credit != '0 || violation != '0 || adds
                               || becomes_late || \i_stage.kept_count_q ));

      c_sum_of_three: cover (rises && sources == '1);
      c_one_missing: cover (unfit != '0 && !complete);
      c_names_differ: cover (complete && !fits && !passes);
      c_root: cover (rises && is_root && copies);
      c_whole: cover (halves_fit);
      c_half_missing: cover (unfit_half != '0 && has_kept_q);
      c_half_alone: cover (unfit_half != '0 && is_half_there && !has_kept_q);
      c_every_step: cover (rises && complete && fits && sources == '1);
    end
  end

endmodule

`default_nettype wire
