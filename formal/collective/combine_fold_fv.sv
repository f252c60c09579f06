// combine_fold_fv.sv: how two words become one, and that neither order nor grouping matters.
//
// Free: three words, the operation, and which are built. Words lie at the top of the function's
// bits; here they are of all of them, and of eight.
`default_nettype none

module combine_fold_fv (
  input logic [combine_pkg::NumOps-1:0]   ops_i,
  input logic [combine_pkg::OpWidth-1:0]  op_i,
  input logic [combine_pkg::MaxWidth-1:0] a_i,
  input logic [combine_pkg::MaxWidth-1:0] b_i,
  input logic [combine_pkg::MaxWidth-1:0] c_i
);

  localparam int unsigned MaxWidth = combine_pkg::MaxWidth;
  localparam int unsigned Narrow   = 8;
  localparam int unsigned Unused   = MaxWidth - Narrow;

  logic                is_built;
  logic [MaxWidth-1:0] ab;
  logic [MaxWidth-1:0] ba;
  logic [MaxWidth-1:0] bc;
  logic [MaxWidth-1:0] left;
  logic [MaxWidth-1:0] right;
  assign is_built = combine_pkg::is_known(ops_i, op_i);
  assign ab    = combine_pkg::fold(ops_i, op_i, a_i, b_i);
  assign ba    = combine_pkg::fold(ops_i, op_i, b_i, a_i);
  assign bc    = combine_pkg::fold(ops_i, op_i, b_i, c_i);
  assign left  = combine_pkg::fold(ops_i, op_i, ab, c_i);
  assign right = combine_pkg::fold(ops_i, op_i, a_i, bc);

  logic [Narrow-1:0]   a;
  logic [Narrow-1:0]   b;
  logic [MaxWidth-1:0] top;
  assign a   = a_i[Narrow-1:0];
  assign b   = b_i[Narrow-1:0];
  assign top = combine_pkg::fold(ops_i, op_i, MaxWidth'(a) << Unused, MaxWidth'(b) << Unused);

  always_comb begin : properties
    a_known: assert (is_built == (op_i < 3'd6 && ops_i[op_i]));
    if (is_built) begin
      a_any_order: assert (ab == ba);
      a_any_grouping: assert (left == right);
      a_sum: assert (op_i != 3'd0 || ab == a_i + b_i);
      a_min: assert (op_i != 3'd1 || ab == (($signed(a_i) < $signed(b_i)) ? a_i : b_i));
      a_max: assert (op_i != 3'd2 || ab == (($signed(a_i) > $signed(b_i)) ? a_i : b_i));
      a_and: assert (op_i != 3'd3 || ab == (a_i & b_i));
      a_or: assert (op_i != 3'd4 || ab == (a_i | b_i));
      a_xor: assert (op_i != 3'd5 || ab == (a_i ^ b_i));
      a_narrow_clean: assert (top[Unused-1:0] == '0);
      a_narrow_sum: assert (op_i != 3'd0 || top[MaxWidth-1:Unused] == 8'(a + b));
      a_narrow_min: assert (op_i != 3'd1
                            || top[MaxWidth-1:Unused] == (($signed(a) < $signed(b)) ? a : b));
      a_narrow_xor: assert (op_i != 3'd5 || top[MaxWidth-1:Unused] == (a ^ b));
    end else begin
      a_nothing: assert (ab == '0);
    end

    c_wraps: cover (is_built && op_i == 3'd0 && ab < a_i && ab != '0);
    c_signs: cover (is_built && op_i == 3'd1 && ab == a_i && a_i > b_i);
  end

endmodule

`default_nettype wire
