// star_table_pkg.sv: the trees of a star graph as a table: ranks of permutations and rotations.
//
// A rotation renames symbols and positions 1 .. n-1 cyclically, tree and port numbers with them, so
// that a table of tree 0 serves all trees. Its rows are in the order of the permutations' ranks;
// children are found by asking all neighbours for their parents.
`default_nettype none

package star_table_pkg;

  // A row: for rule P, then rule Q, the parent's port and the mask of the children's ports.
  localparam int unsigned MaskWidth = 6;
  localparam int unsigned RuleWidth = 3 + MaskWidth;
  localparam int unsigned RowWidth  = 2 * RuleWidth;
  localparam int unsigned RankWidth = 13;

  function automatic int unsigned factorial(input int unsigned order);
    factorial = 1;
    for (int unsigned k = 2; k <= star_pkg::MaxOrder; k++) begin
      if (k <= order) factorial = factorial * k;
    end
  endfunction

  // Place of a permutation in lexicographic order; less than `order` factorial for any input.
  function automatic logic [RankWidth-1:0] rank_of(
      input logic [star_pkg::PermWidth-1:0] address, input int unsigned order
  );
    int unsigned smaller;
    int unsigned rank;
    rank = 0;
    for (int unsigned q = 0; q < star_pkg::MaxOrder; q++) begin
      if (q < order) begin
        smaller = 0;
        for (int unsigned later = 0; later < star_pkg::MaxOrder; later++) begin
          if (later > q && later < order
              && address[star_pkg::SymbolWidth*later +: star_pkg::SymbolWidth]
                 < address[star_pkg::SymbolWidth*q +: star_pkg::SymbolWidth]) begin
            smaller = smaller + 1;
          end
        end
        rank = rank + smaller * factorial(order - 1 - q);
      end
    end
    rank_of = RankWidth'(rank);
  endfunction

  // The permutation of a rank: position by position the `smaller`-th symbol not yet used.
  function automatic logic [star_pkg::PermWidth-1:0] address_of(
      input int unsigned rank, input int unsigned order
  );
    logic [star_pkg::MaxOrder-1:0] used;
    int unsigned         smaller;
    logic                is_placed;
    used = '0;
    address_of = '0;
    for (int unsigned q = 0; q < star_pkg::MaxOrder; q++) begin
      if (q < order) begin
        smaller = rank / factorial(order - 1 - q) % (order - q);
        is_placed = 1'b0;
        for (int unsigned symbol = 0; symbol < star_pkg::MaxOrder; symbol++) begin
          if (!used[symbol] && !is_placed) begin
            if (smaller == 0) begin
              address_of[star_pkg::SymbolWidth*q +: star_pkg::SymbolWidth] =
                  star_pkg::SymbolWidth'(symbol);
              used[symbol] = 1'b1;
              is_placed = 1'b1;
            end else begin
              smaller = smaller - 1;
            end
          end
        end
      end
    end
  endfunction

  // A symbol or position 1 .. order-1, `turns` < order - 1 places further in the cycle.
  function automatic logic [star_pkg::SymbolWidth-1:0] turned(
      input logic [star_pkg::SymbolWidth-1:0] number, input logic [star_pkg::SymbolWidth-1:0] turns,
      input int unsigned order
  );
    int unsigned sum;
    sum = 32'(number) + 32'(turns);
    if (sum >= order) sum = sum - (order - 1);
    turned = (number == '0) ? '0 : star_pkg::SymbolWidth'(sum);
  endfunction

  // The address as seen by a source whose tree 0 is this source's tree `tree`.
  function automatic logic [star_pkg::PermWidth-1:0] turned_back(
      input logic [star_pkg::PermWidth-1:0] address, input logic [star_pkg::SymbolWidth-1:0] tree,
      input int unsigned order
  );
    logic [star_pkg::SymbolWidth-1:0] back;
    logic [star_pkg::SymbolWidth-1:0] from;
    back = (tree == '0) ? '0 : star_pkg::SymbolWidth'(order - 1) - tree;
    turned_back = '0;
    for (int unsigned q = 0; q < star_pkg::MaxOrder; q++) begin
      if (q < order) begin
        from = turned(star_pkg::SymbolWidth'(q), tree, order);
        turned_back[star_pkg::SymbolWidth*q +: star_pkg::SymbolWidth] =
            turned(address[star_pkg::SymbolWidth*32'(from) +: star_pkg::SymbolWidth], back, order);
      end
    end
  endfunction

  // Tree 0 of one rule at one address: parent's port, and above it the mask of the children's.
  function automatic logic [RuleWidth-1:0] half_row(
      input logic rule_q, input logic [star_pkg::PermWidth-1:0] address, input int unsigned order
  );
    logic [star_pkg::PermWidth-1:0]     beside;
    logic [star_tree_pkg::RowWidth-1:0] ports;
    logic [star_tree_pkg::RowWidth-1:0] up;
    logic [star_tree_pkg::RowWidth-1:0] above;
    ports = star_tree_pkg::ports_of(order);
    up = star_tree_pkg::parent(rule_q, star_tree_pkg::symbols_of(address, ports),
                               star_tree_pkg::places_of(address, ports), '0, ports);
    half_row = '0;
    for (int unsigned port = 0; port < MaskWidth; port++) begin
      if (port < order - 1) begin
        if (up[port+1]) begin
          half_row[star_pkg::SymbolWidth-1:0] = star_pkg::SymbolWidth'(port);
        end
        beside = star_pkg::hop(address, port);
        above = star_tree_pkg::parent(rule_q, star_tree_pkg::symbols_of(beside, ports),
                                      star_tree_pkg::places_of(beside, ports), '0, ports);
        half_row[star_pkg::SymbolWidth+port] = above[port+1]
            && beside != (star_tree_pkg::Home & star_tree_pkg::used_bits(order));
      end
    end
  endfunction

  // Ports to the parent and to the children in a tree, by the half row of the address turned back,
  // as sets of positions like those of star_tree_pkg.
  function automatic logic [star_tree_pkg::RowWidth-1:0] parent(
      input logic [star_pkg::SymbolWidth-1:0] port, input logic [star_pkg::TreeWidth-1:0] tree,
      input int unsigned order
  );
    parent = star_tree_pkg::First << turned(port + star_pkg::SymbolWidth'(1), tree, order);
  endfunction

  function automatic logic [star_tree_pkg::RowWidth-1:0] children(
      input logic [MaskWidth-1:0] mask, input logic [star_pkg::TreeWidth-1:0] tree,
      input int unsigned order
  );
    children = '0;
    for (int unsigned port = 0; port < MaskWidth; port++) begin
      if (port < order - 1 && mask[port]) begin
        children = children
            | (star_tree_pkg::First << turned(star_pkg::SymbolWidth'(port + 1), tree, order));
      end
    end
  endfunction

endpackage

`default_nettype wire
