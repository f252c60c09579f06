// turned_wrapper.sv: plain_router laid on its side: its x is the mesh's y, so that it goes y first.
module turned_wrapper #(
    parameter int unsigned Depth = 4
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    input  logic [7:0]      x_i,
    input  logic [7:0]      y_i,
    input  logic [5*64-1:0] in_flit_i,
    input  logic [4:0]      in_valid_i,
    output logic [4:0]      in_ready_o,
    output logic [4:0]      in_credit_o,
    output logic [5*64-1:0] out_flit_o,
    output logic [4:0]      out_valid_o,
    input  logic [4:0]      out_ready_i,
    input  logic [4:0]      out_credit_i
);
  logic [5*64-1:0] in_flit, out_flit;
  logic [4:0]      in_valid, in_ready, out_valid, out_ready;
  // Ports 1 and 2 change places with 3 and 4.
  assign in_flit     = {in_flit_i[2*64+:64], in_flit_i[64+:64], in_flit_i[4*64+:64],
                        in_flit_i[3*64+:64], in_flit_i[0+:64]};
  assign out_flit_o  = {out_flit[2*64+:64], out_flit[64+:64], out_flit[4*64+:64],
                        out_flit[3*64+:64], out_flit[0+:64]};
  assign in_valid    = {in_valid_i[2:1], in_valid_i[4:3], in_valid_i[0]};
  assign in_ready_o  = {in_ready[2:1], in_ready[4:3], in_ready[0]};
  assign out_valid_o = {out_valid[2:1], out_valid[4:3], out_valid[0]};
  assign out_ready   = {out_ready_i[2:1], out_ready_i[4:3], out_ready_i[0]};
  assign in_credit_o = '0;
  logic unused;
  assign unused = |{out_credit_i, x_i[7:3], y_i[7:3]};
  plain_router #(.Depth(Depth)) i_router (
      .clk(clk_i), .rst_n(rst_ni), .x(y_i[2:0]), .y(x_i[2:0]),
      .in_flit(in_flit), .in_valid(in_valid), .in_ready(in_ready),
      .out_flit(out_flit), .out_valid(out_valid), .out_ready(out_ready));
endmodule
