// pebble - route decoder of one input port (dimension order, x before y).
// Ports, clockwise: 0 east, 1 south, 2 west, 3 north, 4 local. y grows southwards.
// CAN marks the outputs that this input may use; anything else leaves at the local port.
module pebble_xy #(
  parameter       CW  = 4,
  parameter [4:0] CAN = 5'b11111
) (
  input  logic [CW-1:0] my_x,
  input  logic [CW-1:0] my_y,
  input  logic [CW-1:0] dst_x,
  input  logic [CW-1:0] dst_y,
  output logic [4:0]    want        // one-hot
);
  logic       same_x;
  logic [4:0] ideal, legal;

  assign same_x   = dst_x == my_x;
  assign ideal[0] = dst_x > my_x;
  assign ideal[2] = dst_x < my_x;
  assign ideal[1] = same_x && dst_y > my_y;
  assign ideal[3] = same_x && dst_y < my_y;
  assign ideal[4] = same_x && dst_y == my_y;
  assign legal    = ideal & CAN;
  assign want     = legal != 5'd0 ? legal : 5'b10000;
endmodule
