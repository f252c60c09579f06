// star_router_cover.sv: what tests must have shown a star graph's router. Bound to every one.
`default_nettype none
/*verilator coverage_off*/  // of bits: these have points in the router

module star_router_cover #(
  parameter int unsigned Order  = 4,
  parameter int unsigned Flits  = 1,
  parameter int unsigned Slots  = 1,
  parameter int unsigned Tables = 0,
  localparam int unsigned NumPorts   = Order - 1,
  localparam int unsigned NumLanes   = 2 * NumPorts,
  localparam int unsigned HeldWidth  = $clog2(Slots + 1),
  localparam int unsigned PlaceWidth = (Flits > 1) ? $clog2(Flits) : 1
) (
  input logic                                   clk_i,
  input logic                                   rst_ni,
  input logic                                   rule_i,
  input logic                                   dead_i,
  input logic [NumPorts-1:0]                    dead_link_i,
  input logic [NumLanes*noc_pkg::FlitWidth-1:0] in_lane_i,
  input logic [NumLanes*noc_pkg::FlitWidth-1:0] out_lane_o,
  input logic [noc_pkg::ViolationWidth-1:0]     violation_o,
  input logic [NumLanes-1:0]                    violation_in_o,
  input logic [NumLanes*HeldWidth-1:0]          held_q,
  input logic [NumLanes*PlaceWidth-1:0]         next_q
);

  logic [NumLanes-1:0]                     valid;
  logic [NumLanes-1:0]                     intact;
  logic [NumLanes-1:0]                     flood;   // heads of broadcasts
  logic [NumLanes-1:0]                     routed;  // heads with a route
  logic [NumLanes*star_pkg::TreeWidth-1:0] tree;    // of a broadcast
  logic [NumLanes*star_pkg::SymbolWidth-1:0] step_to;  // first of a route, port + 1
  logic [NumLanes-1:0]                     sent;
  logic [NumLanes-1:0]                     sent_flood;
  logic [NumLanes*star_pkg::TreeWidth-1:0] sent_tree;
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_field
    logic [noc_pkg::FlitWidth-1:0] from;
    logic [noc_pkg::FlitWidth-1:0] to;
    assign from = in_lane_i[lane*noc_pkg::FlitWidth +: noc_pkg::FlitWidth];
    assign to = out_lane_o[lane*noc_pkg::FlitWidth +: noc_pkg::FlitWidth];
    assign valid[lane] = rst_ni && noc_pkg::flit_valid(from);
    assign intact[lane] = valid[lane] && star_pkg::is_intact(from);
    assign flood[lane] = intact[lane] && noc_pkg::flit_head(from)
                         && noc_pkg::flit_kind(from) == noc_pkg::Flood;
    assign routed[lane] = intact[lane] && noc_pkg::flit_head(from)
                          && noc_pkg::flit_kind(from) == noc_pkg::Data;
    assign tree[lane*star_pkg::TreeWidth +: star_pkg::TreeWidth] =
        star_pkg::TreeWidth'(star_pkg::content_of(from) >> star_pkg::PermWidth);
    assign step_to[lane*star_pkg::SymbolWidth +: star_pkg::SymbolWidth] =
        star_pkg::SymbolWidth'(star_pkg::content_of(from));
    assign sent[lane] = rst_ni && noc_pkg::flit_valid(to);
    assign sent_flood[lane] = sent[lane] && noc_pkg::flit_head(to)
                              && noc_pkg::flit_kind(to) == noc_pkg::Flood;
    assign sent_tree[lane*star_pkg::TreeWidth +: star_pkg::TreeWidth] =
        star_pkg::TreeWidth'(star_pkg::content_of(to) >> star_pkg::PermWidth);
  end
  logic is_up;  // takes and sends
  assign is_up = rst_ni && !dead_i;
  /*verilator coverage_on*/

  for (genvar port = 0; port < NumPorts; port++) begin : gen_port
    localparam int unsigned Link = NumPorts + port;
    if (Order == 4) begin : gen_s4
      for (genvar t = 0; t < NumPorts; t++) begin : gen_tree
        // Every tree of S_4 at every port: from the PE, over a link in and out, delivered.
        c_own: cover property (@(posedge clk_i) is_up && flood[port]
            && 32'(tree[port*star_pkg::TreeWidth +: star_pkg::TreeWidth]) == t);
        c_in: cover property (@(posedge clk_i) is_up && flood[Link]
            && 32'(tree[Link*star_pkg::TreeWidth +: star_pkg::TreeWidth]) == t);
        c_out: cover property (@(posedge clk_i) sent_flood[Link]
            && 32'(sent_tree[Link*star_pkg::TreeWidth +: star_pkg::TreeWidth]) == t);
        c_delivered: cover property (@(posedge clk_i) sent_flood[port]
            && 32'(sent_tree[port*star_pkg::TreeWidth +: star_pkg::TreeWidth]) == t);
      end
      // Routes from every port to every other and to the PE.
      for (genvar to = 0; to <= NumPorts; to++) begin : gen_to
        if (to != port + 1) begin : gen_way
          c_routed: cover property (@(posedge clk_i) is_up && routed[Link]
              && 32'(step_to[Link*star_pkg::SymbolWidth +: star_pkg::SymbolWidth]) == to);
        end
      end
    end
    for (genvar r = 0; r < 2; r++) begin : gen_rule
      // Broadcasts by each rule.
      c_flood: cover property (@(posedge clk_i) is_up && flood[Link] && 32'(rule_i) == r);
    end
    // Places of packets that wait, all of them, on links and own lanes.
    c_link_full: cover property (@(posedge clk_i)
        is_up && 32'(held_q[Link*HeldWidth +: HeldWidth]) == Slots);
    c_own_full: cover property (@(posedge clk_i)
        is_up && 32'(held_q[port*HeldWidth +: HeldWidth]) == Slots);
    // A damaged flit, a flit over a dead link, one to a dead node.
    c_bad_crc: cover property (@(posedge clk_i) is_up && valid[Link] && !intact[Link]);
    c_dead_link: cover property (@(posedge clk_i) is_up && valid[Link] && dead_link_i[port]);
    c_dead_node: cover property (@(posedge clk_i) rst_ni && dead_i && valid[Link]);
    if (Flits > 1) begin : gen_long
      // A packet comes in while another is under way to the same port, and to the PE.
      c_port_busy: cover property (@(posedge clk_i)
          is_up && valid != '0 && next_q[Link*PlaceWidth +: PlaceWidth] != '0);
      c_delivery_busy: cover property (@(posedge clk_i)
          is_up && valid != '0 && next_q[port*PlaceWidth +: PlaceWidth] != '0);
    end
  end
  for (genvar lane = 0; lane < NumLanes; lane++) begin : gen_lane
    // Every report about every input.
    c_no_route: cover property (@(posedge clk_i)
        rst_ni && violation_o[noc_pkg::NoRoute] && violation_in_o[lane]);
    c_broken_worm: cover property (@(posedge clk_i)
        rst_ni && violation_o[noc_pkg::BrokenWorm] && violation_in_o[lane]);
    c_overflow: cover property (@(posedge clk_i)
        rst_ni && violation_o[noc_pkg::Overflow] && violation_in_o[lane]);
    c_waited: cover property (@(posedge clk_i)
        rst_ni && violation_o[noc_pkg::Waited] && violation_in_o[lane]);
  end
  // All ports at once; next hops by rules and by table.
  c_all_ports: cover property (@(posedge clk_i) sent[NumLanes-1:NumPorts] == '1);
  if (Tables == 1) begin : gen_table
    c_table: cover property (@(posedge clk_i) is_up && flood[NumLanes-1:NumPorts] != '0);
  end else begin : gen_rules
    c_rules: cover property (@(posedge clk_i) is_up && flood[NumLanes-1:NumPorts] != '0);
  end

endmodule

bind star_router star_router_cover #(
  .Order(Order), .Flits(Flits), .Slots(Slots), .Tables(Tables)
) i_cover (.*);

`default_nettype wire
