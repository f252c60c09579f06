// bad_tree_router.sv: a registered router of a tree that breaks one chosen clause of the kit. It
// speaks the port contract of trees itself, so that it needs no wrapper.
//
// Fault 0 is a good router: an input register, an output register, r = 2; of flits for one output
// in one cycle one goes on and the others are said to be dropped. Flits: {destination 6, payload
// 26}. Fault k breaks clause k, and as little else as there is a way to:
//
//    1  a register of the PE's output has no reset
//    2  who goes first of two that ask for one output is not reset
//    3  an output shows a flit twice, if it was not alone and the output is idle afterwards
//    4  a flit behind another input's at its output, and behind one of its own that went elsewhere
//    5  "<" of the number behind a child's last: there is none behind 63
//    6  of two flits behind each other, alone in the router, the second goes first
//   11  a lone flit from the first child to the parent takes one cycle more
//   12  after 16 flits on end an output pauses, and is a cycle late until a gap
//   15  a lone flit from the PE to the parent does not wait for an edge
`default_nettype none

module bad_tree_router #(
  parameter int unsigned Children = 2,
  parameter int unsigned Fault    = 0
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic [5:0]                 pe_i,
  input  logic [Children*6-1:0]      child_first_i,
  input  logic [Children*6-1:0]      child_last_i,
  input  logic [(Children+2)*32-1:0] in_flit_i,
  output logic [(Children+2)*32-1:0] out_flit_o,
  input  logic [Children+1:0]        in_valid_i,
  output logic [Children+1:0]        out_valid_o,
  output logic [Children+1:0]        in_ready_o,
  input  logic [Children+1:0]        out_ready_i,
  output logic [Children+1:0]        in_credit_o,
  input  logic [Children+1:0]        out_credit_i,
  output logic [Children+1:0]        dropped_o
);

  localparam int unsigned Ports      = Children + 2;
  localparam int unsigned Width      = 32;
  localparam int unsigned LongStream = 16;

  // The output for a destination.
  function automatic logic [3:0] way_of(input logic [5:0] to);
    way_of = 4'd1;
    for (int unsigned k = 0; k < Children; k++) begin
      if (to >= child_first_i[k*6 +: 6]
          && ((Fault == 5) ? to < child_last_i[k*6 +: 6] + 6'd1 : to <= child_last_i[k*6 +: 6]))
      begin
        way_of = 4'(k + 2);
      end
    end
    if (to == pe_i) way_of = 4'd0;
  endfunction

  logic [Ports-1:0]       valid_q;    // input registers
  logic [Ports*Width-1:0] flit_q;
  logic [Ports-1:0]       sent_q;     // output registers
  logic [Ports*Width-1:0] out_q;
  logic [Ports-1:0]       dropped_q;
  logic                   turn_q;     // of two, the later port goes first
  // Of faults alone.
  logic [7:0]             stale_q;    // 1: has no reset
  logic [Ports-1:0]       again_q;    // 3: the output has shown its flit twice
  logic [Ports*4-1:0]     by_q;       // 4: the input that had the output last cycle; 15: none
  logic [Ports*4-1:0]     to_q;       // 4: the output that the input had last cycle; 15: none
  logic [Ports-1:0]       swapped_q;  // 6: the flit behind has left
  logic [Ports-1:0]       held_q;     // 11: has waited
  logic [Ports*5-1:0]     row_q;      // 12: flits on end
  logic [Ports-1:0]       late_q;     // 12: a register more
  logic [Ports-1:0]       pause_q;
  logic [Ports-1:0]       more_q;
  logic [Ports*Width-1:0] more_flit_q;

  logic [Ports*4-1:0] way;
  logic [Ports-1:0]   alone;  // no other input has a flit, in its register or on its wires
  always_comb begin : ways
    for (int unsigned i = 0; i < Ports; i++) begin
      way[i*4 +: 4] = way_of(flit_q[i*Width + 26 +: 6]);
      alone[i]      = ((valid_q | in_valid_i) & ~(Ports'(1) << i)) == '0;
    end
  end

  logic [Ports-1:0] swaps;   // 6: the flit on the wires goes before the one in the register
  logic [Ports-1:0] waits;   // 11
  logic [Ports-1:0] loses;   // 4
  logic [Ports-1:0] passes;  // 15
  always_comb begin : faults
    for (int unsigned i = 0; i < Ports; i++) begin
      swaps[i] = Fault == 6 && valid_q[i] && in_valid_i[i] && !swapped_q[i] && alone[i]
                 && way_of(in_flit_i[i*Width + 26 +: 6]) == way[i*4 +: 4];
      waits[i] = Fault == 11 && i == 2 && way[i*4 +: 4] == 4'd1 && valid_q == Ports'(4)
                 && in_valid_i == '0 && sent_q == '0 && !held_q[i];
      loses[i] = 1'b0;
      for (int unsigned o = 0; o < Ports; o++) begin
        if (Fault == 4 && valid_q[i] && way[i*4 +: 4] == 4'(o) && by_q[o*4 +: 4] != 4'd15
            && by_q[o*4 +: 4] != 4'(i) && to_q[i*4 +: 4] != 4'd15 && to_q[i*4 +: 4] != 4'(o)) begin
          loses[i] = 1'b1;
        end
      end
    end
    passes    = '0;
    passes[0] = Fault == 15 && rst_ni && in_valid_i == Ports'(1) && valid_q == '0 && sent_q == '0
                && way_of(in_flit_i[26 +: 6]) == 4'd1;
  end

  logic [Ports-1:0]   goes;    // inputs
  logic [Ports-1:0]   used;    // outputs
  logic [Ports*4-1:0] winner;  // of each output
  logic               crowd;
  always_comb begin : grants
    goes   = '0;
    used   = '0;
    winner = '1;
    crowd  = 1'b0;
    for (int unsigned o = 0; o < Ports; o++) begin
      for (int unsigned i = 0; i < Ports; i++) begin
        if (valid_q[i] && !waits[i] && !loses[i] && way[i*4 +: 4] == 4'(o)
            && (i != o || Fault == 5)) begin
          if (used[o]) crowd = 1'b1;
          if (!used[o] || turn_q) winner[o*4 +: 4] = 4'(i);
          used[o] = 1'b1;
        end
      end
      for (int unsigned i = 0; i < Ports; i++) begin
        if (used[o] && winner[o*4 +: 4] == 4'(i)) goes[i] = 1'b1;
      end
    end
  end

  always_comb begin : outputs
    out_valid_o = sent_q;
    out_flit_o  = out_q;
    for (int unsigned o = 0; o < Ports; o++) begin
      if (late_q[o]) begin
        out_valid_o[o]                = more_q[o] && !pause_q[o];
        out_flit_o[o*Width +: Width] = more_flit_q[o*Width +: Width];
      end
    end
    if (stale_q != '0) out_valid_o[0] = 1'b1;
    if (passes[0]) begin
      out_valid_o[1]            = 1'b1;
      out_flit_o[Width +: Width] = in_flit_i[0 +: Width];
    end
  end

  logic unused;
  assign dropped_o   = dropped_q;
  assign in_ready_o  = '1;
  assign in_credit_o = '0;
  assign unused      = ^{out_ready_i, out_credit_i};

  always_ff @(posedge clk_i) begin : step
    for (int unsigned i = 0; i < Ports; i++) begin
      valid_q[i] <= (in_valid_i[i] && !passes[i]) || waits[i];
      if (in_valid_i[i] && !swaps[i] && !waits[i]) begin
        flit_q[i*Width +: Width] <= in_flit_i[i*Width +: Width];
      end
      swapped_q[i]     <= swaps[i];
      held_q[i]        <= waits[i];
      dropped_q[i]     <= valid_q[i] && !goes[i] && !waits[i] && !loses[i];
      to_q[i*4 +: 4]   <= goes[i] ? way[i*4 +: 4] : 4'd15;
    end
    for (int unsigned o = 0; o < Ports; o++) begin
      sent_q[o]      <= used[o];
      again_q[o]     <= 1'b0;
      by_q[o*4 +: 4] <= winner[o*4 +: 4];
      for (int unsigned i = 0; i < Ports; i++) begin
        if (used[o] && winner[o*4 +: 4] == 4'(i)) begin
          out_q[o*Width +: Width] <= swaps[i] ? in_flit_i[i*Width +: Width]
                                              : flit_q[i*Width +: Width];
        end
      end
      if (Fault == 3 && sent_q[o] && !used[o] && !again_q[o] && !$onehot(sent_q)) begin
        sent_q[o]  <= 1'b1;
        again_q[o] <= 1'b1;
      end
      // 12: the output shows what it had one cycle before.
      if (Fault == 12) begin
        row_q[o*5 +: 5] <= !sent_q[o] ? 5'd0
            : (32'(row_q[o*5 +: 5]) < LongStream) ? row_q[o*5 +: 5] + 5'd1 : row_q[o*5 +: 5];
        late_q[o]       <= sent_q[o] && (late_q[o] || 32'(row_q[o*5 +: 5]) == LongStream);
        pause_q[o]      <= !late_q[o];
      end
      more_q[o]                      <= sent_q[o];
      more_flit_q[o*Width +: Width] <= out_q[o*Width +: Width];
    end
    if (crowd) turn_q <= !turn_q;
    if (Fault != 1 || rst_ni) stale_q <= '0;
    if (!rst_ni) begin
      valid_q   <= '0;
      sent_q    <= '0;
      dropped_q <= '0;
      again_q   <= '0;
      by_q      <= '1;
      to_q      <= '1;
      swapped_q <= '0;
      held_q    <= '0;
      row_q     <= '0;
      late_q    <= '0;
      pause_q   <= '0;
      more_q    <= '0;
      out_q     <= {Ports{pe_i, 26'd0}};
      if (Fault != 2) turn_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
