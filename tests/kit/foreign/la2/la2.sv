// la2: mesh router with lookahead. A flit brings the way out of this router with it; what it takes
// along is the way out of the next one, found while it waits for its output. Packets of one flit.
// Ports: 0 local, 1 west, 2 east, 3 south (y - 1), 4 north. Two slots per input, a register per
// output. Flit {way[2:0], y[4:0], x[4:0], data[49:0]}; ways are numbered as ports are.
module la2 (
  input  logic         clk, rst_n,     // asynchronous, active low
  input  logic [4:0]   col, row,
  input  logic [314:0] rx,
  input  logic [4:0]   rx_req,
  output logic [4:0]   rx_ack,
  output logic [314:0] tx,
  output logic [4:0]   tx_req,
  input  logic [4:0]   tx_ack
);
  logic [62:0] mem [5][2];
  logic [1:0]  fill [5];
  logic [2:0]  last [5];               // input served last, by output
  logic [4:0]  pop;
  logic [4:0]  sel [5];                // by output, one-hot over inputs
  logic [4:0]  load;

  // Out of the router at (c, r): along x first.
  function automatic logic [2:0] turn(input logic [4:0] c, r, x, y);
    if (x < c)      turn = 3'd1;
    else if (x > c) turn = 3'd2;
    else if (y < r) turn = 3'd3;
    else if (y > r) turn = 3'd4;
    else            turn = 3'd0;
  endfunction

  // The flit with the way out of the router behind port p.
  function automatic logic [62:0] ahead(input int unsigned p, input logic [59:0] f);
    logic [4:0] c, r;
    c = (p == 1) ? col - 5'd1 : (p == 2) ? col + 5'd1 : col;
    r = (p == 3) ? row - 5'd1 : (p == 4) ? row + 5'd1 : row;
    ahead = {turn(c, r, f[54:50], f[59:55]), f};
  endfunction

  always_comb begin
    pop = '0;
    for (int unsigned p = 0; p < 5; p++) begin
      sel[p]  = '0;
      load[p] = !tx_req[p] || tx_ack[p];
      for (int unsigned k = 1; k <= 5; k++) begin
        if (sel[p] == '0 && fill[(int'(last[p]) + k) % 5] != 0
            && mem[(int'(last[p]) + k) % 5][0][62:60] == 3'(p))
          sel[p][(int'(last[p]) + k) % 5] = 1'b1;
      end
      if (load[p]) pop |= sel[p];
    end
    for (int unsigned i = 0; i < 5; i++) rx_ack[i] = fill[i] != 2'd2;
  end

  for (genvar i = 0; i < 5; i++) begin : g_rx
    logic push;
    assign push = rx_req[i] && rx_ack[i];
    always_ff @(posedge clk or negedge rst_n)
      if (!rst_n) fill[i] <= 2'd0;
      else        fill[i] <= fill[i] + 2'(push) - 2'(pop[i]);
    always_ff @(posedge clk) begin
      if (pop[i]) mem[i][0] <= mem[i][1];
      if (push)   mem[i][(fill[i] - 2'(pop[i])) == 2'd0 ? 0 : 1] <= rx[63*i +: 63];
    end
  end

  for (genvar p = 0; p < 5; p++) begin : g_tx
    always_ff @(posedge clk or negedge rst_n)
      if (!rst_n) begin
        tx_req[p] <= 1'b0;
        last[p]   <= 3'd4;
      end else if (load[p]) begin
        tx_req[p] <= sel[p] != '0;
        for (int unsigned i = 0; i < 5; i++) if (sel[p][i]) last[p] <= 3'(i);
      end
    always_ff @(posedge clk)
      for (int unsigned i = 0; i < 5; i++)
        if (load[p] && sel[p][i]) tx[63*p +: 63] <= ahead(p, mem[i][0][59:0]);
  end
endmodule
