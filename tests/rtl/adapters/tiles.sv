// tiles.sv: a torus of the tiles of examples/rtl, Width by Height, wired; ports by tile.
`default_nettype none

module tiles #(
  parameter int unsigned Width  = 3,
  parameter int unsigned Height = 2,
  parameter int unsigned Lanes  = 2,
  parameter int unsigned Depth  = 2,
  parameter int unsigned Header = 1,
  parameter int unsigned D      = 32,  // bits of data
  parameter int unsigned U      = 4,   // of tuser
  parameter int unsigned I      = 4,   // of tid
  localparam int unsigned T     = 3 + I,
  localparam int unsigned N     = Width * Height
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [N-1:0]     s_tvalid_i,
  output logic [N-1:0]     s_tready_o,
  input  logic [N*D-1:0]   s_tdata_i,
  input  logic [N-1:0]     s_tlast_i,
  input  logic [N*16-1:0]  s_tdest_i,
  input  logic [N*I-1:0]   s_tid_i,
  input  logic [N*U-1:0]   s_tuser_i,
  output logic [N*4-1:0]   m_tvalid_o,
  input  logic [N*4-1:0]   m_tready_i,
  output logic [N*4*D-1:0] m_tdata_o,
  output logic [N*4-1:0]   m_tlast_o,
  output logic [N*4*T-1:0] m_tid_o,
  output logic [N*4*U-1:0] m_tuser_o,
  output logic [N*8-1:0]   violation_o
);

  logic [N*256-1:0] link;    // that leave
  logic [N*32-1:0]  credit;  // for what has come
  for (genvar n = 0; n < N; n++) begin : gen_tile
    localparam int unsigned X = n % Width;
    localparam int unsigned Y = n / Width;
    logic [255:0] link_in;
    logic [31:0]  credit_in;
    for (genvar c = 0; c < 4; c++) begin : gen_channel
      // The neighbour that channel c comes from, and that it leads to.
      localparam int unsigned Up     = (c < 2) ? (X + 1) % Width + Width * Y
                                               : X + Width * ((Y + 1) % Height);
      localparam int unsigned Down   = (c < 2) ? (X + Width - 1) % Width + Width * Y
                                               : X + Width * ((Y + Height - 1) % Height);
      localparam int unsigned Before = (c % 2 == 0) ? Down : Up;
      localparam int unsigned Behind = (c % 2 == 0) ? Up : Down;
      assign link_in[c*64 +: 64] = link[Before*256+c*64 +: 64];
      assign credit_in[c*8 +: 8] = credit[Behind*32+c*8 +: 8];
    end
    torus_tile #(
      .Lanes(Lanes), .Depth(Depth), .Header(Header), .DataWidth(D), .UserWidth(U), .IdWidth(I)
    ) i_tile (
      .clk_i, .rst_ni, .coordinate_i({16'd0, 8'(Y), 8'(X)}),
      .side_i({16'd0, 8'(Height), 8'(Width)}),
      .link_i(link_in), .link_credit_o(credit[n*32 +: 32]), .link_o(link[n*256 +: 256]),
      .link_credit_i(credit_in),
      .s_tvalid_i(s_tvalid_i[n]), .s_tready_o(s_tready_o[n]), .s_tdata_i(s_tdata_i[n*D +: D]),
      .s_tlast_i(s_tlast_i[n]), .s_tdest_i(s_tdest_i[n*16 +: 16]), .s_tid_i(s_tid_i[n*I +: I]),
      .s_tuser_i(s_tuser_i[n*U +: U]), .m_tvalid_o(m_tvalid_o[n*4 +: 4]),
      .m_tready_i(m_tready_i[n*4 +: 4]), .m_tdata_o(m_tdata_o[n*4*D +: 4*D]),
      .m_tlast_o(m_tlast_o[n*4 +: 4]), .m_tid_o(m_tid_o[n*4*T +: 4*T]),
      .m_tuser_o(m_tuser_o[n*4*U +: 4*U]), .violation_o(violation_o[n*8 +: 8])
    );
  end

endmodule

`default_nettype wire
