// star_router.sv: store-and-forward router of a star graph's node, with n - 1 ports.
//
// Lanes 0 to n-2 are the PE's own, one a port; lane n-1+p is the link of port p. A packet is Flits
// flits. When its tail is in in_lane_i at an edge, its head is in out_lane_o of all its next ports
// after that edge: a packet step is Flits cycles. What the PE puts into own lane p leaves by port
// p; what is delivered leaves by the own lane of the port that it came in by, as it came. A
// broadcast packet (star_pkg) goes to the PE and to all children in its tree at once; a routed one
// to the next port of its route, or to the PE.
//
// Each input holds up to Slots packets, the oldest goes first, by each of its ports as soon as that
// is free; links before own lanes, lower ports before higher ones. A packet holds its place from
// its tail's arrival to the edge, included, at which it has begun to leave by its last port; a head
// that finds no place loses its packet (Overflow). With scheduled_i, waiting is reported once a
// packet (Waited). No back pressure. A packet with a bad CRC is dropped and counted. So is one
// without a way (NoRoute): a broadcast over a port that does not lead to the node's parent in its
// tree, a route that turns back or, from the PE, does not begin with the lane's port.
`default_nettype none

module star_router #(
  parameter int unsigned Order  = 4,  // n
  parameter int unsigned Flits  = 1,
  parameter int unsigned Slots  = 1,
  parameter int unsigned Tables = 0   // 1: next hops from a table instead of by rules
) (
  input  logic                                    clk_i,
  input  logic                                    rst_ni,

  input  logic                                    rule_i,       // trees by rule 0: P, 1: Q
  input  logic                                    scheduled_i,  // no packet should have to wait
  input  logic                                    dead_i,       // takes and sends nothing
  input  logic [Order-2:0]                        dead_link_i,  // passes nothing either way

  input  logic [2*(Order-1)*noc_pkg::FlitWidth-1:0] in_lane_i,
  output logic [2*(Order-1)*noc_pkg::FlitWidth-1:0] out_lane_o,

  output logic                                    busy_o,  // an output is not zero or one will be
  output logic [noc_pkg::ViolationWidth-1:0]      violation_o,
  output logic [2*(Order-1)-1:0]                  violation_in_o,   // input lanes involved
  output logic [2*(Order-1)-1:0]                  violation_out_o,  // output lanes involved

  output logic [(Order-1)*noc_pkg::CountWidth-1:0] max_stored_o,  // packets, by port
  output logic [star_pkg::ErrorsWidth-1:0]        crc_errors_o,   // packets
  output logic [star_pkg::ErrorsWidth-1:0]        misdirected_o   // packets without a way
);

  if (Order < 3 || Order > star_pkg::MaxOrder) begin : gen_bad_order
    $error("star_router: Order must be 3 to 7, got %0d", Order);
  end
  if (Flits < 1 || Flits > 16) begin : gen_bad_flits
    $error("star_router: Flits must be 1 to 16, got %0d", Flits);
  end
  if (Slots < 1 || Slots > 64) begin : gen_bad_slots
    $error("star_router: Slots must be 1 to 64, got %0d", Slots);
  end
  if (Tables > 1) begin : gen_bad_tables
    $error("star_router: Tables must be 0 or 1, got %0d", Tables);
  end

  localparam int unsigned NumPorts    = Order - 1;
  localparam int unsigned NumLanes    = 2 * NumPorts;
  localparam int unsigned LaneWidth   = noc_pkg::FlitWidth;
  localparam int unsigned PlaceWidth  = (Flits > 1) ? $clog2(Flits) : 1;  // of a flit in its packet
  localparam int unsigned SlotWidth   = (Slots > 1) ? $clog2(Slots) : 1;
  localparam int unsigned HeldWidth   = $clog2(Slots + 1);
  localparam int unsigned SourceWidth = $clog2(NumPorts + 1);
  localparam int unsigned OwnSource   = NumPorts;      // a port's source beside the links
  localparam int unsigned NumWays     = NumPorts + 1;  // the ports, then the PE
  localparam int unsigned CountWidth  = noc_pkg::CountWidth;
  localparam int unsigned ErrorsWidth = star_pkg::ErrorsWidth;
  // A flit's address in the store: {port, slot, place}.
  localparam int unsigned PlaceBits = $clog2(Flits);
  localparam int unsigned SlotBits  = $clog2(Slots);
  localparam int unsigned PortSpan  = 1 << (SlotBits + PlaceBits);
  localparam int unsigned StoreBits = $clog2(NumPorts * PortSpan);
  localparam int unsigned StoreSize = 1 << StoreBits;  // all that can be addressed
  localparam int unsigned WaysBits  = $clog2(NumLanes << SlotBits);
  localparam int unsigned WaysSize  = 1 << WaysBits;

  // Inputs, a field a lane.
  logic [NumLanes-1:0]             open_q;     // a packet is coming in
  logic [NumLanes-1:0]             lost_q;     // it found no slot
  logic [NumLanes-1:0]             damaged_q;  // a flit of it had a bad CRC, and it is not lost
  logic [NumLanes-1:0]             astray_q;   // it has no way
  logic [NumLanes*PlaceWidth-1:0]  place_q;    // of its next flit
  logic [NumLanes*HeldWidth-1:0]   held_q;     // packets that have not begun to leave by all ways
  logic [NumLanes*SlotWidth-1:0]   oldest_q;   // slot of the first of them
  logic [NumLanes*SlotWidth-1:0]   newest_q;   // slot of the packet that comes in
  logic [NumWays-1:0]              ways_q [0:WaysSize-1];  // ways still to begin, {lane, slot}
  logic [LaneWidth-1:0]            link_store_q [0:StoreSize-1];
  logic [LaneWidth-1:0]            own_store_q [0:StoreSize-1];

  // Outputs, a field a lane.
  logic [NumLanes*PlaceWidth-1:0]  next_q;    // place of the flit to send, 0: no packet under way
  logic [NumPorts*SourceWidth-1:0] source_q;  // of a port: the link, or OwnSource
  logic [NumLanes*SlotWidth-1:0]   slot_q;

  // Next hops: {lies below the source and came from its parent, ports to the children}.
  localparam int unsigned RowWidth  = star_table_pkg::RowWidth;
  localparam int unsigned RuleWidth = star_table_pkg::RuleWidth;
  localparam int unsigned NumRows   = (Tables == 1) ? star_table_pkg::factorial(Order) : 1;
  logic [NumRows*RowWidth-1:0] rows;
  if (Tables == 1) begin : gen_table
    star_tree_table #(.Order(Order)) i_table (.table_o(rows));
  end else begin : gen_rules
    assign rows = '0;
    logic unused;  // the table's place
    assign unused = &{1'b0, rows};
  end

  function automatic logic [NumPorts:0] hops_from(
      input int unsigned port, input logic [star_pkg::PermWidth-1:0] address,
      input logic [star_pkg::TreeWidth-1:0] tree
  );
    logic [star_pkg::PermWidth-1:0] ports;
    logic [star_pkg::PermWidth-1:0] up;
    logic [star_pkg::PermWidth-1:0] down;
    logic [RuleWidth-1:0]           half;
    int unsigned                    row;
    ports = star_tree_pkg::ports_of(Order);
    hops_from = '0;
    half = '0;
    up = '0;
    down = '0;
    row = 0;
    if (32'(tree) < NumPorts && star_tree_pkg::is_below_source(address, ports)) begin
      if (Tables == 1) begin
        // Of its own: newer Verilators warn of calls within an index.
        row = 32'(star_table_pkg::rank_of(
            star_table_pkg::turned_back(address, tree, Order), Order));
        half = RuleWidth'(rows[RowWidth*row +: RowWidth] >> (rule_i ? RuleWidth : 0));
        up = star_table_pkg::parent(star_pkg::SymbolWidth'(half), tree, Order);
        down = star_table_pkg::children(
            star_table_pkg::MaskWidth'(half >> star_pkg::SymbolWidth), tree, Order);
      end else begin
        up = star_tree_pkg::parent(rule_i, address, tree + star_pkg::TreeWidth'(1), ports);
        down = star_tree_pkg::children(rule_i, address, tree + star_pkg::TreeWidth'(1), ports);
      end
    end
    for (int unsigned p = 0; p < NumPorts; p++) begin
      hops_from[p] = down[star_pkg::SymbolWidth*(p+1)];
    end
    hops_from[NumPorts] = up[star_pkg::SymbolWidth*(port+1)];
  endfunction

  // Ways of a packet by its head; none: it is astray.
  function automatic logic [NumWays-1:0] ways_of(
      input int unsigned lane, input logic [LaneWidth-1:0] head
  );
    logic [star_pkg::SymbolWidth-1:0] step_to;  // port + 1
    step_to = star_pkg::SymbolWidth'(star_pkg::content_of(head));
    ways_of = '0;
    if (noc_pkg::flit_kind(head) == noc_pkg::Flood) begin
      if (lane < NumPorts) begin
        ways_of[lane] = 1'b1;
      end else begin
        ways_of = hops_from(
            lane - NumPorts, star_pkg::PermWidth'(star_pkg::content_of(head)),
            star_pkg::TreeWidth'(star_pkg::content_of(head) >> star_pkg::PermWidth));
        if (!ways_of[NumPorts]) ways_of = '0;
      end
    end else if (noc_pkg::flit_kind(head) == noc_pkg::Data) begin
      if (lane < NumPorts) begin
        ways_of[lane] = 32'(step_to) == lane + 1;
      end else if (step_to == '0) begin
        ways_of[NumPorts] = 1'b1;
      end else if (32'(step_to) <= NumPorts && 32'(step_to) != lane - NumPorts + 1) begin
        ways_of[32'(step_to)-1] = 1'b1;
      end
    end
  endfunction

  function automatic logic [StoreBits-1:0] store_at(
      input int unsigned port, input logic [SlotWidth-1:0] slot,
      input logic [PlaceWidth-1:0] place
  );
    store_at = StoreBits'(PortSpan * port);
    if (Slots > 1) store_at = store_at | (StoreBits'(slot) << PlaceBits);
    if (Flits > 1) store_at = store_at | StoreBits'(place);
  endfunction

  /*verilator tracing_off*/  // locals of the step: a wave shows ports and registers
  always_ff @(posedge clk_i) begin : step
    logic [NumLanes-1:0]                open;
    logic [NumLanes-1:0]                lost;
    logic [NumLanes-1:0]                damaged;
    logic [NumLanes-1:0]                astray;
    logic [NumLanes*PlaceWidth-1:0]     places;
    logic [NumLanes*HeldWidth-1:0]      helds;
    logic [NumLanes*SlotWidth-1:0]      oldest;
    logic [NumLanes*SlotWidth-1:0]      newest;
    logic [NumLanes*PlaceWidth-1:0]     nexts;
    logic [NumPorts*SourceWidth-1:0]    sources;
    logic [NumLanes*SlotWidth-1:0]      slots;
    logic [NumWays-1:0]                 wanted [0:NumLanes-1];  // by the oldest packet
    logic [LaneWidth-1:0]               heads [0:NumLanes-1];   // of it
    logic [NumWays-1:0]                 chosen [0:NumLanes-1];  // by the head that comes in
    logic [StoreBits-1:0]               stored_at [0:NumLanes-1];
    logic [NumLanes-1:0]                stored;     // inputs with a flit to keep
    logic [NumLanes-1:0]                begun;      // it is a head
    logic [NumLanes-1:0]                leaving;    // inputs with such a packet
    logic [NumLanes-1:0]                completed;  // inputs that a packet has come in by
    logic [NumPorts*NumWays-1:0]        asked;      // ways of the links' oldest packets
    logic [LaneWidth-1:0]               flit;
    logic [NumWays-1:0]                 ways;
    logic [PlaceWidth-1:0]              place;
    logic [HeldWidth-1:0]               held;
    logic [SlotWidth-1:0]               slot;
    logic [SourceWidth-1:0]             source;
    logic                               intact;
    logic                               found;
    logic                               filled;     // some output has a flit
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [NumLanes-1:0]                involved_in;
    logic [NumLanes-1:0]                involved_out;
    logic [ErrorsWidth-1:0]             crc_errors;
    logic [ErrorsWidth-1:0]             misdirected;

    open         = open_q;
    lost         = lost_q;
    damaged      = damaged_q;
    astray       = astray_q;
    places       = place_q;
    helds        = held_q;
    oldest       = oldest_q;
    newest       = newest_q;
    nexts        = next_q;
    sources      = source_q;
    slots        = slot_q;
    stored       = '0;
    begun        = '0;
    leaving      = '0;
    completed    = '0;
    asked        = '0;
    flit         = '0;
    ways         = '0;
    place        = '0;
    held         = '0;
    slot         = '0;
    source       = '0;
    intact       = 1'b0;
    found        = 1'b0;
    filled       = 1'b0;
    violation    = '0;
    involved_in  = '0;
    involved_out = '0;
    crc_errors   = '0;
    misdirected  = '0;

    // What comes in.
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      flit = in_lane_i[lane*LaneWidth +: LaneWidth];
      ways = '0;
      stored_at[lane] = '0;
      if (lane >= NumPorts && dead_link_i[lane%NumPorts]) begin
        open[lane] = 1'b0;
        flit = '0;
      end
      if (noc_pkg::flit_valid(flit)) begin
        intact = star_pkg::is_intact(flit);
        held = helds[lane*HeldWidth +: HeldWidth];
        slot = newest[lane*SlotWidth +: SlotWidth];

        // A packet begins with its head, or with a damaged flit: whose marks say nothing.
        if (intact && noc_pkg::flit_head(flit)) begin
          if (open[lane]) begin
            violation[noc_pkg::BrokenWorm] = 1'b1;
            involved_in[lane] = 1'b1;
            if (damaged[lane]) crc_errors = crc_errors + ErrorsWidth'(1);
          end
          open[lane] = 1'b1;
          damaged[lane] = 1'b0;
          places[lane*PlaceWidth +: PlaceWidth] = '0;
          lost[lane] = 32'(held) == Slots;
          if (lost[lane]) begin
            violation[noc_pkg::Overflow] = 1'b1;
            involved_in[lane] = 1'b1;
          end else begin
            ways = ways_of(lane, flit);
            astray[lane] = ways == '0;
          end
        end else if (!intact) begin
          if (!open[lane]) begin
            places[lane*PlaceWidth +: PlaceWidth] = '0;
            lost[lane] = 1'b0;
          end
          open[lane] = 1'b1;
          damaged[lane] = !lost[lane];  // a packet counts once: a lost one is an overflow
        end else if (!open[lane]) begin
          violation[noc_pkg::BrokenWorm] = 1'b1;
          involved_in[lane] = 1'b1;
        end

        // A packet ends at its length; a tail elsewhere breaks it.
        if (open[lane]) begin
          place = places[lane*PlaceWidth +: PlaceWidth];
          stored[lane] = !lost[lane] && !damaged[lane];
          stored_at[lane] = store_at(lane % NumPorts, slot, place);
          begun[lane] = noc_pkg::flit_head(flit);
          places[lane*PlaceWidth +: PlaceWidth] = place + PlaceWidth'(1);
          if (intact && noc_pkg::flit_tail(flit) != (32'(place) == Flits - 1)) begin
            violation[noc_pkg::BrokenWorm] = 1'b1;
            involved_in[lane] = 1'b1;
            if (damaged[lane]) crc_errors = crc_errors + ErrorsWidth'(1);
            open[lane] = 1'b0;
          end else if (32'(place) == Flits - 1) begin
            open[lane] = 1'b0;
            if (damaged[lane]) begin
              crc_errors = crc_errors + ErrorsWidth'(1);
            end else if (!lost[lane] && astray[lane]) begin
              misdirected = misdirected + ErrorsWidth'(1);
              violation[noc_pkg::NoRoute] = 1'b1;
              involved_in[lane] = 1'b1;
            end else if (!lost[lane]) begin
              completed[lane] = 1'b1;
            end
          end
        end
      end

      chosen[lane] = ways;

      // The oldest packet that has not begun to leave by all its ways.
      wanted[lane] = '0;
      heads[lane] = '0;
      slot = oldest[lane*SlotWidth +: SlotWidth];
      held = helds[lane*HeldWidth +: HeldWidth];
      if (held != '0 || completed[lane]) begin
        leaving[lane] = 1'b1;
        if (Flits == 1 && held == '0) begin
          wanted[lane] = ways;
          heads[lane] = flit;
        end else begin
          wanted[lane] = ways_q[(lane<<SlotBits)+32'(slot)];
          heads[lane] = (lane < NumPorts)
                      ? own_store_q[store_at(lane % NumPorts, slot, '0)]
                      : link_store_q[store_at(lane % NumPorts, slot, '0)];
        end
        if (lane >= NumPorts) asked[(lane%NumPorts)*NumWays +: NumWays] = wanted[lane];
        if (completed[lane]) begin
          held = held + HeldWidth'(1);
          helds[lane*HeldWidth +: HeldWidth] = held;
          newest[lane*SlotWidth +: SlotWidth] =
              (32'(newest[lane*SlotWidth +: SlotWidth]) == Slots - 1)
              ? '0 : newest[lane*SlotWidth +: SlotWidth] + SlotWidth'(1);
          if (lane >= NumPorts && !dead_i && CountWidth'(held)
              > max_stored_o[(lane%NumPorts)*CountWidth +: CountWidth]) begin
            max_stored_o[(lane%NumPorts)*CountWidth +: CountWidth] <= CountWidth'(held);
          end
        end
      end
    end

    // What goes out by the ports: the packet under way, else the head of the first that asks.
    for (int unsigned port = 0; port < NumPorts; port++) begin
      place = nexts[(NumPorts+port)*PlaceWidth +: PlaceWidth];
      slot = slots[(NumPorts+port)*SlotWidth +: SlotWidth];
      source = sources[port*SourceWidth +: SourceWidth];
      flit = '0;
      if (place != '0) begin
        if (32'(source) == OwnSource) begin
          flit = own_store_q[store_at(port, slot, place)];
        end else begin
          flit = link_store_q[store_at(32'(source), slot, place)];
        end
        nexts[(NumPorts+port)*PlaceWidth +: PlaceWidth] =
            (32'(place) == Flits - 1) ? '0 : place + PlaceWidth'(1);
      end else if (leaving != '0) begin
        found = 1'b0;
        for (int unsigned from = 0; from < NumPorts; from++) begin
          if (!found && asked[from*NumWays+port]) begin
            found = 1'b1;
            source = SourceWidth'(from);
            flit = heads[NumPorts+from];
            slot = oldest[(NumPorts+from)*SlotWidth +: SlotWidth];
            wanted[NumPorts+from][port] = 1'b0;
          end
        end
        if (!found && wanted[port][port]) begin
          found = 1'b1;
          source = SourceWidth'(OwnSource);
          flit = heads[port];
          slot = oldest[port*SlotWidth +: SlotWidth];
          wanted[port] = '0;
        end
        if (found) begin
          flit = star_pkg::sent_head(flit, port);
          sources[port*SourceWidth +: SourceWidth] = source;
          slots[(NumPorts+port)*SlotWidth +: SlotWidth] = slot;
          if (Flits > 1) nexts[(NumPorts+port)*PlaceWidth +: PlaceWidth] = PlaceWidth'(1);
        end
      end
      if (dead_link_i[port]) flit = '0;
      if (noc_pkg::flit_valid(flit)) filled = 1'b1;
      out_lane_o[(NumPorts+port)*LaneWidth +: LaneWidth] <=
          (rst_ni && !dead_i) ? flit : '0;
    end

    // What is delivered: each link has its own lane.
    for (int unsigned port = 0; port < NumPorts; port++) begin
      place = nexts[port*PlaceWidth +: PlaceWidth];
      flit = '0;
      if (place != '0) begin
        flit = link_store_q[store_at(port, slots[port*SlotWidth +: SlotWidth], place)];
        nexts[port*PlaceWidth +: PlaceWidth] =
            (32'(place) == Flits - 1) ? '0 : place + PlaceWidth'(1);
      end else if (wanted[NumPorts+port][NumPorts]) begin
        flit = heads[NumPorts+port];
        wanted[NumPorts+port][NumPorts] = 1'b0;
        slots[port*SlotWidth +: SlotWidth] = oldest[(NumPorts+port)*SlotWidth +: SlotWidth];
        if (Flits > 1) nexts[port*PlaceWidth +: PlaceWidth] = PlaceWidth'(1);
      end
      if (noc_pkg::flit_valid(flit)) filled = 1'b1;
      out_lane_o[port*LaneWidth +: LaneWidth] <= (rst_ni && !dead_i) ? flit : '0;
    end

    // What stays: ways still to begin. A packet that has begun them all gives up its place.
    if (leaving != '0) begin
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        if (leaving[lane]) begin
          held = helds[lane*HeldWidth +: HeldWidth];
          slot = oldest[lane*SlotWidth +: SlotWidth];
          if (wanted[lane] == '0) begin
            held = held - HeldWidth'(1);
            helds[lane*HeldWidth +: HeldWidth] = held;
            oldest[lane*SlotWidth +: SlotWidth] =
                (32'(slot) == Slots - 1) ? '0 : slot + SlotWidth'(1);
          end
          if (scheduled_i && completed[lane] && held != '0) begin
            violation[noc_pkg::Waited] = 1'b1;
            involved_in[lane] = 1'b1;
            involved_out[NumLanes-1:NumPorts] =
                involved_out[NumLanes-1:NumPorts] | wanted[lane][NumPorts-1:0];
            if (lane >= NumPorts && wanted[lane][NumPorts]) begin
              involved_out[lane%NumPorts] = 1'b1;
            end
          end
        end
      end
    end

    // What is kept: flits, and the ways that their packets still have to begin.
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      if (stored[lane]) begin
        if (lane < NumPorts) begin
          own_store_q[stored_at[lane]] <= in_lane_i[lane*LaneWidth +: LaneWidth];
        end else begin
          link_store_q[stored_at[lane]] <= in_lane_i[lane*LaneWidth +: LaneWidth];
        end
        if (begun[lane]) begin
          ways_q[(lane<<SlotBits)+32'(newest_q[lane*SlotWidth +: SlotWidth])] <= chosen[lane];
        end
      end
      if (leaving[lane]) begin
        ways_q[(lane<<SlotBits)+32'(oldest_q[lane*SlotWidth +: SlotWidth])] <= wanted[lane];
      end
    end

    place_q   <= places;
    oldest_q  <= oldest;
    newest_q  <= newest;
    lost_q    <= lost;
    damaged_q <= damaged;
    astray_q  <= astray;
    source_q  <= sources;
    slot_q    <= slots;
    if (!rst_ni || dead_i) begin
      open_q          <= '0;
      held_q          <= '0;
      oldest_q        <= '0;
      newest_q        <= '0;
      next_q          <= '0;
      busy_o          <= 1'b0;
      violation_o     <= '0;
      violation_in_o  <= '0;
      violation_out_o <= '0;
    end else begin
      open_q          <= open;
      held_q          <= helds;
      next_q          <= nexts;
      busy_o          <= filled || helds != '0 || nexts != '0 || violation != '0;
      violation_o     <= violation;
      violation_in_o  <= involved_in;
      violation_out_o <= involved_out;
      crc_errors_o    <= crc_errors_o + crc_errors;
      misdirected_o   <= misdirected_o + misdirected;

`ifndef YOSYS  // Yosys 0.23 does not parse the else of an assertion
      // Facts of one cycle. Lane masks read from the right: own lanes, then links.
      if (violation != '0) begin
        a_route: assert (!violation[noc_pkg::NoRoute])
          else $error("no route: a packet has no way from here, inputs %b", involved_in);
        a_worm: assert (!violation[noc_pkg::BrokenWorm])
          else $error("broken worm: not %0d flits from head to tail, inputs %b",
                      Flits, involved_in);
        a_schedule: assert (!violation[noc_pkg::Waited])
          else $error("waited: a packet met another, inputs %b, outputs %b",
                      involved_in, involved_out);
        a_room: assert (!violation[noc_pkg::Overflow])
          else $error("overflow: a packet met %0d held ones, inputs %b", Slots, involved_in);
      end
`endif
    end
    if (!rst_ni) begin
      max_stored_o  <= '0;
      crc_errors_o  <= '0;
      misdirected_o <= '0;
    end
  end
  /*verilator tracing_on*/

endmodule

`default_nettype wire
