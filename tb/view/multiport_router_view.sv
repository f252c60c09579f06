// multiport_router_view.sv: names the lanes of a multiport router for waves. Bound to every one.
`default_nettype none

module multiport_router_view #(
  parameter int unsigned NumLinks = 4,
  parameter int unsigned NumTrees = 1,
  parameter int unsigned AddressWidth = noc_pkg::AddressWidth,
  localparam int unsigned EntryWidth  = noc_pkg::entry_width(AddressWidth)
) (
  input logic [NumTrees*EntryWidth-1:0]             tree_first_i,
  input logic [(2*NumLinks)*noc_pkg::FlitWidth-1:0] in_lane_i,
  input logic [(2*NumLinks)*noc_pkg::FlitWidth-1:0] out_lane_o,
  input logic [noc_pkg::ViolationWidth-1:0]         violation_o
);

  violation_view reported (.violation_i(violation_o));

  localparam int unsigned FlitWidth = noc_pkg::FlitWidth;
  localparam int unsigned TreeWidth = (NumTrees > 7) ? 5 : 3;

  // The tree that a flit is in; all ones: no flit.
  function automatic logic [TreeWidth-1:0] tree_of(input logic [FlitWidth-1:0] flit);
    tree_of = '0;
    for (int unsigned tree = 1; tree < NumTrees; tree++) begin
      if (tree_first_i[tree*EntryWidth +: EntryWidth]
          <= EntryWidth'(AddressWidth'(flit >> (noc_pkg::AddressEnd - AddressWidth)))) begin
        tree_of = TreeWidth'(tree);
      end
    end
    if (!noc_pkg::flit_valid(flit)) tree_of = '1;
  endfunction

  for (genvar p = 0; p < NumLinks; p++) begin : link
    localparam int unsigned Lane = NumLinks + p;
    lane_view #(AddressWidth) own_in    (.lane_i(in_lane_i[p*FlitWidth +: FlitWidth]));
    lane_view #(AddressWidth) delivered (.lane_i(out_lane_o[p*FlitWidth +: FlitWidth]));
    lane_view #(AddressWidth) from      (.lane_i(in_lane_i[Lane*FlitWidth +: FlitWidth]));
    lane_view #(AddressWidth) to        (.lane_i(out_lane_o[Lane*FlitWidth +: FlitWidth]));
    logic [TreeWidth-1:0] delivered_tree;
    logic [TreeWidth-1:0] to_tree;
    assign delivered_tree = tree_of(out_lane_o[p*FlitWidth +: FlitWidth]);
    assign to_tree        = tree_of(out_lane_o[Lane*FlitWidth +: FlitWidth]);
  end

endmodule

bind multiport_router multiport_router_view #(
  .NumLinks(NumLinks), .NumTrees(NumTrees), .AddressWidth(AddressWidth)
) view (.*);

`default_nettype wire
