// link_code_fv.sv: what the codes of links correct and report, for all words and all places of one
// and two wrong bits.
//
// Word and damage are in a register each, so that two steps hold every case.
`default_nettype none

module link_code_fv #(
  parameter int unsigned Width      = 64,
  localparam int unsigned CheckWidth = link_pkg::check_width(link_pkg::Secded, Width),
  localparam int unsigned CodeWidth  = Width + CheckWidth
) (
  input logic                 clk_i,
  input logic [Width-1:0]     word_i,
  input logic [CodeWidth-1:0] damage_i
);

  logic [Width-1:0]     word_q = '0;
  logic [CodeWidth-1:0] damage_q = '0;
  always_ff @(posedge clk_i) begin : any_case
    word_q   <= word_i;
    damage_q <= damage_i;
  end

  logic [CodeWidth-1:0] others;     // wrong bits but the lowest
  logic [CodeWidth-1:0] more;       // but the two lowest
  assign others = damage_q & (damage_q - CodeWidth'(1));
  assign more   = others & (others - CodeWidth'(1));

  logic [CodeWidth-1:0] code;
  logic [Width-1:0]     word;
  logic                 corrected;
  logic                 wrong;
  flit_encoder #(.Protection(2), .Width(Width)) i_encoder (
    .clk_i(clk_i), .rst_ni(1'b1), .word_i(word_q), .code_o(code)
  );
  flit_decoder #(.Protection(2), .Width(Width)) i_decoder (
    .clk_i(clk_i), .rst_ni(1'b1), .code_i(code ^ damage_q), .word_o(word),
    .corrected_o(corrected), .wrong_o(wrong)
  );

  logic [Width:0]   parity_code;
  logic [Width-1:0] parity_word;
  logic             parity_corrected;
  logic             parity_wrong;
  flit_encoder #(.Protection(1), .Width(Width)) i_parity_encoder (
    .clk_i(clk_i), .rst_ni(1'b1), .word_i(word_q), .code_o(parity_code)
  );
  flit_decoder #(.Protection(1), .Width(Width)) i_parity_decoder (
    .clk_i(clk_i), .rst_ni(1'b1), .code_i(parity_code ^ damage_q[Width:0]), .word_o(parity_word),
    .corrected_o(parity_corrected), .wrong_o(parity_wrong)
  );

  always_comb begin : properties
    if (damage_q == '0) a_intact: assert (word == word_q && !corrected && !wrong);
    if (damage_q != '0 && others == '0) begin
      a_one_corrected: assert (word == word_q && corrected && !wrong);
    end
    if (others != '0 && more == '0) begin
      a_two_reported: assert (!corrected && wrong);
    end
    a_parity: assert (parity_wrong == ^damage_q[Width:0]);
    a_parity_changes_nothing: assert (parity_word == (word_q ^ damage_q[Width-1:0])
                                      && !parity_corrected);

    c_three_pass_for_one: cover (more != '0 && corrected);
    c_four_unseen: cover (more != '0 && !corrected && !wrong);
    c_last_check_bit: cover (damage_q[CodeWidth-1] && others == '0 && word_q != '0);
  end

endmodule

`default_nettype wire
