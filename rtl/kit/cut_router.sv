// cut_router.sv: a user's wrapper of a mesh with link_cut at its outputs; the same ports.
//
// The wrapper is named by macros, since a module cannot be a parameter:
//   FLITWISE_WRAPPER             its name
//   FLITWISE_WRAPPER_PARAMETERS  its parameters as they stand in an instance; they may name X and Y
//   FLITWISE_WRAPPER_INPUTS      defined: it has inputs x_i and y_i
`default_nettype none

/* verilator lint_off WIDTH */
/* verilator lint_off UNUSED */
module cut_router #(
  parameter int unsigned X         = 0,
  parameter int unsigned Y         = 0,
  parameter int unsigned Lanes     = 1,
  parameter int unsigned FlitWidth = 64,
  parameter int unsigned Link      = 1
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
`ifdef FLITWISE_WRAPPER_INPUTS
  input  logic [7:0]             x_i,
  input  logic [7:0]             y_i,
`endif
  input  logic [5*FlitWidth-1:0] in_flit_i,
  output logic [5*FlitWidth-1:0] out_flit_o,
  input  logic [5*Lanes-1:0]     in_valid_i,
  output logic [5*Lanes-1:0]     out_valid_o,
  output logic [5*Lanes-1:0]     in_ready_o,
  input  logic [5*Lanes-1:0]     out_ready_i,
  output logic [5*Lanes-1:0]     in_credit_o,
  input  logic [5*Lanes-1:0]     out_credit_i
);

  logic [5*FlitWidth-1:0] flit;
  logic [5*Lanes-1:0]     valid;
  logic [5*Lanes-1:0]     ready;
  logic [5*Lanes-1:0]     credit;

  `FLITWISE_WRAPPER #(`FLITWISE_WRAPPER_PARAMETERS) i_router (
    .clk_i, .rst_ni,
`ifdef FLITWISE_WRAPPER_INPUTS
    .x_i, .y_i,
`endif
    .in_flit_i, .out_flit_o(flit), .in_valid_i, .out_valid_o(valid),
    .in_ready_o, .out_ready_i(ready), .in_credit_o(credit), .out_credit_i
  );

  for (genvar i = 0; i < 5; i++) begin : gen_port
    link_cut #(.Lanes(Lanes), .FlitWidth(FlitWidth), .Link(Link)) i_cut (
      .clk_i, .rst_ni,
      .flit_i (flit[i*FlitWidth +: FlitWidth]),
      .valid_i(valid[i*Lanes +: Lanes]),
      .ready_o(ready[i*Lanes +: Lanes]),
      .back_i (credit[i*Lanes +: Lanes]),
      .flit_o (out_flit_o[i*FlitWidth +: FlitWidth]),
      .valid_o(out_valid_o[i*Lanes +: Lanes]),
      .ready_i(out_ready_i[i*Lanes +: Lanes]),
      .back_o (in_credit_o[i*Lanes +: Lanes])
    );
  end

endmodule
/* verilator lint_on UNUSED */
/* verilator lint_on WIDTH */

`default_nettype wire
