// merging_fat_tree_switch.sv: a switch of a fat tree behind a stage that adds what meets.
//
// The stage stands before the inputs of the switch, which stays as it is: it routes, queues and
// reports what the stage leaves of flits of kind Merge (merge_stage) as all that is for one leaf.
// So what misses others waits where it must and is not lost. Lanes, pins, steps and reports are the
// switch's. The stage has the first link of each branch, which is enough for what is sent at one
// flit a step; flits of kind Merge on other links pass it. Store and forward is not for them: their
// tags say no source.
`default_nettype none

module merging_fat_tree_switch #(
  parameter int unsigned Arity     = 2,
  parameter int unsigned DownLinks = 1,
  parameter int unsigned UpLinks   = 1,
  parameter int unsigned Depth     = 4,
  parameter int unsigned Width     = 31,
  parameter int unsigned Ops       = 63,
  localparam int unsigned NumLanes  = UpLinks + Arity * DownLinks,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input  logic                                     clk_i,
  input  logic                                     rst_ni,

  input  logic [noc_pkg::EntryWidth-1:0]           leaf_base_i,
  input  logic [noc_pkg::EntryWidth-1:0]           leaf_span_i,
  input  logic [7:0]                               level_i,
  input  logic [noc_pkg::CountWidth-1:0]           limit_i,
  input  logic [noc_pkg::PolicyWidth-1:0]          policy_i,
  input  logic [15:0]                              seed_i,
  input  logic                                     scheduled_i,
  input  logic                                     backpressure_i,
  input  logic                                     store_forward_i,

  input  logic [NumLanes*FlitWidth-1:0]            in_lane_i,
  output logic [NumLanes*FlitWidth-1:0]            out_lane_o,
  input  logic [NumLanes-1:0]                      ready_i,
  output logic [NumLanes-1:0]                      ready_o,

  output logic                                     busy_o,
  output logic [noc_pkg::ViolationWidth-1:0]       violation_o,
  output logic [NumLanes-1:0]                      violation_in_o,
  output logic [NumLanes-1:0]                      violation_out_o,
  output logic [(Arity+1)*noc_pkg::CountWidth-1:0] max_stored_o,
  output logic [(Arity+1)*noc_pkg::CountWidth-1:0] max_wait_o
);

  localparam int unsigned StageUp    = (UpLinks == 0) ? 0 : 1;
  localparam int unsigned StageLanes = StageUp + Arity;

  logic [NumLanes*FlitWidth-1:0]   switch_lane;  // what the switch sees
  logic [NumLanes-1:0]             switch_ready;
  logic [StageLanes*FlitWidth-1:0] stage_in;
  logic [StageLanes*FlitWidth-1:0] stage_out;
  logic [StageLanes-1:0]           stage_ready_in;
  logic [StageLanes-1:0]           stage_ready_out;

  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_lane
    // First links: lane 0 of those up, and every DownLinks-th of those down.
    if ((lane < UpLinks) ? lane == 0 : (lane - UpLinks) % DownLinks == 0) begin : gen_first
      localparam int unsigned StageLane =
          (lane < UpLinks) ? 0 : StageUp + (lane - UpLinks) / DownLinks;
      assign stage_in[StageLane*FlitWidth +: FlitWidth] = in_lane_i[lane*FlitWidth +: FlitWidth];
      assign switch_lane[lane*FlitWidth +: FlitWidth] = stage_out[StageLane*FlitWidth +: FlitWidth];
      assign stage_ready_in[StageLane] = switch_ready[lane];
      assign ready_o[lane] = stage_ready_out[StageLane];
    end else begin : gen_other
      assign switch_lane[lane*FlitWidth +: FlitWidth] = in_lane_i[lane*FlitWidth +: FlitWidth];
      assign ready_o[lane] = switch_ready[lane];
    end
  end

  merge_stage #(
    .Arity(Arity), .UpLinks(StageUp), .Width(Width), .Ops(Ops)
  ) i_stage (
    .leaf_base_i,
    .leaf_span_i,
    .in_lane_i  (stage_in),
    .out_lane_o (stage_out),
    .ready_i    (stage_ready_in),
    .ready_o    (stage_ready_out)
  );

  fat_tree_switch #(
    .Arity(Arity), .DownLinks(DownLinks), .UpLinks(UpLinks), .Depth(Depth)
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
    .backpressure_i,
    .store_forward_i,
    .in_lane_i (switch_lane),
    .out_lane_o,
    .ready_i,
    .ready_o   (switch_ready),
    .busy_o,
    .violation_o,
    .violation_in_o,
    .violation_out_o,
    .max_stored_o,
    .max_wait_o
  );

`ifndef YOSYS  // Yosys 0.23 does not parse the else of an assertion
  logic [NumLanes-1:0] came;
  logic [NumLanes-1:0] seen;
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_valid
    assign came[lane] = in_lane_i[lane*FlitWidth+FlitWidth-1];
    assign seen[lane] = switch_lane[lane*FlitWidth+FlitWidth-1];
  end
  always_ff @(posedge clk_i) begin : facts
    if (rst_ni && came != seen) begin
      a_none_made: assert ((seen & ~came) == '0)
        else $error("the switch sees flits that have not come, inputs %b", seen & ~came);
      a_first_stays: assert ((came & seen) != '0)
        else $error("flits have gone and none has their words, inputs %b", came & ~seen);
    end
  end
`endif

endmodule

`default_nettype wire
