// twig - where a flit of one input goes. One-hot; ports: 0..K-1 children, K up, K+1 host.
// own number -> host; number in a child's interval lo..hi (empty if lo > hi) -> that child; else up.
// Back to where it came from (except host to host) is no way: all zero.
module twig_decode #(
  parameter K    = 2,
  parameter AW   = 12,
  parameter FROM = 0
) (
  input  logic            vld,
  input  logic [AW-1:0]   dst,
  input  logic [AW-1:0]   self,
  input  logic [K*AW-1:0] lo,
  input  logic [K*AW-1:0] hi,
  output logic [K+1:0]    way,
  output logic            astray
);
  localparam [K+1:0] SELF_PORT = 1 << FROM;
  localparam [K+1:0] BACK      = FROM == K + 1 ? '0 : SELF_PORT;

  logic         mine;
  logic [K-1:0] hit, child;
  logic [K+1:0] want;

  assign mine = dst == self;

  genvar c;
  generate
    for (c = 0; c < K; c = c + 1) begin : g_child
      assign hit[c] = dst >= lo[c*AW +: AW] && dst <= hi[c*AW +: AW];
    end
  endgenerate

  assign child  = hit & (~hit + 1'b1);      // intervals should not overlap; if they do the lower port
  assign want   = {mine, ~mine & ~(|hit), child & {K{~mine}}};
  assign way    = want & ~BACK & {(K+2){vld}};
  assign astray = vld & (|(want & BACK));
endmodule
