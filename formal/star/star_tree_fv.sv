// star_tree_fv.sv: the rules for next hops in a star graph's trees give what the tables hold.
//
// Combinational, of every permutation of Order symbols, every tree and both rules.
`default_nettype none

module star_tree_fv #(
  parameter int unsigned Order = 4
) (
  input logic                           rule_i,
  input logic [star_pkg::PermWidth-1:0] address_i,
  input logic [star_pkg::TreeWidth-1:0] tree_i
);

  logic [Order-2:0] parent;
  logic [Order-2:0] children;
  logic [Order-2:0] parent_in_table;
  logic [Order-2:0] children_in_table;
  star_tree #(.Order(Order), .Tables(0)) i_rules (
    .rule_i(rule_i), .address_i(address_i), .tree_i(tree_i), .parent_o(parent),
    .children_o(children)
  );
  star_tree #(.Order(Order), .Tables(1)) i_table (
    .rule_i(rule_i), .address_i(address_i), .tree_i(tree_i), .parent_o(parent_in_table),
    .children_o(children_in_table)
  );

  // Every symbol once; beyond the order all is 0.
  logic [star_pkg::MaxOrder-1:0] seen;
  logic                          is_source;
  always_comb begin : symbols
    seen = '0;
    is_source = 1'b1;
    for (int unsigned q = 0; q < Order; q++) begin
      for (int unsigned symbol = 0; symbol < Order; symbol++) begin
        if (address_i[q*star_pkg::SymbolWidth +: star_pkg::SymbolWidth]
            == star_pkg::SymbolWidth'(symbol)) seen[symbol] = 1'b1;
      end
      if (address_i[q*star_pkg::SymbolWidth +: star_pkg::SymbolWidth]
          != star_pkg::SymbolWidth'(q)) is_source = 1'b0;
    end
  end

  always_comb begin : properties
    m_permutation: assume (seen == star_pkg::MaxOrder'((1 << Order) - 1)
                           && (address_i >> (star_pkg::SymbolWidth * Order)) == '0);
    m_tree: assume (32'(tree_i) < Order - 1);
    a_children: assert (children == children_in_table);
    if (!is_source) begin
      a_parent: assert (parent == parent_in_table);
      a_one_parent: assert ($onehot(parent));
      a_parent_is_no_child: assert ((parent & children) == '0);
    end else begin
      a_one_child_of_source: assert ($onehot(children));
    end

    c_source: cover (is_source);
    c_leaf: cover (!is_source && children == '0);
    c_fork: cover (!is_source && $countones(children) == Order - 2);
    c_rules_differ_from_order: cover (rule_i && parent[Order-2] && tree_i == '0);
  end

endmodule

`default_nettype wire
