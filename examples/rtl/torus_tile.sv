// torus_tile.sv: a router of a torus whose PE speaks AXI4-Stream: one stream in, one out per port.
//
// Links: by channel, 2d is dimension d upwards, 2d + 1 downwards. What leaves by channel c of a
// tile comes in by channel c of the neighbour in that direction; credits go the other way.
`default_nettype none

module torus_tile #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned Lanes      = 2,
  parameter int unsigned Depth      = 4,
  parameter int unsigned Header     = 1,   // hops in a flit of their own
  parameter int unsigned DataWidth  = 32,
  parameter int unsigned UserWidth  = 4,
  parameter int unsigned IdWidth    = 4,
  localparam int unsigned TidWidth  = noc_pkg::LaneWidth + IdWidth,
  localparam int unsigned C = 2 * Dimensions,  // channels
  localparam int unsigned F = noc_pkg::FlitWidth,
  localparam int unsigned W = torus_pkg::CreditWidth
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic [31:0]             coordinate_i,  // 8 bits a dimension, dimension 0 lowest
  input  logic [31:0]             side_i,

  input  logic [C*F-1:0]          link_i,
  output logic [C*W-1:0]          link_credit_o,
  output logic [C*F-1:0]          link_o,
  input  logic [C*W-1:0]          link_credit_i,

  input  logic                    s_tvalid_i,  // from the PE
  output logic                    s_tready_o,
  input  logic [DataWidth-1:0]    s_tdata_i,
  input  logic                    s_tlast_i,
  input  logic [Dimensions*8-1:0] s_tdest_i,  // coordinates
  input  logic [IdWidth-1:0]      s_tid_i,
  input  logic [UserWidth-1:0]    s_tuser_i,

  output logic [C-1:0]            m_tvalid_o,  // to the PE
  input  logic [C-1:0]            m_tready_i,
  output logic [C*DataWidth-1:0]  m_tdata_o,
  output logic [C-1:0]            m_tlast_o,
  output logic [C*TidWidth-1:0]   m_tid_o,  // {lane, s_tid_i of the sender}
  output logic [C*UserWidth-1:0]  m_tuser_o,

  output logic [7:0]              violation_o
);

  // Injection and ejection ports first, then links.
  logic [C*F-1:0]   inject;
  logic [C*F-1:0]   eject;
  logic [2*C*W-1:0] credit;  // for what comes in
  logic [C-1:0]     inject_credit;
  logic [C-1:0]     stall;

  torus_router #(.Dimensions(Dimensions), .Lanes(Lanes), .Depth(Depth)) i_router (
    .clk_i, .rst_ni, .coordinate_i, .side_i, .strict_i(1'b0),
    .in_lane_i({link_i, inject}), .out_lane_o({link_o, eject}),
    .credit_i({link_credit_i, {C*W{1'b0}}}), .credit_o(credit), .stall_i(stall),
    .busy_o(), .violation_o, .violation_in_o(), .violation_out_o(), .stalled_o(), .blocked_o()
  );
  assign link_credit_o = credit[C*W +: C*W];

  axis_to_torus #(
    .Dimensions(Dimensions), .Depth(Depth), .Header(Header), .DataWidth(DataWidth),
    .UserWidth(UserWidth), .IdWidth(IdWidth)
  ) i_in (
    .clk_i, .rst_ni, .coordinate_i, .side_i,
    .tvalid_i(s_tvalid_i), .tready_o(s_tready_o), .tdata_i(s_tdata_i), .tlast_i(s_tlast_i),
    .tdest_i(s_tdest_i), .tid_i(s_tid_i), .tuser_i(s_tuser_i),
    .inject_o(inject), .credit_i(inject_credit)
  );

  for (genvar c = 0; c < C; c++) begin : gen_port
    assign inject_credit[c] = credit[c*W];
    torus_to_axis #(
      .Header(Header), .DataWidth(DataWidth), .UserWidth(UserWidth), .IdWidth(IdWidth)
    ) i_out (
      .clk_i, .rst_ni, .lane_i(eject[c*F +: F]), .stall_o(stall[c]),
      .tvalid_o(m_tvalid_o[c]), .tready_i(m_tready_i[c]), .tlast_o(m_tlast_o[c]),
      .tdata_o(m_tdata_o[c*DataWidth +: DataWidth]), .tid_o(m_tid_o[c*TidWidth +: TidWidth]),
      .tuser_o(m_tuser_o[c*UserWidth +: UserWidth])
    );
  end

endmodule

`default_nettype wire
