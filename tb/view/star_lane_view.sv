// star_lane_view.sv: the fields of a star graph's flit on one lane, by name.
`default_nettype none

module star_lane_view (
  input logic [noc_pkg::FlitWidth-1:0] lane_i
);

  // One name for a flit: heads by how their packet finds its way.
  typedef enum logic [2:0] {
    NoFlit        = 3'd0,
    BroadcastHead = 3'd1,
    RoutedHead    = 3'd2,
    BroadcastBody = 3'd3,
    RoutedBody    = 3'd4,
    WrongCrc      = 3'd5
  } star_kind_e;

  star_kind_e                         kind;
  logic                               valid;
  logic                               broadcast;
  logic                               head;
  logic                               tail;
  logic [noc_pkg::TagWidth-1:0]       source;   // all ones: no flit
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
  assign source    = valid ? noc_pkg::TagWidth'(lane_i >> noc_pkg::PayloadWidth) : '1;
  assign intact    = !valid || star_pkg::is_intact(lane_i);
  assign tree      = !head     ? '0
                   : broadcast ? content[star_pkg::PermWidth +: star_pkg::TreeWidth]
                               : content[star_pkg::RouteWidth +: star_pkg::TreeWidth];
  assign address   = broadcast ? content[star_pkg::PermWidth-1:0] : '0;
  assign route     = (head && !broadcast) ? content[star_pkg::RouteWidth-1:0] : '0;
  assign number    = (head && !broadcast) ? '0 : content[noc_pkg::ContentWidth-1 -: 12];
  assign place     = head ? '0 : content[23:20];

  always_comb begin
    kind = NoFlit;
    if (valid) begin
      kind = broadcast ? (head ? BroadcastHead : BroadcastBody)
                       : (head ? RoutedHead : RoutedBody);
      if (!intact) kind = WrongCrc;
    end
  end

endmodule

`default_nettype wire
