// run_view.sv: what a wave shows of the run as a whole: the number of the step.
`default_nettype none

module run_view (
  input logic [31:0] step_i
);

  logic [31:0] step;

  assign step = step_i;

endmodule

`default_nettype wire
