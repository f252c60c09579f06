// star_pkg.sv: packets of a star graph: their fields, their CRC and what a hop does to a head.
//
// The content of a flit is its 36 bits beside valid, kind, head, tail, tag and CRC. A broadcast
// head (kind Flood) holds {packet number, tree, address}, a routed head (kind Data) {tree, route}.
// The address is that of the node that the head comes to, relative to the source: the symbol at
// position q (from 0) in bits 3q, symbols from 0. The route is a list of ports + 1, the next one
// lowest; 0 ends it. Port p swaps positions 0 and p + 1, tree t has symbol t + 1 for its own.
`default_nettype none

package star_pkg;

  localparam int unsigned MaxOrder     = 7;
  localparam int unsigned SymbolWidth  = 3;
  localparam int unsigned PermWidth    = MaxOrder * SymbolWidth;
  localparam int unsigned TreeWidth    = SymbolWidth;
  localparam int unsigned NumberWidth  = 12;
  localparam int unsigned RouteWidth   = 11 * SymbolWidth;
  localparam int unsigned ErrorsWidth  = 32;  // counts of dropped packets

  function automatic logic [noc_pkg::ContentWidth-1:0] content_of(
      input logic [noc_pkg::FlitWidth-1:0] flit
  );
    content_of = {noc_pkg::ContentHighWidth'(flit >> noc_pkg::ContentHighLow),
                  noc_pkg::PayloadWidth'(flit)};
  endfunction

  function automatic logic [noc_pkg::CrcWidth-1:0] crc_of(
      input logic [noc_pkg::FlitWidth-1:0] flit
  );
    crc_of = noc_pkg::CrcWidth'(flit >> noc_pkg::CrcLow);
  endfunction

  // CRC-8, polynomial x^8 + x^2 + x + 1, initial value 0, highest bit first. Each line divides by
  // the polynomial a part of what is left: x^32 = x^4 + x^2 + x, x^16 = x^4 + x^2 + 1, x^8.
  function automatic logic [noc_pkg::CrcWidth-1:0] crc_of_covered(input logic [55:0] covered);
    logic [31:0] left;
    logic [31:0] high;
    high = 32'(covered[55:32]);
    left = (covered[31:0] ^ (high << 4)) ^ ((high << 2) ^ (high << 1));
    high = 32'(left[31:16]);
    left = (32'(left[15:0]) ^ (high << 4)) ^ ((high << 2) ^ high);
    left = left << 8;
    high = 32'(left[31:16]);
    left = (32'(left[15:0]) ^ (high << 4)) ^ ((high << 2) ^ high);
    high = 32'(left[31:8]);
    left = (32'(left[7:0]) ^ (high << 2)) ^ ((high << 1) ^ high);
    high = 32'(left[31:8]);
    left = (32'(left[7:0]) ^ (high << 2)) ^ ((high << 1) ^ high);
    crc_of_covered = left[7:0];
  endfunction

  // Whether a flit carries the CRC of its other bits.
  function automatic logic is_intact(input logic [noc_pkg::FlitWidth-1:0] flit);
    is_intact = crc_of_covered({flit[noc_pkg::FlitWidth-1:noc_pkg::CrcLow+noc_pkg::CrcWidth],
                                flit[noc_pkg::CrcLow-1:0]})
              == crc_of(flit);
  endfunction

  // A flit that is known to be wrong. All bits of its CRC are inverted, which as an even number is
  // the CRC's change by no odd number of bit errors: the polynomial has the factor x + 1.
  function automatic logic [noc_pkg::FlitWidth-1:0] marked(
      input logic [noc_pkg::FlitWidth-1:0] flit
  );
    marked = flit;
    marked[noc_pkg::CrcLow +: noc_pkg::CrcWidth] =
        ~crc_of_covered({flit[noc_pkg::FlitWidth-1:noc_pkg::CrcLow+noc_pkg::CrcWidth],
                         flit[noc_pkg::CrcLow-1:0]});
  endfunction

  function automatic logic is_marked(input logic [noc_pkg::FlitWidth-1:0] flit);
    is_marked = flit == marked(flit);
  endfunction

  // The marked flit without content that stands for one that never came: valid, all else 0.
  localparam logic [63:0] Nothing = 64'h80ea_0000_0000_0000;

  // The flit with other content. The CRC moves by the CRC of the difference, so that damage done
  // inside a router stays visible.
  function automatic logic [noc_pkg::FlitWidth-1:0] with_content(
      input logic [noc_pkg::FlitWidth-1:0] flit, input logic [noc_pkg::ContentWidth-1:0] content
  );
    logic [noc_pkg::ContentWidth-1:0] change;
    change = content ^ content_of(flit);
    with_content = flit;
    with_content[noc_pkg::ContentHighLow +: noc_pkg::ContentHighWidth] =
        content[noc_pkg::ContentWidth-1:noc_pkg::PayloadWidth];
    with_content[noc_pkg::PayloadWidth-1:0] = content[noc_pkg::PayloadWidth-1:0];
    with_content[noc_pkg::CrcLow +: noc_pkg::CrcWidth] = crc_of(flit)
        ^ crc_of_covered(56'({change[noc_pkg::ContentWidth-1:noc_pkg::PayloadWidth],
                                        noc_pkg::TagWidth'(0),
                                        change[noc_pkg::PayloadWidth-1:0]}));
  endfunction

  // Address after a hop over a port: positions 0 and port + 1 swap.
  function automatic logic [PermWidth-1:0] hop(
      input logic [PermWidth-1:0] address, input int unsigned port
  );
    logic [SymbolWidth-1:0] change;
    change = SymbolWidth'(address) ^ SymbolWidth'(address >> (SymbolWidth * (port + 1)));
    hop = address ^ PermWidth'(change) ^ (PermWidth'(change) << (SymbolWidth * (port + 1)));
  endfunction

  // What a hop over a port does to the CRC: by bit of the two symbols that swap, if it flips in
  // both. Port 0's bit 0 lowest. (Yosys 0.23 evaluates no functions here; star_crc_fv does.)
  localparam logic [(MaxOrder-1)*SymbolWidth*8-1:0] HopCrcs =
      144'hbe5fac_ca65b1_47a050_b45a2d_0987c0_fc7e3f;

  // A head that leaves by a port: a route without its first step, the address of a broadcast after
  // the hop. The CRC moves by that of the bits that change. The first needs no port, and is done
  // before one is chosen.
  function automatic logic [noc_pkg::FlitWidth-1:0] routed_on(
      input logic [noc_pkg::FlitWidth-1:0] head
  );
    logic [noc_pkg::ContentWidth-1:0] content;
    content = content_of(head);
    routed_on = head;
    if (noc_pkg::flit_kind(head) != noc_pkg::Flood) begin
      content[RouteWidth-1:0] = content[RouteWidth-1:0] >> SymbolWidth;
      routed_on = with_content(head, content);
    end
  endfunction

  function automatic logic [noc_pkg::FlitWidth-1:0] flooded_on(
      input logic [noc_pkg::FlitWidth-1:0] head, input int unsigned port
  );
    logic [SymbolWidth-1:0]       change;
    logic [noc_pkg::CrcWidth-1:0] crc;
    change = '0;
    if (noc_pkg::flit_kind(head) == noc_pkg::Flood) begin
      change = SymbolWidth'(head) ^ SymbolWidth'(head >> (SymbolWidth * (port + 1)));
    end
    crc = '0;
    for (int unsigned b = 0; b < SymbolWidth; b++) begin
      if (change[b]) begin
        crc = crc ^ HopCrcs[(port*SymbolWidth+b)*noc_pkg::CrcWidth +: noc_pkg::CrcWidth];
      end
    end
    flooded_on = head ^ noc_pkg::FlitWidth'(change)
        ^ (noc_pkg::FlitWidth'(change) << (SymbolWidth * (port + 1)))
        ^ (noc_pkg::FlitWidth'(crc) << noc_pkg::CrcLow);
  endfunction

endpackage

`default_nettype wire
