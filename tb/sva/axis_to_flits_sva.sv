// axis_to_flits_sva.sv: what a stream into a PE's port promises, and what it asks of its sender.
// Bound to every instance.
`default_nettype none

module axis_to_flits_sva #(
  parameter int unsigned DataWidth = 32,
  parameter int unsigned UserWidth = 4,
  parameter int unsigned IdWidth   = 8
) (
  input logic                             clk_i,
  input logic                             rst_ni,
  input logic                             tvalid_i,
  input logic                             tready_o,
  input logic [DataWidth-1:0]             tdata_i,
  input logic                             tlast_i,
  input logic [noc_pkg::AddressWidth-1:0] tdest_i,
  input logic [IdWidth-1:0]               tid_i,
  input logic [UserWidth-1:0]             tuser_i,
  input logic [noc_pkg::FlitWidth-1:0]    lane_o,
  input logic                             ready_i
);

  localparam int unsigned BeatWidth = DataWidth + 1 + noc_pkg::AddressWidth + IdWidth + UserWidth;

  axis_stream_sva #(.Width(BeatWidth)) i_sender (
    .clk_i, .rst_ni, .tvalid_i, .tready_i(tready_o),
    .beat_i({tdata_i, tlast_i, tdest_i, tid_i, tuser_i})
  );

  // The fields of a flit, cut by hand.
  logic [43:0] content;
  logic        unused_content;
  assign unused_content = &{1'b0, content};
  assign content = lane_o[43:0];
  in_order_sva #(.Width(BeatWidth), .Depth(2)) i_order (
    .clk_i, .rst_ni, .enters_i(tvalid_i && tready_o),
    .entering_i({tdata_i, tlast_i, tdest_i, tid_i, tuser_i}), .shown_i(lane_o[63]),
    .word_i({content[DataWidth-1:0], lane_o[57], lane_o[56:44],
             content[DataWidth+UserWidth +: IdWidth], content[DataWidth +: UserWidth]}),
    .leaves_i(ready_i)
  );

  // Flits by the rules of routers.
  logic first_q;  // the next flit is the first of its message
  always_ff @(posedge clk_i) begin : check
    if (!rst_ni) begin
      first_q <= 1'b1;
    end else if (!lane_o[63]) begin
      a_zero_without_flit: assert (lane_o == '0)
        else $error("a lane without a flit is %h", lane_o);
    end else begin
      a_data: assert (lane_o[62:59] == 4'(noc_pkg::Data))
        else $error("a flit of kind %0d", lane_o[62:59]);
      a_whole_packets: assert (lane_o[58] == first_q)
        else $error("a flit whose head bit is %b where a packet %s", lane_o[58],
                    first_q ? "begins" : "goes on");
      if (ready_i) first_q <= lane_o[57];
    end
  end

endmodule

bind axis_to_flits axis_to_flits_sva #(
  .DataWidth(DataWidth), .UserWidth(UserWidth), .IdWidth(IdWidth)
) i_sva (.*);

`default_nettype wire
