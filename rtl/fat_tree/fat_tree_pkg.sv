// fat_tree_pkg.sv: how nodes of a fat tree read a flit, and what a switch draws for random order.
`default_nettype none

package fat_tree_pkg;

  // Whether a flit is for one leaf, which its destination names.
  function automatic logic is_for_one(input logic [noc_pkg::FlitWidth-1:0] flit);
    is_for_one = noc_pkg::flit_kind(flit) != noc_pkg::Flood
                 && noc_pkg::flit_kind(flit) != noc_pkg::Copies;
  endfunction

  // George Marsaglia's xorshift, 16 bits: never 0, period 65535.
  function automatic logic [15:0] next_draw(input logic [15:0] draw);
    next_draw = (draw == '0) ? 16'd1 : draw;
    next_draw = next_draw ^ (next_draw << 7);
    next_draw = next_draw ^ (next_draw >> 9);
    next_draw = next_draw ^ (next_draw << 8);
  endfunction

endpackage

`default_nettype wire
