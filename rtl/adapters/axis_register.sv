// axis_register.sv: a register in a stream that cuts all paths through it: two words.
//
// A word taken at one edge is offered after it; one word a cycle. ready_o, valid_o and data_o come
// straight from registers, so that no logic adds to that of the neighbours. data_o is zero while
// there is no word, as a lane without a flit is.
`default_nettype none

module axis_register #(
  parameter int unsigned Width = 32
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             valid_i,
  output logic             ready_o,
  input  logic [Width-1:0] data_i,

  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] data_o
);

  if (Width < 1) begin : gen_bad_width
    $error("axis_register: Width must be at least 1, got %0d", Width);
  end

  // A second word has come while the first could not go: then ready_o is low.
  logic             spare_valid_q;
  logic [Width-1:0] spare_q;

  logic arrives;
  assign arrives = valid_i && ready_o;

  always_ff @(posedge clk_i) begin : step
    ready_o <= 1'b1;
    if (ready_i || !valid_o) begin
      valid_o       <= spare_valid_q || arrives;
      data_o        <= '0;
      if (arrives) data_o <= data_i;
      if (spare_valid_q) data_o <= spare_q;
      spare_valid_q <= 1'b0;
    end else if (arrives || spare_valid_q) begin
      ready_o       <= 1'b0;
      spare_valid_q <= 1'b1;
    end
    if (arrives) spare_q <= data_i;

    if (!rst_ni) begin
      ready_o       <= 1'b0;
      valid_o       <= 1'b0;
      data_o        <= '0;
      spare_valid_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
