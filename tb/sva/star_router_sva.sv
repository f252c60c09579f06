// star_router_sva.sv: what a star router promises over time. Bound to every instance.
//
// At each edge it holds the outputs and the report against what went in at the edge before. It
// keeps accounts: every packet taken owes copies, to the PE and over the ports, every head that
// comes out pays one. A router with nothing to do may be left unclocked: "before" is the previous
// edge that it saw. Next hops are those of star_tree_pkg, whose parents and children are proved to
// be each other's inverse; the CRC is reckoned here in another way than in the router.
//
// A router that cuts through owes copies when a head has come. What it still owes of a packet that
// turns out to be wrong it may keep to itself: once it is idle, it owes no more than that.
`default_nettype none

module star_router_sva #(
  parameter int unsigned Order = 4,
  parameter int unsigned Flits = 1,
  parameter int unsigned Slots = 1,
  parameter int unsigned Stages = 0,
  parameter int unsigned CutThrough = 0,
  localparam int unsigned NumStages = (Stages == 0) ? 1 : Stages
) (
  input logic                                       clk_i,
  input logic                                       rst_ni,
  input logic                                       rule_i,
  input logic                                       scheduled_i,
  input logic                                       dead_i,
  input logic [Order-2:0]                           dead_link_i,
  input logic [2*(Order-1)*noc_pkg::FlitWidth-1:0]  in_lane_i,
  input logic [2*(Order-1)*noc_pkg::FlitWidth-1:0]  out_lane_o,
  input logic                                       busy_o,
  input logic [noc_pkg::ViolationWidth-1:0]         violation_o,
  input logic [2*(Order-1)-1:0]                     violation_in_o,
  input logic [2*(Order-1)-1:0]                     violation_out_o,
  input logic [(Order-1)*noc_pkg::CountWidth-1:0]   max_stored_o,
  input logic [star_pkg::ErrorsWidth-1:0]           crc_errors_o,
  input logic [star_pkg::ErrorsWidth-1:0]           misdirected_o,
  // A register of the router: reports name inputs for all kinds of violation together.
  input logic [2*(Order-1)-1:0]                     lost_q,  // the last packet found no slot
  // Another: what is on its way to the links, last come lowest.
  input logic [NumStages*(Order-1)*noc_pkg::FlitWidth-1:0] stage_q
);

  localparam bit          Cuts       = CutThrough == 1 && Flits > 1;
  localparam logic [noc_pkg::CrcWidth-1:0] Marked = '1;  // remainder of a flit known to be wrong
  localparam int unsigned NumPorts   = Order - 1;
  localparam int unsigned NumLanes   = 2 * NumPorts;
  localparam int unsigned FlitWidth  = noc_pkg::FlitWidth;
  localparam int unsigned CountWidth = noc_pkg::CountWidth;
  localparam int unsigned LinksWidth = NumPorts * FlitWidth;

  logic                          dead_q;         // how the router was at the edge before
  logic [NumPorts-1:0]           dead_link_q;
  logic                          scheduled_q;
  logic                          seen_q;         // there was such an edge, out of reset
  logic                          cut_q;          // links have been dead: ports keep no accounts

  // What the router has decided to send: with stages it is in the first of them.
  logic [NumLanes*FlitWidth-1:0] decided;
  assign decided = (Stages == 0) ? out_lane_o
                                 : {stage_q[LinksWidth-1:0], out_lane_o[LinksWidth-1:0]};
  logic [NumStages*LinksWidth-1:0] late_q;  // that of links at the edges before, last come lowest

  // Accounts; written here and nowhere read but in the next round.
  logic [NumLanes-1:0]           in_q;                     // lanes that had a flit
  logic [FlitWidth-1:0]          before_q [0:NumLanes-1];  // that flit
  int unsigned                   place_q [0:NumLanes-1];   // flits of the packet coming in
  logic                          bad_q [0:NumLanes-1];     // it will not be taken
  logic                          missed_q [0:NumLanes-1];    // it was lost on entry, and reported
  logic                          found_q [0:NumLanes-1];   // its first error was marked before
  logic [NumPorts:0]             begun_q [0:NumLanes-1];   // cut through: copies that it owed
  int unsigned                   spared_pe_q;     // copies owed of packets that were wrong
  int unsigned                   spared_ports_q;
  logic [FlitWidth-1:0]          head_q [0:NumLanes-1];
  int unsigned                   sent_q [0:NumLanes-1];    // flits of the packet going out
  logic [NumLanes-1:0]           inside_q;                 // there are such
  int unsigned                   owed_pe_q;
  int unsigned                   owed_ports_q;
  logic [star_pkg::ErrorsWidth-1:0] crc_errors_q;
  logic [star_pkg::ErrorsWidth-1:0] misdirected_q;

  // CRC-8: the remainder of a flit whose CRC stands last, 0 if it is good. All that is left is
  // divided at once: x^32 = x^4 + x^2 + x, x^16 = x^4 + x^2 + 1, x^8 = x^2 + x + 1.
  function automatic logic [noc_pkg::CrcWidth-1:0] remainder_of(input logic [FlitWidth-1:0] flit);
    logic [63:0] left;
    left = {flit[63:57], flit[48:0], flit[56:49]};
    left = 64'(left[31:0]) ^ (64'(left[63:32]) << 4) ^ (64'(left[63:32]) << 2)
                           ^ (64'(left[63:32]) << 1);
    left = 64'(left[15:0]) ^ (64'(left[63:16]) << 4) ^ (64'(left[63:16]) << 2) ^ (left >> 16);
    left = 64'(left[7:0]) ^ (64'(left[63:8]) << 2) ^ (64'(left[63:8]) << 1) ^ (left >> 8);
    left = 64'(left[7:0]) ^ (64'(left[63:8]) << 2) ^ (64'(left[63:8]) << 1) ^ (left >> 8);
    left = 64'(left[7:0]) ^ (64'(left[63:8]) << 2) ^ (64'(left[63:8]) << 1) ^ (left >> 8);
    remainder_of = left[7:0];
  endfunction

  // That is linear: it is right if it is for each bit alone, dividing bit by bit.
  function automatic logic is_divided_well();
    logic [7:0] left;
    left = 8'h80;  // so that bit 0 leaves x^8
    is_divided_well = 1'b1;
    for (int k = 0; k < FlitWidth; k++) begin
      if (k < noc_pkg::CrcLow || k >= noc_pkg::CrcLow + noc_pkg::CrcWidth) begin
        left = {left[6:0], 1'b0} ^ (left[7] ? 8'h07 : 8'h00);
        if (remainder_of(FlitWidth'(1) << k) != left) is_divided_well = 1'b0;
      end else if (remainder_of(FlitWidth'(1) << k) != 8'h01 << (k - noc_pkg::CrcLow)) begin
        is_divided_well = 1'b0;
      end
    end
  endfunction
  if (!is_divided_well()) begin : gen_bad_division
    $error("star_router_sva: the remainder is not that of x^8 + x^2 + x + 1");
  end

  // Copies that a packet owes to the ports, above them the one that it owes to the PE.
  function automatic logic [NumPorts:0] copies_of(
      input int unsigned lane, input logic [FlitWidth-1:0] head
  );
    logic [star_pkg::PermWidth-1:0]        address;
    logic [star_tree_pkg::MatrixWidth-1:0] symbols;
    logic [star_tree_pkg::MatrixWidth-1:0] places;
    logic [star_tree_pkg::RowWidth-1:0]    ports;
    logic [star_tree_pkg::RowWidth-1:0]    up;
    logic [star_tree_pkg::RowWidth-1:0]    down;
    logic [star_pkg::TreeWidth-1:0]        tree;
    logic [star_pkg::SymbolWidth-1:0]      next;
    address = star_pkg::PermWidth'(head);
    tree = star_pkg::TreeWidth'(head >> star_pkg::PermWidth);
    next = star_pkg::SymbolWidth'(head);
    ports = star_tree_pkg::ports_of(Order);
    symbols = '0;
    places = '0;
    up = '0;
    down = '0;
    copies_of = '0;
    if (noc_pkg::flit_kind(head) == noc_pkg::Flood) begin
      if (lane < NumPorts) begin
        copies_of[lane] = 1'b1;
      end else begin
        symbols = star_tree_pkg::symbols_of(address, ports);
        if (32'(tree) < NumPorts && star_tree_pkg::is_below_source(symbols, ports)) begin
          places = star_tree_pkg::places_of(address, ports);
          up = star_tree_pkg::parent(rule_i, symbols, places, tree, ports);
          if (up[lane-NumPorts+1]) begin
            down = star_tree_pkg::children(rule_i, symbols, places, tree, ports);
            copies_of = {1'b1, NumPorts'(down >> 1)};
          end
        end
      end
    end else if (noc_pkg::flit_kind(head) == noc_pkg::Data && 32'(next) <= NumPorts) begin
      if (next == '0) copies_of[NumPorts] = lane >= NumPorts;
      else if (lane >= NumPorts) copies_of[32'(next)-1] = 32'(next) != lane - NumPorts + 1;
      else copies_of[32'(next)-1] = 32'(next) == lane + 1;
    end
  endfunction

  /*verilator tracing_off*/
  /* verilator lint_off BLKSEQ */  // one block keeps the accounts and reads them
  // A packet is no more. Its error counts where it is found, unless it is lost, too.
  task automatic count_error(input logic is_bad, input logic is_missed, input logic is_found);
    if (is_bad && !is_missed && !(Cuts && is_found)) crc_errors_q = crc_errors_q + 1;
  endtask

  task automatic owe(input logic [NumPorts:0] copies);
    if (copies[NumPorts]) owed_pe_q = owed_pe_q + 1;
    owed_ports_q = owed_ports_q + $countones(copies[NumPorts-1:0]);
  endtask

  task automatic spare(input logic [NumPorts:0] copies);
    if (Cuts) begin
      if (copies[NumPorts]) spared_pe_q = spared_pe_q + 1;
      spared_ports_q = spared_ports_q + $countones(copies[NumPorts-1:0]);
    end
  endtask

  always_ff @(posedge clk_i) begin : check
    logic [FlitWidth-1:0] flit;
    logic [NumPorts:0]    copies;
    logic                 is_good;
    logic                 is_cut;    // the packet that was coming in breaks off
    logic                 filled;
    logic                 begun;     // a packet was taken or a head came out
    logic                 was_quiet; // nothing was owed
    flit = '0;
    copies = '0;
    is_good = 1'b0;
    is_cut = 1'b0;
    filled = 1'b0;
    begun = 1'b0;
    was_quiet = owed_pe_q == 0 && owed_ports_q == 0;
    if (!rst_ni || !seen_q || dead_q) begin
      if (rst_ni && seen_q) begin
        a_dead_is_silent: assert (out_lane_o == '0 && !busy_o && violation_o == '0)
          else $error("a dead router shows %h, violation %b", out_lane_o, violation_o);
      end
      owed_pe_q = 0;
      owed_ports_q = 0;
      spared_pe_q = 0;
      spared_ports_q = 0;
      crc_errors_q = rst_ni ? crc_errors_q : '0;
      misdirected_q = rst_ni ? misdirected_q : '0;
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        place_q[lane] = 0;
        sent_q[lane] = 0;
        bad_q[lane] = 1'b0;
        missed_q[lane] = 1'b0;
        found_q[lane] = 1'b0;
        begun_q[lane] = '0;
      end
      inside_q = '0;
      late_q = '0;
    end else begin
      // What went in at the edge before, and what it is worth.
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        is_cut = 1'b0;
        if (lane >= NumPorts && dead_link_q[lane%NumPorts]) begin
          is_cut = place_q[lane] != 0;
          place_q[lane] = 0;
        end else if (Cuts && !in_q[lane] && place_q[lane] != 0) begin
          is_cut = 1'b1;
          count_error(bad_q[lane], missed_q[lane], found_q[lane]);
          place_q[lane] = 0;
          a_gap_reported: assert (violation_o[noc_pkg::BrokenWorm] && violation_in_o[lane])
            else $error("lane %0d: a flit is missing in a packet, not reported", lane);
        end else if (in_q[lane]) begin
          flit = before_q[lane];
          is_good = remainder_of(flit) == '0;
          if (is_good && noc_pkg::flit_head(flit)) begin
            if (place_q[lane] != 0) begin
              spare(begun_q[lane]);
              count_error(bad_q[lane], missed_q[lane], found_q[lane]);
              a_cut_reported: assert (violation_o[noc_pkg::BrokenWorm] && violation_in_o[lane])
                else $error("lane %0d: a head inside a packet, not reported", lane);
            end
            place_q[lane] = 0;
            bad_q[lane] = 1'b0;
            found_q[lane] = 1'b0;
            begun_q[lane] = '0;
            head_q[lane] = flit;
            missed_q[lane] = lost_q[lane];
            if (lost_q[lane]) begin
              a_overflow_reported: assert (violation_o[noc_pkg::Overflow] && violation_in_o[lane])
                else $error("lane %0d: packet %h lost, not reported", lane, flit);
            end
          end else if (is_good && place_q[lane] == 0) begin
            a_body_reported: assert (violation_o[noc_pkg::BrokenWorm] && violation_in_o[lane])
              else $error("lane %0d: a body flit without its head, not reported", lane);
          end else if (!is_good) begin
            if (place_q[lane] == 0) missed_q[lane] = 1'b0;
            if (Cuts) begin
              if (place_q[lane] == 0) begun_q[lane] = '0;
              if (place_q[lane] == 0 || !bad_q[lane]) found_q[lane] = remainder_of(flit) == Marked;
              spare(begun_q[lane]);
              begun_q[lane] = '0;
            end
            bad_q[lane] = 1'b1;
          end
          if (place_q[lane] != 0 || noc_pkg::flit_head(flit) || !is_good) begin
            place_q[lane] = place_q[lane] + 1;
            if (is_good && noc_pkg::flit_tail(flit) != (place_q[lane] == Flits)) begin
              a_length_reported: assert (violation_o[noc_pkg::BrokenWorm]
                                         && violation_in_o[lane])
                else $error("lane %0d: not a packet of %0d flits, not reported", lane, Flits);
              count_error(bad_q[lane], missed_q[lane], found_q[lane]);
              place_q[lane] = 0;
              is_cut = 1'b1;
            end else if (place_q[lane] == Flits) begin
              place_q[lane] = 0;
              count_error(bad_q[lane], missed_q[lane], found_q[lane]);
              if (!missed_q[lane] && !bad_q[lane]) begin
                copies = copies_of(lane, head_q[lane]);
                if (copies == '0) begin
                  misdirected_q = misdirected_q + 1;
                  a_refusal_reported: assert (violation_o[noc_pkg::NoRoute]
                                              && violation_in_o[lane])
                    else $error("lane %0d: packet %h has no way, not reported", lane,
                                head_q[lane]);
                end
                if (!Cuts) begin
                  owe(copies);
                  begun = 1'b1;
                end
              end
            end else if (Cuts && is_good && place_q[lane] == 1 && !missed_q[lane]) begin
              begun_q[lane] = copies_of(lane, flit);
              owe(begun_q[lane]);
              begun = 1'b1;
            end
          end
        end
        if (is_cut) begin
          spare(begun_q[lane]);
          begun_q[lane] = '0;
        end
      end

      // What has come out.
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        if (lane >= NumPorts && dead_link_q[lane%NumPorts]) begin
          flit = decided[lane*FlitWidth +: FlitWidth];
          a_dead_link_is_silent: assert (flit == '0)
            else $error("dead link %0d carries %h", lane - NumPorts, flit);
          sent_q[lane] = 0;
          inside_q[lane] = 1'b0;
        end else if (decided[lane*FlitWidth+FlitWidth-1]) begin
          flit = decided[lane*FlitWidth +: FlitWidth];
          filled = 1'b1;
          is_good = remainder_of(flit) == '0;
          a_crc_leaves_right: assert (is_good || (Cuts && remainder_of(flit) == Marked))
            else $error("lane %0d: flit %h leaves with a bad CRC", lane, flit);
          if (noc_pkg::flit_head(flit) && (is_good || !Cuts)) begin
            if (lane < NumPorts) begin
              a_nothing_delivered_twice: assert (owed_pe_q != 0)
                else $error("lane %0d: packet %h delivered, none is owed", lane, flit);
              if (owed_pe_q != 0) owed_pe_q = owed_pe_q - 1;
            end else if (!cut_q) begin
              a_nothing_made: assert (owed_ports_q != 0)
                else $error("lane %0d: packet %h sent, none is owed", lane, flit);
              if (owed_ports_q != 0) owed_ports_q = owed_ports_q - 1;
            end
            begun = 1'b1;
          end
          // A link that comes back to life may begin inside a packet.
          // The marks of a wrong flit say nothing, but it is not the first of its packet.
          a_framed: assert ((Cuts && !is_good ? sent_q[lane] != 0
                             : noc_pkg::flit_head(flit) == (sent_q[lane] == 0)
                               && noc_pkg::flit_tail(flit) == (sent_q[lane] == Flits - 1))
                            || (cut_q && lane >= NumPorts))
            else $error("lane %0d: flit %h is number %0d of %0d", lane, flit, sent_q[lane] + 1,
                        Flits);
          sent_q[lane] = sent_q[lane] + 1;
          if (Cuts && !is_good ? sent_q[lane] >= Flits : noc_pkg::flit_tail(flit)) begin
            sent_q[lane] = 0;
          end
          inside_q[lane] = sent_q[lane] != 0;
        end else if (inside_q[lane]) begin
          a_no_gap: assert (cut_q)
            else $error("lane %0d: a packet stops after %0d of %0d flits", lane, sent_q[lane],
                        Flits);
          sent_q[lane] = 0;
          inside_q[lane] = 1'b0;
        end
      end

      // Links have it Stages edges later.
      if (Stages != 0) begin
        for (int unsigned port = 0; port < NumPorts; port++) begin
          flit = late_q[(NumStages-1)*LinksWidth+port*FlitWidth +: FlitWidth];
          if (dead_link_q[port]) flit = '0;
          a_late: assert (out_lane_o[(NumPorts+port)*FlitWidth +: FlitWidth] == flit)
            else $error("port %0d sends %h, %0d edges before it was %h", port,
                        out_lane_o[(NumPorts+port)*FlitWidth +: FlitWidth], Stages, flit);
        end
        late_q = (NumStages*LinksWidth)'({late_q, decided[LinksWidth +: LinksWidth]});
        a_stages: assert (stage_q == late_q)
          else $error("stages hold %h in place of %h", stage_q, late_q);
        a_busy_with_stages: assert (busy_o || late_q == '0)
          else $error("not busy with flits on their way to links");
      end

      if (cut_q) owed_ports_q = 0;
      if (begun && scheduled_q && was_quiet) begin
        a_at_once: assert (violation_o[noc_pkg::Waited]
                           || (owed_pe_q == 0 && owed_ports_q == 0))
          else $error("packets wait, not reported: owed %0d to the PE and %0d to ports",
                      owed_pe_q, owed_ports_q);
      end
      if (!busy_o) begin
        a_nothing_lost: assert (owed_pe_q <= spared_pe_q && owed_ports_q <= spared_ports_q)
          else $error("not busy, but owes %0d packets to the PE and %0d to ports", owed_pe_q,
                      owed_ports_q);
        if (Cuts) begin
          owed_pe_q = 0;
          owed_ports_q = 0;
        end
        spared_pe_q = 0;
        spared_ports_q = 0;
        a_busy: assert (!filled && violation_o == '0)
          else $error("not busy with flits on its lanes or violation %b", violation_o);
      end
      if (violation_o != '0) begin
        a_report_names_inputs: assert (violation_in_o != '0)
          else $error("violation %b by no input, outputs %b", violation_o, violation_out_o);
      end
      a_crc_errors_counted: assert (crc_errors_o == crc_errors_q)
        else $error("%0d packets with bad CRC, counted %0d", crc_errors_q, crc_errors_o);
      a_misdirected_counted: assert (misdirected_o == misdirected_q)
        else $error("%0d packets without a way, counted %0d", misdirected_q, misdirected_o);
      if (begun) begin
        for (int unsigned port = 0; port < NumPorts; port++) begin
          a_room: assert (32'(max_stored_o[port*CountWidth +: CountWidth]) <= Slots)
            else $error("port %0d held %0d packets in %0d slots", port,
                        max_stored_o[port*CountWidth +: CountWidth], Slots);
        end
      end
    end

    // What goes in at this edge.
    in_q = '0;
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      if (in_lane_i[lane*FlitWidth+FlitWidth-1]) begin
        in_q[lane] = 1'b1;
        before_q[lane] = in_lane_i[lane*FlitWidth +: FlitWidth];
      end
    end
    dead_q = dead_i;
    dead_link_q = dead_link_i;
    scheduled_q = scheduled_i;
    seen_q = rst_ni;
    cut_q = rst_ni && (cut_q || dead_link_i != '0);
  end
  /* verilator lint_on BLKSEQ */
  /*verilator tracing_on*/

endmodule

bind star_router star_router_sva #(
  .Order(Order), .Flits(Flits), .Slots(Slots), .Stages(Stages), .CutThrough(CutThrough)
) i_sva (.*);

`default_nettype wire
