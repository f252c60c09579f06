// violation_view.sv: a router's violation report by name.
`default_nettype none

module violation_view (
  input logic [noc_pkg::ViolationWidth-1:0] violation_i
);

  // One name for what went wrong; of several things at once, the first in this list.
  typedef enum logic [2:0] {
    NoViolation       = 3'd0,
    FlitsCollide      = 3'd1,
    SendsTwice        = 3'd2,
    ReceivesTwice     = 3'd3,
    HasNoRoute        = 3'd4,
    MessageIsBroken   = 3'd5,
    PacketWaited      = 3'd6,
    QueueOverflows    = 3'd7
  } violation_e;

  violation_e violation;
  always_comb begin
    violation = NoViolation;
    if (violation_i[noc_pkg::Waited])        violation = PacketWaited;
    if (violation_i[noc_pkg::Overflow])      violation = QueueOverflows;
    if (violation_i[noc_pkg::BrokenWorm])    violation = MessageIsBroken;
    if (violation_i[noc_pkg::NoRoute])       violation = HasNoRoute;
    if (violation_i[noc_pkg::SecondReceive]) violation = ReceivesTwice;
    if (violation_i[noc_pkg::SecondSend])    violation = SendsTwice;
    if (violation_i[noc_pkg::Collision])     violation = FlitsCollide;
  end

endmodule

`default_nettype wire
