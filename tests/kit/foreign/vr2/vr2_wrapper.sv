// Contract ports: 0 PE, 1 +x, 2 -x, 3 +y, 4 -y.  vr2: N E S W L, y grows south,
// so +y is S and -y is N.  Concatenations below read L W S E N (index 4 .. 0).
module vr2_wrapper #(parameter int unsigned X = 0, parameter int unsigned Y = 0,
                     parameter int unsigned Depth = 4) (
  input  logic            clk_i, rst_ni,
  input  logic [5*72-1:0] in_flit_i,   output logic [5*72-1:0] out_flit_o,
  input  logic [5*1-1:0]  in_valid_i,  output logic [5*1-1:0]  out_valid_o,
  output logic [5*1-1:0]  in_ready_o,  input  logic [5*1-1:0]  out_ready_i,
  output logic [5*1-1:0]  in_credit_o, input  logic [5*1-1:0]  out_credit_i);

  logic [71:0] fn, fe, fs, fw, fl;                       // flits out, by name
  logic        vn, ve, vs, vw, vl, rn, re, rs, rw, rl;   // valid out, ready in

  vr2 #(.FlitW(72), .CoordW(3), .Depth(Depth), .MyX(X), .MyY(Y)) i_router (
    .clk      (clk_i),
    .rst      (!rst_ni),
    .rx_flit  ({in_flit_i[0*72 +: 72], in_flit_i[2*72 +: 72], in_flit_i[3*72 +: 72],
                in_flit_i[1*72 +: 72], in_flit_i[4*72 +: 72]}),
    .rx_valid ({in_valid_i[0], in_valid_i[2], in_valid_i[3], in_valid_i[1], in_valid_i[4]}),
    .rx_ready ({rl, rw, rs, re, rn}),
    .tx_flit  ({fl, fw, fs, fe, fn}),
    .tx_valid ({vl, vw, vs, ve, vn}),
    .tx_ready ({out_ready_i[0], out_ready_i[2], out_ready_i[3], out_ready_i[1], out_ready_i[4]}));

  assign out_flit_o  = {fn, fs, fw, fe, fl};             // -y +y -x +x PE
  assign out_valid_o = {vn, vs, vw, ve, vl};
  assign in_ready_o  = {rn, rs, rw, re, rl};
  assign in_credit_o = '0;

  logic unused;
  assign unused = &{1'b0, out_credit_i};
endmodule
