// link_stages.sv: registers on a link, one behind the other; without any, a wire.
`default_nettype none

module link_stages #(
  parameter int unsigned Width  = noc_pkg::FlitWidth,
  parameter int unsigned Stages = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] lane_i,
  output logic [Width-1:0] lane_o,  // Stages steps later
  output logic             busy_o   // a register is not zero
);

  if (Stages > 15) begin : gen_bad_stages
    $error("link_stages: Stages must be 0 to 15, got %0d", Stages);
  end

  if (Stages == 0) begin : gen_wire
    logic unused;
    assign unused = &{1'b0, clk_i, rst_ni};
    assign lane_o = lane_i;
    assign busy_o = 1'b0;
  end else begin : gen_registers
    logic [Stages*Width-1:0] stage_q;
    assign lane_o = stage_q[(Stages-1)*Width +: Width];
    assign busy_o = stage_q != '0;
    always_ff @(posedge clk_i) begin
      stage_q <= rst_ni ? (Stages*Width)'({stage_q, lane_i}) : '0;
    end
  end

endmodule

`default_nettype wire
