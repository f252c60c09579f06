// link_cut_fv.sv: the registers behind a router's output lose, make and reorder nothing.
//
// Free: what the router shows, on one lane at most since lanes share the wires, which lanes the far
// end is ready for, credits, and which of the flits is followed. The model counts the flits inside
// and knows how many go before that one.
`default_nettype none

module link_cut_fv #(
  parameter int unsigned Link = 1,
  localparam int unsigned Lanes     = 2,
  localparam int unsigned FlitWidth = 4
) (
  input logic                 clk_i,
  input logic [FlitWidth-1:0] flit_i,
  input logic [Lanes-1:0]     valid_i,
  input logic [Lanes-1:0]     back_i,
  input logic [Lanes-1:0]     ready_i,
  input logic                 follow_i
);

  logic                 runs_q = 1'b0;  // out of reset
  logic [Lanes-1:0]     ready;
  logic [FlitWidth-1:0] flit;
  logic [Lanes-1:0]     valid;
  logic [Lanes-1:0]     back;
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  link_cut #(.Lanes(Lanes), .FlitWidth(FlitWidth), .Link(Link)) i_cut (
    .clk_i(clk_i), .rst_ni(runs_q), .flit_i(flit_i), .valid_i(valid_i), .ready_o(ready),
    .back_i(back_i), .flit_o(flit), .valid_o(valid), .ready_i(ready_i), .back_o(back)
  );
  (* hierconn *) logic [Lanes-1:0]     \i_cut.second_q ;
  (* hierconn *) logic [FlitWidth-1:0] \i_cut.second_flit_q ;

  logic enters;
  logic leaves;
  assign enters = runs_q && ((Link == 2) ? valid_i != '0 : (valid_i & ready) != '0);
  assign leaves = runs_q && ((Link == 2) ? valid != '0 : (valid & ready_i) != '0);

  logic [1:0]           count_q = 2'd0;    // flits inside
  logic                 follows_q = 1'b0;  // one of them
  logic                 done_q = 1'b0;
  logic [1:0]           ahead_q;           // others go before it
  logic [FlitWidth-1:0] flit_q;
  logic [Lanes-1:0]     lane_q;
  logic                 waited_q = 1'b0;   // a flit was shown and not taken
  logic [FlitWidth-1:0] shown_q;
  logic [Lanes-1:0]     shown_lane_q;
  logic                 first_q = 1'b1;    // the first cycle out of reset
  logic [Lanes-1:0]     back_q = '0;       // credits of the cycle before
  logic                 entered_q = 1'b0;
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
      flit_q    <= flit_i;
      lane_q    <= valid_i;
      ahead_q   <= count_q - 2'(leaves);
    end
    waited_q     <= runs_q && valid != '0 && !leaves;
    shown_q      <= flit;
    shown_lane_q <= valid;
    back_q       <= runs_q ? back_i : '0;
    entered_q    <= enters;
  end

  always_comb begin : properties
    m_one_lane: assume ((valid_i & (valid_i - 1'b1)) == '0);
    if (runs_q) begin
      a_none_lost_or_made: assert ((valid != '0) == (count_q != 2'd0) && count_q <= 2'd2);
      a_places: assert ((\i_cut.second_q != '0) == (count_q == 2'd2)
                        && (\i_cut.second_q & (\i_cut.second_q - 1'b1)) == '0);
      a_one_lane: assert ((valid & (valid - 1'b1)) == '0);
      a_followed: assert (!follows_q || ahead_q < count_q);
      a_in_order_unchanged: assert (!follows_q
          || ((ahead_q == 2'd0) ? lane_q == valid && flit_q == flit
                                : lane_q == \i_cut.second_q && flit_q == \i_cut.second_flit_q ));
      a_next_cycle: assert (!entered_q || valid != '0);
      a_stays: assert (!waited_q || (valid == shown_lane_q && flit == shown_q));
      // Of state alone, whatever the router shows and the far end takes.
      a_no_path: assert (ready == ((Link == 1 && count_q != 2'd2) ? '1 : '0));
      a_credits: assert (back == ((Link == 2) ? back_q : '0));
      if (Link == 2) a_never_waits: assert (!waited_q && count_q == 2'(entered_q));
      if (first_q) a_reset: assert (valid == '0 && count_q == 2'd0 && !follows_q && !waited_q
                                    && !entered_q && back_q == '0);

      c_followed_through: cover (done_q && valid != '0);
      c_lanes_in_turn: cover (waited_q == (Link == 1) && shown_lane_q == 2'b01 && enters
                              && valid_i == 2'b10);
      c_streams: cover (count_q == 2'd1 && enters && leaves);
      c_full: cover (count_q == ((Link == 1) ? 2'd2 : 2'd1));
      c_credit: cover (back == ((Link == 2) ? '1 : '0) && leaves);
    end else begin
      a_begins_empty: assert (count_q == 2'd0 && !follows_q && !waited_q && !entered_q && first_q);
    end
  end

endmodule

`default_nettype wire
