// axis_queue_fv.sv: the queue of what comes from a router loses, makes and reorders nothing, for
// any taker; and what does not look at stall_o loses what is reported, and nothing else.
//
// Free: what comes, when the taker is ready, which word is followed, and whether the sender keeps
// to stall_o (then nothing comes in the cycle after an edge at which it was high). The model counts
// the words inside and knows where the followed one lies. Behind the first word is a ring of three,
// which a number of two bits does not go round by itself.
`default_nettype none

module axis_queue_fv #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 4  // names of registers below are for 4
) (
  input logic             clk_i,
  input logic             valid_i,
  input logic [Width-1:0] data_i,
  input logic             ready_i,
  input logic             follow_i
);

  (* anyconst *) logic obeys;  // stall_o

  logic             runs_q = 1'b0;  // out of reset
  logic             stall;
  logic             overflow;
  logic             valid;
  logic [Width-1:0] data;
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  axis_queue #(.Width(Width), .Depth(Depth)) i_queue (
    .clk_i(clk_i), .rst_ni(runs_q), .valid_i(valid_i), .data_i(data_i), .stall_o(stall),
    .overflow_o(overflow), .valid_o(valid), .ready_i(ready_i), .data_o(data)
  );
  (* hierconn *) logic [Width-1:0] \i_queue.store_q[0] ;
  (* hierconn *) logic [Width-1:0] \i_queue.store_q[1] ;
  (* hierconn *) logic [Width-1:0] \i_queue.store_q[2] ;
  (* hierconn *) logic [1:0]       \i_queue.first_q ;
  (* hierconn *) logic [1:0]       \i_queue.last_q ;
  (* hierconn *) logic [2:0]       \i_queue.count_q ;
  logic [3*Width-1:0] ring;
  logic [4*Width-1:0] words;  // oldest first
  logic [2:0]         behind; // the last word: the slot, before it goes round
  assign ring = {\i_queue.store_q[2] , \i_queue.store_q[1] , \i_queue.store_q[0] };
  assign words = {(3*Width)'({2{ring}} >> (32'(\i_queue.first_q ) * Width)), data};
  assign behind = 3'(\i_queue.first_q ) + \i_queue.count_q ;

  logic       leaves;
  logic       fits;
  logic       enters;
  logic [2:0] count_q = 3'd0;   // words inside
  logic       lost_q = 1'b0;
  assign leaves = runs_q && valid && ready_i;
  assign fits   = 32'(count_q) < Depth || leaves;
  assign enters = runs_q && valid_i && fits;

  logic             stalled_q = 1'b1;  // at the last edge
  logic             follows_q = 1'b0;
  logic             done_q = 1'b0;
  logic [2:0]       ahead_q;           // others go before it
  logic [Width-1:0] word_q;
  logic             waited_q = 1'b0;   // a word was offered and not taken
  logic [Width-1:0] offered_q;
  always_ff @(posedge clk_i) begin : model
    count_q   <= count_q + 3'(enters) - 3'(leaves);
    lost_q    <= runs_q && valid_i && !fits;
    stalled_q <= !runs_q || stall;
    if (follows_q) begin
      if (leaves) ahead_q <= ahead_q - 3'd1;
      if (leaves && ahead_q == 3'd0) begin
        follows_q <= 1'b0;
        done_q    <= 1'b1;
      end
    end else if (enters && follow_i && !done_q) begin
      follows_q <= 1'b1;
      word_q    <= data_i;
      ahead_q   <= count_q - 3'(leaves);
    end
    waited_q  <= runs_q && valid && !ready_i;
    offered_q <= data;
  end

  always_comb begin : properties
    if (obeys && stalled_q) m_sender: assume (!valid_i);
    a_none_lost_or_made: assert (!runs_q || (valid == (count_q != 3'd0) && 32'(count_q) <= Depth
        && \i_queue.count_q == ((count_q == 3'd0) ? 3'd0 : count_q - 3'd1)));
    a_places: assert (!runs_q || (\i_queue.first_q < 2'd3
        && \i_queue.last_q == 2'(behind < 3'd3 ? behind : behind - 3'd3)));
    a_begins_empty: assert (runs_q || (count_q == 3'd0 && !follows_q && !waited_q && !lost_q
                                       && stalled_q));
    a_followed: assert (!follows_q || ahead_q < count_q);
    a_in_order_unchanged: assert (!follows_q || word_q == Width'(words >> (32'(ahead_q) * Width)));
    a_loss_reported: assert (!runs_q || overflow == lost_q);
    a_stalls_in_time: assert (!runs_q || !obeys
                              || 32'(count_q) + 32'(!stalled_q) + 32'(!stall) <= Depth);
    a_stalls_at_need: assert (!runs_q || stall == (32'(count_q) + 32'(!stalled_q) >= Depth));
    a_nothing_lost: assert (!obeys || !lost_q);
    a_axi_stays: assert (!runs_q || !waited_q || (valid && data == offered_q));

    c_full: cover (runs_q && obeys && 32'(count_q) == Depth);
    c_lost: cover (runs_q && overflow);
    c_followed_from_behind: cover (follows_q && ahead_q == 3'd3);
    c_followed_through: cover (done_q && 32'(count_q) == Depth);
    c_streams: cover (runs_q && obeys && count_q == 3'd1 && enters && leaves && !stall);
  end

endmodule

`default_nettype wire
