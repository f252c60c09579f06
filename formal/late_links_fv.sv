// late_links_fv.sv: a router with stages beside a plain one: its links' outputs come Stages steps
// later, all else at the same time.
//
// The registers of the two are equal, and the stages hold what the plain router has sent, which
// makes the induction close.
`default_nettype none

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
