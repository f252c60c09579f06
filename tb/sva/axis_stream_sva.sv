// axis_stream_sva.sv: the rules of an AXI4-Stream that its sender keeps. Part of other checkers.
//
// AMBA 4 AXI4-Stream Protocol, 2.2.1 and 2.7.2: once tvalid is high it stays until tready is high
// at an edge, and all that is sent stays with it; after an edge in reset it is low.
`default_nettype none

module axis_stream_sva #(
  parameter int unsigned Width = 1
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             tvalid_i,
  input logic             tready_i,
  input logic [Width-1:0] beat_i  // data, last, destination and so on
);

  logic             reset_q;  // the last edge was one in reset
  logic             waits_q;  // the beat was not taken there
  logic [Width-1:0] beat_q;

  always_ff @(posedge clk_i) begin : check
    if (reset_q && rst_ni) begin
      a_silent_after_reset: assert (!tvalid_i)
        else $error("tvalid is high right after a reset");
    end
    if (waits_q && rst_ni) begin
      a_valid_stays: assert (tvalid_i)
        else $error("tvalid fell before tready was high");
      a_beat_stays: assert (!tvalid_i || beat_i == beat_q)
        else $error("a beat changed before tready was high: %h, now %h", beat_q, beat_i);
    end
    reset_q <= !rst_ni;
    waits_q <= rst_ni && tvalid_i && !tready_i;
    beat_q  <= beat_i;
  end

endmodule

`default_nettype wire
