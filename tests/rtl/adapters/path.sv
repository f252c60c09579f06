// path.sv: a path of three bufferless PEs, each with a stream in and out.
`default_nettype none

module path #(
  localparam int unsigned N = 3
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic [N-1:0]    s_tvalid_i,
  output logic [N-1:0]    s_tready_o,
  input  logic [N*32-1:0] s_tdata_i,
  input  logic [N-1:0]    s_tlast_i,
  input  logic [N*13-1:0] s_tdest_i,
  input  logic [N*8-1:0]  s_tid_i,
  input  logic [N*4-1:0]  s_tuser_i,
  output logic [N-1:0]    m_tvalid_o,
  input  logic [N-1:0]    m_tready_i,
  output logic [N*32-1:0] m_tdata_o,
  output logic [N-1:0]    m_tlast_o,
  output logic [N*8-1:0]  m_tid_o,
  output logic [N*4-1:0]  m_tuser_o,
  output logic [N-1:0]    overflow_o,
  output logic [N*8-1:0]  violation_o
);

  logic [N*64-1:0]   own_lane;
  logic [N*4*64-1:0] out_lane;

  tree_network #(.NumPes(N), .Parents(48'h0001_0000_ffff), .SinglePort(1'b0)) i_network (
    .clk_i, .rst_ni, .own_lane_i(own_lane), .out_lane_o(out_lane), .violation_o,
    .violation_in_o(), .violation_out_o(), .busy_o()
  );

  for (genvar n = 0; n < N; n++) begin : gen_pe
    axis_to_flits i_in (
      .clk_i, .rst_ni, .tvalid_i(s_tvalid_i[n]), .tready_o(s_tready_o[n]),
      .tdata_i(s_tdata_i[n*32 +: 32]), .tlast_i(s_tlast_i[n]), .tdest_i(s_tdest_i[n*13 +: 13]),
      .tid_i(s_tid_i[n*8 +: 8]), .tuser_i(s_tuser_i[n*4 +: 4]), .lane_o(own_lane[n*64 +: 64]),
      .ready_i(1'b1)
    );
    flits_to_axis i_out (
      .clk_i, .rst_ni, .lane_i(out_lane[4*n*64 +: 64]), .overflow_o(overflow_o[n]),
      .tvalid_o(m_tvalid_o[n]), .tready_i(m_tready_i[n]), .tdata_o(m_tdata_o[n*32 +: 32]),
      .tlast_o(m_tlast_o[n]), .tid_o(m_tid_o[n*8 +: 8]), .tuser_o(m_tuser_o[n*4 +: 4])
    );
  end

endmodule

`default_nettype wire
