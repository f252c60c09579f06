// merge_stage.sv: adds what meets at the inputs of a switch of a fat tree: of flits of kind Merge
// that are for one leaf and come in one step, the switch sees one. Combinational.
//
// Lanes: the link up, which the root has not, then one to each child. Flits that are to leave by
// one lane are one where destination, operation and number are the same: the first of them, in the
// lowest lane, has the words of all, and the switch sees the others' lanes empty. What it takes of
// the first it takes of all (ready). Everything else passes as it came: other kinds, operations
// that are not built, flits that would go back where they came from, which the switch reports.
//
// Nothing is stored and nothing is lost: what comes a step later is another flit to the switch,
// which may have to wait in its queues, and whose leaf adds it.
`default_nettype none

module merge_stage #(
  parameter int unsigned Arity   = 2,
  parameter int unsigned UpLinks = 1,   // 0: the root
  parameter int unsigned Width   = 31,  // of a word; the bits of the payload above it are 0
  parameter int unsigned Ops     = 63,  // bit k: operation k of combine_pkg is built
  localparam int unsigned NumLanes  = UpLinks + Arity,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input  logic [noc_pkg::EntryWidth-1:0] leaf_base_i,  // first below
  input  logic [noc_pkg::EntryWidth-1:0] leaf_span_i,  // of one child

  input  logic [NumLanes*FlitWidth-1:0]  in_lane_i,
  output logic [NumLanes*FlitWidth-1:0]  out_lane_o,  // into the switch
  input  logic [NumLanes-1:0]            ready_i,     // the switch takes what it sees
  output logic [NumLanes-1:0]            ready_o      // what has come is taken
);

  if (Arity < 2 || Arity > 8) begin : gen_bad_arity
    $error("merge_stage: Arity must be 2 to 8, got %0d", Arity);
  end
  if (UpLinks > 1) begin : gen_bad_up_links
    $error("merge_stage: UpLinks must be 0 or 1, got %0d", UpLinks);
  end
  if (Width < 1 || Width > combine_pkg::MaxWidth) begin : gen_bad_width
    $error("merge_stage: Width must be 1 to 31, got %0d", Width);
  end
  if (Ops < 1 || Ops >= 1 << combine_pkg::NumOps) begin : gen_bad_ops
    $error("merge_stage: Ops must be 1 to 63, got %0d", Ops);
  end

  localparam int unsigned OpWidth  = combine_pkg::OpWidth;
  localparam int unsigned MaxWidth = combine_pkg::MaxWidth;
  // At least 1, so that nothing else stops the elaboration before the rules above do.
  localparam int unsigned WordWidth = (Width == 0) ? 1 : Width;
  localparam int unsigned Unused    = MaxWidth - WordWidth;  // bits below a word that is combined
  // What must be the same of flits that become one: destination and tag.
  localparam int unsigned NameLow    = noc_pkg::PayloadWidth;
  localparam int unsigned NameWidth  = noc_pkg::AddressWidth + noc_pkg::TagWidth;
  localparam int unsigned BoundWidth = noc_pkg::EntryWidth + 4;  // holds the last child's end

  localparam logic [combine_pkg::NumOps-1:0] Built = combine_pkg::NumOps'(Ops);

  // The lane to a leaf, wherever its flit comes from; none: the root has it below no child.
  function automatic logic [NumLanes-1:0] lane_to(
      input logic [noc_pkg::AddressWidth-1:0] leaf
  );
    logic [BoundWidth-1:0] low;   // leaves below a child: from this one
    logic [BoundWidth-1:0] high;  // up to the one before this
    low = '0;
    high = BoundWidth'(leaf_base_i);
    lane_to = '0;
    for (int unsigned child = 0; child < Arity; child++) begin
      low = high;
      high = low + BoundWidth'(leaf_span_i);
      if (BoundWidth'(leaf) >= low && BoundWidth'(leaf) < high) lane_to[UpLinks+child] = 1'b1;
    end
    if (UpLinks == 1 && lane_to == '0) lane_to[0] = 1'b1;
  endfunction

  // All words of a set as one, in a tree of operations on two.
  function automatic logic [WordWidth-1:0] all_as_one(
      input logic [OpWidth-1:0] op, input logic [NumLanes-1:0] set,
      input logic [NumLanes*WordWidth-1:0] words
  );
    logic [2*NumLanes*MaxWidth-1:0] word;   // node k has the nodes 2k and 2k+1 below it
    logic [2*NumLanes-1:0]          there;
    logic [MaxWidth-1:0]            a;
    logic [MaxWidth-1:0]            b;
    word = '0;
    there = '0;
    a = '0;
    b = '0;
    for (int unsigned k = 0; k < NumLanes; k++) begin
      if (set[k]) begin
        there[NumLanes+k] = 1'b1;
        word[(NumLanes+k)*MaxWidth+Unused +: WordWidth] = words[k*WordWidth +: WordWidth];
      end
    end
    for (int unsigned k = NumLanes - 1; k > 0; k--) begin
      a = word[2*k*MaxWidth +: MaxWidth];
      b = word[(2*k+1)*MaxWidth +: MaxWidth];
      there[k] = there[2*k] || there[2*k+1];
      word[k*MaxWidth +: MaxWidth] = a | b;
      if (there[2*k] && there[2*k+1]) begin
        word[k*MaxWidth +: MaxWidth] = combine_pkg::fold(Built, op, a, b);
      end
    end
    all_as_one = word[MaxWidth+Unused +: WordWidth];
  endfunction

  /*verilator tracing_off*/  // locals: a wave shows ports
  logic [NumLanes*NumLanes-1:0] members;  // by first flit, lanes that are one with it
  logic [NumLanes-1:0]          behind;   // flits that are in one of a lower lane

  // Flits that come in one step for one leaf by one lane: the lowest goes on with the words of all.
  always_comb begin : meetings
    logic [NumLanes-1:0]           meets;  // flits that may become one with others
    logic [NumLanes*NameWidth-1:0] names;
    logic [NumLanes*WordWidth-1:0] words;
    logic [FlitWidth-1:0]          flit;
    logic [NumLanes-1:0]           way;
    logic [NumLanes-1:0]           set;
    meets = '0;
    names = '0;
    words = '0;
    flit = '0;
    way = '0;
    set = '0;
    members = '0;
    behind = '0;
    out_lane_o = in_lane_i;
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      if (in_lane_i[lane*FlitWidth+FlitWidth-1]) begin
        flit = in_lane_i[lane*FlitWidth +: FlitWidth];
        way = lane_to(noc_pkg::flit_destination(flit));
        way[lane] = 1'b0;
        meets[lane] = combine_pkg::is_merging(flit) && way != '0
                      && combine_pkg::is_known(Built, combine_pkg::merge_op_of(flit));
        names[lane*NameWidth +: NameWidth] = flit[NameLow +: NameWidth];
        words[lane*WordWidth +: WordWidth] = flit[WordWidth-1:0];
      end
    end
    // Without two there is nothing to add.
    if ((meets & (meets - 1'b1)) != '0) begin
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        set = '0;
        for (int unsigned other = lane + 1; other < NumLanes; other++) begin
          if (meets[lane] && !behind[lane] && meets[other]
              && names[other*NameWidth +: NameWidth] == names[lane*NameWidth +: NameWidth]) begin
            set[other] = 1'b1;
          end
        end
        if (set != '0) begin
          members[lane*NumLanes +: NumLanes] = set;
          behind = behind | set;
          set[lane] = 1'b1;
          out_lane_o[lane*FlitWidth +: WordWidth] = all_as_one(
              names[lane*NameWidth+combine_pkg::NumberWidth +: OpWidth], set, words);
        end
      end
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        if (behind[lane]) out_lane_o[lane*FlitWidth +: FlitWidth] = '0;
      end
    end
  end

  // The senders of those that are one are all told what the switch says of it.
  always_comb begin : acceptance
    ready_o = ready_i;
    if (behind != '0) begin
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        for (int unsigned other = 0; other < NumLanes; other++) begin
          if (members[lane*NumLanes+other]) ready_o[other] = ready_i[lane];
        end
      end
    end
  end
  /*verilator tracing_on*/

endmodule

`default_nettype wire
