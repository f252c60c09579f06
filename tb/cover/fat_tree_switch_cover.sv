// fat_tree_switch_cover.sv: what tests must have shown a fat tree's switch. Bound to every one.
//
// Points by lane and branch are those of switches of two or three children and up to eight links.
`default_nettype none
/*verilator coverage_off*/  // of bits: these have points in the switch

module fat_tree_switch_cover #(
  parameter int unsigned Arity     = 2,
  parameter int unsigned DownLinks = 1,
  parameter int unsigned UpLinks   = 1,
  parameter int unsigned Depth     = 4,
  parameter int unsigned PayloadWidth = noc_pkg::PayloadWidth,
  localparam int unsigned HeaderWidth = noc_pkg::FlitWidth - noc_pkg::PayloadWidth,
  localparam int unsigned FlitWidth   = HeaderWidth + PayloadWidth,
  localparam int unsigned NumLanes    = UpLinks + Arity * DownLinks,
  localparam int unsigned NumBranches = Arity + 1,
  localparam int unsigned SpaceWidth  = $clog2(2 * Depth)
) (
  input logic                                   clk_i,
  input logic                                   rst_ni,
  input logic [noc_pkg::CountWidth-1:0]         limit_i,
  input logic [noc_pkg::PolicyWidth-1:0]        policy_i,
  input logic                                   backpressure_i,
  input logic                                   store_forward_i,
  input logic [NumLanes*FlitWidth-1:0]          in_lane_i,
  input logic [NumLanes*FlitWidth-1:0]          out_lane_o,
  input logic [NumLanes-1:0]                    ready_i,
  input logic [NumLanes-1:0]                    ready_o,
  input logic [noc_pkg::ViolationWidth-1:0]     violation_o,
  input logic [NumLanes-1:0]                    violation_in_o,
  input logic [NumLanes-1:0]                    violation_out_o,
  input logic [NumBranches*SpaceWidth-1:0]      stored_q,
  input logic [NumBranches*SpaceWidth-1:0]      head_q
);

  logic [NumLanes-1:0]    valid;
  logic [NumLanes-1:0]    flood;
  logic [NumLanes-1:0]    copies;
  logic [NumLanes-1:0]    head;
  logic [NumLanes-1:0]    tail;
  logic [NumLanes-1:0]    sent;
  logic [NumBranches-1:0] full;
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_field
    logic [noc_pkg::FlitWidth-1:0] flit;  // but for the payload above its 31 bits
    assign flit = {in_lane_i[lane*FlitWidth + PayloadWidth +: HeaderWidth],
                   in_lane_i[lane*FlitWidth +: noc_pkg::PayloadWidth]};
    assign valid[lane] = rst_ni && noc_pkg::flit_valid(flit);
    assign flood[lane] = valid[lane] && noc_pkg::flit_kind(flit) == noc_pkg::Flood;
    assign copies[lane] = valid[lane] && noc_pkg::flit_kind(flit) == noc_pkg::Copies;
    assign head[lane] = noc_pkg::flit_head(flit);
    assign tail[lane] = noc_pkg::flit_tail(flit);
    assign sent[lane] = rst_ni && out_lane_o[(lane+1)*FlitWidth-1];
  end
  for (genvar branch = 0; branch < NumBranches; branch++) begin : gen_count
    assign full[branch] = rst_ni
        && noc_pkg::CountWidth'(stored_q[branch*SpaceWidth +: SpaceWidth]) >= limit_i;
  end
  /*verilator coverage_on*/

  if (Arity <= 3 && NumLanes <= 8) begin : gen_small
    for (genvar branch = 0; branch < NumBranches; branch++) begin : gen_branch
      if (branch != 0 || UpLinks != 0) begin : gen_there
        // A branch that is full, and an input that must wait while it is.
        c_full: cover property (@(posedge clk_i) backpressure_i && full[branch]);
        for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_lane
          if (branch != ((lane < UpLinks) ? 0 : 1 + (lane - UpLinks) / DownLinks)) begin : gen_from
            c_refused: cover property (@(posedge clk_i)
                backpressure_i && valid[lane] && !ready_o[lane] && full[branch]);
            c_taken_while_full: cover property (@(posedge clk_i)
                backpressure_i && valid[lane] && ready_o[lane] && full[branch]);
          end
        end
        // Queue depths up to eight, all of it, and the last slot.
        for (genvar depth = 1; depth <= Depth && depth <= 8; depth++) begin : gen_depth
          c_reached: cover property (@(posedge clk_i)
              rst_ni && 32'(stored_q[branch*SpaceWidth +: SpaceWidth]) == depth);
        end
        c_last_slot: cover property (@(posedge clk_i)
            rst_ni && 32'(head_q[branch*SpaceWidth +: SpaceWidth]) == Depth - 1);
      end
    end
    for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_input
      // Packets to many, from every link.
      c_flood: cover property (@(posedge clk_i) flood[lane]);
      c_copies: cover property (@(posedge clk_i) copies[lane]);
      // The far end has no room.
      c_output_held: cover property (@(posedge clk_i)
          backpressure_i && sent[lane] && !ready_i[lane]);
      // Messages of several flits that go on when they are whole.
      c_worm_begins: cover property (@(posedge clk_i)
          store_forward_i && valid[lane] && head[lane] && !tail[lane]);
      c_worm_ends: cover property (@(posedge clk_i)
          store_forward_i && valid[lane] && !head[lane] && tail[lane]);
      // Reports about every link.
      c_no_route: cover property (@(posedge clk_i)
          rst_ni && violation_o[noc_pkg::NoRoute] && violation_in_o[lane]);
      c_overflow: cover property (@(posedge clk_i)
          rst_ni && violation_o[noc_pkg::Overflow] && violation_in_o[lane]);
      c_waited: cover property (@(posedge clk_i)
          rst_ni && violation_o[noc_pkg::Waited] && violation_out_o[lane]);
    end
    for (genvar count = 2; count <= NumLanes; count++) begin : gen_arrivals
      // As many arrivals in a step, and all taken.
      c_taken: cover property (@(posedge clk_i)
          backpressure_i && $countones(valid) == count && (valid & ~ready_o) == '0);
      // As many arrivals in a step, some taken and some refused.
      c_divided: cover property (@(posedge clk_i)
          backpressure_i && $countones(valid) == count && (valid & ~ready_o) != '0
          && (valid & ready_o) != '0);
      // As many arrivals in a step, all refused.
      c_refused: cover property (@(posedge clk_i)
          backpressure_i && $countones(valid) == count && (valid & ready_o) == '0);
    end
  end
  // Rivals under every policy, with room for all and without.
  for (genvar policy = 0; policy <= noc_pkg::RandomOrder; policy++) begin : gen_policy
    c_rivals: cover property (@(posedge clk_i)
        32'(policy_i) == policy && (valid & (valid - 1'b1)) != '0);
    c_refusal: cover property (@(posedge clk_i)
        32'(policy_i) == policy && backpressure_i && (valid & ~ready_o) != '0);
  end
  // The last link of every size.
  c_last_in: cover property (@(posedge clk_i) valid[NumLanes-1]);
  c_last_out: cover property (@(posedge clk_i) sent[NumLanes-1]);

endmodule

bind fat_tree_switch fat_tree_switch_cover #(
  .Arity(Arity), .DownLinks(DownLinks), .UpLinks(UpLinks), .Depth(Depth),
  .PayloadWidth(PayloadWidth)
) i_cover (.*);

`default_nettype wire
