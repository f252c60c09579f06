// flood_stage.sv: a barrier without a tree: a node tells all its neighbours, again and again.
//
// Lanes: the PE's, then the links. A Combine flit of the PE starts a barrier of rounds_i rounds:
// its word goes to all neighbours, and in every round what all of them sent in the round before,
// folded with the PE's word, does; after the last round it goes to the PE as a Result. By induction
// what a node sends in round i holds the words of all nodes up to i links away: with the diameter
// of the network for rounds_i the result holds all. Words come over several ways, so that only
// operations are built that allow that: minimum, maximum, and, or.
//
// Flits of links have the number of their round for tag, counted on from barrier to barrier. A node
// waits for all neighbours, so that none is more than a round ahead, or behind: words of two rounds
// are kept, folded as they come, and nothing else. No link needs credits.
//
// A word captured at edge e is in the flit that is on the links in step e + 1 + Adder. The PE's own
// goes on in one step.
//
// Reported, and dropped: operands that differ in operation from those that they meet, or of a round
// that is not due (Mismatch), a second one of a neighbour for a round, or of the PE before it has
// its result (Overflow), and flits that are no operands of tree 0 (NoRoute).
`default_nettype none

module flood_stage #(
  parameter int unsigned Links = 4,
  parameter int unsigned Adder = 0,   // steps
  parameter int unsigned Width = 31,  // of a word; the bits of the payload above it are 0
  parameter int unsigned Ops   = 30,  // bit k: operation k of combine_pkg is built
  localparam int unsigned NumLanes  = 1 + Links,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,

  input  logic [noc_pkg::TagWidth-1:0]       rounds_i,  // of a barrier, at least 1

  input  logic [NumLanes*FlitWidth-1:0]      in_lane_i,
  output logic [NumLanes*FlitWidth-1:0]      out_lane_o,

  output logic                               busy_o,
  output logic [noc_pkg::ViolationWidth-1:0] violation_o,
  output logic [NumLanes-1:0]                violation_in_o,
  output logic [NumLanes-1:0]                violation_out_o  // never
);

  if (Links < 1 || Links > 65) begin : gen_bad_links
    $error("flood_stage: Links must be 1 to 65, got %0d", Links);
  end
  if (Adder > 3) begin : gen_bad_adder
    $error("flood_stage: Adder must be 0 to 3, got %0d", Adder);
  end
  if (Width < 1 || Width > combine_pkg::MaxWidth) begin : gen_bad_width
    $error("flood_stage: Width must be 1 to 31, got %0d", Width);
  end
  if (Ops < 1 || (Ops & ~32'd30) != 0) begin : gen_bad_ops
    $error("flood_stage: Ops must be some of minimum, maximum, and, or: bits 1 to 4, got %0d", Ops);
  end

  localparam int unsigned TagWidth = noc_pkg::TagWidth;
  localparam int unsigned OpWidth  = combine_pkg::OpWidth;
  localparam int unsigned MaxWidth = combine_pkg::MaxWidth;
  // At least 1, so that nothing else stops the elaboration before the rules above do.
  localparam int unsigned WordWidth = (Width == 0) ? 1 : Width;
  localparam int unsigned Unused    = MaxWidth - WordWidth;  // bits below a word that is combined
  localparam int unsigned NumStages = (Adder == 0) ? 1 : Adder;

  localparam logic [combine_pkg::NumOps-1:0] Built = combine_pkg::NumOps'(Ops);

  // Of the PE, from its operand to its result.
  logic                 started_q;
  logic [OpWidth-1:0]   op_q;
  logic [WordWidth-1:0] own_q;
  logic [TagWidth-1:0]  left_q;   // rounds that are still to be received
  logic [TagWidth-1:0]  round_q;  // the one that is awaited
  // Of the round that is awaited and of the next one, by their lowest bit.
  logic [2*Links-1:0]     seen_q;
  logic [2*OpWidth-1:0]   sum_op_q;
  logic [2*WordWidth-1:0] sum_q;
  // What is being combined; the stage that is filled first is the lowest one.
  logic [NumStages*WordWidth-1:0] stage_q;
  logic [NumStages-1:0]           full_q;

  function automatic logic [WordWidth-1:0] folded(
      input logic [OpWidth-1:0] op, input logic [WordWidth-1:0] a, input logic [WordWidth-1:0] b
  );
    logic [MaxWidth-1:0] word;
    word = combine_pkg::fold(Built, op, MaxWidth'(a) << Unused, MaxWidth'(b) << Unused);
    folded = WordWidth'(word >> Unused);
  endfunction

  // verilator lint_off BLKSEQ
  /*verilator tracing_off*/  // locals of the step: a wave shows ports and registers
  always_ff @(posedge clk_i) begin : step
    logic                               starts;  // the PE's operand has come
    logic                               told;    // there is a word to send
    logic [WordWidth-1:0]               word;
    logic [NumLanes*FlitWidth-1:0]      sent;
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [NumLanes-1:0]                involved_in;
    starts      = 1'b0;
    told        = 1'b0;
    word        = '0;
    sent        = (NumLanes*FlitWidth)'(0);
    violation   = '0;
    involved_in = '0;

    // The PE's operand starts; a neighbour's word is folded into the sum of its round.
    begin : arrivals
      logic [FlitWidth-1:0] flit;
      logic [OpWidth-1:0]   op;
      logic [TagWidth-1:0]  ahead;  // rounds from the one that is awaited
      logic                 slot;
      logic                 is_operand;
      flit = '0;
      op = '0;
      ahead = '0;
      slot = 1'b0;
      is_operand = 1'b0;
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        if (in_lane_i[lane*FlitWidth+FlitWidth-1]) begin
          flit = in_lane_i[lane*FlitWidth +: FlitWidth];
          op = combine_pkg::op_of(flit);
          is_operand = noc_pkg::flit_kind(flit) == noc_pkg::Combine
                       && combine_pkg::tree_of(flit) == '0;
          ahead = noc_pkg::flit_tag(flit) - round_q;
          slot = 1'(noc_pkg::flit_tag(flit));
          involved_in[lane] = 1'b1;
          if (!is_operand) begin
            violation[noc_pkg::NoRoute] = 1'b1;
          end else if (!combine_pkg::is_known(Built, op)) begin
            violation[noc_pkg::Mismatch] = 1'b1;
          end else if (lane == 0) begin
            if (started_q) begin
              violation[noc_pkg::Overflow] = 1'b1;
            end else begin
              involved_in[lane] = 1'b0;
              starts = 1'b1;
              op_q   = op;
              own_q  = WordWidth'(flit);
              left_q = rounds_i;
            end
          end else if (ahead > TagWidth'(1)) begin
            violation[noc_pkg::Mismatch] = 1'b1;
          end else if (seen_q[slot*Links+lane-1]) begin
            violation[noc_pkg::Overflow] = 1'b1;
          end else if (seen_q[slot*Links +: Links] != '0
                       && sum_op_q[slot*OpWidth +: OpWidth] != op) begin
            violation[noc_pkg::Mismatch] = 1'b1;
          end else begin
            involved_in[lane] = 1'b0;
            sum_q[slot*WordWidth +: WordWidth] =
                (seen_q[slot*Links +: Links] == '0)
                ? WordWidth'(flit)
                : folded(op, sum_q[slot*WordWidth +: WordWidth], WordWidth'(flit));
            sum_op_q[slot*OpWidth +: OpWidth] = op;
            seen_q[slot*Links+lane-1] = 1'b1;
          end
        end
      end
    end

    // When all neighbours' words of a round are there, the next one is told; not before the word of
    // the round before has left.
    begin : rounds
      logic slot;
      logic was_empty;
      slot = round_q[0];
      was_empty = full_q == '0;
      if (Adder != 0) begin
        told = full_q[NumStages-1];
        word = stage_q[NumStages*WordWidth-1 -: WordWidth];
        stage_q = (NumStages*WordWidth)'({stage_q, WordWidth'(0)});
        full_q  = NumStages'({full_q, 1'b0});
      end
      if (starts) begin
        told = 1'b1;
        word = own_q;
      end else if (started_q && was_empty && seen_q[slot*Links +: Links] == '1) begin
        if (sum_op_q[slot*OpWidth +: OpWidth] != op_q) begin
          violation[noc_pkg::Mismatch] = 1'b1;
          involved_in[NumLanes-1:1] = '1;
        end else begin
          round_q = round_q + 1'b1;
          left_q  = left_q - 1'b1;
          if (Adder == 0) begin
            told = 1'b1;
            word = folded(op_q, own_q, sum_q[slot*WordWidth +: WordWidth]);
          end else begin
            full_q[0] = 1'b1;
            stage_q[WordWidth-1:0] = folded(op_q, own_q, sum_q[slot*WordWidth +: WordWidth]);
          end
        end
        seen_q[slot*Links +: Links] = '0;
      end
      started_q = started_q || starts;
    end

    // A word goes to all neighbours, that of the last round to the PE.
    begin : telling
      logic [FlitWidth-1:0] flit;
      flit = '0;
      if (told && left_q == '0) begin
        sent[FlitWidth-1:0] = combine_pkg::flit_of(
            noc_pkg::Result, combine_pkg::TreeWidth'(0), op_q, TagWidth'(0), MaxWidth'(word));
        started_q = 1'b0;
      end else if (told) begin
        flit = combine_pkg::flit_of(
            noc_pkg::Combine, combine_pkg::TreeWidth'(0), op_q, round_q, MaxWidth'(word));
        sent[NumLanes*FlitWidth-1:FlitWidth] = {Links{flit}};
      end
    end

    begin : registers
      if (!rst_ni) begin
        started_q       = 1'b0;
        op_q            = '0;
        own_q           = '0;
        left_q          = '0;
        round_q         = '0;
        seen_q          = '0;
        sum_op_q        = '0;
        sum_q           = '0;
        stage_q         = '0;
        full_q          = '0;
        out_lane_o      <= (NumLanes*FlitWidth)'(0);
        busy_o          <= 1'b0;
        violation_o     <= '0;
        violation_in_o  <= '0;
        violation_out_o <= '0;
      end else begin
        out_lane_o      <= sent;
        // A round may be complete, and only the adder have kept it.
        busy_o          <= told || violation != '0 || full_q != '0
                           || (started_q && seen_q[round_q[0]*Links +: Links] == '1);
        violation_o     <= violation;
        violation_in_o  <= involved_in;
        violation_out_o <= '0;
`ifndef YOSYS  // Yosys 0.23 does not parse the else of an assertion
        // Facts of one cycle. Lanes read from the right: the PE's, then links.
        if (violation != '0) begin
          a_all_fit: assert (!violation[noc_pkg::Mismatch])
            else $error("mismatch: operands that do not fit, inputs %b", involved_in);
          a_route: assert (!violation[noc_pkg::NoRoute])
            else $error("no route: a flit is no operand, inputs %b", involved_in);
          a_room: assert (!violation[noc_pkg::Overflow])
            else $error("overflow: an operand more than one, inputs %b", involved_in);
        end
`endif
      end
    end
  end
  // verilator lint_on BLKSEQ
  /*verilator tracing_on*/

endmodule

`default_nettype wire
