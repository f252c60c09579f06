// merging_fat_tree_switch_sva.sv: what the stage before a switch of a fat tree promises of flits
// that meet. Bound to every instance.
//
// Flit by flit, from the highest lane down: each belongs to the lowest flit that it can be one
// with, which has the words of all that belong to it.
`default_nettype none

module merging_fat_tree_switch_sva #(
  parameter int unsigned Arity     = 2,
  parameter int unsigned DownLinks = 1,
  parameter int unsigned UpLinks   = 1,
  parameter int unsigned Width     = 31,
  parameter int unsigned Ops       = 63,
  localparam int unsigned NumLanes  = UpLinks + Arity * DownLinks,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input logic                           clk_i,
  input logic                           rst_ni,
  input logic [noc_pkg::EntryWidth-1:0] leaf_base_i,
  input logic [noc_pkg::EntryWidth-1:0] leaf_span_i,
  input logic [NumLanes*FlitWidth-1:0]  in_lane_i,
  input logic [NumLanes*FlitWidth-1:0]  switch_lane,
  input logic [NumLanes-1:0]            switch_ready,
  input logic [NumLanes-1:0]            ready_o
);

  localparam int unsigned NumOps   = 6;
  localparam int unsigned Nowhere  = Arity + 1;
  localparam int unsigned TagLow   = noc_pkg::PayloadWidth;
  localparam int unsigned LeafLow  = TagLow + noc_pkg::TagWidth;
  localparam int unsigned LeafHigh = LeafLow + noc_pkg::AddressWidth - 1;
  localparam int unsigned OpLow    = LeafLow - 3;

  // Branch of a lane: 0 leads up, 1 + k to child k.
  function automatic int unsigned branch_of(input int unsigned lane);
    branch_of = 0;
    if (lane + 1 > UpLinks) branch_of = 1 + (lane - UpLinks) / DownLinks;
  endfunction

  function automatic logic is_first(input int unsigned lane);
    is_first = lane == 0;
    if (lane + 1 > UpLinks) is_first = (lane - UpLinks) % DownLinks == 0;
  endfunction

  // The branch of a leaf, counted from the first leaf below.
  function automatic int unsigned branch_to(input int unsigned leaf);
    branch_to = (UpLinks == 0) ? Nowhere : 0;
    if (leaf >= 32'(leaf_base_i) && leaf_span_i != '0
        && (leaf - 32'(leaf_base_i)) / 32'(leaf_span_i) < Arity) begin
      branch_to = 1 + (leaf - 32'(leaf_base_i)) / 32'(leaf_span_i);
    end
  endfunction

  function automatic logic [Width-1:0] folded(
      input logic [2:0] op, input logic [Width-1:0] a, input logic [Width-1:0] b
  );
    case (32'(op))
      0: folded = a + b;
      1: folded = ($signed(b) < $signed(a)) ? b : a;
      2: folded = ($signed(b) > $signed(a)) ? b : a;
      3: folded = a & b;
      4: folded = a | b;
      default: folded = a ^ b;
    endcase
  endfunction

  // Whether a flit in a lane is one that the stage adds to others.
  function automatic logic can_meet(
      input logic [FlitWidth-1:TagLow] header, input int unsigned lane
  );
    can_meet = header[FlitWidth-1] && is_first(lane)
               && header[FlitWidth-2 -: noc_pkg::KindWidth] == noc_pkg::Merge
               && 32'(header[OpLow +: 3]) < NumOps && ((Ops >> header[OpLow +: 3]) & 1) != 0
               && branch_to(32'(header[LeafHigh:LeafLow])) != Nowhere
               && branch_to(32'(header[LeafHigh:LeafLow])) != branch_of(lane);
  endfunction

  /*verilator tracing_off*/
  /* verilator lint_off BLKSEQ */  // one block makes what it compares
  always_ff @(posedge clk_i) begin : check
    logic [NumLanes*FlitWidth-1:0] seen;   // what the switch must see
    logic [NumLanes-1:0]           taken;  // and what must be told of it
    logic [FlitWidth-1:0]          flit;
    logic [FlitWidth-1:TagLow]     other;
    int unsigned                   first;
    seen = in_lane_i;
    taken = switch_ready;
    flit = '0;
    other = '0;
    first = 0;
    if (rst_ni) begin
      for (int unsigned k = 0; k < NumLanes; k++) begin
        first = NumLanes - 1 - k;
        flit = seen[(NumLanes-1-k)*FlitWidth +: FlitWidth];
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          other = in_lane_i[(NumLanes-1-lane)*FlitWidth+TagLow +: FlitWidth-TagLow];
          if (NumLanes - 1 - lane < NumLanes - 1 - k
              && can_meet(flit[FlitWidth-1:TagLow], NumLanes - 1 - k)
              && can_meet(other, NumLanes - 1 - lane)
              && other[LeafHigh:TagLow] == flit[LeafHigh:TagLow]) begin
            first = NumLanes - 1 - lane;  // in the end the lowest
          end
        end
        if (first != NumLanes - 1 - k) begin
          seen[first*FlitWidth +: Width] =
              folded(flit[OpLow +: 3], seen[first*FlitWidth +: Width], flit[Width-1:0]);
          seen[(NumLanes-1-k)*FlitWidth +: FlitWidth] = '0;
          taken[NumLanes-1-k] = switch_ready[first];
        end
      end

      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        a_seen: assert (switch_lane[lane*FlitWidth +: FlitWidth]
                        == seen[lane*FlitWidth +: FlitWidth])
          else $error("lane %0d: the switch must see %h, it sees %h", lane,
                      seen[lane*FlitWidth +: FlitWidth],
                      switch_lane[lane*FlitWidth +: FlitWidth]);
      end
      a_ready: assert (ready_o == taken)
        else $error("taken are %b, told is %b", taken, ready_o);
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        flit = in_lane_i[lane*FlitWidth +: FlitWidth];
        a_word_fits: assert (!can_meet(flit[FlitWidth-1:TagLow], lane)
                             || flit[TagLow-1:0] == noc_pkg::PayloadWidth'(flit[Width-1:0]))
          else $error("lane %0d: a word of more than %0d bits: %h", lane, Width, flit);
      end
    end
  end
  /* verilator lint_on BLKSEQ */
  /*verilator tracing_on*/

endmodule

bind merging_fat_tree_switch merging_fat_tree_switch_sva #(
  .Arity(Arity), .DownLinks(DownLinks), .UpLinks(UpLinks), .Width(Width), .Ops(Ops)
) i_merge_sva (.*);

`default_nettype wire
