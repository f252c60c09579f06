// fat_tree_ways_fv.sv: the branches that a packet must leave a binary switch by; none: no way.
//
// Input and branch 0 lead up, the others to the children.
`default_nettype none

module fat_tree_ways_fv #(
  parameter int unsigned Lane = 0
) (
  input  logic [11:0]                   leaf_base_i,
  input  logic [11:0]                   leaf_span_i,
  input  logic [3:0]                    level_i,
  input  logic [noc_pkg::FlitWidth-1:0] flit_i,
  output logic [2:0]                    ways_o
);

  localparam int unsigned EntryWidth   = noc_pkg::EntryWidth;
  localparam int unsigned AddressWidth = noc_pkg::AddressWidth;

  logic [EntryWidth-1:0]   leaf;
  logic [EntryWidth-1:0]   base;
  logic [EntryWidth-1:0]   span;
  logic [AddressWidth-1:0] digits;  // of copies: one bit for this level and for each above
  assign leaf   = EntryWidth'(noc_pkg::flit_destination(flit_i));
  assign base   = EntryWidth'(leaf_base_i);
  assign span   = EntryWidth'(leaf_span_i);
  assign digits = noc_pkg::flit_destination(flit_i) >> (level_i - 4'd1);

  always_comb begin : ways
    if (noc_pkg::flit_kind(flit_i) == noc_pkg::Flood) ways_o = 3'b111;
    else if (noc_pkg::flit_kind(flit_i) == noc_pkg::Copies) begin
      ways_o = (Lane == 0) ? 3'b110 : {{2{digits[0]}}, digits > AddressWidth'(1)};
    end else if (leaf < base) ways_o = 3'b001;
    else if (leaf < base + span) ways_o = 3'b010;
    else if (leaf < base + (span << 1)) ways_o = 3'b100;
    else ways_o = 3'b001;
    ways_o[Lane] = 1'b0;
  end

endmodule

`default_nettype wire
