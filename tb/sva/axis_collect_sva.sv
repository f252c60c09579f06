// axis_collect_sva.sv: what a stream of whole packets promises, and what it asks of the ports.
// Bound to every instance.
`default_nettype none

module axis_collect_sva #(
  parameter int unsigned Ports     = 4,
  parameter int unsigned Lanes     = 2,
  parameter int unsigned Depth     = 16,
  parameter int unsigned DataWidth = 32,
  parameter int unsigned UserWidth = 4,
  parameter int unsigned IdWidth   = 4
) (
  input logic                                          clk_i,
  input logic                                          rst_ni,
  input logic [Ports-1:0]                              tvalid_i,
  input logic [Ports-1:0]                              tready_o,
  input logic [Ports*DataWidth-1:0]                    tdata_i,
  input logic [Ports-1:0]                              tlast_i,
  input logic [Ports*(noc_pkg::LaneWidth+IdWidth)-1:0] tid_i,
  input logic [Ports*UserWidth-1:0]                    tuser_i,
  input logic                                          tvalid_o,
  input logic                                          tready_i,
  input logic [DataWidth-1:0]                          tdata_o,
  input logic                                          tlast_o,
  input logic [IdWidth-1:0]                            tid_o,
  input logic [UserWidth-1:0]                          tuser_o,
  input logic                                          too_long_o
);

  axis_stream_sva #(.Width(DataWidth + 1 + IdWidth + UserWidth)) i_sender (
    .clk_i, .rst_ni, .tvalid_i(tvalid_o), .tready_i,
    .beat_i({tdata_o, tlast_o, tid_o, tuser_o})
  );
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    axis_stream_sva #(.Width(DataWidth + 4 + IdWidth + UserWidth)) i_port (
      .clk_i, .rst_ni, .tvalid_i(tvalid_i[p]), .tready_i(tready_o[p]),
      .beat_i({tdata_i[p*DataWidth +: DataWidth], tlast_i[p],
               tid_i[p*(3+IdWidth) +: 3+IdWidth], tuser_i[p*UserWidth +: UserWidth]})
    );
  end

  logic open_q;  // a packet is under way
  always_ff @(posedge clk_i) begin : check
    if (!rst_ni) begin
      open_q <= 1'b0;
    end else begin
      for (int unsigned p = 0; p < Ports; p++) begin
        a_lane_exists: assert (!tvalid_i[p] || 32'(tid_i[p*(3+IdWidth)+IdWidth +: 3]) < Lanes)
          else $error("port %0d: there is no lane %0d", p,
                      tid_i[p*(3+IdWidth)+IdWidth +: 3]);
      end
      a_packets_fit: assert (!too_long_o)
        else $error("a packet has more than %0d beats and blocks its port", Depth);
      a_no_gap: assert (tvalid_o || !open_q)
        else $error("a gap in a packet, all of which has come");
      if (tvalid_o && tready_i) open_q <= !tlast_o;
    end
  end

endmodule

bind axis_collect axis_collect_sva #(
  .Ports(Ports), .Lanes(Lanes), .Depth(Depth), .DataWidth(DataWidth), .UserWidth(UserWidth),
  .IdWidth(IdWidth)
) i_sva (.*);

`default_nettype wire
