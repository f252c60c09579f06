// ft0: mesh router that lets flits fall through. Packets of one flit; two slots per input, skipped
// while they are empty; no registers at outputs, so a free way takes no time at all.
// Ports: 0 north (y + 1), 1 east, 2 south, 3 west, 4 local. Flit {x[3:0], y[3:0], data[47:0]}.
module ft0 (
  input  wire         clk,
  input  wire         rst,           // synchronous, active high
  input  wire [3:0]   my_x, my_y,
  input  wire [279:0] in_flit,
  input  wire [4:0]   in_valid,
  output wire [4:0]   in_ready,      // a slot is free
  output reg  [279:0] out_flit,
  output reg  [4:0]   out_valid,     // may follow inputs, and need not stay
  input  wire [4:0]   out_ready
);
  reg  [279:0] slot0, slot1;
  reg  [4:0]   full0, full1;
  reg  [14:0]  next;                 // input that an output looks at first
  reg  [279:0] head;
  reg  [4:0]   there, go;
  reg  [24:0]  want;                 // [5*o + i]
  reg  [2:0]   pick;
  reg          found;

  assign in_ready = ~full1;

  always @* begin : fronts
    integer i, o;
    want = 25'd0;
    for (i = 0; i < 5; i = i + 1) begin
      there[i] = full0[i] | in_valid[i];
      head[56*i +: 56] = full0[i] ? slot0[56*i +: 56] : in_flit[56*i +: 56];
      if (head[56*i + 52 +: 4] != my_x) o = (head[56*i + 52 +: 4] > my_x) ? 1 : 3;
      else if (head[56*i + 48 +: 4] != my_y) o = (head[56*i + 48 +: 4] > my_y) ? 0 : 2;
      else o = 4;
      want[5*o + i] = there[i];
    end
  end

  always @* begin : outputs
    integer o, k;
    go = 5'd0;
    out_valid = 5'd0;
    out_flit = 280'd0;
    for (o = 0; o < 5; o = o + 1) begin
      found = 1'b0;
      for (k = 0; k < 5; k = k + 1) begin
        pick = (next[3*o +: 3] + k >= 5) ? next[3*o +: 3] + k - 5 : next[3*o +: 3] + k;
        if (!found && want[5*o + pick]) begin
          found = 1'b1;
          out_valid[o] = 1'b1;
          out_flit[56*o +: 56] = head[56*pick +: 56];
          go[pick] = out_ready[o];
        end
      end
    end
  end

  always @(posedge clk) begin : slots
    integer i, o;
    for (i = 0; i < 5; i = i + 1) begin
      if (go[i] && full0[i]) begin                        // the first slot goes
        full0[i] <= full1[i] | (in_valid[i] & in_ready[i]);
        full1[i] <= 1'b0;
        slot0[56*i +: 56] <= full1[i] ? slot1[56*i +: 56] : in_flit[56*i +: 56];
      end else if (in_valid[i] && in_ready[i] && !go[i]) begin
        if (full0[i]) begin
          full1[i] <= 1'b1;
          slot1[56*i +: 56] <= in_flit[56*i +: 56];
        end else begin
          full0[i] <= 1'b1;
          slot0[56*i +: 56] <= in_flit[56*i +: 56];
        end
      end
      for (o = 0; o < 5; o = o + 1)
        if (go[i] && want[5*o + i]) next[3*o +: 3] <= (i == 4) ? 3'd0 : i[2:0] + 3'd1;
    end
    if (rst) begin
      full0 <= 5'd0;
      full1 <= 5'd0;
      next  <= 15'd0;
    end
  end
endmodule
