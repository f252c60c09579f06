// credit_sender.sv: the near end of a link whose far end gives credits: what is offered is on the
// link, and taken, in the steps in which there is one.
//
// After reset there are limit_i credits. A credit that comes may be spent from the edge on: in the
// step after the one in which it is on the wire.
`default_nettype none

module credit_sender #(
  parameter int unsigned Width = noc_pkg::FlitWidth,  // the top bit says that there is a flit
  parameter int unsigned Depth = 4                    // most credits
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic [noc_pkg::CountWidth-1:0] limit_i,  // 1 to Depth, read in reset
  input  logic [Width-1:0]               lane_i,
  output logic                           ready_o,
  output logic [Width-1:0]               lane_o,
  input  logic                           credit_i
);

  if (Depth < 1 || Depth > 32767) begin : gen_bad_depth
    $error("credit_sender: Depth must be 1 to 32767, got %0d", Depth);
  end

  localparam int unsigned CountWidth = (Depth > 0) ? $clog2(Depth + 1) : 1;

  logic [CountWidth-1:0] credits_q;
  logic                  sends;
  logic                  unused_limit;
  assign unused_limit = &{1'b0, limit_i};  // its upper bits

  assign ready_o = credits_q != '0;
  assign lane_o  = ready_o ? lane_i : '0;
  assign sends   = lane_o[Width-1];

  always_ff @(posedge clk_i) begin : step
    if (!rst_ni) begin
      credits_q <= CountWidth'(limit_i);
    end else begin
      credits_q <= credits_q + CountWidth'(credit_i) - CountWidth'(sends);
`ifndef YOSYS  // Yosys 0.23 does not parse the else of an assertion
      a_no_surplus: assert (!credit_i || sends || 32'(credits_q) < Depth)
        else $error("a credit came for a flit that was never sent: there are %0d", credits_q);
`endif
    end
  end

endmodule

`default_nettype wire
