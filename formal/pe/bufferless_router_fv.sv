// bufferless_router_fv.sv: properties of the router of one PE in a tree, in any traffic.
//
// Free: every input lane in every step, and the address table, which does not change. The model
// finds a child by looking at all intervals, an output by looking at all lower inputs; that the
// router's worms are the model's is an invariant, so that induction closes.
`default_nettype none

module bufferless_router_fv #(
  parameter int unsigned MaxChildren = 2,
  localparam int unsigned NumLanes   = MaxChildren + 2
) (
  input logic                                   clk_i,
  input logic [NumLanes*noc_pkg::FlitWidth-1:0] in_lane_i
);

  localparam int unsigned FlitWidth    = noc_pkg::FlitWidth;
  localparam int unsigned EntryWidth   = noc_pkg::EntryWidth;
  localparam int unsigned AddressWidth = noc_pkg::AddressWidth;
  localparam int unsigned IndexWidth   = $clog2(NumLanes);

  (* anyconst *) logic [AddressWidth-1:0]                 address;
  (* anyconst *) logic                                    has_parent;
  (* anyconst *) logic                                    single_port;
  (* anyconst *) logic [(MaxChildren+1)*EntryWidth-1:0]   child_bound;

  logic [NumLanes*FlitWidth-1:0]      out_lane;
  logic                               busy;
  logic [noc_pkg::ViolationWidth-1:0] violation;
  logic [NumLanes-1:0]                violation_in;
  logic [NumLanes-1:0]                violation_out;

  logic runs_q = 1'b0;  // out of reset
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  bufferless_router #(.MaxChildren(MaxChildren)) i_router (
    .clk_i(clk_i), .rst_ni(runs_q), .address_i(address), .has_parent_i(has_parent),
    .single_port_i(single_port), .child_bound_i(child_bound), .in_lane_i(in_lane_i),
    .out_lane_o(out_lane), .busy_o(busy), .violation_o(violation), .violation_in_o(violation_in),
    .violation_out_o(violation_out)
  );
  (* hierconn *) logic [NumLanes-1:0]            \i_router.open_q ;
  (* hierconn *) logic [NumLanes*IndexWidth-1:0] \i_router.route_q ;

  // The way of a head, by asking every interval.
  function automatic logic [IndexWidth-1:0] way_of(input logic [AddressWidth-1:0] destination);
    way_of = IndexWidth'(noc_pkg::ParentLane);
    for (int unsigned k = 0; k < MaxChildren; k++) begin
      if (child_bound[k*EntryWidth +: EntryWidth] <= EntryWidth'(destination)
          && EntryWidth'(destination) < child_bound[(k+1)*EntryWidth +: EntryWidth]) begin
        way_of = IndexWidth'(noc_pkg::FirstChildLane + k);
      end
    end
    if (destination == address) way_of = IndexWidth'(noc_pkg::OwnLane);
  endfunction

  // What the flits of this step ask for; worms as the model sees them.
  logic [NumLanes-1:0]            open_q;
  logic [NumLanes*IndexWidth-1:0] route_q;
  logic [NumLanes-1:0]            valid;
  logic [NumLanes-1:0]            no_route;
  logic [NumLanes-1:0]            broken;
  logic [NumLanes-1:0]            to_links;
  logic [NumLanes*NumLanes-1:0]   asks;  // a set of at most one output for every input
  logic [NumLanes-1:0]            open;
  logic [NumLanes*IndexWidth-1:0] route;
  always_comb begin : model
    logic [FlitWidth-1:0]  flit;
    logic [IndexWidth-1:0] way;
    open = open_q;
    route = route_q;
    valid = '0;
    no_route = '0;
    broken = '0;
    to_links = '0;
    asks = '0;
    flit = '0;
    way = '0;
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      flit = in_lane_i[lane*FlitWidth +: FlitWidth];
      way = noc_pkg::flit_head(flit) ? way_of(noc_pkg::flit_destination(flit))
                                     : route_q[lane*IndexWidth +: IndexWidth];
      valid[lane] = noc_pkg::flit_valid(flit);
      if (valid[lane]) begin
        broken[lane] = noc_pkg::flit_head(flit) == open_q[lane];
        no_route[lane] = noc_pkg::flit_head(flit)
            && ((32'(way) == noc_pkg::ParentLane && !has_parent)
                || (32'(way) == lane && lane != noc_pkg::OwnLane));
        if (!no_route[lane] && (noc_pkg::flit_head(flit) || open_q[lane])) begin
          asks[lane*NumLanes + 32'(way)] = 1'b1;
        end
        to_links[lane] = asks[lane*NumLanes+1 +: NumLanes-1] != '0;
        open[lane] = asks[lane*NumLanes +: NumLanes] != '0 && !noc_pkg::flit_tail(flit);
        route[lane*IndexWidth +: IndexWidth] = way;
      end
    end
  end

  logic                checks_q = 1'b0;  // what follows is of a step out of reset
  logic [NumLanes-1:0] valid_q;
  logic [NumLanes-1:0] no_route_q;
  logic [NumLanes-1:0] broken_q;
  logic [NumLanes-1:0] to_links_q;  // inputs that ask for a link
  logic                body_q;  // of the first link: no head
  always_ff @(posedge clk_i) begin : remember
    checks_q   <= runs_q;
    valid_q    <= valid;
    no_route_q <= no_route;
    broken_q   <= broken;
    to_links_q <= to_links;
    body_q     <= !noc_pkg::flit_head(in_lane_i[FlitWidth +: FlitWidth]);
    open_q     <= runs_q ? open : '0;
    route_q    <= runs_q ? route : '0;
  end

  // What should have come of it.
  logic [NumLanes*FlitWidth-1:0] expected;
  logic [NumLanes-1:0]           used;
  logic [NumLanes-1:0]           crowded;
  logic [NumLanes-1:0]           met;
  logic [NumLanes-1:0]           forwarded;
  lane_outcome_fv #(.NumLanes(NumLanes)) i_outcome (
    .clk_i(clk_i), .in_lane_i(in_lane_i), .asks_i(asks), .expected_o(expected), .used_o(used),
    .crowded_o(crowded), .met_o(met), .forwarded_o(forwarded)
  );

  logic [NumLanes-1:0] links_in;
  logic [NumLanes-1:0] links_out;
  assign links_in  = {valid_q[NumLanes-1:1], 1'b0};
  assign links_out = {used[NumLanes-1:1], 1'b0};

  logic [MaxChildren-1:0] ascends;
  for (genvar k = 0; k < MaxChildren; k++) begin : gen_ascends
    assign ascends[k] = child_bound[k*EntryWidth +: EntryWidth]
                        <= child_bound[(k+1)*EntryWidth +: EntryWidth];
  end

  // An open message does not lead back over its link.
  logic [NumLanes-1:0] onward;
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_onward
    assign onward[lane] = !open_q[lane] || lane == noc_pkg::OwnLane
        || 32'(route_q[lane*IndexWidth +: IndexWidth]) != lane;
  end

  always_comb begin : properties
    m_bounds_ascend: assume (ascends == '1);
    if (runs_q) begin
      a_same_worms: assert (open_q == \i_router.open_q );
      a_same_routes: assert (route_q == \i_router.route_q );
      a_onward: assert (onward == '1);
    end
    if (runs_q && !checks_q) begin
      a_reset: assert (out_lane == '0 && !busy && violation == '0);
    end
    if (checks_q) begin
      a_runs: assert (runs_q);
      a_one_step_unchanged: assert (out_lane == expected);
      a_none_lost_in_silence: assert ((valid_q & ~forwarded & ~violation_in) == '0);
      a_collision_reported: assert (violation[noc_pkg::Collision] == (crowded != '0));
      a_collision_named: assert ((crowded & ~violation_out) == '0 && (met & ~violation_in) == '0);
      a_concerned_named: assert (violation_in
          == (met | no_route_q | broken_q
              | (links_in & {NumLanes{violation[noc_pkg::SecondReceive]}})
              | (to_links_q & {NumLanes{violation[noc_pkg::SecondSend]}})));
      a_no_route_reported: assert (violation[noc_pkg::NoRoute] == (no_route_q != '0));
      a_broken_reported: assert (violation[noc_pkg::BrokenWorm] == (broken_q != '0));
      a_second_send: assert (violation[noc_pkg::SecondSend]
                             == (single_port && $countones(links_out) > 1));
      a_second_receive: assert (violation[noc_pkg::SecondReceive]
                                == (single_port && $countones(links_in) > 1));
      a_nothing_else: assert (violation[noc_pkg::ViolationWidth-1:noc_pkg::Waited] == '0);
      a_busy: assert (busy == (valid_q != '0));

      c_all_forwarded: cover (forwarded == '1 && violation == '0);
      c_collision: cover (crowded != '0 && no_route_q == '0 && broken_q == '0);
      c_no_route: cover (no_route_q != '0);
      c_broken_worm: cover (broken_q != '0);
      c_second_send: cover (violation[noc_pkg::SecondSend]);
      c_second_receive: cover (violation[noc_pkg::SecondReceive]);
      c_body_follows: cover (forwarded[1] && body_q);
    end
  end

endmodule

`default_nettype wire
