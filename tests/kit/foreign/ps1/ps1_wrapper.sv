// Contract ports: 0 PE, 1 +x, 2 -x, 3 +y, 4 -y.  ps1: local, west, east, south, north.
module ps1_wrapper #(parameter int unsigned Depth = 4) (
  input  logic          clk_i, rst_ni,
  input  logic [2:0]    x_i, y_i,
  input  logic [359:0]  in_flit_i,   output logic [359:0]  out_flit_o,
  input  logic [4:0]    in_valid_i,  output logic [4:0]    out_valid_o,
  output logic [4:0]    in_ready_o,  input  logic [4:0]    out_ready_i,
  output logic [4:0]    in_credit_o, input  logic [4:0]    out_credit_i);
  localparam int Side[5] = '{0, 2, 1, 4, 3};   // of a port
  logic [4:0][71:0] fi, fo;
  logic [4:0] vi, vo, ri, ro;
  always_comb for (int p = 0; p < 5; p++) begin
    fi[Side[p]] = in_flit_i[p*72 +: 72];
    vi[Side[p]] = in_valid_i[p];
    ro[Side[p]] = out_ready_i[p];
    in_ready_o[p] = ri[Side[p]];
    out_valid_o[p] = vo[Side[p]];
    out_flit_o[p*72 +: 72] = fo[Side[p]];
  end
  assign in_credit_o = '0;
  ps1 #(.Depth(Depth)) i_router (.clk(clk_i), .reset_n(rst_ni), .my_x(x_i), .my_y(y_i),
    .i_flit(fi), .i_valid(vi), .i_ready(ri), .o_flit(fo), .o_valid(vo), .o_ready(ro));
  logic unused;
  assign unused = &{1'b0, out_credit_i};
endmodule
