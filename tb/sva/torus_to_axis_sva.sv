// torus_to_axis_sva.sv: what an ejection port promises as a stream, and what it asks of the router.
// Bound to every instance.
`default_nettype none

module torus_to_axis_sva #(
  parameter int unsigned Header    = 1,
  parameter int unsigned DataWidth = 32,
  parameter int unsigned UserWidth = 4,
  parameter int unsigned IdWidth   = 4,
  parameter int unsigned Depth     = 3
) (
  input logic                                  clk_i,
  input logic                                  rst_ni,
  input logic [noc_pkg::FlitWidth-1:0]         lane_i,
  input logic                                  stall_o,
  input logic                                  tvalid_o,
  input logic                                  tready_i,
  input logic [DataWidth-1:0]                  tdata_o,
  input logic                                  tlast_o,
  input logic [noc_pkg::LaneWidth+IdWidth-1:0] tid_o,
  input logic [UserWidth-1:0]                  tuser_o
);

  localparam int unsigned BeatWidth  = DataWidth + 1 + noc_pkg::LaneWidth + IdWidth + UserWidth;
  localparam int unsigned ContentLow = (Header == 1) ? 0 : 28;

  axis_stream_sva #(.Width(BeatWidth)) i_sender (
    .clk_i, .rst_ni, .tvalid_i(tvalid_o), .tready_i,
    .beat_i({tdata_o, tlast_o, tid_o, tuser_o})
  );

  // With a flit wherever the router may send one, room is never short.
  in_order_sva #(.Width(BeatWidth), .Depth(Depth)) i_order (
    .clk_i, .rst_ni, .enters_i(lane_i[63] && (Header == 0 || !lane_i[58])),
    .entering_i({lane_i[ContentLow +: DataWidth], lane_i[57], lane_i[56:54],
                 lane_i[ContentLow+DataWidth+UserWidth +: IdWidth],
                 lane_i[ContentLow+DataWidth +: UserWidth]}),
    .shown_i(tvalid_o), .word_i({tdata_o, tlast_o, tid_o, tuser_o}), .leaves_i(tready_i)
  );

  logic unused_fields;
  assign unused_fields = &{1'b0, lane_i};

  logic       stalled_q;  // at the last edge
  logic [7:0] open_q;     // by lane, a packet is under way
  always_ff @(posedge clk_i) begin : check
    stalled_q <= rst_ni && stall_o;
    if (!rst_ni) begin
      open_q <= '0;
    end else if (lane_i[63]) begin
      a_stall_kept: assert (!stalled_q)
        else $error("flit %h came over a stalled port", lane_i);
      a_whole_packets: assert (lane_i[58] == !open_q[lane_i[56:54]])
        else $error("lane %0d: a flit whose head bit is %b where a packet %s", lane_i[56:54],
                    lane_i[58], open_q[lane_i[56:54]] ? "goes on" : "begins");
      open_q[lane_i[56:54]] <= !lane_i[57];
    end
  end

endmodule

bind torus_to_axis torus_to_axis_sva #(
  .Header(Header), .DataWidth(DataWidth), .UserWidth(UserWidth), .IdWidth(IdWidth),
  .Depth(Depth)
) i_sva (.*);

`default_nettype wire
