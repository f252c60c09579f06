// flits_to_axis_sva.sv: what a PE's port of a tree promises as a stream. Bound to every instance.
//
// What finds no room is reported, and is all that is missing.
`default_nettype none

module flits_to_axis_sva #(
  parameter int unsigned DataWidth = 32,
  parameter int unsigned UserWidth = 4,
  parameter int unsigned IdWidth   = 8,
  parameter int unsigned Depth     = 3
) (
  input logic                          clk_i,
  input logic                          rst_ni,
  input logic [noc_pkg::FlitWidth-1:0] lane_i,
  input logic                          overflow_o,
  input logic                          tvalid_o,
  input logic                          tready_i,
  input logic [DataWidth-1:0]          tdata_o,
  input logic                          tlast_o,
  input logic [IdWidth-1:0]            tid_o,
  input logic [UserWidth-1:0]          tuser_o
);

  localparam int unsigned BeatWidth = DataWidth + 1 + IdWidth + UserWidth;

  axis_stream_sva #(.Width(BeatWidth)) i_sender (
    .clk_i, .rst_ni, .tvalid_i(tvalid_o), .tready_i,
    .beat_i({tdata_o, tlast_o, tid_o, tuser_o})
  );

  int unsigned count_q;  // beats that have come and not gone
  logic        fits;
  logic        lost_q;
  assign fits = count_q < Depth || (tvalid_o && tready_i);

  logic [43:0] content;
  logic        unused_fields;
  assign unused_fields = &{1'b0, lane_i, content};
  assign content = lane_i[43:0];
  in_order_sva #(.Width(BeatWidth), .Depth(Depth)) i_order (
    .clk_i, .rst_ni, .enters_i(lane_i[63] && fits),
    .entering_i({content[DataWidth-1:0], lane_i[57], content[DataWidth+UserWidth +: IdWidth],
                 content[DataWidth +: UserWidth]}),
    .shown_i(tvalid_o), .word_i({tdata_o, tlast_o, tid_o, tuser_o}), .leaves_i(tready_i)
  );

  always_ff @(posedge clk_i) begin : check
    if (!rst_ni) begin
      count_q <= 0;
      lost_q  <= 1'b0;
    end else begin
      a_loss_reported: assert (overflow_o == lost_q)
        else $error("overflow is %b, a flit was lost: %b", overflow_o, lost_q);
      count_q <= count_q + 32'(lane_i[63] && fits) - 32'(tvalid_o && tready_i);
      lost_q  <= lane_i[63] && !fits;
    end
  end

endmodule

bind flits_to_axis flits_to_axis_sva #(
  .DataWidth(DataWidth), .UserWidth(UserWidth), .IdWidth(IdWidth), .Depth(Depth)
) i_sva (.*);

`default_nettype wire
