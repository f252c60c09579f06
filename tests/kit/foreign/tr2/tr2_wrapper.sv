// Port contract for trees of Flitwise: 0 PE, 1 parent, 2.. children; twig: children, up, host.
module tr2_wrapper #(parameter int unsigned Children = 2) (
  input  logic                       clk_i, rst_ni,
  input  logic [11:0]                pe_i,
  input  logic [Children*12-1:0]     child_first_i, child_last_i,
  input  logic [(Children+2)*60-1:0] in_flit_i,   output logic [(Children+2)*60-1:0] out_flit_o,
  input  logic [Children+1:0]        in_valid_i,  output logic [Children+1:0]        out_valid_o,
  output logic [Children+1:0]        in_ready_o,  input  logic [Children+1:0]        out_ready_i,
  output logic [Children+1:0]        in_credit_o, input  logic [Children+1:0]        out_credit_i,
  output logic [Children+1:0]        dropped_o);

  localparam C = Children;
  localparam B = Children * 60;
  logic [C+1:0]        vi, vo, lost;
  logic [(C+2)*60-1:0] fi, fo;
  logic                unused;

  assign vi          = {in_valid_i[0], in_valid_i[1], in_valid_i[2 +: C]};
  assign fi          = {in_flit_i[0 +: 60], in_flit_i[60 +: 60], in_flit_i[120 +: B]};
  assign out_valid_o = {vo[0 +: C], vo[C], vo[C+1]};
  assign out_flit_o  = {fo[0 +: B], fo[B +: 60], fo[B+60 +: 60]};
  assign dropped_o   = {lost[0 +: C], lost[C], lost[C+1]};
  assign in_ready_o  = '1;
  assign in_credit_o = '0;
  assign unused      = ^{out_ready_i, out_credit_i};

  twig_router #(.K(C), .AW(12), .DW(48)) i_router (
    .clk(clk_i), .rst_n(rst_ni), .cfg_self(pe_i), .cfg_lo(child_first_i), .cfg_hi(child_last_i),
    .rx_vld(vi), .rx_flit(fi), .tx_vld(vo), .tx_flit(fo), .lost(lost));
endmodule
