// bad_router.sv: an XY wormhole router that breaks one chosen clause of the kit. Speaks the kit's
// port contract itself, so that it needs no wrapper.
//
// Fault 0 is a good router: a queue of Depth flits for each input lane, an output register, r = 2;
// worms stay on the lane that they came on; one flit an output and cycle, round robin among the
// inputs of an output lane and among the lanes of an output. Fault k, 1 to 16, breaks clause k, and
// where it can no other: some wait for a second packet in the router. Where others must break with
// it, sim/kit/self_test.cpp says so. Fault 17 loses flits only behind another one of its kind.
//
// A flit is {head, tail, x[2:0], y[2:0], payload[23:0]}, lowest bit last. Link 1: ready. Link 2:
// credits.
`default_nettype none

module bad_router #(
  parameter int unsigned X     = 0,
  parameter int unsigned Y     = 0,
  parameter int unsigned Fault = 0,
  parameter int unsigned Link  = 1,
  parameter int unsigned Lanes = 1,
  parameter int unsigned Depth = 4
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [5*32-1:0]     in_flit_i,
  output logic [5*32-1:0]     out_flit_o,
  input  logic [5*Lanes-1:0]  in_valid_i,
  output logic [5*Lanes-1:0]  out_valid_o,
  output logic [5*Lanes-1:0]  in_ready_o,
  input  logic [5*Lanes-1:0]  out_ready_i,
  output logic [5*Lanes-1:0]  in_credit_o,
  input  logic [5*Lanes-1:0]  out_credit_i
);

  localparam int unsigned Width      = 32;
  localparam int unsigned Queues     = 5 * Lanes;
  localparam int unsigned Slots      = Depth + 1;  // one to spare, so that a breach loses nothing
  localparam int unsigned CountWidth = $clog2(Slots + 1);
  localparam int unsigned LaneWidth  = (Lanes > 1) ? $clog2(Lanes) : 1;
  localparam int unsigned Credits    = (Fault == 8) ? Depth + 1 : Depth;
  localparam int unsigned LongStream = 16;  // more flits in a row than a lone packet has
  localparam int unsigned RowWidth   = $clog2(LongStream + Depth + 1);

  if (Fault > 17) begin : gen_bad_fault
    $error("bad_router: Fault must be 0 to 17, got %0d", Fault);
  end

  // The output for a destination {x, y}.
  function automatic logic [2:0] way_of(input logic [5:0] place);
    logic [2:0] x;
    logic [2:0] y;
    logic [2:0] here_x;
    logic [2:0] here_y;
    logic [2:0] next_x;
    logic [2:0] by_x;
    logic [2:0] by_y;
    x = place[5:3];
    y = place[2:0];
    here_x = 3'(X);
    here_y = 3'(Y);
    next_x = 3'(X + 1);
    by_x = (x > here_x) ? 3'd1 : (x < here_x) ? 3'd2 : 3'd0;
    by_y = (y > here_y) ? 3'd3 : (y < here_y) ? 3'd4 : 3'd0;
    // "<" of the next column instead of "<=" of this: there is none after the last.
    if (Fault == 5 && !(x < next_x)) by_x = 3'd1;
    way_of = (by_x != 3'd0) ? by_x : by_y;
    if (Fault == 16 && by_x != 3'd0 && by_y != 3'd0
        && ((by_x == 3'd1) ? x - here_x : here_x - x) == ((by_y == 3'd3) ? y - here_y : here_y - y))
    begin
      way_of = by_y;
    end
  endfunction

  // 12: whether an output pauses after so many flits in a row.
  function automatic logic bubble(input logic [RowWidth-1:0] row);
    bubble = Fault == 12 && 32'(row) == LongStream + Depth;
  endfunction

  // Queue q = port * Lanes + lane; its first flit is in slot 0. Output lanes are numbered likewise.
  logic [Queues*Slots*Width-1:0] store_q;
  logic [Queues*CountWidth-1:0]  count_q;
  logic [Queues*3-1:0]           goal_q;    // output of the worm whose head has left the queue
  logic [Queues-1:0]             busy_q;    // output lanes that a worm has
  logic [Queues*3-1:0]           owner_q;   // and the input that it comes from
  logic [Queues*3-1:0]           turn_q;    // input that had the output lane last
  logic [5*LaneWidth-1:0]        lane_q;    // lane that sent last, of each output
  logic [Queues*CountWidth-1:0]  credits_q;
  logic [Queues-1:0]             valid_q;
  logic [5*Width-1:0]            flit_q;
  logic [Queues-1:0]             credit_q;
  // Of faults alone.
  logic [7:0]                    stale_q;    // 1: has no reset
  logic [Queues-1:0]             doubled_q;  // 3: the first flit has left and stays
  logic [Queues-1:0]             extra_q;    // 4, 9: a credit is due though no flit left
  logic [Queues-1:0]             swapped_q;  // 6: the flit before the first has left
  logic [4:0]                    gap_q;      // 8: valid is withdrawn
  logic [2:0]                    stuck_q;    // 10: cycles in which no flit left
  logic [Queues-1:0]             waited_q;   // 11: the queue was not empty
  logic [5*RowWidth-1:0]         row_q;      // 12: flits in a row
  logic [5*4-1:0]        awake_q;    // 17: cycles for which an input is ready after an offer
  logic [5*4-1:0]        heard_q;    // 17: cycles for which an output offers after a ready
  logic [4:0]            shown_q;    // 17: an offer stands

  logic [Queues-1:0]   is_head;  // of first flits
  logic [Queues-1:0]   is_tail;
  logic [Queues-1:0]   is_any;
  logic [Queues*3-1:0] way;
  logic [Queues-1:0]   others;   // another queue holds flits
  always_comb begin : fronts
    for (int unsigned q = 0; q < Queues; q++) begin
      is_any[q]      = count_q[q*CountWidth +: CountWidth] != '0;
      is_head[q]     = store_q[q*Slots*Width + 31];
      is_tail[q]     = store_q[q*Slots*Width + 30];
      way[q*3 +: 3]  = is_head[q] ? way_of(store_q[q*Slots*Width + 24 +: 6]) : goal_q[q*3 +: 3];
    end
    for (int unsigned q = 0; q < Queues; q++) others[q] = (is_any & ~(Queues'(1) << q)) != '0;
  end

  logic [5*5*Lanes-1:0] asks;      // at o*Queues + q
  logic [4:0]           goes;      // outputs to which a flit goes
  logic [5*LaneWidth-1:0] by;      // the lane of that flit
  logic [Queues-1:0]    pops;
  logic [Queues-1:0]    sends;     // output lanes
  logic [5*Lanes-1:0]   may_go;    // lanes of an output that have a flit, and credit
  logic [Queues*3-1:0]  chosen;    // its input
  logic                 passed;    // scratch: one behind the last winner has been found
  logic [4:0]           free;      // the output's register can take a flit
  always_comb begin : registers
    for (int unsigned o = 0; o < 5; o++) begin
      free[o] = Link == 2 || valid_q[o*Lanes +: Lanes] == '0
                || ((valid_q[o*Lanes +: Lanes] & out_ready_i[o*Lanes +: Lanes]) != '0 && !gap_q[o]
                    && !asleep[o]);
    end
    if (stale_q != '0) free[0] = 1'b0;
  end

  always_comb begin : grants
    asks   = '0;
    goes   = '0;
    by     = '0;
    pops   = '0;
    sends  = '0;
    may_go = '0;
    chosen = '0;
    passed = 1'b0;
    for (int unsigned o = 0; o < 5; o++) begin
      for (int unsigned v = 0; v < Lanes; v++) begin
        passed = 1'b0;
        for (int unsigned i = 0; i < 5; i++) begin
          asks[o*Queues + i*Lanes + v] = is_any[i*Lanes + v] && way[(i*Lanes + v)*3 +: 3] == 3'(o)
              && (is_head[i*Lanes + v] ? !busy_q[o*Lanes + v]
                  : ((busy_q[o*Lanes + v] && owner_q[(o*Lanes + v)*3 +: 3] == 3'(i))
                     || Fault == 7))
              && !(Fault == 11 && i == 2 && o == 1 && is_head[i*Lanes + v]
                   && !waited_q[i*Lanes + v]);
          if (asks[o*Queues + i*Lanes + v] && !passed) begin
            if (!may_go[o*Lanes + v]) chosen[(o*Lanes + v)*3 +: 3] = 3'(i);
            if (3'(i) > turn_q[(o*Lanes + v)*3 +: 3] && Fault != 13) begin
              chosen[(o*Lanes + v)*3 +: 3] = 3'(i);
              passed = 1'b1;
            end
            may_go[o*Lanes + v] = 1'b1;
          end
        end
        if (Link == 2 && credits_q[(o*Lanes + v)*CountWidth +: CountWidth] == '0) begin
          may_go[o*Lanes + v] = 1'b0;
        end
      end
      // The credit that it has too many is used when there is a rival.
      if (Link == 2 && Fault == 8) begin
        for (int unsigned v = 0; v < Lanes; v++) begin
          if (credits_q[(o*Lanes + v)*CountWidth +: CountWidth] == CountWidth'(1)
              && $onehot0(asks[o*Queues +: Queues])) begin
            may_go[o*Lanes + v] = 1'b0;
          end
        end
      end
      if (Link == 2 && Fault == 14) begin
        for (int unsigned v = 0; v < Lanes; v++) begin
          if (credits_q[(o*Lanes + v)*CountWidth +: CountWidth] == '0) begin
            may_go[o*Lanes +: Lanes] = '0;
          end
        end
      end
      passed = 1'b0;
      for (int unsigned v = 0; v < Lanes; v++) begin
        if (may_go[o*Lanes + v] && free[o] && !bubble(row_q[o*RowWidth +: RowWidth]) && !passed)
        begin
          if (!goes[o]) by[o*LaneWidth +: LaneWidth] = LaneWidth'(v);
          if (LaneWidth'(v) > lane_q[o*LaneWidth +: LaneWidth] && Fault != 13) begin
            by[o*LaneWidth +: LaneWidth] = LaneWidth'(v);
            passed = 1'b1;
          end
          goes[o] = 1'b1;
        end
      end
      for (int unsigned v = 0; v < Lanes; v++) begin
        if (goes[o] && by[o*LaneWidth +: LaneWidth] == LaneWidth'(v)) begin
          sends[o*Lanes + v] = 1'b1;
          for (int unsigned i = 0; i < 5; i++) begin
            if (chosen[(o*Lanes + v)*3 +: 3] == 3'(i)) pops[i*Lanes + v] = 1'b1;
          end
        end
      end
    end
  end

  // 3: the grant is forgotten where the output stalls, of a flit without which the worm is whole.
  logic [Queues-1:0] stays;
  always_comb begin : doubles
    stays = '0;
    for (int unsigned q = 0; q < Queues; q++) begin
      for (int unsigned o = 0; o < 5; o++) begin
        if (Fault == 3 && pops[q] && way[q*3 +: 3] == 3'(o) && is_head[q] == is_tail[q]
            && others[q] && !doubled_q[q]
            && ((Link == 1) ? !out_ready_i[o*Lanes + q % Lanes]
                : 32'(credits_q[(o*Lanes + q % Lanes)*CountWidth +: CountWidth]) == 1)) begin
          stays[q] = 1'b1;
        end
      end
    end
  end

  // 6: of two packets of one flit each, the second goes first.
  logic [Queues-1:0] swaps;
  always_comb begin : sub_queues
    swaps = '0;
    for (int unsigned q = 0; q < Queues; q++) begin
      if (Fault == 6 && 32'(count_q[q*CountWidth +: CountWidth]) > 1 && !swapped_q[q]
          && store_q[q*Slots*Width + 30 +: 2] == 2'b11
          && store_q[q*Slots*Width + Width + 30 +: 2] == 2'b11
          && way_of(store_q[q*Slots*Width + Width + 24 +: 6]) == way[q*3 +: 3]) begin
        swaps[q] = 1'b1;
      end
    end
  end

  // 10: a full queue whose newest flit may go without breaking a worm takes one more over it.
  logic [Queues-1:0] over;
  always_comb begin : fullness
    over = '0;
    for (int unsigned q = 0; q < Queues; q++) begin
      if (Fault == 10 && stuck_q == 3'd7 && 32'(count_q[q*CountWidth +: CountWidth]) == Depth
          && (^store_q[q*Slots*Width + (Depth-1)*Width + 30 +: 2]) == 1'b0) begin
        over[q] = 1'b1;
      end
      in_ready_o[q] = Link == 1 && (32'(count_q[q*CountWidth +: CountWidth]) < Depth || over[q]);
    end
    if (Link == 1 && Fault == 17) begin
      for (int unsigned q = 0; q < Queues; q++) begin
        if (awake_q[(q/Lanes)*4 +: 4] == '0) in_ready_o[q] = 1'b0;
      end
    end
    if (Link == 1 && Fault == 14) begin
      for (int unsigned q = 0; q < Queues; q++) begin
        if (32'(count_q[q*CountWidth +: CountWidth]) == Depth) in_ready_o = '0;
      end
    end
  end

  // 17: an output waits for ready before it offers, an input for an offer before it is ready. With
  // neighbours that wait for neither all goes well.
  logic [4:0] asleep;
  always_comb begin : waiting
    for (int unsigned o = 0; o < 5; o++) begin
      asleep[o] = Fault == 17 && Link == 1 && heard_q[o*4 +: 4] == '0 && !shown_q[o];
    end
  end

  // 15: a packet of one flit from the PE to +x does not wait for an edge in an idle router.
  logic [Queues-1:0] bypass;
  always_comb begin : shortcut
    bypass = '0;
    for (int unsigned v = 0; v < Lanes; v++) begin
      if (Fault == 15 && rst_ni && is_any == '0 && valid_q == '0 && busy_q[Lanes + v] == 1'b0
          && in_valid_i[v] && in_flit_i[30 +: 2] == 2'b11 && way_of(in_flit_i[29:24]) == 3'd1
          && ((Link == 1) ? out_ready_i[Lanes + v]
              : credits_q[(Lanes + v)*CountWidth +: CountWidth] != '0)) begin
        bypass[v] = 1'b1;
      end
    end
  end

  logic [Queues-1:0] comes;
  assign comes = in_valid_i & ((Link == 1) ? in_ready_o : {Queues{1'b1}}) & ~bypass;

  always_comb begin : outputs
    out_valid_o = valid_q;
    out_flit_o  = flit_q;
    in_credit_o = (Link == 2) ? credit_q : '0;
    for (int unsigned o = 0; o < 5; o++) begin
      if (gap_q[o] || asleep[o]) out_valid_o[o*Lanes +: Lanes] = '0;
    end
    if (stale_q != '0) out_valid_o[0] = 1'b1;
    if (bypass != '0) begin
      out_valid_o[Lanes +: Lanes] = bypass[Lanes-1:0];
      out_flit_o[Width +: Width]  = in_flit_i[Width-1:0];
    end
  end

  always_ff @(posedge clk_i) begin : step
    logic [CountWidth-1:0] left;   // flits in the queue after one has gone
    logic [Width-1:0]      flit;
    logic                  drop;
    left = '0;
    flit = '0;
    drop = 1'b0;
    for (int unsigned o = 0; o < 5; o++) begin
      if (free[o]) valid_q[o*Lanes +: Lanes] <= sends[o*Lanes +: Lanes];
      // Stalled, and another queue asks for the output.
      gap_q[o] <= Fault == 8 && Link == 1 && !gap_q[o] && asks[o*Queues +: Queues] != '0
                  && (valid_q[o*Lanes +: Lanes] & ~out_ready_i[o*Lanes +: Lanes]) != '0;
      row_q[o*RowWidth +: RowWidth] <= bubble(row_q[o*RowWidth +: RowWidth]) ? RowWidth'(LongStream)
          : goes[o] ? row_q[o*RowWidth +: RowWidth] + RowWidth'(1) : '0;
      if (goes[o]) lane_q[o*LaneWidth +: LaneWidth] <= by[o*LaneWidth +: LaneWidth];
      awake_q[o*4 +: 4] <= (in_valid_i[o*Lanes +: Lanes] != '0) ? 4'd15
          : (awake_q[o*4 +: 4] == '0) ? 4'd0 : awake_q[o*4 +: 4] - 4'd1;
      heard_q[o*4 +: 4] <= (out_ready_i[o*Lanes +: Lanes] != '0) ? 4'd15
          : (heard_q[o*4 +: 4] == '0) ? 4'd0 : heard_q[o*4 +: 4] - 4'd1;
      shown_q[o]        <= !free[o] && !asleep[o] && valid_q[o*Lanes +: Lanes] != '0;
    end
    for (int unsigned q = 0; q < Queues; q++) begin
      flit = swaps[q] ? store_q[q*Slots*Width + Width +: Width] : store_q[q*Slots*Width +: Width];
      // The flit that goes, its lane and its worm.
      if (pops[q]) begin
        for (int unsigned o = 0; o < 5; o++) begin
          if (way[q*3 +: 3] == 3'(o)) begin
            flit_q[o*Width +: Width] <= flit;
            if (is_head[q]) begin
              busy_q[o*Lanes + q % Lanes]           <= !is_tail[q];
              owner_q[(o*Lanes + q % Lanes)*3 +: 3] <= 3'(q / Lanes);
              turn_q[(o*Lanes + q % Lanes)*3 +: 3]  <= 3'(q / Lanes);
            end else if (owner_q[(o*Lanes + q % Lanes)*3 +: 3] == 3'(q / Lanes)
                         && (is_tail[q] || (Fault == 7
                                            && 32'(count_q[q*CountWidth +: CountWidth]) > 1
                                            && store_q[q*Slots*Width + Width + 30]))) begin
              busy_q[o*Lanes + q % Lanes] <= 1'b0;
            end
          end
        end
        goal_q[q*3 +: 3] <= way[q*3 +: 3];
        swapped_q[q]     <= swaps[q];
      end
      doubled_q[q] <= pops[q] ? stays[q] : doubled_q[q];
      // The queue: one out, one in.
      left = count_q[q*CountWidth +: CountWidth];
      if (pops[q] && !stays[q]) begin
        left = left - CountWidth'(1);
        for (int unsigned s = 0; s < Slots - 1; s++) begin
          if (!(swaps[q] && s == 0)) begin
            store_q[(q*Slots + s)*Width +: Width] <= store_q[(q*Slots + s + 1)*Width +: Width];
          end
        end
      end
      flit = in_flit_i[(q / Lanes)*Width +: Width];
      drop = Fault == 4 && pops[q] && left == '0 && others[q] && flit[31] == flit[30];
      if (comes[q] && !drop) begin
        if (over[q] && 32'(left) == Depth) left = left - CountWidth'(1);
        for (int unsigned s = 0; s < Slots; s++) begin
          if (32'(left) == s) store_q[(q*Slots + s)*Width +: Width] <= flit;
        end
        left = left + CountWidth'(1);
      end
      count_q[q*CountWidth +: CountWidth] <= left;
      waited_q[q] <= count_q[q*CountWidth +: CountWidth] != '0;
      // Credits: to the left for flits that have gone, from the right for flits taken there.
      credit_q[q] <= (pops[q] && !stays[q]) || extra_q[q] || bypass[q];
      extra_q[q]  <= (comes[q] && drop) || (extra_q[q] && pops[q])
                     || (Fault == 9 && pops[q] && is_tail[q]
                         && 32'(count_q[q*CountWidth +: CountWidth]) == 1 && !comes[q]);
      if ((sends[q] || (q / Lanes == 1 && bypass[q % Lanes])) && !out_credit_i[q]) begin
        credits_q[q*CountWidth +: CountWidth] <= credits_q[q*CountWidth +: CountWidth]
                                                 - CountWidth'(1);
      end
      if (!(sends[q] || (q / Lanes == 1 && bypass[q % Lanes])) && out_credit_i[q]
          && 32'(credits_q[q*CountWidth +: CountWidth]) < Credits) begin
        credits_q[q*CountWidth +: CountWidth] <= credits_q[q*CountWidth +: CountWidth]
                                                 + CountWidth'(1);
      end
    end
    stuck_q <= (pops != '0) ? 3'd0 : (stuck_q == 3'd7) ? 3'd7 : stuck_q + 3'd1;
    if (Fault != 1 || (rst_ni && (Link == 2 || out_ready_i[0]))) stale_q <= '0;
    if (!rst_ni) begin
      count_q   <= '0;
      busy_q    <= '0;
      lane_q    <= '0;
      valid_q   <= '0;
      flit_q    <= {5{2'b11, 3'(X), 3'(Y), 24'd0}};
      credit_q  <= '0;
      doubled_q <= '0;
      extra_q   <= '0;
      swapped_q <= '0;
      gap_q     <= '0;
      stuck_q   <= '0;
      waited_q  <= '0;
      row_q     <= '0;
      awake_q   <= '0;
      heard_q   <= '0;
      shown_q   <= '0;
      goal_q    <= '0;
      owner_q   <= '0;
      if (Fault != 2) turn_q <= '0;
      for (int unsigned q = 0; q < Queues; q++) begin
        credits_q[q*CountWidth +: CountWidth] <= CountWidth'(Credits);
      end
    end
  end

endmodule

`default_nettype wire
