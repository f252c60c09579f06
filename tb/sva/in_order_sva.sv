// in_order_sva.sv: what goes in comes out once, unchanged and in order. Part of other checkers.
//
// A word that enters at one edge is shown, and may leave, from the edge after; with Prompt 1 the
// oldest word is shown in every cycle.
`default_nettype none

module in_order_sva #(
  parameter int unsigned Width  = 1,
  parameter int unsigned Depth  = 2,  // words that find room
  parameter int unsigned Prompt = 1
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             enters_i,
  input logic [Width-1:0] entering_i,
  input logic             shown_i,
  input logic [Width-1:0] word_i,
  input logic             leaves_i
);

  logic [Width-1:0] store_q [0:Depth-1];
  int unsigned      first_q;
  int unsigned      count_q;

  /*verilator tracing_off*/
  always_ff @(posedge clk_i) begin : check
    int unsigned first;
    int unsigned count;
    first = first_q;
    count = count_q;
    if (!rst_ni) begin
      first = 0;
      count = 0;
    end else begin
      a_none_made: assert (!shown_i || count != 0)
        else $error("shows %h, all that came has left", word_i);
      if (Prompt == 1) begin
        a_none_kept_back: assert (shown_i || count == 0)
          else $error("shows nothing, %h has come", store_q[first]);
      end
      if (shown_i && count != 0) begin
        a_in_order_unchanged: assert (word_i == store_q[first])
          else $error("shows %h, %h is next", word_i, store_q[first]);
        if (leaves_i) begin
          first = (first + 1) % Depth;
          count = count - 1;
        end
      end
      if (enters_i) begin
        a_room: assert (count < Depth)
          else $error("%h came, there was no room", entering_i);
        if (count < Depth) begin
          store_q[(first+count)%Depth] <= entering_i;
          count = count + 1;
        end
      end
    end
    first_q <= first;
    count_q <= count;
  end
  /*verilator tracing_on*/

endmodule

`default_nettype wire
