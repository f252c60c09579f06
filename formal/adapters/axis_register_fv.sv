// axis_register_fv.sv: a register in a stream loses, makes and reorders nothing, for any traffic.
//
// Free: what the sender offers, by the rules of AXI4-Stream, when the taker is ready, and which of
// the words is followed. The model counts the words inside and knows where that one lies.
`default_nettype none

module axis_register_fv #(
  parameter int unsigned Width = 8
) (
  input logic             clk_i,
  input logic             valid_i,
  input logic [Width-1:0] data_i,
  input logic             ready_i,
  input logic             follow_i
);

  logic             runs_q = 1'b0;  // out of reset
  logic             ready;
  logic             valid;
  logic [Width-1:0] data;
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  axis_register #(.Width(Width)) i_register (
    .clk_i(clk_i), .rst_ni(runs_q), .valid_i(valid_i), .ready_o(ready), .data_i(data_i),
    .valid_o(valid), .ready_i(ready_i), .data_o(data)
  );
  (* hierconn *) logic             \i_register.spare_valid_q ;
  (* hierconn *) logic [Width-1:0] \i_register.spare_q ;

  logic enters;
  logic leaves;
  assign enters = runs_q && valid_i && ready;
  assign leaves = runs_q && valid && ready_i;

  logic [1:0]       count_q = 2'd0;    // words inside
  logic             follows_q = 1'b0;  // one of them
  logic             done_q = 1'b0;
  logic [1:0]       ahead_q;           // others go before it
  logic [Width-1:0] word_q;
  logic             waited_q = 1'b0;   // a word was offered and not taken
  logic [Width-1:0] offered_q;
  logic             first_q = 1'b1;    // the first cycle out of reset
  logic             offers_q = 1'b0;   // the sender, and was not heard
  always_ff @(posedge clk_i) begin : model
    first_q <= !runs_q;
    count_q <= count_q + 2'(enters) - 2'(leaves);
    if (follows_q) begin
      if (leaves) ahead_q <= ahead_q - 2'd1;
      if (leaves && ahead_q == 2'd0) begin
        follows_q <= 1'b0;
        done_q    <= 1'b1;
      end
    end else if (enters && follow_i && !done_q) begin
      follows_q <= 1'b1;
      word_q    <= data_i;
      ahead_q   <= count_q - 2'(leaves);
    end
    waited_q  <= runs_q && valid && !ready_i;
    offered_q <= data;
  end

  always_comb begin : properties
    if (runs_q) begin
      a_none_lost_or_made: assert (valid == (count_q != 2'd0) && count_q <= 2'd2);
      a_places: assert (\i_register.spare_valid_q == (count_q == 2'd2));
      a_no_path: assert (first_q ? !ready : ready == (count_q != 2'd2));
      a_followed: assert (!follows_q || ahead_q < count_q);
      a_in_order_unchanged: assert (!follows_q
          || word_q == ((ahead_q == 2'd0) ? data : \i_register.spare_q ));
      a_zero_without_word: assert (valid || data == '0);
      a_axi_stays: assert (!waited_q || (valid && data == offered_q));
      if (first_q) a_axi_reset: assert (!valid && count_q == 2'd0 && !follows_q && !waited_q);

      c_full: cover (count_q == 2'd2);
      c_followed_through: cover (done_q && count_q == 2'd2);
      c_streams: cover (count_q == 2'd1 && enters && leaves);
      c_second_followed: cover (follows_q && ahead_q == 2'd1);
    end else begin
      a_begins_empty: assert (count_q == 2'd0 && !follows_q && !waited_q);
    end
  end

endmodule

`default_nettype wire
