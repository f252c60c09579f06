// credit_link_fv.sv: a link with credits, from what one node offers to what the other takes:
// nothing is lost, made or overtaken, nothing comes that has no room, and the least room that keeps
// a link busy is that of a round of its credits.
//
// Free: what is offered, what is taken, which packet is followed, and the credits at first. The
// model counts nothing: each credit is at the sender, with a packet on the link or in the queue, or
// on its way back. `eager`: the far end takes all that it is offered.
`default_nettype none

module credit_link_fv #(
  parameter int unsigned Width = 4,
  // Of the switch, the link and the wire of its credits: r - 1, w - 1 and w_c - 1.
  parameter int unsigned Stages       = 1,
  parameter int unsigned LinkStages   = 1,
  parameter int unsigned CreditStages = 1,
  localparam int unsigned Forward     = Stages + LinkStages,
  localparam int unsigned Loop        = Forward + 1 + CreditStages + 1,  // r + w - 1 + w_c
  localparam int unsigned Depth       = Loop  // names of registers below are for 5
) (
  input logic             clk_i,
  input logic [Width-1:0] offered_i,
  input logic             taken_i,
  input logic             follow_i
);

  (* anyconst *) logic [noc_pkg::CountWidth-1:0] limit;
  (* anyconst *) logic                           eager;

  logic runs_q = 1'b0;  // out of reset
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  logic             ready;
  logic [Width-1:0] sent;
  logic [Width-1:0] arriving;
  logic [Width-1:0] shown;
  logic             credit;
  logic             credit_come;
  logic             busy;
  credit_sender #(.Width(Width), .Depth(Depth)) i_sender (
    .clk_i(clk_i), .rst_ni(runs_q), .limit_i(limit), .lane_i(offered_i), .ready_o(ready),
    .lane_o(sent), .credit_i(credit_come)
  );
  link_stages #(.Width(Width), .Stages(LinkStages)) i_link (
    .clk_i(clk_i), .rst_ni(runs_q), .lane_i(sent), .lane_o(arriving), .busy_o()
  );
  credit_receiver #(.Width(Width), .Stages(Stages), .Depth(Depth)) i_receiver (
    .clk_i(clk_i), .rst_ni(runs_q), .lane_i(arriving), .lane_o(shown), .taken_i(taken_i),
    .credit_o(credit), .busy_o(busy)
  );
  link_stages #(.Width(1), .Stages(CreditStages)) i_credit (
    .clk_i(clk_i), .rst_ni(runs_q), .lane_i(credit), .lane_o(credit_come), .busy_o()
  );
  (* hierconn *) logic [2:0]                    \i_sender.credits_q ;
  (* hierconn *) logic [LinkStages*Width-1:0]   \i_link.gen_registers.stage_q ;
  (* hierconn *) logic [Stages*Width-1:0]       \i_receiver.i_stages.gen_registers.stage_q ;
  (* hierconn *) logic [CreditStages-1:0]       \i_credit.gen_registers.stage_q ;
  (* hierconn *) logic [2:0]                    \i_receiver.gen_queue.count_q ;
  (* hierconn *) logic [2:0]                    \i_receiver.gen_queue.first_q ;
  (* hierconn *) logic [2:0]                    \i_receiver.gen_queue.last_q ;
  (* hierconn *) logic [Width-1:0]              \i_receiver.gen_queue.store_q[0] ;
  (* hierconn *) logic [Width-1:0]              \i_receiver.gen_queue.store_q[1] ;
  (* hierconn *) logic [Width-1:0]              \i_receiver.gen_queue.store_q[2] ;
  (* hierconn *) logic [Width-1:0]              \i_receiver.gen_queue.store_q[3] ;
  (* hierconn *) logic [Width-1:0]              \i_receiver.gen_queue.store_q[4] ;
  logic [Forward*Width-1:0] way;    // the registers, that of the last step highest
  logic [Depth*Width-1:0]   ring;
  logic [Depth*Width-1:0]   words;  // oldest first
  logic [3:0]               behind; // the last word: the slot, before it goes round
  assign way = {\i_receiver.i_stages.gen_registers.stage_q , \i_link.gen_registers.stage_q };
  assign ring = {\i_receiver.gen_queue.store_q[4] , \i_receiver.gen_queue.store_q[3] ,
                 \i_receiver.gen_queue.store_q[2] , \i_receiver.gen_queue.store_q[1] ,
                 \i_receiver.gen_queue.store_q[0] };
  assign words = (Depth*Width)'({2{ring}} >> (32'(\i_receiver.gen_queue.first_q ) * Width));
  assign behind = 4'(\i_receiver.gen_queue.first_q ) + 4'(\i_receiver.gen_queue.count_q );

  logic [Forward-1:0] moving;
  for (genvar k = 0; k < Forward; k++) begin : gen_way
    assign moving[k] = way[k*Width + Width - 1];
  end
  logic [Depth-1:0] kept;   // places, oldest first, that hold a packet
  logic [Depth-1:0] valid;
  for (genvar k = 0; k < Depth; k++) begin : gen_word
    assign kept[k] = k < 32'(\i_receiver.gen_queue.count_q );
    assign valid[k] = words[k*Width + Width - 1];
  end
  logic [3:0] away;  // credits that are not at the sender
  assign away = 4'($countones(moving)) + 4'(\i_receiver.gen_queue.count_q ) + 4'(credit)
                + 4'($countones(\i_credit.gen_registers.stage_q ));

  // The packet that is followed: on the way, in a register, or stored behind `ahead_q` others.
  logic               seen_q = 1'b0;
  logic [Forward-1:0] at_q = '0;
  logic               stored_q = 1'b0;
  logic [2:0]         ahead_q;
  logic [Width-1:0]   word_q;
  logic               leaves;
  logic               taken_q = 1'b0;
  logic               starts;
  logic               passes;   // it leaves right from the way
  assign leaves = shown[Width-1] && taken_i;
  assign starts = runs_q && follow_i && !seen_q && sent[Width-1];
  assign passes = at_q[Forward-1] && \i_receiver.gen_queue.count_q == '0 && taken_i;
  always_ff @(posedge clk_i) begin : follow
    taken_q <= runs_q && leaves;
    at_q <= runs_q ? Forward'({at_q, starts}) : '0;
    if (starts) begin
      seen_q <= 1'b1;
      word_q <= sent;
    end
    if (at_q[Forward-1] && !passes) begin
      stored_q <= 1'b1;
      ahead_q <= \i_receiver.gen_queue.count_q - 3'(leaves);
    end
    if (stored_q && leaves) begin
      ahead_q <= ahead_q - 3'd1;
      if (ahead_q == 3'd0) stored_q <= 1'b0;
    end
  end

  always_comb begin : properties
    m_limit: assume (limit >= 16'd1 && 32'(limit) <= Depth);
    if (eager) m_eager: assume (taken_i);
    if (runs_q) begin
      a_credits_kept: assert (32'(\i_sender.credits_q ) + 32'(away) == 32'(limit));
      a_room: assert (32'(\i_receiver.gen_queue.count_q ) <= 32'(limit));
      a_credit_for_what_was_taken: assert (credit == taken_q);
      a_sends_with_credit: assert (sent == (\i_sender.credits_q != '0 ? offered_i : '0));
      a_places: assert (\i_receiver.gen_queue.first_q < 3'd5
          && \i_receiver.gen_queue.last_q == 3'(behind < 4'd5 ? behind : behind - 4'd5));
      a_shown: assert (\i_receiver.gen_queue.count_q == '0 || shown == words[Width-1:0]);
      a_stored_are_valid: assert ((kept & ~valid) == '0);
      a_busy: assert (busy || !(shown[Width-1] || credit
                                || \i_receiver.i_stages.gen_registers.stage_q != '0));
      a_followed: assert (32'($countones(at_q)) + 32'(stored_q) <= 32'(seen_q)
                          && (!stored_q || ahead_q < \i_receiver.gen_queue.count_q ));
      a_unchanged_on_the_way: assert (
          (!at_q[0] || way[0 +: Width] == word_q) && (!at_q[1] || way[Width +: Width] == word_q));
      a_in_order_unchanged: assert (
          !stored_q || word_q == Width'(words >> (32'(ahead_q) * Width)));
      a_valid: assert (!seen_q || word_q[Width-1]);
      a_eager_stores_none: assert (!eager || \i_receiver.gen_queue.count_q == '0);
      a_full_rate: assert (!eager || 32'(limit) < Loop || ready);

      c_full: cover (32'(\i_receiver.gen_queue.count_q ) == Depth);
      c_followed_from_behind: cover (stored_q && ahead_q == 3'd4);
      c_one_less_is_slower: cover (eager && 32'(limit) == Loop - 1 && !ready);
      c_streams: cover (eager && 32'(limit) == Loop && moving == '1 && sent[Width-1] && leaves
                        && credit && credit_come);
    end else begin
      a_begins_empty: assert (!seen_q && at_q == '0 && !stored_q && !taken_q);
    end
  end

endmodule

`default_nettype wire
