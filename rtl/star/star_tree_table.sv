// star_tree_table.sv: parents and children in tree 0 of a star graph at every address, constant.
`default_nettype none

module star_tree_table #(
  parameter int unsigned Order = 4,
  localparam int unsigned Width = star_table_pkg::factorial(Order) * star_table_pkg::RowWidth
) (
  output logic [Width-1:0] table_o
);

  localparam int unsigned RuleWidth = star_table_pkg::RuleWidth;

  if (Order < 3 || Order > star_pkg::MaxOrder) begin : gen_bad_order
    $error("star_tree_table: Order must be 3 to 7, got %0d", Order);
  end

  // By the symbol in front: Verilator unrolls at most 1024 rounds of a loop.
  localparam int unsigned Share = star_table_pkg::factorial(Order - 1);
  for (genvar front = 0; front < Order; front++) begin : gen_front
    for (genvar k = 0; k < Share; k++) begin : gen_row
      localparam int unsigned Rank = front * Share + k;
      localparam logic [star_pkg::PermWidth-1:0] Address = star_table_pkg::address_of(Rank, Order);
      localparam logic [RuleWidth-1:0] RowP = star_table_pkg::half_row(1'b0, Address, Order);
      localparam logic [RuleWidth-1:0] RowQ = star_table_pkg::half_row(1'b1, Address, Order);
      assign table_o[Rank*star_table_pkg::RowWidth +: star_table_pkg::RowWidth] = {RowQ, RowP};
    end
  end

endmodule

`default_nettype wire
