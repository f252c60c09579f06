// torus_to_axis.sv: from an ejection port of a torus router to an AXI4-Stream.
//
// A flit that lies on lane_i at one edge is offered after it; one beat a cycle. Worms on several
// lanes may alternate on the port, and so may the beats: packets are whole, in order and unbroken
// among the beats with the lane that tid names. tid is {lane, tid of the sender}. Header and widths
// are the sender's (axis_to_torus). Nothing is lost: the port is stalled (stall_o) while there is
// no room for what it could bring. All outputs come straight from registers.
`default_nettype none

module torus_to_axis #(
  parameter int unsigned Header    = 1,
  parameter int unsigned DataWidth = 32,
  parameter int unsigned UserWidth = 4,
  parameter int unsigned IdWidth   = 4,
  parameter int unsigned Depth     = 3  // beats
) (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,

  input  logic [noc_pkg::FlitWidth-1:0]         lane_i,
  output logic                                  stall_o,

  output logic                                  tvalid_o,
  input  logic                                  tready_i,
  output logic [DataWidth-1:0]                  tdata_o,
  output logic                                  tlast_o,
  output logic [noc_pkg::LaneWidth+IdWidth-1:0] tid_o,
  output logic [UserWidth-1:0]                  tuser_o
);

  localparam int unsigned ContentWidth = DataWidth + UserWidth + IdWidth;
  localparam int unsigned ContentLow   =
      (Header == 1) ? 0 : torus_pkg::MaxDimensions * torus_pkg::HopsWidth;
  localparam int unsigned RoomWidth    = noc_pkg::LaneLow - ContentLow;

  if (Header > 1) begin : gen_bad_header
    $error("torus_to_axis: Header must be 0 or 1, got %0d", Header);
  end
  if (Depth < 3 || Depth > 1024) begin : gen_bad_depth
    $error("torus_to_axis: Depth must be 3 to 1024, got %0d", Depth);
  end
  if (DataWidth < 8 || DataWidth % 8 != 0) begin : gen_bad_data_width
    $error("torus_to_axis: DataWidth must be whole bytes, got %0d", DataWidth);
  end
  if (UserWidth < 1 || IdWidth < 1 || ContentWidth > RoomWidth) begin : gen_bad_content
    $error("torus_to_axis: tid, tuser, tdata must be at least 1 bit each, at most %0d, got %0d",
           RoomWidth, ContentWidth);
  end

  logic unused_fields;  // what only routers look at
  logic unused_overflow;  // there is none: the port keeps to stall_o
  assign unused_fields = &{1'b0, lane_i};

  axis_queue #(
    .Width(noc_pkg::LaneWidth + ContentWidth + 1),
    .Depth(Depth)
  ) i_queue (
    .clk_i,
    .rst_ni,
    .valid_i   (noc_pkg::flit_valid(lane_i) && !(Header == 1 && noc_pkg::flit_head(lane_i))),
    .data_i    ({noc_pkg::flit_tail(lane_i), torus_pkg::lane_of(lane_i),
                 lane_i[ContentLow +: ContentWidth]}),
    .stall_o,
    .overflow_o(unused_overflow),
    .valid_o   (tvalid_o),
    .ready_i   (tready_i),
    .data_o    ({tlast_o, tid_o, tuser_o, tdata_o})
  );

endmodule

`default_nettype wire
