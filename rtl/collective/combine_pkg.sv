// combine_pkg.sv: operands of reductions: where they lie in a flit, and how two become one.
//
// A flit of kind Combine brings an operand up a tree, one of kind Result the result down. Both are
// head and tail; the payload is the word, the tag its number in the vector, the destination is
// {lane 3, operation 3, tree 4}. A flit of kind Merge names a leaf as destination and has
// {operation 3, number 10} as tag.
`default_nettype none

package combine_pkg;

  localparam int unsigned TreeWidth   = 4;
  localparam int unsigned MaxTrees    = 1 << TreeWidth;
  localparam int unsigned OpWidth     = 3;
  localparam int unsigned NumberWidth = 10;  // of a word of kind Merge: the rest of the tag
  localparam int unsigned MaxWidth    = 31;  // of a word: the payload

  // Operations. Words wrap around, minimum and maximum take them for two's complement; any order
  // and grouping gives the same bits.
  localparam int unsigned NumOps = 6;
  localparam int unsigned Sum    = 0;
  localparam int unsigned Min    = 1;
  localparam int unsigned Max    = 2;
  localparam int unsigned And    = 3;
  localparam int unsigned Or     = 4;
  localparam int unsigned Xor    = 5;

  // Parents in a table of trees, beside numbers of links.
  localparam logic [7:0] Root = 8'hff;

  // Whether a lane holds a flit for a combining stage.
  function automatic logic is_combining(input logic [noc_pkg::FlitWidth-1:0] flit);
    is_combining = noc_pkg::flit_valid(flit) && (noc_pkg::flit_kind(flit) == noc_pkg::Combine
                                                 || noc_pkg::flit_kind(flit) == noc_pkg::Result);
  endfunction

  // Whether it holds one that switches of a fat tree add to others.
  function automatic logic is_merging(input logic [noc_pkg::FlitWidth-1:0] flit);
    is_merging = noc_pkg::flit_valid(flit) && noc_pkg::flit_kind(flit) == noc_pkg::Merge;
  endfunction

  function automatic logic [OpWidth-1:0] merge_op_of(input logic [noc_pkg::FlitWidth-1:0] flit);
    merge_op_of = OpWidth'(noc_pkg::flit_tag(flit) >> NumberWidth);
  endfunction

  function automatic logic [TreeWidth-1:0] tree_of(input logic [noc_pkg::FlitWidth-1:0] flit);
    tree_of = TreeWidth'(noc_pkg::flit_destination(flit));
  endfunction

  function automatic logic [OpWidth-1:0] op_of(input logic [noc_pkg::FlitWidth-1:0] flit);
    op_of = OpWidth'(noc_pkg::flit_destination(flit) >> TreeWidth);
  endfunction

  function automatic logic [noc_pkg::FlitWidth-1:0] flit_of(
      input logic [noc_pkg::KindWidth-1:0] kind, input logic [TreeWidth-1:0] tree,
      input logic [OpWidth-1:0] op, input logic [noc_pkg::TagWidth-1:0] tag,
      input logic [MaxWidth-1:0] word
  );
    flit_of = {1'b1, kind, 2'b11, noc_pkg::LaneWidth'(0),
               (noc_pkg::AddressWidth-noc_pkg::LaneWidth)'({op, tree}), tag, word};
  endfunction

  // Whether an operation is one of those that are built.
  function automatic logic is_known(
      input logic [NumOps-1:0] ops, input logic [OpWidth-1:0] op
  );
    is_known = 1'b0;
    for (int unsigned k = 0; k < NumOps; k++) begin
      if (ops[k] && 32'(op) == k) is_known = 1'b1;
    end
  endfunction

  // Two operands as one, by one of the operations that are built; 0 by any other. Words lie at the
  // top of MaxWidth bits, so that their sign does, and bits below them are 0.
  function automatic logic [MaxWidth-1:0] fold(
      input logic [NumOps-1:0] ops, input logic [OpWidth-1:0] op,
      input logic [MaxWidth-1:0] a, input logic [MaxWidth-1:0] b
  );
    logic less;
    less = {!a[MaxWidth-1], a[MaxWidth-2:0]} < {!b[MaxWidth-1], b[MaxWidth-2:0]};
    fold = '0;
    if (ops[Sum] && 32'(op) == Sum) fold = a + b;
    if (ops[Min] && 32'(op) == Min) fold = less ? a : b;
    if (ops[Max] && 32'(op) == Max) fold = less ? b : a;
    if (ops[And] && 32'(op) == And) fold = a & b;
    if (ops[Or] && 32'(op) == Or) fold = a | b;
    if (ops[Xor] && 32'(op) == Xor) fold = a ^ b;
  endfunction

endpackage

`default_nettype wire
