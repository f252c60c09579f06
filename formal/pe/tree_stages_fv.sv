// tree_stages_fv.sv: routers of PEs with stages beside plain ones, in any traffic.
//
// Free: every input lane in every step, and the tables, which do not change.
`default_nettype none

module tree_stages_fv #(
  parameter int unsigned Stages      = 2,
  parameter int unsigned ClockEnable = 0,
  localparam int unsigned NumLinks   = 2,  // of either router
  localparam int unsigned FlitWidth  = noc_pkg::FlitWidth,
  localparam int unsigned EntryWidth = noc_pkg::EntryWidth
) (
  input logic                              clk_i,
  input logic [(NumLinks+1)*FlitWidth-1:0] in_lane_i,
  input logic [2*NumLinks*FlitWidth-1:0]   in_multi_i
);

  localparam int unsigned ReportWidth = noc_pkg::ViolationWidth;

  logic runs_q = 1'b0;  // out of reset
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  // Bufferless: three lanes, a child.
  (* anyconst *) logic [noc_pkg::AddressWidth-1:0] address;
  (* anyconst *) logic                             has_parent;
  (* anyconst *) logic                             single_port;
  (* anyconst *) logic [2*EntryWidth-1:0]          child_bound;
  logic [3*FlitWidth-1:0] plain;
  logic [3*FlitWidth-1:0] late;
  logic                   plain_busy;
  logic                   late_busy;
  logic [ReportWidth+5:0] plain_report;
  logic [ReportWidth+5:0] late_report;
  bufferless_router #(.MaxChildren(1)) i_plain (
    .clk_i(clk_i), .rst_ni(runs_q), .address_i(address), .has_parent_i(has_parent),
    .single_port_i(single_port), .child_bound_i(child_bound), .in_lane_i(in_lane_i),
    .out_lane_o(plain), .busy_o(plain_busy), .violation_o(plain_report[5+ReportWidth:6]),
    .violation_in_o(plain_report[2:0]), .violation_out_o(plain_report[5:3])
  );
  bufferless_router #(.MaxChildren(1), .ClockEnable(ClockEnable), .Stages(Stages)) i_late (
    .clk_i(clk_i), .rst_ni(runs_q), .address_i(address), .has_parent_i(has_parent),
    .single_port_i(single_port), .child_bound_i(child_bound), .in_lane_i(in_lane_i),
    .out_lane_o(late), .busy_o(late_busy), .violation_o(late_report[5+ReportWidth:6]),
    .violation_in_o(late_report[2:0]), .violation_out_o(late_report[5:3])
  );
  (* hierconn *) logic [2:0]                    \i_plain.open_q ;
  (* hierconn *) logic [5:0]                    \i_plain.route_q ;
  (* hierconn *) logic [2:0]                    \i_late.open_q ;
  (* hierconn *) logic [5:0]                    \i_late.route_q ;
  (* hierconn *) logic [Stages*2*FlitWidth-1:0] \i_late.stage_q ;
  (* hierconn *) logic [Stages-1:0]             \i_late.moving_q ;
  late_links_fv #(.NumLanes(3), .FirstLink(1), .Stages(Stages), .StateWidth(ReportWidth + 15))
  i_bufferless (
    .clk_i(clk_i), .runs_i(runs_q), .plain_i(plain), .late_i(late), .plain_busy_i(plain_busy),
    .late_busy_i(late_busy), .plain_state_i({plain_report, \i_plain.open_q , \i_plain.route_q }),
    .late_state_i({late_report, \i_late.open_q , \i_late.route_q }), .stage_i(\i_late.stage_q ),
    .moving_i(\i_late.moving_q )
  );

  // Multiport: two links with a lane of the PE each, one tree.
  (* anyconst *) logic [EntryWidth-1:0]          own_address;
  (* anyconst *) logic [noc_pkg::LinkWidth-1:0]  up_link;
  (* anyconst *) logic [2*EntryWidth-1:0]        link_low;
  (* anyconst *) logic [2*EntryWidth-1:0]        link_high;
  logic [4*FlitWidth-1:0] plain_multi;
  logic [4*FlitWidth-1:0] late_multi;
  logic                   plain_multi_busy;
  logic                   late_multi_busy;
  logic [ReportWidth+7:0] plain_multi_report;
  logic [ReportWidth+7:0] late_multi_report;
  multiport_router #(.NumLinks(2)) i_plain_multi (
    .clk_i(clk_i), .rst_ni(runs_q), .tree_first_i(16'd0), .address_i(own_address),
    .up_link_i(up_link), .link_low_i(link_low), .link_high_i(link_high), .in_lane_i(in_multi_i),
    .out_lane_o(plain_multi), .busy_o(plain_multi_busy),
    .violation_o(plain_multi_report[7+ReportWidth:8]),
    .violation_in_o(plain_multi_report[3:0]), .violation_out_o(plain_multi_report[7:4])
  );
  multiport_router #(.NumLinks(2), .ClockEnable(ClockEnable), .Stages(Stages)) i_late_multi (
    .clk_i(clk_i), .rst_ni(runs_q), .tree_first_i(16'd0), .address_i(own_address),
    .up_link_i(up_link), .link_low_i(link_low), .link_high_i(link_high), .in_lane_i(in_multi_i),
    .out_lane_o(late_multi), .busy_o(late_multi_busy),
    .violation_o(late_multi_report[7+ReportWidth:8]),
    .violation_in_o(late_multi_report[3:0]), .violation_out_o(late_multi_report[7:4])
  );
  (* hierconn *) logic [3:0]                    \i_plain_multi.open_q ;
  (* hierconn *) logic [3:0]                    \i_plain_multi.route_q ;
  (* hierconn *) logic [3:0]                    \i_late_multi.open_q ;
  (* hierconn *) logic [3:0]                    \i_late_multi.route_q ;
  (* hierconn *) logic [Stages*2*FlitWidth-1:0] \i_late_multi.stage_q ;
  (* hierconn *) logic [Stages-1:0]             \i_late_multi.moving_q ;
  late_links_fv #(.NumLanes(4), .FirstLink(2), .Stages(Stages), .StateWidth(ReportWidth + 16))
  i_multiport (
    .clk_i(clk_i), .runs_i(runs_q), .plain_i(plain_multi), .late_i(late_multi),
    .plain_busy_i(plain_multi_busy), .late_busy_i(late_multi_busy),
    .plain_state_i({plain_multi_report, \i_plain_multi.open_q , \i_plain_multi.route_q }),
    .late_state_i({late_multi_report, \i_late_multi.open_q , \i_late_multi.route_q }),
    .stage_i(\i_late_multi.stage_q ), .moving_i(\i_late_multi.moving_q )
  );

  // An open message does not lead back over its link, as the routers' own proofs have it.
  logic [3:0] turned;
  for (genvar link = 0; link < NumLinks; link++) begin : gen_turned
    assign turned[link] = \i_plain.open_q [1+link]
        && 32'(\i_plain.route_q [2*(1+link) +: 2]) == 1 + link;
    assign turned[NumLinks+link] = \i_plain_multi.open_q [NumLinks+link]
        && 32'(\i_plain_multi.route_q [2*link +: 2]) == NumLinks + link;
  end
  always_comb begin : properties
    if (runs_q) a_onward: assert (turned == '0);
  end

endmodule

// A router with stages beside a plain one: its links' outputs come Stages steps later, all else at
// the same time.
//
// The registers of the two are equal, and the stages hold what the plain router has sent, which
// makes the induction close.
module late_links_fv #(
  parameter int unsigned NumLanes   = 3,
  parameter int unsigned FirstLink  = 1,
  parameter int unsigned Stages     = 2,
  parameter int unsigned StateWidth = 1,
  localparam int unsigned LanesWidth = NumLanes * noc_pkg::FlitWidth,
  localparam int unsigned LinksLow   = FirstLink * noc_pkg::FlitWidth,
  localparam int unsigned LinksWidth = LanesWidth - LinksLow
) (
  input logic                          clk_i,
  input logic                          runs_i,     // out of reset
  input logic [LanesWidth-1:0]         plain_i,    // outputs
  input logic [LanesWidth-1:0]         late_i,
  input logic                          plain_busy_i,
  input logic                          late_busy_i,
  input logic [StateWidth-1:0]         plain_state_i,  // worms and reports
  input logic [StateWidth-1:0]         late_state_i,
  input logic [Stages*LinksWidth-1:0]  stage_i,
  input logic [Stages-1:0]             moving_i
);

  localparam int unsigned FlitWidth = noc_pkg::FlitWidth;

  logic [Stages*LinksWidth-1:0] line_q;  // what the plain router's links held, newest lowest
  always_ff @(posedge clk_i) begin : remember
    line_q <= runs_i ? (Stages*LinksWidth)'({line_q, plain_i[LinksLow +: LinksWidth]}) : '0;
  end

  // Whether there is a flit on the links, by age: 0 on those of the plain router.
  logic [(Stages+1)*LinksWidth-1:0] held;
  logic [Stages:0]                  has_flit;
  always_comb begin : flits
    held = {line_q, plain_i[LinksLow +: LinksWidth]};
    has_flit = '0;
    for (int unsigned age = 0; age <= Stages; age++) begin
      for (int unsigned lane = 0; lane < NumLanes - FirstLink; lane++) begin
        if (held[age*LinksWidth+lane*FlitWidth+FlitWidth-1]) has_flit[age] = 1'b1;
      end
    end
  end

  always_comb begin : properties
    if (runs_i) begin
      a_same_state: assert (plain_state_i == late_state_i);
      a_stages: assert (stage_i == held[Stages*LinksWidth-1:0]);
      a_moving: assert (moving_i == has_flit[Stages-1:0]);
      a_own_at_once: assert (late_i[LinksLow-1:0] == plain_i[LinksLow-1:0]);
      a_links_later: assert (late_i[LinksLow +: LinksWidth]
                             == line_q[(Stages-1)*LinksWidth +: LinksWidth]);
      a_busy: assert (late_busy_i == (plain_busy_i || has_flit[Stages:1] != '0));
      a_busy_with_flits: assert (plain_busy_i || !has_flit[0]);

      c_all_full: cover (has_flit == '1);
      c_alone: cover (late_busy_i && !plain_busy_i && has_flit[Stages]);
      c_empty_again: cover (!late_busy_i);
    end
  end

endmodule

`default_nettype wire
