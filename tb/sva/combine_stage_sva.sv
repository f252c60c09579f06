// combine_stage_sva.sv: what a stage that combines promises over time. Bound to every instance.
//
// It follows every tree with queues of its own: operands by lane, sums and results that are due,
// halves of a root edge that wait for each other. At each edge it takes in what came at the edge
// before, works out what must be shown since, and holds the pins against that. Aligned stages show
// what is due in the step in which it is; those of own pace not before it, in order. A stage with
// nothing to do may be left unclocked. Trees whose flits have collided are not followed further.
`default_nettype none

module combine_stage_sva #(
  parameter int unsigned Links = 3,
  parameter int unsigned Trees = 1,
  parameter int unsigned Depth = 0,
  parameter int unsigned Adder = 0,
  parameter int unsigned Width = 31,
  parameter int unsigned Ops   = 63,
  parameter int unsigned Edges = 1,
  localparam int unsigned NumLanes  = Trees + Links,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input logic                               clk_i,
  input logic                               rst_ni,
  input logic [Trees*noc_pkg::LinkWidth-1:0] parent_i,
  input logic [Trees-1:0]                   edge_i,
  input logic [Trees*Links-1:0]             children_i,
  input logic [Trees-1:0]                   operand_i,
  input logic [Trees*Links-1:0]             result_i,
  input logic [Trees-1:0]                   own_result_i,
  input logic [NumLanes*FlitWidth-1:0]      in_lane_i,
  input logic [NumLanes*FlitWidth-1:0]      out_lane_o,
  input logic [Links-1:0]                   credit_i,
  input logic [NumLanes-1:0]                credit_o,
  input logic                               busy_o,
  input logic [noc_pkg::ViolationWidth-1:0] violation_o,
  input logic [NumLanes-1:0]                violation_in_o,
  input logic [NumLanes-1:0]                violation_out_o
);

  localparam int unsigned LinkWidth  = noc_pkg::LinkWidth;
  localparam int unsigned TagWidth   = noc_pkg::TagWidth;
  localparam int unsigned TreeWidth  = 4;
  localparam int unsigned OpWidth    = 3;
  localparam int unsigned NumOps     = 6;
  localparam int unsigned NumberLow  = noc_pkg::PayloadWidth;
  localparam int unsigned TreeLow    = NumberLow + TagWidth;
  localparam int unsigned OpLow      = TreeLow + TreeWidth;
  localparam int unsigned NoLink     = 255;

  typedef struct packed {
    logic [OpWidth-1:0]   op;
    logic [TreeWidth-1:0] tree;
    logic [TagWidth-1:0]  number;
    logic [Width-1:0]     word;
  } operand_t;
  // Notes. Queues are rings of Room places, as many as are ever taken, with counts of what has gone
  // in and out; Verilator 5.006 takes no arrays of queues.
  localparam int unsigned Room = 1 << $clog2(Depth + Adder + 2);
  operand_t        came_q [0:NumLanes-1];  // operands at the edge before
  logic [Trees-1:0]    trees_q;       // theirs
  logic [NumLanes-1:0] is_operand_q;  // what has come then; strays have no place in the table
  logic [NumLanes-1:0] is_result_q;
  logic [NumLanes-1:0] is_stray_q;
  operand_t        operands   [0:NumLanes*Room-1];
  int unsigned     came       [0:NumLanes-1];
  int unsigned     went       [0:NumLanes-1];
  int unsigned     given      [0:NumLanes-1];  // of them, those that credits say to be taken
  logic            set_fits   [0:Trees*Room-1];  // operands that belong together
  operand_t        set_sums   [0:Trees*Room-1];
  int unsigned     sets       [0:Trees-1];
  int unsigned     used       [0:Trees-1];
  operand_t        sums       [0:Trees*Room-1];  // for the parent; of a root, results
  int unsigned     sum_due    [0:Trees*Room-1];
  int unsigned     summed     [0:Trees-1];
  int unsigned     risen      [0:Trees-1];
  operand_t        halves     [0:Trees*Room-1];  // of a root edge, combined
  int unsigned     half_due   [0:Trees*Room-1];
  int unsigned     joined     [0:Trees-1];
  int unsigned     turned     [0:Trees-1];
  operand_t        result     [0:Trees-1];  // that is to be copied
  operand_t        kept       [0:Trees*Room-1];
  int unsigned     sent       [0:Trees-1];
  int unsigned     met        [0:Trees-1];
  logic [Trees-1:0] sums_left;     // trees with sums that have not risen
  logic [Trees-1:0] halves_left;   // likewise with halves that have not become results
  logic [Trees-1:0] results_left;  // likewise with a result to copy
  logic [Trees-1:0] followed;
  logic            moved_q;  // operands have made way for others behind them
  int              credits [0:Links-1];
  int unsigned     now;
  logic [Trees*LinkWidth-1:0] parent_q;  // the table
  logic [Trees-1:0]           edge_q;
  logic [Trees*Links-1:0]     children_q;
  logic [Trees-1:0]           operand_q;
  logic [Trees*Links-1:0]     result_q;
  logic [Trees-1:0]           own_result_q;

  // The lowest place of a set that is not empty. Of the first 64 places each moves other six bits
  // of a de Bruijn sequence to the top.
  localparam int unsigned SetWidth = (NumLanes > 64) ? NumLanes : 64;
  localparam logic [63:0] Sequence = 64'h03f7_9d71_b4cb_0a89;
  logic [5:0] number [0:63];
  initial begin
    for (int unsigned n = 0; n < 64; n++) number[6'((Sequence << n) >> 58)] = 6'(n);
  end
  function automatic int unsigned lowest_of(input logic [SetWidth-1:0] set);
    lowest_of = 32'(number[6'((64'(set & -set) * Sequence) >> 58)]);
    if (SetWidth > 64 && 64'(set) == '0) begin
      for (int unsigned place = SetWidth - 1; place >= 64; place--) begin
        if (set[place]) lowest_of = place;
      end
    end
  endfunction

  function automatic int unsigned parent_of(input int unsigned t);
    parent_of = 32'(parent_i[t*LinkWidth +: LinkWidth]);
  endfunction

  logic [Trees-1:0] is_edge;
  assign is_edge = (Edges == 1) ? edge_i : '0;

  function automatic logic takes_operand(input int unsigned t, input int unsigned lane);
    if (lane < Trees) takes_operand = lane == t && operand_i[t];
    else takes_operand = children_i[t*Links+lane-Trees]
                         || (is_edge[t] && parent_of(t) == lane - Trees);
  endfunction

  // Each function reads some fields, and of one tree no number.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic [Links:0] sources_of(input int unsigned t);
    sources_of = {children_i[t*Links +: Links], operand_i[t]};
  endfunction

  // No more than one: nothing is combined.
  function automatic logic only_passes(input int unsigned t);
    only_passes = (sources_of(t) & (sources_of(t) - 1'b1)) == '0;
  endfunction

  function automatic logic takes_result(input int unsigned t, input int unsigned lane);
    if (lane < Trees) begin
      takes_result = lane == t && parent_of(t) == NoLink && sources_of(t) == '0;
    end else begin
      takes_result = parent_of(t) == lane - Trees && !is_edge[t];
    end
  endfunction

  // Lanes that a tree takes operands from, and that its results go to.
  function automatic logic [NumLanes-1:0] lanes_of(input int unsigned t);
    lanes_of = {children_i[t*Links +: Links], Trees'(operand_i[t]) << t};
  endfunction

  function automatic logic [NumLanes-1:0] ways_of(input int unsigned t);
    ways_of = {result_i[t*Links +: Links], Trees'(own_result_i[t]) << t};
  endfunction

  function automatic operand_t operand_of(input logic [FlitWidth-1:0] flit);
    operand_of = {flit[OpLow +: OpWidth], flit[TreeLow +: TreeWidth],
                  flit[NumberLow +: TagWidth], flit[Width-1:0]};
  endfunction

  function automatic logic [FlitWidth-1:0] shown_as(
      input logic [noc_pkg::KindWidth-1:0] kind, input operand_t operand
  );
    shown_as = {1'b1, kind, 2'b11, (FlitWidth-3-noc_pkg::KindWidth-OpLow-OpWidth)'(0),
                operand.op, operand.tree, operand.number, noc_pkg::PayloadWidth'(operand.word)};
  endfunction

  // The oldest operand of a lane that is not in a set. Where nothing waits, the one that came.
  function automatic operand_t front_of(input int unsigned lane);
    front_of = (Depth == 0) ? came_q[lane] : operands[lane*Room+went[lane]%Room];
  endfunction

  function automatic logic has_front(input int unsigned lane);
    has_front = (Depth == 0) ? is_operand_q[lane] : came[lane] != went[lane];
  endfunction

  // The oldest one that has not been taken.
  function automatic logic is_given(input int unsigned lane, input int unsigned t);
    is_given = given[lane] != came[lane]
               && 32'(operands[lane*Room+given[lane]%Room].tree) == t;
  endfunction

  function automatic logic fits(input operand_t a, input operand_t b);
    fits = a.op == b.op && a.number == b.number;
  endfunction

  function automatic logic is_built(input logic [OpWidth-1:0] op);
    is_built = 32'(op) < NumOps && ((Ops >> op) & 1) != 0;
  endfunction

  function automatic operand_t folded(input operand_t a, input operand_t b);
    folded = a;
    case (32'(a.op))
      0: folded.word = a.word + b.word;
      1: if ($signed(b.word) < $signed(a.word)) folded.word = b.word;
      2: if ($signed(b.word) > $signed(a.word)) folded.word = b.word;
      3: folded.word = a.word & b.word;
      4: folded.word = a.word | b.word;
      default: folded.word = a.word ^ b.word;
    endcase
  endfunction

  // verilator lint_on UNUSEDSIGNAL

  /*verilator tracing_off*/
  /* verilator lint_off BLKSEQ */  // one block takes the notes and reads them
  always_ff @(posedge clk_i) begin : check
    logic [NumLanes-1:0]                named;  // lanes that reports of this edge must name
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [FlitWidth-1:0]               shown [0:NumLanes-1];  // what the outputs must hold
    operand_t                           operand;
    operand_t                           half;
    logic [FlitWidth-1:0]               flit;
    logic [Trees-1:0]                   look;   // trees that are still to be looked at
    logic [NumLanes-1:0]                lanes;  // likewise lanes
    logic [NumLanes-1:0]                fronts;
    logic [Links-1:0]                   ways;
    logic [NumLanes-1:0]                twice;  // lanes with more than one flit
    logic [NumLanes-1:0]                at_once;  // what needs no place and gives its credit back
    int unsigned                        t;
    int unsigned                        lane;
    logic                               complete;
    logic                               agree;
    logic                               any;
    logic                               taken;  // a set
    logic                               together;
    logic                               leaves;
    logic                               differs;
    logic                               outstanding;
    logic                               fresh;  // there may be operands that were not looked at
    named = '0;
    violation = '0;
    for (int unsigned k = 0; k < NumLanes; k++) shown[k] = '0;
    operand = '0;
    half = '0;
    flit = '0;
    look = '0;
    lanes = '0;
    fronts = '0;
    ways = '0;
    twice = '0;
    at_once = '0;
    t = 0;
    lane = 0;
    complete = 1'b0;
    agree = 1'b0;
    any = 1'b0;
    taken = 1'b0;
    together = 1'b0;
    leaves = 1'b0;
    differs = 1'b0;
    outstanding = 1'b0;
    fresh = 1'b0;

    if (rst_ni) begin
      now = now + 1;

      // What came at the edge before. A full queue has room only if its first operand has been
      // taken at that edge, which the credit says.
      if (is_stray_q != '0) begin
        violation[noc_pkg::NoRoute] = 1'b1;
        named = is_stray_q;
      end
      lanes = (Depth == 0) ? '0 : is_operand_q;
      while (lanes != '0) begin
        lane = lowest_of(SetWidth'(lanes));
        lanes = lanes & (lanes - 1'b1);
        if (came[lane] - given[lane] == Depth && !credit_o[lane]) begin
          violation[noc_pkg::Overflow] = 1'b1;
          named[lane] = 1'b1;
        end else begin
          operands[lane*Room+came[lane]%Room] = came_q[lane];
          came[lane] = came[lane] + 1;
        end
      end
      at_once = is_result_q;
      if (Depth == 0) at_once = at_once | is_operand_q;
      at_once = at_once & NumLanes'({Trees{1'b1}}) & ~credit_o;
      if (at_once != '0) begin
        for (int unsigned k = 0; k < Trees; k++) begin
          a_credit_at_once: assert (!at_once[k])
            else $error("lane %0d: no credit for what needs no place", k);
        end
      end
      fresh = is_operand_q != '0 || (Depth != 0 && moved_q);
      moved_q = 1'b0;

      // Halves of a root edge that meet, at own pace when a credit says so; then sets of operands.
      // Where nothing waits, only trees whose operands came can have any.
      look = trees_q | is_edge;
      if (Depth != 0 && (fresh || credit_o != '0)) look = '1;
      while (look != '0) begin
        t = lowest_of(SetWidth'(look));
        look = look & (look - 1'b1);
        if (is_edge[t] && parent_of(t) < Links
            && (fresh || ((Depth == 0) ? sent[t] != met[t] : credit_o != '0))) begin
          lane = Trees + parent_of(t);
          operand = front_of(lane);
          any = has_front(lane) && 32'(operand.tree) == t;
          if (Depth != 0) begin
            while (any) begin
              went[lane] = went[lane] + 1;
              moved_q = 1'b1;
              operand = front_of(lane);
              any = has_front(lane) && 32'(operand.tree) == t;
            end
            any = credit_o[lane] && is_given(lane, t);
            operand = operands[lane*Room+given[lane]%Room];
          end
          half = kept[t*Room+met[t]%Room];
          if (followed[t] && (any || (Depth == 0 && sent[t] != met[t]))) begin
            a_half_in_time: assert (Depth == 0 || sent[t] != met[t])
              else $error("tree %0d: half of the root edge is taken before the other", t);
            if (any && sent[t] != met[t] && fits(operand, half)) begin
              halves[t*Room+joined[t]%Room] = folded(operand, half);
              half_due[t*Room+joined[t]%Room] = now + Adder;
              joined[t] = joined[t] + 1;
              halves_left[t] = 1'b1;
            end else begin
              violation[noc_pkg::Mismatch] = 1'b1;
              named[lane] = 1'b1;
            end
            if (sent[t] != met[t]) met[t] = met[t] + 1;
          end
        end
        complete = fresh && sources_of(t) != '0;
        while (complete) begin
          any = 1'b0;
          agree = 1'b1;
          operand = '0;
          fronts = '0;
          lanes = lanes_of(t);
          while (lanes != '0) begin
            lane = lowest_of(SetWidth'(lanes));
            lanes = lanes & (lanes - 1'b1);
            half = front_of(lane);
            if (!has_front(lane) || 32'(half.tree) != t) begin
              complete = 1'b0;
            end else begin
              fronts[lane] = 1'b1;
              if (!any) begin
                operand = half;
              end else begin
                if (!fits(operand, half)) agree = 1'b0;
                operand = folded(operand, half);
              end
              any = 1'b1;
            end
          end
          if (!is_built(operand.op)) agree = 1'b0;
          if (Depth == 0) begin
            taken = any;
            together = complete;
            complete = 1'b0;  // there is one at most
          end else if (complete) begin
            moved_q = 1'b1;
            while (fronts != '0) begin
              lane = lowest_of(SetWidth'(fronts));
              fronts = fronts & (fronts - 1'b1);
              went[lane] = went[lane] + 1;
            end
            set_fits[t*Room+sets[t]%Room] = agree;
            set_sums[t*Room+sets[t]%Room] = operand;
            sets[t] = sets[t] + 1;
          end
        end
        // Sets are taken as a whole, in order, at own pace when credits say so.
        if (Depth != 0) begin
          fronts = lanes_of(t);
          together = 1'b1;
          lanes = (credit_o == '0) ? '0 : fronts;
          while (lanes != '0) begin
            lane = lowest_of(SetWidth'(lanes));
            lanes = lanes & (lanes - 1'b1);
            if (credit_o[lane] && is_given(lane, t)) taken = 1'b1;
            else together = 1'b0;
          end
          if (taken) begin
            a_taken_together: assert (together && used[t] != sets[t])
              else $error("tree %0d: operands are taken without the others", t);
            together = 1'b1;
            agree = set_fits[t*Room+used[t]%Room];
            operand = set_sums[t*Room+used[t]%Room];
            used[t] = used[t] + 1;
          end
        end
        if (taken && together && agree) begin
          sums[t*Room+summed[t]%Room] = operand;
          sum_due[t*Room+summed[t]%Room] = now;
          if (Adder != 0 && !only_passes(t)) sum_due[t*Room+summed[t]%Room] = now + Adder;
          summed[t] = summed[t] + 1;
          sums_left[t] = 1'b1;
        end else if (taken) begin
          violation[noc_pkg::Mismatch] = 1'b1;
          named = named | fronts;
        end
        taken = 1'b0;
      end
      if (Depth != 0 && credit_o != '0) begin
        lanes = credit_o & ~(is_result_q & NumLanes'({Trees{1'b1}}));
        while (lanes != '0) begin
          lane = lowest_of(SetWidth'(lanes));
          lanes = lanes & (lanes - 1'b1);
          a_credit_of_operand: assert (given[lane] != came[lane])
            else $error("lane %0d: a credit for an operand that has not come", lane);
          if (given[lane] != came[lane]) given[lane] = given[lane] + 1;
        end
      end

      // What must be shown: flits that are for a parent, and results.
      look = followed & sums_left;
      while (look != '0) begin
        t = lowest_of(SetWidth'(look));
        look = look & (look - 1'b1);
        if (now >= sum_due[t*Room+risen[t]%Room]) begin
          operand = sums[t*Room+risen[t]%Room];
          leaves = 1'b1;
          if (parent_of(t) == NoLink) begin
            result[t] = operand;
            results_left[t] = 1'b1;
          end else begin
            lane = Trees + parent_of(t);
            flit = shown_as(noc_pkg::Combine, operand);
            if (Depth != 0) leaves = out_lane_o[lane*FlitWidth +: FlitWidth] == flit;
            if (leaves) begin
              twice[lane] = twice[lane] || shown[lane][FlitWidth-1];
              if (!shown[lane][FlitWidth-1]) shown[lane] = flit;
              if (is_edge[t]) begin
                kept[t*Room+sent[t]%Room] = operand;
                sent[t] = sent[t] + 1;
              end
              if (Depth != 0) begin
                credits[parent_of(t)] = credits[parent_of(t)] - 1;
                a_with_credit: assert (credits[parent_of(t)] >= 0)
                  else $error("link %0d: an operand goes without credit", parent_of(t));
              end
            end
          end
          if (leaves) begin
            risen[t] = risen[t] + 1;
            sums_left[t] = summed[t] != risen[t];
          end
        end
      end
      look = followed & halves_left;
      while (look != '0) begin
        t = lowest_of(SetWidth'(look));
        look = look & (look - 1'b1);
        if (now >= half_due[t*Room+turned[t]%Room]) begin
          result[t] = halves[t*Room+turned[t]%Room];
          results_left[t] = 1'b1;
          turned[t] = turned[t] + 1;
          halves_left[t] = joined[t] != turned[t];
        end
      end
      if (results_left != '0) begin
        for (int unsigned k = 0; k < Trees; k++) begin
          if (results_left[k] && followed[k]) begin
            flit = shown_as(noc_pkg::Result, result[k]);
            if (own_result_i[k]) begin
              if (shown[k][FlitWidth-1]) twice[k] = 1'b1;
              else shown[k] = flit;
            end
            ways = result_i[k*Links +: Links];
            while (ways != '0) begin
              lane = Trees + lowest_of(SetWidth'(ways));
              ways = ways & (ways - 1'b1);
              if (shown[lane][FlitWidth-1]) twice[lane] = 1'b1;
              else shown[lane] = flit;
            end
          end
        end
        results_left = '0;
      end
      if (twice != '0) begin
        for (int unsigned k = 0; k < NumLanes; k++) begin
          a_lane_free: assert (!twice[k] || violation_o[noc_pkg::Collision])
            else $error("lane %0d: two flits, no collision reported", k);
        end
      end

      if (violation_o[noc_pkg::Collision]) begin
        violation[noc_pkg::Collision] = 1'b1;
        for (int unsigned k = 0; k < Trees; k++) begin
          if ((violation_out_o & ways_of(k)) != '0) followed[k] = 1'b0;
          if (parent_of(k) < Links && violation_out_o[Trees+parent_of(k)]) followed[k] = 1'b0;
        end
      end
      for (int unsigned k = 0; k < NumLanes; k++) begin
        if (out_lane_o[k*FlitWidth +: FlitWidth] != shown[k]) differs = 1'b1;
      end
      if (followed == '1 && differs) begin
        for (int unsigned k = 0; k < NumLanes; k++) begin
          if (!violation_out_o[k]) begin
            a_shown: assert (out_lane_o[k*FlitWidth +: FlitWidth] == shown[k])
              else $error("lane %0d must hold %h, there is %h", k, shown[k],
                          out_lane_o[k*FlitWidth +: FlitWidth]);
          end
        end
      end

      if (followed == '1) begin
        a_reported: assert (violation_o == violation)
          else $error("violation must be %b, reported %b", violation, violation_o);
        a_named: assert (violation_in_o == named)
          else $error("reported lanes must be %b, are %b", named, violation_in_o);
      end

      // What is left must keep the stage awake.
      if (!busy_o) begin
        outstanding = out_lane_o != (NumLanes*FlitWidth)'(0) || violation_o != '0 || credit_o != '0;
        if ((followed & (sums_left | halves_left)) != '0) outstanding = 1'b1;
        for (int unsigned k = 0; k < Trees; k++) begin
          if (Edges != 0 && followed[k] && sent[k] != met[k]) outstanding = 1'b1;
        end
        for (int unsigned k = 0; k < NumLanes; k++) begin
          if (Depth != 0 && came[k] != given[k]) outstanding = 1'b1;
        end
        a_busy: assert (!outstanding)
          else $error("not busy, though something is left or shown");
        a_none_lost: assert (followed != '1 || !outstanding)
          else $error("operands or results are lost");
      end
      a_table_stays: assert (parent_q == parent_i && edge_q == edge_i && children_q == children_i
                             && operand_q == operand_i && result_q == result_i
                             && own_result_q == own_result_i)
        else $error("the table changes out of reset");
    end else begin
      now = 0;
      for (int unsigned k = 0; k < NumLanes; k++) begin
        came[k] = 0;
        went[k] = 0;
        given[k] = 0;
      end
      for (int unsigned k = 0; k < Trees; k++) begin
        summed[k] = 0;
        risen[k] = 0;
        joined[k] = 0;
        turned[k] = 0;
        sent[k] = 0;
        met[k] = 0;
        sets[k] = 0;
        used[k] = 0;
        a_parent: assert (parent_of(k) == NoLink || parent_of(k) < Links)
          else $error("tree %0d: there is no link %0d to a parent", k, parent_of(k));
        a_edge: assert (!is_edge[k] || parent_of(k) != NoLink)
          else $error("tree %0d: a root edge without link", k);
        if (parent_of(k) < Links) begin
          a_parent_is_no_child: assert (!children_i[k*Links+parent_of(k)]
                                        && !result_i[k*Links+parent_of(k)])
            else $error("tree %0d: the parent is a child too", k);
        end
      end
      for (int unsigned link = 0; link < Links; link++) credits[link] = Depth;
      followed = '1;
      sums_left = '0;
      halves_left = '0;
      results_left = '0;
      moved_q = 1'b0;
      parent_q = parent_i;
      edge_q = edge_i;
      children_q = children_i;
      operand_q = operand_i;
      result_q = result_i;
      own_result_q = own_result_i;
    end

    // What comes at this edge.
    trees_q = '0;
    is_operand_q = '0;
    is_result_q = '0;
    is_stray_q = '0;
    if (rst_ni) begin
      if (Depth != 0 && credit_i != '0) begin
        for (int unsigned link = 0; link < Links; link++) begin
          if (credit_i[link]) credits[link] = credits[link] + 1;
        end
      end
      for (int unsigned k = 0; k < NumLanes; k++) begin
        if (in_lane_i[k*FlitWidth+FlitWidth-1]) begin
          flit = in_lane_i[k*FlitWidth +: FlitWidth];
          operand = operand_of(flit);
          t = 32'(operand.tree);
          if (noc_pkg::flit_kind(flit) == noc_pkg::Result) begin
            if (t < Trees) is_result_q[k] = takes_result(t, k);
            if (is_result_q[k]) begin
              result[t] = operand;
              results_left = results_left | (Trees'(1) << t);
            end
          end else begin
            if (t < Trees) is_operand_q[k] = takes_operand(t, k);
            if (is_operand_q[k]) trees_q = trees_q | (Trees'(1) << t);
            came_q[k] = operand;
          end
          if (!is_result_q[k] && !is_operand_q[k]) is_stray_q[k] = 1'b1;
          if (Width < noc_pkg::PayloadWidth) begin
            a_word_fits: assert (flit[NumberLow-1:0] == noc_pkg::PayloadWidth'(flit[Width-1:0]))
              else $error("lane %0d: a word of more than %0d bits: %h", k, Width, flit);
          end
        end
      end
    end
  end
  /* verilator lint_on BLKSEQ */
  /*verilator tracing_on*/

endmodule

bind combine_stage combine_stage_sva #(
  .Links(Links), .Trees(Trees), .Depth(Depth), .Adder(Adder), .Width(Width), .Ops(Ops),
  .Edges(Edges)
) i_sva (.*);

`default_nettype wire
