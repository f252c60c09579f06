// credit_sender_sva.sv: what the near end of a link with credits promises over time. Bound to every
// one.
`default_nettype none

module credit_sender_sva #(
  parameter int unsigned Width = noc_pkg::FlitWidth,
  parameter int unsigned Depth = 4
) (
  input logic                           clk_i,
  input logic                           rst_ni,
  input logic [noc_pkg::CountWidth-1:0] limit_i,
  input logic [Width-1:0]               lane_i,
  input logic                           ready_o,
  input logic [Width-1:0]               lane_o,
  input logic                           credit_i
);

  /*verilator tracing_off*/
  always_ff @(posedge clk_i) begin : check
    int unsigned credits;  // kept from edge to edge
    int unsigned most;

    if (rst_ni) begin
      a_ready_with_credit: assert (ready_o == (credits != 0))
        else $error("is ready %0d, has %0d credits", ready_o, credits);
      a_sends_what_is_offered: assert (lane_o == ((credits != 0) ? lane_i : '0))
        else $error("sends %h, is offered %h, has %0d credits", lane_o, lane_i, credits);
      if (lane_i[Width-1] && credits != 0) credits = credits - 1;
      if (credit_i) credits = credits + 1;
      a_no_more_than_at_first: assert (credits <= most)
        else $error("has %0d credits, had %0d at first", credits, most);
    end else begin
      a_limit_fits: assert (32'(limit_i) >= 1 && 32'(limit_i) <= Depth)
        else $error("limit_i must be 1 to %0d, is %0d", Depth, limit_i);
      credits = 32'(limit_i);
      most = credits;
    end
  end
  /*verilator tracing_on*/

endmodule

bind credit_sender credit_sender_sva #(.Width(Width), .Depth(Depth)) i_sva (.*);

`default_nettype wire
