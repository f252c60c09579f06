// merging_fat_tree_switch_cover.sv: what tests must have shown the stage before a switch of a fat
// tree. Bound to every one.
//
// Points are those of switches of up to four children with one link a branch.
`default_nettype none
/*verilator coverage_off*/  // of bits: these have points in the stage

module merging_fat_tree_switch_cover #(
  parameter int unsigned Arity     = 2,
  parameter int unsigned DownLinks = 1,
  parameter int unsigned UpLinks   = 1,
  localparam int unsigned NumLanes  = UpLinks + Arity * DownLinks,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input logic                          clk_i,
  input logic                          rst_ni,
  input logic [NumLanes*FlitWidth-1:0] in_lane_i,
  input logic [NumLanes*FlitWidth-1:0] switch_lane,
  input logic [NumLanes-1:0]           ready_o
);

  logic [NumLanes-1:0] merging;
  logic [NumLanes-1:0] seen;
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_field
    assign merging[lane] = rst_ni
                           && combine_pkg::is_merging(in_lane_i[lane*FlitWidth +: FlitWidth]);
    assign seen[lane] = noc_pkg::flit_valid(switch_lane[lane*FlitWidth +: FlitWidth]);
  end
  logic [NumLanes-1:0] added;  // in the flit of a lower lane
  assign added = merging & ~seen;
  /*verilator coverage_on*/

  if (Arity <= 4 && DownLinks == 1 && UpLinks <= 1) begin : gen_small
    for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_lane
      c_alone: cover property (@(posedge clk_i) merging == NumLanes'(1) << lane);
      if (lane > 0 && NumLanes > 2) begin : gen_behind
        c_added: cover property (@(posedge clk_i) added[lane]);
      end
      c_held_back: cover property (@(posedge clk_i) merging[lane] && !ready_o[lane]);
    end
    // From two to all but one: those for one leaf come from every lane but its own.
    for (genvar count = 1; count < NumLanes - 1; count++) begin : gen_count
      c_together: cover property (@(posedge clk_i) $countones(added) == count);
    end
    c_none_meet: cover property (@(posedge clk_i) merging == '1 && added == '0);
    if (NumLanes > 2) begin : gen_meet
      c_held_back_together: cover property (@(posedge clk_i) (added & ~ready_o) != '0);
    end
  end
  // The last child of every size; at a binary root nothing can meet.
  if (Arity > 2 || UpLinks > 0) begin : gen_last
    c_last: cover property (@(posedge clk_i) added[NumLanes-DownLinks]);
  end

endmodule

bind merging_fat_tree_switch merging_fat_tree_switch_cover #(
  .Arity(Arity), .DownLinks(DownLinks), .UpLinks(UpLinks)
) i_merge_cover (.*);

`default_nettype wire
