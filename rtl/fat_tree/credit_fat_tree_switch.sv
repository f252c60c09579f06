// credit_fat_tree_switch.sv: a switch of a fat tree between links that take steps, with credits in
// place of ready wires.
//
// Lanes, ways, reports and counters are those of fat_tree_switch with back pressure, which is
// inside. Credits have a byte a lane, of which the lowest bit counts.
`default_nettype none

module credit_fat_tree_switch #(
  parameter int unsigned Arity     = 2,
  parameter int unsigned DownLinks = 1,
  parameter int unsigned UpLinks   = 1,
  parameter int unsigned Depth     = 4,  // packets of one branch, and of a link's far end
  parameter int unsigned Stages    = 0,  // registers between a link and its places
  parameter int unsigned AddressWidth = noc_pkg::AddressWidth,  // 13 to 20
  localparam int unsigned FlitWidth  = noc_pkg::FlitWidth,
  localparam int unsigned EntryWidth = noc_pkg::entry_width(AddressWidth),
  localparam int unsigned NumLanes   = UpLinks + Arity * DownLinks
) (
  input  logic                                     clk_i,
  input  logic                                     rst_ni,

  input  logic [EntryWidth-1:0]                    leaf_base_i,
  input  logic [EntryWidth-1:0]                    leaf_span_i,
  input  logic [7:0]                               level_i,
  input  logic [noc_pkg::CountWidth-1:0]           limit_i,
  input  logic [noc_pkg::PolicyWidth-1:0]          policy_i,
  input  logic [15:0]                              seed_i,
  input  logic                                     scheduled_i,
  input  logic                                     store_forward_i,

  input  logic [NumLanes*FlitWidth-1:0]            in_lane_i,
  output logic [NumLanes*FlitWidth-1:0]            out_lane_o,
  input  logic [8*NumLanes-1:0]                    credit_i,
  output logic [8*NumLanes-1:0]                    credit_o,

  output logic                                     busy_o,
  output logic [noc_pkg::ViolationWidth-1:0]       violation_o,
  output logic [NumLanes-1:0]                      violation_in_o,
  output logic [NumLanes-1:0]                      violation_out_o,
  output logic [(Arity+1)*noc_pkg::CountWidth-1:0] max_stored_o,
  output logic [(Arity+1)*noc_pkg::CountWidth-1:0] max_wait_o
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
    .Depth      (Depth),
    .Stages     (Stages),
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

  fat_tree_switch #(
    .Arity       (Arity),
    .DownLinks   (DownLinks),
    .UpLinks     (UpLinks),
    .Depth       (Depth),
    .AddressWidth(AddressWidth)
  ) i_switch (
    .clk_i,
    .rst_ni,
    .leaf_base_i,
    .leaf_span_i,
    .level_i,
    .limit_i,
    .policy_i,
    .seed_i,
    .scheduled_i,
    .backpressure_i (1'b1),
    .store_forward_i,
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
