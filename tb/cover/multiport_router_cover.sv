// multiport_router_cover.sv: what tests must have shown a multiport router. Bound to every one.
//
// As bufferless_router_cover; points by link are those of routers of up to four links.
`default_nettype none
/*verilator coverage_off*/  // of bits: these have points in the router

module multiport_router_cover #(
  parameter int unsigned NumLinks = 4,
  parameter int unsigned NumTrees = 1,
  parameter int unsigned PayloadWidth = noc_pkg::PayloadWidth,
  localparam int unsigned HeaderWidth = noc_pkg::FlitWidth - noc_pkg::PayloadWidth,
  localparam int unsigned FlitWidth   = HeaderWidth + PayloadWidth,
  localparam int unsigned NumLanes   = 2 * NumLinks,
  localparam int unsigned IndexWidth = $clog2(NumLanes)
) (
  input logic                                    clk_i,
  input logic                                    rst_ni,
  input logic [NumTrees*noc_pkg::EntryWidth-1:0] tree_first_i,
  input logic [NumLanes*FlitWidth-1:0]           in_lane_i,
  input logic [NumLanes*FlitWidth-1:0]           out_lane_o,
  input logic [NumLinks*IndexWidth-1:0]          route_q,
  input logic [NumLanes-1:0]                     open_q,
  input logic [noc_pkg::ViolationWidth-1:0]      violation_o,
  input logic [NumLanes-1:0]                     violation_in_o
);

  logic [NumLanes-1:0] valid;   // inputs with a flit
  logic [NumLanes-1:0] head;
  logic [NumLanes-1:0] second;  // a head for the second tree
  logic [NumLanes-1:0] sent;    // outputs with a flit
  logic [NumLanes-1:0] valid_q;
  logic [NumLanes-1:0] head_q;
  logic [NumLanes-1:0] second_q;
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_field
    localparam int unsigned At = lane * FlitWidth;
    logic [noc_pkg::FlitWidth-1:0] flit;  // but for the payload above its 31 bits
    assign flit = {in_lane_i[At + PayloadWidth +: HeaderWidth],
                   in_lane_i[At +: noc_pkg::PayloadWidth]};
    assign valid[lane] = rst_ni && noc_pkg::flit_valid(flit);
    assign head[lane] = noc_pkg::flit_head(flit);
    assign second[lane] = NumTrees == 2
        && noc_pkg::EntryWidth'(noc_pkg::flit_destination(flit))
           >= tree_first_i[(NumTrees-1)*noc_pkg::EntryWidth +: noc_pkg::EntryWidth];
    assign sent[lane] = out_lane_o[At + FlitWidth - 1];
  end
  always_ff @(posedge clk_i) begin
    valid_q  <= valid;
    head_q   <= valid & head;
    second_q <= valid & head & second;
  end
  logic is_clean;
  assign is_clean = rst_ni && violation_o == '0;
  /*verilator coverage_on*/

  if (NumLinks <= 4) begin : gen_small
    for (genvar from = 0; from < NumLinks; from++) begin : gen_link
      localparam int unsigned In = NumLinks + from;
      // What the PE sends over its link, and messages of several flits on every input.
      c_sent: cover property (@(posedge clk_i) is_clean && valid_q[from] && sent[In]);
      c_own_body: cover property (@(posedge clk_i) valid[from] && !head[from] && open_q[from]);
      c_body: cover property (@(posedge clk_i) valid[In] && !head[In] && open_q[In]);
      for (genvar to = 0; to < NumLanes; to++) begin : gen_to
        if (to == from || (to >= NumLinks && to != In)) begin : gen_way
          logic is_way;
          assign is_way = is_clean && head_q[In] && sent[to]
                          && 32'(route_q[from*IndexWidth +: IndexWidth]) == to;
          // Every way of a head from a link: to the PE, to every other link; by each tree.
          c_head: cover property (@(posedge clk_i) is_way);
          if (NumTrees == 2) begin : gen_two_trees
            c_first_tree: cover property (@(posedge clk_i) is_way && !second_q[In]);
            c_second_tree: cover property (@(posedge clk_i) is_way && second_q[In]);
          end
        end
      end
    end
    for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_lane
      // Every report about every input; what the PE sends always has a way.
      c_collision: cover property (@(posedge clk_i)
          rst_ni && violation_o[noc_pkg::Collision] && violation_in_o[lane]);
      c_broken_worm: cover property (@(posedge clk_i)
          rst_ni && violation_o[noc_pkg::BrokenWorm] && violation_in_o[lane]);
      if (lane >= NumLinks) begin : gen_link_in
        c_no_route: cover property (@(posedge clk_i)
            rst_ni && violation_o[noc_pkg::NoRoute] && violation_in_o[lane]);
      end
    end
    // Two inputs, up to one of every other link and the own one, for one output.
    for (genvar count = 2; count <= NumLinks; count++) begin : gen_inputs
      c_collide: cover property (@(posedge clk_i)
          rst_ni && violation_o == (noc_pkg::ViolationWidth'(1) << noc_pkg::Collision)
          && $countones(violation_in_o) == count);
    end
    // All links at once, in and out.
    c_all_links: cover property (@(posedge clk_i)
        is_clean && sent[NumLanes-1:NumLinks] == '1 && valid_q[NumLanes-1:NumLinks] == '1);
  end
  // The last link of every size.
  c_last_in: cover property (@(posedge clk_i) valid[NumLanes-1]);
  c_last_out: cover property (@(posedge clk_i) is_clean && sent[NumLanes-1]);

endmodule

bind multiport_router multiport_router_cover #(
  .NumLinks(NumLinks), .NumTrees(NumTrees), .PayloadWidth(PayloadWidth)
) i_cover (.*);

`default_nettype wire
