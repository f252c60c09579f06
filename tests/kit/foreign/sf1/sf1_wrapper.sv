// Flitwise order PE +x -x +y -y; pebble's order east south west north local, y grows southwards.
module sf1_wrapper #(parameter int unsigned X = 0, parameter int unsigned Y = 0) (
  input  logic            clk_i, rst_ni,
  input  logic [5*64-1:0] in_flit_i,   output logic [5*64-1:0] out_flit_o,
  input  logic [4:0]      in_valid_i,  output logic [4:0]      out_valid_o,
  output logic [4:0]      in_ready_o,  input  logic [4:0]      out_ready_i,
  output logic [4:0]      in_credit_o, input  logic [4:0]      out_credit_i);

  logic [5*64-1:0]  fi, fo;   // flat: Yosys 0.23 reads no [4:0][63:0]
  logic [4:0]       vi, vo, ri, ro;
  logic             unused;

  // local, north, west, south, east  =  PE, -y, -x, +y, +x
  assign vi = {in_valid_i[0], in_valid_i[4], in_valid_i[2], in_valid_i[3], in_valid_i[1]};
  assign ro = {out_ready_i[0], out_ready_i[4], out_ready_i[2], out_ready_i[3], out_ready_i[1]};
  assign fi = {in_flit_i[0*64 +: 64], in_flit_i[4*64 +: 64], in_flit_i[2*64 +: 64],
               in_flit_i[3*64 +: 64], in_flit_i[1*64 +: 64]};
  // back: -y, +y, -x, +x, PE
  assign out_valid_o = {vo[3], vo[1], vo[2], vo[0], vo[4]};
  assign in_ready_o  = {ri[3], ri[1], ri[2], ri[0], ri[4]};
  assign out_flit_o  = {fo[3*64 +: 64], fo[1*64 +: 64], fo[2*64 +: 64], fo[0*64 +: 64], fo[4*64 +: 64]};
  assign in_credit_o = 5'd0;
  assign unused      = ^out_credit_i;

  pebble_router #(.CW(4), .DW(56)) i_router (
    .clk(clk_i), .rst(!rst_ni), .my_x(4'(X)), .my_y(4'(Y)),
    .in_vld(vi), .in_flit(fi), .in_rdy(ri), .out_vld(vo), .out_flit(fo), .out_rdy(ro));
endmodule
