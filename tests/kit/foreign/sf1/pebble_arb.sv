// pebble - round-robin arbiter of one output port.
// A request stays up until it is taken; once shown, a grant stays until it is taken.
module pebble_arb #(
  parameter N = 5
) (
  input  logic         clk,
  input  logic         rst,         // synchronous, active high
  input  logic [N-1:0] req,
  input  logic         take,        // the other side is ready
  output logic [N-1:0] gnt          // one-hot, zero without a request
);
  logic [N-1:0] above_q;            // ports behind the last winner
  logic [N-1:0] stuck_q;            // the grant that was shown and not taken
  logic [N-1:0] first, pick, behind;

  assign first = (req & above_q) != '0 ? req & above_q : req;
  assign pick  = first & (~first + 1'b1);
  assign gnt   = stuck_q != '0 ? stuck_q : pick;

  assign behind = ~(gnt | (gnt - 1'b1));

  always_ff @(posedge clk) begin
    if (rst) begin
      above_q <= '0;
      stuck_q <= '0;
    end else begin
      if (take && gnt != '0) above_q <= behind;
      stuck_q <= take ? '0 : gnt;
    end
  end
endmodule
