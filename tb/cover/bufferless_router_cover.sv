// bufferless_router_cover.sv: what tests must have shown a bufferless router. Bound to every one.
//
// Only `make coverage` reads this file; the first line above a point says what it is for. Routers
// of up to four children have points by lane, larger ones for their last lane.
`default_nettype none
/*verilator coverage_off*/  // of bits: these have points in the router

module bufferless_router_cover #(
  parameter int unsigned MaxChildren = 2,
  parameter int unsigned PayloadWidth = noc_pkg::PayloadWidth,
  localparam int unsigned HeaderWidth = noc_pkg::FlitWidth - noc_pkg::PayloadWidth,
  localparam int unsigned FlitWidth   = HeaderWidth + PayloadWidth,
  localparam int unsigned NumLanes   = MaxChildren + 2,
  localparam int unsigned IndexWidth = $clog2(NumLanes)
) (
  input logic                                   clk_i,
  input logic                                   rst_ni,
  input logic                                   has_parent_i,
  input logic                                   single_port_i,
  input logic [NumLanes*FlitWidth-1:0]          in_lane_i,
  input logic [NumLanes*FlitWidth-1:0]          out_lane_o,
  input logic [NumLanes*IndexWidth-1:0]         route_q,
  input logic [NumLanes-1:0]                    open_q,
  input logic [noc_pkg::ViolationWidth-1:0]     violation_o,
  input logic [NumLanes-1:0]                    violation_in_o
);

  logic [NumLanes-1:0] valid;   // inputs with a flit
  logic [NumLanes-1:0] head;
  logic [NumLanes-1:0] sent;    // outputs with a flit
  logic [NumLanes-1:0] head_q;  // inputs with a head at the edge before
  logic [NumLanes-1:0] body_q;
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_field
    localparam int unsigned At = lane * FlitWidth;
    logic [noc_pkg::FlitWidth-1:0] flit;  // but for the payload above its 31 bits
    assign flit = {in_lane_i[At + PayloadWidth +: HeaderWidth],
                   in_lane_i[At +: noc_pkg::PayloadWidth]};
    assign valid[lane] = rst_ni && noc_pkg::flit_valid(flit);
    assign head[lane] = noc_pkg::flit_head(flit);
    assign sent[lane] = out_lane_o[At + FlitWidth - 1];
  end
  always_ff @(posedge clk_i) begin
    head_q <= valid & head;
    body_q <= valid & ~head;
  end
  logic is_clean;
  assign is_clean = rst_ni && violation_o == '0;
  /*verilator coverage_on*/

  if (MaxChildren <= 4) begin : gen_small
    for (genvar from = 0; from < NumLanes; from++) begin : gen_from
      // A flit in the middle of a message, and one that begins a message.
      c_body: cover property (@(posedge clk_i) valid[from] && !head[from] && open_q[from]);
      c_head: cover property (@(posedge clk_i) valid[from] && head[from] && !open_q[from]);
      for (genvar to = 0; to < NumLanes; to++) begin : gen_to
        if (from != to || from == noc_pkg::OwnLane) begin : gen_way
          logic is_way;
          assign is_way = is_clean && sent[to]
                          && 32'(route_q[from*IndexWidth +: IndexWidth]) == to;
          // Every way through the router, taken by a head and followed by a body.
          c_head: cover property (@(posedge clk_i) head_q[from] && is_way);
          c_body: cover property (@(posedge clk_i) body_q[from] && is_way);
        end
      end
      // Every report about every input.
      for (genvar kind = 0; kind <= noc_pkg::BrokenWorm; kind++) begin : gen_violation
        c_reported: cover property (@(posedge clk_i)
                                    rst_ni && violation_o[kind] && violation_in_o[from]);
      end
    end
    // Two to all inputs for one output.
    for (genvar count = 2; count <= NumLanes; count++) begin : gen_inputs
      c_collide: cover property (@(posedge clk_i)
          rst_ni && violation_o == (noc_pkg::ViolationWidth'(1) << noc_pkg::Collision)
          && $countones(violation_in_o) == count);
    end
    // The PE's own flit against one from the parent.
    c_own_meets_parent: cover property (@(posedge clk_i)
        rst_ni && violation_o[noc_pkg::Collision] && violation_in_o[noc_pkg::OwnLane]
        && violation_in_o[noc_pkg::ParentLane]);
    // All inputs at once and nothing lost: PEs with many ports only.
    c_all_inputs: cover property (@(posedge clk_i) is_clean && sent == '1 && !single_port_i);
    c_root: cover property (@(posedge clk_i) is_clean && sent != '0 && !has_parent_i);
  end
  // The last lane of every size.
  c_last_in: cover property (@(posedge clk_i) valid[NumLanes-1]);
  c_last_out: cover property (@(posedge clk_i) is_clean && sent[NumLanes-1]);

endmodule

bind bufferless_router bufferless_router_cover #(
  .MaxChildren(MaxChildren), .PayloadWidth(PayloadWidth)
) i_cover (.*);

`default_nettype wire
