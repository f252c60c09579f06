// torus_router_sva.sv: what a torus router promises over time. Bound to every instance.
//
// A model of the input queues: flits go in as they arrive, and a returned credit says that the
// first of a queue has left. At the edge after, that flit must lie on the output of its way, on a
// lane that it may use, and nothing else may lie anywhere. A port that was stalled at the edge is
// empty after it. A router with nothing to do may be left unclocked: busy_o guarantees the edge
// after one with input.
`default_nettype none

module torus_router_sva #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned Lanes      = 2,
  parameter int unsigned Depth      = 8
) (
  input logic                                            clk_i,
  input logic                                            rst_ni,
  input logic [4*torus_pkg::CoordinateWidth-1:0]         coordinate_i,
  input logic [4*torus_pkg::CoordinateWidth-1:0]         side_i,
  input logic                                            strict_i,
  input logic [4*Dimensions*noc_pkg::FlitWidth-1:0]      in_lane_i,
  input logic [4*Dimensions*noc_pkg::FlitWidth-1:0]      out_lane_o,
  input logic [4*Dimensions*torus_pkg::CreditWidth-1:0]  credit_i,
  input logic [4*Dimensions*torus_pkg::CreditWidth-1:0]  credit_o,
  input logic [2*Dimensions-1:0]                         stall_i,
  input logic                                            busy_o,
  input logic [noc_pkg::ViolationWidth-1:0]              violation_o,
  input logic [4*Dimensions-1:0]                         violation_in_o,
  input logic [4*Dimensions-1:0]                         violation_out_o,
  input logic [31:0]                                     stalled_o,
  input logic [31:0]                                     blocked_o
);

  localparam int unsigned NumPorts    = 4 * Dimensions;
  localparam int unsigned NumChannels = 2 * Dimensions;
  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth;
  localparam int unsigned NumSlots    = NumPorts * Lanes;  // queues by input, ways by output
  localparam int unsigned HopsMask    = (1 << torus_pkg::HopsWidth) - 1;

  // Queues by input and lane; injection ports use lane 0 only.
  logic [FlitWidth-1:0] store_q [0:NumSlots*Depth-1];
  int unsigned          first_q [0:NumSlots-1];
  int unsigned          count_q [0:NumSlots-1];
  logic [NumSlots-1:0]  open_q;                  // a worm's head has left, its tail has not
  int unsigned          output_q [0:NumSlots-1]; // of that worm
  int unsigned          lane_q [0:NumSlots-1];
  int unsigned          credit_q [0:NumSlots-1]; // by output and lane
  logic [NumSlots-1:0]  taken_q;
  logic [NumPorts-1:0]  lost_q;                  // inputs that had no room
  logic [NumPorts-1:0]  shut_q;                  // outputs that were stalled at the edge before
  logic [31:0]          stalled_q;
  logic [31:0]          blocked_q;

  // Signed hops that a head has left in dimension d.
  function automatic int hops_in(input logic [FlitWidth-1:0] flit, input int unsigned d);
    int unsigned field;
    field = 32'(flit >> (d * torus_pkg::HopsWidth)) & HopsMask;
    hops_in = (field > HopsMask / 2) ? int'(field) - int'(HopsMask) - 1 : int'(field);
  endfunction

  // Dimension of a head's next hop; torus_pkg::MaxDimensions when it has arrived.
  function automatic int unsigned dimension_of(input logic [FlitWidth-1:0] flit);
    dimension_of = torus_pkg::MaxDimensions;
    for (int unsigned d = torus_pkg::MaxDimensions; d > 0; d--) begin
      if (hops_in(flit, d - 1) != 0) dimension_of = d - 1;
    end
  endfunction

  // Output of a head from this input; NumPorts if it has none.
  function automatic int unsigned way_of(
      input logic [FlitWidth-1:0] flit, input int unsigned from
  );
    int unsigned d;
    int          hops;
    int          side;
    way_of = NumPorts;
    d = dimension_of(flit);
    hops = hops_in(flit, d);
    if (d == torus_pkg::MaxDimensions) begin
      if (from >= NumChannels) way_of = from - NumChannels;
    end else if (d < Dimensions) begin
      side = int'(32'(side_i[d*torus_pkg::CoordinateWidth +: torus_pkg::CoordinateWidth]));
      way_of = NumChannels + 2 * d + ((hops < 0) ? 1 : 0);
      if (hops >= side || -hops >= side
          || (from < NumChannels && way_of != NumChannels + from)
          || (from >= NumChannels && way_of != from && d <= (from - NumChannels) / 2)) begin
        way_of = NumPorts;
      end
    end
  endfunction

  function automatic logic is_high(input int unsigned lane);
    is_high = 2 * lane + 1 >= Lanes;
  endfunction

  // Whether the dateline lets a head from this input and lane use a lane of its way.
  function automatic logic may_use(
      input logic [FlitWidth-1:0] flit, input int unsigned from, input int unsigned from_lane,
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
    place = int'(32'(coordinate_i[d*torus_pkg::CoordinateWidth +: torus_pkg::CoordinateWidth]));
    side = int'(32'(side_i[d*torus_pkg::CoordinateWidth +: torus_pkg::CoordinateWidth]));
    straight = from == way_of(flit, from);
    must_be_high = straight && (is_high(from_lane) || place == ((hops < 0) ? side - 1 : 0));
    must_be_low = !must_be_high && (strict_i || place + hops >= side || place + hops < 0);
    may_use = Lanes == 1 || !(must_be_low && is_high(lane))
                            && !(must_be_high && !is_high(lane));
  endfunction

  // A head after its hop; other flits as they are. The lane is set to 0.
  function automatic logic [FlitWidth-1:0] after_hop(input logic [FlitWidth-1:0] flit);
    int unsigned d;
    int          hops;
    d = dimension_of(flit);
    after_hop = flit;
    if (noc_pkg::flit_head(flit)) begin
      hops = hops_in(flit, d);
      hops = (hops < 0) ? hops + 1 : hops - 1;
      after_hop = (flit & ~(FlitWidth'(HopsMask) << (d * torus_pkg::HopsWidth)))
                  | ((FlitWidth'(unsigned'(hops)) & FlitWidth'(HopsMask))
                     << (d * torus_pkg::HopsWidth));
    end
    after_hop[noc_pkg::LaneLow +: noc_pkg::LaneWidth] = '0;
  endfunction

  /*verilator tracing_off*/
  always_ff @(posedge clk_i) begin : check
    int unsigned                        first [0:NumSlots-1];
    int unsigned                        count [0:NumSlots-1];
    int unsigned                        credit [0:NumSlots-1];
    int unsigned                        goal [0:NumSlots-1];
    int unsigned                        goal_lane [0:NumSlots-1];
    logic [NumSlots-1:0]                open;
    logic [NumSlots-1:0]                taken;
    logic [NumPorts-1:0]                filled;    // outputs with a flit
    logic [NumPorts-1:0]                expected;  // outputs that flits have left for
    logic [NumPorts-1:0]                refused;   // inputs with something to report
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [FlitWidth-1:0]               flit;
    logic [FlitWidth-1:0]               seen;
    int unsigned                        waiting;   // flits that stayed first in their queue
    int unsigned                        held_up;   // of those, before a stalled port
    int unsigned                        slot;
    int unsigned                        way;
    int unsigned                        lane;
    int unsigned                        from_lane;
    logic                               some_left;
    first = first_q;
    count = count_q;
    credit = credit_q;
    goal = output_q;
    goal_lane = lane_q;
    open = open_q;
    taken = taken_q;
    filled = '0;
    expected = '0;
    refused = lost_q;
    violation = '0;
    violation[noc_pkg::Overflow] = lost_q != '0;
    flit = '0;
    seen = '0;
    waiting = 0;
    held_up = 0;
    slot = 0;
    way = 0;
    lane = 0;
    from_lane = 0;
    some_left = 1'b0;

    if (!rst_ni) begin
      for (int unsigned s = 0; s < NumSlots; s++) begin
        first_q[s] <= 0;
        count_q[s] <= 0;
        credit_q[s] <= Depth;
      end
      open_q <= '0;
      taken_q <= '0;
      lost_q <= '0;
      shut_q <= '0;
      stalled_q <= '0;
      blocked_q <= '0;
    end else begin
      // What has left since the edge before.
      for (int unsigned p = 0; p < NumPorts; p++) begin
        filled[p] = noc_pkg::flit_valid(out_lane_o[p*FlitWidth +: FlitWidth]);
      end
      for (int unsigned s = 0; s < NumSlots; s++) begin
        if (credit_o[(s/Lanes)*torus_pkg::CreditWidth + s%Lanes]) begin
          from_lane = s % Lanes;
          a_credit_for_a_flit: assert (count[s] != 0)
            else $error("input %0d lane %0d: credit for a flit that never came",
                        s / Lanes, from_lane);
          if (count[s] != 0) begin
            flit = store_q[s*Depth+first[s]];
            first[s] = (first[s] + 1) % Depth;
            count[s] = count[s] - 1;
            way = noc_pkg::flit_head(flit) ? way_of(flit, s / Lanes) : goal[s];
            if (noc_pkg::flit_head(flit) == open[s]) begin
              refused[s/Lanes] = 1'b1;
              violation[noc_pkg::BrokenWorm] = 1'b1;
            end else if (way == NumPorts) begin
              refused[s/Lanes] = 1'b1;
              violation[noc_pkg::NoRoute] = 1'b1;
            end else begin
              a_one_an_output: assert (!expected[way])
                else $error("output %0d: two flits at once, one is %h", way, flit);
              expected[way] = 1'b1;
              seen = out_lane_o[way*FlitWidth +: FlitWidth];
              lane = 32'(torus_pkg::lane_of(seen));
              if (way < NumChannels) begin
                a_delivered: assert (seen == flit)
                  else $error("output %0d: flit %h must be there, is %h", way, flit, seen);
              end else if (filled[way]) begin
                seen[noc_pkg::LaneLow +: noc_pkg::LaneWidth] = '0;
                a_sent_on: assert (seen == after_hop(flit))
                  else $error("output %0d: flit %h must be there, is %h", way,
                              after_hop(flit), seen);
                a_lane_exists: assert (lane < Lanes)
                  else $error("output %0d: no lane %0d", way, lane);
                lane = lane % Lanes;
                if (noc_pkg::flit_head(flit)) begin
                  a_lane_free: assert (!taken[way*Lanes+lane])
                    else $error("output %0d lane %0d: two worms, head %h", way, lane, flit);
                  a_class: assert (may_use(flit, s / Lanes, from_lane, lane))
                    else $error("output %0d lane %0d: the dateline forbids it to head %h",
                                way, lane, flit);
                end else begin
                  a_lane_kept: assert (lane == goal_lane[s])
                    else $error("output %0d: flit %h on lane %0d, its worm is on lane %0d",
                                way, flit, lane, goal_lane[s]);
                end
                a_credit_spent: assert (credit[way*Lanes+lane] != 0)
                  else $error("output %0d lane %0d: flit %h sent without credit",
                              way, lane, flit);
                if (credit[way*Lanes+lane] != 0) begin
                  credit[way*Lanes+lane] = credit[way*Lanes+lane] - 1;
                end
                taken[way*Lanes+lane] = !noc_pkg::flit_tail(flit);
              end
              if (noc_pkg::flit_head(flit)) begin
                goal[s] = way;
                goal_lane[s] = lane;
              end
              open[s] = !noc_pkg::flit_tail(flit);
            end
          end
        end else if (count[s] != 0) begin
          waiting = waiting + 1;
          flit = store_q[s*Depth+first[s]];
          way = open[s] ? goal[s] : dimension_of(flit) == torus_pkg::MaxDimensions
                                      ? way_of(flit, s / Lanes) : NumPorts;
          if (way < NumPorts && noc_pkg::flit_head(flit) != open[s]) begin
            if (shut_q[way]) held_up = held_up + 1;
            a_not_idle: assert (filled[way] || shut_q[way]
                || (way >= NumChannels && credit[way*Lanes+goal_lane[s]] == 0))
              else $error("output %0d idle while flit %h waits for it", way, flit);
          end
        end
        if (count[s] != 0) some_left = 1'b1;
      end

      a_nothing_made: assert (filled == expected)
        else $error("outputs %b hold flits, %b were for them", filled, expected);
      a_stall_kept: assert ((filled & shut_q) == '0)
        else $error("outputs %b hold flits, %b were stalled", filled, shut_q);
      a_reported: assert (violation_o == violation && violation_in_o == refused
                          && violation_out_o == '0)
        else $error("report %b of inputs %b, must be %b of inputs %b",
                    violation_o, violation_in_o, violation, refused);
      a_busy: assert (busy_o == (some_left || credit_o != '0 || violation != '0))
        else $error("busy is %b with credits %h, flits inside %b", busy_o, credit_o, some_left);
      a_stalled: assert (stalled_o - stalled_q == waiting)
        else $error("%0d flits have stalled, counted %0d", waiting, stalled_o - stalled_q);
      a_blocked: assert (blocked_o - blocked_q <= waiting)
        else $error("%0d flits have stalled, of which %0d blocked", waiting,
                    blocked_o - blocked_q);
      a_blocked_by_pe: assert (blocked_o - blocked_q >= held_up)
        else $error("%0d flits wait for stalled ports, %0d are blocked", held_up,
                    blocked_o - blocked_q);
      stalled_q <= stalled_o;
      blocked_q <= blocked_o;

      // What goes in at this edge, and which PEs' ports take nothing.
      shut_q <= NumPorts'(stall_i);
      lost_q <= '0;
      for (int unsigned p = 0; p < NumPorts; p++) begin
        flit = in_lane_i[p*FlitWidth +: FlitWidth];
        if (noc_pkg::flit_valid(flit)) begin
          lane = (p < NumChannels) ? 0 : 32'(torus_pkg::lane_of(flit));
          if (lane >= Lanes || count[p*Lanes+lane%Lanes] == Depth) begin
            lost_q[p] <= 1'b1;
          end else begin
            slot = (first[p*Lanes+lane] + count[p*Lanes+lane]) % Depth;
            store_q[(p*Lanes+lane)*Depth+slot] <= flit;
            count[p*Lanes+lane] = count[p*Lanes+lane] + 1;
          end
        end
        if (p >= NumChannels) begin
          for (int unsigned v = 0; v < Lanes; v++) begin
            if (credit_i[p*torus_pkg::CreditWidth+v]) begin
              a_credit_bounded: assert (credit[p*Lanes+v] < Depth)
                else $error("output %0d lane %0d: more than %0d credits", p, v, Depth);
              if (credit[p*Lanes+v] < Depth) credit[p*Lanes+v] = credit[p*Lanes+v] + 1;
            end
          end
        end
      end
      first_q <= first;
      count_q <= count;
      credit_q <= credit;
      output_q <= goal;
      lane_q <= goal_lane;
      open_q <= open;
      taken_q <= taken;
    end
  end
  /*verilator tracing_on*/

endmodule

bind torus_router torus_router_sva #(
  .Dimensions(Dimensions), .Lanes(Lanes), .Depth(Depth)
) i_sva (.*);

`default_nettype wire
