// combine_network.sv: the stages of a small network's nodes, wired: routers have nothing to do but
// to combine what goes up trees and to copy what comes down them, or to flood.
//
// The links are the stages' output registers themselves: a flit captured from own_lane_i at one
// edge lies on its first link after it and is in the neighbour's register after the next. Of every
// node the first lanes are its PE's, one for each tree, then come the links in the order of its
// neighbours. Without Depth all operands of a node must be captured at one edge: nothing waits.
// With Depth operands wait, and own_credit_o says of each lane of a PE that a place is free again.
`default_nettype none

module combine_network #(
  parameter int unsigned NumNodes = 2,
  parameter int unsigned Links    = 1,   // of a node, at most
  parameter int unsigned Trees    = 1,
  parameter int unsigned Depth    = 0,   // operands of a lane that can wait
  parameter int unsigned Adder    = 0,   // steps
  parameter int unsigned Width    = 31,  // of a word
  // By node, its lowest, and link: the node at its other end, 0xffff where there is no link.
  parameter logic [NumNodes*Links*noc_pkg::EntryWidth-1:0] Neighbours = 32'h0000_0001,
  // By node and tree, as of combine_stage: the link to the parent; whether the PE sends an operand;
  // whether results go to it. By node, tree and link: whether operands come by it, and results go.
  parameter logic [NumNodes*Trees*noc_pkg::LinkWidth-1:0] Parents = 16'h00_ff,
  parameter logic [NumNodes*Trees-1:0]       Operands   = 2'b11,
  parameter logic [NumNodes*Trees-1:0]       OwnResults = 2'b11,
  parameter logic [NumNodes*Trees*Links-1:0] Children   = 2'b01,
  parameter logic [NumNodes*Trees*Links-1:0] Results    = 2'b01,
  parameter logic [NumNodes*Trees-1:0]       EdgeRoots  = '0,  // the parent is the other end
  // Above 0: nodes flood, in so many rounds; there is one tree, whose tables mean nothing.
  parameter int unsigned Rounds   = 0,
  localparam int unsigned NumLanes  = Trees + Links,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,
  input  logic [NumNodes*Trees*FlitWidth-1:0]          own_lane_i,
  output logic [NumNodes*Trees-1:0]                    own_credit_o,
  output logic [NumNodes*NumLanes*FlitWidth-1:0]       out_lane_o,
  output logic [NumNodes*noc_pkg::ViolationWidth-1:0]  violation_o,
  output logic [NumNodes*NumLanes-1:0]                 violation_in_o,
  output logic [NumNodes*NumLanes-1:0]                 violation_out_o,
  output logic                                         busy_o  // any stage is
);

  localparam int unsigned EntryWidth = noc_pkg::EntryWidth;
  localparam int unsigned LinkWidth  = noc_pkg::LinkWidth;
  localparam int unsigned None       = (1 << EntryWidth) - 1;

  function automatic int unsigned neighbour_of(input int unsigned node, input int unsigned link);
    neighbour_of = 32'(Neighbours[(node*Links+link)*EntryWidth +: EntryWidth]);
  endfunction

  // The link of a node that leads to another, or None.
  function automatic int unsigned link_to(input int unsigned node, input int unsigned other);
    link_to = None;
    for (int unsigned link = 0; link < Links; link++) begin
      if (neighbour_of(node, link) == other) link_to = link;
    end
  endfunction

  if (NumNodes < 2 || NumNodes > (1 << noc_pkg::AddressWidth)) begin : gen_bad_num_nodes
    $error("combine_network: NumNodes must be 2 to 8192, got %0d", NumNodes);
  end
  if (Rounds >= (1 << noc_pkg::TagWidth)) begin : gen_bad_rounds
    $error("combine_network: Rounds must be 0 to 8191, got %0d", Rounds);
  end
  if (Rounds > 0 && (Trees != 1 || Depth > 0 || EdgeRoots != '0)) begin : gen_bad_flood
    $error("combine_network: a flood has one tree, without Depth and EdgeRoots, got %0d and %0d",
           Trees, Depth);
  end

  logic [NumNodes-1:0] busy;
  logic [NumNodes*NumLanes-1:0] credit;  // that stages give
  assign busy_o = busy != '0;

  for (genvar node = 0; node < NumNodes; node++) begin : gen_node
    logic [NumLanes*FlitWidth-1:0] in_lane;
    logic [Links-1:0]              credit_back;
    assign in_lane[0 +: Trees*FlitWidth] = own_lane_i[node*Trees*FlitWidth +: Trees*FlitWidth];
    assign own_credit_o[node*Trees +: Trees] =
        (Depth == 0) ? '0 : credit[node*NumLanes +: Trees];

    for (genvar link = 0; link < Links; link++) begin : gen_link
      localparam int unsigned Other = neighbour_of(node, link);
      localparam int unsigned Lane  = Trees + link;
      if (Other == None) begin : gen_none
        assign in_lane[Lane*FlitWidth +: FlitWidth] = '0;
        assign credit_back[link] = 1'b0;
      end else if (Other >= NumNodes || Other == node || link_to(Other, node) == None)
      begin : gen_bad_neighbour
        $error("combine_network: a link must lead to another node and back, link %0d of %0d to %0d",
               link, node, Other);
      end else begin : gen_wire
        localparam int unsigned From = Other*NumLanes + Trees + link_to(Other, node);
        assign in_lane[Lane*FlitWidth +: FlitWidth] = out_lane_o[From*FlitWidth +: FlitWidth];
        assign credit_back[link] = credit[From];
      end
    end

    if (Rounds > 0) begin : gen_flood
      logic unused;
      assign unused = &{1'b0, credit_back};
      assign credit[node*NumLanes +: NumLanes] = '0;

      flood_stage #(
        .Links(Links),
        .Adder(Adder),
        .Width(Width)
      ) i_stage (
        .clk_i,
        .rst_ni,
        .rounds_i        (noc_pkg::TagWidth'(Rounds)),
        .in_lane_i       (in_lane),
        .out_lane_o      (out_lane_o[node*NumLanes*FlitWidth +: NumLanes*FlitWidth]),
        .busy_o          (busy[node]),
        .violation_o     (violation_o[node*noc_pkg::ViolationWidth +: noc_pkg::ViolationWidth]),
        .violation_in_o  (violation_in_o[node*NumLanes +: NumLanes]),
        .violation_out_o (violation_out_o[node*NumLanes +: NumLanes])
      );
    end else begin : gen_combine
      combine_stage #(
        .Links(Links),
        .Trees(Trees),
        .Depth(Depth),
        .Adder(Adder),
        .Width(Width),
        .Edges(EdgeRoots != '0 ? 1 : 0)
      ) i_stage (
        .clk_i,
        .rst_ni,
        .parent_i        (Parents[node*Trees*LinkWidth +: Trees*LinkWidth]),
        .edge_i          (EdgeRoots[node*Trees +: Trees]),
        .children_i      (Children[node*Trees*Links +: Trees*Links]),
        .operand_i       (Operands[node*Trees +: Trees]),
        .result_i        (Results[node*Trees*Links +: Trees*Links]),
        .own_result_i    (OwnResults[node*Trees +: Trees]),
        .in_lane_i       (in_lane),
        .out_lane_o      (out_lane_o[node*NumLanes*FlitWidth +: NumLanes*FlitWidth]),
        .credit_i        (credit_back),
        .credit_o        (credit[node*NumLanes +: NumLanes]),
        .busy_o          (busy[node]),
        .violation_o     (violation_o[node*noc_pkg::ViolationWidth +: noc_pkg::ViolationWidth]),
        .violation_in_o  (violation_in_o[node*NumLanes +: NumLanes]),
        .violation_out_o (violation_out_o[node*NumLanes +: NumLanes])
      );
    end
  end

endmodule

`default_nettype wire
