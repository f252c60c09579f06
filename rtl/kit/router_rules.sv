// router_rules.sv: what the wires alone show of a router of a 2-D mesh or torus: which rules it
// breaks.
//
// Stands beside a router and reads its pins; drives nothing. The same text judges simulations and
// proofs. Ports are 0 PE, 1 +x, 2 -x, 3 +y, 4 -y; port i at [i*Width +: Width], lane v of port i at
// bit i*Lanes + v. It knows no layout of flits: head, tail and destination come beside each flit,
// destinations as places in the mesh, on outputs too. All outputs of this module speak of the cycle
// whose wires they see, so they are read when inputs have settled, before the edge.
//
// breach_o, by number of the clause less 1 (others are 0):
//   quiet (0)    a flit or credit though nothing has come in since the reset, or since all that
//                came in has left, all credits are home and the wires were still for Settle cycles
//   way (4)      a head leaves by a port that dimension order does not name
//   whole (6)    on an output lane, a head before the tail of another, or a body without head
//   hold (7)     more than one lane at once; ready: valid or flit change before they are taken;
//                credit: a flit without credit
//   credits (8)  a credit without a flit, or one that is missing when all else has come to rest
//   room (9)     a lane takes more than Queue + Beyond flits for one output on end, while no flit
//                leaves the router
// Clauses that must follow single flits (made, lost, order, latency, fair) are not here.
`default_nettype none

module router_rules #(
  parameter int unsigned Lanes     = 1,
  parameter int unsigned Queue     = 4,   // slots of an input lane, here and in the neighbours
  parameter int unsigned Link      = 1,   // 1 ready, 2 credit
  parameter int unsigned FlitWidth = 64,
  parameter int unsigned Yx        = 0,   // 1: dimension y goes first
  parameter int unsigned Wrap      = 0,   // 1: a torus: the shorter way round, of two as long +
  parameter int unsigned Beyond    = 1,   // slots between a lane's queue and the wires
  parameter int unsigned Settle    = 64   // cycles after which a still router has come to rest
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [7:0]             x_i,  // the router's place
  input  logic [7:0]             y_i,
  input  logic [7:0]             last_x_i,  // the highest places of the mesh
  input  logic [7:0]             last_y_i,
  // At its inputs: what neighbours drive, and what it answers.
  input  logic [5*FlitWidth-1:0] in_flit_i,
  input  logic [5*Lanes-1:0]     in_valid_i,
  input  logic [5*Lanes-1:0]     in_ready_i,
  input  logic [5*Lanes-1:0]     in_credit_i,
  input  logic [4:0]             in_head_i,
  input  logic [4:0]             in_tail_i,
  input  logic [5*8-1:0]         in_x_i,  // destinations, of heads
  input  logic [5*8-1:0]         in_y_i,
  // At its outputs: what it drives, and what neighbours answer.
  input  logic [5*FlitWidth-1:0] out_flit_i,
  input  logic [5*Lanes-1:0]     out_valid_i,
  input  logic [5*Lanes-1:0]     out_ready_i,
  input  logic [5*Lanes-1:0]     out_credit_i,
  input  logic [4:0]             out_head_i,
  input  logic [4:0]             out_tail_i,
  input  logic [5*8-1:0]         out_x_i,
  input  logic [5*8-1:0]         out_y_i,
  output logic [15:0]            breach_o,   // clauses that the router breaks in this cycle
  output logic [15:0]            premise_o,  // clauses of which this cycle is a case
  output logic [16*4-1:0]        port_o,     // of each breach, the lowest; 0 where there is none
  output logic                   legal_o     // the neighbours keep the rules of links and of XY
);

  localparam int unsigned Ports      = 5;
  localparam int unsigned Places     = Ports * Lanes;
  localparam int unsigned Most       = Queue + Beyond + 1;
  localparam int unsigned CountWidth = $clog2(Most + 1);
  localparam int unsigned TotalWidth = 16;
  localparam int unsigned RestWidth  = $clog2(Settle + 1);

  localparam int unsigned Quiet   = 0;
  localparam int unsigned Way     = 4;
  localparam int unsigned Whole   = 6;
  localparam int unsigned Hold    = 7;
  localparam int unsigned Credits = 8;
  localparam int unsigned Room    = 9;

  if (Lanes < 1 || Lanes > 8) begin : gen_bad_lanes
    $error("router_rules: Lanes must be 1 to 8, got %0d", Lanes);
  end
  if (Queue < 1 || Queue > 1024) begin : gen_bad_queue
    $error("router_rules: Queue must be 1 to 1024, got %0d", Queue);
  end
  if (Link != 1 && Link != 2) begin : gen_bad_link
    $error("router_rules: Link must be 1 (ready) or 2 (credit), got %0d", Link);
  end
  if (Wrap > 1) begin : gen_bad_wrap
    $error("router_rules: Wrap must be 0 or 1, got %0d", Wrap);
  end
  if (Settle < 2) begin : gen_bad_settle
    $error("router_rules: Settle must be at least 2, got %0d", Settle);
  end

  // How far a place is upwards round a ring, from 0 to last.
  function automatic logic [8:0] ahead(input logic [7:0] from, input logic [7:0] to,
                                       input logic [7:0] last);
    ahead = (to >= from) ? {1'b0, to} - {1'b0, from}
                         : {1'b0, last} + 9'd1 + {1'b0, to} - {1'b0, from};
  endfunction

  // Whether the way along a dimension leads upwards.
  function automatic logic goes_up(input logic [7:0] from, input logic [7:0] to,
                                   input logic [7:0] last);
    goes_up = (Wrap == 0) ? to > from
                          : {ahead(from, to, last), 1'b0} <= {2'b0, last} + 10'd1;
  endfunction

  // The same of a neighbour that sends it here, upwards or not: it has one hop more before it.
  function automatic logic comes(input logic up, input logic [7:0] here, input logic [7:0] to,
                                 input logic [7:0] last);
    logic [7:0] from;
    from  = up ? ((here == 8'd0) ? last : here - 8'd1) : ((here == last) ? 8'd0 : here + 8'd1);
    comes = from != to && last != 8'd0 && goes_up(from, to, last) == up;
  endfunction

  // The port by which dimension order leaves (x, y) for a destination.
  function automatic logic [2:0] way_to(input logic [7:0] to_x, input logic [7:0] to_y);
    logic [2:0] by_x;
    logic [2:0] by_y;
    by_x = (to_x == x_i) ? 3'd0 : goes_up(x_i, to_x, last_x_i) ? 3'd1 : 3'd2;
    by_y = (to_y == y_i) ? 3'd0 : goes_up(y_i, to_y, last_y_i) ? 3'd3 : 3'd4;
    way_to = (Yx != 0) ? ((by_y != 3'd0) ? by_y : by_x) : ((by_x != 3'd0) ? by_x : by_y);
  endfunction

  // Whether a head for a destination may come from where port i leads.
  function automatic logic may_come(input int unsigned i, input logic [7:0] to_x,
                                    input logic [7:0] to_y);
    may_come = to_x <= last_x_i && to_y <= last_y_i && 32'(way_to(to_x, to_y)) != i;
    if (Wrap != 0) begin
      if (i == 1 || i == 2) may_come = may_come && comes(i == 2, x_i, to_x, last_x_i);
      if (i == 3 || i == 4) may_come = may_come && comes(i == 4, y_i, to_y, last_y_i);
    end else begin
      if (i == 1) may_come = may_come && x_i < last_x_i && to_x <= x_i;
      if (i == 2) may_come = may_come && x_i > 8'd0 && to_x >= x_i;
      if (i == 3) may_come = may_come && y_i < last_y_i && to_y <= y_i;
      if (i == 4) may_come = may_come && y_i > 8'd0 && to_y >= y_i;
    end
    // The dimension that goes first has been gone through by who comes along the other.
    if (i >= 3 && Yx == 0) may_come = may_come && to_x == x_i;
    if ((i == 1 || i == 2) && Yx != 0) may_come = may_come && to_y == y_i;
  endfunction

  logic [Places-1:0]            in_open_q;   // lanes between a head and its tail
  logic [Places-1:0]            out_open_q;
  logic [Places*CountWidth-1:0] owed_q;      // credits that the router has not returned
  logic [Places*CountWidth-1:0] used_q;      // flits whose credits have not come back to it
  logic [Places*CountWidth-1:0] since_q;     // flits for one output since any flit left
  logic [Places*3-1:0]          goal_q;      // that output
  logic [TotalWidth-1:0]        inside_q;    // flits taken less flits that left
  logic [RestWidth-1:0]         rest_q;      // cycles without flits and credits
  logic                         at_rest_q;   // nothing has come in since the reset or a long rest
  logic [Places-1:0]            in_held_q;   // ready: was offered to the router and not taken
  logic [Places-1:0]            out_held_q;
  logic [Ports*FlitWidth-1:0]   in_flit_q;
  logic [Ports*FlitWidth-1:0]   out_flit_q;

  logic [Places-1:0]     taken;  // flits that move in this cycle
  logic [Places-1:0]     left;
  logic [TotalWidth-1:0] num_taken;
  logic [TotalWidth-1:0] num_left;
  logic                  still;  // no flit comes or leaves, no credit is returned

  assign taken = (Link == 1) ? in_valid_i & in_ready_i : in_valid_i;
  assign left  = (Link == 1) ? out_valid_i & out_ready_i : out_valid_i;
  assign still = in_valid_i == '0 && out_valid_i == '0 && (Link == 1 || in_credit_i == '0);

  logic [Places-1:0] turns;  // a head is taken that goes elsewhere than the one before
  always_comb begin : goals
    for (int unsigned n = 0; n < Places; n++) begin
      turns[n] = taken[n] && in_head_i[n / Lanes]
                 && way_to(in_x_i[(n/Lanes)*8 +: 8], in_y_i[(n/Lanes)*8 +: 8]) != goal_q[n*3 +: 3];
    end
  end

  always_comb begin : totals
    num_taken = '0;
    num_left  = '0;
    for (int unsigned n = 0; n < Places; n++) begin
      num_taken = num_taken + TotalWidth'(taken[n]);
      num_left  = num_left + TotalWidth'(left[n]);
    end
  end

  logic [Ports-1:0] breach_quiet;  // by port
  logic [Ports-1:0] breach_way;
  logic [Ports-1:0] breach_whole;
  logic [Ports-1:0] breach_hold;
  logic [Ports-1:0] breach_credits;
  logic [Ports-1:0] breach_room;

  always_comb begin : clauses
    breach_quiet   = '0;
    breach_way     = '0;
    breach_whole   = '0;
    breach_hold    = '0;
    breach_credits = '0;
    breach_room    = '0;
    premise_o      = '0;
    for (int unsigned i = 0; i < Ports; i++) begin
      if (at_rest_q && in_valid_i == '0) begin
        premise_o[Quiet] = 1'b1;
        breach_quiet[i]  = out_valid_i[i*Lanes +: Lanes] != '0
                           || (Link == 2 && in_credit_i[i*Lanes +: Lanes] != '0);
      end
      if (out_valid_i[i*Lanes +: Lanes] != '0 && out_head_i[i]) begin
        premise_o[Way] = 1'b1;
        breach_way[i]  = 32'(way_to(out_x_i[i*8 +: 8], out_y_i[i*8 +: 8])) != i;
      end
      if (!$onehot0(out_valid_i[i*Lanes +: Lanes])) breach_hold[i] = 1'b1;
      if (Link == 1 && out_held_q[i*Lanes +: Lanes] != '0) begin
        premise_o[Hold] = 1'b1;
        if (out_valid_i[i*Lanes +: Lanes] != out_held_q[i*Lanes +: Lanes]
            || out_flit_i[i*FlitWidth +: FlitWidth] != out_flit_q[i*FlitWidth +: FlitWidth]) begin
          breach_hold[i] = 1'b1;
        end
      end
      for (int unsigned n = i*Lanes; n < (i+1)*Lanes; n++) begin
        if (left[n]) begin
          premise_o[Whole] = 1'b1;
          if (out_head_i[i] == out_open_q[n]) breach_whole[i] = 1'b1;
        end
        if (Link == 2 && 32'(used_q[n*CountWidth +: CountWidth]) >= Queue) begin
          premise_o[Hold] = 1'b1;
          if (out_valid_i[n]) breach_hold[i] = 1'b1;
        end
        if (Link == 2 && in_credit_i[n]) begin
          premise_o[Credits] = 1'b1;
          if (owed_q[n*CountWidth +: CountWidth] == '0) breach_credits[i] = 1'b1;
        end
        if (Link == 2 && 32'(rest_q) == Settle - 1 && still && inside_q == '0) begin
          if (owed_q[n*CountWidth +: CountWidth] != '0) breach_credits[i] = 1'b1;
        end
        if (left == '0 && 32'(since_q[n*CountWidth +: CountWidth]) >= Queue) begin
          premise_o[Room] = 1'b1;
          if (taken[n] && !turns[n]
              && 32'(since_q[n*CountWidth +: CountWidth]) >= Queue + Beyond) begin
            breach_room[i] = 1'b1;
          end
        end
      end
    end
    if (!rst_ni) begin
      breach_quiet   = '0;
      breach_way     = '0;
      breach_whole   = '0;
      breach_hold    = '0;
      breach_credits = '0;
      breach_room    = '0;
      premise_o      = '0;
    end
  end

  always_comb begin : reports
    breach_o          = '0;
    breach_o[Quiet]   = breach_quiet != '0;
    breach_o[Way]     = breach_way != '0;
    breach_o[Whole]   = breach_whole != '0;
    breach_o[Hold]    = breach_hold != '0;
    breach_o[Credits] = breach_credits != '0;
    breach_o[Room]    = breach_room != '0;
    port_o            = '0;
    for (int unsigned back = 0; back < Ports; back++) begin
      if (breach_quiet[Ports-1-back]) port_o[Quiet*4 +: 4] = 4'(Ports - 1 - back);
      if (breach_way[Ports-1-back]) port_o[Way*4 +: 4] = 4'(Ports - 1 - back);
      if (breach_whole[Ports-1-back]) port_o[Whole*4 +: 4] = 4'(Ports - 1 - back);
      if (breach_hold[Ports-1-back]) port_o[Hold*4 +: 4] = 4'(Ports - 1 - back);
      if (breach_credits[Ports-1-back]) port_o[Credits*4 +: 4] = 4'(Ports - 1 - back);
      if (breach_room[Ports-1-back]) port_o[Room*4 +: 4] = 4'(Ports - 1 - back);
    end
  end

  // What a neighbour must not do: offer two lanes, take back an offer, send without credit, send a
  // body without head or a head in a worm, send to where the way does not lead here, return a
  // credit for nothing, or do anything in the reset.
  always_comb begin : neighbours
    legal_o = rst_ni || (in_valid_i == '0 && (Link == 1 || out_credit_i == '0));
    for (int unsigned i = 0; i < Ports; i++) begin
      if (!$onehot0(in_valid_i[i*Lanes +: Lanes])) legal_o = 1'b0;
      if (Link == 1 && in_held_q[i*Lanes +: Lanes] != '0) begin
        if (in_valid_i[i*Lanes +: Lanes] != in_held_q[i*Lanes +: Lanes]
            || in_flit_i[i*FlitWidth +: FlitWidth] != in_flit_q[i*FlitWidth +: FlitWidth]) begin
          legal_o = 1'b0;
        end
      end
      if (in_valid_i[i*Lanes +: Lanes] != '0 && in_head_i[i]
          && !may_come(i, in_x_i[i*8 +: 8], in_y_i[i*8 +: 8])) begin
        legal_o = 1'b0;
      end
      for (int unsigned n = i*Lanes; n < (i+1)*Lanes; n++) begin
        if (in_valid_i[n] && in_head_i[i] == in_open_q[n]) legal_o = 1'b0;
        if (Link == 2) begin
          if (in_valid_i[n] && 32'(owed_q[n*CountWidth +: CountWidth]) >= Queue) legal_o = 1'b0;
          if (out_credit_i[n] && used_q[n*CountWidth +: CountWidth] == '0) legal_o = 1'b0;
        end
      end
    end
  end

  // Counts stop at their ends, so that one breach does not turn into another.
  function automatic logic [CountWidth-1:0] counted(input logic [CountWidth-1:0] count,
                                                    input logic up, input logic down);
    counted = count;
    if (up && !down && 32'(count) < Most) counted = count + CountWidth'(1);
    if (down && !up && count != '0) counted = count - CountWidth'(1);
  endfunction

  always_ff @(posedge clk_i) begin : history
    for (int unsigned i = 0; i < Ports; i++) begin
      for (int unsigned n = i*Lanes; n < (i+1)*Lanes; n++) begin
        if (taken[n]) in_open_q[n] <= !in_tail_i[i];
        if (left[n]) out_open_q[n] <= !out_tail_i[i];
        owed_q[n*CountWidth +: CountWidth] <=
            counted(owed_q[n*CountWidth +: CountWidth], taken[n], in_credit_i[n]);
        used_q[n*CountWidth +: CountWidth] <=
            counted(used_q[n*CountWidth +: CountWidth], left[n], out_credit_i[n]);
        if (taken[n] && in_head_i[i]) begin
          goal_q[n*3 +: 3] <= way_to(in_x_i[i*8 +: 8], in_y_i[i*8 +: 8]);
        end
        since_q[n*CountWidth +: CountWidth] <= (left != '0 || turns[n]) ? CountWidth'(taken[n])
            : counted(since_q[n*CountWidth +: CountWidth], taken[n], 1'b0);
      end
    end
    inside_q <= inside_q + num_taken - num_left;
    if (!still) rest_q <= '0;
    else if (32'(rest_q) < Settle) rest_q <= rest_q + RestWidth'(1);
    if (in_valid_i != '0) at_rest_q <= 1'b0;
    else if (32'(rest_q) == Settle && still && inside_q == '0 && owed_q == '0) at_rest_q <= 1'b1;
    in_held_q  <= in_valid_i & ~in_ready_i;
    out_held_q <= out_valid_i & ~out_ready_i;
    in_flit_q  <= in_flit_i;
    out_flit_q <= out_flit_i;
    if (!rst_ni) begin
      in_open_q  <= '0;
      out_open_q <= '0;
      owed_q     <= '0;
      used_q     <= '0;
      since_q    <= '0;
      goal_q     <= '0;
      inside_q   <= '0;
      rest_q     <= '0;
      at_rest_q  <= 1'b1;
      in_held_q  <= '0;
      out_held_q <= '0;
    end
  end

endmodule

`default_nettype wire
