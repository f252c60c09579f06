// link_between.sv: a link of one register, bare or between an encoder and a decoder.
`default_nettype none

module link_between #(
  parameter int unsigned Coded      = 1,
  parameter int unsigned Protection = 0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [63:0] word_i,
  output logic [63:0] word_o
);

  localparam int unsigned CodeWidth =
      (Coded == 1) ? 64 + link_pkg::check_width(Protection, 64) : 64;

  logic [CodeWidth-1:0] code;
  logic [CodeWidth-1:0] code_q;  // on the link; no tool sees that what it holds is a code
  logic [63:0]          arriving;
  always_ff @(posedge clk_i) begin : step
    code_q <= code;
    word_o <= arriving;
    if (!rst_ni) begin
      code_q <= '0;
      word_o <= '0;
    end
  end

  if (Coded == 1) begin : gen_coded
    logic unused_corrected;
    logic unused_wrong;
    flit_encoder #(.Protection(Protection)) i_encoder (.clk_i, .rst_ni, .word_i, .code_o(code));
    flit_decoder #(.Protection(Protection)) i_decoder (
      .clk_i, .rst_ni, .code_i(code_q), .word_o(arriving), .corrected_o(unused_corrected),
      .wrong_o(unused_wrong)
    );
  end else begin : gen_bare
    assign code     = word_i;
    assign arriving = code_q;
  end

endmodule

`default_nettype wire
