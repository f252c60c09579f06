// star_router_fv.sv: properties of a star graph's router, of one packet of its choice in any traffic.
//
// Assumed: packets of Flits flits, head first, tail last; flits may be damaged. The packet that is
// followed, and no other, has the tag `mark`, later ones on its lane may have the contrary. The
// model knows its ways from the table of the trees, and that it must leave by each of them once.
`default_nettype none

module star_router_fv #(
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

  // Every lane: the place of its next flit, and whether its packet is damaged or found no room.
  logic [NumLanes*4-1:0] place_q;
  logic [NumLanes-1:0]   bad_q;
  logic [NumLanes-1:0]   lost_q;
  logic [NumLanes-1:0]   valid;
  logic [NumLanes-1:0]   formed;
  logic [NumLanes-1:0]   marked;
  logic [NumLanes-1:0]   later;  // flits with the contrary tag
  logic [NumLanes-1:0]   bad;
  logic [NumLanes-1:0]   lost;
  logic [NumLanes-1:0]   ends;
  for (genvar l = 0; l < NumLanes; l++) begin : gen_in
    logic [FlitWidth-1:0] flit;
    logic                 is_intact;
    assign flit = in_lane_i[l*FlitWidth +: FlitWidth];
    assign is_intact = star_pkg::is_intact(flit);
    assign valid[l] = noc_pkg::flit_valid(flit);
    assign formed[l] = !valid[l] || (noc_pkg::flit_head(flit) == (place_q[l*4 +: 4] == '0)
                                     && noc_pkg::flit_tail(flit) == ends[l]);
    assign marked[l] = valid[l] && noc_pkg::flit_tag(flit) == mark;
    assign later[l] = valid[l] && (noc_pkg::flit_tag(flit) ^ mark) == '1;
    assign ends[l] = 32'(place_q[l*4 +: 4]) == Flits - 1;
    assign bad[l] = !is_intact || (place_q[l*4 +: 4] != '0 && bad_q[l]);
    assign lost[l] = (place_q[l*4 +: 4] == '0)
        ? is_intact && 32'(\i_router.held_q [l*HeldWidth +: HeldWidth]) == Slots : lost_q[l];
    always_ff @(posedge clk_i) begin : remember
      if (!runs_q) place_q[l*4 +: 4] <= '0;
      else if (valid[l]) place_q[l*4 +: 4] <= ends[l] ? 4'd0 : place_q[l*4 +: 4] + 4'd1;
      if (valid[l]) bad_q[l] <= bad[l];
      if (valid[l]) lost_q[l] <= lost[l];
    end
  end

  // The packet that is followed.
  logic [FlitWidth-1:0]               arrival;
  logic [NumWays-1:0]                 ways;
  assign arrival = in_lane_i[from*FlitWidth +: FlitWidth];
  star_ways_fv #(.Order(Order)) i_ways (
    .rule_i(rule), .lane_i(from), .head_i(arrival), .ways_o(ways)
  );

  logic                       came_q = 1'b0;   // its head has come
  logic                       whole_q = 1'b0;  // its tail too
  logic                       others_q = 1'b0; // another flit has come
  logic [NumWays-1:0]         ways_q;
  logic [NumWays-1:0]         pending_q;       // ways by which its head has not left
  logic [Flits*FlitWidth-1:0] packet_q;
  logic                       report_q;        // it was lost or is astray: to be reported now
  logic [7:0]                 crc_errors_q;
  logic [NumWays-1:0]         ways_now;
  assign ways_now = (place_q[from*4 +: 4] == '0) ? ways : ways_q;

  // Outputs.
  logic [NumLanes-1:0] marked_out;
  logic [NumLanes-1:0] expected_out;  // a marked flit may be there, or must in the midst of a packet
  logic [NumLanes-1:0] same;
  logic [NumLanes-1:0] leads;         // leaves now by this lane
  logic [NumLanes-1:0] pending_out;
  logic [NumLanes-1:0] used;
  logic [NumLanes-1:0] in_midst;      // what leaves there is not a head
  logic [NumLanes-1:0] overtaken;
  logic [NumLanes-1:0] inside_q;      // the packet is leaving there, and its last flit has not
  for (genvar o = 0; o < NumLanes; o++) begin : gen_out
    localparam int unsigned P = (o < NumPorts) ? 0 : o - NumPorts;
    logic [FlitWidth-1:0]             out;
    logic [3:0]                       next_q;  // place of the marked flit that must come next
    logic [noc_pkg::ContentWidth-1:0] was;
    logic [noc_pkg::ContentWidth-1:0] becomes;
    logic [FlitWidth-1:0]             expected;
    assign out = out_lane[o*FlitWidth +: FlitWidth];
    assign was = star_pkg::content_of(packet_q[FlitWidth-1:0]);
    always_comb begin : hop
      becomes = was;
      if (noc_pkg::flit_kind(packet_q[FlitWidth-1:0]) == noc_pkg::Flood) begin
        becomes[2:0] = was[3*(P+1) +: 3];
        becomes[3*(P+1) +: 3] = was[2:0];
      end else begin
        becomes[star_pkg::RouteWidth-1:0] = was[star_pkg::RouteWidth-1:0] >> 3;
      end
      expected = packet_q[32'(next_q)*FlitWidth +: FlitWidth];
      if (o >= NumPorts && next_q == '0) begin
        expected = star_pkg::with_content(packet_q[FlitWidth-1:0], becomes);
      end
    end
    assign used[o] = noc_pkg::flit_valid(out);
    assign in_midst[o] = used[o] && !noc_pkg::flit_head(out);
    assign marked_out[o] = used[o] && noc_pkg::flit_tag(out) == mark;
    assign overtaken[o] = used[o] && (noc_pkg::flit_tag(out) ^ mark) == '1 && pending_out[o];
    assign pending_out[o] = (o < NumPorts) ? pending_q[NumPorts] && 32'(from) == NumPorts + o
                                           : pending_q[P];
    assign inside_q[o] = next_q != '0;
    assign expected_out[o] = inside_q[o] || pending_out[o];
    assign leads[o] = marked_out[o] && !inside_q[o];
    assign same[o] = !marked_out[o] || out == expected;
    always_ff @(posedge clk_i) begin : remember
      if (!runs_q || !marked_out[o] || 32'(next_q) == Flits - 1) next_q <= '0;
      else next_q <= next_q + 4'd1;
    end
  end
  logic [NumWays-1:0] left;
  assign left = {leads[NumPorts-1:0] != '0, leads[NumLanes-1:NumPorts]};

  always_ff @(posedge clk_i) begin : follow
    if (runs_q) begin
      if (marked[from]) begin
        came_q <= 1'b1;
        packet_q[32'(place_q[from*4 +: 4])*FlitWidth +: FlitWidth] <= arrival;
        ways_q <= ways_now;
        whole_q <= ends[from];
      end
      if ((valid & ~marked) != '0) others_q <= 1'b1;
    end
    pending_q <= !runs_q ? '0
               : (marked[from] && ends[from] && !bad[from] && !lost[from]) ? ways_now
               : pending_q & ~left;
    report_q <= runs_q && marked[from]
        && ((place_q[from*4 +: 4] == '0 && lost[from])
            || (ends[from] && !bad[from] && !lost[from] && ways_now == '0));
    crc_errors_q <= runs_q ? crc_errors_q + 8'($countones(valid & ends & bad & ~lost)) : '0;
  end

  always_comb begin : properties
    if (!runs_q) m_reset: assume (valid == '0);
    if (runs_q) begin
      m_packets: assume (formed == '1);
      m_one_marked: assume ((marked & ~(NumLanes'(1) << from)) == '0
                            && (!marked[from] || (!whole_q && (came_q || place_q[from*4 +: 4] == '0)))
                            && (!valid[from] || !came_q || whole_q || marked[from]));
      m_later: assume (later == '0 || (whole_q && later == NumLanes'(1) << from));
      a_none_made: assert ((marked_out & ~expected_out) == '0);
      a_whole: assert ((inside_q & ~marked_out) == '0);
      a_unchanged: assert (same == '1);
      a_none_lost: assert (pending_q == '0
                           || \i_router.held_q [from*HeldWidth +: HeldWidth] != '0 || left != '0);
      a_in_order: assert (overtaken == '0);
      if (Slots == 1) a_waits_for_others_only: assert ((pending_out & ~used) == '0);
      if (Slots == 1 && 32'(from) == NumPorts) begin
        a_first_goes_first: assert ((pending_out & ~leads & ~in_midst) == '0);
      end
      if (!others_q) a_one_packet_step: assert (left == pending_q);
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
