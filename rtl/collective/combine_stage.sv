// combine_stage.sv: combines operands on their way up a tree, copies results on their way down.
//
// Lanes: one of the PE for each tree, then the links. Of a tree the stage is told the link to the
// parent, the links from which children send operands, whether the PE sends one (over the tree's
// lane), and where results go: links, the PE. A Combine flit from every child and the PE become one
// to the parent. The root turns it into a Result, which goes where results go; below, that comes in
// by the link to the parent and is copied likewise. Where results go to the root's PE alone, it
// is a reduction. A root without operands passes on Result flits of its PE: a multicast.
//
// The root may be an edge: its ends, marked by edge_i, have each other for parent. They exchange
// what they have combined, both combine the two, and each sends the result down its side.
//
// Adder is the number of steps that combining takes: an operand captured at edge e is in the flit
// that is on the link in step e + 1 + Adder. One source alone is passed on in one step. Flits go at
// one a step whatever Adder is.
//
// Depth 0, aligned: all operands of a node are captured at one edge; only the half of a root's end
// waits, for the other's. Depth 1 and more, own pace: a queue of Depth operands for every child
// and for the PE, with credits. A flit goes to a parent that has a place for it, which is returned
// at the edge at which the operand is taken. From a flit to its credit's use two steps pass: with
// Depth 2 it combines a word a step, with Depth 1 one in two. Results need no credit.
//
// Operands that meet must have the same tag and operation, one that is built: what does not fit, or
// under Depth 0 comes without the others, is dropped and reported as Mismatch. Reported, too: flits
// of trees, or from lanes, that have no place in the table (NoRoute), operands without a place in
// the queue (Overflow), two flits for one lane (Collision: that of the lower tree goes). What has
// no place gives no credit back. Trees that share a link may wait for each other for ever.
`default_nettype none

module combine_stage #(
  parameter int unsigned Links = 3,
  parameter int unsigned Trees = 1,
  parameter int unsigned Depth = 0,   // operands of a lane that can wait
  parameter int unsigned Adder = 0,   // steps
  parameter int unsigned Width = 31,  // of a word; the bits of the payload above it are 0
  parameter int unsigned Ops   = 63,  // bit k: operation k of combine_pkg is built
  parameter int unsigned Edges = 1,   // 0: no root is an edge
  localparam int unsigned NumLanes  = Trees + Links,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,

  // By tree.
  input  logic [Trees*noc_pkg::LinkWidth-1:0] parent_i,  // its link; 0xff: none, the root's
  input  logic [Trees-1:0]                   edge_i,     // the parent is the root's other end
  input  logic [Trees*Links-1:0]             children_i,  // links that bring operands
  input  logic [Trees-1:0]                   operand_i,  // the PE sends one
  input  logic [Trees*Links-1:0]             result_i,   // links that results go to
  input  logic [Trees-1:0]                   own_result_i,  // they go to the PE

  input  logic [NumLanes*FlitWidth-1:0]      in_lane_i,
  output logic [NumLanes*FlitWidth-1:0]      out_lane_o,
  input  logic [Links-1:0]                   credit_i,  // a place in the queue of the far end
  output logic [NumLanes-1:0]                credit_o,  // a place here

  output logic                               busy_o,
  output logic [noc_pkg::ViolationWidth-1:0] violation_o,
  output logic [NumLanes-1:0]                violation_in_o,
  output logic [NumLanes-1:0]                violation_out_o
);

  if (Links < 1 || Links > 65) begin : gen_bad_links
    $error("combine_stage: Links must be 1 to 65, got %0d", Links);
  end
  if (Trees < 1 || Trees > combine_pkg::MaxTrees) begin : gen_bad_trees
    $error("combine_stage: Trees must be 1 to 16, got %0d", Trees);
  end
  if (Depth > 8) begin : gen_bad_depth
    $error("combine_stage: Depth must be 0 to 8, got %0d", Depth);
  end
  if (Adder > 3) begin : gen_bad_adder
    $error("combine_stage: Adder must be 0 to 3, got %0d", Adder);
  end
  if (Width < 1 || Width > combine_pkg::MaxWidth) begin : gen_bad_width
    $error("combine_stage: Width must be 1 to 31, got %0d", Width);
  end
  if (Ops < 1 || Ops >= 1 << combine_pkg::NumOps) begin : gen_bad_ops
    $error("combine_stage: Ops must be 1 to 63, got %0d", Ops);
  end
  if (Edges > 1) begin : gen_bad_edges
    $error("combine_stage: Edges must be 0 or 1, got %0d", Edges);
  end

  localparam int unsigned TagWidth  = noc_pkg::TagWidth;
  localparam int unsigned OpWidth   = combine_pkg::OpWidth;
  localparam int unsigned TreeWidth = combine_pkg::TreeWidth;
  localparam int unsigned LinkWidth = noc_pkg::LinkWidth;
  localparam int unsigned MaxWidth  = combine_pkg::MaxWidth;
  // At least 1, so that nothing else stops the elaboration before the rules above do.
  localparam int unsigned WordWidth = (Width == 0) ? 1 : Width;
  localparam int unsigned Unused    = MaxWidth - WordWidth;  // bits below a word that is combined
  // An operand: {operation, tag, word}; the first two must be those of all that meet.
  localparam int unsigned NameWidth    = OpWidth + TagWidth;
  localparam int unsigned OperandWidth = NameWidth + WordWidth;
  localparam int unsigned EntryWidth   = TreeWidth + OperandWidth;
  // At least 1, since Yosys knows no vector without bits.
  localparam int unsigned NumSlots   = (Depth == 0) ? 1 : Depth;
  localparam int unsigned NumStages  = (Adder == 0) ? 1 : Adder;
  localparam int unsigned CountWidth = $clog2(NumSlots + 1);
  localparam int unsigned NumSources = Links + 1;  // of a tree: the PE, then the links
  localparam int unsigned TreeStages = NumStages * OperandWidth;  // bits of a tree's adder
  localparam int unsigned TreeKept   = NumSlots * OperandWidth;

  localparam logic [combine_pkg::NumOps-1:0] Built = combine_pkg::NumOps'(Ops);

  // By lane, operands that wait, the oldest lowest; by link, places left at the far end.
  logic [NumLanes*NumSlots*EntryWidth-1:0] queue_q;
  logic [NumLanes*CountWidth-1:0]          count_q;
  logic [Links*CountWidth-1:0]             credit_q;
  // By tree, what is being combined: of the operands, and of the two halves of a root edge. The
  // stage that is filled first is the lowest one.
  logic [Trees*TreeStages-1:0]             stage_q;
  logic [Trees*NumStages-1:0]              full_q;
  logic [Trees*TreeStages-1:0]             late_q;
  logic [Trees*NumStages-1:0]              late_full_q;
  // By tree, what has gone to the other end of the root edge and awaits what comes from there.
  logic [Trees*TreeKept-1:0]               kept_q;
  logic [Trees*CountWidth-1:0]             kept_count_q;

  // ---- The table.

  logic [Trees-1:0] is_edge;
  assign is_edge = (Edges == 0) ? '0 : edge_i;
  logic unused;  // where parameters leave it out
  assign unused = &{1'b0, edge_i, credit_i};

  function automatic logic is_root(input int unsigned tree);
    is_root = parent_i[tree*LinkWidth +: LinkWidth] == combine_pkg::Root;
  endfunction

  function automatic logic is_parent(input int unsigned tree, input int unsigned link);
    is_parent = 32'(parent_i[tree*LinkWidth +: LinkWidth]) == link;
  endfunction

  // One source and no more: there is nothing to combine.
  function automatic logic only_passes(input logic [NumSources-1:0] sources);
    only_passes = (sources & (sources - 1'b1)) == '0;
  endfunction

  // ---- Flits.

  function automatic logic [EntryWidth-1:0] entry_of(input logic [FlitWidth-1:0] flit);
    entry_of = {combine_pkg::tree_of(flit), combine_pkg::op_of(flit), noc_pkg::flit_tag(flit),
                WordWidth'(flit)};
  endfunction

  function automatic logic [FlitWidth-1:0] flit_of(
      input logic [noc_pkg::KindWidth-1:0] kind, input logic [TreeWidth-1:0] tree,
      input logic [OperandWidth-1:0] operand
  );
    flit_of = combine_pkg::flit_of(
        kind, tree, operand[OperandWidth-1 -: OpWidth], operand[WordWidth +: TagWidth],
        MaxWidth'(operand[WordWidth-1:0]));
  endfunction

  // verilator lint_off BLKSEQ
  /*verilator tracing_off*/  // locals of the step: a wave shows ports and registers
  always_ff @(posedge clk_i) begin : step
    // What phases tell those after them.
    logic                             comes;    // an operand, whosever it is
    logic [NumLanes-1:0]              arrived;  // an operand, which has a place in the table
    logic [NumLanes-1:0]              there;    // lanes with an operand, waiting or arriving
    logic [EntryWidth-1:0]            front [0:NumLanes-1];  // the oldest of them
    logic [NumLanes-1:0]              taken;    // fronts that are combined or dropped
    logic [NumLanes-1:0]              returned;
    logic [Trees-1:0]                 results;  // trees with a result to copy
    logic [OperandWidth-1:0]          result [0:Trees-1];
    logic [Trees-1:0]                 rises;    // trees with a flit for the parent
    logic [OperandWidth-1:0]          rising [0:Trees-1];
    logic [NumLanes*FlitWidth-1:0]    sent;
    logic                             surplus;  // a credit too many has come
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [NumLanes-1:0]              involved_in;
    logic [NumLanes-1:0]              involved_out;
    comes        = 1'b0;
    arrived      = '0;
    there        = '0;
    taken        = '0;
    returned     = '0;
    results      = '0;
    rises        = '0;
    sent         = (NumLanes*FlitWidth)'(0);
    surplus      = 1'b0;
    violation    = '0;
    involved_in  = '0;
    involved_out = '0;
    for (int unsigned lane = 0; lane < NumLanes; lane++) front[lane] = '0;
    for (int unsigned t = 0; t < Trees; t++) begin
      result[t] = '0;
      rising[t] = '0;
    end

    // What comes: operands and results, each by the lane where the table of its tree has it.
    begin : arrivals
      logic [FlitWidth-1:0]    flit;
      logic                    is_result;
      logic                    belongs;
      flit = '0;
      is_result = 1'b0;
      belongs = 1'b0;
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        if (in_lane_i[lane*FlitWidth+FlitWidth-1]) begin
          flit = in_lane_i[lane*FlitWidth +: FlitWidth];
          front[lane] = entry_of(flit);
          is_result = noc_pkg::flit_kind(flit) == noc_pkg::Result;
          comes = comes || !is_result;
          belongs = 1'b0;
          for (int unsigned t = 0; t < Trees; t++) begin
            if (32'(combine_pkg::tree_of(flit)) == t) begin
              if (lane < Trees) begin
                belongs = lane == t && (is_result ? is_root(t) && !operand_i[t]
                                                    && children_i[t*Links +: Links] == '0
                                                  : operand_i[t]);
              end else if (is_result) begin
                belongs = is_parent(t, lane - Trees) && !is_edge[t];
              end else begin
                belongs = children_i[t*Links+lane-Trees]
                          || (is_edge[t] && is_parent(t, lane - Trees));
              end
              if (belongs && is_result) begin
                results[t] = 1'b1;
                result[t] = front[lane][OperandWidth-1:0];
              end
            end
          end
          if (!belongs) begin
            violation[noc_pkg::NoRoute] = 1'b1;
            involved_in[lane] = 1'b1;
          end
          arrived[lane] = belongs && !is_result;
          // Results of the PE take no place.
          if (lane < Trees && belongs && is_result) returned[lane] = 1'b1;
        end
      end
    end

    // The first operand of each lane: the oldest that waits, else what comes.
    begin : fronts
      there = arrived;
      if (Depth != 0 && count_q != '0) begin
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          if (count_q[lane*CountWidth +: CountWidth] != '0) begin
            there[lane] = 1'b1;
            front[lane] = queue_q[lane*NumSlots*EntryWidth +: EntryWidth];
          end
        end
      end
    end

    // Credits of the links come back and may be spent at once.
    begin : credits
      if (Depth != 0 && credit_i != '0) begin
        for (int unsigned link = 0; link < Links; link++) begin
          if (credit_i[link]) begin
            if (credit_q[link*CountWidth +: CountWidth] == CountWidth'(Depth)) surplus = 1'b1;
            else credit_q[link*CountWidth +: CountWidth] =
                credit_q[link*CountWidth +: CountWidth] + 1'b1;
          end
        end
      end
    end

    // The halves of a root edge that have met.
    begin : halves
      logic [OperandWidth-1:0] other;      // what has come from the other end
      logic [OperandWidth-1:0] mine;
      logic [MaxWidth-1:0]     word;
      logic [Links-1:0]        from;       // its link, as a set
      logic                    is_there;
      logic                    is_kept;
      logic                    agree;
      other = '0;
      mine = '0;
      word = '0;
      from = '0;
      is_there = 1'b0;
      is_kept = 1'b0;
      agree = 1'b0;
      if (Edges != 0) begin
        for (int unsigned t = 0; t < Trees; t++) begin
          if (Adder != 0 && late_full_q[t*NumStages +: NumStages] != '0) begin
            if (late_full_q[t*NumStages+NumStages-1]) begin
              results[t] = 1'b1;
              result[t] = late_q[t*TreeStages+TreeStages-OperandWidth +: OperandWidth];
            end
            late_q[t*TreeStages +: TreeStages] =
                TreeStages'({late_q[t*TreeStages +: TreeStages], OperandWidth'(0)});
            late_full_q[t*NumStages +: NumStages] =
                NumStages'({late_full_q[t*NumStages +: NumStages], 1'b0});
          end
          if (is_edge[t] && (there != '0 || kept_count_q[t*CountWidth +: CountWidth] != '0))
          begin
            is_there = 1'b0;
            other = '0;
            from = '0;
            for (int unsigned link = 0; link < Links; link++) begin
              if (is_parent(t, link) && there[Trees+link]
                  && 32'(front[Trees+link][OperandWidth +: TreeWidth]) == t) begin
                is_there = 1'b1;
                from[link] = 1'b1;
                other = other | front[Trees+link][OperandWidth-1:0];
              end
            end
            mine = kept_q[t*TreeKept +: OperandWidth];
            is_kept = kept_count_q[t*CountWidth +: CountWidth] != '0;
            agree = mine[OperandWidth-1 -: NameWidth] == other[OperandWidth-1 -: NameWidth];
            if ((is_there && is_kept) || (Depth == 0 && (is_there || is_kept))) begin
              taken = taken | {from, Trees'(0)};
              if (is_kept) begin
                for (int unsigned k = 1; k < NumSlots; k++) begin
                  kept_q[t*TreeKept+(k-1)*OperandWidth +: OperandWidth] =
                      kept_q[t*TreeKept+k*OperandWidth +: OperandWidth];
                end
                kept_count_q[t*CountWidth +: CountWidth] =
                    kept_count_q[t*CountWidth +: CountWidth] - 1'b1;
              end
              if (!(is_there && is_kept && agree)) begin
                violation[noc_pkg::Mismatch] = 1'b1;
                for (int unsigned link = 0; link < Links; link++) begin
                  if (is_parent(t, link)) involved_in[Trees+link] = 1'b1;
                end
              end else begin
                word = combine_pkg::fold(Built, mine[OperandWidth-1 -: OpWidth],
                                         MaxWidth'(mine[WordWidth-1:0]) << Unused,
                                         MaxWidth'(other[WordWidth-1:0]) << Unused);
                mine[WordWidth-1:0] = WordWidth'(word >> Unused);
                if (Adder == 0) begin
                  results[t] = 1'b1;
                  result[t] = mine;
                end else begin
                  late_full_q[t*NumStages] = 1'b1;
                  late_q[t*TreeStages +: OperandWidth] = mine;
                end
              end
            end
          end
        end
      end
    end

    // Operands that are there together become one, which goes on at once or through the adder. What
    // they give is reckoned of all that are wanted: it counts only if those are there.
    begin : operands
      logic [NumSources-1:0] wanted;     // sources: the PE, then the links
      logic [NumSources-1:0] present;
      logic [EntryWidth-1:0] operand;
      logic [NameWidth-1:0]  any_name;   // bits that are set in a name, and in all of them
      logic [NameWidth-1:0]  all_names;
      logic [OpWidth-1:0]    op;
      logic [WordWidth-1:0]  word;
      logic [WordWidth-1:0]  sign;
      // Node k of a tree has the nodes 2k and 2k+1 below it, and the sources are its leaves.
      logic [WordWidth-1:0]  words [0:2*NumSources-1];
      logic                  passes;
      logic                  fits;
      logic                  can_rise;   // there is a place at the parent, and to keep it
      wanted = '0;
      present = '0;
      operand = '0;
      any_name = '0;
      all_names = '0;
      op = '0;
      word = '0;
      sign = '0;
      for (int unsigned k = 0; k < 2 * NumSources; k++) words[k] = '0;
      passes = 1'b0;
      fits = 1'b0;
      can_rise = 1'b0;
      for (int unsigned t = 0; t < Trees; t++) begin
        if (comes || count_q != '0 || full_q != '0) begin
          wanted = {children_i[t*Links +: Links], operand_i[t]};
          passes = only_passes(wanted);
          can_rise = 1'b1;
          if (Depth != 0) begin
            if (32'(kept_count_q[t*CountWidth +: CountWidth]) == NumSlots) can_rise = 1'b0;
            for (int unsigned link = 0; link < Links; link++) begin
              if (is_parent(t, link) && credit_q[link*CountWidth +: CountWidth] == '0) begin
                can_rise = 1'b0;
              end
            end
          end

          // The adder moves up where the stage ahead is free.
          if (Adder != 0 && full_q[t*NumStages +: NumStages] != '0) begin
            if (full_q[t*NumStages+NumStages-1] && can_rise) begin
              rises[t] = 1'b1;
              rising[t] = stage_q[t*TreeStages+TreeStages-OperandWidth +: OperandWidth];
              full_q[t*NumStages+NumStages-1] = 1'b0;
            end
            for (int unsigned k = NumStages - 1; k > 0; k--) begin
              if (!full_q[t*NumStages+k] && full_q[t*NumStages+k-1]) begin
                stage_q[t*TreeStages+k*OperandWidth +: OperandWidth] =
                    stage_q[t*TreeStages+(k-1)*OperandWidth +: OperandWidth];
                full_q[t*NumStages+k] = 1'b1;
                full_q[t*NumStages+k-1] = 1'b0;
              end
            end
          end

          present = '0;
          any_name = '0;
          all_names = '1;
          for (int unsigned k = 0; k < NumSources; k++) begin
            words[NumSources+k] = '0;
            if (wanted[k]) begin
              operand = front[(k == 0) ? t : Trees + k - 1];
              present[k] = there[(k == 0) ? t : Trees + k - 1]
                           && (k == 0 || 32'(operand[OperandWidth +: TreeWidth]) == t);
              any_name = any_name | operand[WordWidth +: NameWidth];
              all_names = all_names & operand[WordWidth +: NameWidth];
              words[NumSources+k] = operand[WordWidth-1:0];
            end
          end
          op = any_name[NameWidth-1 -: OpWidth];
          word = '0;
          if (Built[combine_pkg::Sum] && 32'(op) == combine_pkg::Sum) begin
            for (int unsigned k = 0; k < NumSources; k++) word = word + words[NumSources+k];
          end
          if (Built[combine_pkg::And] && 32'(op) == combine_pkg::And) begin
            word = '1;
            for (int unsigned k = 0; k < NumSources; k++) begin
              if (wanted[k]) word = word & words[NumSources+k];
            end
          end
          if (Built[combine_pkg::Or] && 32'(op) == combine_pkg::Or) begin
            for (int unsigned k = 0; k < NumSources; k++) word = word | words[NumSources+k];
          end
          if (Built[combine_pkg::Xor] && 32'(op) == combine_pkg::Xor) begin
            for (int unsigned k = 0; k < NumSources; k++) word = word ^ words[NumSources+k];
          end
          // Of numbers without sign, upside down for the maximum, the smallest.
          if ((Built[combine_pkg::Min] && 32'(op) == combine_pkg::Min)
              || (Built[combine_pkg::Max] && 32'(op) == combine_pkg::Max)) begin
            sign = WordWidth'(1) << (WordWidth - 1);
            if (32'(op) == combine_pkg::Max) sign = ~sign;
            for (int unsigned k = 0; k < NumSources; k++) begin
              words[NumSources+k] = words[NumSources+k] ^ sign;
              if (!wanted[k]) words[NumSources+k] = '1;
            end
            for (int unsigned k = NumSources - 1; k > 0; k--) begin
              words[k] = words[2*k];
              if (words[2*k+1] < words[2*k]) words[k] = words[2*k+1];
            end
            word = words[1] ^ sign;
          end

          if (present != '0 && (Depth == 0 || present == wanted)) begin
            fits = present == wanted && any_name == all_names && combine_pkg::is_known(Built, op);
            if (!fits) begin
              violation[noc_pkg::Mismatch] = 1'b1;
              involved_in[t] = involved_in[t] || present[0];
              involved_in[Trees +: Links] = involved_in[Trees +: Links] | present[NumSources-1:1];
            end
            if (fits && (Adder == 0 || passes) && can_rise) begin
              rises[t] = 1'b1;
              rising[t] = {any_name, word};
            end
            if (!fits || ((Adder == 0 || passes) ? can_rise : !full_q[t*NumStages])) begin
              taken[t] = taken[t] || present[0];
              taken[Trees +: Links] = taken[Trees +: Links] | present[NumSources-1:1];
              if (fits && Adder != 0 && !passes) begin
                full_q[t*NumStages] = 1'b1;
                stage_q[t*TreeStages +: OperandWidth] = {any_name, word};
              end
            end
          end
        end
      end
    end

    // The root turns round what would rise; elsewhere it goes to the parent.
    begin : turns
      logic [NumLanes-1:0]  ways;
      logic [NumLanes-1:0]  used;
      logic [FlitWidth-1:0] flit;
      ways = '0;
      used = '0;
      flit = '0;
      for (int unsigned t = 0; t < Trees; t++) begin
        if (rises[t]) begin
          if (is_root(t)) begin
            results[t] = 1'b1;
            result[t] = rising[t];
          end else begin
            flit = flit_of(noc_pkg::Combine, TreeWidth'(t), rising[t]);
            for (int unsigned link = 0; link < Links; link++) begin
              if (is_parent(t, link)) begin
                if (used[Trees+link]) begin
                  violation[noc_pkg::Collision] = 1'b1;
                  involved_out[Trees+link] = 1'b1;
                end else begin
                  sent[(Trees+link)*FlitWidth +: FlitWidth] = flit;
                end
                used[Trees+link] = 1'b1;
                if (Depth != 0) begin
                  credit_q[link*CountWidth +: CountWidth] =
                      credit_q[link*CountWidth +: CountWidth] - 1'b1;
                end
              end
            end
            if (is_edge[t]) begin
              for (int unsigned k = 0; k < NumSlots; k++) begin
                if (32'(kept_count_q[t*CountWidth +: CountWidth]) == k) begin
                  kept_q[t*TreeKept+k*OperandWidth +: OperandWidth] = rising[t];
                end
              end
              kept_count_q[t*CountWidth +: CountWidth] =
                  kept_count_q[t*CountWidth +: CountWidth] + 1'b1;
            end
          end
        end
        if (results[t]) begin
          flit = flit_of(noc_pkg::Result, TreeWidth'(t), result[t]);
          ways = '0;
          ways[t] = own_result_i[t];
          ways[Trees +: Links] = result_i[t*Links +: Links];
          for (int unsigned lane = 0; lane < NumLanes; lane++) begin
            if (ways[lane]) begin
              if (used[lane]) begin
                violation[noc_pkg::Collision] = 1'b1;
                involved_out[lane] = 1'b1;
              end else begin
                sent[lane*FlitWidth +: FlitWidth] = flit;
              end
              used[lane] = 1'b1;
            end
          end
        end
      end
    end

    // Queues close up, and keep what has come and stays.
    begin : queues
      if (Depth != 0) begin
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          if (taken[lane] || arrived[lane]) begin
            if (taken[lane] && count_q[lane*CountWidth +: CountWidth] == '0) begin
              arrived[lane] = 1'b0;  // it went on at once
            end else if (taken[lane]) begin
              for (int unsigned k = 1; k < NumSlots; k++) begin
                queue_q[(lane*NumSlots+k-1)*EntryWidth +: EntryWidth] =
                    queue_q[(lane*NumSlots+k)*EntryWidth +: EntryWidth];
              end
              count_q[lane*CountWidth +: CountWidth] =
                  count_q[lane*CountWidth +: CountWidth] - 1'b1;
            end
            if (arrived[lane] && 32'(count_q[lane*CountWidth +: CountWidth]) == NumSlots) begin
              violation[noc_pkg::Overflow] = 1'b1;
              involved_in[lane] = 1'b1;
            end else if (arrived[lane]) begin
              for (int unsigned k = 0; k < NumSlots; k++) begin
                if (32'(count_q[lane*CountWidth +: CountWidth]) == k) begin
                  queue_q[(lane*NumSlots+k)*EntryWidth +: EntryWidth] =
                      entry_of(in_lane_i[lane*FlitWidth +: FlitWidth]);
                end
              end
              count_q[lane*CountWidth +: CountWidth] =
                  count_q[lane*CountWidth +: CountWidth] + 1'b1;
            end
          end
        end
      end
      returned = returned | taken;
      if (Depth == 0) returned[Trees +: Links] = '0;  // links have no credits then
    end

    begin : registers
      if (!rst_ni) begin
        queue_q         = (NumLanes*NumSlots*EntryWidth)'(0);
        count_q         = '0;
        credit_q        = {Links{CountWidth'(Depth)}};
        stage_q         = (Trees*TreeStages)'(0);
        full_q          = '0;
        late_q          = (Trees*TreeStages)'(0);
        late_full_q     = '0;
        kept_q          = (Trees*TreeKept)'(0);
        kept_count_q    = '0;
        out_lane_o      <= (NumLanes*FlitWidth)'(0);
        credit_o        <= '0;
        busy_o          <= 1'b0;
        violation_o     <= '0;
        violation_in_o  <= '0;
        violation_out_o <= '0;
      end else begin
        out_lane_o      <= sent;
        credit_o        <= returned;
        busy_o          <= rises != '0 || results != '0 || returned != '0 || violation != '0
                           || count_q != '0 || full_q != '0 || late_full_q != '0
                           || kept_count_q != '0;
        violation_o     <= violation;
        violation_in_o  <= involved_in;
        violation_out_o <= involved_out;
`ifndef YOSYS  // Yosys 0.23 does not parse the else of an assertion
        // Facts of one cycle. Lanes read from the right: the PE's, then links.
        if (violation != '0) begin
          a_all_fit: assert (!violation[noc_pkg::Mismatch])
            else $error("mismatch: operands that do not fit, or lack others, inputs %b",
                        involved_in);
          a_route: assert (!violation[noc_pkg::NoRoute])
            else $error("no route: a flit has no place in the table, inputs %b", involved_in);
          a_room: assert (!violation[noc_pkg::Overflow])
            else $error("overflow: an operand came without credit, inputs %b", involved_in);
          a_no_collision: assert (!violation[noc_pkg::Collision])
            else $error("collision: two flits for one lane, outputs %b", involved_out);
        end
        a_credit_due: assert (!surplus)
          else $error("a credit came back that was not spent: %b", credit_i);
`endif
      end
    end
  end
  // verilator lint_on BLKSEQ
  /*verilator tracing_on*/

endmodule

`default_nettype wire
