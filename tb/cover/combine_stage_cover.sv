// combine_stage_cover.sv: what tests must have shown a stage that combines. Bound to every one.
//
// Points by lane and by tree are those of stages of up to four links and two trees.
`default_nettype none
/*verilator coverage_off*/  // of bits: these have points in the stage

module combine_stage_cover #(
  parameter int unsigned Links = 3,
  parameter int unsigned Trees = 1,
  parameter int unsigned Depth = 0,
  parameter int unsigned Adder = 0,
  parameter int unsigned Edges = 1,
  localparam int unsigned NumLanes   = Trees + Links,
  localparam int unsigned NumSlots   = (Depth == 0) ? 1 : Depth,
  localparam int unsigned NumStages  = (Adder == 0) ? 1 : Adder,
  localparam int unsigned CountWidth = $clog2(NumSlots + 1),
  localparam int unsigned FlitWidth  = noc_pkg::FlitWidth
) (
  input logic                                 clk_i,
  input logic                                 rst_ni,
  input logic [Trees*noc_pkg::LinkWidth-1:0]  parent_i,
  input logic [Trees-1:0]                     edge_i,
  input logic [Trees*Links-1:0]               children_i,
  input logic [Trees-1:0]                     operand_i,
  input logic [NumLanes*FlitWidth-1:0]        in_lane_i,
  input logic [NumLanes*FlitWidth-1:0]        out_lane_o,
  input logic [NumLanes*CountWidth-1:0]       count_q,
  input logic [Links*CountWidth-1:0]          credit_q,
  input logic [Trees*NumStages-1:0]           full_q,
  input logic [Trees*CountWidth-1:0]          kept_count_q,
  input logic [noc_pkg::ViolationWidth-1:0]   violation_o,
  input logic [NumLanes-1:0]                  violation_in_o,
  input logic [NumLanes-1:0]                  violation_out_o
);

  logic [NumLanes-1:0] operand_in;
  logic [NumLanes-1:0] operand_out;
  logic [NumLanes-1:0] result_in;
  logic [NumLanes-1:0] result_out;
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_field
    logic [FlitWidth-1:0] taken;
    logic [FlitWidth-1:0] sent;
    assign taken = in_lane_i[lane*FlitWidth +: FlitWidth];
    assign sent = out_lane_o[lane*FlitWidth +: FlitWidth];
    assign operand_in[lane] = rst_ni && noc_pkg::flit_valid(taken)
                              && noc_pkg::flit_kind(taken) == noc_pkg::Combine;
    assign result_in[lane] = rst_ni && noc_pkg::flit_valid(taken)
                             && noc_pkg::flit_kind(taken) == noc_pkg::Result;
    assign operand_out[lane] = rst_ni && noc_pkg::flit_valid(sent)
                               && noc_pkg::flit_kind(sent) == noc_pkg::Combine;
    assign result_out[lane] = rst_ni && noc_pkg::flit_valid(sent)
                              && noc_pkg::flit_kind(sent) == noc_pkg::Result;
  end
  logic is_clean;
  assign is_clean = rst_ni && violation_o == '0;
  /*verilator coverage_on*/

  if (Links <= 4 && Trees <= 2) begin : gen_small
    for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_lane
      c_operand_in: cover property (@(posedge clk_i) is_clean && operand_in[lane]);
      c_result_out: cover property (@(posedge clk_i) is_clean && result_out[lane]);
      if (lane >= Trees) begin : gen_link
        c_operand_out: cover property (@(posedge clk_i) is_clean && operand_out[lane]);
        c_result_in: cover property (@(posedge clk_i) is_clean && result_in[lane]);
        if (Trees > 1) begin : gen_trees
          c_collision: cover property (@(posedge clk_i)
              rst_ni && violation_o[noc_pkg::Collision] && violation_out_o[lane]);
        end
      end
      // Every report about every input.
      c_no_route: cover property (@(posedge clk_i)
          rst_ni && violation_o[noc_pkg::NoRoute] && violation_in_o[lane]);
      c_mismatch: cover property (@(posedge clk_i)
          rst_ni && violation_o[noc_pkg::Mismatch] && violation_in_o[lane]);
      if (Depth != 0) begin : gen_queue
        c_filled: cover property (@(posedge clk_i)
            rst_ni && 32'(count_q[lane*CountWidth +: CountWidth]) == Depth);
        c_overflow: cover property (@(posedge clk_i)
            rst_ni && violation_o[noc_pkg::Overflow] && violation_in_o[lane]);
      end
    end
    for (genvar tree = 0; tree < Trees; tree++) begin : gen_tree
      logic [Links:0] sources;  // links, then the PE
      assign sources = {operand_i[tree], children_i[tree*Links +: Links]};
      logic is_root;
      assign is_root = parent_i[tree*noc_pkg::LinkWidth +: noc_pkg::LinkWidth]
                       == combine_pkg::Root;
      // Operands that become one: from one alone to all.
      for (genvar count = 1; count <= Links; count++) begin : gen_sources
        c_rises: cover property (@(posedge clk_i)
            is_clean && !is_root && $countones(sources) == count && operand_out != '0);
        c_turns: cover property (@(posedge clk_i)
            is_clean && is_root && $countones(sources) == count && result_out != '0);
      end
      if (Edges != 0) begin : gen_edge
        c_exchanged: cover property (@(posedge clk_i)
            is_clean && edge_i[tree] && operand_out != '0 && operand_in != '0);
        if (Depth != 0) begin : gen_kept
          c_kept: cover property (@(posedge clk_i)
              rst_ni && 32'(kept_count_q[tree*CountWidth +: CountWidth]) == Depth);
        end
      end
      if (Adder != 0) begin : gen_adder
        c_full: cover property (@(posedge clk_i)
            rst_ni && full_q[tree*NumStages +: NumStages] == '1);
      end
    end
    if (Depth != 0) begin : gen_credit
      for (genvar link = 0; link < Links; link++) begin : gen_link
        c_no_room: cover property (@(posedge clk_i)
            rst_ni && credit_q[link*CountWidth +: CountWidth] == '0);
      end
    end
  end
  // The last link of every size.
  c_last_in: cover property (@(posedge clk_i) operand_in[NumLanes-1]);
  c_last_out: cover property (@(posedge clk_i) is_clean && result_out[NumLanes-1]);

endmodule

bind combine_stage combine_stage_cover #(
  .Links(Links), .Trees(Trees), .Depth(Depth), .Adder(Adder), .Edges(Edges)
) i_cover (.*);

`default_nettype wire
