// credit_receiver_cover.sv: what tests must have shown the far end of a link with credits. Bound to
// every one.
`default_nettype none

module credit_receiver_cover #(
  parameter int unsigned Width = noc_pkg::FlitWidth
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic [Width-1:0] lane_i,
  input logic [Width-1:0] lane_o,
  input logic             taken_i,
  input logic             credit_o
);

  c_passes: cover property (@(posedge clk_i) rst_ni && lane_o[Width-1] && taken_i);
  c_waits: cover property (@(posedge clk_i) rst_ni && lane_o[Width-1] && !taken_i);
  c_streams: cover property (@(posedge clk_i)
      rst_ni && lane_i[Width-1] && lane_o[Width-1] && taken_i && credit_o);

endmodule

bind credit_receiver credit_receiver_cover #(.Width(Width)) i_cover (.*);

`default_nettype wire
