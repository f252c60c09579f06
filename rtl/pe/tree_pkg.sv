// tree_pkg.sv: how routers of trees number their lanes.
`default_nettype none

package tree_pkg;

  // Sets of lanes are as wide as the largest router needs, of 65 links and a lane of the PE each.
  localparam int unsigned MaxLanes    = 130;
  localparam int unsigned NumberWidth = 8;

  // By bit of a lane's number, the lanes that have it.
  function automatic logic [NumberWidth*MaxLanes-1:0] lanes_by_bit();
    for (int unsigned b = 0; b < NumberWidth; b++) begin
      for (int unsigned lane = 0; lane < MaxLanes; lane++) begin
        lanes_by_bit[b*MaxLanes+lane] = (lane >> b & 1) != 0;
      end
    end
  endfunction
  localparam logic [NumberWidth*MaxLanes-1:0] LanesByBit = lanes_by_bit();

  // The number of the lane in a set of one; 0 of none.
  function automatic logic [NumberWidth-1:0] number_of(input logic [MaxLanes-1:0] set);
    for (int unsigned b = 0; b < NumberWidth; b++) begin
      number_of[b] = (set & LanesByBit[b*MaxLanes +: MaxLanes]) != '0;
    end
  endfunction

endpackage

`default_nettype wire
