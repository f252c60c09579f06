// star_cut_lane_fv.sv: one input of a star graph's router that cuts through: which packet each flit
// belongs to, whatever comes, and what the router must keep.
//
// The model reads the flits by itself: a packet begins with an intact head or, where none is coming
// in, with a damaged flit; it ends at its length, or breaks off at a gap, at another head or at a
// tail in the wrong place. In every state the router says the same, and what it still needs of what
// it has stored is what came: else an induction would begin in states that no traffic leads to.
// Order 3; Flits 3 or 4 and Slots 1, or Flits 2 and Slots 2.
`default_nettype none

module star_cut_lane_fv #(
  parameter int unsigned Lane        = 0,
  parameter int unsigned Flits       = 4,
  parameter int unsigned Slots       = 1,
  localparam int unsigned FlitWidth  = noc_pkg::FlitWidth,
  localparam int unsigned Order      = 3,
  localparam int unsigned NumWays    = Order,  // ports, then the PE
  localparam int unsigned NumLanes   = 4,
  localparam int unsigned PlaceWidth = $clog2(Flits)
) (
  input  logic                             clk_i,
  input  logic                             runs_i,     // out of reset
  input  logic                             rule_i,
  input  logic [FlitWidth-1:0]             flit_i,     // that comes in
  // The router's.
  input  logic                             open_i,
  input  logic                             lost_i,
  input  logic                             damaged_i,
  input  logic                             astray_i,
  input  logic                             taken_i,
  input  logic                             found_i,
  input  logic [PlaceWidth-1:0]            place_i,
  input  logic [1:0]                       held_i,
  input  logic                             oldest_i,
  input  logic                             newest_i,
  input  logic [Slots*NumWays-1:0]         ways_i,
  input  logic [4*FlitWidth-1:0]           store_i,    // {slot, place}
  // Outputs that are sending a packet from here, by lane.
  input  logic [NumLanes-1:0]              sends_i,
  input  logic [NumLanes-1:0]              live_i,     // the packet is still coming in
  input  logic [NumLanes-1:0]              mine_i,     // it is the one that is followed
  input  logic [NumLanes*2-1:0]            next_i,     // place of the next flit
  input  logic [NumLanes-1:0]              slot_i,
  // Of the packet that is followed.
  input  logic                             is_here_i,  // it comes by this input
  input  logic                             came_i,     // its head has
  input  logic                             done_i,     // no more of it comes
  input  logic                             at_slot_i,
  input  logic [NumWays-1:0]               rest_i,     // ways that its head will leave by later
  // Of what comes in.
  output logic                             valid_o,
  output logic                             marked_o,   // its tag is the packet's
  output logic                             later_o,    // its tag is a later one's
  output logic                             in_packet_o,
  output logic                             begins_o,   // it is the first of its packet
  output logic [1:0]                       place_o,    // its place there
  output logic [FlitWidth-1:0]             kept_o,     // what it becomes
  output logic                             wrong_o,    // it is damaged
  output logic [NumWays-1:0]               ways_o,     // a first flit's; none: it is not taken
  output logic                             slot_o,     // where that will be
  output logic                             closes_o,   // no more of the packet of the flit comes
  output logic                             cuts_o,     // the packet before breaks off
  output logic                             coming_o,   // a packet is coming in and has been taken
  output logic [1:0]                       due_o,      // the place to come next, 0: a first one
  output logic                             breaks_o,   // the packet of the flit breaks off with it
  output logic                             lost_o,     // reports
  output logic                             broken_o,
  output logic                             spoiled_o,
  output logic                             astray_o,
  // Of the packet that is followed.
  output logic [Flits-1:0]                 needed_o,   // flits of it that are still to leave
  output logic [Flits*FlitWidth-1:0]       words_o     // what lies in their places
);

  logic [1:0] place_q;    // due next; 0: no packet is coming in
  logic       bad_q;
  logic       lost_q;
  logic       found_q;    // its first error was marked
  logic       astray_q;
  logic       refused_q;  // nothing of it will leave
  assign due_o = place_q;
  assign coming_o = place_q != '0 && !refused_q;

  logic [noc_pkg::TagWidth-1:0] tag;  // bit 0: of the packet, bit 1: of a later one
  assign tag = noc_pkg::flit_tag(flit_i);
  logic               is_intact;
  logic               is_first_error;
  logic               is_bad;
  logic               is_lost;
  logic               is_found;
  logic               is_astray;
  logic               is_refused;
  logic               has_ended;
  logic [NumWays-1:0] ways;
  star_ways_fv #(.Order(Order), .Tables(0)) i_ways (
    .rule_i(rule_i), .lane_i(2'(Lane)), .head_i(flit_i), .ways_o(ways)
  );
  assign is_intact = star_pkg::is_intact(flit_i);
  assign valid_o = noc_pkg::flit_valid(flit_i);
  assign marked_o = valid_o && tag[0];
  assign later_o = valid_o && tag[1:0] == 2'd2;
  assign begins_o = valid_o && (is_intact ? noc_pkg::flit_head(flit_i) : place_q == '0);
  assign in_packet_o = valid_o && (begins_o || place_q != '0);
  assign place_o = begins_o ? 2'd0 : place_q;
  assign wrong_o = valid_o && !is_intact;
  assign kept_o = is_intact ? flit_i : star_pkg::marked(flit_i);
  assign cuts_o = place_q != '0 && (!valid_o || begins_o);
  assign breaks_o = in_packet_o && is_intact
      && noc_pkg::flit_tail(flit_i) != (32'(place_o) == Flits - 1);
  assign has_ended = in_packet_o && 32'(place_o) == Flits - 1;
  assign closes_o = breaks_o || has_ended;

  assign is_first_error = wrong_o && (begins_o || !bad_q);
  assign is_bad = wrong_o || (!begins_o && bad_q);
  assign is_lost = begins_o ? is_intact && 32'(held_i) == Slots : lost_q;
  assign is_found = is_first_error ? star_pkg::is_marked(flit_i) : found_q && !begins_o;
  assign is_astray = (begins_o && is_intact && !is_lost) ? ways == '0 : astray_q;
  assign is_refused = begins_o ? ways_o == '0 : refused_q;
  assign ways_o = (is_intact && !is_lost && !breaks_o) ? ways : '0;
  assign slot_o = (coming_o && 32'(newest_i) != Slots - 1) ? 1'b1
                : coming_o ? 1'b0 : newest_i;

  assign lost_o = begins_o && is_lost;
  assign broken_o = cuts_o || breaks_o || (valid_o && !in_packet_o);
  assign spoiled_o = (cuts_o && bad_q && !lost_q && !found_q)
      || (closes_o && is_bad && !is_lost && !is_found);
  assign astray_o = has_ended && !breaks_o && !is_bad && !is_lost && is_astray;

  always_ff @(posedge clk_i) begin : remember
    if (!runs_i || closes_o || (cuts_o && !begins_o)) place_q <= '0;
    else if (in_packet_o) place_q <= place_o + 2'd1;
    if (in_packet_o) begin
      bad_q     <= is_bad;
      lost_q    <= is_lost;
      found_q   <= is_found;
      astray_q  <= is_astray;
      refused_q <= is_refused;
    end
  end

  logic [2:0] reach;      // past the last slot is the first one
  logic [2:0] free;       // the slot after those that are held
  logic [2:0] last;       // the slot before that
  logic       agrees;     // the router's state is the model's
  assign reach = 3'(oldest_i) + 3'(held_i);
  assign free = (32'(reach) >= Slots) ? reach - 3'(Slots) : reach;
  assign last = (free == '0) ? 3'(Slots - 1) : free - 3'd1;
  assign agrees = open_i == (place_q != '0) && taken_i == coming_o && 32'(place_q) < Flits
      && (!open_i || (2'(place_i) == place_q && lost_i == lost_q
                      && damaged_i == (bad_q && !lost_q)))
      && (!open_i || lost_q || (bad_q ? found_i == found_q : astray_i == astray_q))
      && (!open_i || lost_q || bad_q || refused_q == astray_q)
      && (!coming_o || !lost_q)
      && 32'(held_i) <= Slots && 32'(oldest_i) < Slots && 32'(newest_i) < Slots
      && 3'(newest_i) == (coming_o ? last : free);

  // Outputs send what has come in, and are ahead of what comes next into its place.
  logic in_step;
  always_comb begin : outputs
    in_step = 1'b1;
    for (int unsigned o = 0; o < NumLanes; o++) begin
      if (sends_i[o]) begin
        if (32'(slot_i[o]) >= Slots) in_step = 1'b0;
        if (live_i[o] && (!coming_o || next_i[o*2 +: 2] > place_q || slot_i[o] != newest_i
                          || mine_i[o] != (is_here_i && came_i && !done_i))) in_step = 1'b0;
        if (!live_i[o] && coming_o && slot_i[o] == newest_i
            && next_i[o*2 +: 2] <= place_q) in_step = 1'b0;
        if (mine_i[o] && (!is_here_i || !came_i || slot_i[o] != at_slot_i
                          || live_i[o] == done_i)) in_step = 1'b0;
      end
    end
  end

  logic       has_kept;   // the packet that is followed has its place and its ways
  logic [3:0] unmarked;   // no other flit has its tag
  logic [3:0] in_turn;    // none that came later lies before it
  always_comb begin : flits
    logic                 is_held;
    logic                 is_pending;
    logic [Flits-1:0]     is_there;   // what has come of the packet in a slot
    logic [Flits-1:0]     is_mine;
    logic [Flits-1:0]     is_others;
    logic [FlitWidth-1:0] flit;
    logic [noc_pkg::TagWidth-1:0] its_tag;
    is_held = 1'b0;
    is_pending = 1'b0;
    is_there = '0;
    is_mine = '0;
    is_others = '0;
    flit = '0;
    its_tag = '0;
    needed_o = '0;
    words_o = store_i[Flits*FlitWidth-1:0];
    unmarked = '1;
    in_turn = '1;
    has_kept = !(is_here_i && came_i && !done_i && coming_o && at_slot_i != newest_i)
        && (!is_here_i || !came_i || 32'(at_slot_i) < Slots)
        && (rest_i == '0 || !is_here_i
            || (done_i ? !coming_o || at_slot_i != newest_i : coming_o));
    for (int unsigned s = 0; s < Slots; s++) begin
      is_held = (s >= 32'(oldest_i) && s < 32'(reach)) || s + Slots < 32'(reach);
      is_pending = is_here_i && 32'(at_slot_i) == s && rest_i != '0;
      if (is_pending && (!is_held || ways_i[s*NumWays +: NumWays] != rest_i)) has_kept = 1'b0;
      // While it comes in, what its slot holds is its own.
      if (is_here_i && came_i && !done_i && coming_o && 32'(at_slot_i) == s && is_held
          && ways_i[s*NumWays +: NumWays] != rest_i) has_kept = 1'b0;
      is_mine = '0;
      is_others = '0;
      for (int unsigned k = 0; k < Flits; k++) begin
        is_there[k] = !(coming_o && 32'(newest_i) == s) || k < 32'(place_q);
        if (is_held && ways_i[s*NumWays +: NumWays] != '0 && is_there[k]) begin
          if (is_pending) is_mine[k] = 1'b1;
          else is_others[k] = 1'b1;
        end
        for (int unsigned o = 0; o < NumLanes; o++) begin
          if (sends_i[o] && 32'(slot_i[o]) == s && k >= 32'(next_i[o*2 +: 2])
              && (!live_i[o] || k < 32'(place_q))) begin
            if (mine_i[o]) is_mine[k] = 1'b1;
            else is_others[k] = 1'b1;
          end
        end
        flit = store_i[(s*(4/Slots)+k)*FlitWidth +: FlitWidth];
        its_tag = noc_pkg::flit_tag(flit);
        if (is_others[k] && (!noc_pkg::flit_valid(flit) || (k == 0 && !noc_pkg::flit_head(flit))
                             || its_tag[0])) begin
          unmarked[s*(4/Slots)+k] = 1'b0;
        end
        if (k == 0 && is_others[k] && its_tag[1:0] == 2'd2
            && (!is_here_i || !done_i || (rest_i != '0 && 32'(oldest_i) == s))) begin
          in_turn[s*(4/Slots)+k] = 1'b0;
        end
      end
      if (is_here_i && 32'(at_slot_i) == s) begin
        words_o = store_i[s*(4/Slots)*FlitWidth +: Flits*FlitWidth];
        needed_o = is_mine;
      end
    end
  end

  always_comb begin : properties
    if (runs_i) begin
      a_input_agrees: assert (agrees);
      a_in_step: assert (in_step);
      a_kept: assert (has_kept);
      a_none_lost: assert (!is_here_i || rest_i == '0 || held_i != '0);
    end
  end
  for (genvar k = 0; k < 4; k++) begin : gen_flit
    star_flit_fv i_flit (.runs_i(runs_i), .is_unmarked_i(unmarked[k]), .is_in_turn_i(in_turn[k]));
  end

endmodule

`default_nettype wire
