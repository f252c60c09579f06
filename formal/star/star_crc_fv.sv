// star_crc_fv.sv: what the CRC of a star graph's flits detects, how it moves with the content, and
// how it marks a flit that is known to be wrong.
//
// Of all flits, 64 bits as built, in a register each, so that two steps hold every case. Damage is
// any set of flipped bits of one, two or three members, or any within eight bits next to each other
// that are all in the CRC or all not: the CRC stands between the bits that it covers, so what
// straddles its edge is no burst of the code.
`default_nettype none

module star_crc_fv #(
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input logic                 clk_i,
  input logic [FlitWidth-1:0] flit_i,
  input logic [FlitWidth-1:0] damage_i
);

  logic [FlitWidth-1:0] flit_q = '0;
  logic [FlitWidth-1:0] damage_q = '0;
  always_ff @(posedge clk_i) begin : any_case
    flit_q   <= flit_i;
    damage_q <= damage_i;
  end

  logic [FlitWidth-1:0] lowest;  // damaged bit
  logic [FlitWidth-1:0] second;
  logic [FlitWidth-1:0] third;
  logic [FlitWidth-1:0] others;
  logic [FlitWidth-1:0] rest;
  logic [noc_pkg::CrcWidth-1:0] in_crc;
  logic                 is_sparse;
  logic                 is_burst;
  assign lowest    = damage_q & (~damage_q + FlitWidth'(1));
  assign others    = damage_q & ~lowest;
  assign second    = others & (~others + FlitWidth'(1));
  assign rest      = others & ~second;
  assign third     = rest & (~rest + FlitWidth'(1));
  assign is_sparse = damage_q != '0 && rest == third;
  assign in_crc    = noc_pkg::CrcWidth'(damage_q >> noc_pkg::CrcLow);
  assign is_burst  = damage_q != '0
      && (in_crc == '0 || FlitWidth'(in_crc) << noc_pkg::CrcLow == damage_q)
      && (damage_q & ~(lowest | (lowest << 1) | (lowest << 2) | (lowest << 3) | (lowest << 4)
      | (lowest << 5) | (lowest << 6) | (lowest << 7))) == '0;

  // The remainder, 0 of an intact flit.
  function automatic logic [noc_pkg::CrcWidth-1:0] remainder_of(
      input logic [FlitWidth-1:0] flit
  );
    remainder_of = star_pkg::crc_of(flit)
        ^ star_pkg::crc_of_covered({flit[FlitWidth-1:noc_pkg::CrcLow+noc_pkg::CrcWidth],
                                    flit[noc_pkg::CrcLow-1:0]});
  endfunction

  logic [noc_pkg::CrcWidth-1:0] remainder;
  logic [noc_pkg::CrcWidth-1:0] of_damage;
  logic [noc_pkg::CrcWidth-1:0] of_damaged;
  logic [noc_pkg::CrcWidth-1:0] of_marked;
  logic [noc_pkg::CrcWidth-1:0] of_nothing;
  logic [FlitWidth-1:0]         marked;
  logic [FlitWidth-1:0]         changed;
  assign marked     = star_pkg::marked(flit_q);
  assign of_marked  = remainder_of(marked);
  assign of_nothing = remainder_of(star_pkg::Nothing);
  assign remainder  = remainder_of(flit_q);
  assign of_damage  = remainder_of(damage_q);
  assign of_damaged = remainder_of(flit_q ^ damage_q);
  assign changed    = star_pkg::with_content(flit_q, star_pkg::content_of(flit_q ^ damage_q));

  // The constants of hops are CRCs of the bits that a hop flips together.
  logic [star_pkg::MaxOrder-2:0] hops;
  always_comb begin : constants
    hops = '1;
    for (int unsigned p = 0; p < star_pkg::MaxOrder - 1; p++) begin
      for (int unsigned b = 0; b < star_pkg::SymbolWidth; b++) begin
        if (star_pkg::HopCrcs[(p*star_pkg::SymbolWidth+b)*noc_pkg::CrcWidth +: noc_pkg::CrcWidth]
            != star_pkg::crc_of_covered((56'(1) << b)
                                        | (56'(1) << (star_pkg::SymbolWidth * (p + 1) + b)))) begin
          hops[p] = 1'b0;
        end
      end
    end
  end

  // A bit that flips adds its own remainder; so does, bit by bit, any damage.
  always_comb begin : properties
    a_hops: assert (hops == '1);
    a_intact: assert (star_pkg::is_intact(flit_q) == (remainder == '0));
    if (damage_q == lowest) a_linear: assert (of_damaged == (remainder ^ of_damage));
    if (is_sparse) a_three_bits: assert (of_damage != '0);
    if (is_burst) a_burst: assert (of_damage != '0);
    a_content: assert (star_pkg::content_of(changed) == star_pkg::content_of(flit_q ^ damage_q));
    // An odd number of bit errors has an odd remainder: none makes an intact flit a marked one.
    a_marked: assert (star_pkg::is_marked(flit_q) == (remainder == '1));
    a_marks: assert (of_marked == '1);
    a_nothing: assert (of_nothing == '1);
    if (damage_q == lowest && damage_q != '0) a_odd: assert (^of_damage);
    if (damage_q == lowest) a_stays_intact: assert (remainder_of(changed) == remainder);

    c_undetected: cover (damage_q != '0 && of_damage == '0);  // more bits may go unseen
    c_one_bit: cover (damage_q != '0 && damage_q == lowest && remainder == '0);
    c_changed: cover (damage_q == lowest && changed != flit_q);
  end

endmodule

`default_nettype wire
