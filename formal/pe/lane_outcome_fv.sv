// lane_outcome_fv.sv: what must come of a step of a bufferless router, one step later.
//
// `asks_i` holds by input a set of at most one output. Of those that ask for the same output the
// lowest is forwarded; the others are met there. Lanes without a flit are zero.
`default_nettype none

module lane_outcome_fv #(
  parameter int unsigned NumLanes = 4
) (
  input  logic                                   clk_i,
  input  logic [NumLanes*noc_pkg::FlitWidth-1:0] in_lane_i,
  input  logic [NumLanes*NumLanes-1:0]           asks_i,
  output logic [NumLanes*noc_pkg::FlitWidth-1:0] expected_o,   // lanes out
  output logic [NumLanes-1:0]                    used_o,       // outputs with a flit
  output logic [NumLanes-1:0]                    crowded_o,    // outputs that several flits ask for
  output logic [NumLanes-1:0]                    met_o,        // inputs with one of them
  output logic [NumLanes-1:0]                    forwarded_o   // inputs whose flit goes out
);

  localparam int unsigned FlitWidth = noc_pkg::FlitWidth;

  logic [NumLanes*FlitWidth-1:0] in_q;
  logic [NumLanes*NumLanes-1:0]  asks_q;
  always_ff @(posedge clk_i) begin : remember
    in_q   <= in_lane_i;
    asks_q <= asks_i;
  end

  always_comb begin : outcome
    expected_o = '0;
    used_o = '0;
    crowded_o = '0;
    met_o = '0;
    forwarded_o = '0;
    for (int unsigned o = 0; o < NumLanes; o++) begin
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        if (asks_q[lane*NumLanes+o]) begin
          if (used_o[o]) begin
            crowded_o[o] = 1'b1;
          end else begin
            expected_o[o*FlitWidth +: FlitWidth] = in_q[lane*FlitWidth +: FlitWidth];
            forwarded_o[lane] = 1'b1;
          end
          used_o[o] = 1'b1;
        end
      end
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        if (asks_q[lane*NumLanes+o] && crowded_o[o]) met_o[lane] = 1'b1;
      end
    end
  end

endmodule

`default_nettype wire
