// star_lane_fv.sv: one input of a star graph's router: what comes in, and what is kept of it.
//
// The model says of the packet that comes in which flit is next, and whether it is damaged or found
// no room. In every state the router says the same, and of the flits that it keeps, those of the
// followed packet alone have its tag, and none before it came later: else an induction would begin
// in states that no traffic leads to. Order 3; a packet has 1 or 2 flits. Live flits are those that
// can still leave: of packets that are held, of the one that comes in, and second flits of the one
// that outputs are sending.
`default_nettype none

module star_lane_fv #(
  parameter int unsigned Lane       = 0,
  parameter int unsigned Flits      = 2,
  parameter int unsigned Slots      = 1,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth,
  localparam int unsigned TagWidth  = noc_pkg::TagWidth,
  localparam int unsigned Order     = 3,
  localparam int unsigned NumWays   = Order  // ports, then the PE
) (
  input  logic                             clk_i,
  input  logic                             runs_i,     // out of reset
  input  logic                             rule_i,
  input  logic [TagWidth-1:0]              mark_i,
  input  logic [FlitWidth-1:0]             flit_i,     // that comes in
  // The router's.
  input  logic                             open_i,
  input  logic                             lost_i,
  input  logic                             damaged_i,
  input  logic                             astray_i,
  input  logic                             place_i,
  input  logic [1:0]                       held_i,
  input  logic                             oldest_i,
  input  logic                             newest_i,
  input  logic [Slots*NumWays-1:0]         ways_i,
  input  logic [Slots*Flits*FlitWidth-1:0] store_i,
  input  logic                             reads_i,    // an output is going to send a second flit
  // Of the packet that is followed.
  input  logic                             is_here_i,  // it comes by this input
  input  logic                             came_i,     // its head has
  input  logic                             whole_i,    // its tail has
  input  logic                             slot_i,
  input  logic [NumWays-1:0]               ways_followed_i,
  input  logic [NumWays-1:0]               rest_i,     // ways that its head will leave by later
  input  logic                             leads_i,    // the second flit is its own
  // Of the flit that comes in.
  output logic                             valid_o,
  output logic                             formed_o,   // it has its place in a packet
  output logic                             marked_o,   // it has the tag
  output logic                             later_o,    // it has the contrary tag
  output logic                             begins_o,   // it is the first of its packet
  output logic                             ends_o,     // it is the last
  output logic                             bad_o,      // its packet is damaged
  output logic                             lost_o,     // its packet finds no room
  output logic [NumWays-1:0]               ways_o,     // if it is a head
  // Of the packet that is followed.
  output logic [Flits-1:0]                 followed_o, // flits of it that are kept
  output logic [Flits*FlitWidth-1:0]       words_o     // what lies there
);

  logic [3:0] place_q;
  logic       bad_q;
  logic       lost_q;
  logic       is_intact;
  assign is_intact = star_pkg::is_intact(flit_i);
  assign valid_o = noc_pkg::flit_valid(flit_i);
  assign formed_o = !valid_o || (noc_pkg::flit_head(flit_i) == begins_o
                                 && noc_pkg::flit_tail(flit_i) == ends_o);
  assign marked_o = valid_o && noc_pkg::flit_tag(flit_i) == mark_i;
  assign later_o = valid_o && (noc_pkg::flit_tag(flit_i) ^ mark_i) == '1;
  assign begins_o = place_q == '0;
  assign ends_o = 32'(place_q) == Flits - 1;
  assign bad_o = !is_intact || (!begins_o && bad_q);
  assign lost_o = begins_o ? is_intact && 32'(held_i) == Slots : lost_q;
  star_ways_fv #(.Order(Order)) i_ways (
    .rule_i(rule_i), .lane_i(2'(Lane)), .head_i(flit_i), .ways_o(ways_o)
  );
  always_ff @(posedge clk_i) begin : remember
    if (!runs_i) place_q <= '0;
    else if (valid_o) place_q <= ends_o ? 4'd0 : place_q + 4'd1;
    if (valid_o) bad_q <= bad_o;
    if (valid_o) lost_q <= lost_o;
  end

  logic [2:0] newest;
  logic [2:0] reach;    // past the last slot is the first one
  logic       is_past;
  logic       agrees;   // the router's state is the model's
  assign newest = 3'(newest_i);
  assign reach = 3'(oldest_i) + 3'(held_i);
  assign is_past = 32'(reach) >= Slots;
  assign agrees = open_i == !begins_o && 32'(place_q) < Flits
      && (!open_i || (4'(place_i) == place_q && damaged_i == (bad_q && !lost_q)
                   && lost_i == lost_q))
      && 32'(held_i) <= Slots && 32'(oldest_i) < Slots && 32'(newest_i) < Slots
      && (32'(held_i) < Slots || !open_i || damaged_i || lost_i)
      && newest == (is_past ? reach - 3'(Slots) : reach);

  logic coming;    // the packet that comes in is to be kept
  logic followed;  // and is the one that is followed
  assign coming = open_i && !damaged_i && !lost_i;
  assign followed = coming && is_here_i && came_i && !whole_i;

  logic                   has_kept;  // the packet that is followed has its place and its ways
  logic [Slots*Flits-1:0] unmarked;  // no other flit has its tag
  logic [Slots*Flits-1:0] in_turn;   // none that came later lies before it
  always_comb begin : flits
    logic                 is_held;
    logic                 is_followed;
    logic                 is_live;
    logic [FlitWidth-1:0] flit;
    is_held = 1'b0;
    is_followed = 1'b0;
    is_live = 1'b0;
    flit = '0;
    followed_o = '0;
    words_o = store_i[Flits*FlitWidth-1:0];
    unmarked = '1;
    in_turn = '1;
    has_kept = !(followed && (astray_i != (ways_followed_i == '0) || slot_i != newest_i));
    for (int unsigned s = 0; s < Slots; s++) begin
      is_held = (s >= 32'(oldest_i) && s < 32'(reach)) || s + Slots < 32'(reach);
      if (followed && 32'(newest_i) == s
          && ways_i[s*NumWays +: NumWays] != ways_followed_i) has_kept = 1'b0;
      if (is_here_i && 32'(slot_i) == s) begin
        if (rest_i != '0 && (!is_held || ways_i[s*NumWays +: NumWays] != rest_i)) has_kept = 1'b0;
        words_o = store_i[s*Flits*FlitWidth +: Flits*FlitWidth];
      end
      // With two flits there is one slot: what is being sent from there and held there is the same.
      if (reads_i && is_held && leads_i != (is_here_i && rest_i != '0)) has_kept = 1'b0;
      for (int unsigned k = 0; k < Flits; k++) begin
        flit = store_i[(s*Flits+k)*FlitWidth +: FlitWidth];
        is_live = is_held || (coming && 32'(newest_i) == s && k < 32'(place_q))
                  || (reads_i && k != 0);
        is_followed = (followed && 32'(newest_i) == s && k < 32'(place_q))
                  || (is_here_i && 32'(slot_i) == s
                      && ((is_held && rest_i != '0) || (leads_i && k != 0)));
        if (is_followed) followed_o[k] = 1'b1;
        if (is_live) begin
          if (!noc_pkg::flit_valid(flit) || noc_pkg::flit_head(flit) != (k == 0)) begin
            unmarked[s*Flits+k] = 1'b0;
          end
          if (!is_followed && noc_pkg::flit_tag(flit) == mark_i) unmarked[s*Flits+k] = 1'b0;
          if ((noc_pkg::flit_tag(flit) ^ mark_i) == '1
              && (!is_here_i || !whole_i
                  || (rest_i != '0 && is_held && 32'(oldest_i) == s))) begin
            in_turn[s*Flits+k] = 1'b0;
          end
        end
      end
    end
  end

  always_comb begin : properties
    if (runs_i) begin
      a_input_agrees: assert (agrees);
      a_kept: assert (has_kept && (!is_here_i || !came_i || 32'(slot_i) < Slots));
    end
  end
  for (genvar k = 0; k < Slots * Flits; k++) begin : gen_flit
    star_flit_fv i_flit (.runs_i(runs_i), .is_unmarked_i(unmarked[k]), .is_in_turn_i(in_turn[k]));
  end

endmodule

// In a module of its own: Yosys 0.23 refuses a labelled assertion in a generate block.
module star_flit_fv (
  input logic runs_i,
  input logic is_unmarked_i,
  input logic is_in_turn_i
);

  always_comb begin : properties
    if (runs_i) begin
      a_others_unmarked: assert (is_unmarked_i);
      a_later_behind: assert (is_in_turn_i);
    end
  end

endmodule

// The ways of a packet: by its route, or by the tables; by the rules, which are proved to be the
// same, with Tables 0. Ports, then the PE; none: the packet is astray. Lanes: own ones, then links.
module star_ways_fv #(
  parameter int unsigned Order     = 3,
  parameter int unsigned Tables    = 1,
  localparam int unsigned NumPorts = Order - 1
) (
  input  logic                          rule_i,
  input  logic [1:0]                    lane_i,
  input  logic [noc_pkg::FlitWidth-1:0] head_i,
  output logic [NumPorts:0]             ways_o
);

  logic [noc_pkg::ContentWidth-1:0] content;
  logic [NumPorts-1:0]              parent;
  logic [NumPorts-1:0]              children;
  assign content = star_pkg::content_of(head_i);
  star_tree #(.Order(Order), .Tables(Tables)) i_tree (
    .rule_i(rule_i), .address_i(content[star_pkg::PermWidth-1:0]),
    .tree_i(content[star_pkg::PermWidth +: star_pkg::TreeWidth]), .parent_o(parent),
    .children_o(children)
  );

  logic [star_pkg::MaxOrder-1:0] seen;  // symbols
  logic                          is_source;
  always_comb begin : symbols
    seen = '0;
    is_source = 1'b1;
    for (int unsigned q = 0; q < Order; q++) begin
      for (int unsigned symbol = 0; symbol < Order; symbol++) begin
        if (content[3*q +: 3] == 3'(symbol)) seen[symbol] = 1'b1;
      end
      if (content[3*q +: 3] != 3'(q)) is_source = 1'b0;
    end
  end

  always_comb begin : ways
    ways_o = '0;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      if (noc_pkg::flit_kind(head_i) == noc_pkg::Flood) begin
        if (32'(lane_i) == p) ways_o[p] = 1'b1;
        if (32'(lane_i) == NumPorts + p && parent[p] && !is_source && $countones(seen) == Order
            && 32'(content[star_pkg::PermWidth +: 3]) < NumPorts) ways_o = {1'b1, children};
      end else if (noc_pkg::flit_kind(head_i) == noc_pkg::Data) begin
        if (content[2:0] == 3'(p + 1) && 32'(lane_i) != NumPorts + p
            && (32'(lane_i) >= NumPorts || 32'(lane_i) == p)) ways_o[p] = 1'b1;
        if (content[2:0] == '0 && 32'(lane_i) >= NumPorts) ways_o[NumPorts] = 1'b1;
      end
    end
  end

endmodule

`default_nettype wire
