// credit_fat_tree_leaf.sv: a fat tree's leaf between links that take steps, with credits in place
// of ready wires.
//
// Lanes, reports and counters are those of fat_tree_leaf with back pressure, which is inside.
// Credits have a byte a lane, of which the lowest bit counts; PEs give none.
`default_nettype none

module credit_fat_tree_leaf #(
  parameter int unsigned Depth = 4,  // of the queue, of the PE's ports and of a link's far end
  parameter int unsigned Links = 1,  // up, and ports of the PE
  parameter int unsigned AddressWidth = noc_pkg::AddressWidth,  // 13 to 20
  localparam int unsigned FlitWidth  = noc_pkg::FlitWidth,
  localparam int unsigned EntryWidth = noc_pkg::entry_width(AddressWidth),
  localparam int unsigned NumLanes   = 2 * Links
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,

  input  logic [EntryWidth-1:0]              leaf_base_i,
  input  logic [noc_pkg::CountWidth-1:0]     limit_i,
  input  logic                               scheduled_i,

  input  logic [NumLanes*FlitWidth-1:0]      in_lane_i,
  output logic [NumLanes*FlitWidth-1:0]      out_lane_o,
  input  logic [8*NumLanes-1:0]              credit_i,
  output logic [8*NumLanes-1:0]              credit_o,

  output logic                               busy_o,
  output logic [noc_pkg::ViolationWidth-1:0] violation_o,
  output logic [NumLanes-1:0]                violation_in_o,
  output logic [NumLanes-1:0]                violation_out_o,
  output logic [noc_pkg::CountWidth-1:0]     max_stored_o,
  output logic [noc_pkg::CountWidth-1:0]     max_wait_o
);

  logic [NumLanes*FlitWidth-1:0] in_lane;
  logic [NumLanes*FlitWidth-1:0] out_lane;
  logic [NumLanes-1:0]           taken;
  logic [NumLanes-1:0]           sent;
  logic                          node_busy;
  logic                          lanes_busy;
  assign busy_o = node_busy || lanes_busy;

  credit_lanes #(
    .NumLanes   (NumLanes),
    .OwnLanes   (Links),
    .IsSink     (1),
    .Depth      (Depth),
    .CreditWidth(8)
  ) i_lanes (
    .clk_i,
    .rst_ni,
    .limit_i,
    .in_lane_i,
    .ready_o   (credit_o),
    .out_lane_o,
    .ready_i   (credit_i),
    .in_lane_o (in_lane),
    .taken_i   (taken),
    .out_lane_i(out_lane),
    .sent_o    (sent),
    .busy_o    (lanes_busy)
  );

  fat_tree_leaf #(
    .Depth       (Depth),
    .Links       (Links),
    .AddressWidth(AddressWidth)
  ) i_leaf (
    .clk_i,
    .rst_ni,
    .leaf_base_i,
    .limit_i,
    .scheduled_i,
    .backpressure_i (1'b1),
    .in_lane_i      (in_lane),
    .out_lane_o     (out_lane),
    .ready_i        (sent),
    .ready_o        (taken),
    .busy_o         (node_busy),
    .violation_o,
    .violation_in_o,
    .violation_out_o,
    .max_stored_o,
    .max_wait_o
  );

endmodule

`default_nettype wire
