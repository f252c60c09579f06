// flood_stage_sva.sv: what a stage that floods promises over time. Bound to every instance.
//
// It keeps every word as it came, those of the round that is awaited and those of the next one,
// and counts rounds and flits: at each edge it holds the pins against what followed from the edge
// before, then works out what follows from this one. A stage with nothing to do may be left
// unclocked.
`default_nettype none

module flood_stage_sva #(
  parameter int unsigned Links = 4,
  parameter int unsigned Adder = 0,
  parameter int unsigned Width = 31,
  parameter int unsigned Ops   = 30,
  localparam int unsigned NumLanes  = 1 + Links,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input logic                               clk_i,
  input logic                               rst_ni,
  input logic [noc_pkg::TagWidth-1:0]       rounds_i,
  input logic [NumLanes*FlitWidth-1:0]      in_lane_i,
  input logic [NumLanes*FlitWidth-1:0]      out_lane_o,
  input logic                               busy_o,
  input logic [noc_pkg::ViolationWidth-1:0] violation_o,
  input logic [NumLanes-1:0]                violation_in_o,
  input logic [NumLanes-1:0]                violation_out_o
);

  localparam int unsigned TagWidth   = noc_pkg::TagWidth;
  localparam int unsigned TagLow     = noc_pkg::PayloadWidth;
  localparam int unsigned TreeWidth  = 4;
  localparam int unsigned TreeLow    = TagLow + TagWidth;
  localparam int unsigned OpWidth    = 3;
  localparam int unsigned OpLow      = TreeLow + TreeWidth;
  localparam int unsigned KindLow    = FlitWidth - 1 - noc_pkg::KindWidth;
  localparam int unsigned WordsWidth = Links * Width;

  // Notes.
  logic                  owes;         // the PE waits for a result
  logic [OpWidth-1:0]    own_op;
  logic [Width-1:0]      own;
  logic [TagWidth-1:0]   to_come;      // rounds of this barrier whose words have not all come
  logic [TagWidth-1:0]   done;         // rounds whose words have all come, since the reset
  logic [TagWidth-1:0]   told;         // flits sent to all neighbours
  logic [Links-1:0]      now_came;     // links whose word of the awaited round has come
  logic [OpWidth-1:0]    now_op;
  logic [WordsWidth-1:0] now_words;
  logic [Links-1:0]      later_came;   // of the round after it
  logic [OpWidth-1:0]    later_op;
  logic [WordsWidth-1:0] later_words;
  int unsigned           adding;       // edges until the sum goes; 0: there is none
  logic [Width-1:0]      sum;
  // What the pins must show.
  logic [FlitWidth-1:0]               own_due;
  logic [FlitWidth-1:0]               link_due;
  logic [noc_pkg::ViolationWidth-1:0] violation_due;
  logic [NumLanes-1:0]                named_due;
  logic                               busy_due;

  function automatic logic is_built(input logic [OpWidth-1:0] op);
    is_built = ((Ops >> op) & 1) != 0;
  endfunction

  function automatic logic [Width-1:0] folded(
      input logic [OpWidth-1:0] op, input logic [Width-1:0] a, input logic [Width-1:0] b
  );
    case (op)
      3'd1: folded = ($signed(b) < $signed(a)) ? b : a;
      3'd2: folded = ($signed(b) > $signed(a)) ? b : a;
      3'd3: folded = a & b;
      default: folded = a | b;
    endcase
  endfunction

  function automatic logic [FlitWidth-1:0] flit_of(
      input logic [noc_pkg::KindWidth-1:0] kind, input logic [OpWidth-1:0] op,
      input logic [TagWidth-1:0] tag, input logic [Width-1:0] word
  );
    flit_of = {1'b1, kind, 2'b11, (KindLow-2-OpLow-OpWidth)'(0), op, TreeWidth'(0), tag,
               noc_pkg::PayloadWidth'(word)};
  endfunction

  /*verilator tracing_off*/
  /* verilator lint_off BLKSEQ */  // one block takes the notes and reads them
  always_ff @(posedge clk_i) begin : follow
    logic [FlitWidth-1:0] flit;
    logic [OpWidth-1:0]   op;
    logic [TagWidth-1:0]  tag;
    logic                 starts;
    logic                 goes;
    logic                 fits;
    flit = '0;
    op = '0;
    tag = '0;
    starts = 1'b0;
    goes = 1'b0;
    fits = 1'b0;

    if (rst_ni) begin
      a_result: assert (out_lane_o[FlitWidth-1:0] == own_due)
        else $error("the PE is sent %h, not %h", out_lane_o[FlitWidth-1:0], own_due);
      a_neighbours: assert (out_lane_o[NumLanes*FlitWidth-1:FlitWidth] == {Links{link_due}})
        else $error("neighbours are sent %h, not %h each",
                    out_lane_o[NumLanes*FlitWidth-1:FlitWidth], link_due);
      a_reported: assert (violation_o == violation_due && violation_out_o == '0)
        else $error("reports are %b, not %b", violation_o, violation_due);
      a_named: assert (violation_in_o == named_due)
        else $error("inputs of reports are %b, not %b", violation_in_o, named_due);
      a_busy: assert (busy_o == busy_due)
        else $error("busy is %b, not %b", busy_o, busy_due);
    end

    own_due = '0;
    link_due = '0;
    violation_due = '0;
    named_due = '0;
    // What has come.
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      flit = in_lane_i[lane*FlitWidth +: FlitWidth];
      op = flit[OpLow +: OpWidth];
      tag = flit[TagLow +: TagWidth];
      if (flit[FlitWidth-1]) begin
        named_due[lane] = 1'b1;
        if (flit[KindLow +: noc_pkg::KindWidth] != noc_pkg::Combine
            || flit[TreeLow +: TreeWidth] != '0) begin
          violation_due[noc_pkg::NoRoute] = 1'b1;
        end else if (!is_built(op)) begin
          violation_due[noc_pkg::Mismatch] = 1'b1;
        end else if (lane == 0) begin
          if (owes) begin
            violation_due[noc_pkg::Overflow] = 1'b1;
          end else begin
            named_due[lane] = 1'b0;
            starts = 1'b1;
            own_op = op;
            own = flit[Width-1:0];
            to_come = rounds_i;
          end
        end else if (tag == done) begin
          fits = now_came == '0 || now_op == op;
          if (now_came[lane-1]) begin
            violation_due[noc_pkg::Overflow] = 1'b1;
          end else if (!fits) begin
            violation_due[noc_pkg::Mismatch] = 1'b1;
          end else begin
            named_due[lane] = 1'b0;
            now_came[lane-1] = 1'b1;
            now_op = op;
            now_words[(lane-1)*Width +: Width] = flit[Width-1:0];
          end
        end else if (tag == done + TagWidth'(1)) begin
          fits = later_came == '0 || later_op == op;
          if (later_came[lane-1]) begin
            violation_due[noc_pkg::Overflow] = 1'b1;
          end else if (!fits) begin
            violation_due[noc_pkg::Mismatch] = 1'b1;
          end else begin
            named_due[lane] = 1'b0;
            later_came[lane-1] = 1'b1;
            later_op = op;
            later_words[(lane-1)*Width +: Width] = flit[Width-1:0];
          end
        end else begin
          violation_due[noc_pkg::Mismatch] = 1'b1;
        end
      end
    end

    // What follows: the PE's word at once, sums when combining is over.
    if (starts) begin
      goes = 1'b1;
      sum = own;
    end else if (adding != 0) begin
      adding = adding - 1;
      goes = adding == 0;
    end else if (owes && now_came == '1) begin
      if (now_op != own_op) begin
        violation_due[noc_pkg::Mismatch] = 1'b1;
        named_due[NumLanes-1:1] = '1;
        now_came = '0;
      end else begin
        sum = own;
        for (int unsigned link = 0; link < Links; link++) begin
          sum = folded(own_op, sum, now_words[link*Width +: Width]);
        end
        done = done + 1'b1;
        to_come = to_come - 1'b1;
        now_came = later_came;
        now_op = later_op;
        now_words = later_words;
        later_came = '0;
        adding = Adder;
        goes = Adder == 0;
      end
    end
    owes = owes || starts;
    if (goes && to_come == '0) begin
      own_due = flit_of(noc_pkg::Result, own_op, TagWidth'(0), sum);
      owes = 1'b0;
    end else if (goes) begin
      link_due = flit_of(noc_pkg::Combine, own_op, told, sum);
      told = told + 1'b1;
    end
    busy_due = goes || violation_due != '0 || adding != 0 || (owes && now_came == '1);

    if (!rst_ni) begin
      owes          = 1'b0;
      done          = '0;
      told          = '0;
      now_came      = '0;
      later_came    = '0;
      adding        = 0;
      own_due       = '0;
      link_due      = '0;
      violation_due = '0;
      named_due     = '0;
      busy_due      = 1'b0;
    end
  end
  /* verilator lint_on BLKSEQ */
  /*verilator tracing_on*/

endmodule

bind flood_stage flood_stage_sva #(
  .Links(Links), .Adder(Adder), .Width(Width), .Ops(Ops)
) i_sva (.*);

`default_nettype wire
