// combining_multiport_router.sv: a multiport router with a stage that combines beside it.
//
// Lanes, tables of addresses, worms and reports are the router's. Tables of trees that combine are
// the stage's (combine_stage), whatever the trees of addresses. The PE puts operands of tree t into
// its lane t and gets results over it. Without CombineTrees it is the router. Credits are those of
// combine_beside; a network of aligned stages may leave them open.
`default_nettype none

module combining_multiport_router #(
  parameter int unsigned NumLinks     = 3,
  parameter int unsigned NumTrees     = 1,
  parameter int unsigned NumIntervals = 1,
  parameter int unsigned CombineTrees = 1,  // 0: none; at most NumLinks
  parameter int unsigned CombineDepth = 0,
  parameter int unsigned Adder        = 0,
  parameter int unsigned Width        = 31,
  parameter int unsigned Ops          = 63,
  parameter int unsigned Edges        = 1,
  localparam int unsigned Tables      = (CombineTrees == 0) ? 1 : CombineTrees,
  localparam int unsigned NumLanes    = 2 * NumLinks,
  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth,
  localparam int unsigned TableWidth  = NumLinks * NumIntervals * noc_pkg::EntryWidth
) (
  input  logic                                    clk_i,
  input  logic                                    rst_ni,

  input  logic [NumTrees*noc_pkg::EntryWidth-1:0] tree_first_i,
  input  logic [NumTrees*noc_pkg::EntryWidth-1:0] address_i,
  input  logic [NumTrees*noc_pkg::LinkWidth-1:0]  up_link_i,
  input  logic [TableWidth-1:0]                   link_low_i,
  input  logic [TableWidth-1:0]                   link_high_i,

  input  logic [Tables*noc_pkg::LinkWidth-1:0]    parent_i,
  input  logic [Tables-1:0]                       edge_i,
  input  logic [Tables*NumLinks-1:0]              children_i,
  input  logic [Tables-1:0]                       operand_i,
  input  logic [Tables*NumLinks-1:0]              result_i,
  input  logic [Tables-1:0]                       own_result_i,

  input  logic [NumLanes*FlitWidth-1:0]           in_lane_i,
  output logic [NumLanes*FlitWidth-1:0]           out_lane_o,
  input  logic [NumLanes*8-1:0]                   credit_i,
  output logic [NumLanes*8-1:0]                   credit_o,

  output logic                                    busy_o,
  output logic [noc_pkg::ViolationWidth-1:0]      violation_o,
  output logic [NumLanes-1:0]                     violation_in_o,
  output logic [NumLanes-1:0]                     violation_out_o
);

  if (CombineTrees > NumLinks) begin : gen_bad_trees
    $error("combining_multiport_router: CombineTrees must be 0 to NumLinks = %0d, got %0d",
           NumLinks, CombineTrees);
  end

  logic [NumLanes*FlitWidth-1:0]      router_in;
  logic [NumLanes*FlitWidth-1:0]      router_out;
  logic                               router_busy;
  logic [noc_pkg::ViolationWidth-1:0] router_violation;
  logic [NumLanes-1:0]                router_violation_in;
  logic [NumLanes-1:0]                router_violation_out;

  multiport_router #(
    .NumLinks(NumLinks), .NumTrees(NumTrees), .NumIntervals(NumIntervals)
  ) i_router (
    .clk_i,
    .rst_ni,
    .tree_first_i,
    .address_i,
    .up_link_i,
    .link_low_i,
    .link_high_i,
    .in_lane_i       (router_in),
    .out_lane_o      (router_out),
    .busy_o          (router_busy),
    .violation_o     (router_violation),
    .violation_in_o  (router_violation_in),
    .violation_out_o (router_violation_out)
  );

  combine_beside #(
    .Owns(NumLinks), .Links(NumLinks), .Trees(CombineTrees), .Depth(CombineDepth), .Adder(Adder),
    .Width(Width), .Ops(Ops), .Edges(Edges)
  ) i_combine (
    .clk_i,
    .rst_ni,
    .parent_i,
    .edge_i,
    .children_i,
    .operand_i,
    .result_i,
    .own_result_i,
    .in_lane_i,
    .out_lane_o,
    .credit_i,
    .credit_o,
    .busy_o,
    .violation_o,
    .violation_in_o,
    .violation_out_o,
    .router_in_o            (router_in),
    .router_out_i           (router_out),
    .router_credit_i        ((NumLanes*8)'(0)),
    .router_busy_i          (router_busy),
    .router_violation_i     (router_violation),
    .router_violation_in_i  (router_violation_in),
    .router_violation_out_i (router_violation_out)
  );

endmodule

`default_nettype wire
