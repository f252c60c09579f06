// twig - registered router of a tree node: no queue, no back pressure, two cycles.
// Cycle 1: input register with decoded way. Cycle 2: output register.
// Ports: 0..K-1 children, K up, K+1 host; port i of a bus is [i*FW +: FW].
// Two flits for one output in one cycle: the lower port wins, the other is thrown away and its bit of `lost`
// is up in the cycle in which it would have been on the wires. A schedule must see to it that this never happens.
module twig_router #(
  parameter K  = 2,                // child ports
  parameter AW = 12,               // bits of a node number
  parameter DW = 48,               // bits of data
  parameter FW = AW + DW           // flit: {dst, data}; do not set
) (
  input  logic                clk,
  input  logic                rst_n,        // asynchronous, active low
  input  logic [AW-1:0]       cfg_self,
  input  logic [K*AW-1:0]     cfg_lo,
  input  logic [K*AW-1:0]     cfg_hi,
  input  logic [K+1:0]        rx_vld,
  input  logic [(K+2)*FW-1:0] rx_flit,
  output logic [K+1:0]        tx_vld,
  output logic [(K+2)*FW-1:0] tx_flit,
  output logic [K+1:0]        lost
);
  localparam P = K + 2;

  logic [P*P-1:0]  way_q;          // [P*i+o]: input i holds a flit for output o
  logic [P-1:0]    astray_q;       // input i holds a flit without a way
  logic [P*FW-1:0] flit_q;
  logic [P*P-1:0]  win;            // [P*o+i]: output o takes input i

  genvar i, o, b;
  generate
    for (i = 0; i < P; i = i + 1) begin : g_rx
      logic [P-1:0] way;
      logic         astray;
      logic [P-1:0] won;

      twig_decode #(.K(K), .AW(AW), .FROM(i)) u_decode (
        .vld    (rx_vld[i]),
        .dst    (rx_flit[i*FW+DW +: AW]),
        .self   (cfg_self),
        .lo     (cfg_lo),
        .hi     (cfg_hi),
        .way    (way),
        .astray (astray)
      );

      always_ff @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
          way_q[i*P +: P] <= '0;
          astray_q[i]     <= 1'b0;
        end else begin
          way_q[i*P +: P] <= way;
          astray_q[i]     <= astray;
        end
      end
      always_ff @(posedge clk) begin
        if (rx_vld[i]) flit_q[i*FW +: FW] <= rx_flit[i*FW +: FW];
      end

      for (o = 0; o < P; o = o + 1) begin : g_won
        assign won[o] = win[P*o+i];
      end
      always_ff @(posedge clk or negedge rst_n) begin
        if (!rst_n) lost[i] <= 1'b0;
        else        lost[i] <= astray_q[i] | ((|way_q[i*P +: P]) & ~(|won));
      end
    end

    for (o = 0; o < P; o = o + 1) begin : g_tx
      logic [P-1:0] ask, hit;

      for (i = 0; i < P; i = i + 1) begin : g_ask
        assign ask[i] = way_q[P*i+o];
      end
      assign hit           = ask & (~ask + 1'b1);
      assign win[P*o +: P] = hit;

      always_ff @(posedge clk or negedge rst_n) begin
        if (!rst_n) tx_vld[o] <= 1'b0;
        else        tx_vld[o] <= |ask;
      end

      for (b = 0; b < FW; b = b + 1) begin : g_bit
        logic [P-1:0] col;
        for (i = 0; i < P; i = i + 1) begin : g_col
          assign col[i] = hit[i] & flit_q[i*FW+b];
        end
        always_ff @(posedge clk) begin
          if (|ask) tx_flit[o*FW+b] <= |col;
        end
      end
    end
  endgenerate
endmodule
