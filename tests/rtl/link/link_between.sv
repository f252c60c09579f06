// link_between.sv: two registers with a link between them, bare or with an encoder and a decoder.
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

  logic [63:0] sent_q;
  logic [63:0] arriving;
  always_ff @(posedge clk_i) begin : step
    sent_q <= word_i;
    word_o <= arriving;
    if (!rst_ni) begin
      sent_q <= '0;
      word_o <= '0;
    end
  end

  if (Coded == 1) begin : gen_coded
    localparam int unsigned CodeWidth = 64 + link_pkg::check_width(Protection, 64);
    logic [CodeWidth-1:0] code;
    logic                 unused_corrected;
    logic                 unused_wrong;
    flit_encoder #(.Protection(Protection)) i_encoder (
      .clk_i, .rst_ni, .word_i(sent_q), .code_o(code)
    );
    flit_decoder #(.Protection(Protection)) i_decoder (
      .clk_i, .rst_ni, .code_i(code), .word_o(arriving), .corrected_o(unused_corrected),
      .wrong_o(unused_wrong)
    );
  end else begin : gen_bare
    assign arriving = sent_q;
  end

endmodule

`default_nettype wire
