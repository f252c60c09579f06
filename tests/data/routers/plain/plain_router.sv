// plain_router.sv: a router of a mesh as someone else might write one. Queues at inputs, x first,
// one register at each output: a flit takes two cycles.
module plain_router #(
    parameter int unsigned Depth = 4
) (
    input  logic              clk,
    input  logic              rst_n,
    input  logic [2:0]        x,
    input  logic [2:0]        y,
    input  logic [4:0][63:0]  in_flit,
    input  logic [4:0]        in_valid,
    output logic [4:0]        in_ready,
    output logic [4:0][63:0]  out_flit,
    output logic [4:0]        out_valid,
    input  logic [4:0]        out_ready
);
  localparam int unsigned CountBits = $clog2(Depth + 1);

  logic [4:0][Depth-1:0][63:0] queue_q;
  logic [4:0][CountBits-1:0]   count_q;
  logic [4:0]                  busy_q;    // outputs that a packet holds
  logic [4:0][2:0]             owner_q;   // and the input that it comes from
  logic [4:0][2:0]             next_q;    // of outputs, the input that comes first
  logic [4:0][4:0]             wants;     // of inputs, one bit an output
  logic [4:0][4:0]             grant;     // of outputs, one bit an input
  logic [4:0]                  taken;

  // Ports: 0 the PE, 1 +x, 2 -x, 3 +y, 4 -y.
  function automatic logic [4:0] way_of(input logic [63:0] flit);
    if (flit[61:59] > x) return 5'b00010;
    if (flit[61:59] < x) return 5'b00100;
    if (flit[58:56] > y) return 5'b01000;
    if (flit[58:56] < y) return 5'b10000;
    return 5'b00001;
  endfunction

  // Whether an input's first flit may have an output.
  function automatic logic asks(input int i, input int o);
    return wants[i][o] && (busy_q[o] ? owner_q[o] == 3'(i) : queue_q[i][0][63]);
  endfunction

  always_comb begin
    for (int i = 0; i < 5; i++) begin
      in_ready[i] = count_q[i] != CountBits'(Depth);
      wants[i] = '0;
      if (count_q[i] != 0) begin
        if (queue_q[i][0][63]) begin
          wants[i] = way_of(queue_q[i][0]);
        end else begin
          for (int o = 0; o < 5; o++) wants[i][o] = busy_q[o] && owner_q[o] == 3'(i);
        end
      end
    end
    grant = '0;
    for (int o = 0; o < 5; o++) begin
      if (!out_valid[o] || out_ready[o]) begin
        for (int i = 4; i >= 0; i--)
          if (asks(i, o)) grant[o] = 5'b1 << i;
        for (int i = 4; i >= 0; i--)
          if (asks(i, o) && 3'(i) >= next_q[o]) grant[o] = 5'b1 << i;
      end
    end
    taken = '0;
    for (int o = 0; o < 5; o++) taken |= grant[o];
  end

  always_ff @(posedge clk) begin
    for (int i = 0; i < 5; i++) begin
      automatic logic [CountBits-1:0] left = count_q[i];
      automatic logic [Depth-1:0][63:0] queue = queue_q[i];
      if (taken[i]) begin
        queue = queue >> 64;
        left = left - 1'b1;
      end
      if (in_valid[i] && in_ready[i]) begin
        for (int d = 0; d < int'(Depth); d++) if (left == CountBits'(d)) queue[d] = in_flit[i];
        left = left + 1'b1;
      end
      queue_q[i] <= queue;
      count_q[i] <= left;
    end
    for (int o = 0; o < 5; o++) begin
      if (out_ready[o]) out_valid[o] <= 1'b0;
      for (int i = 0; i < 5; i++) begin
        if (grant[o][i]) begin
          out_valid[o] <= 1'b1;
          out_flit[o] <= queue_q[i][0];
          busy_q[o] <= !queue_q[i][0][62];
          owner_q[o] <= 3'(i);
          if (queue_q[i][0][62]) next_q[o] <= i == 4 ? 3'd0 : 3'(i + 1);
        end
      end
    end
    if (!rst_n) begin
      count_q <= '0;
      busy_q <= '0;
      next_q <= '0;
      owner_q <= '0;
      out_valid <= '0;
    end
  end
endmodule
