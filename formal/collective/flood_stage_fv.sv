// flood_stage_fv.sv: properties of a stage that floods.
//
// Free: what comes on every lane in every step, whether it fits or not, and how many rounds a
// barrier has. The model keeps every word as it came, those of the round that is awaited and those
// of the next one, and counts: rounds received and flits sent since the reset, rounds of this
// barrier.
`default_nettype none

module flood_stage_fv #(
  parameter int unsigned Adder = 1,
  localparam int unsigned Links     = 2,
  localparam int unsigned Width     = 2,
  localparam int unsigned NumLanes  = Links + 1,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth,
  localparam int unsigned TagWidth  = noc_pkg::TagWidth,
  localparam int unsigned NumStages = (Adder == 0) ? 1 : Adder
) (
  input logic                          clk_i,
  input logic [TagWidth-1:0]           rounds_i,
  input logic [NumLanes*FlitWidth-1:0] in_lane_i
);

  logic [NumLanes*FlitWidth-1:0]      out_lane;
  logic                               busy;
  logic [noc_pkg::ViolationWidth-1:0] violation;
  logic [NumLanes-1:0]                violation_in;
  logic [NumLanes-1:0]                violation_out;

  logic runs_q = 1'b0;  // out of reset
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  flood_stage #(.Links(Links), .Adder(Adder), .Width(Width)) i_stage (
    .clk_i(clk_i), .rst_ni(runs_q), .rounds_i(rounds_i), .in_lane_i(in_lane_i),
    .out_lane_o(out_lane), .busy_o(busy), .violation_o(violation),
    .violation_in_o(violation_in), .violation_out_o(violation_out)
  );
  (* hierconn *) logic                       \i_stage.started_q ;
  (* hierconn *) logic [2:0]                 \i_stage.op_q ;
  (* hierconn *) logic [Width-1:0]           \i_stage.own_q ;
  (* hierconn *) logic [TagWidth-1:0]        \i_stage.left_q ;
  (* hierconn *) logic [TagWidth-1:0]        \i_stage.round_q ;
  (* hierconn *) logic [2*Links-1:0]         \i_stage.seen_q ;
  (* hierconn *) logic [5:0]                 \i_stage.sum_op_q ;
  (* hierconn *) logic [2*Width-1:0]         \i_stage.sum_q ;
  (* hierconn *) logic [NumStages*Width-1:0] \i_stage.stage_q ;
  (* hierconn *) logic [NumStages-1:0]       \i_stage.full_q ;

  // ---- What comes.

  logic [NumLanes-1:0]          valid;
  logic [NumLanes-1:0]          is_operand;
  logic [NumLanes-1:0]          is_known;
  logic [NumLanes*3-1:0]        op;
  logic [NumLanes*TagWidth-1:0] tag;
  logic [NumLanes*Width-1:0]    word;
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_lanes
    logic [FlitWidth-1:0] flit;
    assign flit = in_lane_i[lane*FlitWidth +: FlitWidth];
    assign valid[lane] = flit[63];
    assign is_operand[lane] = valid[lane] && flit[59 +: 4] == noc_pkg::Combine
                              && flit[44 +: 4] == 4'd0;
    assign is_known[lane] = flit[48 +: 3] >= 3'd1 && flit[48 +: 3] <= 3'd4;
    assign op[lane*3 +: 3] = flit[48 +: 3];
    assign tag[lane*TagWidth +: TagWidth] = flit[31 +: TagWidth];
    assign word[lane*Width +: Width] = flit[0 +: Width];
  end

  function automatic logic [Width-1:0] one_of(
      input logic [2:0] op, input logic [Width-1:0] a, input logic [Width-1:0] b
  );
    one_of = a | b;
    if (op == 3'd1) one_of = ($signed(a) < $signed(b)) ? a : b;
    if (op == 3'd2) one_of = ($signed(a) < $signed(b)) ? b : a;
    if (op == 3'd3) one_of = a & b;
  endfunction

  // ---- The model. Rounds count on from the reset, and over from the highest number.

  logic                   owes_q = 1'b0;  // the PE waits for a result
  logic [2:0]             op_q;
  logic [Width-1:0]       own_q;
  logic [TagWidth-1:0]    wanted_q;             // rounds of this barrier
  logic [TagWidth-1:0]    passed_q;             // of which all words have come
  logic [TagWidth-1:0]    done_q = '0;          // rounds of which all words have come
  logic [TagWidth-1:0]    told_q = '0;          // flits sent to all neighbours
  logic [Links-1:0]       now_q = '0;           // links whose word of the awaited round has come
  logic [2:0]             now_op_q;
  logic [Links*Width-1:0] now_words_q;
  logic [Links-1:0]       later_q = '0;         // of the round after it
  logic [2:0]             later_op_q;
  logic [Links*Width-1:0] later_words_q;
  logic [1:0]             adds_q = 2'd0;        // edges until the sum goes; 0: there is none
  logic [Width-1:0]       sum_q;

  logic                   starts;
  logic [Links-1:0]       now;
  logic [2:0]             now_op;
  logic [Links*Width-1:0] now_words;
  logic [Links-1:0]       later;
  logic [2:0]             later_op;
  logic [Links*Width-1:0] later_words;
  logic [NumLanes-1:0]    strange;      // no operands
  logic [NumLanes-1:0]    unfit;
  logic [NumLanes-1:0]    too_many;
  logic                   completes;    // the last word of the awaited round
  logic                   agrees;       // with the PE's operation
  logic                   passes;
  logic [TagWidth-1:0]    passed;
  logic [Width-1:0]       sum;
  logic                   goes;         // there is a word to send
  logic [Width-1:0]       going;
  logic                   is_last;
  logic [FlitWidth-1:0]   own_lane;     // what is sent
  logic [FlitWidth-1:0]   link_lane;
  always_comb begin : model
    now = now_q;
    now_op = now_op_q;
    now_words = now_words_q;
    later = later_q;
    later_op = later_op_q;
    later_words = later_words_q;
    strange = valid & ~is_operand;
    unfit = is_operand & ~is_known;
    too_many = '0;
    starts = is_operand[0] && is_known[0] && !owes_q;
    too_many[0] = is_operand[0] && is_known[0] && owes_q;
    for (int unsigned k = 0; k < Links; k++) begin
      if (is_operand[k+1] && is_known[k+1]) begin
        if (tag[(k+1)*TagWidth +: TagWidth] == done_q) begin
          if (now[k]) begin
            too_many[k+1] = 1'b1;
          end else if (now != '0 && now_op != op[(k+1)*3 +: 3]) begin
            unfit[k+1] = 1'b1;
          end else begin
            now[k] = 1'b1;
            now_op = op[(k+1)*3 +: 3];
            now_words[k*Width +: Width] = word[(k+1)*Width +: Width];
          end
        end else if (tag[(k+1)*TagWidth +: TagWidth] == TagWidth'(done_q + 1'b1)) begin
          if (later[k]) begin
            too_many[k+1] = 1'b1;
          end else if (later != '0 && later_op != op[(k+1)*3 +: 3]) begin
            unfit[k+1] = 1'b1;
          end else begin
            later[k] = 1'b1;
            later_op = op[(k+1)*3 +: 3];
            later_words[k*Width +: Width] = word[(k+1)*Width +: Width];
          end
        end else begin
          unfit[k+1] = 1'b1;
        end
      end
    end
    completes = owes_q && adds_q == 2'd0 && now == '1;
    agrees = now_op == op_q;
    passes = completes && agrees;
    if (completes && !agrees) unfit[NumLanes-1:1] = '1;
    passed = starts ? '0 : passed_q + TagWidth'(passes);
    sum = one_of(op_q, one_of(op_q, now_words[0 +: Width], now_words[Width +: Width]), own_q);
    goes = starts || ((Adder == 0) ? passes : adds_q == 2'd1);
    going = starts ? word[0 +: Width] : (Adder == 0) ? sum : sum_q;
    is_last = !starts && passed == wanted_q;
    own_lane = '0;
    link_lane = '0;
    if (goes && is_last) begin
      own_lane = {1'b1, noc_pkg::Result, 2'b11, 6'd0, op_q, 4'd0, TagWidth'(0), 31'(going)};
    end else if (goes) begin
      link_lane = {1'b1, noc_pkg::Combine, 2'b11, 6'd0, starts ? op[0 +: 3] : op_q, 4'd0, told_q,
                   31'(going)};
    end
  end

  // Of the edge before.
  logic [FlitWidth-1:0] own_lane_q = '0;
  logic [FlitWidth-1:0] link_lane_q = '0;
  logic [NumLanes-1:0]  strange_q = '0;
  logic [NumLanes-1:0]  unfit_q = '0;
  logic [NumLanes-1:0]  too_many_q = '0;
  always_ff @(posedge clk_i) begin : remember
    owes_q        <= runs_q && (owes_q || starts) && !(goes && is_last);
    passed_q      <= passed;
    done_q        <= runs_q ? done_q + TagWidth'(passes) : '0;
    told_q        <= runs_q ? told_q + TagWidth'(goes && !is_last) : '0;
    if (starts) begin
      op_q     <= op[0 +: 3];
      own_q    <= word[0 +: Width];
      wanted_q <= rounds_i;
    end
    now_q         <= !runs_q ? '0 : passes ? later : completes ? '0 : now;
    now_op_q      <= passes ? later_op : now_op;
    now_words_q   <= passes ? later_words : now_words;
    later_q       <= (!runs_q || passes) ? '0 : later;
    later_op_q    <= later_op;
    later_words_q <= later_words;
    adds_q        <= !runs_q ? 2'd0 : (passes && Adder != 0) ? 2'(Adder)
                     : (adds_q == 2'd0) ? 2'd0 : adds_q - 2'd1;
    if (passes) sum_q <= sum;
    own_lane_q    <= runs_q ? own_lane : '0;
    link_lane_q   <= runs_q ? link_lane : '0;
    strange_q     <= runs_q ? strange : '0;
    unfit_q       <= runs_q ? unfit : '0;
    too_many_q    <= runs_q ? too_many : '0;
  end

  // What the stage keeps of the words of a round.
  function automatic logic is_kept(
      input logic [Links-1:0] came, input logic [2:0] came_op, input logic [Links*Width-1:0] words,
      input logic [Links-1:0] seen, input logic [2:0] kept_op, input logic [Width-1:0] kept
  );
    logic [Width-1:0] folded;
    folded = (came == 2'b01) ? words[0 +: Width]
             : (came == 2'b10) ? words[Width +: Width]
                               : one_of(came_op, words[0 +: Width], words[Width +: Width]);
    is_kept = seen == came && (came == '0 || (kept_op == came_op && kept == folded
                                              && came_op >= 3'd1 && came_op <= 3'd4));
  endfunction

  logic             odd;
  logic [Width-1:0] oldest;  // of the adder
  assign odd = done_q[0];
  assign oldest = Width'(\i_stage.stage_q >> (Width * (Adder - 32'(adds_q))));
  always_comb begin : properties
    m_rounds: assume (rounds_i != '0);
    if (runs_q) begin
      a_same_barrier: assert (\i_stage.started_q == owes_q && \i_stage.round_q == done_q
                              && (!owes_q || (\i_stage.op_q == op_q && \i_stage.own_q == own_q
                                              && op_q >= 3'd1 && op_q <= 3'd4)));
      a_same_left: assert (!owes_q || \i_stage.left_q == TagWidth'(wanted_q - passed_q));
      a_same_now: assert (is_kept(now_q, now_op_q, now_words_q,
          odd ? \i_stage.seen_q [3:2] : \i_stage.seen_q [1:0],
          odd ? \i_stage.sum_op_q [5:3] : \i_stage.sum_op_q [2:0],
          odd ? \i_stage.sum_q [3:2] : \i_stage.sum_q [1:0]));
      a_same_later: assert (is_kept(later_q, later_op_q, later_words_q,
          odd ? \i_stage.seen_q [1:0] : \i_stage.seen_q [3:2],
          odd ? \i_stage.sum_op_q [2:0] : \i_stage.sum_op_q [5:3],
          odd ? \i_stage.sum_q [1:0] : \i_stage.sum_q [3:2]));
      a_same_adder: assert (32'(adds_q) <= Adder && (adds_q == 2'd0 || owes_q)
          && \i_stage.full_q == ((adds_q == 2'd0) ? '0
                                 : NumStages'(NumStages'(1) << (Adder - 32'(adds_q))))
          && (adds_q == 2'd0 || oldest == sum_q));
      // A flit for every round, sent before that of all others has passed it.
      a_counts: assert (told_q == TagWidth'(done_q + TagWidth'(owes_q && adds_q == 2'd0)));
      a_rounds_to_go: assert (!owes_q || passed_q < wanted_q
                              || (passed_q == wanted_q && adds_q != 2'd0));

      a_result: assert (out_lane[FlitWidth-1:0] == own_lane_q);
      a_neighbours_alike: assert (out_lane[NumLanes*FlitWidth-1:FlitWidth]
                                  == {Links{link_lane_q}});
      a_one_or_other: assert (!out_lane[FlitWidth-1] || !out_lane[2*FlitWidth-1]);
      a_none_twice: assert (!out_lane[2*FlitWidth-1]
          || TagWidth'(out_lane[FlitWidth+31 +: TagWidth] + 1'b1) == told_q);
      a_idle_after_result: assert (!out_lane[FlitWidth-1]
                                   || (!\i_stage.started_q && \i_stage.full_q == '0));
      a_strange: assert (violation[noc_pkg::NoRoute] == (strange_q != '0));
      a_unfit: assert (violation[noc_pkg::Mismatch] == (unfit_q != '0));
      a_too_many: assert (violation[noc_pkg::Overflow] == (too_many_q != '0));
      a_nothing_else: assert ((violation & ~(noc_pkg::ViolationWidth'(1) << noc_pkg::NoRoute)
                               & ~(noc_pkg::ViolationWidth'(1) << noc_pkg::Mismatch)
                               & ~(noc_pkg::ViolationWidth'(1) << noc_pkg::Overflow)) == '0
                              && violation_out == '0);
      a_named: assert (violation_in == (strange_q | unfit_q | too_many_q));
      a_busy: assert (busy == (own_lane_q != '0 || link_lane_q != '0 || violation != '0
                               || adds_q != 2'd0 || (owes_q && now_q == '1)));

      c_result_of_two_rounds: cover (out_lane[FlitWidth-1] && done_q == TagWidth'(2)
                                     && violation == '0);
      c_second_barrier: cover (out_lane[2*FlitWidth-1] && done_q != '0 && passed_q == '0);
      c_ahead: cover (later_q == '1 && now_q != '0);
      c_before_the_pe: cover (!owes_q && now_q == '1);
      c_round_dropped: cover (completes && !agrees);
      c_too_many: cover (too_many_q == '1);
      c_not_due: cover (unfit_q != '0 && now_q == '0 && later_q == '0);
    end
  end

endmodule

`default_nettype wire
