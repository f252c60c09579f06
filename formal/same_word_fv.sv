// same_word_fv.sv: a flit is what it should be, where that matters. Every bit is a property of its
// own: a solver decides 64 comparisons of a bit in a fraction of the time that one of 64 bits
// takes.
`default_nettype none

module same_word_fv (
  input logic                          matters_i,
  input logic [noc_pkg::FlitWidth-1:0] flit_i,
  input logic [noc_pkg::FlitWidth-1:0] expected_i
);

  for (genvar k = 0; k < noc_pkg::FlitWidth; k++) begin : gen_bit
    same_bit_fv i_same (.matters_i(matters_i), .bit_i(flit_i[k]), .expected_i(expected_i[k]));
  end

endmodule

// In a module of its own: Yosys 0.23 refuses a labelled assertion in a generate block.
module same_bit_fv (
  input logic matters_i,
  input logic bit_i,
  input logic expected_i
);

  always_comb begin : properties
    if (matters_i) a_unchanged: assert (bit_i == expected_i);
  end

endmodule

`default_nettype wire
