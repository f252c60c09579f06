// axis_pkg.sv: the way that the head of an AXI4-Stream's packet takes in a torus.
`default_nettype none

package axis_pkg;

  // Signed hops along one dimension, the shorter way round; half way round, upwards.
  function automatic logic [torus_pkg::HopsWidth-1:0] hops_between(
      input logic [torus_pkg::CoordinateWidth-1:0] from,
      input logic [torus_pkg::CoordinateWidth-1:0] to,
      input logic [torus_pkg::CoordinateWidth-1:0] side
  );
    logic [torus_pkg::CoordinateWidth-1:0] upwards;
    logic [torus_pkg::CoordinateWidth-1:0] downwards;
    upwards   = (to < from) ? to - from + side : to - from;
    downwards = (to > from) ? from - to + side : from - to;
    hops_between = (upwards <= downwards)
                   ? torus_pkg::HopsWidth'(upwards)
                   : torus_pkg::HopsWidth'(8'd0 - downwards);
  endfunction

  // The channel of the first hop, as a set of one: of the lowest dimension that has any, downwards
  // where they are negative. No hops at all: channel 0.
  function automatic logic [2*torus_pkg::MaxDimensions-1:0] first_channel(
      input logic [torus_pkg::MaxDimensions*torus_pkg::HopsWidth-1:0] hops
  );
    first_channel = 8'd1;
    for (int unsigned d = torus_pkg::MaxDimensions; d > 0; d--) begin
      if (hops[(d-1)*torus_pkg::HopsWidth +: torus_pkg::HopsWidth] != '0) begin
        first_channel = hops[d*torus_pkg::HopsWidth-1] ? 8'd2 << (2 * d - 2) : 8'd1 << (2 * d - 2);
      end
    end
  endfunction

endpackage

`default_nettype wire
