// combine_beside.sv: a stage that combines beside a router, and what goes between the two.
//
// Flits of kinds Combine and Result do not reach the router, which sees an empty lane instead; what
// the stage sends is put on lanes that the router leaves empty. Where both send, the router's flit
// goes, and the other is lost and reported (Collision). The router itself stays as it is: without
// trees nothing is built but wires.
//
// Lanes are those of the router: the PE's, then those of its branches, the first with FirstLanes,
// each other one with OtherLanes. Link k of the stage is the first lane of branch k; the PE's lane
// of tree t is its lane t. Flits that combine on other lanes are dropped and reported (NoRoute).
//
// Credits are a byte a lane. The stage's are bit CreditBit of a link's byte. To the PE they are a
// number: its places in the stage, and with PeCredits, for routers that have none, those of flits
// that have gone into the router, which needs no place for them.
`default_nettype none

module combine_beside #(
  parameter int unsigned Owns       = 3,  // lanes of the PE, at least Trees, or 0
  parameter int unsigned Links      = 3,
  parameter int unsigned FirstLanes = 1,
  parameter int unsigned OtherLanes = 1,
  parameter int unsigned Trees      = 1,  // 0: none, no stage
  parameter int unsigned Depth      = 0,
  parameter int unsigned Adder      = 0,
  parameter int unsigned Width      = 31,
  parameter int unsigned Ops        = 63,
  parameter int unsigned Edges      = 1,
  parameter int unsigned CreditBit  = 0,
  parameter int unsigned PeCredits  = 1,
  localparam int unsigned NumTrees  = (Trees == 0) ? 1 : Trees,
  localparam int unsigned NumLanes  = Owns + FirstLanes + (Links - 1) * OtherLanes,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input  logic                                   clk_i,
  input  logic                                   rst_ni,

  // The stage's table.
  input  logic [NumTrees*noc_pkg::LinkWidth-1:0] parent_i,
  input  logic [NumTrees-1:0]                    edge_i,
  input  logic [NumTrees*Links-1:0]              children_i,
  input  logic [NumTrees-1:0]                    operand_i,
  input  logic [NumTrees*Links-1:0]              result_i,
  input  logic [NumTrees-1:0]                    own_result_i,

  input  logic [NumLanes*FlitWidth-1:0]          in_lane_i,
  output logic [NumLanes*FlitWidth-1:0]          out_lane_o,
  input  logic [NumLanes*8-1:0]                  credit_i,
  output logic [NumLanes*8-1:0]                  credit_o,
  output logic                                   busy_o,
  output logic [noc_pkg::ViolationWidth-1:0]     violation_o,
  output logic [NumLanes-1:0]                    violation_in_o,
  output logic [NumLanes-1:0]                    violation_out_o,

  // The router.
  output logic [NumLanes*FlitWidth-1:0]          router_in_o,
  input  logic [NumLanes*FlitWidth-1:0]          router_out_i,
  input  logic [NumLanes*8-1:0]                  router_credit_i,
  input  logic                                   router_busy_i,
  input  logic [noc_pkg::ViolationWidth-1:0]     router_violation_i,
  input  logic [NumLanes-1:0]                    router_violation_in_i,
  input  logic [NumLanes-1:0]                    router_violation_out_i
);

  if (Owns != 0 && Owns < Trees) begin : gen_bad_owns
    $error("combine_beside: Owns must be 0 or at least Trees = %0d, got %0d", Trees, Owns);
  end
  if (FirstLanes < 1 || OtherLanes < 1) begin : gen_bad_lanes
    $error("combine_beside: FirstLanes and OtherLanes must be at least 1, got %0d and %0d",
           FirstLanes, OtherLanes);
  end
  if (CreditBit > 7) begin : gen_bad_credit_bit
    $error("combine_beside: CreditBit must be 0 to 7, got %0d", CreditBit);
  end
  if (PeCredits > 1) begin : gen_bad_pe_credits
    $error("combine_beside: PeCredits must be 0 or 1, got %0d", PeCredits);
  end

  localparam int unsigned StageLanes = Trees + Links;

  // The lane of the router that is a lane of the stage; NumLanes if there is none.
  function automatic int unsigned lane_of(input int unsigned k);
    if (k + 1 <= Trees) lane_of = (Owns == 0) ? NumLanes : k;
    else lane_of = (k == Trees) ? Owns : Owns + FirstLanes + (k - Trees - 1) * OtherLanes;
  endfunction

  function automatic logic [NumLanes-1:0] served_lanes();
    served_lanes = '0;
    for (int unsigned k = 0; k < StageLanes; k++) begin
      if (lane_of(k) < NumLanes) served_lanes[lane_of(k)] = 1'b1;
    end
  endfunction
  localparam logic [NumLanes-1:0] Served = served_lanes();

  if (Trees == 0) begin : gen_none
    logic unused;
    assign unused = &{1'b0, clk_i, rst_ni, parent_i, edge_i, children_i, operand_i, result_i,
                      own_result_i, credit_i};
    assign router_in_o     = in_lane_i;
    assign out_lane_o      = router_out_i;
    assign credit_o        = router_credit_i;
    assign busy_o          = router_busy_i;
    assign violation_o     = router_violation_i;
    assign violation_in_o  = router_violation_in_i;
    assign violation_out_o = router_violation_out_i;
  end else begin : gen_stage
    logic [StageLanes*FlitWidth-1:0]    stage_in;
    logic [StageLanes*FlitWidth-1:0]    stage_out;
    logic [Links-1:0]                   stage_credit_in;
    logic [StageLanes-1:0]              stage_credit;
    logic                               stage_busy;
    logic [noc_pkg::ViolationWidth-1:0] stage_violation;
    logic [StageLanes-1:0]              stage_violation_in;
    logic [StageLanes-1:0]              stage_violation_out;

    logic [NumLanes-1:0] combines;  // a flit for the stage comes in
    logic [NumLanes-1:0] collides;
    logic [NumLanes-1:0] strays_q;  // likewise, at the edge before, over a lane that is not served
    logic [NumLanes-1:0] data_q;    // a flit of the PE that has gone into the router
    logic [NumLanes-1:0] places;    // operands of lanes that have been taken
    logic [NumLanes*FlitWidth-1:0] sent;
    logic [NumLanes-1:0] violation_in;
    logic [NumLanes-1:0] violation_out;

    for (genvar k = 0; k < StageLanes; k++) begin : gen_stage_lane
      localparam int unsigned Lane = lane_of(k);
      if (Lane < NumLanes) begin : gen_lane
        assign stage_in[k*FlitWidth +: FlitWidth] =
            combines[Lane] ? in_lane_i[Lane*FlitWidth +: FlitWidth] : '0;
        assign sent[Lane*FlitWidth +: FlitWidth] = stage_out[k*FlitWidth +: FlitWidth];
        assign places[Lane]        = stage_credit[k];
        assign violation_in[Lane]  = stage_violation_in[k];
        assign violation_out[Lane] = stage_violation_out[k];
      end else begin : gen_nobody
        logic unused;
        assign unused = &{1'b0, stage_out[k*FlitWidth +: FlitWidth], stage_credit[k],
                          stage_violation_in[k], stage_violation_out[k]};
        assign stage_in[k*FlitWidth +: FlitWidth] = '0;
      end
      if (k >= Trees) begin : gen_credit
        assign stage_credit_in[k-Trees] = credit_i[Lane*8+CreditBit];
      end
    end

    for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_router_lane
      assign combines[lane] =
          combine_pkg::is_combining(in_lane_i[lane*FlitWidth +: FlitWidth]);
      assign router_in_o[lane*FlitWidth +: FlitWidth] =
          in_lane_i[lane*FlitWidth +: FlitWidth] & {FlitWidth{!combines[lane]}};
      if (!Served[lane]) begin : gen_unserved
        assign sent[lane*FlitWidth +: FlitWidth] = '0;
        assign places[lane]        = 1'b0;
        assign violation_in[lane]  = 1'b0;
        assign violation_out[lane] = 1'b0;
      end
      assign collides[lane] = sent[lane*FlitWidth+FlitWidth-1]
                              && router_out_i[lane*FlitWidth+FlitWidth-1];
      assign out_lane_o[lane*FlitWidth +: FlitWidth] =
          router_out_i[lane*FlitWidth +: FlitWidth]
          | (sent[lane*FlitWidth +: FlitWidth]
             & {FlitWidth{!router_out_i[lane*FlitWidth+FlitWidth-1]}});
      if (lane < Owns) begin : gen_own
        assign credit_o[lane*8 +: 8] = router_credit_i[lane*8 +: 8] + 8'(places[lane])
                                       + 8'(data_q[lane]);
      end else begin : gen_link
        assign credit_o[lane*8 +: 8] = router_credit_i[lane*8 +: 8]
                                       | (8'(places[lane]) << CreditBit);
      end
    end

    logic unused_credit;
    assign unused_credit = &{1'b0, credit_i};

    assign busy_o          = router_busy_i || stage_busy || strays_q != '0 || data_q != '0;
    assign violation_o     = router_violation_i | stage_violation
        | (noc_pkg::ViolationWidth'(collides != '0) << noc_pkg::Collision)
        | (noc_pkg::ViolationWidth'(strays_q != '0) << noc_pkg::NoRoute);
    assign violation_in_o  = router_violation_in_i | violation_in | strays_q;
    assign violation_out_o = router_violation_out_i | violation_out | collides;

    combine_stage #(
      .Links(Links), .Trees(Trees), .Depth(Depth), .Adder(Adder), .Width(Width), .Ops(Ops),
      .Edges(Edges)
    ) i_stage (
      .clk_i,
      .rst_ni,
      .parent_i,
      .edge_i,
      .children_i,
      .operand_i,
      .result_i,
      .own_result_i,
      .in_lane_i       (stage_in),
      .out_lane_o      (stage_out),
      .credit_i        (stage_credit_in),
      .credit_o        (stage_credit),
      .busy_o          (stage_busy),
      .violation_o     (stage_violation),
      .violation_in_o  (stage_violation_in),
      .violation_out_o (stage_violation_out)
    );

    always_ff @(posedge clk_i) begin : step
      logic [NumLanes-1:0] data;
      data = '0;
      for (int unsigned lane = 0; lane + 1 <= Owns; lane++) begin
        data[lane] = PeCredits == 1 && in_lane_i[lane*FlitWidth+FlitWidth-1] && !combines[lane];
      end
      strays_q <= rst_ni ? combines & ~Served : '0;
      data_q   <= rst_ni ? data : '0;
`ifndef YOSYS  // Yosys 0.23 does not parse the else of an assertion
      if (rst_ni) begin
        a_route: assert ((combines & ~Served) == '0)
          else $error("no route: flits that combine on lanes %b, which no stage serves",
                      combines & ~Served);
        a_no_collision: assert (collides == '0)
          else $error("collision: router and stage send on lanes %b", collides);
      end
`endif
    end
  end

endmodule

`default_nettype wire
