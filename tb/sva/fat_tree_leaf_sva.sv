// fat_tree_leaf_sva.sv: what a fat tree's leaf promises over time. Bound to every leaf.
//
// At each edge it works out, with a queue of its own, what the leaf must show after it; at the next
// edge it holds the pins against that. A leaf with nothing to do may be left unclocked.
`default_nettype none

module fat_tree_leaf_sva #(
  parameter int unsigned Depth = 4,
  parameter int unsigned Links = 1,
  parameter int unsigned PayloadWidth = noc_pkg::PayloadWidth,
  parameter int unsigned AddressWidth = noc_pkg::AddressWidth,
  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth - noc_pkg::PayloadWidth + PayloadWidth,
  localparam int unsigned EntryWidth  = noc_pkg::entry_width(AddressWidth)
) (
  input logic                                  clk_i,
  input logic                                  rst_ni,
  input logic [EntryWidth-1:0]                 leaf_base_i,
  input logic [noc_pkg::CountWidth-1:0]        limit_i,
  input logic                                  scheduled_i,
  input logic                                  backpressure_i,
  input logic [2*Links*FlitWidth-1:0]          in_lane_i,
  input logic [2*Links*FlitWidth-1:0]          out_lane_o,
  input logic [2*Links-1:0]                    ready_i,
  input logic [2*Links-1:0]                    ready_o,
  input logic                                  busy_o,
  input logic [noc_pkg::ViolationWidth-1:0]    violation_o,
  input logic [2*Links-1:0]                    violation_in_o,
  input logic [2*Links-1:0]                    violation_out_o,
  input logic [noc_pkg::CountWidth-1:0]        max_stored_o,
  input logic [noc_pkg::CountWidth-1:0]        max_wait_o
);

  localparam int unsigned CountWidth = noc_pkg::CountWidth;

  typedef logic [FlitWidth-1:0] queue_t [$];

  logic unused_ready;
  assign unused_ready = &{1'b0, ready_i[0 +: Links]};  // a PE takes all that comes

  // What is read of a flit: its top bits. Below the marks there is the destination.
  function automatic logic [noc_pkg::FlitWidth-1:0] fields_of(input logic [FlitWidth-1:0] flit);
    fields_of = flit[FlitWidth-1 -: noc_pkg::FlitWidth];
  endfunction
  localparam int unsigned DestinationLow = FlitWidth - noc_pkg::FlitWidth + noc_pkg::AddressEnd
                                           - AddressWidth;

  // Whether a flit is for one leaf, and this one is it.
  function automatic logic names_one(input logic [FlitWidth-1:0] flit);
    names_one = flit[FlitWidth-1] && noc_pkg::flit_kind(fields_of(flit)) != noc_pkg::Flood
                && noc_pkg::flit_kind(fields_of(flit)) != noc_pkg::Copies;
  endfunction
  function automatic logic is_here(input logic [FlitWidth-1:0] flit);
    is_here = 32'(AddressWidth'(flit >> DestinationLow)) == 32'(leaf_base_i);
  endfunction

  always_ff @(posedge clk_i) begin : check
    // Kept from edge to edge: the packets in the links and behind them, and what is shown.
    queue_t                             queue;
    logic [2*Links*FlitWidth-1:0]       shown;
    logic [CountWidth-1:0]              highest;
    logic [CountWidth-1:0]              longest;
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [2*Links-1:0]                 concerned_in;
    logic                               waits;
    logic [EntryWidth+17:0]             configuration;
    // Of this edge.
    logic [FlitWidth-1:0]               flit;
    logic [CountWidth-1:0]              count;
    logic [CountWidth-1:0]              room_used;
    logic [Links-1:0]                   ready;
    logic [Links-1:0]                   taken;

    flit = '0;
    count = '0;
    room_used = '0;
    ready = '1;
    taken = '0;

    if (rst_ni) begin
      // What the pins show since the edge before.
      for (int unsigned link = 0; link < Links; link++) begin
        a_in_its_turn: assert (out_lane_o[(Links+link)*FlitWidth +: FlitWidth]
                               == shown[(Links+link)*FlitWidth +: FlitWidth])
          else $error("the link up must hold %h, there is %h",
                      shown[(Links+link)*FlitWidth +: FlitWidth],
                      out_lane_o[(Links+link)*FlitWidth +: FlitWidth]);
        a_delivered: assert (out_lane_o[link*FlitWidth +: FlitWidth]
                             == shown[link*FlitWidth +: FlitWidth])
          else $error("the PE must get %h, there is %h", shown[link*FlitWidth +: FlitWidth],
                      out_lane_o[link*FlitWidth +: FlitWidth]);
      end
      a_busy: assert (busy_o == (shown != '0 || violation != '0))
        else $error("busy is %b with up and to the PE %h, violation %b", busy_o, shown, violation);
      a_reported: assert (violation_o == violation)
        else $error("violation must be %b, reported %b", violation, violation_o);
      a_lanes_named: assert (violation_in_o == concerned_in
                             && violation_out_o == {{Links{waits}}, {Links{1'b0}}})
        else $error("reported lanes must be in %b, out %b of the links, are in %b, out %b",
                    concerned_in, waits, violation_in_o, violation_out_o);
      a_max_stored: assert (max_stored_o == highest)
        else $error("%0d packets were held, counted %0d", highest, max_stored_o);
      a_max_wait: assert (max_wait_o == longest)
        else $error("%0d packets have waited, counted %0d", longest, max_wait_o);
      a_configuration_stays: assert (
          configuration == {leaf_base_i, limit_i, scheduled_i, backpressure_i})
        else $error("configuration changed out of reset, was %h", configuration);

      count = CountWidth'(queue.size());
      for (int unsigned link = 0; link < Links; link++) begin
        if (shown[(Links+link)*FlitWidth + FlitWidth - 1]) count = count + 1'b1;
      end
      room_used = count;
      for (int unsigned port = 0; port < Links; port++) begin
        flit = in_lane_i[port*FlitWidth +: FlitWidth];
        if (flit[FlitWidth-1] && !(names_one(flit) && is_here(flit))) begin
          taken[port] = !backpressure_i || room_used < limit_i;
          ready[port] = taken[port];
          if (taken[port]) room_used = room_used + 1'b1;
        end
      end
      a_ready: assert (ready_o == {{Links{1'b1}}, ready})
        else $error("ready is %b with %0d packets of %0d, must be %b to the PE", ready_o, count,
                    limit_i, ready);

      // What this edge does.
      for (int unsigned link = 0; link < Links; link++) begin
        if (shown[(Links+link)*FlitWidth + FlitWidth - 1]
            && (!backpressure_i || ready_i[Links+link])) begin
          shown[(Links+link)*FlitWidth +: FlitWidth] = '0;
          count = count - 1'b1;
        end
      end
      if (count > longest) longest = count;
      waits = scheduled_i && count != '0;
      for (int unsigned port = 0; port < Links; port++) begin
        flit = in_lane_i[port*FlitWidth +: FlitWidth];
        concerned_in[port] = names_one(flit) && is_here(flit);
        if (taken[port]) queue.push_back(flit);
        if (taken[port]) count = count + 1'b1;
        flit = in_lane_i[(Links+port)*FlitWidth +: FlitWidth];
        concerned_in[Links+port] = names_one(flit) && !is_here(flit);
        shown[port*FlitWidth +: FlitWidth] = concerned_in[Links+port] ? '0 : flit;
      end
      for (int unsigned link = 0; link < Links; link++) begin
        if (!shown[(Links+link)*FlitWidth + FlitWidth - 1] && queue.size() != 0) begin
          flit = queue.pop_front();  // what Verilator 5.006 puts into a part of a vector wrongly
          shown[(Links+link)*FlitWidth +: FlitWidth] = flit;
        end
      end
      violation = '0;
      violation[noc_pkg::Waited] = waits;
      violation[noc_pkg::NoRoute] = concerned_in != '0;
      if (count > highest) highest = count;
    end else begin
      queue.delete();
      shown = '0;
      highest = '0;
      longest = '0;
      violation = '0;
      concerned_in = '0;
      waits = 1'b0;
      configuration = {leaf_base_i, limit_i, scheduled_i, backpressure_i};
      a_limit_fits: assert (32'(limit_i) >= Links && 32'(limit_i) <= Depth)
        else $error("limit_i must be %0d to %0d, is %0d", Links, Depth, limit_i);
    end
  end

endmodule

bind fat_tree_leaf fat_tree_leaf_sva #(
  .Depth(Depth), .Links(Links), .PayloadWidth(PayloadWidth), .AddressWidth(AddressWidth)
) i_sva (.*);

`default_nettype wire
