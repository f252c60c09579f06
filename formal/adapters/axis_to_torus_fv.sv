// axis_to_torus_fv.sv: a stream into a torus router, for any traffic and any return of credits.
//
// Free: what the sender offers, place and sides, and when the router returns a credit of those that
// it holds. The model counts beats inside and flits that have not been paid back, knows where one
// beat of its choice lies and on which port it must leave. What lies in the register is an
// invariant, so that induction closes; that hops are right is a proof of its own, axis_way.
`default_nettype none

module axis_to_torus_fv #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned Depth      = 2,
  parameter int unsigned Header     = 1,
  localparam int unsigned NumPorts  = 2 * Dimensions,
  localparam int unsigned WayWidth  = Dimensions * torus_pkg::HopsWidth,
  localparam int unsigned WordWidth = 1 + NumPorts + WayWidth + 10  // as in the register
) (
  input logic                    clk_i,
  input logic                    tvalid_i,
  input logic [7:0]              tdata_i,
  input logic                    tlast_i,
  input logic [8*Dimensions-1:0] tdest_i,
  input logic                    tid_i,
  input logic                    tuser_i,
  input logic [NumPorts-1:0]     credit_i,
  input logic                    follow_i
);

  localparam int unsigned FlitWidth  = noc_pkg::FlitWidth;
  localparam int unsigned ContentLow = (Header == 1) ? 0 : 28;

  (* anyconst *) logic [31:0] coordinate;
  (* anyconst *) logic [31:0] side;

  logic                          runs_q = 1'b0;  // out of reset
  logic                          ready;
  logic [NumPorts*FlitWidth-1:0] inject;
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  axis_to_torus #(
    .Dimensions(Dimensions), .Depth(Depth), .Header(Header), .DataWidth(8), .UserWidth(1),
    .IdWidth(1)
  ) i_adapter (
    .clk_i(clk_i), .rst_ni(runs_q), .coordinate_i(coordinate), .side_i(side),
    .tvalid_i(tvalid_i), .tready_o(ready), .tdata_i(tdata_i), .tlast_i(tlast_i),
    .tdest_i(tdest_i), .tid_i(tid_i), .tuser_i(tuser_i), .inject_o(inject), .credit_i(credit_i)
  );
  (* hierconn *) logic                            \i_adapter.open_q ;
  (* hierconn *) logic [NumPorts-1:0]             \i_adapter.port_q ;
  (* hierconn *) logic [NumPorts-1:0]             \i_adapter.sent_q ;
  (* hierconn *) logic [FlitWidth-2:0]            \i_adapter.flit_q ;
  (* hierconn *) logic [NumPorts*$clog2(Depth+1)-1:0] \i_adapter.credit_q ;
  (* hierconn *) logic                            \i_adapter.i_register.valid_o ;
  (* hierconn *) logic [WordWidth-1:0]            \i_adapter.i_register.data_o ;
  (* hierconn *) logic                            \i_adapter.i_register.ready_i ;
  (* hierconn *) logic                            \i_adapter.i_register.spare_valid_q ;
  (* hierconn *) logic [WordWidth-1:0]            \i_adapter.i_register.spare_q ;

  // The way of the beat that is offered.
  logic [27:0] hops;
  logic [7:0]  channel;
  always_comb begin : way
    hops = '0;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      hops[7*d +: 7] = axis_pkg::hops_between(coordinate[8*d +: 8], tdest_i[8*d +: 8],
                                              side[8*d +: 8]);
    end
    channel = axis_pkg::first_channel(hops);
  end

  // The words in the register, and whether they begin a packet.
  logic                 w0_last;
  logic                 w1_last;
  logic [NumPorts-1:0]  w0_way;
  logic [NumPorts-1:0]  w1_way;
  assign w0_last = \i_adapter.i_register.data_o [WordWidth-1];
  assign w1_last = \i_adapter.i_register.spare_q [WordWidth-1];
  assign w0_way  = \i_adapter.i_register.data_o [WayWidth+10 +: NumPorts];
  assign w1_way  = \i_adapter.i_register.spare_q [WayWidth+10 +: NumPorts];

  logic enters;
  logic leaves;  // a beat leaves the register, for a port
  assign enters = runs_q && tvalid_i && ready;
  assign leaves = runs_q && \i_adapter.i_register.valid_o && \i_adapter.i_register.ready_i ;

  logic [NumPorts-1:0] used;
  logic                is_beat;  // what lies on a port
  logic [FlitWidth-1:0] flit;
  always_comb begin : on_ports
    flit = '0;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      used[p] = inject[p*FlitWidth+FlitWidth-1];
      flit = flit | inject[p*FlitWidth +: FlitWidth];
    end
    is_beat = flit[63] && !(Header == 1 && flit[58]);
  end

  logic [1:0]          count_q = 2'd0;    // beats in the register
  logic                sent_q = 1'b0;     // a beat lies on a port
  logic                inside_in_q = 1'b0;   // a packet, before the next beat that is offered
  logic                inside_out_q = 1'b0;  // a packet, before the first beat in the register
  logic [NumPorts-1:0] port_in_q;            // of that packet
  logic                follows_q = 1'b0;
  logic                shows_q = 1'b0;       // the followed beat lies on a port
  logic                done_q = 1'b0;
  logic [1:0]          ahead_q;
  logic                is_first_q;           // of its packet
  logic                last_q;
  logic [9:0]          content_q;
  logic [NumPorts-1:0] port_q;
  logic [WayWidth-1:0] hops_q;
  logic [NumPorts-1:0] port_now;  // of the packet of the beat that is offered
  assign port_now = inside_in_q ? port_in_q : NumPorts'(channel);
  always_ff @(posedge clk_i) begin : model
    count_q <= count_q + 2'(enters) - 2'(leaves);
    sent_q  <= leaves;
    if (enters) begin
      inside_in_q <= !tlast_i;
      port_in_q   <= port_now;
    end
    if (leaves) inside_out_q <= !w0_last;
    shows_q <= follows_q && leaves && ahead_q == 2'd0;
    if (follows_q) begin
      if (leaves) ahead_q <= ahead_q - 2'd1;
      if (leaves && ahead_q == 2'd0) begin
        follows_q <= 1'b0;
        done_q    <= 1'b1;
      end
    end else if (enters && follow_i && !done_q) begin
      follows_q  <= 1'b1;
      ahead_q    <= count_q - 2'(leaves);
      is_first_q <= !inside_in_q;
      last_q     <= tlast_i;
      content_q  <= {tid_i, tuser_i, tdata_i};
      port_q     <= port_now;
      hops_q     <= WayWidth'(hops);
    end
  end

  // Credits: of what was sent, what the router has not returned. What lies on a port now goes into
  // its queue at the next edge, and its credit comes back after that.
  logic [NumPorts*4-1:0] held_q = '0;
  logic                  credits_agree;
  logic                  credits_bounded;
  logic                  returns_bounded;
  always_comb begin : credits
    credits_agree = 1'b1;
    credits_bounded = 1'b1;
    returns_bounded = 1'b1;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      if (32'(\i_adapter.credit_q [p*$clog2(Depth+1) +: $clog2(Depth+1)]) + 32'(used[p])
          + 32'(held_q[4*p +: 4]) != Depth) credits_agree = 1'b0;
      if (32'(used[p]) + 32'(held_q[4*p +: 4]) > Depth) credits_bounded = 1'b0;
      if (credit_i[p] && held_q[4*p +: 4] == 4'd0) returns_bounded = 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin : owed
    for (int unsigned p = 0; p < NumPorts; p++) begin
      held_q[4*p +: 4] <= runs_q ? held_q[4*p +: 4] + 4'(used[p]) - 4'(credit_i[p]) : 4'd0;
    end
  end

  // What the model knows of the packets in the register, in words of the adapter.
  logic                 w0_first;
  logic [NumPorts-1:0]  w0_port;   // where the first word must leave
  logic [NumPorts-1:0]  w1_port;
  logic [WordWidth-1:0] word;      // the followed one
  logic                 word_first;
  logic [NumPorts-1:0]  word_port;
  assign w0_first   = !inside_out_q;
  assign w0_port    = (w0_first && !\i_adapter.open_q ) ? w0_way : \i_adapter.port_q ;
  assign w1_port    = w0_last ? w1_way : w0_port;
  assign word       = (ahead_q == 2'd0) ? \i_adapter.i_register.data_o
                                        : \i_adapter.i_register.spare_q ;
  assign word_first = (ahead_q == 2'd0) ? w0_first : w0_last;
  assign word_port  = (ahead_q == 2'd0) ? w0_port : w1_port;

  // The port that a flit must lie on next: that of the first word, if the router has room there.
  logic [NumPorts-1:0] due;
  logic [NumPorts-1:0] due_q = '0;
  always_comb begin : progress
    due = '0;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      due[p] = count_q != 2'd0 && w0_port[p]
               && (credit_i[p] || 32'(used[p]) + 32'(held_q[4*p +: 4]) < Depth);
    end
  end
  always_ff @(posedge clk_i) due_q <= runs_q ? due : '0;

  always_comb begin : properties
    m_credits: assume (returns_bounded);
    if (!runs_q) begin
      a_begins_empty: assert (count_q == 2'd0 && !sent_q && !inside_in_q && !inside_out_q
                              && !follows_q && !shows_q && held_q == '0 && due_q == '0);
    end else begin
      a_none_lost_or_made: assert (
          \i_adapter.i_register.valid_o == (count_q != 2'd0)
          && \i_adapter.i_register.spare_valid_q == (count_q == 2'd2) && count_q <= 2'd2
          && !(count_q == 2'd2 && ready) && is_beat == sent_q);
      a_one_port: assert ($onehot0(used) && used == \i_adapter.sent_q );
      a_credits_conserved: assert (credits_agree);
      a_never_without_credit: assert (credits_bounded);
      a_goes_with_credit: assert (used == due_q);

      // Packets: what has gone, what waits, what comes.
      a_packets: assert (inside_in_q == ((count_q == 2'd0) ? inside_out_q
                                         : (count_q == 2'd1) ? !w0_last : !w1_last));
      a_head_gone: assert (\i_adapter.open_q == inside_out_q
                           || (Header == 1 && \i_adapter.open_q && count_q != 2'd0));
      a_ports: assert (!inside_in_q || port_in_q == ((count_q == 2'd2) ? w1_port
                       : (count_q == 2'd1) ? w0_port : \i_adapter.port_q ));
      a_port_of_header: assert (!(\i_adapter.open_q && !inside_out_q)
                                || \i_adapter.port_q == w0_way);
      a_ways: assert ((count_q == 2'd0 || $onehot(w0_way)) && (count_q != 2'd2 || $onehot(w1_way))
                      && (!\i_adapter.open_q || $onehot(\i_adapter.port_q )));

      // The followed beat.
      a_followed: assert (!follows_q || (ahead_q < count_q && word_first == is_first_q
          && word == {last_q, (is_first_q ? port_q : word[WayWidth+10 +: NumPorts]), hops_q,
                      content_q}
          && word_port == port_q));
      a_in_order_unchanged: assert (!shows_q || (is_beat && used == port_q && flit[57] == last_q
          && flit[62:59] == 4'(noc_pkg::Data) && flit[ContentLow +: 10] == content_q));
      a_head: assert (!shows_q || Header == 1
          || (flit[58] == is_first_q && flit[27:0] == (is_first_q ? 28'(hops_q) : 28'd0)));
      a_header: assert (!(shows_q && Header == 1) || !flit[58]);

      c_full: cover (count_q == 2'd2 && w0_last);
      c_followed_first: cover (shows_q && is_first_q && last_q);
      c_followed_through: cover (shows_q && !is_first_q && used[NumPorts-1]);
      c_streams: cover (enters && leaves && is_beat && !inside_in_q);
      c_waits_for_credit: cover (count_q == 2'd2 && !leaves && used == '0 && inside_out_q);
    end
  end

  // A header says the way of the beat that waits behind it.
  logic header_right;
  assign header_right = !(Header == 1 && flit[63] && flit[58])
      || (!flit[57] && count_q != 2'd0 && w0_first && used == w0_way
          && flit[27:0] == 28'(\i_adapter.i_register.data_o [10 +: WayWidth]));
  always_comb begin : headers
    if (runs_q) a_header_goes_ahead: assert (header_right);
  end

endmodule

`default_nettype wire
