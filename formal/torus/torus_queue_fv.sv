// torus_queue_fv.sv: what holds of an input queue of a ring's router in every state, and where its
// flits go.
//
// The router says how many flits there are and where, the model how many there must be, and whether
// a worm is still coming in. Flits in the order in which they leave.
`default_nettype none

module torus_queue_fv #(
  parameter int unsigned Port       = 0,
  parameter int unsigned Depth      = 2,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input  logic [7:0]                 side_i,
  // The router's.
  input  logic [Depth*FlitWidth-1:0] store_i,
  input  logic [3:0]                 first_i,
  input  logic [3:0]                 count_i,
  input  logic                       filled_i,
  input  logic                       held_i,
  input  logic                       started_i,
  // The model's.
  input  logic [3:0]                 expected_i,
  input  logic                       open_i,
  output logic                       agrees_o,  // counts are those of the model, in range
  output logic                       whole_o,   // worms in the queue: from head to tail, legal
  output logic [Depth*FlitWidth-1:0] flits_o,
  output logic [Depth*2-1:0]         goals_o,   // of their worms
  output logic [1:0]                 last_goal_o  // of the worm that came last
);

  assign agrees_o = count_i == expected_i && 32'(count_i) <= Depth && filled_i == (count_i != '0)
                    && 32'(first_i) < Depth;
  assign flits_o = (Depth*FlitWidth)'({2{store_i}} >> (32'(first_i) * FlitWidth));

  logic [Depth-1:0]   may_come;
  logic [Depth*2-1:0] goal_of_head;
  for (genvar k = 0; k < Depth; k++) begin : gen_flit
    torus_head_fv #(.Port(Port)) i_head (
      .side_i(side_i), .flit_i(flits_o[k*FlitWidth +: FlitWidth]), .may_come_o(may_come[k]),
      .goal_o(goal_of_head[k*2 +: 2])
    );
  end

  always_comb begin : worms
    logic [FlitWidth-1:0] flit;
    logic                 inside;  // a worm, before the flit
    flit = '0;
    inside = started_i;
    last_goal_o = {held_i, Port % 2 == 1};
    goals_o = '0;
    // A worm whose head has gone has its output's lane, or goes to the PE.
    whole_o = (!held_i || started_i) && (!started_i || held_i || Port >= 2);
    for (int unsigned k = 0; k < Depth; k++) begin
      flit = flits_o[k*FlitWidth +: FlitWidth];
      if (k < 32'(count_i)) begin
        if (!noc_pkg::flit_valid(flit) || noc_pkg::flit_head(flit) == inside) whole_o = 1'b0;
        if (noc_pkg::flit_head(flit) && !may_come[k]) whole_o = 1'b0;
        if (noc_pkg::flit_head(flit)) last_goal_o = goal_of_head[k*2 +: 2];
        inside = !noc_pkg::flit_tail(flit);
      end
      goals_o[k*2 +: 2] = last_goal_o;
    end
    if (inside != open_i) whole_o = 1'b0;
  end

endmodule

`default_nettype wire
