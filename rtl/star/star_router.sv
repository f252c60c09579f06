// star_router.sv: store-and-forward or cut-through router of a star graph's node, n - 1 ports.
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
//
// With CutThrough, of packets of several flits, a packet leaves when its head has come: the head is
// in out_lane_o after the edge at which it is in in_lane_i, if the ports are free, and the flits
// behind it follow edge by edge. Heads are judged before they leave; what is wrong behind one shows
// when it is too late. So a flit with a bad CRC goes on marked (star_pkg::marked): its CRC is wrong
// in a way that no odd number of bit errors makes. Routers and PEs behind refuse the packet, and
// none but the router that found the error counts it. A packet that breaks off, by a head or tail
// in the wrong place, a missing flit or a link that dies, ends in marked flits without content, so
// that all packets on a link are Flits flits long. Ways that a wrong packet has not begun are given
// up. A packet holds its place from its head's arrival on, and is misdirected as it ends.
//
// With Stages, what leaves by a port takes so many cycles more, the PE's packets too; what is
// delivered does not. Reports come as without.
//
// With ClockEnable registers load only in cycles that can change something: out of the last one
// busy_o is high, a flit comes in, a packet under way in dies with its link or the router, or reset
// is low. There is no PayloadWidth: the CRC covers the 64 bits of a flit, and payload beyond them
// would cross links unprotected.
`default_nettype none

module star_router #(
  parameter int unsigned Order  = 4,  // n
  parameter int unsigned Flits  = 1,
  parameter int unsigned Slots  = 1,
  parameter int unsigned Tables = 0,  // 1: next hops from a table instead of by rules
  parameter int unsigned ClockEnable = 0,  // 1 or 0
  parameter int unsigned Stages = 0,  // further registers of every link's output
  parameter int unsigned CutThrough = 0  // 1: heads do not wait for their tails
) (
  input  logic                                    clk_i,
  input  logic                                    rst_ni,

  input  logic                                    rule_i,       // trees by rule 0: P, 1: Q
  input  logic                                    scheduled_i,  // no packet should have to wait
  input  logic                                    dead_i,       // takes and sends nothing
  input  logic [Order-2:0]                        dead_link_i,  // passes nothing either way

  input  logic [2*(Order-1)*noc_pkg::FlitWidth-1:0] in_lane_i,
  output logic [2*(Order-1)*noc_pkg::FlitWidth-1:0] out_lane_o,

  output logic                                    busy_o,  // an output or report is set or will be
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
  if (ClockEnable > 1) begin : gen_bad_clock_enable
    $error("star_router: ClockEnable must be 0 or 1, got %0d", ClockEnable);
  end

  if (Stages > 7) begin : gen_bad_stages
    $error("star_router: Stages must be 0 to 7, got %0d", Stages);
  end
  if (CutThrough > 1) begin : gen_bad_cut_through
    $error("star_router: CutThrough must be 0 or 1, got %0d", CutThrough);
  end

  localparam bit          Cuts        = CutThrough == 1 && Flits > 1;  // one flit is head and tail
  localparam int unsigned NumPorts    = Order - 1;
  localparam int unsigned NumLanes    = 2 * NumPorts;
  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth;
  localparam int unsigned PlaceWidth  = (Flits > 1) ? $clog2(Flits) : 1;  // of a flit in its packet
  localparam int unsigned SlotWidth   = (Slots > 1) ? $clog2(Slots) : 1;
  localparam int unsigned HeldWidth   = $clog2(Slots + 1);
  localparam int unsigned SourceWidth = $clog2(NumPorts + 1);
  localparam int unsigned OwnSource   = NumPorts;      // a port's source beside the links
  localparam int unsigned NumWays     = NumPorts + 1;  // the ports, then the PE
  localparam int unsigned CountWidth  = noc_pkg::CountWidth;
  localparam int unsigned ErrorsWidth = star_pkg::ErrorsWidth;
  localparam int unsigned LowWidth    = $clog2(NumLanes + 1);  // counts errors of a step
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
  logic [NumLanes-1:0]             taken_q;    // cut through: it has begun to leave, or is held
  logic [NumLanes-1:0]             found_q;    // likewise: its error was found before, and counted
  logic [NumLanes*PlaceWidth-1:0]  place_q;    // of its next flit
  logic [NumLanes*HeldWidth-1:0]   held_q;     // packets that have not begun to leave by all ways
  logic [NumLanes*SlotWidth-1:0]   oldest_q;   // slot of the first of them
  logic [NumLanes*SlotWidth-1:0]   newest_q;   // slot of the packet that comes in
  logic [NumWays-1:0]              ways_q [0:WaysSize-1];  // ways still to begin, {lane, slot}
  logic [FlitWidth-1:0]            link_store_q [0:StoreSize-1];
  logic [FlitWidth-1:0]            own_store_q [0:StoreSize-1];

  // Outputs, a field a lane.
  logic [NumLanes*PlaceWidth-1:0]  next_q;    // place of the flit to send, 0: no packet under way
  logic [NumPorts*SourceWidth-1:0] source_q;  // of a port: the link, or OwnSource
  logic [NumLanes*SlotWidth-1:0]   slot_q;
  logic [NumLanes-1:0]             live_q;     // cut through: the packet is still coming in
  logic [NumLanes-1:0]             ended_q;    // likewise: it has broken off

  // Flits for links on their way through the stages, those that came last lowest. Without stages
  // there are none; Yosys knows no vector without bits.
  localparam int unsigned NumStages  = (Stages == 0) ? 1 : Stages;
  localparam int unsigned LinksWidth = NumPorts * FlitWidth;  // and the place of the first one
  logic [NumStages*LinksWidth-1:0] stage_q;
  logic [NumStages-1:0]            moving_q;  // stages that hold flits

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
    logic [star_tree_pkg::MatrixWidth-1:0] symbols;
    logic [star_tree_pkg::MatrixWidth-1:0] places;
    logic [star_tree_pkg::RowWidth-1:0]    ports;
    logic [star_tree_pkg::RowWidth-1:0]    up;
    logic [star_tree_pkg::RowWidth-1:0]    down;
    logic [RuleWidth-1:0]                  half;
    int unsigned                           row;
    ports = star_tree_pkg::ports_of(Order);
    symbols = star_tree_pkg::symbols_of(address, ports);
    places = '0;
    hops_from = '0;
    half = '0;
    up = '0;
    down = '0;
    row = 0;
    if (32'(tree) < NumPorts && star_tree_pkg::is_below_source(symbols, ports)) begin
      if (Tables == 1) begin
        // Of its own: newer Verilators warn of calls within an index.
        row = 32'(star_table_pkg::rank_of(
            star_table_pkg::turned_back(address, tree, Order), Order));
        half = RuleWidth'(rows[RowWidth*row +: RowWidth] >> (rule_i ? RuleWidth : 0));
        up = star_table_pkg::parent(star_pkg::SymbolWidth'(half), tree, Order);
        down = star_table_pkg::children(
            star_table_pkg::MaskWidth'(half >> star_pkg::SymbolWidth), tree, Order);
      end else begin
        places = star_tree_pkg::places_of(address, ports);
        up = star_tree_pkg::parent(rule_i, symbols, places, tree, ports);
        if (up[port+1]) down = star_tree_pkg::children(rule_i, symbols, places, tree, ports);
      end
      if (up[port+1]) hops_from = {1'b1, NumPorts'(down >> 1)};
    end
  endfunction

  // Ways of a packet by its head; none: it is astray.
  function automatic logic [NumWays-1:0] ways_of(
      input int unsigned lane, input logic [FlitWidth-1:0] head
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

  // Where a flit of a port's input lies in its store, and the ways of a lane's packet in theirs.
  function automatic logic [StoreBits-1:0] store_at(
      input int unsigned port, input logic [SlotWidth-1:0] slot,
      input logic [PlaceWidth-1:0] place
  );
    store_at = StoreBits'(PortSpan * port);
    if (Slots > 1) store_at = store_at | (StoreBits'(slot) << PlaceBits);
    if (Flits > 1) store_at = store_at | StoreBits'(place);
  endfunction

  function automatic logic [WaysBits-1:0] ways_at(
      input int unsigned lane, input logic [SlotWidth-1:0] slot
  );
    ways_at = WaysBits'(lane << SlotBits);
    if (Slots > 1) ways_at = ways_at | WaysBits'(slot);
  endfunction

  // Whether a packet can begin to leave when this flit of it comes in.
  function automatic logic may_lead(input logic [FlitWidth-1:0] flit);
    may_lead = noc_pkg::flit_tail(flit);
    if (Cuts) may_lead = noc_pkg::flit_head(flit);
  endfunction

  // A flit that comes in as it is kept.
  function automatic logic [FlitWidth-1:0] kept(input int unsigned lane, input logic is_wrong);
    kept = in_lane_i[lane*FlitWidth +: FlitWidth];
    if (Cuts && is_wrong) kept = star_pkg::marked(kept);
  endfunction

  function automatic logic [SlotWidth-1:0] next_slot(input logic [SlotWidth-1:0] slot);
    next_slot = slot + SlotWidth'(1);
    if (32'(slot) == Slots - 1) next_slot = '0;
  endfunction

  function automatic logic [PlaceWidth-1:0] next_place(input logic [PlaceWidth-1:0] place);
    next_place = place + PlaceWidth'(1);
    if (32'(place) == Flits - 1) next_place = '0;
  endfunction

  // The input of the packet that an output sends.
  function automatic logic [NumLanes-1:0] input_of(
      input int unsigned o, input logic [SourceWidth-1:0] source
  );
    input_of = '0;
    if (o < NumPorts) begin
      input_of[NumPorts+o] = 1'b1;
    end else begin
      input_of[o-NumPorts] = 32'(source) == OwnSource;
      for (int unsigned port = 0; port < NumPorts; port++) begin
        input_of[NumPorts+port] = 32'(source) == port;
      end
    end
  endfunction

  // Whether a place is that of the flit that comes in next by an input.
  function automatic logic is_next(
      input logic [PlaceWidth-1:0] place, input logic [NumLanes-1:0] from,
      input logic [NumLanes*PlaceWidth-1:0] due
  );
    is_next = 1'b0;
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      if (from[lane] && due[lane*PlaceWidth +: PlaceWidth] == place) is_next = 1'b1;
    end
  endfunction

  // A count with the members of a set of lanes added. All sums that there can be are ready before
  // it is known how many members there are.
  function automatic logic [ErrorsWidth-1:0] counted(
      input logic [ErrorsWidth-1:0] count, input logic [NumLanes-1:0] set
  );
    logic [NumPorts:0]               own;      // how many of the own lanes, one-hot
    logic [NumPorts:0]               links;
    logic [NumLanes:0]               members;
    logic [LowWidth:0]               low;
    logic [ErrorsWidth-LowWidth-1:0] high;
    counted = count;
    own = (NumPorts+1)'(1);
    links = (NumPorts+1)'(1);
    members = '0;
    low = '0;
    high = '0;
    if (set != '0) begin
      for (int unsigned port = 0; port < NumPorts; port++) begin
        if (set[port]) own = own << 1;
        if (set[NumPorts+port]) links = links << 1;
      end
      for (int unsigned k = 0; k <= NumPorts; k++) begin
        members = members | (((NumLanes+1)'(own) << k) & {(NumLanes+1){links[k]}});
      end
      for (int unsigned k = 0; k <= NumLanes; k++) begin
        low = low | (({1'b0, count[LowWidth-1:0]} + (LowWidth+1)'(k))
                     & {(LowWidth+1){members[k]}});
      end
      high = count[ErrorsWidth-1:LowWidth] + 1'b1;
      counted[LowWidth-1:0] = low[LowWidth-1:0];
      if (low[LowWidth]) counted[ErrorsWidth-1:LowWidth] = high;
    end
  endfunction

  logic [NumLanes-1:0] comes;  // a flit
  logic                wakes;
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_comes
    assign comes[lane] = in_lane_i[lane*FlitWidth+FlitWidth-1];
  end
  assign wakes = ClockEnable == 0 || !rst_ni || busy_o || comes != '0
                 || (open_q & ({dead_link_i, NumPorts'(0)} | {NumLanes{dead_i || Cuts}})) != '0;

  /*verilator tracing_off*/  // locals of the step: a wave shows ports and registers
  /* verilator lint_off BLKSEQ */  // ways and stores are this block's own and change in place
  always_ff @(posedge clk_i) if (wakes) begin : step
    // Inputs, a field or a bit a lane.
    logic [NumLanes-1:0]             open;
    logic [NumLanes-1:0]             lost;
    logic [NumLanes-1:0]             damaged;
    logic [NumLanes-1:0]             astray;
    logic [NumLanes*PlaceWidth-1:0]  places;
    logic [NumLanes*HeldWidth-1:0]   helds;
    logic [NumLanes*SlotWidth-1:0]   oldest;
    logic [NumLanes*SlotWidth-1:0]   newest;
    logic [NumLanes-1:0]             waiting;    // a packet has ways to begin from steps before
    logic [NumLanes-1:0]             stored;     // a flit has come in to keep
    logic [NumLanes*PlaceWidth-1:0]  stored_at;  // its place in its packet
    logic [NumLanes-1:0]             completed;  // a packet has come in; cut through, its head
    logic [NumLanes-1:0]             leaving;    // either
    // Cut through alone.
    logic [NumLanes-1:0]             taken;
    logic [NumLanes-1:0]             found;
    logic [NumLanes-1:0]             wrong;      // a flit with a bad CRC has come in
    logic [NumLanes-1:0]             cut;        // the packet that was coming in breaks off
    logic [NumLanes-1:0]             finished;   // or ends
    logic [NumLanes*SlotWidth-1:0]   into;       // slot of the flit that has come in
    logic [NumLanes-1:0]             live;       // outputs
    logic [NumLanes-1:0]             ended;
    logic [NumLanes-1:0]             follows;    // the output sends the flit that comes in
    logic [FlitWidth-1:0]            heads [0:NumLanes-1];   // of the oldest
    logic [FlitWidth-1:0]            onward [0:NumLanes-1];  // the same, a route one step on
    logic [NumLanes*NumWays-1:0]     wanted;     // by it: ways still to begin
    logic [NumLanes*NumWays-1:0]     granted;    // of those, the ones that it begins now
    // Outputs.
    logic [NumLanes*PlaceWidth-1:0]  nexts;
    logic [NumPorts*SourceWidth-1:0] sources;
    logic [NumLanes*SlotWidth-1:0]   slots;
    logic [NumLanes-1:0]             under_way;  // the output sends a packet's later flits
    logic [NumLanes*FlitWidth-1:0]   sent;
    logic [NumLanes-1:0]             filled;     // the output has a flit
    logic [NumStages*LinksWidth-1:0] stage;
    logic [NumStages-1:0]            moving;
    // What is wrong, a bit an input.
    logic [NumLanes-1:0]             broken;
    logic [NumLanes-1:0]             overflowed;
    logic [NumLanes-1:0]             misdirected;
    logic [NumLanes-1:0]             waited;
    logic [NumLanes-1:0]             spoiled;    // a packet had a bad CRC
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [NumLanes-1:0]             involved_in;
    logic [NumLanes-1:0]             involved_out;

    open         = open_q;
    lost         = lost_q;
    damaged      = damaged_q;
    astray       = astray_q;
    places       = place_q;
    helds        = held_q;
    oldest       = oldest_q;
    newest       = newest_q;
    waiting      = '0;
    stored       = '0;
    stored_at    = '0;
    taken        = taken_q;
    found        = found_q;
    wrong        = '0;
    cut          = '0;
    finished     = '0;
    into         = newest_q;
    live         = live_q;
    ended        = ended_q;
    follows      = '0;
    completed    = '0;
    leaving      = '0;
    wanted       = '0;
    granted      = '0;
    nexts        = next_q;
    sources      = source_q;
    slots        = slot_q;
    under_way    = '0;
    sent         = '0;
    filled       = '0;
    stage        = '0;
    moving       = '0;
    broken       = '0;
    overflowed   = '0;
    misdirected  = '0;
    waited       = '0;
    spoiled      = '0;
    violation    = '0;
    involved_in  = '0;
    involved_out = '0;

    // Packets under way go on.
    begin : bodies
      logic [FlitWidth-1:0]   flit;
      logic [PlaceWidth-1:0]  place;
      logic [SlotWidth-1:0]   slot;
      logic [SourceWidth-1:0] source;
      flit = '0;
      place = '0;
      slot = '0;
      source = '0;
      if (Flits > 1 && nexts != '0) begin
        for (int unsigned o = 0; o < NumLanes; o++) begin
          place = nexts[o*PlaceWidth +: PlaceWidth];
          slot = slots[o*SlotWidth +: SlotWidth];
          source = sources[(o%NumPorts)*SourceWidth +: SourceWidth];
          if (place != '0) begin
            under_way[o] = 1'b1;
            nexts[o*PlaceWidth +: PlaceWidth] = next_place(place);
            if (Cuts && ended[o]) begin
              flit = star_pkg::Nothing;
              ended[o] = 32'(place) != Flits - 1;
            end else if (Cuts && live[o]
                         && is_next(place, input_of(o, source), place_q)) begin
              follows[o] = 1'b1;
            end else if (o < NumPorts) begin
              flit = link_store_q[store_at(o, slot, place)];
            end else if (32'(source) == OwnSource) begin
              flit = own_store_q[store_at(o - NumPorts, slot, place)];
            end else begin
              flit = link_store_q[store_at(32'(source), slot, place)];
            end
            sent[o*FlitWidth +: FlitWidth] = flit;
            filled[o] = 1'b1;
          end
        end
      end
    end

    // Heads that may leave: of the oldest packets held, else what comes in. Before the CRC says
    // whether that is a head at all, so that what depends on the port is ready when it does.
    begin : candidates
      logic [FlitWidth-1:0] flit;
      logic [SlotWidth-1:0] slot;
      flit = '0;
      slot = '0;
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        heads[lane] = '0;
        onward[lane] = '0;
        waiting[lane] = helds[lane*HeldWidth +: HeldWidth] != '0;
        if (waiting[lane] || (in_lane_i[lane*FlitWidth+FlitWidth-1]
                              && may_lead(in_lane_i[lane*FlitWidth +: FlitWidth]))) begin
          flit = in_lane_i[lane*FlitWidth +: FlitWidth];
          if (waiting[lane] || (Flits > 1 && !Cuts)) begin
            slot = oldest[lane*SlotWidth +: SlotWidth];
            wanted[lane*NumWays +: NumWays] = ways_q[ways_at(lane, slot)];
            if (lane < NumPorts) flit = own_store_q[store_at(lane, slot, '0)];
            else flit = link_store_q[store_at(lane - NumPorts, slot, '0)];
          end
          heads[lane] = flit;
          onward[lane] = star_pkg::routed_on(flit);
        end
      end
    end

    begin : arrivals
      logic [FlitWidth-1:0]  flit;
      logic [NumWays-1:0]    ways;
      logic [PlaceWidth-1:0] place;
      logic [SlotWidth-1:0]  slot;
      logic                  intact;
      logic                  is_last;
      flit = '0;
      ways = '0;
      place = '0;
      slot = '0;
      intact = 1'b0;
      is_last = 1'b0;
      if (Cuts) begin
        // Packets come without gaps.
        cut = open & taken & ({dead_link_i, NumPorts'(0)} | ~comes);
        taken = taken & ~cut;
        broken = open & ~comes & ~{dead_link_i, NumPorts'(0)};
        spoiled = broken & damaged & ~found;
        open = open & comes;
      end
      open = open & ~{dead_link_i, NumPorts'(0)};
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        if (in_lane_i[lane*FlitWidth+FlitWidth-1]
            && (lane < NumPorts || !dead_link_i[lane%NumPorts])) begin
          flit = in_lane_i[lane*FlitWidth +: FlitWidth];
          intact = star_pkg::is_intact(flit);
          place = places[lane*PlaceWidth +: PlaceWidth];
          slot = newest[lane*SlotWidth +: SlotWidth];

          // A packet begins with its head, or with a damaged flit: whose marks say nothing.
          if (!intact) begin
            if (!open[lane]) begin
              place = '0;
              lost[lane] = 1'b0;
            end
            if (Cuts) begin
              if (!open[lane]) taken[lane] = 1'b0;
              if (!open[lane] || !damaged[lane]) found[lane] = star_pkg::is_marked(flit);
              wrong[lane] = 1'b1;
            end
            open[lane] = 1'b1;
            damaged[lane] = !lost[lane];  // a packet counts once: a lost one is an overflow
          end else if (noc_pkg::flit_head(flit)) begin
            if (open[lane]) begin
              broken[lane] = 1'b1;
              if (damaged[lane]) spoiled[lane] = !Cuts || !found[lane];
              if (Cuts && taken[lane]) begin
                cut[lane] = 1'b1;
                slot = next_slot(slot);
              end
            end
            open[lane] = 1'b1;
            damaged[lane] = 1'b0;
            found[lane] = 1'b0;
            place = '0;
            lost[lane] = 32'(helds[lane*HeldWidth +: HeldWidth]) == Slots;
            if (lost[lane]) begin
              overflowed[lane] = 1'b1;
            end else begin
              ways = ways_of(lane, flit);
              astray[lane] = ways == '0;
              ways_q[ways_at(lane, slot)] = ways;
              if (Flits == 1 || Cuts) begin
                if (!waiting[lane]) wanted[lane*NumWays +: NumWays] = ways;
              end
            end
            if (Cuts) begin
              taken[lane] = !lost[lane] && !astray[lane] && !noc_pkg::flit_tail(flit);
              completed[lane] = taken[lane];
              into[lane*SlotWidth +: SlotWidth] = slot;
            end
          end else if (!open[lane]) begin
            broken[lane] = 1'b1;
          end

          // A packet ends at its length; a tail elsewhere breaks it.
          if (open[lane]) begin
            stored[lane] = Cuts ? taken[lane] : !lost[lane] && !damaged[lane];
            stored_at[lane*PlaceWidth +: PlaceWidth] = place;
            is_last = Flits == 1 || 32'(place) == Flits - 1;
            place = place + PlaceWidth'(1);
            if (intact && noc_pkg::flit_tail(flit) != is_last) begin
              open[lane] = 1'b0;
              broken[lane] = 1'b1;
              if (damaged[lane]) spoiled[lane] = !Cuts || !found[lane];
              if (Cuts && taken[lane]) begin
                cut[lane] = 1'b1;
                taken[lane] = 1'b0;
              end
            end else if (is_last) begin
              open[lane] = 1'b0;
              if (damaged[lane]) spoiled[lane] = !Cuts || !found[lane];
              else if (!lost[lane] && astray[lane]) misdirected[lane] = 1'b1;
              else if (!lost[lane]) completed[lane] = !Cuts;
              if (Cuts) begin
                finished[lane] = taken[lane];
                taken[lane] = 1'b0;
              end
            end
          end
          places[lane*PlaceWidth +: PlaceWidth] = place;
        end
      end
    end

    begin : keeping
      logic [StoreBits-1:0] at;
      at = '0;
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        at = store_at(lane % NumPorts, into[lane*SlotWidth +: SlotWidth],
                      stored_at[lane*PlaceWidth +: PlaceWidth]);
        if (stored[lane]) begin
          if (lane < NumPorts) own_store_q[at] = kept(lane, wrong[lane]);
          else link_store_q[at] = kept(lane, wrong[lane]);
        end
      end
    end

    // What comes in leaves by the outputs that have sent all before it.
    begin : following
      logic [NumLanes-1:0]  from;
      logic [FlitWidth-1:0] flit;
      from = '0;
      flit = '0;
      if (Cuts) begin
        for (int unsigned o = 0; o < NumLanes; o++) begin
          if (live[o]) begin
            from = input_of(o, sources[(o%NumPorts)*SourceWidth +: SourceWidth]);
            flit = star_pkg::Nothing;
            for (int unsigned lane = 0; lane < NumLanes; lane++) begin
              if (from[lane] && !cut[lane]) flit = kept(lane, wrong[lane]);
            end
            if (follows[o]) sent[o*FlitWidth +: FlitWidth] = flit;
            live[o] = (from & (cut | finished)) == '0;
            ended[o] = (from & cut) != '0 && nexts[o*PlaceWidth +: PlaceWidth] != '0;
          end
        end
        // Of a wrong packet what has not begun to leave stays; its place is free when its turn has
        // come.
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          if (cut[lane] || (wrong[lane] && taken_q[lane])) begin
            ways_q[ways_at(lane, newest_q[lane*SlotWidth +: SlotWidth])] = '0;
            if (waiting[lane] && newest_q[lane*SlotWidth +: SlotWidth]
                == oldest_q[lane*SlotWidth +: SlotWidth]) wanted[lane*NumWays +: NumWays] = '0;
          end
          if (cut[lane] || finished[lane]) begin
            newest[lane*SlotWidth +: SlotWidth] =
                next_slot(newest_q[lane*SlotWidth +: SlotWidth]);
          end
        end
      end
    end

    // Free ports go to links before own lanes, to lower ones before higher ones; each link has
    // its own lane to deliver by.
    begin : grants
      logic [NumPorts-1:0] free;
      logic [NumWays-1:0]  asks;
      free = ~under_way[NumLanes-1:NumPorts];
      leaving = waiting | completed;
      for (int unsigned port = 0; port < NumPorts; port++) begin
        asks = '0;
        if (leaving[NumPorts+port]) asks = wanted[(NumPorts+port)*NumWays +: NumWays];
        granted[(NumPorts+port)*NumWays +: NumWays] = asks & {!under_way[port], free};
        free = free & ~asks[NumPorts-1:0];
      end
      for (int unsigned port = 0; port < NumPorts; port++) begin
        granted[port*NumWays+port] = leaving[port] && free[port] && wanted[port*NumWays+port];
      end
    end

    begin : outputs
      for (int unsigned o = 0; o < NumLanes; o++) begin
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          // A link leads to its own lane and to all ports, an own lane to its port.
          if ((lane >= NumPorts && (o >= NumPorts || o == lane - NumPorts))
              || o == lane + NumPorts) begin
            if (granted[lane*NumWays + (o < NumPorts ? NumPorts : o - NumPorts)]) begin
              if (o < NumPorts) begin
                sent[o*FlitWidth +: FlitWidth] = heads[lane];
              end else begin
                sent[o*FlitWidth +: FlitWidth] = sent[o*FlitWidth +: FlitWidth]
                    | star_pkg::flooded_on(onward[lane], o - NumPorts);
                sources[(o%NumPorts)*SourceWidth +: SourceWidth] =
                    (lane < NumPorts) ? SourceWidth'(OwnSource) : SourceWidth'(lane - NumPorts);
              end
              filled[o] = 1'b1;
              slots[o*SlotWidth +: SlotWidth] = oldest[lane*SlotWidth +: SlotWidth];
              if (Flits > 1) nexts[o*PlaceWidth +: PlaceWidth] = PlaceWidth'(1);
              if (Cuts) begin
                live[o] = taken[lane] && oldest[lane*SlotWidth +: SlotWidth]
                          == newest[lane*SlotWidth +: SlotWidth];
              end
            end
          end
        end
      end
      for (int unsigned port = 0; port < NumPorts; port++) begin
        if (dead_link_i[port]) begin
          sent[(NumPorts+port)*FlitWidth +: FlitWidth] = '0;
          filled[NumPorts+port] = 1'b0;
        end
      end
    end

    // What is for a link leaves after the stages, unless that is dead by then.
    begin : stages
      if (Stages != 0) begin
        stage  = (NumStages*LinksWidth)'({stage_q, sent[LinksWidth +: LinksWidth]});
        moving = NumStages'({moving_q, filled[NumLanes-1:NumPorts] != '0});
        for (int unsigned port = 0; port < NumPorts; port++) begin
          sent[LinksWidth+port*FlitWidth +: FlitWidth] = dead_link_i[port] ? '0
              : stage_q[(NumStages-1)*LinksWidth+port*FlitWidth +: FlitWidth];
        end
      end
    end

    // A packet that has begun to leave by all its ways gives up its place.
    begin : departures
      logic [NumWays-1:0]   rest;
      logic [HeldWidth-1:0] held;
      logic [SlotWidth-1:0] slot;
      rest = '0;
      held = '0;
      slot = '0;
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        if (leaving[lane]) begin
          held = helds[lane*HeldWidth +: HeldWidth];
          slot = oldest[lane*SlotWidth +: SlotWidth];
          rest = wanted[lane*NumWays +: NumWays] & ~granted[lane*NumWays +: NumWays];
          ways_q[ways_at(lane, slot)] = rest;
          if (completed[lane]) begin
            held = held + HeldWidth'(1);
            if (!Cuts) begin
              newest[lane*SlotWidth +: SlotWidth] =
                  next_slot(newest[lane*SlotWidth +: SlotWidth]);
            end
            if (lane >= NumPorts && !dead_i && CountWidth'(held)
                > max_stored_o[(lane%NumPorts)*CountWidth +: CountWidth]) begin
              max_stored_o[(lane%NumPorts)*CountWidth +: CountWidth] <= CountWidth'(held);
            end
          end
          if (rest == '0) begin
            held = held - HeldWidth'(1);
            oldest[lane*SlotWidth +: SlotWidth] = next_slot(slot);
          end
          helds[lane*HeldWidth +: HeldWidth] = held;
          if (scheduled_i) begin
            if (completed[lane] && (waiting[lane] || rest != '0)) begin
              waited[lane] = 1'b1;
              involved_out[NumLanes-1:NumPorts] =
                  involved_out[NumLanes-1:NumPorts] | rest[NumPorts-1:0];
              if (lane >= NumPorts && rest[NumPorts]) involved_out[lane%NumPorts] = 1'b1;
            end
          end
        end
      end
    end

    begin : report
      violation[noc_pkg::BrokenWorm] = broken != '0;
      violation[noc_pkg::Overflow] = overflowed != '0;
      violation[noc_pkg::NoRoute] = misdirected != '0;
      violation[noc_pkg::Waited] = waited != '0;
      involved_in = broken | overflowed | misdirected | waited;
    end

    place_q   <= places;
    oldest_q  <= oldest;
    newest_q  <= newest;
    lost_q    <= lost;
    damaged_q <= damaged;
    astray_q  <= astray;
    source_q  <= sources;
    slot_q    <= slots;
    if (Cuts) begin
      found_q   <= found;
    end
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
      out_lane_o      <= '0;
      stage_q         <= '0;
      moving_q        <= '0;
      taken_q         <= '0;
      live_q          <= '0;
      ended_q         <= '0;
    end else begin
      out_lane_o      <= sent;
      open_q          <= open;
      held_q          <= helds;
      next_q          <= nexts;
      if (Stages != 0) begin
        stage_q       <= stage;
        moving_q      <= moving;
      end
      if (Cuts) begin
        taken_q       <= taken;
        live_q        <= live;
        ended_q       <= ended;
      end
      busy_o          <= filled != '0 || helds != '0 || nexts != '0 || violation != '0
                         || (Stages != 0 && moving_q != '0) || (Cuts && open != '0);
      violation_o     <= violation;
      violation_in_o  <= involved_in;
      violation_out_o <= involved_out;
      crc_errors_o    <= counted(crc_errors_o, spoiled);
      misdirected_o   <= counted(misdirected_o, misdirected);

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
  /* verilator lint_on BLKSEQ */
  /*verilator tracing_on*/

endmodule

`default_nettype wire
