// plain_wrapper.sv: the ports that Flitwise knows.
module plain_wrapper #(
    parameter int unsigned X = 0,
    parameter int unsigned Y = 0,
    parameter int unsigned Depth = 4
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    input  logic [5*64-1:0] in_flit_i,
    input  logic [4:0]      in_valid_i,
    output logic [4:0]      in_ready_o,
    output logic [4:0]      in_credit_o,
    output logic [5*64-1:0] out_flit_o,
    output logic [4:0]      out_valid_o,
    input  logic [4:0]      out_ready_i,
    input  logic [4:0]      out_credit_i
);
  logic unused;
  assign unused = |out_credit_i;
  assign in_credit_o = '0;
  plain_router #(.Depth(Depth)) i_router (
      .clk(clk_i), .rst_n(rst_ni), .x(3'(X)), .y(3'(Y)),
      .in_flit(in_flit_i), .in_valid(in_valid_i), .in_ready(in_ready_o),
      .out_flit(out_flit_o), .out_valid(out_valid_o), .out_ready(out_ready_i));
endmodule
