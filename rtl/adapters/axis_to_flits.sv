// axis_to_flits.sv: an AXI4-Stream into a PE's port of a tree or a fat tree.
//
// A beat taken at one edge lies on lane_o as a flit after it; one beat a cycle. A packet is the
// beats up to tlast: its first flit is a head, its last a tail. The flit stays on lane_o until
// ready_i is high at an edge, as a fat tree's leaf wants it. Routers without back pressure take
// every flit: ready_i is then 1, and tready never falls. tready, lane_o: straight from registers.
`default_nettype none

module axis_to_flits #(
  parameter int unsigned DataWidth = 32,  // bits, whole bytes
  parameter int unsigned UserWidth = 4,   // goes along unchanged; for tkeep, say
  parameter int unsigned IdWidth   = 8    // likewise; names the sender, say
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,

  input  logic                             tvalid_i,
  output logic                             tready_o,
  input  logic [DataWidth-1:0]             tdata_i,
  input  logic                             tlast_i,
  input  logic [noc_pkg::AddressWidth-1:0] tdest_i,
  input  logic [IdWidth-1:0]               tid_i,
  input  logic [UserWidth-1:0]             tuser_i,

  output logic [noc_pkg::FlitWidth-1:0]    lane_o,
  input  logic                             ready_i
);

  localparam int unsigned ContentWidth = DataWidth + UserWidth + IdWidth;
  localparam int unsigned RoomWidth    = noc_pkg::TagWidth + noc_pkg::PayloadWidth;

  if (DataWidth < 8 || DataWidth % 8 != 0) begin : gen_bad_data_width
    $error("axis_to_flits: DataWidth must be whole bytes, got %0d", DataWidth);
  end
  if (UserWidth < 1 || IdWidth < 1 || ContentWidth > RoomWidth) begin : gen_bad_content
    $error("axis_to_flits: tid, tuser, tdata must be at least 1 bit each, at most 44, got %0d",
           ContentWidth);
  end

  logic first_q;  // the next beat is the first of its packet
  always_ff @(posedge clk_i) begin : step
    if (!rst_ni) first_q <= 1'b1;
    else if (tvalid_i && tready_o) first_q <= tlast_i;
  end

  logic [noc_pkg::FlitWidth-2:0] flit;  // all but the valid bit
  assign flit = {noc_pkg::Data, first_q, tlast_i, tdest_i, RoomWidth'({tid_i, tuser_i, tdata_i})};

  axis_register #(
    .Width(noc_pkg::FlitWidth - 1)
  ) i_register (
    .clk_i,
    .rst_ni,
    .valid_i(tvalid_i),
    .ready_o(tready_o),
    .data_i (flit),
    .valid_o(lane_o[noc_pkg::FlitWidth-1]),
    .ready_i,
    .data_o (lane_o[noc_pkg::FlitWidth-2:0])
  );

endmodule

`default_nettype wire
