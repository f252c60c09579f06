// fat_tree_messages_fv.sv: a switch of a fat tree that stores and forwards messages of one scatter.
//
// Two links to each child, one up. Messages come over the links of child 0, one after another,
// lowest link first, never more than there is room for; their flits share tag, kind and
// destination. Which messages, and when their flits come, is free, and so are places and policy.
// The model keeps queues of its own, lets all that is stored of a message go with its tail, and
// says what every link sends. That the switch keeps the same is an invariant, so that induction
// closes.
`default_nettype none

module fat_tree_messages_fv #(
  localparam int unsigned Depth       = 4,  // names of registers below are for 4
  localparam int unsigned NumLanes    = 5,  // up, two to each child
  localparam int unsigned NumBranches = 3
) (
  input logic                                 clk_i,
  input logic [2*noc_pkg::FlitWidth-1:0]      flits_i  // from child 0
);

  localparam int unsigned FlitWidth  = noc_pkg::FlitWidth;
  localparam int unsigned EntryWidth = noc_pkg::EntryWidth;
  localparam int unsigned SpaceWidth = $clog2(2 * Depth);
  localparam int unsigned AddressWidth = noc_pkg::AddressWidth;

  (* anyconst *) logic [11:0] leaf_base;
  (* anyconst *) logic [11:0] leaf_span;
  (* anyconst *) logic [3:0]  level;  // a digit of one bit for every level
  (* anyconst *) logic [1:0]  policy;

  logic [NumLanes*FlitWidth-1:0]      in_lane;
  logic [NumLanes*FlitWidth-1:0]      out_lane;
  logic                               busy;
  logic [noc_pkg::ViolationWidth-1:0] violation;
  assign in_lane = {{2*FlitWidth{1'b0}}, flits_i, {FlitWidth{1'b0}}};

  logic runs_q = 1'b0;  // out of reset
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  fat_tree_switch #(.Arity(2), .DownLinks(2), .UpLinks(1), .Depth(Depth)) i_switch (
    .clk_i(clk_i), .rst_ni(runs_q), .leaf_base_i(EntryWidth'(leaf_base)),
    .leaf_span_i(EntryWidth'(leaf_span)), .level_i(8'(level)),
    .limit_i(noc_pkg::CountWidth'(Depth)), .policy_i(noc_pkg::PolicyWidth'(policy)),
    .seed_i(16'd1), .scheduled_i(1'b0), .backpressure_i(1'b0), .store_forward_i(1'b1),
    .in_lane_i(in_lane), .out_lane_o(out_lane), .ready_i({NumLanes{1'b1}}), .ready_o(),
    .busy_o(busy), .violation_o(violation), .violation_in_o(), .violation_out_o(),
    .max_stored_o(), .max_wait_o()
  );
  (* hierconn *) logic [NumBranches*SpaceWidth-1:0] \i_switch.stored_q ;
  (* hierconn *) logic [NumBranches*SpaceWidth-1:0] \i_switch.waiting_q ;
  (* hierconn *) logic [NumBranches*SpaceWidth-1:0] \i_switch.head_q ;
  (* hierconn *) logic [3:0]           \i_switch.order_q ;
  (* hierconn *) logic [EntryWidth-1:0]   \i_switch.bounds_q[0] ;
  (* hierconn *) logic [EntryWidth-1:0]   \i_switch.bounds_q[1] ;
  (* hierconn *) logic [EntryWidth-1:0]   \i_switch.bounds_q[2] ;
  (* hierconn *) logic [AddressWidth-1:0] \i_switch.digit_q ;
  (* hierconn *) logic [AddressWidth-1:0] \i_switch.above_q ;
  (* hierconn *) logic [FlitWidth-1:0] \i_switch.step.memory[0] ;  // {branch, slot}
  (* hierconn *) logic [FlitWidth-1:0] \i_switch.step.memory[1] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_switch.step.memory[2] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_switch.step.memory[3] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_switch.step.memory[8] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_switch.step.memory[9] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_switch.step.memory[10] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_switch.step.memory[11] ;
  logic [2*Depth*FlitWidth-1:0] memory;  // of the branches up and to child 1
  assign memory = {\i_switch.step.memory[11] , \i_switch.step.memory[10] ,
                   \i_switch.step.memory[9] , \i_switch.step.memory[8] ,
                   \i_switch.step.memory[3] , \i_switch.step.memory[2] ,
                   \i_switch.step.memory[1] , \i_switch.step.memory[0] };

  // The messages: whether one is under way, and what all its flits share.
  logic                 open_q = 1'b0;
  logic                 open;     // after the first link's flit
  logic [FlitWidth-1:0] shared_q;
  logic [FlitWidth-1:0] shared;
  logic [1:0]           valid;
  logic [1:0]           well_formed;
  logic [5:0]           ways;     // by link, the branches of its flit
  assign valid = {flits_i[2*FlitWidth-1], flits_i[FlitWidth-1]};
  for (genvar l = 0; l < 2; l++) begin : gen_link
    logic [FlitWidth-1:0] flit;
    logic [FlitWidth-1:0] first;  // of the message under way
    logic                 inside;
    logic [2:0]           branches;
    assign flit = flits_i[l*FlitWidth +: FlitWidth];
    assign inside = (l == 0) ? open_q : open;
    assign first = (l == 0) ? shared_q : shared;
    fat_tree_ways_fv #(.Lane(1)) i_ways (
      .leaf_base_i(leaf_base), .leaf_span_i(leaf_span), .level_i(level), .flit_i(flit),
      .ways_o(branches)
    );
    assign ways[3*l +: 3] = valid[l] ? branches : '0;
    assign well_formed[l] = !valid[l]
        || (noc_pkg::flit_head(flit) != inside
            && (!inside || (noc_pkg::flit_tag(flit) == noc_pkg::flit_tag(first)
                            && noc_pkg::flit_kind(flit) == noc_pkg::flit_kind(first)
                            && noc_pkg::flit_destination(flit)
                               == noc_pkg::flit_destination(first))));
  end
  assign open = valid[0] ? !noc_pkg::flit_tail(flits_i[0 +: FlitWidth]) : open_q;
  assign shared = valid[0] ? flits_i[0 +: FlitWidth] : shared_q;
  always_ff @(posedge clk_i) begin : under_way
    open_q <= runs_q && (valid[1] ? !noc_pkg::flit_tail(flits_i[FlitWidth +: FlitWidth]) : open);
    shared_q <= valid[1] ? flits_i[FlitWidth +: FlitWidth] : shared;
  end
  logic [2:0] ways_open;  // of the message under way
  fat_tree_ways_fv #(.Lane(1)) i_ways_open (
    .leaf_base_i(leaf_base), .leaf_span_i(leaf_span), .level_i(level), .flit_i(shared_q),
    .ways_o(ways_open)
  );

  // Queues: what lies in memory, how much of it is of whole messages, and what the links send.
  logic [1:0] room;
  logic [1:0] same_queue;
  logic [1:0] sends_first;   // the first flits of whole messages, as many as there are links
  logic [1:0] one_message;   // what is not of a whole message is of the one under way
  logic [1:0] is_empty;
  logic [1:0] waits;         // a flit of a whole message that has to wait for a link
  for (genvar b = 0; b < 2; b++) begin : gen_branch
    localparam int unsigned Branch = 2 * b;
    localparam int unsigned Links  = 1 + b;
    localparam int unsigned Lane   = 3 * b;
    logic [Depth*FlitWidth-1:0] queue_q;
    logic [Depth*FlitWidth-1:0] queue;   // with what comes
    logic [Links*FlitWidth-1:0] links_q;  // what the links hold
    logic [Links-1:0]           as_told;
    logic [2:0]                 count_q;
    logic [2:0]                 count;
    logic [2:0]                 whole_q;  // of those
    logic [2:0]                 whole;
    logic [2:0]                 goes;
    logic [1:0]                 sent_q;   // flits on the links
    logic [Depth*FlitWidth-1:0] stored;   // the switch's
    logic [SpaceWidth-1:0]      head;
    logic [SpaceWidth-1:0]      waiting;
    always_comb begin : arrivals
      queue = queue_q;
      count = count_q;
      whole = whole_q;
      for (int unsigned l = 0; l < 2; l++) begin
        if (ways[3*l + Branch]) begin
          for (int unsigned k = 0; k < Depth; k++) begin
            if (32'(count) == k) begin
              queue[k*FlitWidth +: FlitWidth] = flits_i[l*FlitWidth +: FlitWidth];
            end
          end
          count = count + 3'd1;
          if (noc_pkg::flit_tail(flits_i[l*FlitWidth +: FlitWidth])) whole = count;
        end
      end
      goes = (32'(whole) < Links) ? whole : 3'(Links);
    end
    assign room[b] = 32'(count_q) + 32'(ways[Branch]) + 32'(ways[3 + Branch]) <= Depth;
    always_ff @(posedge clk_i) begin : keep
      queue_q <= queue >> (32'(goes) * FlitWidth);
      count_q <= runs_q ? count - goes : '0;
      whole_q <= runs_q ? whole - goes : '0;
      sent_q <= runs_q ? 2'(goes) : '0;
      links_q <= queue[Links*FlitWidth-1:0];
    end

    for (genvar l = 0; l < Links; l++) begin : gen_link
      assign as_told[l] = out_lane[(Lane+l)*FlitWidth +: FlitWidth]
          == ((l < 32'(sent_q)) ? links_q[l*FlitWidth +: FlitWidth] : '0)
          && (l >= 32'(sent_q) || links_q[(l+1)*FlitWidth-1]);
    end
    assign sends_first[b] = as_told == '1;

    assign head = \i_switch.head_q [Branch*SpaceWidth +: SpaceWidth];
    assign waiting = \i_switch.waiting_q [Branch*SpaceWidth +: SpaceWidth];
    assign stored = (Depth*FlitWidth)'({2{memory[b*Depth*FlitWidth +: Depth*FlitWidth]}}
                                       >> (32'(head) * FlitWidth));
    logic [Depth-1:0] in_place;
    logic [Depth-1:0] of_message;
    for (genvar k = 0; k < Depth; k++) begin : gen_place
      assign in_place[k] = k >= 32'(count_q)
          || (queue_q[(k+1)*FlitWidth-1] && stored[k*FlitWidth +: FlitWidth]
              == {k < 32'(whole_q), queue_q[k*FlitWidth +: FlitWidth-1]});
      assign of_message[k] = k < 32'(whole_q) || k >= 32'(count_q)
          || (open_q && ways_open[Branch] && !noc_pkg::flit_tail(queue_q[k*FlitWidth +: FlitWidth])
              && noc_pkg::flit_tag(queue_q[k*FlitWidth +: FlitWidth])
                 == noc_pkg::flit_tag(shared_q));
    end
    assign same_queue[b] = 3'(waiting) == count_q && 32'(head) < Depth && in_place == '1
        && 32'(sent_q) <= Links
        && 32'(\i_switch.stored_q [Branch*SpaceWidth +: SpaceWidth]) == 32'(count_q) + 32'(sent_q);
    assign one_message[b] = whole_q <= count_q && 32'(count_q) <= Depth && of_message == '1;
    assign is_empty[b] = count_q == '0 && sent_q == '0;
    assign waits[b] = whole_q != '0;
  end

  always_comb begin : properties
    m_table: assume (leaf_span != '0 && level != '0);
    if (!runs_q) m_reset: assume (valid == '0);
    if (runs_q) begin
      m_messages: assume (well_formed == '1);
      m_room: assume (room == '1);
      a_whole_messages_in_order: assert (sends_first == '1);
      a_only_there: assert (out_lane[FlitWidth +: 2*FlitWidth] == '0);  // none goes back
      a_queues: assert (same_queue == '1
                        && \i_switch.stored_q [SpaceWidth +: SpaceWidth] == '0
                        && \i_switch.waiting_q [SpaceWidth +: SpaceWidth] == '0);
      a_one_message_unfinished: assert (one_message == '1);
      a_none_lost: assert (!violation[noc_pkg::Overflow]);
      a_busy: assert (busy == (is_empty != '1 || violation != '0));

      a_order: assert (\i_switch.order_q == ((32'(policy) == noc_pkg::LocalFirst) ? 4'd1 : 4'd0));
      a_places: assert (\i_switch.bounds_q[0] == EntryWidth'(leaf_base)
                        && \i_switch.bounds_q[1] == EntryWidth'(leaf_base) + EntryWidth'(leaf_span)
                        && \i_switch.bounds_q[2]
                           == EntryWidth'(leaf_base) + (EntryWidth'(leaf_span) << 1)
                        && \i_switch.digit_q == AddressWidth'(1) << (level - 4'd1)
                        && \i_switch.above_q == {AddressWidth{1'b1}} << level);

      c_three_at_once: cover (waits[1] && out_lane[5*FlitWidth-1]);
      c_two_messages: cover (waits == 2'b11 && open_q);
      c_tail_on_the_first_link: cover (open_q && valid == 2'b11 && !open);
      c_long_message: cover (open_q && is_empty == 2'b01 && out_lane[4*FlitWidth-1]);
      c_round_robin: cover (32'(policy) == noc_pkg::RoundRobin && waits[1] && valid == 2'b11);
    end
  end

endmodule

`default_nettype wire
