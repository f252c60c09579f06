// noc_pkg.sv: the words that routers, checkers and wave views share: flit, lane, violation, state.
//
// A flit is one 64-bit word, most significant field first. A router's lanes are flat vectors of
// such words; the functions below name the fields of one lane. A lane without a flit is all zero.
`default_nettype none

package noc_pkg;

  localparam int unsigned KindWidth    = 4;
  localparam int unsigned AddressWidth = 13;
  localparam int unsigned TagWidth     = 13;
  localparam int unsigned LagWidth     = 13;  // c, the low bits of a certificate's payload
  localparam int unsigned StreamWidth  = 18;  // n, above it
  localparam int unsigned PayloadWidth = LagWidth + StreamWidth;
  localparam int unsigned FlitWidth    = 3 + KindWidth + AddressWidth + TagWidth + PayloadWidth;

  // Trees of more than 2**AddressWidth addresses have wider ones, and tags as wide, at the cost of
  // the payload: an address begins below the marks in any case.
  localparam int unsigned AddressEnd       = PayloadWidth + TagWidth + AddressWidth;
  localparam int unsigned MostAddressWidth = 20;

  // Where several lanes share a link, the top bits of the destination name the flit's lane there.
  localparam int unsigned LaneWidth = 3;
  localparam int unsigned LaneLow   = AddressEnd - LaneWidth;

  // Tables of addresses are flat, with one entry every EntryWidth bits so that software can
  // write them as 16-bit words, or of 32 bits where addresses are wider than 15.
  localparam int unsigned EntryWidth = 16;
  function automatic int unsigned entry_width(input int unsigned address_width);
    entry_width = (address_width < EntryWidth) ? EntryWidth : 2 * EntryWidth;
  endfunction

  // Tables of links likewise, one number every LinkWidth bits.
  localparam int unsigned LinkWidth = 8;
  // Star graphs: 36 bits of content in a flit, the low ones in the payload, the high ones in the
  // destination, and above them a CRC.
  localparam int unsigned ContentWidth     = 36;
  localparam int unsigned ContentHighLow   = PayloadWidth + TagWidth;
  localparam int unsigned ContentHighWidth = ContentWidth - PayloadWidth;
  localparam int unsigned CrcLow           = ContentHighLow + ContentHighWidth;
  localparam int unsigned CrcWidth         = 8;
  // Counts of packets in a queue.
  localparam int unsigned CountWidth = 16;

  typedef enum logic [KindWidth-1:0] {
    Idle        = 4'd0,  // no flit
    Data        = 4'd1,  // one flit of a PE's message
    End         = 4'd2,  // last flit of the last message of a round
    Tap         = 4'd3,  // wake-up call of the Shoulder-Tap protocol, carries s
    Token       = 4'd4,  // Transmission-Certification, phase 1
    Certificate = 4'd5,  // Transmission-Certification, phase 2, carries {n, c}
    Order       = 4'd6,  // Transmission-Certification, phase 3, carries s
    Flood       = 4'd7,  // fat tree: to every output but the branch that it came from
    Copies      = 4'd8,  // fat tree: the destination says at which levels a copy turns down
    Combine     = 4'd9,  // an operand on its way up a tree: combine_pkg
    Result      = 4'd10, // what all operands give, on its way down
    Merge       = 4'd11  // fat tree: flits for one leaf that meet become one
  } flit_kind_e;

  typedef struct packed {
    logic                    valid;
    flit_kind_e              kind;
    logic                    head;         // first flit of its message: chooses the way
    logic                    tail;         // last flit of its message: closes the way
    logic [AddressWidth-1:0] destination;  // looked at in heads only
    logic [TagWidth-1:0]     tag;          // PE that the message is about
    logic [PayloadWidth-1:0] payload;      // flit number, s, or {n, c}
  } flit_t;

  // What a PE is doing; routers do not know it, waves show it.
  typedef enum logic [3:0] {
    Dormant     = 4'd0,  // nothing received yet
    Polling     = 4'd1,  // waits for the certificates of its children
    Certified   = 4'd2,  // has certified, waits for its order
    Scheduled   = 4'd3,  // knows when to transmit
    Relaying    = 4'd4,  // has nothing of its own (left) to send
    Dispatching = 4'd5,  // the root of a scatter
    Collecting  = 4'd6,  // the root of a gather, takes in messages
    Done        = 4'd7   // has all that it waits for
  } pe_state_e;

  // Lanes of a router: its own PE, its parent, then its children.
  localparam int unsigned OwnLane        = 0;
  localparam int unsigned ParentLane     = 1;
  localparam int unsigned FirstChildLane = 2;

  // Bits of a violation report.
  localparam int unsigned ViolationWidth = 8;
  localparam int unsigned Collision      = 0;  // two flits for one output
  localparam int unsigned SecondSend     = 1;  // single-port: flits for two links at once
  localparam int unsigned SecondReceive  = 2;  // single-port: flits from two links at once
  localparam int unsigned NoRoute        = 3;  // a head with nowhere to go
  localparam int unsigned BrokenWorm     = 4;  // a body without head, or a head inside a message
  localparam int unsigned Waited         = 5;  // a packet had to wait where the schedule lets none
  localparam int unsigned Overflow       = 6;  // no room in a queue and no back pressure
  localparam int unsigned Mismatch       = 7;  // operands that do not belong together, or lack some

  // Orders in which a fat tree's switch takes the packets of a step.
  localparam int unsigned PolicyWidth = 3;
  localparam int unsigned UpFirst     = 0;  // links from the parent, then children in order
  localparam int unsigned LocalFirst  = 1;  // children in order, then links from the parent
  localparam int unsigned RoundRobin  = 2;  // the first input moves on by one
  localparam int unsigned RandomOrder = 3;  // first input and direction are drawn

  function automatic logic flit_valid(input logic [FlitWidth-1:0] lane);
    flit_valid = lane[FlitWidth-1];
  endfunction

  function automatic logic [KindWidth-1:0] flit_kind(input logic [FlitWidth-1:0] lane);
    flit_kind = KindWidth'(lane >> (AddressEnd + 2));
  endfunction

  function automatic logic flit_head(input logic [FlitWidth-1:0] lane);
    flit_head = lane[AddressEnd+1];
  endfunction

  function automatic logic flit_tail(input logic [FlitWidth-1:0] lane);
    flit_tail = lane[AddressEnd];
  endfunction

  function automatic logic [AddressWidth-1:0] flit_destination(input logic [FlitWidth-1:0] lane);
    flit_destination = AddressWidth'(lane >> (PayloadWidth + TagWidth));
  endfunction

  function automatic logic [TagWidth-1:0] flit_tag(input logic [FlitWidth-1:0] lane);
    flit_tag = TagWidth'(lane >> PayloadWidth);
  endfunction

endpackage

`default_nettype wire
