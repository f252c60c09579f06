// flood_stage_cover.sv: what tests must have shown a stage that floods. Bound to every one.
//
// Points by lane are those of stages of up to four links.
`default_nettype none
/*verilator coverage_off*/  // of bits: these have points in the stage

module flood_stage_cover #(
  parameter int unsigned Links = 4,
  parameter int unsigned Adder = 0,
  localparam int unsigned NumLanes  = 1 + Links,
  localparam int unsigned NumStages = (Adder == 0) ? 1 : Adder,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input logic                               clk_i,
  input logic                               rst_ni,
  input logic [NumLanes*FlitWidth-1:0]      in_lane_i,
  input logic [NumLanes*FlitWidth-1:0]      out_lane_o,
  input logic                               started_q,
  input logic [2*Links-1:0]                 seen_q,
  input logic [NumStages-1:0]               full_q,
  input logic [noc_pkg::ViolationWidth-1:0] violation_o,
  input logic [NumLanes-1:0]                violation_in_o
);

  logic is_clean;
  assign is_clean = rst_ni && violation_o == '0;
  /*verilator coverage_on*/

  c_tells: cover property (@(posedge clk_i) is_clean && out_lane_o[2*FlitWidth-1]);
  c_result: cover property (@(posedge clk_i) is_clean && out_lane_o[FlitWidth-1]);
  // Words that come before the PE's operand, and those of the next round before this one is over.
  c_before_the_pe: cover property (@(posedge clk_i) is_clean && !started_q && seen_q != '0);
  c_two_rounds: cover property (@(posedge clk_i)
      is_clean && seen_q[Links-1:0] != '0 && seen_q[2*Links-1:Links] != '0);
  if (Adder != 0) begin : gen_adder
    c_adds: cover property (@(posedge clk_i) is_clean && full_q[NumStages-1]);
  end
  if (Links <= 4) begin : gen_small
    for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_lane
      c_in: cover property (@(posedge clk_i)
          rst_ni && noc_pkg::flit_valid(in_lane_i[lane*FlitWidth +: FlitWidth]));
      // Every report about every input.
      c_no_route: cover property (@(posedge clk_i)
          rst_ni && violation_o[noc_pkg::NoRoute] && violation_in_o[lane]);
      c_mismatch: cover property (@(posedge clk_i)
          rst_ni && violation_o[noc_pkg::Mismatch] && violation_in_o[lane]);
      c_overflow: cover property (@(posedge clk_i)
          rst_ni && violation_o[noc_pkg::Overflow] && violation_in_o[lane]);
    end
  end

endmodule

bind flood_stage flood_stage_cover #(.Links(Links), .Adder(Adder)) i_cover (.*);

`default_nettype wire
