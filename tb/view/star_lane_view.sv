// star_lane_view.sv: the fields of a star graph's flit on one lane, by name.
`default_nettype none

module star_lane_view (
  input logic [noc_pkg::FlitWidth-1:0] lane_i
);

  logic                               valid;
  logic                               broadcast;
  logic                               head;
  logic                               tail;
  logic [noc_pkg::TagWidth-1:0]       source;
  logic                               intact;   // the CRC is right
  logic [star_pkg::TreeWidth-1:0]     tree;     // of a head
  logic [star_pkg::PermWidth-1:0]     address;  // of a broadcast head, octal digits are symbols
  logic [star_pkg::RouteWidth-1:0]    route;    // of a routed head, octal digits are ports + 1
  logic [star_pkg::NumberWidth-1:0]   number;   // of the packet; not in routed heads
  logic [3:0]                         place;    // of a flit that is no head
  logic [noc_pkg::ContentWidth-1:0]   content;

  assign content   = star_pkg::content_of(lane_i);
  assign valid     = noc_pkg::flit_valid(lane_i);
  assign broadcast = valid && noc_pkg::flit_kind(lane_i) == noc_pkg::Flood;
  assign head      = noc_pkg::flit_head(lane_i);
  assign tail      = noc_pkg::flit_tail(lane_i);
  assign source    = noc_pkg::TagWidth'(lane_i >> noc_pkg::PayloadWidth);
  assign intact    = !valid || star_pkg::is_intact(lane_i);
  assign tree      = !head     ? '0
                   : broadcast ? content[star_pkg::PermWidth +: star_pkg::TreeWidth]
                               : content[star_pkg::RouteWidth +: star_pkg::TreeWidth];
  assign address   = broadcast ? content[star_pkg::PermWidth-1:0] : '0;
  assign route     = (head && !broadcast) ? content[star_pkg::RouteWidth-1:0] : '0;
  assign number    = (head && !broadcast) ? '0 : content[noc_pkg::ContentWidth-1 -: 12];
  assign place     = head ? '0 : content[23:20];

endmodule

`default_nettype wire
