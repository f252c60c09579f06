// fat_tree_leaf_sva.sv: what a fat tree's leaf promises over time. Bound to every leaf.
//
// At each edge it works out, with a queue of its own, what the leaf must show after it; at the next
// edge it holds the pins against that. A leaf with nothing to do may be left unclocked.
`default_nettype none

module fat_tree_leaf_sva #(
  parameter int unsigned Depth = 4
) (
  input logic                               clk_i,
  input logic                               rst_ni,
  input logic [noc_pkg::EntryWidth-1:0]     leaf_base_i,
  input logic [noc_pkg::CountWidth-1:0]     limit_i,
  input logic                               scheduled_i,
  input logic                               backpressure_i,
  input logic [2*noc_pkg::FlitWidth-1:0]    in_lane_i,
  input logic [2*noc_pkg::FlitWidth-1:0]    out_lane_o,
  input logic [1:0]                         ready_i,
  input logic [1:0]                         ready_o,
  input logic                               busy_o,
  input logic [noc_pkg::ViolationWidth-1:0] violation_o,
  input logic [1:0]                         violation_in_o,
  input logic [1:0]                         violation_out_o,
  input logic [noc_pkg::CountWidth-1:0]     max_stored_o,
  input logic [noc_pkg::CountWidth-1:0]     max_wait_o
);

  localparam int unsigned LaneWidth  = noc_pkg::FlitWidth;
  localparam int unsigned CountWidth = noc_pkg::CountWidth;

  typedef logic [LaneWidth-1:0] queue_t [$];

  logic unused_ready;
  assign unused_ready = ready_i[0];  // a PE takes all that comes

  // Whether a flit is for one leaf, and this one is it.
  function automatic logic names_one(input logic [LaneWidth-1:0] flit);
    names_one = flit[LaneWidth-1] && noc_pkg::flit_kind(flit) != noc_pkg::Flood
                && noc_pkg::flit_kind(flit) != noc_pkg::Copies;
  endfunction
  function automatic logic is_here(input logic [LaneWidth-1:0] flit);
    is_here = 32'(noc_pkg::flit_destination(flit)) == 32'(leaf_base_i);
  endfunction

  always_ff @(posedge clk_i) begin : check
    // Kept from edge to edge: the queue, its first packet in the register, and what is shown.
    queue_t                             queue;
    logic [LaneWidth-1:0]               delivered;
    logic [CountWidth-1:0]              highest;
    logic [CountWidth-1:0]              longest;
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [1:0]                         concerned_in;
    logic                               waits;
    logic [33:0]                        configuration;
    // Of this edge.
    logic [LaneWidth-1:0]               own;
    logic [LaneWidth-1:0]               down;
    logic [LaneWidth-1:0]               up;
    logic                               room;

    own = in_lane_i[0 +: LaneWidth];
    down = in_lane_i[LaneWidth +: LaneWidth];
    up = '0;
    room = 1'b0;

    if (rst_ni) begin
      // What the pins show since the edge before.
      if (queue.size() != 0) up = queue[0];
      a_in_its_turn: assert (out_lane_o[LaneWidth +: LaneWidth] == up)
        else $error("the link up must hold %h, there is %h", up,
                    out_lane_o[LaneWidth +: LaneWidth]);
      a_delivered: assert (out_lane_o[0 +: LaneWidth] == delivered)
        else $error("the PE must get %h, there is %h", delivered, out_lane_o[0 +: LaneWidth]);
      a_busy: assert (busy_o == (up != '0 || delivered != '0 || violation != '0))
        else $error("busy is %b with up %h, to the PE %h, violation %b", busy_o, up, delivered,
                    violation);
      a_reported: assert (violation_o == violation)
        else $error("violation must be %b, reported %b", violation, violation_o);
      a_lanes_named: assert (violation_in_o == concerned_in && violation_out_o == {waits, 1'b0})
        else $error("reported lanes must be in %b, out %b0, are in %b, out %b", concerned_in,
                    waits, violation_in_o, violation_out_o);
      a_max_stored: assert (max_stored_o == highest)
        else $error("%0d packets were held, counted %0d", highest, max_stored_o);
      a_max_wait: assert (max_wait_o == longest)
        else $error("%0d packets have waited, counted %0d", longest, max_wait_o);
      a_configuration_stays: assert (
          configuration == {leaf_base_i, limit_i, scheduled_i, backpressure_i})
        else $error("configuration changed out of reset, was %h", configuration);

      room = !backpressure_i || queue.size() < 32'(limit_i);
      a_ready: assert (ready_o == {1'b1, room || !own[LaneWidth-1]
                                         || (names_one(own) && is_here(own))})
        else $error("ready is %b with %0d packets of %0d, from the PE %h", ready_o, queue.size(),
                    limit_i, own);

      // What this edge does.
      if (queue.size() != 0 && (!backpressure_i || ready_i[1])) up = queue.pop_front();
      if (CountWidth'(queue.size()) > longest) longest = CountWidth'(queue.size());
      waits = scheduled_i && queue.size() != 0;
      concerned_in = {names_one(down) && !is_here(down), names_one(own) && is_here(own)};
      violation = '0;
      violation[noc_pkg::Waited] = waits;
      violation[noc_pkg::NoRoute] = concerned_in != '0;
      delivered = concerned_in[1] ? '0 : down;
      if (own[LaneWidth-1] && room && !concerned_in[0]) queue.push_back(own);
      if (CountWidth'(queue.size()) > highest) highest = CountWidth'(queue.size());
    end else begin
      queue.delete();
      delivered = '0;
      highest = '0;
      longest = '0;
      violation = '0;
      concerned_in = '0;
      waits = 1'b0;
      configuration = {leaf_base_i, limit_i, scheduled_i, backpressure_i};
      a_limit_fits: assert (limit_i >= 1 && 32'(limit_i) <= Depth)
        else $error("limit_i must be 1 to %0d, is %0d", Depth, limit_i);
    end
  end

endmodule

bind fat_tree_leaf fat_tree_leaf_sva #(.Depth(Depth)) i_sva (.*);

`default_nettype wire
