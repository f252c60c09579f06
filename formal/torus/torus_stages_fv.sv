// torus_stages_fv.sv: what the stages of a ring's router do to its flits, whatever the traffic, and
// what a port does that all channels share.
//
// Assumed of the neighbours and the PE: flits only with credit, whole worms, heads with hops that
// the router's place allows, credits only for flits that were sent. The model keeps of every queue
// how long its first flit has been first, and of every channel the credits that may be spent.
`default_nettype none

module torus_stages_fv #(
  parameter int unsigned PePorts     = 2,  // or 1, for both ways
  parameter int unsigned HeadWait    = 1,
  parameter int unsigned BodyWait    = 0,
  parameter int unsigned OutStages   = 0,
  parameter int unsigned CreditDelay = 0,
  localparam int unsigned NumPorts   = PePorts + 2,  // inject or eject, then the channels + and -
  localparam int unsigned Depth      = 2
) (
  input logic                                       clk_i,
  input logic [NumPorts*noc_pkg::FlitWidth-1:0]     in_lane_i,
  input logic [NumPorts*torus_pkg::CreditWidth-1:0] credit_i,
  input logic [PePorts-1:0]                         stall_i
);

  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth;
  localparam int unsigned CreditWidth = torus_pkg::CreditWidth;
  localparam int unsigned CreditLag   = OutStages + CreditDelay;

  (* anyconst *) logic [7:0] coordinate;
  (* anyconst *) logic [7:0] side;
  (* anyconst *) logic       strict;

  logic [NumPorts*FlitWidth-1:0]      out_lane;
  logic [NumPorts*CreditWidth-1:0]    credit;
  logic                               busy;
  logic [noc_pkg::ViolationWidth-1:0] violation;

  logic runs_q = 1'b0;  // out of reset
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  torus_router #(
    .Dimensions(1), .Lanes(1), .Depth(Depth), .PePorts(PePorts), .HeadWait(HeadWait),
    .BodyWait(BodyWait), .OutStages(OutStages), .CreditDelay(CreditDelay)
  ) i_router (
    .clk_i(clk_i), .rst_ni(runs_q), .coordinate_i(32'(coordinate)), .side_i(32'(side)),
    .strict_i(strict), .in_lane_i(in_lane_i), .out_lane_o(out_lane), .credit_i(credit_i),
    .credit_o(credit), .stall_i(stall_i), .busy_o(busy), .violation_o(violation),
    .violation_in_o(), .violation_out_o(), .stalled_o(), .blocked_o()
  );

  // Queues, as they are before the coming edge and, with _q, as they were at the one before.
  logic [NumPorts-1:0]   valid;
  logic [NumPorts-1:0]   legal;
  logic [NumPorts-1:0]   returned;   // the first flit left at the edge before
  logic [NumPorts-1:0]   shown;      // flits on the outputs
  logic [NumPorts*2-1:0] count_q;
  logic [NumPorts*2-1:0] count;
  logic [NumPorts*2-1:0] heads_q;    // which of the flits are heads, the first one's bit lowest
  logic [NumPorts*2-1:0] heads;
  logic [NumPorts*2-1:0] age_q;      // edges, to 3, that the first flit has been first
  logic [NumPorts*2-1:0] age;
  logic [NumPorts-1:0]   open_q;     // a worm is coming in
  logic [NumPorts-1:0]   first_head; // what is first at the coming edge
  logic [NumPorts-1:0]   there;
  logic [NumPorts-1:0]   comes_first;
  logic [NumPorts-1:0]   asks;
  logic [NumPorts-1:0]   asked_q;
  logic [NumPorts*2-1:0] goals_q;
  logic [NumPorts*2-1:0] goals;
  logic [NumPorts*NumPorts-1:0] ways;  // by queue: the output for its only flit, or none
  for (genvar p = 0; p < NumPorts; p++) begin : gen_queue
    logic [FlitWidth-1:0] flit;
    logic                 may_come;
    logic [1:0]           goal;
    torus_head_fv #(
      .Port((p < PePorts) ? p : p + 2 - PePorts), .EitherWay(PePorts == 1 && p == 0)
    ) i_head (
      .side_i(side), .flit_i(flit), .may_come_o(may_come), .goal_o(goal)
    );
    // The output for what is the only flit of the queue: a body goes where its head went.
    assign goals[p*2 +: 2] = (valid[p] && noc_pkg::flit_head(flit)) ? goal : goals_q[p*2 +: 2];
    assign ways[p*NumPorts +: NumPorts] =
        NumPorts'((2'(valid[p]) + count[p*2 +: 2] == 2'd1) ? 1 : 0)
        << (goals[p*2+1] ? PePorts + 32'(goals[p*2])
                         : (PePorts == 1) ? 0 : 32'(goals[p*2]));
    assign flit = in_lane_i[p*FlitWidth +: FlitWidth];
    assign valid[p] = noc_pkg::flit_valid(flit);
    assign shown[p] = out_lane[p*FlitWidth + FlitWidth - 1];
    assign returned[p] = credit[p*CreditWidth];
    assign count[p*2 +: 2] = count_q[p*2 +: 2] - 2'(returned[p]);
    assign heads[p*2 +: 2] = returned[p] ? heads_q[p*2 +: 2] >> 1 : heads_q[p*2 +: 2];
    assign age[p*2 +: 2] = returned[p] ? 2'd0 : age_q[p*2 +: 2];
    assign legal[p] = !valid[p]
        || (32'(count[p*2 +: 2]) < Depth && noc_pkg::flit_head(flit) != open_q[p]
            && (p < PePorts || torus_pkg::lane_of(flit) == '0)
            && (!noc_pkg::flit_head(flit) || may_come));
    assign there[p] = count[p*2 +: 2] != '0 || valid[p];
    assign comes_first[p] = count[p*2 +: 2] == '0;
    assign first_head[p] = comes_first[p] ? noc_pkg::flit_head(flit) : heads[p*2];
    assign asks[p] = there[p] && (first_head[p] ? 32'(age[p*2 +: 2]) >= HeadWait
                                                : BodyWait == 0 || !comes_first[p]);
    always_ff @(posedge clk_i) begin : remember
      count_q[p*2 +: 2] <= runs_q ? count[p*2 +: 2] + 2'(valid[p]) : '0;
      heads_q[p*2]   <= (valid[p] && !count[p*2]) ? noc_pkg::flit_head(flit) : heads[p*2];
      heads_q[p*2+1] <= (valid[p] && count[p*2]) ? noc_pkg::flit_head(flit) : heads[p*2+1];
      age_q[p*2 +: 2] <= '0;
      if (runs_q && there[p]) begin
        age_q[p*2 +: 2] <= (age[p*2 +: 2] == '1) ? 2'd3 : age[p*2 +: 2] + 1'b1;
      end
      open_q[p] <= runs_q && (valid[p] ? !noc_pkg::flit_tail(flit) : open_q[p]);
      asked_q[p] <= runs_q && asks[p];
      goals_q[p*2 +: 2] <= goals[p*2 +: 2];
    end
  end

  // Ports to the PE: a worm's flits come one after the other, of its lane at least.
  logic [PePorts-1:0] inside_q;
  logic [PePorts-1:0] whole;
  for (genvar e = 0; e < PePorts; e++) begin : gen_ejection
    logic [FlitWidth-1:0] flit;
    assign flit = out_lane[e*FlitWidth +: FlitWidth];
    assign whole[e] = !noc_pkg::flit_valid(flit) || noc_pkg::flit_head(flit) != inside_q[e];
    always_ff @(posedge clk_i) begin : remember
      inside_q[e] <= runs_q && (noc_pkg::flit_valid(flit) ? !noc_pkg::flit_tail(flit)
                                                          : inside_q[e]);
    end
  end

  // Channels: credits that what is shown may have spent, and flits whose credit is due.
  logic [1:0]             came;      // credits
  logic [1:0]             counts;    // credits that count from now on
  logic [3:0]             had_q;
  logic [3:0]             owed_q;
  logic [3:0]             owed;
  logic [1:0]             due;
  logic [1:0]             spent;
  logic [2*3-1:0]         late_q;
  assign counts = (CreditLag == 0) ? came : late_q[2*((CreditLag == 0) ? 0 : CreditLag-1) +: 2];
  for (genvar c = 0; c < 2; c++) begin : gen_channel
    assign came[c] = credit_i[(PePorts+c)*CreditWidth];
    assign owed[c*2 +: 2] = owed_q[c*2 +: 2] + 2'(shown[PePorts+c]);
    assign due[c] = !came[c] || owed[c*2 +: 2] != '0;
    assign spent[c] = !shown[PePorts+c] || had_q[c*2 +: 2] != '0;
    always_ff @(posedge clk_i) begin : credits
      had_q[c*2 +: 2] <= 2'(Depth);
      if (runs_q) had_q[c*2 +: 2] <= had_q[c*2 +: 2] - 2'(shown[PePorts+c]) + 2'(counts[c]);
      owed_q[c*2 +: 2] <= runs_q ? owed[c*2 +: 2] - 2'(came[c]) : '0;
    end
  end

  // One flit alone, and all the credit; a router that need not be clocked.
  logic                alone_q = 1'b0;
  logic                idle_q = 1'b0;
  logic [NumPorts-1:0] returned_q;
  logic [NumPorts-1:0] way_q;   // of the only flit there is
  logic                there_q; // a flit was
  logic                gives;   // a credit comes, also of another lane
  logic                gave_q;
  assign gives = credit_i[PePorts*CreditWidth +: 2*CreditWidth] != '0;
  always_ff @(posedge clk_i) begin : situations
    late_q <= runs_q ? 6'({late_q, came}) : '0;
    returned_q <= runs_q ? returned : '0;
    alone_q <= runs_q && $onehot(there) && stall_i == '0 && had_q == {2'(Depth), 2'(Depth)}
               && (open_q & ~there) == '0
               && shown == '0 && returned == '0 && returned_q == '0;
    idle_q <= runs_q && !busy && valid == '0 && !gives;
    there_q <= runs_q && there != '0;
    gave_q <= runs_q && gives;
    way_q <= '0;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      if (there[p]) way_q <= ways[p*NumPorts +: NumPorts];
    end
  end

  always_comb begin : properties
    m_place: assume (side >= 8'd2 && side <= 8'd63 && coordinate < side);
    if (!runs_q) m_reset: assume (valid == '0 && credit_i == '0);
    if (runs_q) begin
      m_neighbours: assume (legal == '1);
      m_credits: assume (due == '1);
      a_no_violation: assert (violation == '0);
      a_waited: assert ((returned & ~asked_q) == '0);
      if (alone_q) a_goes: assert (returned == asked_q);
      if (alone_q && returned != '0 && way_q != '0 && OutStages == 0) begin
        a_its_way: assert (shown == way_q);
      end
      a_worms_stay_whole: assert (whole == '1);
      if (OutStages == 0) a_shown_at_once: assert ($countones(shown) == $countones(returned));
      if (OutStages == 1) a_shown_later: assert ($countones(shown) == $countones(returned_q));
      a_credit_in_time: assert (spent == '1);
      a_busy: assert (busy == (there_q || (OutStages != 0 && returned_q != '0)
                               || (CreditDelay != 0 && gave_q)));
      if (idle_q) a_idle: assert (!busy && shown == '0 && returned == '0);
      c_head_went: cover (returned[PePorts] && heads_q[2*PePorts] && asked_q[PePorts]);
      c_body_went: cover (returned[PePorts] && !heads_q[2*PePorts]);
      c_injected: cover (alone_q && way_q[NumPorts-1] && returned[0] == (PePorts == 1));
      c_out_of_credit: cover (had_q[1:0] == '0);
      c_alone: cover (alone_q && returned != '0);
    end
  end

endmodule

`default_nettype wire
