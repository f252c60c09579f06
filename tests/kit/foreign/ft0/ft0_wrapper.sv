// ft0 behind the ports that Flitwise knows: PE +x -x +y -y are its 4 1 3 0 2.
module ft0_wrapper (
  input  logic         clk_i, rst_ni,
  input  logic [3:0]   x_i, y_i,
  input  logic [279:0] in_flit_i,   output logic [279:0] out_flit_o,
  input  logic [4:0]   in_valid_i,  output logic [4:0]   out_valid_o,
  output logic [4:0]   in_ready_o,  input  logic [4:0]   out_ready_i,
  output logic [4:0]   in_credit_o, input  logic [4:0]   out_credit_i);
  logic [279:0] fi, fo;
  logic [4:0]   vo, ri;
  logic         unused;
  assign fi = {in_flit_i[0 +: 56], in_flit_i[112 +: 56], in_flit_i[224 +: 56],
               in_flit_i[56 +: 56], in_flit_i[168 +: 56]};
  assign out_flit_o  = {fo[112 +: 56], fo[0 +: 56], fo[168 +: 56], fo[56 +: 56], fo[224 +: 56]};
  assign out_valid_o = {vo[2], vo[0], vo[3], vo[1], vo[4]};
  assign in_ready_o  = {ri[2], ri[0], ri[3], ri[1], ri[4]};
  assign in_credit_o = '0;
  assign unused      = ^out_credit_i;
  ft0 i_router (
    .clk(clk_i), .rst(!rst_ni), .my_x(x_i), .my_y(y_i), .in_flit(fi),
    .in_valid({in_valid_i[0], in_valid_i[2], in_valid_i[4], in_valid_i[1], in_valid_i[3]}),
    .in_ready(ri), .out_flit(fo), .out_valid(vo),
    .out_ready({out_ready_i[0], out_ready_i[2], out_ready_i[4], out_ready_i[1], out_ready_i[3]}));
endmodule
