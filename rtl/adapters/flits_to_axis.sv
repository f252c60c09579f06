// flits_to_axis.sv: from a PE's port of a tree or a fat tree to an AXI4-Stream.
//
// A flit that lies on lane_i at one edge is offered after it; one beat a cycle. Flits of several
// messages may alternate, as the router delivers them: tid tells whose they are. These routers know
// no back pressure at a PE. Depth beats bridge cycles without tready; a flit that finds no room is
// lost, and overflow_o is high for a cycle.
`default_nettype none

module flits_to_axis #(
  parameter int unsigned DataWidth = 32,
  parameter int unsigned UserWidth = 4,
  parameter int unsigned IdWidth   = 8,
  parameter int unsigned Depth     = 3  // beats
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,

  input  logic [noc_pkg::FlitWidth-1:0] lane_i,
  output logic                          overflow_o,

  output logic                          tvalid_o,
  input  logic                          tready_i,
  output logic [DataWidth-1:0]          tdata_o,
  output logic                          tlast_o,
  output logic [IdWidth-1:0]            tid_o,
  output logic [UserWidth-1:0]          tuser_o
);

  localparam int unsigned ContentWidth = DataWidth + UserWidth + IdWidth;
  localparam int unsigned RoomWidth    = noc_pkg::TagWidth + noc_pkg::PayloadWidth;

  if (DataWidth < 8 || DataWidth % 8 != 0) begin : gen_bad_data_width
    $error("flits_to_axis: DataWidth must be whole bytes, got %0d", DataWidth);
  end
  if (UserWidth < 1 || IdWidth < 1 || ContentWidth > RoomWidth) begin : gen_bad_content
    $error("flits_to_axis: tid, tuser, tdata must be at least 1 bit each, at most 44, got %0d",
           ContentWidth);
  end

  logic unused_fields;  // what only routers look at
  logic unused_stall;
  assign unused_fields = &{1'b0, lane_i};

  axis_queue #(
    .Width(ContentWidth + 1),
    .Depth(Depth)
  ) i_queue (
    .clk_i,
    .rst_ni,
    .valid_i(noc_pkg::flit_valid(lane_i)),
    .data_i ({noc_pkg::flit_tail(lane_i), lane_i[ContentWidth-1:0]}),
    .stall_o(unused_stall),
    .overflow_o,
    .valid_o(tvalid_o),
    .ready_i(tready_i),
    .data_o ({tlast_o, tid_o, tuser_o, tdata_o})
  );

endmodule

`default_nettype wire
