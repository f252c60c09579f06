// link_pkg.sv: the codes that protect words on a link, of any width, made at elaboration.
//
// Parity adds one bit. SECDED, which corrects one wrong bit and reports two, is the code of M. Y.
// Hsiao, "A Class of Optimal Minimum Odd-weight-column SEC-DED Codes", IBM Journal of Research and
// Development 14(4), 1970: the column of every data bit, the set of check bits that it changes, is
// another set of three, five, ... of them, threes first, and those of one size are taken by
// rotations, so that all check bits cover about as many bits. A check bit's column is itself.
`default_nettype none

package link_pkg;

  localparam int unsigned NoProtection = 0;
  localparam int unsigned Parity       = 1;
  localparam int unsigned Secded       = 2;

  localparam int unsigned MinWidth     = 8;  // of a word
  localparam int unsigned MaxWidth     = 247;
  localparam int unsigned MaxCheck     = 9;  // check bits of SECDED
  localparam int unsigned ColumnsWidth = MaxWidth * MaxCheck;

  // r bits have 2^(r-1) sets of odd size, of which r have one member.
  function automatic int unsigned check_width(
      input int unsigned protection, input int unsigned width
  );
    check_width = 0;
    if (protection == Parity) check_width = 1;
    if (protection == Secded) begin
      check_width = 5;
      for (int unsigned r = 5; r < MaxCheck; r++) begin
        if ((1 << (r - 1)) - r < width) check_width = r + 1;
      end
    end
  endfunction

  function automatic int unsigned size_of(input int unsigned set);
    size_of = 0;
    for (int unsigned k = 0; k < MaxCheck; k++) size_of = size_of + ((set >> k) & 1);
  endfunction

  // The next rotation of a set of r bits.
  function automatic int unsigned turned(input int unsigned set, input int unsigned r);
    turned = ((set << 1) | (set >> (r - 1))) & ((1 << r) - 1);
  endfunction

  // Whether no rotation of a set is a smaller number.
  function automatic logic is_least(input int unsigned set, input int unsigned r);
    int unsigned other;
    is_least = 1'b1;
    other = set;
    for (int unsigned k = 1; k < r; k++) begin
      other = turned(other, r);
      if (other < set) is_least = 1'b0;
    end
  endfunction

  // The columns of a word's bits, MaxCheck bits each, that of bit 0 lowest.
  function automatic logic [ColumnsWidth-1:0] columns_of(input int unsigned width);
    int unsigned r;
    int unsigned placed;
    int unsigned set;
    columns_of = '0;
    r = check_width(Secded, width);
    placed = 0;
    for (int unsigned size = 3; size <= MaxCheck; size = size + 2) begin
      for (int unsigned least = 7; placed < width && least < (1 << r); least++) begin
        if (size_of(least) == size && is_least(least, r)) begin
          set = least;
          for (int unsigned k = 0; k < r; k++) begin
            if (placed < width && (k == 0 || set != least)) begin
              columns_of[placed*MaxCheck +: MaxCheck] = MaxCheck'(set);
              placed = placed + 1;
            end
            // A short circle ends where it began: what follows would come twice.
            set = (k != 0 && set == least) ? least : turned(set, r);
          end
        end
      end
    end
  endfunction

endpackage

`default_nettype wire
