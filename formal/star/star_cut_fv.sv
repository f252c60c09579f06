// star_cut_fv.sv: properties of a star graph's router that cuts through, of one packet in any
// traffic.
//
// Free: every flit of every input in every step, damaged, missing and misplaced ones too. Assumed:
// bit 0 of the tag is set in flits of the packet that is followed, and in no others; bit 1 may be
// set in later ones on its lane, in no others. The router only carries tags, and its CRC covers
// them; that of a flit that never came is 0. The model knows the packet's ways by the rules of the
// trees, that its head must leave by each of them once, at once where that is free, and which flits
// must follow it edge by edge. Links have all of it Stages edges later. What the router keeps, of
// that packet and of others, is an invariant, so that induction closes.
`default_nettype none

module star_cut_fv #(
  // Names of registers below are for Order 3, and for Flits 3 or 4 and Slots 1, or Flits 2 and
  // Slots 2.
  parameter int unsigned Flits     = 4,
  parameter int unsigned Slots     = 1,
  parameter int unsigned Stages    = 0,
  localparam int unsigned Order    = 3,
  localparam int unsigned NumPorts = Order - 1,
  localparam int unsigned NumLanes = 2 * NumPorts  // own lanes, then links
) (
  input logic                                   clk_i,
  input logic [NumLanes*noc_pkg::FlitWidth-1:0] in_lane_i
);

  localparam int unsigned FlitWidth  = noc_pkg::FlitWidth;
  localparam int unsigned HeldWidth  = $clog2(Slots + 1);
  localparam int unsigned PlaceWidth = $clog2(Flits);
  localparam int unsigned NumWays    = NumPorts + 1;  // ports, then the PE
  localparam int unsigned LinksWidth = NumPorts * FlitWidth;
  localparam int unsigned NumStages  = (Stages == 0) ? 1 : Stages;  // as the router declares them

  (* anyconst *) logic                rule;
  (* anyconst *) logic [1:0]          from;  // lane of the packet that is followed

  logic [NumLanes*FlitWidth-1:0]       shown;
  logic                                busy;
  logic [noc_pkg::ViolationWidth-1:0]  violation;
  logic [NumLanes-1:0]                 violation_in;
  logic [star_pkg::ErrorsWidth-1:0]    crc_errors;
  logic [star_pkg::ErrorsWidth-1:0]    misdirected;

  logic runs_q = 1'b0;  // out of reset
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  star_router #(
    .Order(Order), .Flits(Flits), .Slots(Slots), .Stages(Stages), .CutThrough(1)
  ) i_router (
    .clk_i(clk_i), .rst_ni(runs_q), .rule_i(rule), .scheduled_i(1'b0), .dead_i(1'b0),
    .dead_link_i({NumPorts{1'b0}}), .in_lane_i(in_lane_i), .out_lane_o(shown), .busy_o(busy),
    .violation_o(violation), .violation_in_o(violation_in), .violation_out_o(), .max_stored_o(),
    .crc_errors_o(crc_errors), .misdirected_o(misdirected)
  );
  (* hierconn *) logic [NumLanes*HeldWidth-1:0]  \i_router.held_q ;
  (* hierconn *) logic [NumLanes-1:0]            \i_router.open_q ;
  (* hierconn *) logic [NumLanes-1:0]            \i_router.lost_q ;
  (* hierconn *) logic [NumLanes-1:0]            \i_router.damaged_q ;
  (* hierconn *) logic [NumLanes-1:0]            \i_router.astray_q ;
  (* hierconn *) logic [NumLanes-1:0]            \i_router.taken_q ;
  (* hierconn *) logic [NumLanes-1:0]            \i_router.found_q ;
  (* hierconn *) logic [NumLanes*PlaceWidth-1:0] \i_router.place_q ;
  (* hierconn *) logic [NumLanes-1:0]            \i_router.oldest_q ;
  (* hierconn *) logic [NumLanes-1:0]            \i_router.newest_q ;
  (* hierconn *) logic [NumLanes*PlaceWidth-1:0] \i_router.next_q ;
  (* hierconn *) logic [2*NumPorts-1:0]          \i_router.source_q ;
  (* hierconn *) logic [NumLanes-1:0]            \i_router.slot_q ;
  (* hierconn *) logic [NumLanes-1:0]            \i_router.live_q ;
  (* hierconn *) logic [NumLanes-1:0]            \i_router.ended_q ;
  (* hierconn *) logic [NumWays-1:0] \i_router.ways_q[0] ;  // {lane, slot}; 4 to 7 if Slots is 2
  (* hierconn *) logic [NumWays-1:0] \i_router.ways_q[1] ;
  (* hierconn *) logic [NumWays-1:0] \i_router.ways_q[2] ;
  (* hierconn *) logic [NumWays-1:0] \i_router.ways_q[3] ;
  (* hierconn *) logic [NumWays-1:0] \i_router.ways_q[4] ;
  (* hierconn *) logic [NumWays-1:0] \i_router.ways_q[5] ;
  (* hierconn *) logic [NumWays-1:0] \i_router.ways_q[6] ;
  (* hierconn *) logic [NumWays-1:0] \i_router.ways_q[7] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_router.own_store_q[0] ;  // {port, slot, place}
  (* hierconn *) logic [FlitWidth-1:0] \i_router.own_store_q[1] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_router.own_store_q[2] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_router.own_store_q[3] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_router.own_store_q[4] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_router.own_store_q[5] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_router.own_store_q[6] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_router.own_store_q[7] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_router.link_store_q[0] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_router.link_store_q[1] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_router.link_store_q[2] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_router.link_store_q[3] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_router.link_store_q[4] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_router.link_store_q[5] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_router.link_store_q[6] ;
  (* hierconn *) logic [FlitWidth-1:0] \i_router.link_store_q[7] ;
  (* hierconn *) logic [NumStages*LinksWidth-1:0] \i_router.stage_q ;
  (* hierconn *) logic [NumStages-1:0]            \i_router.moving_q ;

  // What the router has decided to send; its links' part is still in the first stage.
  logic [NumLanes*FlitWidth-1:0] out_lane;
  assign out_lane = (Stages == 0) ? shown
                                  : {\i_router.stage_q [LinksWidth-1:0], shown[LinksWidth-1:0]};

  logic [8*NumWays-1:0]    ways_kept;
  logic [16*FlitWidth-1:0] store;  // by lane
  assign ways_kept = {\i_router.ways_q[7] , \i_router.ways_q[6] , \i_router.ways_q[5] ,
                      \i_router.ways_q[4] , \i_router.ways_q[3] , \i_router.ways_q[2] ,
                      \i_router.ways_q[1] , \i_router.ways_q[0] };
  assign store = {\i_router.link_store_q[7] , \i_router.link_store_q[6] ,
                  \i_router.link_store_q[5] , \i_router.link_store_q[4] ,
                  \i_router.link_store_q[3] , \i_router.link_store_q[2] ,
                  \i_router.link_store_q[1] , \i_router.link_store_q[0] ,
                  \i_router.own_store_q[7] , \i_router.own_store_q[6] ,
                  \i_router.own_store_q[5] , \i_router.own_store_q[4] ,
                  \i_router.own_store_q[3] , \i_router.own_store_q[2] ,
                  \i_router.own_store_q[1] , \i_router.own_store_q[0] };

  // What comes in, by input.
  logic [NumLanes-1:0]           valid;
  logic [NumLanes-1:0]           marked;
  logic [NumLanes-1:0]           later;      // flits with tags of later ones
  logic [NumLanes-1:0]           in_packet;
  logic [NumLanes-1:0]           begins;     // first flits
  logic [NumLanes*2-1:0]         places;
  logic [NumLanes*FlitWidth-1:0] becomes;    // flits, marked if they are damaged
  logic [NumLanes-1:0]           wrong;
  logic [NumLanes*NumWays-1:0]   ways;       // of first flits
  logic [NumLanes-1:0]           slots;
  logic [NumLanes-1:0]           closes;     // packets that end or break off with the flit
  logic [NumLanes-1:0]           breaks;
  logic [NumLanes-1:0]           cuts;       // packets that break off before it
  logic [NumLanes-1:0]           coming;     // packets that have been taken
  logic [NumLanes*2-1:0]         due;
  logic [NumLanes-1:0]           lost;
  logic [NumLanes-1:0]           broken;
  logic [NumLanes-1:0]           spoiled;
  logic [NumLanes-1:0]           astray;

  // The packet that is followed.
  logic                       came_q;     // its head has come
  logic                       done_q;     // no more of it comes
  logic                       cut_q;      // for it has broken off
  logic                       others_q;   // another flit has come
  logic [NumWays-1:0]         pending_q;  // ways by which its head has not left
  logic [Flits*FlitWidth-1:0] packet_q;
  logic                       slot_q;     // where the router keeps it
  logic                       is_coming;
  logic                       is_next;    // the flit that comes is of it
  logic                       is_over;    // no more of it comes after this edge
  logic                       is_cut;     // for it breaks off
  logic [1:0]                 cut_at;     // at this place
  assign is_coming = came_q && !done_q;
  assign is_next = marked[from];
  assign is_over = is_coming ? cuts[from] || (is_next && closes[from])
                             : is_next && closes[from];
  assign is_cut = is_coming && coming[from] && (cuts[from] || (is_next && breaks[from]));
  assign cut_at = due[from*2 +: 2];

  // Outputs.
  logic [NumLanes-1:0]   used;
  logic [NumLanes-1:0]   in_midst;     // what leaves there is not a head
  logic [NumLanes-1:0]   pending_out;  // the head of the packet has not left there
  logic [NumLanes-1:0]   leads;        // it leaves now
  logic [NumLanes-1:0]   mine;         // another flit of the packet is to leave there
  logic [NumLanes-1:0]   sends;        // a flit is to leave that an input has or gets
  logic [NumLanes*2-1:0] next;
  logic [NumLanes*2-1:0] read_from;    // that input
  logic [NumLanes-1:0]   goes_on;      // any flit is to leave
  logic [NumLanes-1:0]   agrees;
  for (genvar o = 0; o < NumLanes; o++) begin : gen_out
    localparam int unsigned P = (o < NumPorts) ? 0 : o - NumPorts;
    assign goes_on[o] = next[o*2 +: 2] != '0;
    assign pending_out[o] = (o < NumPorts) ? pending_q[NumPorts] && 32'(from) == NumPorts + o
                                           : pending_q[P];
    star_cut_output_fv #(.Lane(o), .Flits(Flits)) i_out (
      .clk_i(clk_i), .runs_i(runs_q), .flit_i(out_lane[o*FlitWidth +: FlitWidth]),
      .next_i(\i_router.next_q [o*PlaceWidth +: PlaceWidth]),
      .source_i(\i_router.source_q [P*2 +: 2]), .live_i(\i_router.live_q [o]),
      .ended_i(\i_router.ended_q [o]), .from_i(from), .packet_i(packet_q),
      .is_pending_i(pending_out[o]), .is_cut_i(cut_q), .cuts_i(is_cut), .cut_at_i(cut_at),
      .used_o(used[o]), .in_midst_o(in_midst[o]), .leads_o(leads[o]), .mine_o(mine[o]),
      .sends_o(sends[o]), .next_o(next[o*2 +: 2]), .read_from_o(read_from[o*2 +: 2]),
      .agrees_o(agrees[o])
    );
  end
  logic [NumWays-1:0] left;
  assign left = {leads[NumPorts-1:0] != '0, leads[NumLanes-1:NumPorts]};

  // What comes in, and what the router stores, by input. (Properties are decided by name: those of
  // what leaves, gen_out, come first, and help with what stays.)
  logic [NumLanes-1:0]                 idle;  // but for the packet that is followed
  logic [NumLanes*Flits-1:0]           needed;
  logic [NumLanes*Flits*FlitWidth-1:0] words;
  for (genvar l = 0; l < NumLanes; l++) begin : gen_store
    logic [NumLanes-1:0] readers;
    for (genvar o = 0; o < NumLanes; o++) begin : gen_reader
      assign readers[o] = sends[o] && 32'(read_from[o*2 +: 2]) == l;
    end
    assign idle[l] = \i_router.held_q [l*HeldWidth +: HeldWidth] == '0
        && (!\i_router.open_q [l] || (32'(from) == l && is_coming));
    star_cut_lane_fv #(.Lane(l), .Flits(Flits), .Slots(Slots)) i_lane (
      .clk_i(clk_i), .runs_i(runs_q), .rule_i(rule),
      .flit_i(in_lane_i[l*FlitWidth +: FlitWidth]), .open_i(\i_router.open_q [l]),
      .lost_i(\i_router.lost_q [l]), .damaged_i(\i_router.damaged_q [l]),
      .astray_i(\i_router.astray_q [l]), .taken_i(\i_router.taken_q [l]),
      .found_i(\i_router.found_q [l]), .place_i(\i_router.place_q [l*PlaceWidth +: PlaceWidth]),
      .held_i(2'(\i_router.held_q [l*HeldWidth +: HeldWidth])),
      .oldest_i(\i_router.oldest_q [l]), .newest_i(\i_router.newest_q [l]),
      .ways_i(ways_kept[l*Slots*NumWays +: Slots*NumWays]),
      .store_i(store[l*4*FlitWidth +: 4*FlitWidth]),
      .sends_i(readers), .live_i(\i_router.live_q ), .mine_i(mine), .next_i(next),
      .slot_i(\i_router.slot_q ), .is_here_i(32'(from) == l), .came_i(came_q), .done_i(done_q),
      .at_slot_i(slot_q), .rest_i(pending_q & ~left), .valid_o(valid[l]), .marked_o(marked[l]),
      .later_o(later[l]), .in_packet_o(in_packet[l]), .begins_o(begins[l]),
      .place_o(places[l*2 +: 2]), .kept_o(becomes[l*FlitWidth +: FlitWidth]),
      .wrong_o(wrong[l]), .ways_o(ways[l*NumWays +: NumWays]), .slot_o(slots[l]),
      .closes_o(closes[l]), .cuts_o(cuts[l]), .coming_o(coming[l]), .due_o(due[l*2 +: 2]),
      .breaks_o(breaks[l]), .lost_o(lost[l]), .broken_o(broken[l]), .spoiled_o(spoiled[l]),
      .astray_o(astray[l]), .needed_o(needed[l*Flits +: Flits]),
      .words_o(words[l*Flits*FlitWidth +: Flits*FlitWidth])
    );
  end
  logic [Flits-1:0]           is_kept;  // flits of the packet, and what lies in their places
  logic [Flits*FlitWidth-1:0] kept_as;
  always_comb begin : choose
    is_kept = '0;
    kept_as = '0;
    for (int unsigned l = 0; l < NumLanes; l++) begin
      if (32'(from) == l) begin
        is_kept = needed[l*Flits +: Flits];
        kept_as = words[l*Flits*FlitWidth +: Flits*FlitWidth];
      end
    end
  end
  for (genvar k = 0; k < Flits; k++) begin : gen_flit
    same_word_fv i_kept (
      .matters_i(runs_q && is_kept[k]), .flit_i(kept_as[k*FlitWidth +: FlitWidth]),
      .expected_i(packet_q[k*FlitWidth +: FlitWidth])
    );
  end

  // What has come of the packet has its tag, what has not may be anything.
  logic [Flits-1:0] packet_marked;
  logic             is_one_packet;
  for (genvar k = 0; k < Flits; k++) begin : gen_marked
    logic [noc_pkg::TagWidth-1:0] tag;
    assign tag = noc_pkg::flit_tag(packet_q[k*FlitWidth +: FlitWidth]);
    assign packet_marked[k] = !came_q || (is_coming && k >= 32'(due[from*2 +: 2])) || cut_q
        || (done_q && pending_q == '0 && mine == '0)
        || (noc_pkg::flit_valid(packet_q[k*FlitWidth +: FlitWidth])
            && (k != 0 || pending_q == '0
                || noc_pkg::flit_head(packet_q[k*FlitWidth +: FlitWidth])) && tag[0]);
  end
  assign is_one_packet = (came_q || (!done_q && !cut_q && pending_q == '0 && mine == '0))
      && (!cut_q || (done_q && (pending_q & ~left) == '0))
      && (!is_coming || due[from*2 +: 2] != '0)
      && (32'(from) >= NumPorts || (pending_q & ~(NumWays'(1) << from)) == '0);

  // What links had in the edges before, last come lowest.
  logic [NumStages*LinksWidth-1:0] late_q;
  logic [NumStages-1:0]            moving_q;  // there were flits
  logic                            are_late;
  always_ff @(posedge clk_i) begin : delay
    late_q <= runs_q ? (NumStages*LinksWidth)'({late_q, out_lane[LinksWidth +: LinksWidth]}) : '0;
    moving_q <= runs_q ? NumStages'({moving_q, used[NumLanes-1:NumPorts] != '0}) : '0;
  end
  assign are_late = Stages == 0
      || (shown[LinksWidth +: LinksWidth] == late_q[(NumStages-1)*LinksWidth +: LinksWidth]
          && \i_router.stage_q
             == (NumStages*LinksWidth)'({late_q, out_lane[LinksWidth +: LinksWidth]})
          && \i_router.moving_q == NumStages'({moving_q, used[NumLanes-1:NumPorts] != '0}));

  // Reports and counts that must come.
  logic [NumLanes-1:0]                involved;
  logic [NumLanes-1:0]                involved_q;
  logic [noc_pkg::ViolationWidth-1:0] report_q;
  logic [7:0]                         crc_errors_q;
  logic [7:0]                         misdirected_q;
  assign involved = lost | broken | astray;

  always_ff @(posedge clk_i) begin : follow
    involved_q <= runs_q ? involved : '0;
    report_q <= '0;
    if (runs_q) begin
      report_q[noc_pkg::BrokenWorm] <= broken != '0;
      report_q[noc_pkg::Overflow] <= lost != '0;
      report_q[noc_pkg::NoRoute] <= astray != '0;
      if (is_next) begin
        came_q <= 1'b1;
        for (int unsigned k = 0; k < Flits; k++) begin
          if (32'(places[from*2 +: 2]) == k) begin
            packet_q[k*FlitWidth +: FlitWidth] <= becomes[from*FlitWidth +: FlitWidth];
          end
        end
        if (begins[from]) slot_q <= slots[from];
      end
      if (is_over) done_q <= 1'b1;
      if (is_cut) cut_q <= 1'b1;
      if ((valid & ~marked) != '0) others_q <= 1'b1;
      crc_errors_q <= crc_errors_q + 8'($countones(spoiled));
      misdirected_q <= misdirected_q + 8'($countones(astray));
    end else begin
      came_q <= 1'b0;
      done_q <= 1'b0;
      cut_q <= 1'b0;
      others_q <= 1'b0;
      crc_errors_q <= '0;
      misdirected_q <= '0;
    end
    pending_q <= !runs_q ? '0
               : (is_next && begins[from]) ? ways[from*NumWays +: NumWays]
               : (is_coming && (is_cut || wrong[from])) ? '0
               : pending_q & ~left;
  end

  always_comb begin : properties
    if (!runs_q) m_reset: assume (valid == '0);
    if (runs_q) begin
      m_one_marked: assume ((marked & ~(NumLanes'(1) << from)) == '0
                            && (!marked[from] || (in_packet[from] && !done_q
                                                  && begins[from] == !came_q))
                            && (!is_coming || !valid[from] || begins[from] || marked[from]));
      m_later: assume (later == '0 || (done_q && later == NumLanes'(1) << from)
                       || (is_coming && begins[from] && later == NumLanes'(1) << from));
      a_one_packet: assert (packet_marked == '1 && is_one_packet);
      a_outputs_agree: assert (agrees == '1);
      if (Slots == 1) a_waits_for_others_only: assert ((pending_out & ~used) == '0);
      if (Slots == 1 && 32'(from) == NumPorts) begin
        a_first_goes_first: assert ((pending_out & ~leads & ~in_midst) == '0);
      end
      if (!others_q) a_at_once: assert (left == pending_q && idle == '1
                                        && (goes_on & ~mine) == '0);
      a_reported: assert (violation == report_q && violation_in == involved_q);
      a_counted: assert (crc_errors[7:0] == crc_errors_q && misdirected[7:0] == misdirected_q);
      a_busy: assert (busy == (used != '0 || violation != '0 || \i_router.open_q != '0
                               || \i_router.held_q != '0 || next != '0
                               || (Stages != 0 && moving_q != '0)));
      a_late: assert (are_late);

      c_flood: cover ($countones(left) == 2 && left[NumPorts]);
      c_routed: cover (left[0] && 32'(from) == NumPorts + 1);
      c_waited: cover (pending_q != '0 && left == '0);
      c_all_out: cover (used == '1);
      c_lost: cover (violation[noc_pkg::Overflow]);
      c_astray: cover (violation[noc_pkg::NoRoute]);
      c_head_only: cover (left != '0 && is_coming && !is_next);
      c_behind: cover (mine != '0 && is_coming && next[NumPorts*2 +: 2] != '0 && mine[NumPorts]
                       && (Flits == 2 || next[NumPorts*2 +: 2] < due[from*2 +: 2]));
      // Of two flits the second is the one that leaves when it is known that it is missing.
      c_broken_off: cover ((cut_q || (Flits == 2 && is_cut)) && mine != '0);
      c_damaged: cover (done_q && crc_errors_q != '0);
      c_follower: cover (done_q && later != '0 && pending_q != '0);
    end
  end

endmodule

`default_nettype wire
