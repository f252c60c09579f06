// torus_arbiter_fv.sv: the round robin choice of torus routers, its state as they keep it.
//
// Free: the queues that ask, but that the one followed keeps on asking until it is chosen, and how
// many queues there are. The last winner moves only where there was a choice.
`default_nettype none

module torus_arbiter_fv (
  input logic                            clk_i,
  input logic [torus_pkg::MaxQueues-1:0] wishes_i
);

  localparam int unsigned MaxQueues  = torus_pkg::MaxQueues;
  localparam int unsigned QueueWidth = 6;  // names a queue

  (* anyconst *) logic [QueueWidth-1:0] num_queues;
  (* anyconst *) logic [QueueWidth-1:0] followed;

  logic [MaxQueues-1:0]  later_q = {MaxQueues{1'b1}} << 1;  // what routers keep
  logic [QueueWidth-1:0] last_q = '0;      // the last winner
  logic                  waits_q = 1'b0;   // the followed queue has asked and was not chosen
  logic [QueueWidth-1:0] passed_q = '0;    // grants to others since it asks

  logic [MaxQueues-1:0]  others;  // that may be chosen, by the same order found place by place
  logic [MaxQueues-1:0]  chosen;
  logic [QueueWidth-1:0] number;
  logic [QueueWidth-1:0] distance;  // of the followed queue behind the last winner, 1 to num_queues
  assign chosen   = torus_pkg::first_in_turn(wishes_i, later_q);
  always_comb begin : name
    number = '0;
    for (int unsigned q = 0; q < MaxQueues; q++) begin
      if (chosen[q]) number = QueueWidth'(q);
    end
  end
  assign distance = (followed > last_q) ? followed - last_q : followed + num_queues - last_q;
  assign others   = wishes_i & ~chosen;

  always_ff @(posedge clk_i) begin : grant
    if (wishes_i != '0 && chosen != wishes_i) begin
      later_q <= torus_pkg::behind(chosen);
      last_q  <= number;
    end
    waits_q  <= wishes_i[followed] && !chosen[followed];
    passed_q <= (wishes_i[followed] && !chosen[followed]) ? passed_q + QueueWidth'(1) : '0;
  end

  // Those that lie between the last winner and the one chosen have not asked.
  logic [MaxQueues-1:0] nearer;
  for (genvar q = 0; q < MaxQueues; q++) begin : gen_nearer
    assign nearer[q] = (last_q < number) ? (QueueWidth'(q) > last_q && QueueWidth'(q) < number)
                                         : (QueueWidth'(q) > last_q || QueueWidth'(q) < number);
  end

  always_comb begin : properties
    m_queues: assume (num_queues >= 6'd2 && 32'(num_queues) <= MaxQueues);
    m_followed: assume (followed < num_queues);
    m_in_range: assume ((wishes_i >> num_queues) == '0);
    m_keeps_asking: assume (!waits_q || wishes_i[followed]);
    a_one_hot: assert ($onehot0(chosen));
    a_one_if_any: assert ((chosen == '0) == (wishes_i == '0));
    a_only_who_asks: assert ((chosen & ~wishes_i) == '0);
    a_number: assert (chosen == '0 || chosen == MaxQueues'(1) << number);
    a_next_in_turn: assert (chosen == '0 || (wishes_i & nearer) == '0);
    a_last_exists: assert (last_q < num_queues);
    a_later: assert (later_q == ({{(MaxQueues-1){1'b1}}, 1'b0} << last_q));
    a_fair: assert (7'(passed_q) + 7'(distance) <= 7'(num_queues));
    a_within_n_grants: assert (passed_q < num_queues);
    a_waits: assert (waits_q == (passed_q != '0));

    c_all_ask: cover (others != '0 && $countones(wishes_i) == MaxQueues);
    c_wraps: cover (chosen != '0 && number < last_q);
    c_waited: cover (passed_q == 6'd4 && chosen[followed]);
  end

endmodule

`default_nettype wire
