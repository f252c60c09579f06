// Contract pins of cr3. Contract ports: PE, +x, -x, +y, -y; cr3: east, south, west, north, local.
// Lane bit 37 of a flit is cr3's own: set here on the way in, 0 on the way out.
// Credits stay encoded: bit 2i = valid, bit 2i + 1 = lane number.
module cr3_wrapper #(parameter int unsigned Depth = 8) (
  input  logic            clk_i, rst_ni,
  input  logic [2:0]      x_i, y_i,
  input  logic [5*40-1:0] in_flit_i,   output logic [5*40-1:0] out_flit_o,
  input  logic [5*2-1:0]  in_valid_i,  output logic [5*2-1:0]  out_valid_o,
  output logic [5*2-1:0]  in_ready_o,  input  logic [5*2-1:0]  out_ready_i,
  output logic [5*2-1:0]  in_credit_o, input  logic [5*2-1:0]  out_credit_i);

  logic [5*40-1:0] fi, fo;
  logic [4:0]      vi, vo, icv, icl, ocv, ocl;
  logic            unused;

  for (genvar i = 0; i < 5; i++) begin : g_port
    localparam int unsigned P = (i == 0) ? 4 : (i == 1) ? 0 : (i == 2) ? 2 : (i == 3) ? 1 : 3;
    assign fi[P*40 +: 40] = {in_flit_i[i*40+38 +: 2], in_valid_i[i*2+1], in_flit_i[i*40 +: 37]};
    assign vi[P]          = |in_valid_i[i*2 +: 2];
    assign out_flit_o[i*40 +: 40] = {fo[P*40+38 +: 2], 1'b0, fo[P*40 +: 37]};
    assign out_valid_o[i*2 +: 2]  = {vo[P] & fo[P*40+37], vo[P] & ~fo[P*40+37]};
    assign in_credit_o[i*2 +: 2]  = {icl[P], icv[P]};
    assign {ocl[P], ocv[P]}       = out_credit_i[i*2 +: 2];
  end
  assign in_ready_o = '0;
  assign unused     = ^out_ready_i;

  cr3 #(.DEPTH(Depth)) i_router (
    .clk(clk_i), .reset(!rst_ni), .my_x(x_i), .my_y(y_i),
    .in_valid(vi), .in_flit(fi), .in_credit_valid(icv), .in_credit_lane(icl),
    .out_valid(vo), .out_flit(fo), .out_credit_valid(ocv), .out_credit_lane(ocl));
endmodule
