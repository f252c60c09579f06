// merge_stage_fv.sv: properties of the stage that adds what meets before a switch of a fat tree.
//
// Free: what comes on every lane, the place in the tree, and what the switch takes.
//
// With Marks = 1 operations are sums, and the word of a flit has one bit of its own for its lane,
// with room for a carry above it: then each mark is in one flit that the switch sees, once,
// whatever meets.
`default_nettype none

module merge_stage_fv #(
  parameter int unsigned Arity   = 2,
  parameter int unsigned UpLinks = 1,
  parameter int unsigned Marks   = 0,
  localparam int unsigned NumLanes  = UpLinks + Arity,
  localparam int unsigned Width     = 2 * NumLanes,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input logic [15:0]                   base_i,
  input logic [15:0]                   span_i,
  input logic [NumLanes*FlitWidth-1:0] in_lane_i,
  input logic [NumLanes-1:0]           ready_i
);

  logic [NumLanes*FlitWidth-1:0] out_lane;
  logic [NumLanes-1:0]           ready;

  merge_stage #(
    .Arity(Arity), .UpLinks(UpLinks), .Width(Width), .Ops(31)
  ) i_stage (
    .leaf_base_i(base_i), .leaf_span_i(span_i), .in_lane_i(in_lane_i), .out_lane_o(out_lane),
    .ready_i(ready_i), .ready_o(ready)
  );

  // ---- What comes, lane by lane, and the lane that it wants.

  logic [NumLanes-1:0]          valid;
  logic [NumLanes-1:0]          meets;
  logic [NumLanes-1:0]          is_marked;
  logic [NumLanes*NumLanes-1:0] same;   // [lane * NumLanes + other]: their headers are
  logic [NumLanes*NumLanes-1:0] to;     // [lane * NumLanes + out]: the way of a flit
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_lane
    logic [FlitWidth-1:0] flit;
    logic [19:0]          leaf;
    logic [NumLanes-1:0]  below;
    assign flit = in_lane_i[lane*FlitWidth +: FlitWidth];
    assign leaf = 20'(flit[44 +: 13]);
    assign valid[lane] = flit[63];
    for (genvar out = 0; out < NumLanes; out++) begin : gen_out
      if (out < UpLinks) begin : gen_up
        assign below[out] = 1'b0;
        assign to[lane*NumLanes+out] = below == '0;
      end else begin : gen_down
        assign below[out] = leaf >= 20'(base_i) + 20'(out - UpLinks) * 20'(span_i)
                            && leaf < 20'(base_i) + 20'(out - UpLinks + 1) * 20'(span_i);
        assign to[lane*NumLanes+out] = below[out];
      end
      assign same[lane*NumLanes+out] = flit[56:31] == in_lane_i[out*FlitWidth+31 +: 26];
    end
    assign meets[lane] = flit[63:59] == 5'b11011 && flit[43:41] < 3'd5
                         && (to[lane*NumLanes +: NumLanes] & ~(NumLanes'(1) << lane)) != '0;
    assign is_marked[lane] = flit[43:41] == 3'd0 && flit[Width-1:0] == Width'(1) << (2 * lane);
  end

  function automatic logic [Width-1:0] one_of(
      input logic [2:0] op, input logic [Width-1:0] a, input logic [Width-1:0] b
  );
    one_of = a | b;
    if (op == 3'd0) one_of = a + b;
    if (op == 3'd1) one_of = ($signed(a) < $signed(b)) ? a : b;
    if (op == 3'd2) one_of = ($signed(a) < $signed(b)) ? b : a;
    if (op == 3'd3) one_of = a & b;
  endfunction

  // ---- What the switch must see: from the highest lane down, into the lowest that is the same.

  logic [NumLanes*FlitWidth-1:0] expected;
  logic [NumLanes-1:0]           taken;
  logic [NumLanes-1:0]           gone;
  always_comb begin : model
    logic [FlitWidth-1:0] mine;
    logic [FlitWidth-1:0] lower;
    logic                 done;
    mine = '0;
    lower = '0;
    done = 1'b0;
    expected = in_lane_i;
    taken = ready_i;
    gone = '0;
    for (int unsigned k = 0; k < NumLanes; k++) begin
      mine = expected[(NumLanes-1-k)*FlitWidth +: FlitWidth];
      done = 1'b0;
      for (int unsigned other = 0; other + k + 1 < NumLanes; other++) begin
        lower = expected[other*FlitWidth +: FlitWidth];
        if (!done && meets[NumLanes-1-k] && meets[other]
            && same[(NumLanes-1-k)*NumLanes+other]) begin
          done = 1'b1;
          expected[other*FlitWidth +: Width] =
              one_of(mine[43:41], lower[Width-1:0], mine[Width-1:0]);
          expected[(NumLanes-1-k)*FlitWidth +: FlitWidth] = '0;
          taken[NumLanes-1-k] = ready_i[other];
          gone[NumLanes-1-k] = 1'b1;
        end
      end
    end
  end

  // By input, flits that the switch sees and have its mark.
  logic [NumLanes-1:0] in_one;
  logic [NumLanes-1:0] carries;
  logic [NumLanes-1:0] shown;
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_mark
    logic [NumLanes-1:0] seen;
    logic [NumLanes-1:0] over;
    for (genvar out = 0; out < NumLanes; out++) begin : gen_out
      assign seen[out] = out_lane[out*FlitWidth+63] && out_lane[out*FlitWidth+2*lane];
      assign over[out] = out_lane[out*FlitWidth+63] && out_lane[out*FlitWidth+2*lane+1];
    end
    assign in_one[lane]  = seen != '0 && (seen & (seen - 1'b1)) == '0;
    assign carries[lane] = over != '0;
    assign shown[lane]   = out_lane[lane*FlitWidth+63];
  end

  always_comb begin : properties
    if (Marks == 1) begin
      m_marked: assume (is_marked == '1);
      a_in_one: assert ((valid & ~in_one) == '0);
      a_nothing_made: assert ((shown & ~valid) == '0 && (~valid & in_one) == '0);
      a_once: assert (carries == '0);
    end else begin
      a_seen: assert (out_lane == expected);
      a_ready: assert (ready == taken);
    end

    c_all_meet: cover (gone[NumLanes-2:1] == '1);
    c_last_meets: cover (gone[NumLanes-1] && meets == '1);
    c_none_alike: cover (meets == '1 && gone == '0);
  end

endmodule

`default_nettype wire
