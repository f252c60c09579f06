// star_router_fv.sv: properties of a star graph's router, of one packet in any traffic.
//
// Assumed: packets of Flits flits, head first, tail last; flits may be damaged. The packet that is
// followed, and no other, has the tag `mark`, later ones on its lane may have the contrary. The
// model knows its ways from the table of the trees, and that it must leave by each of them once.
// What the router keeps, of that packet and of others, is an invariant, so that induction closes.
`default_nettype none

module star_router_fv #(
  // Names of registers below are for Order 3, and for Flits 2 or Slots 2, the other being 1.
  parameter int unsigned Order     = 3,
  parameter int unsigned Flits     = 2,
  parameter int unsigned Slots     = 1,
  localparam int unsigned NumPorts = Order - 1,
  localparam int unsigned NumLanes = 2 * NumPorts  // own lanes, then links
) (
  input logic                                   clk_i,
  input logic [NumLanes*noc_pkg::FlitWidth-1:0] in_lane_i
);

  localparam int unsigned FlitWidth = noc_pkg::FlitWidth;
  localparam int unsigned TagWidth  = noc_pkg::TagWidth;
  localparam int unsigned HeldWidth = $clog2(Slots + 1);
  localparam int unsigned NumWays   = NumPorts + 1;  // ports, then the PE

  (* anyconst *) logic                rule;
  (* anyconst *) logic [TagWidth-1:0] mark;
  (* anyconst *) logic [1:0]          from;  // lane of the packet that is followed

  logic [NumLanes*FlitWidth-1:0]       out_lane;
  logic [noc_pkg::ViolationWidth-1:0]  violation;
  logic [NumLanes-1:0]                 violation_in;
  logic [star_pkg::ErrorsWidth-1:0]    crc_errors;

  logic runs_q = 1'b0;  // out of reset
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  star_router #(.Order(Order), .Flits(Flits), .Slots(Slots), .Tables(0)) i_router (
    .clk_i(clk_i), .rst_ni(runs_q), .rule_i(rule), .scheduled_i(1'b0), .dead_i(1'b0),
    .dead_link_i({NumPorts{1'b0}}), .in_lane_i(in_lane_i), .out_lane_o(out_lane), .busy_o(),
    .violation_o(violation), .violation_in_o(violation_in), .violation_out_o(), .max_stored_o(),
    .crc_errors_o(crc_errors), .misdirected_o()
  );
  (* hierconn *) logic [NumLanes*HeldWidth-1:0] \i_router.held_q ;
  (* hierconn *) logic [NumLanes-1:0]   \i_router.open_q ;
  (* hierconn *) logic [NumLanes-1:0]   \i_router.lost_q ;
  (* hierconn *) logic [NumLanes-1:0]   \i_router.damaged_q ;
  (* hierconn *) logic [NumLanes-1:0]   \i_router.astray_q ;
  (* hierconn *) logic [NumLanes-1:0]   \i_router.place_q ;
  (* hierconn *) logic [NumLanes-1:0]   \i_router.oldest_q ;
  (* hierconn *) logic [NumLanes-1:0]   \i_router.newest_q ;
  (* hierconn *) logic [NumLanes-1:0]   \i_router.next_q ;
  (* hierconn *) logic [2*NumPorts-1:0] \i_router.source_q ;
  (* hierconn *) logic [NumWays-1:0]    \i_router.ways_q[0] ;  // {lane, slot}; 4 to 7 if Slots is 2
  (* hierconn *) logic [NumWays-1:0]    \i_router.ways_q[1] ;
  (* hierconn *) logic [NumWays-1:0]    \i_router.ways_q[2] ;
  (* hierconn *) logic [NumWays-1:0]    \i_router.ways_q[3] ;
  (* hierconn *) logic [NumWays-1:0]    \i_router.ways_q[4] ;
  (* hierconn *) logic [NumWays-1:0]    \i_router.ways_q[5] ;
  (* hierconn *) logic [NumWays-1:0]    \i_router.ways_q[6] ;
  (* hierconn *) logic [NumWays-1:0]    \i_router.ways_q[7] ;
  (* hierconn *) logic [FlitWidth-1:0]  \i_router.own_store_q[0] ;  // {port, slot or place}
  (* hierconn *) logic [FlitWidth-1:0]  \i_router.own_store_q[1] ;
  (* hierconn *) logic [FlitWidth-1:0]  \i_router.own_store_q[2] ;
  (* hierconn *) logic [FlitWidth-1:0]  \i_router.own_store_q[3] ;
  (* hierconn *) logic [FlitWidth-1:0]  \i_router.link_store_q[0] ;
  (* hierconn *) logic [FlitWidth-1:0]  \i_router.link_store_q[1] ;
  (* hierconn *) logic [FlitWidth-1:0]  \i_router.link_store_q[2] ;
  (* hierconn *) logic [FlitWidth-1:0]  \i_router.link_store_q[3] ;
  logic [8*NumWays-1:0]   ways_kept;
  logic [8*FlitWidth-1:0] store;  // by lane
  assign ways_kept = {\i_router.ways_q[7] , \i_router.ways_q[6] , \i_router.ways_q[5] ,
                      \i_router.ways_q[4] , \i_router.ways_q[3] , \i_router.ways_q[2] ,
                      \i_router.ways_q[1] , \i_router.ways_q[0] };
  assign store = {\i_router.link_store_q[3] , \i_router.link_store_q[2] ,
                  \i_router.link_store_q[1] , \i_router.link_store_q[0] ,
                  \i_router.own_store_q[3] , \i_router.own_store_q[2] ,
                  \i_router.own_store_q[1] , \i_router.own_store_q[0] };

  // What comes in, by input.
  logic [NumLanes-1:0]         valid;
  logic [NumLanes-1:0]         formed;
  logic [NumLanes-1:0]         marked;
  logic [NumLanes-1:0]         later;   // flits with the contrary tag
  logic [NumLanes-1:0]         begins;  // first and last flits
  logic [NumLanes-1:0]         ends;
  logic [NumLanes-1:0]         bad;     // of damaged packets, of packets that find no room
  logic [NumLanes-1:0]         lost;
  logic [NumLanes*NumWays-1:0] ways;    // of heads

  // The packet that is followed.
  logic [FlitWidth-1:0]               arrival;
  assign arrival = in_lane_i[from*FlitWidth +: FlitWidth];

  logic                       came_q = 1'b0;   // its head has come
  logic                       whole_q = 1'b0;  // its tail too
  logic                       others_q = 1'b0; // another flit has come
  logic [NumWays-1:0]         ways_q;
  logic [NumWays-1:0]         pending_q;       // ways by which its head has not left
  logic [Flits*FlitWidth-1:0] packet_q;
  logic                       report_q;        // it was lost or is astray: to be reported now
  logic [7:0]                 crc_errors_q;
  logic [NumWays-1:0]         ways_now;
  logic                       slot_q;          // where the router keeps it
  assign ways_now = begins[from] ? ways[from*NumWays +: NumWays] : ways_q;

  // Outputs.
  logic [NumLanes-1:0]   used;
  logic [NumLanes-1:0]   in_midst;     // what leaves there is not a head
  logic [NumLanes-1:0]   pending_out;  // the head of the packet has not left there
  logic [NumLanes-1:0]   marked_out;
  logic [NumLanes-1:0]   inside;       // the packet is leaving there, and its last flit has not
  logic [NumLanes-1:0]   leads;        // its head leaves now
  logic [NumLanes*2-1:0] read_from;    // where a second flit will leave, the input that has it
  logic [NumLanes-1:0]   tied;
  for (genvar o = 0; o < NumLanes; o++) begin : gen_out
    localparam int unsigned P = (o < NumPorts) ? 0 : o - NumPorts;
    assign pending_out[o] = (o < NumPorts) ? pending_q[NumPorts] && 32'(from) == NumPorts + o
                                           : pending_q[P];
    star_output_fv #(.Lane(o), .Flits(Flits)) i_out (
      .clk_i(clk_i), .runs_i(runs_q), .flit_i(out_lane[o*FlitWidth +: FlitWidth]),
      .next_i(\i_router.next_q [o]), .source_i(\i_router.source_q [P*2 +: 2]), .mark_i(mark),
      .from_i(from), .packet_i(packet_q), .is_pending_i(pending_out[o]), .used_o(used[o]),
      .in_midst_o(in_midst[o]), .marked_o(marked_out[o]), .inside_o(inside[o]), .leads_o(leads[o]),
      .read_from_o(read_from[o*2 +: 2]), .tied_o(tied[o])
    );
  end
  logic [NumWays-1:0] left;
  assign left = {leads[NumPorts-1:0] != '0, leads[NumLanes-1:NumPorts]};

  // What comes in, and what the router stores, by input. (Properties are decided by name: those of
  // what leaves, gen_out, come first, and help with what stays.)
  logic [NumLanes-1:0] idle;     // but for the packet that is followed
  logic [NumLanes-1:0] as_one;   // outputs that read there send the same packet
  logic [NumLanes*Flits-1:0]           followed;
  logic [NumLanes*Flits*FlitWidth-1:0] words;
  for (genvar l = 0; l < NumLanes; l++) begin : gen_store
    logic [NumLanes-1:0] readers;
    for (genvar o = 0; o < NumLanes; o++) begin : gen_reader
      assign readers[o] = \i_router.next_q [o] && 32'(read_from[o*2 +: 2]) == l;
    end
    assign as_one[l] = (readers & leads) == '0 || (32'(from) == l && (readers & ~leads) == '0);
    assign idle[l] = \i_router.held_q [l*HeldWidth +: HeldWidth] == '0
        && (!\i_router.open_q [l] || (32'(from) == l && came_q && !whole_q))
        && (readers & ~leads) == '0;
    star_lane_fv #(.Lane(l), .Flits(Flits), .Slots(Slots)) i_lane (
      .clk_i(clk_i), .runs_i(runs_q), .rule_i(rule), .mark_i(mark),
      .flit_i(in_lane_i[l*FlitWidth +: FlitWidth]), .open_i(\i_router.open_q [l]),
      .lost_i(\i_router.lost_q [l]), .damaged_i(\i_router.damaged_q [l]),
      .astray_i(\i_router.astray_q [l]), .place_i(\i_router.place_q [l]),
      .held_i(2'(\i_router.held_q [l*HeldWidth +: HeldWidth])),
      .oldest_i(\i_router.oldest_q [l]), .newest_i(\i_router.newest_q [l]),
      .ways_i(ways_kept[l*Slots*NumWays +: Slots*NumWays]),
      .store_i(store[l*2*FlitWidth +: 2*FlitWidth]), .reads_i(readers != '0),
      .is_here_i(32'(from) == l), .came_i(came_q), .whole_i(whole_q), .slot_i(slot_q),
      .ways_followed_i(ways_q), .rest_i(pending_q & ~left), .leads_i((readers & leads) != '0),
      .valid_o(valid[l]), .formed_o(formed[l]), .marked_o(marked[l]), .later_o(later[l]),
      .begins_o(begins[l]), .ends_o(ends[l]), .bad_o(bad[l]), .lost_o(lost[l]),
      .ways_o(ways[l*NumWays +: NumWays]), .followed_o(followed[l*Flits +: Flits]),
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
        is_kept = followed[l*Flits +: Flits];
        kept_as = words[l*Flits*FlitWidth +: Flits*FlitWidth];
      end
    end
  end
  logic [Flits-1:0] packet_marked;
  for (genvar k = 0; k < Flits; k++) begin : gen_flit
    logic [FlitWidth-1:0] flit;
    assign flit = packet_q[k*FlitWidth +: FlitWidth];
    assign packet_marked[k] = !(came_q && (whole_q || k == 0))
        || (noc_pkg::flit_valid(flit) && noc_pkg::flit_tag(flit) == mark);
    same_word_fv i_kept (
      .matters_i(runs_q && is_kept[k]), .flit_i(kept_as[k*FlitWidth +: FlitWidth]),
      .expected_i(flit)
    );
  end
  logic is_one_packet;  // its ways are those of its lane, pending once it is whole
  assign is_one_packet = (came_q ? whole_q || !begins[from] : !whole_q)
      && (pending_q == '0 || whole_q)
      && (32'(from) >= NumPorts
          || ((pending_q | (came_q ? ways_q : '0)) & ~(NumWays'(1) << from)) == '0);

  always_ff @(posedge clk_i) begin : follow
    if (runs_q) begin
      if (marked[from]) begin
        came_q <= 1'b1;
        for (int unsigned k = 0; k < Flits; k++) begin
          if (begins[from] == (k == 0)) packet_q[k*FlitWidth +: FlitWidth] <= arrival;
        end
        ways_q <= ways_now;
        whole_q <= ends[from];
        if (begins[from]) slot_q <= \i_router.newest_q [from];
      end
      if ((valid & ~marked) != '0) others_q <= 1'b1;
    end else begin
      came_q <= 1'b0;
      whole_q <= 1'b0;
      others_q <= 1'b0;
    end
    pending_q <= !runs_q ? '0
               : (marked[from] && ends[from] && !bad[from] && !lost[from]) ? ways_now
               : pending_q & ~left;
    report_q <= runs_q && marked[from]
        && ((begins[from] && lost[from])
            || (ends[from] && !bad[from] && !lost[from] && ways_now == '0));
    crc_errors_q <= runs_q ? crc_errors_q + 8'($countones(valid & ends & bad & ~lost)) : '0;
  end

  always_comb begin : properties
    if (!runs_q) m_reset: assume (valid == '0);
    if (runs_q) begin
      m_packets: assume (formed == '1);
      m_one_marked: assume ((marked & ~(NumLanes'(1) << from)) == '0
                            && (!marked[from] || (!whole_q && (came_q || begins[from])))
                            && (!valid[from] || !came_q || whole_q || marked[from]));
      m_later: assume (later == '0 || (whole_q && later == NumLanes'(1) << from));
      a_whole: assert ((inside & ~marked_out) == '0);
      a_none_lost: assert (pending_q == '0
                           || \i_router.held_q [from*HeldWidth +: HeldWidth] != '0 || left != '0);
      a_one_packet: assert (packet_marked == '1 && is_one_packet);
      a_outputs_agree: assert (tied == '1 && as_one == '1);
      if (Slots == 1) a_waits_for_others_only: assert ((pending_out & ~used) == '0);
      if (Slots == 1 && 32'(from) == NumPorts) begin
        a_first_goes_first: assert ((pending_out & ~leads & ~in_midst) == '0);
      end
      if (!others_q) a_one_packet_step: assert (left == pending_q && idle == '1);
      if (report_q) a_reported: assert (violation_in[from]
          && (violation[noc_pkg::Overflow] || violation[noc_pkg::NoRoute]));
      a_never_broken: assert (!violation[noc_pkg::BrokenWorm]);
      a_damage_counted: assert (crc_errors[7:0] == crc_errors_q);

      c_flood: cover ($countones(left) == 2 && left[NumPorts]);
      c_routed: cover (left[0] && 32'(from) == NumPorts + 1);
      c_waited: cover (pending_q != '0 && left == '0);
      c_all_out: cover (used == '1);
      c_lost: cover (report_q && violation[noc_pkg::Overflow]);
      c_astray: cover (report_q && violation[noc_pkg::NoRoute]);
      c_damaged: cover (whole_q && crc_errors_q != '0);
      c_follower: cover (whole_q && later != '0 && pending_q != '0);
    end
  end

endmodule

`default_nettype wire
