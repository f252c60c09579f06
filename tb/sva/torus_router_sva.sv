// torus_router_sva.sv: what a torus router promises over time. Bound to every instance.
//
// A model of the input queues: flits go in as they arrive, and a returned credit says that the
// first of a queue has left. At the edge after, or OutStages later, that flit must lie on the
// output of its way, on a lane that it may use, and nothing else may lie anywhere. What has left
// had waited its stages. A port that was stalled at the edge is empty after it, or OutStages later.
// A router with nothing to do may be left unclocked: busy_o guarantees the edge after one with
// input.
`default_nettype none

module torus_router_sva #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned Lanes      = 2,
  parameter int unsigned Depth      = 8,
  parameter int unsigned PePorts    = 2 * Dimensions,
  parameter int unsigned PayloadWidth = noc_pkg::PayloadWidth,
  parameter int unsigned TagWidth    = noc_pkg::TagWidth,
  parameter int unsigned HopsWidth   = torus_pkg::HopsWidth,
  parameter int unsigned HeadWait    = 0,
  parameter int unsigned BodyWait    = 0,
  parameter int unsigned OutStages   = 0,
  parameter int unsigned CreditDelay = 0,
  localparam int unsigned TaggedWidth = noc_pkg::TagWidth + noc_pkg::PayloadWidth,
  localparam int unsigned CoordinateWidth = HopsWidth + 1,
  localparam int unsigned NumPorts  = PePorts + 2 * Dimensions,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth - noc_pkg::PayloadWidth + PayloadWidth
) (
  input logic                                            clk_i,
  input logic                                            rst_ni,
  input logic [4*CoordinateWidth-1:0]                    coordinate_i,
  input logic [4*CoordinateWidth-1:0]                    side_i,
  input logic                                            strict_i,
  input logic [NumPorts*FlitWidth-1:0]                    in_lane_i,
  input logic [NumPorts*FlitWidth-1:0]                    out_lane_o,
  input logic [NumPorts*torus_pkg::CreditWidth-1:0]       credit_i,
  input logic [NumPorts*torus_pkg::CreditWidth-1:0]       credit_o,
  input logic [PePorts-1:0]                              stall_i,
  input logic                                            busy_o,
  input logic [noc_pkg::ViolationWidth-1:0]              violation_o,
  input logic [NumPorts-1:0]                             violation_in_o,
  input logic [NumPorts-1:0]                             violation_out_o,
  input logic [31:0]                                     stalled_o,
  input logic [31:0]                                     blocked_o
);

  localparam int unsigned HeaderWidth = noc_pkg::FlitWidth;
  localparam int unsigned UpperWidth  = HeaderWidth - noc_pkg::PayloadWidth;  // above the payload
  localparam int unsigned LaneLow     = noc_pkg::LaneLow + FlitWidth - HeaderWidth;
  localparam int unsigned HopsMask    = (1 << HopsWidth) - 1;
  // Dimensions whose hops a head has room for.
  localparam int unsigned NumFields   =
      (TagWidth + torus_pkg::MaxDimensions * HopsWidth <= TaggedWidth)
      ? torus_pkg::MaxDimensions : Dimensions;
  // A place is a queue by input and lane, or a lane of an output, numbered as the credit wires are.
  // Injection ports use lane 0 only. Places are looked at in groups of at most 64, one word each.
  localparam int unsigned Pitch       = torus_pkg::CreditWidth;
  localparam int unsigned NumPlaces   = NumPorts * Pitch;
  localparam int unsigned PlaceWidth  = $clog2(NumPlaces);
  localparam int unsigned NumGroups   = (NumPlaces > 64) ? 2 : 1;
  localparam int unsigned GroupWidth  = NumPlaces / NumGroups;
  // Edges from a credit's coming to the last at which a flit lands that must not have spent it.
  localparam int unsigned CreditLag   = OutStages + CreditDelay;
  localparam int unsigned NumLate     = (CreditLag == 0) ? 1 : CreditLag;

  // State of this block alone, so that it changes in place.
  logic [FlitWidth-1:0] store     [0:NumPlaces*Depth-1];
  int unsigned          first     [0:NumPlaces-1];
  int unsigned          count     [0:NumPlaces-1];
  logic [NumPlaces-1:0] occupied;                  // count is not 0
  logic [NumPlaces-1:0] open;                      // a worm's head has left, its tail has not
  int unsigned          goal      [0:NumPlaces-1]; // the output of that worm
  int unsigned          goal_lane [0:NumPlaces-1];
  int unsigned          age       [0:NumPlaces-1]; // edges, up to 3, that a flit has been first
  logic [NumPlaces-1:0] fresh;                     // what is first came at the edge before
  int unsigned          credit    [0:NumPlaces-1]; // by output and lane
  logic [NumLate*NumPlaces-1:0] late;              // credits that do not count yet
  // What has left for each output, until it lies there.
  logic [NumPorts-1:0]  leaving;
  logic [FlitWidth-1:0] leaving_flit [0:NumPorts-1];
  int unsigned          leaving_from [0:NumPorts-1];
  logic [NumPlaces-1:0] taken;
  logic [NumPorts-1:0]  lost;                      // inputs that had no room
  logic [NumPorts-1:0]  shut;                      // outputs that were stalled at the edge before
  logic [NumPorts-1:0]  shut_then;                 // and OutStages edges before
  logic [31:0]          stalled;
  logic [31:0]          blocked;

  // The number of the only place in a set: every place moves other six bits of a de Bruijn sequence
  // to the top.
  localparam logic [63:0] Sequence = 64'h03f7_9d71_b4cb_0a89;
  localparam int unsigned Number [0:63] = '{
      0, 1, 48, 2, 57, 49, 28, 3, 61, 58, 50, 42, 38, 29, 17, 4,
      62, 55, 59, 36, 53, 51, 43, 22, 45, 39, 33, 30, 24, 18, 12, 5,
      63, 47, 56, 27, 60, 41, 37, 16, 54, 35, 52, 21, 44, 32, 23, 11,
      46, 26, 40, 15, 34, 20, 31, 10, 25, 14, 19, 9, 13, 8, 7, 6
  };

  function automatic int unsigned number_of(input logic [GroupWidth-1:0] one);
    number_of = Number[6'((64'(one) * Sequence) >> 58)];
  endfunction

  for (genvar n = 0; n < GroupWidth; n++) begin : gen_numbers
    if (Number[6'((Sequence << n) >> 58)] != n) begin : gen_bad_number
      $error("torus_router_sva: place %0d of a set has another number", n);
    end
  end

  // noc_pkg's flit, with the low bits of the payload.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic [HeaderWidth-1:0] header_of(input logic [FlitWidth-1:0] flit);
    header_of = {flit[FlitWidth-1 -: UpperWidth], flit[0 +: noc_pkg::PayloadWidth]};
  endfunction
  // verilator lint_on UNUSEDSIGNAL

  // Signed hops that a head has left in dimension d.
  function automatic int hops_in(input logic [HeaderWidth-1:0] flit, input int unsigned d);
    int unsigned field;
    field = 32'(flit >> (d * HopsWidth)) & HopsMask;
    hops_in = (field > HopsMask / 2) ? int'(field) - int'(HopsMask) - 1 : int'(field);
  endfunction

  // Dimension of a head's next hop; torus_pkg::MaxDimensions when it has arrived.
  function automatic int unsigned dimension_of(input logic [HeaderWidth-1:0] flit);
    dimension_of = torus_pkg::MaxDimensions;
    for (int unsigned d = NumFields; d > 0; d--) begin
      if (hops_in(flit, d - 1) != 0) dimension_of = d - 1;
    end
  endfunction

  // Output of a head from this input; NumPorts if it has none.
  function automatic int unsigned way_of(
      input logic [HeaderWidth-1:0] flit, input int unsigned from
  );
    int unsigned d;
    int          hops;
    int          side;
    way_of = NumPorts;
    d = dimension_of(flit);
    hops = hops_in(flit, d);
    if (d == torus_pkg::MaxDimensions) begin
      if (from >= PePorts) way_of = (PePorts == 1) ? 0 : from - PePorts;
    end else if (d < Dimensions) begin
      side = int'(32'(side_i[d*CoordinateWidth +: CoordinateWidth]));
      way_of = PePorts + 2 * d + ((hops < 0) ? 1 : 0);
      if (hops >= side || -hops >= side
          || (from < PePorts && PePorts != 1 && way_of != PePorts + from)
          || (from >= PePorts && way_of != from && d <= (from - PePorts) / 2)) begin
        way_of = NumPorts;
      end
    end
  endfunction

  function automatic logic is_high(input int unsigned lane);
    is_high = 2 * lane + 1 >= Lanes;
  endfunction

  // Whether the dateline lets a head from this input and lane use a lane of its way.
  function automatic logic may_use(
      input logic [HeaderWidth-1:0] flit, input int unsigned from, input int unsigned from_lane,
      input int unsigned lane
  );
    int unsigned d;
    int          place;
    int          side;
    int          hops;
    logic        straight;
    logic        must_be_high;
    logic        must_be_low;
    d = dimension_of(flit);
    hops = hops_in(flit, d);
    place = int'(32'(coordinate_i[d*CoordinateWidth +: CoordinateWidth]));
    side = int'(32'(side_i[d*CoordinateWidth +: CoordinateWidth]));
    straight = from == way_of(flit, from);
    must_be_high = straight && (is_high(from_lane) || place == ((hops < 0) ? side - 1 : 0));
    must_be_low = !must_be_high && (strict_i || place + hops >= side || place + hops < 0);
    may_use = Lanes == 1 || !(must_be_low && is_high(lane))
                            && !(must_be_high && !is_high(lane));
  endfunction

  // Whether a worm that comes on this lane is on its way out by a port of the PE.
  function automatic logic is_kept(input int unsigned way, input int unsigned lane);
    is_kept = 1'b0;
    for (int unsigned p = PePorts; p < NumPorts; p++) begin
      if (open[p*Pitch+lane] && goal[p*Pitch+lane] == way && way < PePorts) is_kept = 1'b1;
    end
  endfunction

  // A head after its hop.
  function automatic logic [FlitWidth-1:0] after_hop(input logic [FlitWidth-1:0] flit);
    int unsigned d;
    int          hops;
    d = dimension_of(header_of(flit));
    hops = hops_in(header_of(flit), d);
    hops = (hops < 0) ? hops + 1 : hops - 1;
    after_hop = (flit & ~(FlitWidth'(HopsMask) << (d * HopsWidth)))
                | ((FlitWidth'(unsigned'(hops)) & FlitWidth'(HopsMask))
                   << (d * HopsWidth));
  endfunction

  /*verilator tracing_off*/
  // verilator lint_off BLKSEQ
  // Rules are tested before they are asserted: an assertion asks first whether any are on.
  // Flits that have left for these outputs lie there.
  task automatic land(input logic [NumPorts-1:0] landing, input logic [NumPorts-1:0] filled);
    logic [FlitWidth-1:0]  flit;
    logic [FlitWidth-1:0]  seen;
    logic                  is_head;
    logic                  is_allowed;
    int unsigned           from;  // the queue, its input and lane
    int unsigned           port;
    int unsigned           from_lane;
    int unsigned           lane;  // of the output, and its place
    logic [PlaceWidth-1:0] to;
    flit = '0;
    seen = '0;
    is_head = 1'b0;
    is_allowed = 1'b0;
    from = 0;
    port = 0;
    from_lane = 0;
    lane = 0;
    to = '0;
    for (int unsigned way = 0; way < NumPorts; way++) begin
      if (landing[way]) begin
        flit = leaving_flit[way];
        from = leaving_from[way];
        port = from / Pitch;
        from_lane = from % Pitch;
        is_head = noc_pkg::flit_head(header_of(flit));
        seen = out_lane_o[way*FlitWidth +: FlitWidth];
        lane = 32'(seen[LaneLow +: noc_pkg::LaneWidth]);
        if (way < PePorts) begin
          if (seen != flit) begin
            a_delivered: assert (seen == flit)
              else $error("output %0d: flit %h must be there, is %h", way, flit, seen);
          end
          to = PlaceWidth'(way * Pitch + from_lane);
          if (is_head) begin
            a_alone_on_lane: assert (!taken[to])
              else $error("output %0d lane %0d: two worms, head %h", way, from_lane, flit);
          end
          if (is_head) taken[to] = 1'b1;
          if (noc_pkg::flit_tail(header_of(flit))) taken[to] = 1'b0;
        end else if (filled[way]) begin
          seen[LaneLow +: noc_pkg::LaneWidth] = '0;
          if (lane >= Lanes) begin
            a_lane_exists: assert (lane < Lanes)
              else $error("output %0d: no lane %0d", way, lane);
            lane = lane % Lanes;
          end
          to = PlaceWidth'(way * Pitch + lane);
          if (is_head) begin
            is_allowed = may_use(header_of(flit), port, from_lane, lane);
            a_lane_free: assert (!taken[to])
              else $error("output %0d lane %0d: two worms, head %h", way, lane, flit);
            a_class: assert (is_allowed)
              else $error("output %0d lane %0d: the dateline forbids it to head %h",
                          way, lane, flit);
          end else if (lane != goal_lane[from]) begin
            a_lane_kept: assert (lane == goal_lane[from])
              else $error("output %0d: flit %h on lane %0d, its worm is on lane %0d",
                          way, flit, lane, goal_lane[from]);
          end
          if (is_head) flit = after_hop(flit);
          flit[LaneLow +: noc_pkg::LaneWidth] = '0;
          if (seen != flit) begin
            a_sent_on: assert (seen == flit)
              else $error("output %0d: flit %h must be there, is %h", way, flit, seen);
          end
          if (credit[to] == 0) begin
            a_credit_spent: assert (credit[to] != 0)
              else $error("output %0d lane %0d: flit %h sent without credit", way, lane, flit);
          end else begin
            credit[to] = credit[to] - 1;
          end
          if (is_head) taken[to] = 1'b1;
          if (noc_pkg::flit_tail(header_of(flit))) taken[to] = 1'b0;
        end
        if (is_head) goal_lane[from] = lane;
      end
    end
  endtask

  always_ff @(posedge clk_i) begin : check
    logic [NumPorts-1:0]                filled;    // outputs with a flit
    logic [NumPorts-1:0]                expected;  // outputs that flits have left for
    logic [NumPorts-1:0]                landing;   // those that must lie there now
    logic [NumPorts-1:0]                refused;   // inputs with something to report
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [NumPlaces-1:0]               stayed;    // queues whose first flit asked and stayed
    int unsigned                        waiting;   // how many
    int unsigned                        held_up;   // of those, before a stalled port
    filled = '0;
    expected = '0;
    landing = '0;
    refused = lost;
    violation = '0;
    violation[noc_pkg::Overflow] = lost != '0;
    stayed = '0;
    waiting = 0;
    held_up = 0;

    if (!rst_ni) begin
      for (int unsigned n = 0; n < NumPlaces; n++) begin
        first[n] = 0;
        count[n] = 0;
        age[n] = 0;
        credit[n] = Depth;
      end
      occupied = '0;
      open = '0;
      fresh = '0;
      taken = '0;
      late = '0;
      leaving = '0;
      lost = '0;
      shut = '0;
      shut_then = '0;
    end

    for (int unsigned p = 0; p < NumPorts; p++) begin
      filled[p] = out_lane_o[p*FlitWidth+FlitWidth-1];
    end
    if (OutStages != 0) landing = leaving;

    // With stages at the outputs, what left at the edge before lies there now.
    if (OutStages != 0) land(landing, filled);

    // What has left since the edge before: queues that give a credit, or have a flit that stays.
    begin : departures
      logic [GroupWidth-1:0] look;
      logic [GroupWidth-1:0] least;
      logic [NumPlaces-1:0]  one;   // the queue, as a set and by number, and its input
      logic [FlitWidth-1:0]  flit;
      logic                  is_head;
      logic                  asked;
      int unsigned           from;
      int unsigned           port;
      int unsigned           way;   // its output
      look = '0;
      least = '0;
      one = '0;
      flit = '0;
      is_head = 1'b0;
      asked = 1'b0;
      from = 0;
      port = 0;
      way = 0;
      if (rst_ni) begin
        for (int unsigned group = 0; group < NumGroups; group++) begin
          look = credit_o[group*GroupWidth +: GroupWidth]
                 | occupied[group*GroupWidth +: GroupWidth];
          while (look != '0) begin
            least = look & (~look + 1'b1);
            one = NumPlaces'(least) << (group * GroupWidth);
            from = group * GroupWidth + number_of(least);
            look = look & ~least;
            port = from / Pitch;
            flit = store[from*Depth+first[from]];
            is_head = noc_pkg::flit_head(header_of(flit));
            asked = BodyWait == 0 || (fresh & one) == '0;
            if (is_head) asked = HeadWait == 0 || age[from] >= HeadWait;
            if ((credit_o & one) != '0) begin
              if (count[from] == 0) begin
                a_credit_for_a_flit: assert (count[from] != 0)
                  else $error("input %0d lane %0d: credit for a flit that never came",
                              port, from % Pitch);
              end else begin
                if (!asked) begin
                  a_waited: assert (asked)
                    else $error("input %0d lane %0d: flit %h left after %0d edges as the first",
                                port, from % Pitch, flit, age[from]);
                end
                first[from] = first[from] + 1;
                if (first[from] == Depth) first[from] = 0;
                count[from] = count[from] - 1;
                if (count[from] == 0) occupied = occupied & ~one;
                way = goal[from];
                if (is_head) way = way_of(header_of(flit), port);
                if (is_head == ((open & one) != '0)) begin
                  refused[port] = 1'b1;
                  violation[noc_pkg::BrokenWorm] = 1'b1;
                end else if (way == NumPorts) begin
                  refused[port] = 1'b1;
                  violation[noc_pkg::NoRoute] = 1'b1;
                end else begin
                  if (expected[way]) begin
                    a_one_an_output: assert (!expected[way])
                      else $error("output %0d: two flits at once, one is %h", way, flit);
                  end
                  expected[way] = 1'b1;
                  leaving_flit[way] = flit;
                  leaving_from[way] = from;
                  if (is_head) begin
                    goal[from] = way;
                    open = open | one;
                  end
                  if (noc_pkg::flit_tail(header_of(flit))) open = open & ~one;
                end
              end
              if (HeadWait != 0) age[from] = 0;
            end else begin
              if (asked) begin
                stayed = stayed | one;
                waiting = waiting + 1;
              end
              if (HeadWait != 0 && age[from] < 3) age[from] = age[from] + 1;
            end
            if (BodyWait != 0) fresh = fresh & ~one;
          end
        end
      end
      leaving = expected;
    end

    if (OutStages == 0) begin
      landing = leaving;
      land(landing, filled);
    end

    // Outputs that must not have been left idle.
    begin : waits
      logic [GroupWidth-1:0] look;
      logic [NumPorts-1:0]   used;
      logic [FlitWidth-1:0]  flit;
      logic                  is_head;
      int unsigned           from;
      int unsigned           way;
      look = '0;
      used = (OutStages == 0) ? filled : expected;
      flit = '0;
      is_head = 1'b0;
      from = 0;
      way = 0;
      for (int unsigned group = 0; group < NumGroups; group++) begin
        look = stayed[group*GroupWidth +: GroupWidth];
        while (look != '0) begin
          from = group * GroupWidth + number_of(look & (~look + 1'b1));
          look = look & (look - 1'b1);
          flit = store[from*Depth+first[from]];
          is_head = noc_pkg::flit_head(header_of(flit));
          way = NumPorts;
          if (open[from]) way = goal[from];
          else if (flit[0 +: NumFields*HopsWidth] == '0) begin
            way = way_of(header_of(flit), from / Pitch);
          end
          if (way < NumPorts && is_head != open[from]) begin
            if (shut[way]) held_up = held_up + 1;
            a_not_idle: assert (used[way] || shut[way] || (is_head && is_kept(way, from % Pitch))
                || (way >= PePorts && credit[way*Pitch+goal_lane[from]] == 0))
              else $error("output %0d idle while flit %h waits for it", way, flit);
          end
        end
      end
    end

    // What holds in every cycle: one test, and which it was if it fails.
    begin : report
      logic [31:0] more_stalled;
      logic [31:0] more_blocked;
      logic [NumPorts-1:0] odd;  // ports that show what they must not
      logic        busy;
      logic        some_due;  // in stages, or they end
      more_stalled = stalled_o - stalled;
      more_blocked = blocked_o - blocked;
      some_due = (OutStages != 0 && landing != '0)
                 || (CreditDelay != 0 && late[PePorts*Pitch +: NumPlaces-PePorts*Pitch] != '0);
      odd = (filled ^ landing) | (filled & shut_then) | (violation_in_o ^ refused)
            | violation_out_o;
      busy = (occupied | credit_o) != '0 || some_due || violation != '0;
      if (rst_ni && (odd != '0 || violation_o != violation || busy_o != busy
                     || more_stalled != waiting || more_blocked > waiting
                     || more_blocked < held_up)) begin
        a_nothing_made: assert (filled == landing)
          else $error("outputs %b hold flits, %b were for them", filled, landing);
        a_stall_kept: assert ((filled & shut_then) == '0)
          else $error("outputs %b hold flits, %b were stalled", filled, shut_then);
        a_reported: assert (violation_o == violation && violation_in_o == refused
                            && violation_out_o == '0)
          else $error("report %b of inputs %b, must be %b of inputs %b",
                      violation_o, violation_in_o, violation, refused);
        a_busy: assert (busy_o == busy)
          else $error("busy is %b with credits %h, flits inside %b", busy_o, credit_o,
                      occupied != '0);
        a_stalled: assert (more_stalled == waiting)
          else $error("%0d flits have stalled, counted %0d", waiting, more_stalled);
        a_blocked: assert (more_blocked <= waiting)
          else $error("%0d flits have stalled, of which %0d blocked", waiting, more_blocked);
        a_blocked_by_pe: assert (more_blocked >= held_up)
          else $error("%0d flits wait for stalled ports, %0d are blocked", held_up,
                      more_blocked);
      end
      stalled = rst_ni ? stalled_o : '0;
      blocked = rst_ni ? blocked_o : '0;
    end

    // What goes in at this edge, and which PEs' ports take nothing.
    begin : arrivals
      logic [FlitWidth-1:0] flit;
      int unsigned          lane;
      int unsigned          to;
      int unsigned          slot;
      logic [NumPlaces-1:0] credits;
      credits = '0;
      flit = '0;
      lane = 0;
      to = 0;
      slot = 0;
      if (rst_ni) begin
        shut_then = (OutStages == 0) ? NumPorts'(stall_i) : shut;
        shut = NumPorts'(stall_i);
        lost = '0;
        for (int unsigned p = 0; p < NumPorts; p++) begin
          if (in_lane_i[p*FlitWidth+FlitWidth-1]) begin
            flit = in_lane_i[p*FlitWidth +: FlitWidth];
            lane = 0;
            if (p >= PePorts) lane = 32'(flit[LaneLow +: noc_pkg::LaneWidth]);
            to = p * Pitch + lane;
            if (lane >= Lanes || count[to] == Depth) begin
              lost[p] = 1'b1;
            end else begin
              slot = first[to] + count[to];
              if (slot >= Depth) slot = slot - Depth;
              store[to*Depth+slot] = flit;
              if (BodyWait != 0 && count[to] == 0) fresh[to] = 1'b1;
              count[to] = count[to] + 1;
              occupied[to] = 1'b1;
            end
          end
        end
        credits = credit_i;
        if (CreditLag != 0) begin
          credits = late[(NumLate-1)*NumPlaces +: NumPlaces];
          late = (NumLate*NumPlaces)'({late, credit_i});
        end
        if (credits[PePorts*Pitch +: NumPlaces-PePorts*Pitch] != '0) begin
          for (int unsigned p = PePorts; p < NumPorts; p++) begin
            for (int unsigned v = 0; v < Lanes; v++) begin
              if (credits[p*Pitch+v]) begin
                a_credit_bounded: assert (credit[p*Pitch+v] < Depth)
                  else $error("output %0d lane %0d: more than %0d credits", p, v, Depth);
                if (credit[p*Pitch+v] < Depth) credit[p*Pitch+v] = credit[p*Pitch+v] + 1;
              end
            end
          end
        end
      end
    end
  end
  // verilator lint_on BLKSEQ
  /*verilator tracing_on*/

endmodule

bind torus_router torus_router_sva #(
  .Dimensions(Dimensions), .Lanes(Lanes), .Depth(Depth), .PePorts(PePorts),
  .PayloadWidth(PayloadWidth), .TagWidth(TagWidth), .HopsWidth(HopsWidth), .HeadWait(HeadWait),
  .BodyWait(BodyWait), .OutStages(OutStages), .CreditDelay(CreditDelay)
) i_sva (.*);

`default_nettype wire
