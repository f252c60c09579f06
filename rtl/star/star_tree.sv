// star_tree.sv: next hops in a star graph's trees: parent and children of a node, combinational.
//
// With Tables = 0 by the rules of star_tree_pkg, with Tables = 1 from a table of tree 0 and
// rotations. Ports are meant for a node below the source; a source has children but no parent.
`default_nettype none

module star_tree #(
  parameter int unsigned Order  = 4,
  parameter int unsigned Tables = 0
) (
  input  logic                            rule_i,      // 0: rule P, 1: rule Q
  input  logic [star_pkg::PermWidth-1:0]  address_i,   // relative to the source
  input  logic [star_pkg::TreeWidth-1:0]  tree_i,      // less than Order - 1
  output logic [Order-2:0]                parent_o,    // one-hot
  output logic [Order-2:0]                children_o
);

  localparam int unsigned SymbolWidth = star_pkg::SymbolWidth;
  localparam int unsigned NumPorts    = Order - 1;

  if (Order < 3 || Order > star_pkg::MaxOrder) begin : gen_bad_order
    $error("star_tree: Order must be 3 to 7, got %0d", Order);
  end
  if (Tables > 1) begin : gen_bad_tables
    $error("star_tree: Tables must be 0 or 1, got %0d", Tables);
  end

  logic [star_tree_pkg::RowWidth-1:0] parent;
  logic [star_tree_pkg::RowWidth-1:0] children;
  if (Tables == 1) begin : gen_table
    localparam int unsigned RowWidth  = star_table_pkg::RowWidth;
    localparam int unsigned RuleWidth = star_table_pkg::RuleWidth;
    logic [star_table_pkg::factorial(Order)*RowWidth-1:0] rows;
    logic [star_table_pkg::RankWidth-1:0]                 rank;
    logic [RowWidth-1:0]                                  row;
    logic [RuleWidth-1:0]                                 half;
    star_tree_table #(.Order(Order)) i_table (.table_o(rows));
    assign rank = star_table_pkg::rank_of(
        star_table_pkg::turned_back(address_i, tree_i, Order), Order);
    assign row = rows[32'(rank)*RowWidth +: RowWidth];
    assign half = rule_i ? row[RuleWidth +: RuleWidth] : row[0 +: RuleWidth];
    assign parent = star_table_pkg::parent(half[SymbolWidth-1:0], tree_i, Order);
    assign children = star_table_pkg::children(half[RuleWidth-1:SymbolWidth], tree_i,
                                                Order);
  end else begin : gen_rules
    localparam logic [star_tree_pkg::RowWidth-1:0] Ports = star_tree_pkg::ports_of(Order);
    logic [star_tree_pkg::MatrixWidth-1:0] symbols;
    logic [star_tree_pkg::MatrixWidth-1:0] places;
    assign symbols = star_tree_pkg::symbols_of(address_i, Ports);
    assign places = star_tree_pkg::places_of(address_i, Ports);
    assign parent = star_tree_pkg::parent(rule_i, symbols, places, tree_i, Ports);
    assign children = star_tree_pkg::children(rule_i, symbols, places, tree_i, Ports);
  end
  assign parent_o = parent[NumPorts:1];
  assign children_o = children[NumPorts:1];
  logic unused;  // position 0 and positions beyond the order
  assign unused = &{1'b0, parent, children};

endmodule

`default_nettype wire
