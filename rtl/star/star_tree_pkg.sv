// star_tree_pkg.sv: the n - 1 edge-disjoint spanning trees of a star graph, without tables.
//
// P. Fragopoulou, S. G. Akl, "Edge-Disjoint Spanning Trees on the Star Network with Applications
// to Fault Tolerance", IEEE Trans. Computers 45(2), 1996. An address is as in star_pkg. A set of
// positions has bit 3q for position q, so that one word operation treats all symbols of an address
// at once; `ports` is the set of positions 1 to n - 1 and tells these functions the order n.
`default_nettype none

package star_tree_pkg;


  localparam logic [20:0] First = 21'o0000001;  // the set of position 0
  localparam logic [20:0] All   = 21'o1111111;
  localparam logic [20:0] Home  = 21'o6543210;  // the address of the source

  // The bits of an address that hold symbols.
  function automatic logic [star_pkg::PermWidth-1:0] used_bits(input int unsigned order);
    used_bits = (star_pkg::PermWidth'(1) << (star_pkg::SymbolWidth * order))
              - star_pkg::PermWidth'(1);
  endfunction

  function automatic logic [star_pkg::PermWidth-1:0] ports_of(input int unsigned order);
    ports_of = (All ^ First) & used_bits(order);
  endfunction

  // Positions at which two addresses agree.
  function automatic logic [star_pkg::PermWidth-1:0] agreement(
      input logic [star_pkg::PermWidth-1:0] a, input logic [star_pkg::PermWidth-1:0] b
  );
    logic [star_pkg::PermWidth-1:0] change;
    change = a ^ b;
    agreement = ~(change | (change >> 1) | (change >> 2)) & All;
  endfunction

  // Where a symbol is: one row of the inverse permutation.
  function automatic logic [star_pkg::PermWidth-1:0] place_of(
      input logic [star_pkg::PermWidth-1:0] address, input logic [star_pkg::SymbolWidth-1:0] symbol,
      input logic [star_pkg::PermWidth-1:0] ports
  );
    place_of = agreement(address, {star_pkg::MaxOrder{symbol}}) & (ports | First);
  endfunction

  // The symbol at the one position of a set; 0 for the empty set.
  function automatic logic [star_pkg::SymbolWidth-1:0] symbol_at(
      input logic [star_pkg::PermWidth-1:0] address, input logic [star_pkg::PermWidth-1:0] place
  );
    logic [star_pkg::PermWidth-1:0] chosen;
    chosen = address & (place | (place << 1) | (place << 2));
    chosen = chosen | (chosen >> (4 * star_pkg::SymbolWidth));
    chosen = chosen | (chosen >> (2 * star_pkg::SymbolWidth));
    symbol_at = star_pkg::SymbolWidth'(chosen | (chosen >> star_pkg::SymbolWidth));
  endfunction

  // Cyclic priority encoder: the first member of a set after a place, which itself is skipped.
  function automatic logic [star_pkg::PermWidth-1:0] next_after(
      input logic [star_pkg::PermWidth-1:0] set, input logic [star_pkg::PermWidth-1:0] place
  );
    logic [star_pkg::PermWidth-1:0] below;
    logic [star_pkg::PermWidth-1:0] rest;
    below = place - star_pkg::PermWidth'(1);
    rest = set & ~below & ~place;
    if (rest == '0) rest = set & below;
    next_after = rest & (~rest + star_pkg::PermWidth'(1));
  endfunction

  // All places up to the highest member of a set.
  function automatic logic [star_pkg::PermWidth-1:0] up_to_last(
      input logic [star_pkg::PermWidth-1:0] set
  );
    up_to_last = set | (set >> star_pkg::SymbolWidth);
    up_to_last = up_to_last | (up_to_last >> (2 * star_pkg::SymbolWidth));
    up_to_last = up_to_last | (up_to_last >> (4 * star_pkg::SymbolWidth));
  endfunction

  // Whether every symbol below the order is there once, and the node is not the source.
  function automatic logic is_below_source(
      input logic [star_pkg::PermWidth-1:0] address, input logic [star_pkg::PermWidth-1:0] ports
  );
    logic [star_pkg::PermWidth-1:0] seen;
    seen = '0;
    for (int unsigned q = 0; q < star_pkg::MaxOrder; q++) begin
      if (q == 0 || ports[star_pkg::SymbolWidth*q]) begin
        seen = seen | (First << (star_pkg::SymbolWidth
                                 * 32'(address[star_pkg::SymbolWidth*q +: star_pkg::SymbolWidth])));
      end
    end
    is_below_source = seen == (ports | First) && (~agreement(address, Home) & ports) != '0;
  endfunction

  // The port to the parent in the tree of a symbol, as a set of one; rule Q if `rule_q`, else P.
  // By default the tree fetches its symbol; overwritten where that would not shorten the way.
  function automatic logic [star_pkg::PermWidth-1:0] parent(
      input logic rule_q, input logic [star_pkg::PermWidth-1:0] address,
      input logic [star_pkg::SymbolWidth-1:0] tree, input logic [star_pkg::PermWidth-1:0] ports
  );
    logic [star_pkg::PermWidth-1:0]   one;      // where symbol 0 is
    logic [star_pkg::PermWidth-1:0]   wrong;    // first misplaced position after it
    logic [star_pkg::PermWidth-1:0]   at_front; // home of the symbol in front
    logic [star_pkg::SymbolWidth-1:0] front;    // the symbol in front
    logic [star_pkg::SymbolWidth-1:0] block;    // the number of `one`: the SPT's subtree
    logic [star_pkg::SymbolWidth-1:0] third;    // the symbol at home of the one in front
    one = place_of(address, star_pkg::SymbolWidth'(0), ports);
    front = address[star_pkg::SymbolWidth-1:0];
    block = symbol_at(Home, one);
    wrong = next_after(~agreement(address, Home) & ports & ~one, one);
    at_front = First << (star_pkg::SymbolWidth * 32'(front));
    third = symbol_at(address, at_front);
    parent = place_of(address, tree, ports);
    if (one[0]) begin
      parent = First << (star_pkg::SymbolWidth * 32'(tree));
    end else if (front == block) begin
      if (wrong == '0) begin
        if (tree == block) parent = one;
      end else begin
        if (tree == block) parent = wrong;
        if (tree == symbol_at(address, wrong)) parent = one;
      end
    end else if (tree == block) begin
      parent = at_front;
    end else if (third == block) begin
      if (tree == front) parent = one;
    end else if (rule_q && symbol_at(address, wrong) == block) begin
      if (tree == third) parent = one;
      if (tree == front) parent = wrong;
    end else begin
      if (tree == front) parent = one;
      if (tree == third) parent = place_of(address, block, ports);
    end
  endfunction

  // The ports to all children in the tree of a symbol: the inverse of `parent` in closed form.
  function automatic logic [star_pkg::PermWidth-1:0] children(
      input logic rule_q, input logic [star_pkg::PermWidth-1:0] address,
      input logic [star_pkg::SymbolWidth-1:0] tree, input logic [star_pkg::PermWidth-1:0] ports
  );
    logic [star_pkg::PermWidth-1:0]   one;      // where symbol 0 is
    logic [star_pkg::PermWidth-1:0]   off;      // misplaced positions without it
    logic [star_pkg::PermWidth-1:0]   wrong;    // the first of them after it
    logic [star_pkg::PermWidth-1:0]   block_at; // where the symbol is whose home `one` is
    logic [star_pkg::PermWidth-1:0]   tree_at;  // where the tree's symbol is
    logic [star_pkg::PermWidth-1:0]   back_at;  // where the symbol is whose home is `tree_at`
    logic [star_pkg::PermWidth-1:0]   last;
    logic [star_pkg::SymbolWidth-1:0] front;
    logic [star_pkg::SymbolWidth-1:0] block;
    one = place_of(address, star_pkg::SymbolWidth'(0), ports);
    off = ~agreement(address, Home) & ports & ~one;
    wrong = next_after(off, one);
    front = address[star_pkg::SymbolWidth-1:0];
    block = symbol_at(Home, one);
    block_at = place_of(address, block, ports);
    tree_at = place_of(address, tree, ports);
    back_at = place_of(address, symbol_at(Home, tree_at), ports);
    last = '0;
    children = '0;
    if (one[0]) begin
      if (off == '0) begin
        children = tree_at;
      end else if ((off & tree_at) != '0) begin
        // Home positions from which the next misplaced one is where the tree's symbol is.
        last = up_to_last(off & (tree_at - star_pkg::PermWidth'(1)));
        children = last != '0 ? ~last & (tree_at - star_pkg::PermWidth'(1))
                              : (tree_at - star_pkg::PermWidth'(1)) | ~up_to_last(off);
        children = children & ports;
        if (!(rule_q && back_at != First << (star_pkg::SymbolWidth * 32'(tree))
              && symbol_at(address, next_after(off, tree_at)) == symbol_at(Home, tree_at))) begin
          children = children | tree_at;
        end
        if (rule_q && back_at != First << (star_pkg::SymbolWidth * 32'(tree))
            && symbol_at(address, next_after(off, back_at)) == symbol_at(Home, back_at)) begin
          children = children | back_at;
        end
      end
    end else if (tree == block) begin
      children = agreement(address, Home) & ports;
      if (wrong == block_at && block_at != First << (star_pkg::SymbolWidth * 32'(front))) begin
        children = children | (block_at & ports);
      end
      if (!(front == block && off == '0)) children = children | one;
    end else if (tree == front) begin
      children = off & ~block_at;
      if (!(wrong == block_at && block_at != First << (star_pkg::SymbolWidth * 32'(front)))) begin
        children = children | block_at;
      end
    end else if (front == block
                 && (off & (First << (star_pkg::SymbolWidth * 32'(tree)))) != '0) begin
      if (!rule_q) begin
        children = back_at;
      end else begin
        if (tree_at == wrong) children = children | tree_at;
        if (back_at != wrong) children = children | back_at;
      end
    end
  endfunction

endpackage

`default_nettype wire
