// star_router_sva.sv: what a star router promises over time. Bound to every instance.
//
// At each edge it holds the outputs and the report against what went in at the edge before. It
// keeps accounts: every packet taken owes copies, to the PE and over the ports, every head that
// comes out pays one. A router with nothing to do may be left unclocked: "before" is the previous
// edge that it saw. Children are found here by asking the neighbours for their parents.
`default_nettype none

module star_router_sva #(
  parameter int unsigned Order = 4,
  parameter int unsigned Flits = 1,
  parameter int unsigned Slots = 1
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
  input logic [2*(Order-1)-1:0]                     lost_q  // the last packet found no slot
);

  localparam int unsigned NumPorts   = Order - 1;
  localparam int unsigned NumLanes   = 2 * NumPorts;
  localparam int unsigned LaneWidth  = noc_pkg::FlitWidth;
  localparam int unsigned CountWidth = noc_pkg::CountWidth;

  logic [NumLanes*LaneWidth-1:0] before_q;       // what went in at the edge before
  logic                          dead_q;         // and how the router was then
  logic [NumPorts-1:0]           dead_link_q;
  logic                          scheduled_q;
  logic                          seen_q;         // there was such an edge, out of reset
  logic                          cut_q;          // links have been dead: ports keep no accounts

  // Accounts; written here and nowhere read but in the next round.
  int unsigned                   place_q [0:NumLanes-1];   // flits of the packet coming in
  logic                          bad_q [0:NumLanes-1];     // it will not be taken
  logic                          missed_q [0:NumLanes-1];    // it was lost on entry, and reported
  logic [LaneWidth-1:0]          head_q [0:NumLanes-1];
  int unsigned                   sent_q [0:NumLanes-1];    // flits of the packet going out
  int unsigned                   owed_pe_q;
  int unsigned                   owed_ports_q;
  logic [star_pkg::ErrorsWidth-1:0] crc_errors_q;
  logic [star_pkg::ErrorsWidth-1:0] misdirected_q;

  // CRC-8 by parity: which bits of a flit, its own CRC's one among them, make each bit of the CRC.
  // The k-th of the others leaves the remainder of x^(8+k).
  function automatic logic [LaneWidth-1:0] parity_mask(input int crc_bit);
    logic [7:0] left;
    left = 8'h80;  // so that bit 0 leaves x^8
    parity_mask = '0;
    for (int k = 0; k < LaneWidth; k++) begin
      if (k < noc_pkg::CrcLow || k >= noc_pkg::CrcLow + noc_pkg::CrcWidth) begin
        left = {left[6:0], 1'b0} ^ (left[7] ? 8'h07 : 8'h00);
        parity_mask[k] = left[crc_bit];
      end
    end
    parity_mask[noc_pkg::CrcLow+crc_bit] = 1'b1;
  endfunction
  localparam logic [LaneWidth-1:0] Parity0 = parity_mask(0);
  localparam logic [LaneWidth-1:0] Parity1 = parity_mask(1);
  localparam logic [LaneWidth-1:0] Parity2 = parity_mask(2);
  localparam logic [LaneWidth-1:0] Parity3 = parity_mask(3);
  localparam logic [LaneWidth-1:0] Parity4 = parity_mask(4);
  localparam logic [LaneWidth-1:0] Parity5 = parity_mask(5);
  localparam logic [LaneWidth-1:0] Parity6 = parity_mask(6);
  localparam logic [LaneWidth-1:0] Parity7 = parity_mask(7);

  function automatic logic has_good_crc(input logic [LaneWidth-1:0] flit);
    has_good_crc = !((^(flit & Parity0)) | (^(flit & Parity1)) | (^(flit & Parity2))
                   | (^(flit & Parity3)) | (^(flit & Parity4)) | (^(flit & Parity5))
                   | (^(flit & Parity6)) | (^(flit & Parity7)));
  endfunction

  function automatic logic is_child(
      input int unsigned port, input logic [star_pkg::PermWidth-1:0] address,
      input logic [star_pkg::TreeWidth-1:0] tree
  );
    logic [star_pkg::PermWidth-1:0] beside;
    logic [star_pkg::PermWidth-1:0] up;
    beside = star_pkg::hop(address, port);
    up = star_tree_pkg::parent(rule_i, beside, tree + star_pkg::TreeWidth'(1),
                               star_tree_pkg::ports_of(Order));
    is_child = up[star_pkg::SymbolWidth*(port+1)]
        && star_tree_pkg::is_below_source(beside, star_tree_pkg::ports_of(Order));
  endfunction

  // Copies that a packet owes to the ports, above them the one that it owes to the PE.
  function automatic logic [NumPorts:0] copies_of(
      input int unsigned lane, input logic [LaneWidth-1:0] head
  );
    logic [star_pkg::PermWidth-1:0] address;
    logic [star_pkg::PermWidth-1:0] up;
    logic [star_pkg::TreeWidth-1:0] tree;
    logic [star_pkg::SymbolWidth-1:0] next;
    address = star_pkg::PermWidth'(head);
    tree = star_pkg::TreeWidth'(head >> star_pkg::PermWidth);
    next = star_pkg::SymbolWidth'(head);
    copies_of = '0;
    if (noc_pkg::flit_kind(head) == noc_pkg::Flood) begin
      up = star_tree_pkg::parent(rule_i, address, tree + star_pkg::TreeWidth'(1),
                                 star_tree_pkg::ports_of(Order));
      if (lane < NumPorts) begin
        copies_of[lane] = 1'b1;
      end else if (32'(tree) < NumPorts
                   && star_tree_pkg::is_below_source(address, star_tree_pkg::ports_of(Order))
                   && up[star_pkg::SymbolWidth*(lane-NumPorts+1)]) begin
        copies_of[NumPorts] = 1'b1;
        for (int unsigned port = 0; port < NumPorts; port++) begin
          copies_of[port] = is_child(port, address, tree);
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
  always_ff @(posedge clk_i) begin : check
    logic [LaneWidth-1:0] flit;
    logic [NumPorts:0]    copies;
    logic                 is_good;
    logic                 filled;
    logic                 begun;     // a packet was taken or a head came out
    logic                 was_quiet; // nothing was owed
    flit = '0;
    copies = '0;
    is_good = 1'b0;
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
      crc_errors_q = rst_ni ? crc_errors_q : '0;
      misdirected_q = rst_ni ? misdirected_q : '0;
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        place_q[lane] = 0;
        sent_q[lane] = 0;
        bad_q[lane] = 1'b0;
        missed_q[lane] = 1'b0;
      end
    end else begin
      // What went in at the edge before, and what it is worth.
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        flit = before_q[lane*LaneWidth +: LaneWidth];
        if (lane >= NumPorts && dead_link_q[lane-NumPorts]) begin
          place_q[lane] = 0;
          flit = '0;
        end
        if (noc_pkg::flit_valid(flit)) begin
          is_good = has_good_crc(flit);
          if (is_good && noc_pkg::flit_head(flit)) begin
            if (place_q[lane] != 0) begin
              if (bad_q[lane]) crc_errors_q = crc_errors_q + 1;
              a_cut_reported: assert (violation_o[noc_pkg::BrokenWorm] && violation_in_o[lane])
                else $error("lane %0d: a head inside a packet, not reported", lane);
            end
            place_q[lane] = 0;
            bad_q[lane] = 1'b0;
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
            bad_q[lane] = 1'b1;
          end
          if (place_q[lane] != 0 || noc_pkg::flit_head(flit) || !is_good) begin
            place_q[lane] = place_q[lane] + 1;
            if (is_good && noc_pkg::flit_tail(flit) != (place_q[lane] == Flits)) begin
              a_length_reported: assert (violation_o[noc_pkg::BrokenWorm]
                                         && violation_in_o[lane])
                else $error("lane %0d: not a packet of %0d flits, not reported", lane, Flits);
              if (bad_q[lane]) crc_errors_q = crc_errors_q + 1;
              place_q[lane] = 0;
            end else if (place_q[lane] == Flits) begin
              place_q[lane] = 0;
              if (!missed_q[lane] && bad_q[lane]) begin
                crc_errors_q = crc_errors_q + 1;
              end else if (!missed_q[lane]) begin
                copies = copies_of(lane, head_q[lane]);
                if (copies == '0) begin
                  misdirected_q = misdirected_q + 1;
                  a_refusal_reported: assert (violation_o[noc_pkg::NoRoute]
                                              && violation_in_o[lane])
                    else $error("lane %0d: packet %h has no way, not reported", lane,
                                head_q[lane]);
                end
                if (copies[NumPorts]) owed_pe_q = owed_pe_q + 1;
                owed_ports_q = owed_ports_q + $countones(copies[NumPorts-1:0]);
                begun = 1'b1;
              end
            end
          end
        end
      end

      // What has come out.
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        flit = out_lane_o[lane*LaneWidth +: LaneWidth];
        if (lane >= NumPorts && dead_link_q[lane-NumPorts]) begin
          a_dead_link_is_silent: assert (flit == '0)
            else $error("dead link %0d carries %h", lane - NumPorts, flit);
          sent_q[lane] = 0;
        end else if (noc_pkg::flit_valid(flit)) begin
          filled = 1'b1;
          a_crc_leaves_right: assert (has_good_crc(flit))
            else $error("lane %0d: flit %h leaves with a bad CRC", lane, flit);
          if (noc_pkg::flit_head(flit)) begin
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
          a_framed: assert ((noc_pkg::flit_head(flit) == (sent_q[lane] == 0)
                             && noc_pkg::flit_tail(flit) == (sent_q[lane] == Flits - 1))
                            || (cut_q && lane >= NumPorts))
            else $error("lane %0d: flit %h is number %0d of %0d", lane, flit, sent_q[lane] + 1,
                        Flits);
          sent_q[lane] = noc_pkg::flit_tail(flit) ? 0 : sent_q[lane] + 1;
        end else begin
          a_no_gap: assert (sent_q[lane] == 0 || cut_q)
            else $error("lane %0d: a packet stops after %0d of %0d flits", lane, sent_q[lane],
                        Flits);
          sent_q[lane] = 0;
        end
      end

      if (cut_q) owed_ports_q = 0;
      if (begun && scheduled_q && was_quiet) begin
        a_at_once: assert (violation_o[noc_pkg::Waited]
                           || (owed_pe_q == 0 && owed_ports_q == 0))
          else $error("packets wait, not reported: owed %0d to the PE and %0d to ports",
                      owed_pe_q, owed_ports_q);
      end
      if (!busy_o) begin
        a_nothing_lost: assert (owed_pe_q == 0 && owed_ports_q == 0)
          else $error("not busy, but owes %0d packets to the PE and %0d to ports", owed_pe_q,
                      owed_ports_q);
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
      for (int unsigned port = 0; port < NumPorts; port++) begin
        a_room: assert (32'(max_stored_o[port*CountWidth +: CountWidth]) <= Slots)
          else $error("port %0d held %0d packets in %0d slots", port,
                      max_stored_o[port*CountWidth +: CountWidth], Slots);
      end
    end
  end
  /* verilator lint_on BLKSEQ */
  /*verilator tracing_on*/

  always_ff @(posedge clk_i) begin : note
    before_q    <= in_lane_i;
    dead_q      <= dead_i;
    dead_link_q <= dead_link_i;
    scheduled_q <= scheduled_i;
    seen_q      <= rst_ni;
    cut_q       <= rst_ni && (cut_q || dead_link_i != '0);
  end

endmodule

bind star_router star_router_sva #(.Order(Order), .Flits(Flits), .Slots(Slots)) i_sva (.*);

`default_nettype wire
