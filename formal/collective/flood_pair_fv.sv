// flood_pair_fv.sv: two stages that flood, neighbours, have one barrier after another.
//
// Free: when each PE offers its next word, which it does not before it has its result, the word,
// and the operation and the number of rounds, which do not change. Nothing is assumed of links.
// The model knows the words of the last two barriers of both.
`default_nettype none

module flood_pair_fv #(
  parameter int unsigned Adder = 1,
  localparam int unsigned Width     = 2,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input logic               clk_i,
  input logic [1:0]         offers_i,
  input logic [2*Width-1:0] word_i
);

  (* anyconst *) logic [noc_pkg::TagWidth-1:0] rounds;
  (* anyconst *) logic [2:0]                   op;

  logic runs_q = 1'b0;  // out of reset
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  logic [1:0]             busy;
  logic [2*noc_pkg::ViolationWidth-1:0] violation;
  logic [1:0]             has_result;
  logic [2*Width-1:0]     result;
  logic [2*FlitWidth-1:0] link;              // what each stage sends the other
  logic [1:0]             offers;
  logic [1:0]             owed_q = '0;       // the PE waits for its result
  logic [7:0]             begun_q = '0;      // barriers of each PE; they are few in so few steps
  logic [7:0]             ended_q = '0;
  logic [2*Width-1:0]     even_q;            // words of barriers with even numbers
  logic [2*Width-1:0]     odd_q;

  for (genvar side = 0; side < 2; side++) begin : gen_side
    logic [FlitWidth-1:0]   own;
    logic [2*FlitWidth-1:0] out_lane;
    logic [1:0]             violation_in;
    logic [1:0]             violation_out;
    assign own = offers[side] ? combine_pkg::flit_of(noc_pkg::Combine, 4'd0, op, '0,
                                                     31'(word_i[side*Width +: Width]))
                              : '0;
    flood_stage #(.Links(1), .Adder(Adder), .Width(Width)) i_stage (
      .clk_i(clk_i), .rst_ni(runs_q), .rounds_i(rounds),
      .in_lane_i({link[(1-side)*FlitWidth +: FlitWidth], own}), .out_lane_o(out_lane),
      .busy_o(busy[side]),
      .violation_o(violation[side*noc_pkg::ViolationWidth +: noc_pkg::ViolationWidth]),
      .violation_in_o(violation_in), .violation_out_o(violation_out)
    );
    assign link[side*FlitWidth +: FlitWidth] = out_lane[FlitWidth +: FlitWidth];
    assign has_result[side] = runs_q && out_lane[FlitWidth-1];
    assign result[side*Width +: Width] = out_lane[0 +: Width];
    assign offers[side] = runs_q && offers_i[side] && (!owed_q[side] || has_result[side]);

    always_ff @(posedge clk_i) begin : pe
      owed_q[side] <= runs_q && (offers[side] || (owed_q[side] && !has_result[side]));
      if (offers[side]) begin
        begun_q[4*side +: 4] <= begun_q[4*side +: 4] + 4'd1;
        if (begun_q[4*side]) odd_q[side*Width +: Width] <= word_i[side*Width +: Width];
        else even_q[side*Width +: Width] <= word_i[side*Width +: Width];
      end
      if (has_result[side]) ended_q[4*side +: 4] <= ended_q[4*side +: 4] + 4'd1;
    end
  end

  function automatic logic [Width-1:0] one_of(input logic [Width-1:0] a, input logic [Width-1:0] b);
    one_of = a | b;
    if (op == 3'd1) one_of = ($signed(a) < $signed(b)) ? a : b;
    if (op == 3'd2) one_of = ($signed(a) < $signed(b)) ? b : a;
    if (op == 3'd3) one_of = a & b;
  endfunction

  // What both PEs gave to a barrier, by the lowest bit of its number.
  function automatic logic [Width-1:0] whole(input logic is_odd);
    whole = is_odd ? one_of(odd_q[0 +: Width], odd_q[Width +: Width])
                   : one_of(even_q[0 +: Width], even_q[Width +: Width]);
  endfunction

  always_comb begin : properties
    m_rounds: assume (rounds != '0);
    m_op: assume (op >= 3'd1 && op <= 3'd4);
    if (runs_q) begin
      a_nothing_reported: assert (violation == '0);
      a_result_if_owed: assert ((has_result & ~owed_q) == '0);
      a_both_words: assert ((!has_result[0] || result[0 +: Width] == whole(ended_q[0]))
                            && (!has_result[1] || result[Width +: Width] == whole(ended_q[4])));
      // Nobody passes a barrier that the other has not begun.
      a_nobody_early: assert ((!has_result[0] || begun_q[7:4] > ended_q[3:0])
                              && (!has_result[1] || begun_q[3:0] > ended_q[7:4]));
      // A word waits for the other at one of the two only.
      a_both_at_once: assert (has_result == 2'b00 || has_result == 2'b11);
      a_goes_on: assert (owed_q != 2'b11 || busy != '0);

      c_two_barriers: cover (ended_q == {4'd2, 4'd2} && rounds == 13'd1);
      c_two_rounds: cover (has_result == 2'b11 && rounds == 13'd2);
      c_one_begins_alone: cover (owed_q == 2'b01 && ended_q != '0);
    end
  end

endmodule

`default_nettype wire
