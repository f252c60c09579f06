// torus_router_fv.sv: properties of the router of a ring, whose neighbours keep the credit rules.
//
// Assumed of the neighbours and the PE: flits only with credit, whole worms lane by lane, heads
// with hops that the router's place allows, credits only for flits that were sent. Otherwise all
// is free, and so is when the PE stalls its ports. The model counts flits by input queue and by
// outgoing lane, and follows one flit of its choice, `ahead` places from the front of one queue.
`default_nettype none

module torus_router_fv #(
  parameter int unsigned Lanes     = 1,
  parameter int unsigned Depth     = 2,
  localparam int unsigned NumPorts = 4  // inject or eject + and -, then the channels + and -
) (
  input logic                                       clk_i,
  input logic [NumPorts*noc_pkg::FlitWidth-1:0]     in_lane_i,
  input logic [NumPorts*torus_pkg::CreditWidth-1:0] credit_i,
  input logic [1:0]                                 stall_i,
  input logic                                       follow_i
);

  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth;
  localparam int unsigned CreditWidth = torus_pkg::CreditWidth;
  localparam int unsigned NumQueues   = NumPorts * Lanes;  // by port and lane; PEs use lane 0
  localparam int unsigned HopsWidth   = torus_pkg::HopsWidth;
  localparam int unsigned CountWidth  = $clog2(Depth + 1);

  (* anyconst *) logic [7:0] coordinate;
  (* anyconst *) logic [7:0] side;
  (* anyconst *) logic       strict;
  (* anyconst *) logic [3:0] source;  // the queue of the flit that is followed

  logic [NumPorts*FlitWidth-1:0]      out_lane;
  logic [NumPorts*CreditWidth-1:0]    credit;
  logic [noc_pkg::ViolationWidth-1:0] violation;

  logic runs_q = 1'b0;  // out of reset
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  torus_router #(.Dimensions(1), .Lanes(Lanes), .Depth(Depth)) i_router (
    .clk_i(clk_i), .rst_ni(runs_q), .coordinate_i(32'(coordinate)), .side_i(32'(side)),
    .strict_i(strict), .in_lane_i(in_lane_i), .out_lane_o(out_lane), .credit_i(credit_i),
    .credit_o(credit), .stall_i(stall_i), .busy_o(), .violation_o(violation), .violation_in_o(),
    .violation_out_o(), .stalled_o(), .blocked_o()
  );
  (* hierconn *) logic [2*Lanes*CountWidth-1:0] \i_router.credit_q ;

  // Whether a head may come in over a port here: in one dimension, over a side at most.
  function automatic logic may_come(input int unsigned port, input logic [FlitWidth-1:0] flit);
    logic [HopsWidth-1:0] hops;
    hops = flit[HopsWidth-1:0];
    may_come = flit[4*HopsWidth-1:HopsWidth] == '0
        && ((hops == '0 && port >= 2)
            || (hops != '0 && hops[HopsWidth-1] == (port % 2 == 1)
                && torus_pkg::distance_of(hops) < side));
  endfunction

  // Flits in every input queue, in the worm that is coming in, and credits with the neighbours.
  logic [NumQueues*4-1:0] count_q;  // at the last step
  logic [NumQueues*4-1:0] count;    // before this step's arrivals
  logic [NumQueues-1:0]   open_q;
  logic [NumQueues-1:0]   arrives;
  logic [NumQueues-1:0]   returned;
  logic [NumQueues-1:0]   legal;
  logic [NumQueues*4-1:0] sent_q;   // by outgoing lane, not yet returned; channels only
  logic [NumQueues-1:0]   sends;    // by port and lane
  logic [NumQueues-1:0]   worm_q;   // an outgoing lane is inside a worm
  logic [NumQueues-1:0]   gets;
  logic [NumQueues-1:0]   whole;
  logic [NumQueues-1:0]   funded;
  logic [NumQueues-1:0]   same_credit;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    for (genvar v = 0; v < Lanes; v++) begin : gen_lane
      localparam int unsigned Q = p * Lanes + v;
      logic [FlitWidth-1:0] flit;
      logic [FlitWidth-1:0] out;
      assign flit = in_lane_i[p*FlitWidth +: FlitWidth];
      assign out = out_lane[p*FlitWidth +: FlitWidth];
      assign arrives[Q] = noc_pkg::flit_valid(flit)
          && ((p < 2) ? v == 0 : 32'(torus_pkg::lane_of(flit)) == v);
      assign returned[Q] = credit[p*CreditWidth+v];
      assign count[Q*4 +: 4] = count_q[Q*4 +: 4] - 4'(returned[Q]);
      assign legal[Q] = !arrives[Q]
          || (32'(count[Q*4 +: 4]) < Depth && noc_pkg::flit_head(flit) != open_q[Q]
              && (!noc_pkg::flit_head(flit) || may_come(p, flit)));
      assign sends[Q] = noc_pkg::flit_valid(out)
          && ((p < 2) ? v == 0 : 32'(torus_pkg::lane_of(out)) == v);
      assign gets[Q] = p >= 2 && credit_i[p*CreditWidth+v];
      assign whole[Q] = !sends[Q] || noc_pkg::flit_head(out) != worm_q[Q] || (p < 2 && Lanes > 1);
      assign funded[Q] = p < 2 || 32'(sent_q[Q*4 +: 4]) + 32'(sends[Q]) <= Depth;
      if (p < 2) begin : gen_pe
        assign same_credit[Q] = 1'b1;
      end else begin : gen_channel
        assign same_credit[Q] = sent_q[Q*4 +: 4] + 4'(sends[Q])
            + 4'(\i_router.credit_q [((p-2)*Lanes+v)*CountWidth +: CountWidth]) == 4'(Depth);
      end
      always_ff @(posedge clk_i) begin : remember
        count_q[Q*4 +: 4] <= runs_q ? count[Q*4 +: 4] + 4'(arrives[Q]) : '0;
        sent_q[Q*4 +: 4] <= (runs_q && p >= 2)
            ? sent_q[Q*4 +: 4] + 4'(sends[Q]) - 4'(gets[Q]) : '0;
        open_q[Q] <= runs_q && (arrives[Q] ? !noc_pkg::flit_tail(flit) : open_q[Q]);
        worm_q[Q] <= runs_q && (sends[Q] ? !noc_pkg::flit_tail(out) : worm_q[Q]);
      end
    end
  end

  logic [NumPorts-1:0] valid;
  logic [NumPorts-1:0] valid_out;
  logic [NumPorts-1:0] in_range;
  logic [NumQueues-1:0] due;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_range
    assign valid[p] = in_lane_i[p*FlitWidth + FlitWidth - 1];
    assign valid_out[p] = out_lane[p*FlitWidth + FlitWidth - 1];
    assign in_range[p] = p < 2 || !valid[p]
        || 32'(torus_pkg::lane_of(in_lane_i[p*FlitWidth +: FlitWidth])) < Lanes;
  end
  for (genvar q = 0; q < NumQueues; q++) begin : gen_due
    assign due[q] = !gets[q] || sent_q[q*4 +: 4] + 4'(sends[q]) != '0;
  end

  // The flit that is followed, and the port that its worm leaves by.
  logic                 follows_q = 1'b0;
  logic                 done_q = 1'b0;
  logic [3:0]           ahead_q;
  logic [FlitWidth-1:0] flit_q;
  logic [1:0]           goal_q;
  logic [1:0]           worm_goal_q;  // of the worm that comes in
  logic [1:0]           passed_q;     // worms that have left by that port while it was first
  logic [FlitWidth-1:0] arrival;
  logic [1:0]           port;
  logic [1:0]           arrival_goal;
  logic                 leaves;
  logic [FlitWidth-1:0] left_as;
  logic [FlitWidth-1:0] expected;
  assign port = 2'(32'(source) / Lanes);
  assign arrival = in_lane_i[port*FlitWidth +: FlitWidth];
  assign arrival_goal = !noc_pkg::flit_head(arrival) ? worm_goal_q
                      : {arrival[HopsWidth-1:0] != '0, port[0]};
  assign leaves = follows_q && returned[source] && ahead_q == '0;
  assign left_as = out_lane[goal_q*FlitWidth +: FlitWidth];
  always_comb begin : change
    expected = flit_q;
    if (goal_q[1]) begin
      expected[noc_pkg::LaneLow +: noc_pkg::LaneWidth] = torus_pkg::lane_of(left_as);
      if (noc_pkg::flit_head(flit_q)) begin
        expected[HopsWidth-1:0] = goal_q[0] ? flit_q[HopsWidth-1:0] + HopsWidth'(1)
                                            : flit_q[HopsWidth-1:0] - HopsWidth'(1);
      end
    end
  end

  logic [1:0] stall_q = 2'b00;  // at the edge that the outputs come from
  logic [1:0] held_up;          // heads that come for a stalled port
  logic       waited_q;         // the one that is followed was first and its port stalled
  for (genvar p = 0; p < 2; p++) begin : gen_held_up
    assign held_up[p] = stall_i[p] && valid[2+p]
        && in_lane_i[(2+p)*FlitWidth +: HopsWidth] == '0;
  end

  logic       checks_q = 1'b0;
  logic       alone_q = 1'b0;  // one flit had come to an empty router with all its credits
  logic [1:0] passed;
  assign passed = passed_q + 2'(follows_q && ahead_q == '0 && !leaves && valid_out[goal_q]
                                && noc_pkg::flit_tail(left_as));
  always_ff @(posedge clk_i) begin : follow
    checks_q <= runs_q;
    alone_q <= runs_q && count == '0 && sent_q == '0 && sends == '0 && worm_q == '0
               && open_q == '0 && $countones(valid) == 1 && held_up == '0;
    stall_q <= stall_i;
    if (arrives[source]) worm_goal_q <= arrival_goal;
    if (follows_q) begin
      if (returned[source]) ahead_q <= ahead_q - 4'd1;
      passed_q <= passed;
      waited_q <= waited_q || (ahead_q == '0 && !goal_q[1] && stall_q[goal_q[0]]);
      if (leaves) begin
        follows_q <= 1'b0;
        done_q <= 1'b1;
      end
    end else if (runs_q && follow_i && !done_q && arrives[source]) begin
      follows_q <= 1'b1;
      ahead_q <= count[source*4 +: 4];
      flit_q <= arrival;
      goal_q <= arrival_goal;
      passed_q <= '0;
      waited_q <= 1'b0;
    end
  end

  logic is_single;  // and its lane's neighbour has returned all credits
  assign is_single = noc_pkg::flit_head(flit_q) && noc_pkg::flit_tail(flit_q);

  always_comb begin : properties
    m_place: assume (side >= 8'd2 && side <= 8'd63 && coordinate < side);
    m_source: assume (32'(source) < NumQueues
                      && (32'(source) >= 2 * Lanes || 32'(source) % Lanes == 0));
    m_lanes: assume (in_range == '1);
    if (runs_q) m_neighbours: assume (legal == '1);
    if (!runs_q) m_reset: assume (valid == '0 && credit_i == '0);
    if (runs_q) m_credits: assume (due == '1);
    if (checks_q) begin
      a_no_violation: assert (violation == '0);
      a_none_lost_or_made: assert ($countones(valid_out) == $countones(returned));
      a_never_without_credit: assert (funded == '1);
      a_credits_agree: assert (same_credit == '1);
      a_stall_kept: assert ((valid_out[1:0] & stall_q) == '0);
      a_worms_stay_whole: assert (whole == '1);
      if (leaves) a_in_order_unchanged: assert (valid_out[goal_q] && left_as == expected);
      if (follows_q && is_single) a_fair: assert (passed <= 2'd2);
      if (alone_q) a_one_cycle: assert (returned != '0 && valid_out != '0);

      c_full: cover (32'(count_q[3:0]) == Depth && 32'(count_q[2*Lanes*4 +: 4]) == Depth);
      c_followed_to_the_end: cover (done_q);
      c_followed_body: cover (leaves && !noc_pkg::flit_head(flit_q) && goal_q[1]);
      c_delivered: cover (leaves && !goal_q[1]);
      c_waited_for_the_pe: cover (leaves && waited_q);
      c_out_of_credit: cover (32'(sent_q[2*Lanes*4 +: 4]) == Depth);
      c_passed: cover (leaves && passed_q != '0);
      c_all_outputs: cover (valid_out == '1);
    end
  end

endmodule

`default_nettype wire
