// star_tree_pkg.sv: the n - 1 edge-disjoint spanning trees of a star graph, without tables.
//
// P. Fragopoulou, S. G. Akl, "Edge-Disjoint Spanning Trees on the Star Network with Applications
// to Fault Tolerance", IEEE Trans. Computers 45(2), 1996. An address is as in star_pkg. Rules are
// told in sets: a row has a bit for each position or symbol of an address, a matrix a row for each
// position or symbol. So nothing is compared or decoded on the way, and "the symbol at p is s" is
// "p is where s is". `ports` is the set of positions 1 to n - 1 and tells these functions the
// order n.
`default_nettype none

package star_tree_pkg;

  // A column for every value of a symbol's bits: none of a broken address leaves its row.
  localparam int unsigned RowWidth    = 8;
  localparam int unsigned MatrixWidth = RowWidth * RowWidth;

  localparam logic [RowWidth-1:0]    First    = 8'h01;                   // the set of position 0
  localparam logic [RowWidth-1:0]    All      = 8'h7f;
  localparam logic [MatrixWidth-1:0] Column   = 64'h0101_0101_0101_0101;  // bit 0 of all rows
  localparam logic [MatrixWidth-1:0] Diagonal = 64'h8040_2010_0804_0201;  // the matrix of `Home`
  localparam logic [20:0]            Home     = 21'o6543210;  // the address of the source

  // The bits of an address that hold symbols.
  function automatic logic [star_pkg::PermWidth-1:0] used_bits(input int unsigned order);
    used_bits = (star_pkg::PermWidth'(1) << (star_pkg::SymbolWidth * order))
              - star_pkg::PermWidth'(1);
  endfunction

  function automatic logic [RowWidth-1:0] ports_of(input int unsigned order);
    ports_of = ~(All << order) & All & ~First;
  endfunction

  // The permutation as a matrix: by position, its symbol.
  function automatic logic [MatrixWidth-1:0] symbols_of(
      input logic [star_pkg::PermWidth-1:0] address, input logic [RowWidth-1:0] ports
  );
    symbols_of = '0;
    for (int unsigned q = 0; q < star_pkg::MaxOrder; q++) begin
      if (q == 0 || ports[q]) begin
        symbols_of = symbols_of
            | (MatrixWidth'(1)
               << {3'(q), address[star_pkg::SymbolWidth*q +: star_pkg::SymbolWidth]});
      end
    end
  endfunction

  // The inverse: by symbol, where it is.
  function automatic logic [MatrixWidth-1:0] places_of(
      input logic [star_pkg::PermWidth-1:0] address, input logic [RowWidth-1:0] ports
  );
    places_of = '0;
    for (int unsigned q = 0; q < star_pkg::MaxOrder; q++) begin
      if (q == 0 || ports[q]) begin
        places_of = places_of
            | (MatrixWidth'(1)
               << {address[star_pkg::SymbolWidth*q +: star_pkg::SymbolWidth], 3'(q)});
      end
    end
  endfunction

  // All rows of a matrix in one.
  function automatic logic [RowWidth-1:0] any_row(input logic [MatrixWidth-1:0] matrix);
    logic [MatrixWidth-1:0] rows;
    rows = matrix | (matrix >> (4 * RowWidth));
    rows = rows | (rows >> (2 * RowWidth));
    any_row = RowWidth'(rows | (rows >> RowWidth));
  endfunction

  // The row that one member of a column stands for; none of none.
  function automatic logic [RowWidth-1:0] row_at(
      input logic [MatrixWidth-1:0] matrix, input logic [MatrixWidth-1:0] column
  );
    logic [MatrixWidth-1:0] rows;
    rows = column | (column << 1);
    rows = rows | (rows << 2);
    row_at = any_row(matrix & (rows | (rows << 4)));
  endfunction

  // The rows of a matrix that meet a set, as a column.
  function automatic logic [MatrixWidth-1:0] rows_that_meet(
      input logic [MatrixWidth-1:0] matrix, input logic [RowWidth-1:0] set
  );
    logic [MatrixWidth-1:0] met;
    met = matrix & {RowWidth{set}};
    met = met | (met >> 4);
    met = met | (met >> 2);
    rows_that_meet = (met | (met >> 1)) & Column;
  endfunction

  // All places below the highest member of a set.
  function automatic logic [RowWidth-1:0] below(input logic [RowWidth-1:0] set);
    below = (set >> 1) | (set >> 2);
    below = below | (below >> 2);
    below = below | (below >> 4);
  endfunction

  // Cyclic priority encoder: the first member of a set after a place, which itself is skipped.
  function automatic logic [RowWidth-1:0] next_after(
      input logic [RowWidth-1:0] set, input logic [RowWidth-1:0] place
  );
    logic [2*RowWidth-1:0] line;     // members after the place, then those before it
    logic [2*RowWidth-1:0] passed;   // all behind the first of them
    line = {set & below(place), set & ~below(place) & ~place};
    passed = (line << 1) | (line << 2);
    passed = passed | (passed << 2);
    passed = passed | (passed << 4);
    line = line & ~(passed | (passed << 8));
    next_after = line[2*RowWidth-1:RowWidth] | line[RowWidth-1:0];
  endfunction

  // Positions other than 0 whose symbol is not at home, and where symbol 0 is not.
  function automatic logic [RowWidth-1:0] misplaced(
      input logic [MatrixWidth-1:0] places, input logic [RowWidth-1:0] ports
  );
    misplaced = ports & ~any_row(places & Diagonal) & ~places[RowWidth-1:0];
  endfunction

  // Whether every symbol below the order is there once, and the node is not the source.
  function automatic logic is_below_source(
      input logic [MatrixWidth-1:0] symbols, input logic [RowWidth-1:0] ports
  );
    is_below_source = any_row(symbols) == (ports | First)
        && (symbols & ~Diagonal) != '0;
  endfunction

  // The port to the parent in a tree, numbered from 0, as a set of one; rule Q if `rule_q`, else P.
  // By default the tree fetches its symbol; overwritten where that would not shorten the way.
  function automatic logic [RowWidth-1:0] parent(
      input logic rule_q, input logic [MatrixWidth-1:0] symbols,
      input logic [MatrixWidth-1:0] places, input logic [star_pkg::TreeWidth-1:0] tree,
      input logic [RowWidth-1:0] ports
  );
    logic [RowWidth-1:0] own;       // the tree's symbol
    logic [RowWidth-1:0] tree_at;   // where it is
    logic [RowWidth-1:0] front;     // the symbol in front
    logic [RowWidth-1:0] one;       // where symbol 0 is: the SPT's subtree, "block"
    logic [RowWidth-1:0] block_at;  // where the symbol is whose home that is
    logic [RowWidth-1:0] wrong;     // first misplaced position after it
    own = (First << 1) << tree;
    tree_at = RowWidth'((places >> RowWidth) >> {tree, 3'b0});
    front = symbols[RowWidth-1:0];
    one = places[RowWidth-1:0];
    block_at = row_at(places, symbols & Column);
    wrong = next_after(misplaced(places, ports), one);
    parent = tree_at;
    if (one[0]) begin
      parent = own;
    end else if ((front & one) != '0) begin
      if ((own & one) != '0) parent = (wrong == '0) ? one : wrong;
      if ((tree_at & wrong) != '0) parent = one;
    end else if ((own & one) != '0) begin
      parent = front;
    end else if ((block_at & front) != '0) begin
      if ((own & front) != '0) parent = one;
    end else if (rule_q && (block_at & wrong) != '0) begin
      if ((tree_at & front) != '0) parent = one;
      if ((own & front) != '0) parent = wrong;
    end else begin
      if ((own & front) != '0) parent = one;
      if ((tree_at & front) != '0) parent = block_at;
    end
  endfunction

  // The ports to all children in a tree: the inverse of `parent` in closed form.
  function automatic logic [RowWidth-1:0] children(
      input logic rule_q, input logic [MatrixWidth-1:0] symbols,
      input logic [MatrixWidth-1:0] places, input logic [star_pkg::TreeWidth-1:0] tree,
      input logic [RowWidth-1:0] ports
  );
    logic [RowWidth-1:0] own;       // as above
    logic [RowWidth-1:0] tree_at;
    logic [RowWidth-1:0] front;
    logic [RowWidth-1:0] one;
    logic [RowWidth-1:0] block_at;
    logic [RowWidth-1:0] off;       // misplaced positions without `one`
    logic [RowWidth-1:0] wrong;
    logic [RowWidth-1:0] back_at;   // where the symbol is whose home is `tree_at`
    logic [RowWidth-1:0] behind_at; // where the symbol is whose home is `back_at`
    logic [RowWidth-1:0] lower;    // misplaced positions below `tree_at`
    own = (First << 1) << tree;
    tree_at = RowWidth'((places >> RowWidth) >> {tree, 3'b0});
    front = symbols[RowWidth-1:0];
    one = places[RowWidth-1:0];
    block_at = row_at(places, symbols & Column);
    off = misplaced(places, ports);
    wrong = next_after(off, one);
    back_at = row_at(places, ((symbols >> 1) >> tree) & Column);
    behind_at = '0;
    lower = '0;
    children = '0;
    if (one[0]) begin
      if (off == '0) begin
        children = tree_at;
      end else if ((off & tree_at) != '0) begin
        // Home positions from which the next misplaced one is where the tree's symbol is.
        lower = off & below(tree_at);
        children = ports & below(tree_at) & ~(lower | below(lower));
        if (lower == '0) children = ports & (below(tree_at) | ~(off | below(off)));
        if (!(rule_q && (back_at & own) == '0
              && (next_after(off, tree_at) & back_at) != '0)) begin
          children = children | tree_at;
        end
        if (rule_q && (back_at & own) == '0) begin
          behind_at = row_at(places, rows_that_meet(symbols, tree_at));
          if ((next_after(off, back_at) & behind_at) != '0) children = children | back_at;
        end
      end
    end else if ((own & one) != '0) begin
      children = ports & ~off;
      if ((front & one) != '0 && off == '0) children = children & ~one;
      if ((wrong & block_at) != '0 && (block_at & front) == '0) children = children | block_at;
    end else if ((own & front) != '0) begin
      children = off & ~block_at;
      if ((wrong & block_at) == '0 || (block_at & front) != '0) children = children | block_at;
    end else if ((front & one) != '0 && (off & own) != '0) begin
      if (!rule_q) begin
        children = back_at;
      end else begin
        if ((tree_at & wrong) != '0) children = children | tree_at;
        if ((back_at & wrong) == '0) children = children | back_at;
      end
    end
  endfunction

endpackage

`default_nettype wire
