// credit_sender_cover.sv: what tests must have shown the near end of a link with credits. Bound to
// every one.
`default_nettype none

module credit_sender_cover #(
  parameter int unsigned Width = noc_pkg::FlitWidth
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic [Width-1:0] lane_i,
  input logic             ready_o,
  input logic             credit_i
);

  c_sends: cover property (@(posedge clk_i) rst_ni && lane_i[Width-1] && ready_o);
  c_held: cover property (@(posedge clk_i) rst_ni && lane_i[Width-1] && !ready_o);
  c_spends_as_one_comes: cover property (@(posedge clk_i)
      rst_ni && lane_i[Width-1] && ready_o && credit_i);

endmodule

bind credit_sender credit_sender_cover #(.Width(Width)) i_cover (.*);

`default_nettype wire
