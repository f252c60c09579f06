// violation_view.sv: a router's violation report by name.
`default_nettype none

module violation_view (
  input logic [noc_pkg::ViolationWidth-1:0] violation_i
);

  // One name for what went wrong; of several things at once, the first in this list.
  typedef enum logic [3:0] {
    NoViolation       = 4'd0,
    FlitsCollide      = 4'd1,
    SendsTwice        = 4'd2,
    ReceivesTwice     = 4'd3,
    HasNoRoute        = 4'd4,
    MessageIsBroken   = 4'd5,
    PacketWaited      = 4'd6,
    QueueOverflows    = 4'd7,
    OperandsMismatch  = 4'd8
  } violation_e;

  violation_e violation;
  always_comb begin
    violation = NoViolation;
    if (violation_i[noc_pkg::Waited])        violation = PacketWaited;
    if (violation_i[noc_pkg::Overflow])      violation = QueueOverflows;
    if (violation_i[noc_pkg::Mismatch])      violation = OperandsMismatch;
    if (violation_i[noc_pkg::BrokenWorm])    violation = MessageIsBroken;
    if (violation_i[noc_pkg::NoRoute])       violation = HasNoRoute;
    if (violation_i[noc_pkg::SecondReceive]) violation = ReceivesTwice;
    if (violation_i[noc_pkg::SecondSend])    violation = SendsTwice;
    if (violation_i[noc_pkg::Collision])     violation = FlitsCollide;
  end

endmodule

`default_nettype wire
