// star_router_view.sv: names the lanes of a star router for waves. Bound to every one.
`default_nettype none

module star_router_view #(
  parameter int unsigned Order = 4
) (
  input logic [2*(Order-1)*noc_pkg::FlitWidth-1:0] in_lane_i,
  input logic [2*(Order-1)*noc_pkg::FlitWidth-1:0] out_lane_o,
  input logic [noc_pkg::ViolationWidth-1:0]        violation_o
);

  violation_view reported (.violation_i(violation_o));

  localparam int unsigned NumPorts  = Order - 1;
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth;

  for (genvar p = 0; p < NumPorts; p++) begin : port
    localparam int unsigned Lane = NumPorts + p;
    star_lane_view own_in    (.lane_i(in_lane_i[p*FlitWidth +: FlitWidth]));
    star_lane_view delivered (.lane_i(out_lane_o[p*FlitWidth +: FlitWidth]));
    star_lane_view from      (.lane_i(in_lane_i[Lane*FlitWidth +: FlitWidth]));
    star_lane_view to        (.lane_i(out_lane_o[Lane*FlitWidth +: FlitWidth]));
  end

endmodule

bind star_router star_router_view #(.Order(Order)) view (.*);

`default_nettype wire
