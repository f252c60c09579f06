// torus_head_fv.sv: whether a head may come in over a port of a ring's router, and its output.
//
// Ports: inject or eject + and -, then the channels + and -. A worm makes at most side - 1 hops.
// Over a port for either way heads of both come in.
`default_nettype none

module torus_head_fv #(
  parameter int unsigned Port = 0,
  parameter bit          EitherWay = 1'b0
) (
  input  logic [7:0]                    side_i,
  input  logic [noc_pkg::FlitWidth-1:0] flit_i,
  output logic                          may_come_o,
  output logic [1:0]                    goal_o
);

  localparam int unsigned HopsWidth = torus_pkg::HopsWidth;

  logic [HopsWidth-1:0] hops;
  assign hops = flit_i[HopsWidth-1:0];
  assign may_come_o = flit_i[4*HopsWidth-1:HopsWidth] == '0
      && ((hops == '0 && Port >= 2)
          || (hops != '0 && (EitherWay || hops[HopsWidth-1] == (Port % 2 == 1))
              && torus_pkg::distance_of(hops) < side_i));
  assign goal_o = {hops != '0, EitherWay ? hops[HopsWidth-1] : Port % 2 == 1};

endmodule

`default_nettype wire
