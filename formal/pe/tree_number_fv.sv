// tree_number_fv.sv: the number of the lane in a set of one, of every lane; combinational.
`default_nettype none

module tree_number_fv (
  input logic [7:0] lane_i
);

  logic [tree_pkg::MaxLanes-1:0]    set;
  logic [tree_pkg::NumberWidth-1:0] number;
  assign set    = tree_pkg::MaxLanes'(1) << lane_i;
  assign number = tree_pkg::number_of(set);

  always_comb begin : properties
    a_number: assert (32'(lane_i) >= tree_pkg::MaxLanes || number == lane_i);
    a_number_of_none: assert (set != '0 || number == '0);

    c_first: cover (set != '0 && number == 8'd0);
    c_last: cover (number == 8'd129);
    c_none: cover (set == '0);
  end

endmodule

`default_nettype wire
