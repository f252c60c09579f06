// Pins of the contract for carousel. Ports PE, +x, -x, +y, -y are its host, e, w, n, s.
module tc2_wrapper #(parameter int unsigned Slots = 6) (
  input  logic            clk_i, rst_ni,
  input  logic [2:0]      x_i, y_i,
  input  logic [3:0]      side_x_i, side_y_i,
  input  logic [5*64-1:0] in_flit_i,   output logic [5*64-1:0] out_flit_o,
  input  logic [5*2-1:0]  in_valid_i,  output logic [5*2-1:0]  out_valid_o,
  output logic [5*2-1:0]  in_ready_o,  input  logic [5*2-1:0]  out_ready_i,
  output logic [5*2-1:0]  in_credit_o, input  logic [5*2-1:0]  out_credit_i);

  logic unused;
  assign in_ready_o = '0;
  assign unused     = ^out_ready_i;

  carousel #(.FW(64), .AW(3), .SLOTS(Slots)) i_carousel (
    .ck(clk_i), .clear(!rst_ni), .at_x(x_i), .at_y(y_i), .ring_x(side_x_i), .ring_y(side_y_i),
    .flit_i(in_flit_i), .push_i(in_valid_i), .refund_o(in_credit_o),
    .flit_o(out_flit_o), .push_o(out_valid_o), .refund_i(out_credit_i));
endmodule
