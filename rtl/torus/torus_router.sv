// torus_router.sv: wormhole router of a torus: dimension order, lanes with credits, all ports.
//
// C = 2 * Dimensions channels. Inputs: C injection ports, port c for messages that leave by channel
// c, then the C incoming channels, named by the direction in which their flits travel. Outputs: C
// ejection ports, port c for what has come in over channel c, then the C outgoing channels. Every
// injection port and every lane of an incoming channel has a queue of Depth flits. A flit that
// meets an empty queue and no rival is on its output after the same clock edge: one cycle a hop.
//
// A head is given a lane of its channel, to hold until its tail has gone: of the free lanes with
// credit that the dateline allows, the one with most credits, the lowest of equals. A worm that
// still has to cross the dateline keeps to the lower half of the lanes (class 0), one that has
// crossed it to the upper half, any other takes either but does not return from upper to lower in
// its dimension; with strict_i it takes the lower half. One lane alone is one class: no protection.
// Of the heads that ask for a lane one in transit goes before an injected one, which is let in
// first after 15 of them have passed it: a network that is full empties before it fills further.
// Then every output takes one flit. Lanes choose among heads and outputs among flits round robin.
// What is ejected keeps the lane that it came on: worms of several lanes may alternate there.
//
// stall_i has a bit for each ejection port and is read at the clock edge: nothing is captured for
// the port while it is set, so that the PE gets no flit from it in the cycle after the edge. Flits
// that want to go there stay first in their queues, keep their places in the round robin, and all
// count as blocked, as without credit. What lies on the port already has been taken by the PE.
//
// Every flit that leaves a queue returns its credit. Two cycles pass from a flit to its credit's
// use: a channel is full with Depth 2, half full with Depth 1. What cannot go on is dropped, its
// credit returned, and reported: a flit without credit (Overflow), a head that has no hop to make
// from here (NoRoute), a body without head or a head inside a message (BrokenWorm).
`default_nettype none

module torus_router #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned Lanes      = 2,
  parameter int unsigned Depth      = 8
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,

  // Entries of dimensions that the torus does not have are not looked at.
  input  logic [4*torus_pkg::CoordinateWidth-1:0]   coordinate_i,
  input  logic [4*torus_pkg::CoordinateWidth-1:0]   side_i,
  input  logic                                      strict_i,

  input  logic [4*Dimensions*noc_pkg::FlitWidth-1:0]     in_lane_i,
  output logic [4*Dimensions*noc_pkg::FlitWidth-1:0]     out_lane_o,
  input  logic [4*Dimensions*torus_pkg::CreditWidth-1:0] credit_i,  // as out_lane_o, a bit a lane
  output logic [4*Dimensions*torus_pkg::CreditWidth-1:0] credit_o,  // as in_lane_i
  input  logic [2*Dimensions-1:0]                        stall_i,   // by ejection port

  output logic                                      busy_o,  // an output or a queue is not empty
  output logic [noc_pkg::ViolationWidth-1:0]        violation_o,
  output logic [4*Dimensions-1:0]                   violation_in_o,   // inputs involved
  output logic [4*Dimensions-1:0]                   violation_out_o,  // outputs involved
  // Running counts, one a cycle for every flit that is first in its queue and has not moved: all,
  // and those for which no lane was free, no credit there or the ejection port stalled.
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

  // At least 1, so that nothing else stops the elaboration before the rules above do.
  localparam int unsigned NumLanes    = (Lanes == 0) ? 1 : Lanes;
  localparam int unsigned NumSlots    = (Depth == 0) ? 1 : Depth;  // of a queue
  localparam int unsigned NumChannels = 2 * Dimensions;
  localparam int unsigned NumPorts    = 2 * NumChannels;  // inputs, and outputs
  localparam int unsigned NumWays     = NumChannels * NumLanes;  // lanes of all outgoing channels
  localparam int unsigned NumQueues   = NumChannels + NumWays;
  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth;
  localparam int unsigned CreditWidth = torus_pkg::CreditWidth;
  localparam int unsigned ChannelWidth = $clog2(NumChannels);
  localparam int unsigned PortWidth   = $clog2(NumPorts);
  localparam int unsigned LaneWidth   = (NumLanes > 1) ? $clog2(NumLanes) : 1;
  localparam int unsigned IndexWidth  = $clog2(NumQueues);
  localparam int unsigned CountWidth  = $clog2(NumSlots + 1);
  localparam int unsigned SlotWidth   = (NumSlots > 1) ? $clog2(NumSlots) : 1;
  localparam int unsigned PatienceWidth = 4;  // an injected head lets 2^PatienceWidth - 1 pass
  localparam logic [NumLanes-1:0] LowLanes = NumLanes'(torus_pkg::low_lanes(3'(NumLanes)));

  // Queues of injection ports, and the others.
  localparam logic [torus_pkg::MaxQueues-1:0] Injected =
      (torus_pkg::MaxQueues'(1) << NumChannels) - torus_pkg::MaxQueues'(1);
  localparam logic [torus_pkg::MaxQueues-1:0] InTransit = ~Injected;

  // Queues: first those of the injection ports, then by incoming channel and lane.
  logic [FlitWidth-1:0]            store_q [0:(NumQueues<<SlotWidth)-1];
  logic [NumQueues*SlotWidth-1:0]  first_q;  // slot of the oldest flit
  logic [NumQueues*CountWidth-1:0] count_q;
  logic [NumQueues-1:0]            filled_q;  // count is not 0

  // The worm at the front of a queue.
  logic [NumQueues-1:0]            held_q;    // has a lane
  logic [NumQueues-1:0]            started_q; // its head has gone
  logic [NumQueues*PortWidth-1:0]  goal_q;    // its output
  logic [NumQueues*LaneWidth-1:0]  lane_q;    // its lane there

  // Lanes of outgoing channels.
  logic [NumWays-1:0]              taken_q;  // a worm has it
  logic [NumWays*CountWidth-1:0]   credit_q;
  logic [NumWays-1:0]              funded_q;  // credit is not 0

  // Queues that have won last when there was a choice.
  logic [NumWays*IndexWidth-1:0]   given_q;    // a lane
  logic [NumPorts*IndexWidth-1:0]  granted_q;  // an output
  // How often heads in transit went before the injected one that waits for a lane of a channel.
  logic [NumChannels*PatienceWidth-1:0] passed_q;

  // Whether any flit goes from a queue to an output: what never happens need not be built.
  function automatic logic leads_to(input int unsigned q, input int unsigned p);
    int unsigned from;
    from = (q - NumChannels) / NumLanes;
    if (q < NumChannels) leads_to = p == NumChannels + q;
    else if (p < NumChannels) leads_to = p == from;
    else leads_to = p - NumChannels == from || (p - NumChannels) / 2 > from / 2;
  endfunction

  logic unused_credit;  // PEs give none; there may be fewer lanes than wires
  assign unused_credit = &{1'b0, credit_i};

  /*verilator tracing_off*/  // locals of the step: a wave shows ports and registers
  always_ff @(posedge clk_i) begin : step
    logic [FlitWidth-1:0]            sent  [0:NumPorts-1];  // what each output captures
    logic [NumQueues-1:0]            ready [0:NumPorts-1];  // queues with a flit that may go there
    logic [NumQueues-1:0]            low   [0:NumChannels-1];  // heads that ask for a low lane
    logic [NumQueues-1:0]            high  [0:NumChannels-1];  // heads that ask for a high lane
    logic [FlitWidth-1:0]            flit;
    logic [NumQueues*SlotWidth-1:0]  first;
    logic [NumQueues*CountWidth-1:0] count;
    logic [NumQueues-1:0]            filled;
    logic [NumQueues-1:0]            held;
    logic [NumQueues-1:0]            started;
    logic [NumQueues*PortWidth-1:0]  goals;
    logic [NumQueues*LaneWidth-1:0]  lanes;
    logic [NumWays-1:0]              taken;
    logic [NumWays*CountWidth-1:0]   credit;
    logic [NumWays-1:0]              funded;
    logic [NumWays*IndexWidth-1:0]   given;
    logic [NumPorts*IndexWidth-1:0]  granted;
    logic [NumChannels*PatienceWidth-1:0] passed;
    logic [NumQueues-1:0]            arrived;
    logic [NumQueues-1:0]            waiting;  // queues with a flit, arriving ones included
    logic [NumQueues-1:0]            moved;
    logic [NumQueues-1:0]            dropped;
    logic [NumQueues-1:0]            stored;
    logic [NumPorts-1:0]             used;  // outputs with a flit
    logic [NumPorts-1:0]             shut;  // outputs that take none
    logic [NumQueues-1:0]            blocked;
    logic [NumQueues-1:0]            chosen;
    logic [NumQueues-1:0]            wishes;
    logic [NumPorts*CreditWidth-1:0] returned;
    logic [torus_pkg::DecisionWidth-1:0] decision;
    logic [ChannelWidth-1:0]         channel;
    logic                            use_low;
    logic                            use_high;
    logic [NumLanes-1:0]                free;    // lanes of a channel
    logic [PortWidth-1:0]            port;
    logic [PortWidth-1:0]            goal;
    logic [LaneWidth-1:0]            lane;
    logic [CountWidth-1:0]           most;
    logic [31:0]                     way;
    logic [IndexWidth-1:0]           queue;
    logic [31:0]                     slot;
    logic                            surplus;  // a credit too many has come
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [NumPorts-1:0]             involved_in;
    logic [NumPorts-1:0]             involved_out;

    first        = first_q;
    count        = count_q;
    filled       = filled_q;
    held         = held_q;
    started      = started_q;
    goals        = goal_q;
    lanes        = lane_q;
    taken        = taken_q;
    credit       = credit_q;
    funded       = funded_q;
    given        = given_q;
    granted      = granted_q;
    passed       = passed_q;
    arrived      = '0;
    moved        = '0;
    dropped      = '0;
    stored       = '0;
    used         = '0;
    shut         = '0;
    blocked      = '0;
    chosen       = '0;
    wishes       = '0;
    returned     = '0;
    decision     = '0;
    channel      = '0;
    use_low      = 1'b0;
    use_high     = 1'b0;
    free         = '0;
    port         = '0;
    goal         = '0;
    lane         = '0;
    most         = '0;
    way          = '0;
    queue        = '0;
    slot         = '0;
    flit         = '0;
    surplus      = 1'b0;
    violation    = '0;
    involved_in  = '0;
    involved_out = '0;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      sent[p]  = '0;
      ready[p] = '0;
    end
    for (int unsigned c = 0; c < NumChannels; c++) begin
      low[c]  = '0;
      high[c] = '0;
    end

    for (int unsigned p = 0; p < NumChannels; p++) shut[p] = stall_i[p];

    // Credits that come back may be spent at once.
    if (credit_i[NumChannels*CreditWidth +: NumChannels*CreditWidth] != '0) begin
      for (int unsigned w = 0; w < NumWays; w++) begin
        if (credit_i[(NumChannels+w/NumLanes)*CreditWidth + w%NumLanes]) begin
          if (credit[w*CountWidth +: CountWidth] == CountWidth'(NumSlots)) begin
            surplus = 1'b1;
          end else begin
            credit[w*CountWidth +: CountWidth] = credit[w*CountWidth +: CountWidth] + 1'b1;
          end
          funded[w] = 1'b1;
        end
      end
    end

    // Arrivals: those without a place are lost.
    for (int unsigned p = 0; p < NumPorts; p++) begin
      if (noc_pkg::flit_valid(in_lane_i[p*FlitWidth +: FlitWidth])) begin
        flit  = in_lane_i[p*FlitWidth +: FlitWidth];
        queue = IndexWidth'((p < NumChannels) ? p : p * NumLanes - NumChannels * (NumLanes - 1)
                                                     + 32'(torus_pkg::lane_of(flit)));
        if ((p >= NumChannels && 32'(torus_pkg::lane_of(flit)) >= NumLanes)
            || count[queue*CountWidth +: CountWidth] == CountWidth'(NumSlots)) begin
          violation[noc_pkg::Overflow] = 1'b1;
          involved_in[p] = 1'b1;
        end else begin
          arrived[queue] = 1'b1;
        end
      end
    end

    // What the first flit of each queue wants.
    waiting = filled | arrived;
    for (int unsigned q = 0; q < NumQueues; q++) begin
      if (waiting[q]) begin
        port = PortWidth'((q < NumChannels) ? q : NumChannels + (q - NumChannels) / NumLanes);
        flit = filled[q] ? store_q[{IndexWidth'(q), first[q*SlotWidth +: SlotWidth]}]
                         : in_lane_i[port*FlitWidth +: FlitWidth];
        goal = goals[q*PortWidth +: PortWidth];
        if (noc_pkg::flit_head(flit) == started[q]) begin
          dropped[q] = 1'b1;
          violation[noc_pkg::BrokenWorm] = 1'b1;
          involved_in[port] = 1'b1;
        end else if (held[q]) begin
          if (funded[(32'(goal) - NumChannels) * NumLanes
                     + 32'(lanes[q*LaneWidth +: LaneWidth])]) begin
            ready[goal][q] = 1'b1;
          end else begin
            blocked[q] = 1'b1;
          end
        end else if (started[q]) begin
          ready[goal][q] = 1'b1;  // to the PE
        end else begin
          decision = torus_pkg::decide(
              flit, q < NumChannels, 3'((q < NumChannels) ? q : (q - NumChannels) / NumLanes),
              q >= NumChannels && !LowLanes[(q-NumChannels)%NumLanes],
              coordinate_i, side_i, strict_i);
          channel  = ChannelWidth'(decision >> torus_pkg::ChannelLow);
          if (decision[torus_pkg::NoWay]) begin
            dropped[q] = 1'b1;
            violation[noc_pkg::NoRoute] = 1'b1;
            involved_in[port] = 1'b1;
          end else if (decision[torus_pkg::ToPe]) begin
            goals[q*PortWidth +: PortWidth] = PortWidth'((q - NumChannels) / NumLanes);
            ready[(q-NumChannels)/NumLanes][q] = 1'b1;
          end else begin
            {use_low, use_high} = torus_pkg::classes_of(decision, 3'(NumLanes));
            goals[q*PortWidth +: PortWidth] = PortWidth'(NumChannels + 32'(channel));
            free = NumLanes'((funded & ~taken) >> (32'(channel) * NumLanes));
            if (((use_low ? LowLanes : '0) & free) == '0
                && ((use_high ? ~LowLanes : '0) & free) == '0) begin
              blocked[q] = 1'b1;
            end else begin
              low[channel][q]  = use_low;
              high[channel][q] = use_high;
            end
          end
        end
      end
    end

    // Lanes for heads: each free lane takes one.
    for (int unsigned c = 0; c < NumChannels; c++) begin
      if ((low[c] | high[c]) != '0) begin
        free = funded[c*NumLanes +: NumLanes] & ~taken[c*NumLanes +: NumLanes];
        for (int unsigned turn = 0; turn < NumLanes; turn++) begin
          most = '0;
          for (int unsigned v = 0; v < NumLanes; v++) begin
            if (free[v] && credit[(c*NumLanes+v)*CountWidth +: CountWidth] > most) begin
              most = credit[(c*NumLanes+v)*CountWidth +: CountWidth];
              lane = LaneWidth'(v);
            end
          end
          wishes = LowLanes[lane] ? low[c] : high[c];
          if (most != '0 && wishes != '0) begin
            // The injected head is in queue c.
            if (wishes[c] && (wishes >> NumChannels) != '0) begin
              if (passed[c*PatienceWidth +: PatienceWidth] == '1) begin
                wishes = wishes & NumQueues'(Injected);
              end else begin
                wishes = wishes & NumQueues'(InTransit);
                passed[c*PatienceWidth +: PatienceWidth] =
                    passed[c*PatienceWidth +: PatienceWidth] + 1'b1;
              end
            end
            if (wishes[c]) passed[c*PatienceWidth +: PatienceWidth] = '0;
            way = c * NumLanes + 32'(lane);
            chosen = NumQueues'(torus_pkg::first_after(
                torus_pkg::MaxQueues'(wishes),
                torus_pkg::QueueWidth'(given[way*IndexWidth +: IndexWidth])));
            queue = IndexWidth'(torus_pkg::number_of(torus_pkg::MaxQueues'(chosen)));
            if (chosen != wishes) given[way*IndexWidth +: IndexWidth] = queue;
            lanes[queue*LaneWidth +: LaneWidth] = lane;
            taken[way] = 1'b1;
            held = held | chosen;
            ready[NumChannels+c] = ready[NumChannels+c] | chosen;
            low[c]  = low[c] & ~chosen;
            high[c] = high[c] & ~chosen;
          end
          free[lane] = 1'b0;
        end
      end
    end

    // One flit for each output.
    for (int unsigned p = 0; p < NumPorts; p++) begin
      if (shut[p]) begin
        blocked = blocked | ready[p];
      end else if (ready[p] != '0) begin
        chosen = NumQueues'(torus_pkg::first_after(
            torus_pkg::MaxQueues'(ready[p]),
            torus_pkg::QueueWidth'(granted[p*IndexWidth +: IndexWidth])));
        if (chosen != ready[p]) begin
          granted[p*IndexWidth +: IndexWidth] =
              IndexWidth'(torus_pkg::number_of(torus_pkg::MaxQueues'(chosen)));
        end
        moved = moved | chosen;
      end
    end

    // They go; queues close up, and keep what has come and stays.
    for (int unsigned q = 0; q < NumQueues; q++) begin
      if (arrived[q] || moved[q] || dropped[q]) begin
        slot = 32'(first[q*SlotWidth +: SlotWidth]);
        port = PortWidth'((q < NumChannels) ? q : NumChannels + (q - NumChannels) / NumLanes);
        flit = in_lane_i[port*FlitWidth +: FlitWidth];
        stored[q] = arrived[q] && (filled[q] || !(moved[q] || dropped[q]));
        if (moved[q] || dropped[q]) begin
          returned[port*CreditWidth
                   + ((q < NumChannels) ? 0 : (q - NumChannels) % NumLanes)] = 1'b1;
          if (filled[q]) begin
            flit = store_q[{IndexWidth'(q), SlotWidth'(slot)}];
            first[q*SlotWidth +: SlotWidth] = (slot + 1 < NumSlots) ? SlotWidth'(slot + 1) : '0;
          end
        end
        if (moved[q]) begin
          goal = goals[q*PortWidth +: PortWidth];
          lane = lanes[q*LaneWidth +: LaneWidth];
          used[goal] = 1'b1;
          started[q] = !noc_pkg::flit_tail(flit);
          if (held[q]) begin
            way = (32'(goal) - NumChannels) * NumLanes + 32'(lane);
            flit = torus_pkg::sent_on(flit, 3'(32'(goal) - NumChannels),
                                      noc_pkg::LaneWidth'(lane));
            funded[way] = credit[way*CountWidth +: CountWidth] != CountWidth'(1);
            credit[way*CountWidth +: CountWidth] = credit[way*CountWidth +: CountWidth] - 1'b1;
            taken[way] = !noc_pkg::flit_tail(flit);
            held[q] = !noc_pkg::flit_tail(flit);
          end
          for (int unsigned p = 0; p < NumPorts; p++) begin
            if (leads_to(q, p) && goal == PortWidth'(p)) sent[p] = flit;
          end
        end
        count[q*CountWidth +: CountWidth] = count[q*CountWidth +: CountWidth]
            + CountWidth'(arrived[q]) - CountWidth'(moved[q] || dropped[q]);
        filled[q] = count[q*CountWidth +: CountWidth] != '0;
      end
    end

    for (int unsigned q = 0; q < NumQueues; q++) begin
      if (stored[q]) begin
        slot = 32'(first_q[q*SlotWidth +: SlotWidth]) + 32'(count_q[q*CountWidth +: CountWidth]);
        store_q[{IndexWidth'(q), SlotWidth'((slot < NumSlots) ? slot : slot - NumSlots)}] <=
            in_lane_i[((q < NumChannels) ? q : NumChannels + (q - NumChannels) / NumLanes)*FlitWidth
                      +: FlitWidth];
      end
    end

    if (!rst_ni) begin
      first_q         <= '0;
      count_q         <= '0;
      filled_q        <= '0;
      held_q          <= '0;
      started_q       <= '0;
      goal_q          <= '0;
      lane_q          <= '0;
      taken_q         <= '0;
      credit_q        <= {NumWays{CountWidth'(NumSlots)}};
      funded_q        <= '1;
      given_q         <= '0;
      granted_q       <= '0;
      passed_q        <= '0;
      credit_o        <= '0;
      busy_o          <= 1'b0;
      violation_o     <= '0;
      violation_in_o  <= '0;
      violation_out_o <= '0;
      stalled_o       <= '0;
      blocked_o       <= '0;
      for (int unsigned p = 0; p < NumPorts; p++) begin
        out_lane_o[p*FlitWidth +: FlitWidth] <= '0;
      end
    end else begin
      first_q         <= first;
      count_q         <= count;
      filled_q        <= filled;
      held_q          <= held;
      started_q       <= started;
      goal_q          <= goals;
      lane_q          <= lanes;
      taken_q         <= taken;
      credit_q        <= credit;
      funded_q        <= funded;
      given_q         <= given;
      granted_q       <= granted;
      passed_q        <= passed;
      credit_o        <= returned;
      busy_o          <= filled != '0 || moved != '0 || dropped != '0 || violation != '0;
      violation_o     <= violation;
      violation_in_o  <= involved_in;
      violation_out_o <= involved_out;
      stalled_o       <= stalled_o + 32'($countones(waiting & ~moved & ~dropped));
      blocked_o       <= blocked_o + 32'($countones(blocked));
      for (int unsigned p = 0; p < NumPorts; p++) begin
        out_lane_o[p*FlitWidth +: FlitWidth] <= sent[p];
      end

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
      a_credit_due: assert (!surplus)
        else $error("a credit came back that was not spent: %h", credit_i);
      if (moved != '0) begin
        a_conserved: assert ($countones(used) == $countones(moved))
          else $error("flits lost or made: %b moved, out %b", moved, used);
      end
`endif
    end
  end
  /*verilator tracing_on*/

endmodule

`default_nettype wire
