// torus_router.sv: wormhole router of a torus or a mesh: dimension order, lanes with credits.
//
// C = 2 * Dimensions channels. Inputs: C injection ports, port c for messages that leave by channel
// c, then the C incoming channels, named by the direction in which their flits travel. Outputs: C
// ejection ports, port c for what has come in over channel c, then the C outgoing channels. Every
// injection port and every lane of an incoming channel has a queue of Depth flits. A flit that
// meets an empty queue and no rival is on its output after the same clock edge: one cycle a hop.
//
// With PePorts = 1 it has one injection port, for messages of all channels, which go in order, and
// one ejection port, by which what has come over any channel goes to the PE in turn.
//
// A head is given a lane of its channel, to hold until its tail has gone: of the free lanes with
// credit that the dateline allows, the one with most credits, the lowest of equals. A worm that
// still has to cross the dateline keeps to the lower half of the lanes (class 0), one that has
// crossed it to the upper half, any other takes either but does not return from upper to lower in
// its dimension; with strict_i it takes the lower half. One lane alone is one class: no protection.
// Of the heads that ask for a lane one in transit goes before an injected one, which is let in
// first after 15 of them have passed it: a network that is full empties before it fills further.
// Then every output takes one flit. Lanes choose among heads and outputs among flits round robin.
// What is ejected keeps the lane that it came on: worms of several lanes may alternate there. Where
// channels share the port, a worm has its lane there to itself, too, and others wait as blocked.
//
// That is a router which does it all at one edge. Slower ones have stages, which act as three
// numbers: a head asks for its lane or its PE HeadWait edges after the one at which it is first in
// its queue, a body flit BodyWait edges after it came, and what is granted passes OutStages
// registers on its way to the output. One in stages of route computation, allocation of lanes,
// allocation of the switch and traversal of it has the first three as HeadWait, fewer where two of
// them share a cycle, the third as BodyWait too, and the fourth as OutStages: (HeadWait, BodyWait)
// are (0,0), (1,0), (1,1), (2,0), (2,1) or (3,1). With 1 + HeadWait + OutStages = r a head that
// nothing keeps leaves r cycles after it came. What comes need not ask at once: it is not counted.
// Where heads wait, what one asks for is found in the last cycle before it asks, when place, side
// and strict_i must stand, and lies in registers when it does. Turns are found by pairs then, not
// one after another: a shorter cycle.
//
// stall_i has a bit for each ejection port and is read at the clock edge: nothing is captured for
// the port while it is set, so that the PE gets no flit from it in the cycle after the edge, or
// OutStages cycles later. Flits that ask to go there stay first in their queues, keep their places
// in the round robin, and all count as blocked, as without credit. What lies on the port already,
// or in the registers before it, the PE takes.
//
// Every flit that is granted an output returns its credit at that edge, and CreditDelay edges after
// a credit has come it may be spent. Without stages and on links of one cycle two cycles pass from
// a flit to its credit's use: a channel is full with Depth 2, half full with Depth 1; a stage of
// heads counts for heads only. What cannot go on is dropped when it asks, its credit returned, and
// reported: a head that has no hop to make from here (NoRoute), a body without head or a head
// inside a message (BrokenWorm); a flit without credit is lost when it comes (Overflow).
//
// Large tori have wider tags, at the payload's cost, and wider hops: a side has at most half of
// 2^HopsWidth nodes. Where the ways of four dimensions find no room beside the tag there are those
// of Dimensions only.
//
// Payloads may be wider than noc_pkg's: the router reads a flit through its header, noc_pkg's flit
// with the low bits of the payload, and what lies between goes with the flit as it is.
//
// With ClockEnable registers load only in cycles that can change something: out of the last one
// busy_o is high, a flit or a credit comes in, or reset is low.
`default_nettype none

module torus_router #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned Lanes      = 2,
  parameter int unsigned Depth      = 8,
  parameter int unsigned PePorts    = 2 * Dimensions,  // or 1, each way
  parameter int unsigned PayloadWidth = noc_pkg::PayloadWidth,
  parameter int unsigned TagWidth   = noc_pkg::TagWidth,     // of a flit's tag
  parameter int unsigned HopsWidth  = torus_pkg::HopsWidth,  // of hops in a dimension
  parameter int unsigned ClockEnable = 0,  // 1: registers load in cycles that change them only
  parameter int unsigned HeadWait    = 0,  // edges from a head's being first to its asking
  parameter int unsigned BodyWait    = 0,  // edges from a body flit's coming to its asking
  parameter int unsigned OutStages   = 0,  // registers between a grant and the output
  parameter int unsigned CreditDelay = 0,  // registers between a credit's coming and its use
  localparam int unsigned TaggedWidth = noc_pkg::TagWidth + noc_pkg::PayloadWidth,
  localparam int unsigned CoordinateWidth = HopsWidth + 1,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth - noc_pkg::PayloadWidth + PayloadWidth
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,

  // Entries of dimensions that the torus does not have are not looked at.
  input  logic [4*CoordinateWidth-1:0]              coordinate_i,
  input  logic [4*CoordinateWidth-1:0]              side_i,
  input  logic                                      strict_i,

  input  logic [(PePorts+2*Dimensions)*FlitWidth-1:0] in_lane_i,
  output logic [(PePorts+2*Dimensions)*FlitWidth-1:0] out_lane_o,
  // As out_lane_o, a bit a lane, and as in_lane_i.
  input  logic [(PePorts+2*Dimensions)*torus_pkg::CreditWidth-1:0] credit_i,
  output logic [(PePorts+2*Dimensions)*torus_pkg::CreditWidth-1:0] credit_o,
  input  logic [PePorts-1:0]                          stall_i,  // by ejection port

  output logic                                      busy_o,  // an output, queue or stage has any
  output logic [noc_pkg::ViolationWidth-1:0]        violation_o,
  output logic [PePorts+2*Dimensions-1:0]           violation_in_o,   // inputs involved
  output logic [PePorts+2*Dimensions-1:0]           violation_out_o,  // outputs involved
  // Running counts, one a cycle for every flit that is first in its queue, asks and has not moved:
  // all, and those for which no lane was free, no credit there or the ejection port stalled.
  output logic [31:0]                               stalled_o,
  output logic [31:0]                               blocked_o
);

  if (Dimensions < 1 || Dimensions > torus_pkg::MaxDimensions) begin : gen_bad_dimensions
    $error("torus_router: Dimensions must be 1 to 4, got %0d", Dimensions);
  end
  if (Lanes < 1 || Lanes > torus_pkg::MaxLanes) begin : gen_bad_lanes
    $error("torus_router: Lanes must be 1 to 4, got %0d", Lanes);
  end
  if (Depth < 1 || Depth > 64) begin : gen_bad_depth
    $error("torus_router: Depth must be 1 to 64, got %0d", Depth);
  end
  if (PePorts != 1 && PePorts != 2 * Dimensions) begin : gen_bad_pe_ports
    $error("torus_router: PePorts must be 1 or 2 * Dimensions, got %0d", PePorts);
  end
  if (PayloadWidth < noc_pkg::PayloadWidth) begin : gen_bad_payload_width
    $error("torus_router: PayloadWidth must be at least 31, got %0d", PayloadWidth);
  end
  if (HopsWidth < 6 || HopsWidth > torus_pkg::MaxHopsWidth) begin : gen_bad_hops_width
    $error("torus_router: HopsWidth must be 6 to 11, got %0d", HopsWidth);
  end
  if (TagWidth < noc_pkg::TagWidth || TagWidth + Dimensions * HopsWidth > TaggedWidth)
  begin : gen_bad_tag_width
    $error("torus_router: TagWidth must be at least 13, at most 44 with the way, got %0d and %0d",
           TagWidth, Dimensions * HopsWidth);
  end
  if (PayloadWidth != noc_pkg::PayloadWidth && TagWidth != noc_pkg::TagWidth)
  begin : gen_two_widths
    $error("torus_router: PayloadWidth or TagWidth must be the default, got %0d and %0d",
           PayloadWidth, TagWidth);
  end
  if (ClockEnable > 1) begin : gen_bad_clock_enable
    $error("torus_router: ClockEnable must be 0 or 1, got %0d", ClockEnable);
  end
  if (HeadWait > 3) begin : gen_bad_head_wait
    $error("torus_router: HeadWait must be 0 to 3, got %0d", HeadWait);
  end
  if (BodyWait > 1) begin : gen_bad_body_wait
    $error("torus_router: BodyWait must be 0 or 1, got %0d", BodyWait);
  end
  if ((HeadWait == 0 && BodyWait == 1) || (HeadWait == 3 && BodyWait == 0)) begin : gen_no_stages
    $error("torus_router: BodyWait must be 0 with HeadWait 0, 1 with HeadWait 3, got %0d and %0d",
           BodyWait, HeadWait);
  end
  if (OutStages > 1) begin : gen_bad_out_stages
    $error("torus_router: OutStages must be 0 or 1, got %0d", OutStages);
  end
  if (CreditDelay > 1) begin : gen_bad_credit_delay
    $error("torus_router: CreditDelay must be 0 or 1, got %0d", CreditDelay);
  end

  // At least 1, so that nothing else stops the elaboration before the rules above do.
  localparam int unsigned NumLanes    = (Lanes == 0) ? 1 : Lanes;
  localparam int unsigned NumSlots    = (Depth == 0) ? 1 : Depth;  // of a queue
  localparam int unsigned NumChannels = 2 * Dimensions;
  localparam int unsigned NumPe       = (PePorts == 1) ? 1 : NumChannels;  // ports, each way
  localparam int unsigned NumPorts    = NumPe + NumChannels;  // inputs, and outputs
  localparam int unsigned NumWays     = NumChannels * NumLanes;  // lanes of all outgoing channels
  localparam int unsigned NumQueues   = NumPe + NumWays;
  localparam int unsigned NumRivals   = (PePorts == 1) ? NumWays : NumLanes;  // for a PE's port
  localparam int unsigned HeaderWidth = noc_pkg::FlitWidth;
  localparam int unsigned UpperWidth  = HeaderWidth - noc_pkg::PayloadWidth;  // above the payload
  localparam int unsigned LaneLow     = noc_pkg::LaneLow + FlitWidth - HeaderWidth;
  localparam int unsigned WayWidth    =
      HopsWidth * ((TagWidth + 4 * HopsWidth <= TaggedWidth) ? 4 : Dimensions);
  localparam int unsigned CreditWidth = torus_pkg::CreditWidth;
  localparam int unsigned MaxQueues   = torus_pkg::MaxQueues;
  localparam int unsigned EntriesWidth = 4 * torus_pkg::MaxCoordinateWidth;
  localparam int unsigned ChannelWidth = $clog2(NumChannels);
  localparam int unsigned IndexWidth  = $clog2(NumQueues);
  localparam int unsigned CountWidth  = $clog2(NumSlots + 1);
  localparam int unsigned SlotWidth   = (NumSlots > 1) ? $clog2(NumSlots) : 1;
  localparam int unsigned AgeWidth    = (HeadWait > 2) ? 2 : 1;
  localparam int unsigned OldAge      = (HeadWait > 1) ? HeadWait - 1 : 0;  // of a head that is due
  localparam int unsigned LowWidth    =
      (NumQueues == 0) ? 1 : $clog2(NumQueues + 1);  // of a count's low bits
  localparam int unsigned PatienceWidth = 4;  // an injected head lets 2^PatienceWidth - 1 pass
  localparam logic [NumLanes-1:0] LowLanes = NumLanes'(torus_pkg::low_lanes(3'(NumLanes)));

  // Numbers. Queues: first those of the injection ports, then by incoming channel and lane. Ways:
  // by outgoing channel and lane. Inputs and outputs: those of the PE, then the channels.
  function automatic int unsigned channel_of(input int unsigned q);
    channel_of = (q < NumPe) ? q : (q - NumPe) / NumLanes;
  endfunction

  function automatic int unsigned port_of(input int unsigned q);
    port_of = (q < NumPe) ? q : NumPe + (q - NumPe) / NumLanes;
  endfunction

  function automatic int unsigned lane_of(input int unsigned q);
    lane_of = (q < NumPe) ? 0 : (q - NumPe) % NumLanes;
  endfunction

  function automatic int unsigned queue_of(input int unsigned port, input int unsigned lane);
    queue_of = (port < NumPe) ? port : NumPe + (port - NumPe) * NumLanes + lane;
  endfunction

  // The injection port of messages that leave by a channel.
  function automatic int unsigned injection_of(input int unsigned channel);
    injection_of = (PePorts == 1) ? 0 : channel;
  endfunction

  function automatic int unsigned way_of(input int unsigned channel, input int unsigned lane);
    way_of = channel * NumLanes + lane;
  endfunction

  // verilator lint_off UNUSEDSIGNAL
  function automatic logic [HeaderWidth-1:0] header_of(input logic [FlitWidth-1:0] flit);
    header_of = {flit[FlitWidth-1 -: UpperWidth], flit[0 +: noc_pkg::PayloadWidth]};
  endfunction
  // verilator lint_on UNUSEDSIGNAL

  // Of a header, the way alone.
  function automatic logic [HeaderWidth-1:0] way_in(input logic [HeaderWidth-1:0] header);
    way_in = header & HeaderWidth'((64'd1 << WayWidth) - 64'd1);
  endfunction

  function automatic logic [FlitWidth-1:0] with_header(
      input logic [FlitWidth-1:0] flit, input logic [HeaderWidth-1:0] header
  );
    with_header = flit;
    with_header[FlitWidth-1 -: UpperWidth] = header[HeaderWidth-1 -: UpperWidth];
    with_header[0 +: noc_pkg::PayloadWidth] = header[0 +: noc_pkg::PayloadWidth];
  endfunction

  // A flit as it goes on over a channel, on lane 0.
  function automatic logic [FlitWidth-1:0] gone_on(
      input logic [FlitWidth-1:0] flit, input logic [2:0] channel
  );
    gone_on = with_header(flit, torus_pkg::sent_on(header_of(flit), channel, '0, HopsWidth));
  endfunction

  // torus_pkg::first_in_turn, shallow: by pairs. One of `later` beats those of it that have higher
  // numbers and all others, one of the others those of them that have higher numbers.
  function automatic logic [NumQueues-1:0] first_by_pairs(
      input logic [NumQueues-1:0] wishes, input logic [NumQueues-1:0] later
  );
    logic [NumQueues-1:0] beaten;
    beaten = '0;
    for (int unsigned q = 0; q < NumQueues; q++) begin
      beaten = beaten | ({NumQueues{wishes[q]}}
                         & (later[q] ? ~later | (NumQueues'(64'd0 - 64'd2) << q)
                                     : ~later & (NumQueues'(64'd0 - 64'd2) << q)));
    end
    first_by_pairs = wishes & ~beaten;
  endfunction

  // $countones, shallow: sums of neighbours, then of neighbouring sums.
  function automatic logic [LowWidth-1:0] ones(input logic [NumQueues-1:0] set);
    logic [63:0] sums;
    sums = 64'(set);
    sums = (sums & 64'h5555_5555_5555_5555) + ((sums >> 1) & 64'h5555_5555_5555_5555);
    sums = (sums & 64'h3333_3333_3333_3333) + ((sums >> 2) & 64'h3333_3333_3333_3333);
    sums = (sums & 64'h0f0f_0f0f_0f0f_0f0f) + ((sums >> 4) & 64'h0f0f_0f0f_0f0f_0f0f);
    sums = (sums & 64'h00ff_00ff_00ff_00ff) + ((sums >> 8) & 64'h00ff_00ff_00ff_00ff);
    sums = (sums & 64'h0000_ffff_0000_ffff) + ((sums >> 16) & 64'h0000_ffff_0000_ffff);
    ones = LowWidth'(sums + (sums >> 32));
  endfunction

  // A count, some more and some less of them, shallow: what is known last is whether the high bits
  // take a carry.
  function automatic logic [31:0] changed(
      input logic [31:0] count, input logic [LowWidth-1:0] more, input logic [LowWidth-1:0] less
  );
    logic [LowWidth:0] low;
    low = {1'b0, count[LowWidth-1:0]} + {1'b0, more};
    low = ~(~low + {1'b0, less});  // after the sum: what is less is known last
    changed = {count[31:LowWidth], low[LowWidth-1:0]};
    if (low[LowWidth]) changed[31:LowWidth] = count[31:LowWidth] + 1'b1;
  endfunction

  // A slot by its number from slot 0 of a queue's first round on.
  function automatic logic [SlotWidth-1:0] in_ring(input logic [31:0] number);
    in_ring = SlotWidth'(number);
    if (NumSlots != 1 << SlotWidth && number >= NumSlots) in_ring = SlotWidth'(number - NumSlots);
  endfunction

  // The queues from which a flit may go on over each channel; for others nothing need be built.
  function automatic logic [NumChannels*NumQueues-1:0] sources();
    sources = '0;
    for (int unsigned c = 0; c < NumChannels; c++) begin
      for (int unsigned q = 0; q < NumQueues; q++) begin
        sources[c*NumQueues+q] = (q < NumPe) ? q == injection_of(c)
                                 : channel_of(q) == c || channel_of(q) / 2 < c / 2;
      end
    end
  endfunction

  localparam logic [NumChannels*NumQueues-1:0] Sources = sources();
  // Queues of incoming channels.
  localparam logic [MaxQueues-1:0] InTransit =
      torus_pkg::behind(MaxQueues'(1) << (NumPe - 1));

  logic [FlitWidth-1:0]  store_q [0:(1<<(IndexWidth+SlotWidth))-1];  // by queue and slot
  logic [SlotWidth-1:0]  first_q [0:NumQueues-1];  // slot of the oldest flit
  logic [CountWidth-1:0] count_q [0:NumQueues-1];
  logic [NumQueues-1:0]  filled_q;                 // count is not 0

  // The worm at the front of a queue.
  logic [NumQueues-1:0]  started_q;                // its head has gone
  logic [NumQueues-1:0]  held_q;                   // it has a lane of an outgoing channel

  // Lanes of outgoing channels: ways.
  logic [NumWays-1:0]    taken_q;                  // a worm has it
  logic [NumQueues-1:0]  owner_q [0:NumWays-1];    // whose: a set of one queue or none
  logic [CountWidth-1:0] credit_q [0:NumWays-1];
  logic [NumWays-1:0]    funded_q;                 // credit is not 0

  // Round robin: the queues behind the one that won last when there was a choice.
  logic [NumQueues-1:0]  given_q   [0:NumWays-1];      // a way
  logic [NumQueues-1:0]  granted_q [0:NumChannels-1];  // an outgoing channel
  logic [NumRivals-1:0]  ejected_q [0:NumPe-1];        // a port to the PE: of those that come to it
  // How often heads in transit went before the one at an injection port that waits for a lane.
  logic [PatienceWidth-1:0] passed_q [0:NumPe-1];

  // Stages, each of which is only where its parameter says so.
  /*verilator tracing_off*/
  logic [AgeWidth*NumQueues-1:0]      age_q;    // edges, to OldAge, that a flit has been first
  logic [NumQueues-1:0]               due_q;    // what is first is a head that has waited
  // What those ask for that have no lane yet: none that is possible, the PE, a low or a high lane.
  logic [NumQueues-1:0]               lost_q;
  logic [NumQueues-1:0]               home_q;
  logic [NumQueues-1:0]               low_q  [0:NumChannels-1];
  logic [NumQueues-1:0]               high_q [0:NumChannels-1];
  logic [NumPorts*FlitWidth-1:0]      stage_q;  // what the outputs capture next
  logic [NumPorts-1:0]                moving_q; // of them, those with a flit
  logic [NumChannels*CreditWidth-1:0] late_q;   // credits that came at the edge before
  logic [NumChannels*CreditWidth-1:0] given_back;  // credits that come
  logic [NumChannels*CreditWidth-1:0] credit;      // those that may be spent from the edge on
  /*verilator tracing_on*/

  logic [NumPorts-1:0] comes;  // a flit
  logic                wakes;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_comes
    assign comes[p] = in_lane_i[p*FlitWidth+FlitWidth-1];
  end
  assign wakes = ClockEnable == 0 || !rst_ni || busy_o || comes != '0
                 || given_back != '0;
  assign given_back = credit_i[NumPe*CreditWidth +: NumChannels*CreditWidth];
  assign credit     = (CreditDelay == 0) ? given_back : late_q;

  logic unused_credit;  // PEs give none; there may be fewer lanes than wires
  assign unused_credit = &{1'b0, credit_i};

  // verilator lint_off BLKSEQ
  /*verilator tracing_off*/  // locals of the step: a wave shows ports and registers
  always_ff @(posedge clk_i) if (wakes) begin : step
    // What phases tell those after them.
    logic [NumQueues-1:0]            arrived;
    logic [NumQueues-1:0]            waiting;  // queues with a flit, arriving ones included
    logic [NumQueues-1:0]            asking;   // those whose first flit has waited its stages
    logic [NumQueues-1:0]            sound;    // of them, those that are not dropped
    logic [NumQueues-1:0]            tails;    // of their first flits
    logic [NumQueues-1:0]            blocked;
    logic [NumQueues-1:0]            dropped;
    logic [NumQueues-1:0]            moved;
    logic [NumQueues-1:0]            to_pe;    // flits that may go to the PE
    logic [NumQueues-1:0]            ready [0:NumChannels-1];  // that may go on over a channel
    logic [NumQueues-1:0]            low   [0:NumChannels-1];  // heads that ask for a low lane
    logic [NumQueues-1:0]            high  [0:NumChannels-1];  // heads that ask for a high lane
    logic                            asked;    // for any; with stages known at once, if not exactly
    logic [NumQueues-1:0]            ripe;     // heads that are due at the next edge
    logic [NumChannels-1:0]          gives;    // channels that give lanes to heads
    logic [NumPorts-1:0]             used;     // outputs that a flit goes to
    logic [NumPorts*FlitWidth-1:0]   sent;     // what each output captures
    logic [NumPorts*CreditWidth-1:0] returned;
    logic                            crowded;  // more flits ask than one, or one that is blocked
    logic                            surplus;  // a credit too many has come
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [NumPorts-1:0]             involved_in;
    arrived     = '0;
    waiting     = '0;
    asking      = '0;
    sound       = '0;
    tails       = '0;
    blocked     = '0;
    dropped     = '0;
    moved       = '0;
    to_pe       = '0;
    asked       = 1'b0;
    ripe        = '0;
    gives       = '0;
    used        = '0;
    sent        = '0;
    returned    = '0;
    crowded     = 1'b0;
    surplus     = 1'b0;
    violation   = '0;
    involved_in = '0;
    for (int unsigned c = 0; c < NumChannels; c++) begin
      ready[c] = '0;
      low[c]   = '0;
      high[c]  = '0;
    end

    // Credits that come back may be spent at once.
    begin : credits
      if (HeadWait != 0 || credit != '0) begin
        for (int unsigned c = 0; c < NumChannels; c++) begin
          for (int unsigned v = 0; v < NumLanes; v++) begin
            if (credit[c*CreditWidth + v]) begin
              if (credit_q[way_of(c, v)] == CountWidth'(NumSlots)) surplus = 1'b1;
              else credit_q[way_of(c, v)] = credit_q[way_of(c, v)] + 1'b1;
              funded_q[way_of(c, v)] = 1'b1;
            end
          end
        end
      end
    end

    // Flits that come: those without a place are lost.
    begin : arrivals
      logic lost;
      lost = 1'b0;
      for (int unsigned p = 0; p < NumPorts; p++) begin
        if (in_lane_i[p*FlitWidth+FlitWidth-1]) begin
          lost = 1'b1;
          for (int unsigned v = 0; v < ((p < NumPe) ? 1 : NumLanes); v++) begin
            if ((p < NumPe || in_lane_i[p*FlitWidth+LaneLow +: noc_pkg::LaneWidth]
                                    == noc_pkg::LaneWidth'(v))
                && count_q[queue_of(p, v)] != CountWidth'(NumSlots)) begin
              arrived[queue_of(p, v)] = 1'b1;
              lost = 1'b0;
            end
          end
          if (lost) begin
            violation[noc_pkg::Overflow] = 1'b1;
            involved_in[p] = 1'b1;
          end
        end
      end
    end

    // What the first flit of each queue wants. Of a worm that has a lane: below.
    begin : fronts
      logic [FlitWidth-1:0]                flit;
      logic [HeaderWidth-1:0]              header;
      logic [torus_pkg::DecisionWidth-1:0] decision;
      logic [ChannelWidth-1:0]             channel;
      logic [1:0]                          classes;
      logic [NumQueues-1:0]                bodies;  // that ask
      logic [NumQueues-1:0]                broken;
      flit     = '0;
      header   = '0;
      decision = '0;
      channel  = '0;
      classes  = '0;
      bodies   = '0;
      broken   = '0;
      waiting  = filled_q | arrived;
      asking   = waiting;
      if (HeadWait > 1 && BodyWait != 0) asking = filled_q;  // what comes is not looked at
      if (HeadWait != 0) begin
        asked = due_q != '0;
        for (int unsigned c = 0; c < NumChannels; c++) begin
          low[c]  = low_q[c];
          high[c] = high_q[c];
        end
        dropped = lost_q;
        to_pe   = home_q;
        violation[noc_pkg::NoRoute] = lost_q != '0;
        lost_q  = '0;
      end
      for (int unsigned q = 0; q < NumQueues; q++) begin
        if (HeadWait != 0) header = '0;  // not the last queue's: that would be a chain of them all
        if (asking[q]) begin
          flit = in_lane_i[port_of(q)*FlitWidth +: FlitWidth];
          if (filled_q[q]) flit = store_q[{IndexWidth'(q), first_q[q]}];
          header = header_of(flit);
          tails[q] = noc_pkg::flit_tail(header);
          if (HeadWait != 0) begin
            if (!noc_pkg::flit_head(header)) begin
              bodies[q] = 1'b1;
              if (BodyWait != 0) bodies[q] = filled_q[q];
            end else begin
              ripe[q] = !due_q[q] && age_q[q*AgeWidth +: AgeWidth] == AgeWidth'(OldAge);
            end
          end
        end
        if ((HeadWait == 0) ? asking[q] : ripe[q] && !started_q[q]) begin
          if (HeadWait == 0 && noc_pkg::flit_head(header) == started_q[q]) begin
            dropped[q] = 1'b1;
            violation[noc_pkg::BrokenWorm] = 1'b1;
            involved_in[port_of(q)] = 1'b1;
          end else if (!held_q[q]) begin
            if (HeadWait == 0 && started_q[q]) begin
              to_pe[q] = 1'b1;
            end else begin
              decision = torus_pkg::decide(
                  way_in(header), q < NumPe,
                  (PePorts == 1 && q == 0) ? torus_pkg::next_channel(way_in(header), HopsWidth)
                                           : 3'(channel_of(q)),
                  q >= NumPe && !LowLanes[lane_of(q)],
                  EntriesWidth'(coordinate_i), EntriesWidth'(side_i), strict_i, Dimensions,
                  HopsWidth);
              channel = ChannelWidth'(decision >> torus_pkg::ChannelLow);
              classes = torus_pkg::classes_of(decision, 3'(NumLanes));
              if (decision[torus_pkg::NoWay]) begin
                if (HeadWait == 0) begin
                  dropped[q] = 1'b1;
                  violation[noc_pkg::NoRoute] = 1'b1;
                  involved_in[port_of(q)] = 1'b1;
                end else begin
                  lost_q[q] = 1'b1;
                end
              end else if (decision[torus_pkg::ToPe]) begin
                if (HeadWait == 0) to_pe[q] = 1'b1;
                else home_q[q] = 1'b1;
              end else if (HeadWait == 0) begin
                asked = 1'b1;
                low[channel][q]  = classes[1];
                high[channel][q] = classes[0];
              end else begin
                low_q[channel][q]  = classes[1];
                high_q[channel][q] = classes[0];
              end
            end
          end
        end
      end
      if (HeadWait != 0) begin
        asking  = due_q | bodies;
        sound   = (bodies & started_q) | (due_q & ~started_q & ~dropped);
        broken  = (due_q & started_q) | (bodies & ~started_q);
        dropped = dropped | broken;
        to_pe   = to_pe | (bodies & started_q & ~held_q);
        violation[noc_pkg::BrokenWorm] = broken != '0;
        for (int unsigned q = 0; q < NumQueues; q++) begin
          if (dropped[q]) involved_in[port_of(q)] = 1'b1;
        end
      end
    end

    // Worms that have a lane go on while it has credit.
    begin : worms
      logic [NumQueues-1:0] going;
      logic [NumQueues-1:0] worm;
      worm  = '0;
      going = asking & held_q & ~dropped;
      if (HeadWait != 0) going = sound & held_q;
      if ((HeadWait == 0) ? going != '0 : held_q != '0) begin
        for (int unsigned c = 0; c < NumChannels; c++) begin
          for (int unsigned v = 0; v < NumLanes; v++) begin
            worm = owner_q[way_of(c, v)] & going & Sources[c*NumQueues +: NumQueues];
            if (HeadWait != 0 || worm != '0) begin
              if (funded_q[way_of(c, v)]) begin
                ready[c] = ready[c] | worm;
                if (HeadWait == 0 || worm != '0) used[NumPe+c] = 1'b1;
              end else begin
                blocked = blocked | worm;
              end
            end
          end
        end
      end
    end

    // Heads for which no lane is free are blocked; for others their channel gives lanes.
    begin : requests
      logic [NumLanes-1:0]  free;
      logic [NumQueues-1:0] heads;
      logic [NumQueues-1:0] stuck;
      free  = '0;
      heads = '0;
      stuck = '0;
      if (asked) begin
        for (int unsigned c = 0; c < NumChannels; c++) begin
          heads = (low[c] | high[c]) & Sources[c*NumQueues +: NumQueues];
          if (heads != '0) begin
            free  = funded_q[way_of(c, 0) +: NumLanes] & ~taken_q[way_of(c, 0) +: NumLanes];
            stuck = heads;
            if ((free & LowLanes) != '0) stuck = stuck & ~low[c];
            if ((free & ~LowLanes) != '0) stuck = stuck & ~high[c];
            blocked  = blocked | stuck;
            gives[c] = (heads & ~stuck) != '0;
            if (gives[c]) used[NumPe+c] = 1'b1;
          end
        end
      end
    end

    // Each free lane of such a channel takes a head, the lane with most credits first. The lanes'
    // order is known before it is known who asks, and what a lane keeps changes after all turns.
    begin : lanes
      logic [NumLanes-1:0]  free;
      logic [NumLanes-1:0]  better [0:NumLanes-1];  // lanes that come before one
      logic [NumLanes-1:0]  best;                   // whose turn it is
      logic [NumQueues-1:0] won [0:NumLanes-1];     // the head that a lane takes
      logic [NumLanes-1:0]  contested;              // others in transit have asked for it
      logic [NumQueues-1:0] wishes;
      logic [NumQueues-1:0] others;                 // of them, those in transit
      logic [NumQueues-1:0] later;
      logic [NumQueues-1:0] chosen;
      logic                 let_in;                 // the injected head
      // With stages, of a lane: whom it chooses, whether it must let the injected head in, and
      // does; of a turn: whether that head wished, and how many it has let pass.
      logic [NumQueues-1:0] choice;
      logic                 forced;
      logic                 enters;
      logic                 tries;
      logic [PatienceWidth-1:0] patience;
      free      = '0;
      best      = '0;
      contested = '0;
      wishes    = '0;
      others    = '0;
      later     = '0;
      chosen    = '0;
      let_in    = 1'b0;
      choice    = '0;
      forced    = 1'b0;
      enters    = 1'b0;
      tries     = 1'b0;
      patience  = '0;
      for (int unsigned v = 0; v < NumLanes; v++) begin
        better[v] = '0;
        won[v]    = '0;
      end
      for (int unsigned c = 0; c < NumChannels; c++) begin
        if ((HeadWait == 0) ? gives[c]
                            : ((low[c] | high[c]) & Sources[c*NumQueues +: NumQueues]) != '0) begin
          low[c]  = low[c] & Sources[c*NumQueues +: NumQueues];
          high[c] = high[c] & Sources[c*NumQueues +: NumQueues];
          free = funded_q[way_of(c, 0) +: NumLanes] & ~taken_q[way_of(c, 0) +: NumLanes];
          for (int unsigned v = 0; v < NumLanes; v++) begin
            won[v]       = '0;
            contested[v] = 1'b0;
            for (int unsigned u = 0; u < NumLanes; u++) begin
              if (u < v) better[v][u] = credit_q[way_of(c, u)] >= credit_q[way_of(c, v)];
              if (u > v) better[v][u] = credit_q[way_of(c, u)] > credit_q[way_of(c, v)];
            end
          end
          if (HeadWait != 0) begin
            patience = passed_q[injection_of(c)];
            let_in   = 1'b0;
          end
          for (int unsigned turn = 0; turn < NumLanes; turn++) begin
            if (HeadWait != 0 || free != '0) begin
              best  = '0;
              later = '0;
              for (int unsigned v = 0; v < NumLanes; v++) begin
                if (free[v] && (free & better[v]) == '0) begin
                  best[v] = 1'b1;
                  later = later | given_q[way_of(c, v)];
                end
              end
              free = free & ~best;
              if (HeadWait == 0) begin
                wishes = '0;
                if ((best & LowLanes) != '0) wishes = low[c];
                if ((best & ~LowLanes) != '0) wishes = high[c];
                // Those in transit go first, until the injected one has let enough of them pass.
                others = wishes & NumQueues'(InTransit);
                chosen = NumQueues'(torus_pkg::first_in_turn(MaxQueues'(others),
                                                             MaxQueues'(later)));
                let_in = wishes[injection_of(c)]
                         && (others == '0 || passed_q[injection_of(c)] == '1);
                if (let_in) begin
                  passed_q[injection_of(c)] = '0;
                  chosen                    = '0;
                  chosen[injection_of(c)]   = 1'b1;
                end else if (wishes[injection_of(c)]) begin
                  passed_q[injection_of(c)] = passed_q[injection_of(c)] + 1'b1;
                end
                for (int unsigned v = 0; v < NumLanes; v++) begin
                  if (best[v]) begin
                    won[v]       = chosen;
                    contested[v] = !let_in && chosen != others;
                  end
                end
              end else begin
                // The same, but every lane chooses before it is known whose turn it is.
                chosen = '0;
                tries  = 1'b0;
                for (int unsigned v = 0; v < NumLanes; v++) begin
                  wishes = LowLanes[v] ? low[c] : high[c];
                  others = wishes & NumQueues'(InTransit);
                  forced = wishes[injection_of(c)] && patience == '1;
                  enters = wishes[injection_of(c)] && (others == '0 || patience == '1);
                  choice = first_by_pairs(others, given_q[way_of(c, v)])
                           & {NumQueues{best[v] && !forced}};
                  choice[injection_of(c)] = best[v] && enters;
                  if (best[v]) contested[v] = !enters && (others & ~choice) != '0;
                  won[v] = won[v] | choice;
                  chosen = chosen | choice;
                  let_in = let_in || (best[v] && enters);
                  tries  = tries || (best[v] && wishes[injection_of(c)]);
                end
                if (tries) patience = patience + 1'b1;
              end
              low[c]  = low[c] & ~chosen;
              high[c] = high[c] & ~chosen;
            end
          end
          if (HeadWait != 0) begin
            passed_q[injection_of(c)] = patience;
            if (let_in) passed_q[injection_of(c)] = '0;
          end
          for (int unsigned v = 0; v < NumLanes; v++) begin
            if (contested[v]) begin
              given_q[way_of(c, v)] = NumQueues'(torus_pkg::behind(MaxQueues'(won[v])));
            end
            if (won[v] != '0) taken_q[way_of(c, v)] = 1'b1;
            owner_q[way_of(c, v)] = owner_q[way_of(c, v)] | won[v];
            held_q   = held_q | won[v];
            ready[c] = ready[c] | won[v];
            if (HeadWait != 0) begin
              low_q[c]  = low_q[c] & ~won[v];
              high_q[c] = high_q[c] & ~won[v];
            end
          end
        end
      end
    end

    // One flit for each port to the PE that is not stalled.
    begin : ejection
      logic [NumRivals-1:0] wishes;
      logic [NumRivals-1:0] begun;   // those whose worm has its lane of the port
      logic [NumLanes-1:0]  kept;    // lanes of the port that worms have
      logic [NumRivals-1:0] stuck;   // heads for which there is none
      logic [NumRivals-1:0] chosen;
      logic [FlitWidth-1:0] flit;
      wishes = '0;
      begun  = '0;
      kept   = '0;
      stuck  = '0;
      chosen = '0;
      flit   = '0;
      if (to_pe != '0) begin
        for (int unsigned e = 0; e < NumPe; e++) begin
          wishes = to_pe[NumPe+e*NumRivals +: NumRivals];
          if (PePorts == 1) begin
            begun = started_q[NumPe +: NumRivals] & ~held_q[NumPe +: NumRivals];
            kept = '0;
            for (int unsigned c = 0; c < NumChannels; c++) begin
              kept = kept | begun[c*NumLanes +: NumLanes];
            end
            stuck = wishes & ~begun & {(NumRivals/NumLanes){kept}};
            blocked[NumPe +: NumRivals] = blocked[NumPe +: NumRivals] | stuck;
            wishes = wishes & ~stuck;
          end
          if (wishes != '0) begin
            if (stall_i[e]) begin
              blocked[NumPe+e*NumRivals +: NumRivals] =
                  blocked[NumPe+e*NumRivals +: NumRivals] | wishes;
            end else begin
              used[e] = 1'b1;
              chosen = NumRivals'(torus_pkg::first_in_turn(MaxQueues'(wishes),
                                                           MaxQueues'(ejected_q[e])));
              // Those that waited for the lane of one come in turn behind it.
              if (PePorts == 1 || chosen != wishes) begin
                ejected_q[e] = NumRivals'(torus_pkg::behind(MaxQueues'(chosen)));
              end
              flit = '0;
              for (int unsigned n = 0; n < NumRivals; n++) begin
                if (chosen[n]) begin
                  if (filled_q[NumPe+e*NumRivals+n]) begin
                    flit = flit | store_q[{IndexWidth'(NumPe + e * NumRivals + n),
                                           first_q[NumPe+e*NumRivals+n]}];
                  end else begin
                    flit = flit | in_lane_i[port_of(NumPe+e*NumRivals+n)*FlitWidth +: FlitWidth];
                  end
                end
              end
              sent[e*FlitWidth +: FlitWidth] = flit;
              moved[NumPe+e*NumRivals +: NumRivals] = chosen;
            end
          end
        end
      end
    end

    // One flit alone that nothing blocks goes: it neither stalls nor is kept. That is known before
    // it is known which flits go.
    begin : traffic
      if (HeadWait == 0) sound = asking & ~dropped;
      crowded = blocked != '0 || (sound & (sound - 1'b1)) != '0;
    end

    // One flit for each channel.
    begin : departures
      logic [NumQueues-1:0]          wishes;
      logic [NumQueues-1:0]          chosen;
      logic [FlitWidth-1:0]          flit;
      logic [noc_pkg::LaneWidth-1:0] lane;
      wishes = '0;
      chosen = '0;
      flit   = '0;
      lane   = '0;
      for (int unsigned c = 0; c < NumChannels; c++) begin
        if (used[NumPe+c]) begin
          wishes = ready[c];
          chosen = NumQueues'(torus_pkg::first_in_turn(MaxQueues'(wishes),
                                                       MaxQueues'(granted_q[c])));
          if (HeadWait != 0) chosen = first_by_pairs(wishes, granted_q[c]);
          if (chosen != wishes) begin
            granted_q[c] = NumQueues'(torus_pkg::behind(MaxQueues'(chosen)));
          end
          flit = '0;
          for (int unsigned q = 0; q < NumQueues; q++) begin
            if (Sources[c*NumQueues+q]) begin
              if (chosen[q]) begin
                flit = flit | gone_on(
                    filled_q[q] ? store_q[{IndexWidth'(q), first_q[q]}]
                                : in_lane_i[port_of(q)*FlitWidth +: FlitWidth], 3'(c));
              end
            end
          end
          lane = '0;
          for (int unsigned v = 0; v < NumLanes; v++) begin
            if ((owner_q[way_of(c, v)] & chosen) != '0) begin
              lane = lane | noc_pkg::LaneWidth'(v);
              funded_q[way_of(c, v)] = credit_q[way_of(c, v)] != CountWidth'(1);
              credit_q[way_of(c, v)] = credit_q[way_of(c, v)] - 1'b1;
              if ((chosen & tails) != '0) begin
                owner_q[way_of(c, v)] = '0;
                taken_q[way_of(c, v)] = 1'b0;
              end
            end
          end
          flit[LaneLow +: noc_pkg::LaneWidth] = lane;
          sent[(NumPe+c)*FlitWidth +: FlitWidth] = flit;
          moved = moved | chosen;
        end
      end
    end

    // Queues close up, and keep what has come and stays. What comes is written in any case: that it
    // goes on at once is known late, and then its slot does not count.
    begin : queues
      logic [NumQueues-1:0] leaving;
      logic [NumQueues-1:0] touched;
      logic [NumQueues-1:0] grown;
      logic [NumQueues-1:0] shrunk;
      logic [SlotWidth-1:0] slot;
      slot      = '0;
      leaving   = moved | dropped;
      grown     = arrived & ~leaving;
      shrunk    = leaving & ~arrived;
      started_q = (started_q & ~moved) | (moved & ~tails);
      held_q    = held_q & ~(moved & tails);
      touched   = arrived | leaving;
      if (HeadWait != 0) begin
        due_q  = (due_q | ripe) & ~leaving;
        home_q = home_q & ~moved;
      end
      for (int unsigned q = 0; q < NumQueues; q++) begin
        if (HeadWait > 1) begin
          if (leaving[q] || !waiting[q]) age_q[q*AgeWidth +: AgeWidth] = '0;
          else if (age_q[q*AgeWidth +: AgeWidth] != AgeWidth'(OldAge)) begin
            age_q[q*AgeWidth +: AgeWidth] = age_q[q*AgeWidth +: AgeWidth] + 1'b1;
          end
        end
        if (touched[q]) begin
          if (leaving[q]) returned[port_of(q)*CreditWidth + lane_of(q)] = 1'b1;
          if (arrived[q]) begin
            slot = in_ring(32'(first_q[q]) + 32'(count_q[q]));
            store_q[{IndexWidth'(q), slot}] = in_lane_i[port_of(q)*FlitWidth +: FlitWidth];
          end
          if (leaving[q] && filled_q[q]) first_q[q] = in_ring(32'(first_q[q]) + 1);
          if (shrunk[q]) begin
            filled_q[q] = count_q[q] != CountWidth'(1);
            count_q[q]  = count_q[q] - 1'b1;
          end
          if (grown[q]) begin
            filled_q[q] = 1'b1;
            count_q[q]  = count_q[q] + 1'b1;
          end
        end
      end
    end

    begin : registers
      if (!rst_ni) begin
        for (int unsigned q = 0; q < NumQueues; q++) begin
          first_q[q] = '0;
          count_q[q] = '0;
        end
        for (int unsigned w = 0; w < NumWays; w++) begin
          owner_q[w]  = '0;
          credit_q[w] = CountWidth'(NumSlots);
          given_q[w]  = '1;
        end
        for (int unsigned c = 0; c < NumChannels; c++) begin
          granted_q[c] = NumQueues'(torus_pkg::behind(MaxQueues'(1)));  // behind queue 0
          low_q[c]     = '0;
          high_q[c]    = '0;
        end
        for (int unsigned e = 0; e < NumPe; e++) begin
          ejected_q[e] = '1;
          passed_q[e]  = '0;
        end
        filled_q        = '0;
        held_q          = '0;
        started_q       = '0;
        taken_q         = '0;
        funded_q        = '1;
        age_q           = '0;
        due_q           = '0;
        lost_q          = '0;
        home_q          = '0;
        stage_q         <= '0;
        moving_q        <= '0;
        late_q          <= '0;
        credit_o        <= '0;
        busy_o          <= 1'b0;
        violation_o     <= '0;
        violation_in_o  <= '0;
        violation_out_o <= '0;
        stalled_o       <= '0;
        blocked_o       <= '0;
        out_lane_o      <= '0;
      end else begin
        credit_o        <= returned;
        busy_o          <= waiting != '0 || violation != '0 || (OutStages != 0 && moving_q != '0)
                           || (CreditDelay != 0 && given_back != '0);
        violation_o     <= violation;
        violation_in_o  <= involved_in;
        violation_out_o <= '0;
        // Each output that is used takes one flit.
        if (HeadWait != 0) begin
          stalled_o <= changed(stalled_o, ones(sound), ones(NumQueues'(used)));
          blocked_o <= changed(blocked_o, ones(blocked), '0);
        end else if (crowded) begin
          stalled_o <= changed(stalled_o, LowWidth'($countones(sound)),
                               LowWidth'($countones(used)));
          if (blocked != '0) begin
            blocked_o <= changed(blocked_o, LowWidth'($countones(blocked)), '0);
          end
        end
        out_lane_o      <= (OutStages == 0) ? sent : stage_q;
        if (OutStages != 0) begin
          stage_q       <= sent;
          moving_q      <= used;
        end
        if (CreditDelay != 0) late_q <= given_back;
`ifndef YOSYS  // Yosys 0.23 does not parse the else of an assertion
        // Facts of one cycle. Masks read from the right: injection ports, then incoming channels.
        if (violation != '0) begin
          a_room: assert (!violation[noc_pkg::Overflow])
            else $error("overflow: a flit came without credit, inputs %b", involved_in);
          a_route: assert (!violation[noc_pkg::NoRoute])
            else $error("no route: a head cannot go on from here, inputs %b", involved_in);
          a_worm: assert (!violation[noc_pkg::BrokenWorm])
            else $error("broken worm: body without head or head inside a message, inputs %b",
                        involved_in);
        end
        if (surplus) begin
          a_credit_due: assert (!surplus)
            else $error("a credit came back that was not spent: %h", credit_i);
        end
        if (crowded) begin
          a_conserved: assert ($countones(used) == $countones(moved))
            else $error("flits lost or made: %b moved, out %b", moved, used);
        end
`endif
      end
    end
  end
  // verilator lint_on BLKSEQ
  /*verilator tracing_on*/

endmodule

`default_nettype wire
