// credit_lanes.sv: between a node with ready wires and its links, whose far ends give credits.
//
// Without Credits all of it is wires. With Credits, ready_i and ready_o of a link carry credits,
// one a step: what the far end has made room for, and what this one has. The first OwnLanes lanes
// are those of the PE, which gives no credits and takes what comes at once; what it hands in has
// Depth places. So has what comes in over links, behind Stages registers, unless the node takes
// all at once (IsSink).
`default_nettype none

module credit_lanes #(
  parameter int unsigned NumLanes    = 1,
  parameter int unsigned OwnLanes    = 0,
  parameter int unsigned IsSink      = 0,
  parameter int unsigned Credits     = 1,
  parameter int unsigned Depth       = 4,
  parameter int unsigned Stages      = 0,
  parameter int unsigned CreditWidth = 1,  // wires of a lane; the lowest says that there is one
  localparam int unsigned FlitWidth  = noc_pkg::FlitWidth
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  input  logic [noc_pkg::CountWidth-1:0]  limit_i,  // credits of a link at first

  // Towards the links and the PE.
  input  logic [NumLanes*FlitWidth-1:0]   in_lane_i,
  output logic [NumLanes*CreditWidth-1:0] ready_o,
  output logic [NumLanes*FlitWidth-1:0]   out_lane_o,
  input  logic [NumLanes*CreditWidth-1:0] ready_i,
  // Towards the node.
  output logic [NumLanes*FlitWidth-1:0]   in_lane_o,
  input  logic [NumLanes-1:0]             taken_i,
  input  logic [NumLanes*FlitWidth-1:0]   out_lane_i,
  output logic [NumLanes-1:0]             sent_o,

  output logic                            busy_o  // there are packets or credits inside
);

  if (Credits > 1) begin : gen_bad_credits
    $error("credit_lanes: Credits must be 0 or 1, got %0d", Credits);
  end
  if (CreditWidth < 1) begin : gen_bad_credit_width
    $error("credit_lanes: CreditWidth must be at least 1, got %0d", CreditWidth);
  end

  logic [NumLanes-1:0] gives;  // towards the links
  logic [NumLanes-1:0] gets;
  logic                unused_ready;
  assign unused_ready = &{1'b0, ready_i, gets};
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_credit
    assign ready_o[lane*CreditWidth] = gives[lane];
    if (CreditWidth > 1) begin : gen_more
      assign ready_o[lane*CreditWidth+1 +: CreditWidth-1] = '0;
    end
    assign gets[lane] = ready_i[lane*CreditWidth];
  end

  if (Credits == 0) begin : gen_wires
    logic unused;
    assign unused = &{1'b0, clk_i, rst_ni, limit_i};
    assign in_lane_o = in_lane_i;
    assign gives = taken_i;
    assign out_lane_o = out_lane_i;
    assign sent_o = gets;
    assign busy_o = 1'b0;
  end else begin : gen_credits
    logic [NumLanes-1:0] held;
    assign busy_o = held != '0;
    for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_lane
      credit_receiver #(
        .Width (FlitWidth),
        .Stages((lane < OwnLanes) ? 0 : Stages),
        .Depth ((lane < OwnLanes || IsSink == 0) ? Depth : 0)
      ) i_receiver (
        .clk_i,
        .rst_ni,
        .lane_i  (in_lane_i[lane*FlitWidth +: FlitWidth]),
        .lane_o  (in_lane_o[lane*FlitWidth +: FlitWidth]),
        .taken_i (taken_i[lane]),
        .credit_o(gives[lane]),
        .busy_o  (held[lane])
      );
      if (lane < OwnLanes) begin : gen_own
        assign out_lane_o[lane*FlitWidth +: FlitWidth] = out_lane_i[lane*FlitWidth +: FlitWidth];
        assign sent_o[lane] = 1'b1;
      end else begin : gen_link
        credit_sender #(
          .Width(FlitWidth),
          .Depth(Depth)
        ) i_sender (
          .clk_i,
          .rst_ni,
          .limit_i,
          .lane_i  (out_lane_i[lane*FlitWidth +: FlitWidth]),
          .ready_o (sent_o[lane]),
          .lane_o  (out_lane_o[lane*FlitWidth +: FlitWidth]),
          .credit_i(gets[lane])
        );
      end
    end
  end

endmodule

`default_nettype wire
