// multiport_router.sv: the router of a PE that uses all its links at once. One register a hop.
//
// Lanes 0 to NumLinks-1 are the PE's own, one per link; lane NumLinks + p is link p. What the PE
// puts into own lane p leaves by link p: the PE has chosen. The head of a message that comes in
// over link p chooses its output: own lane p for the own address, the link in one of whose
// intervals [low, high) the destination lies, else the link up; the flits behind it follow, unread.
//
// The PE may lie in several trees. Their addresses follow each other: a destination is of the last
// tree whose first address is not above it, and that tree's own address and link up count. Own
// addresses and intervals must not overlap; a tree's link up has no interval of that tree. With one
// interval a link the trees share no link; with as many as trees all may use every link.
//
// No buffer, no back pressure: when flits meet, the lowest input lane goes through and the other
// flit is dropped. Every flit that is dropped is reported. Using many links at once is no breach.
`default_nettype none

module multiport_router #(
  parameter int unsigned NumLinks     = 4,
  parameter int unsigned NumTrees     = 1,
  parameter int unsigned NumIntervals = 1,  // a link
  localparam int unsigned TableWidth  = NumLinks * NumIntervals * noc_pkg::EntryWidth
) (
  input  logic                                       clk_i,
  input  logic                                       rst_ni,

  input  logic [NumTrees*noc_pkg::EntryWidth-1:0]    tree_first_i,  // tree 0's is 0, ascending
  input  logic [NumTrees*noc_pkg::EntryWidth-1:0]    address_i,     // 0xffff: not in the tree
  input  logic [NumTrees*noc_pkg::LinkWidth-1:0]     up_link_i,     // 0xff: none, the root's
  input  logic [TableWidth-1:0]                      link_low_i,    // link 0's intervals first
  input  logic [TableWidth-1:0]                      link_high_i,   // low: leads to no child

  input  logic [(2*NumLinks)*noc_pkg::FlitWidth-1:0] in_lane_i,
  output logic [(2*NumLinks)*noc_pkg::FlitWidth-1:0] out_lane_o,

  output logic                                       busy_o,  // an output is not zero
  output logic [noc_pkg::ViolationWidth-1:0]         violation_o,
  output logic [2*NumLinks-1:0]                      violation_in_o,   // input lanes involved
  output logic [2*NumLinks-1:0]                      violation_out_o   // output lanes involved
);

  if (NumLinks < 1 || NumLinks > 65) begin : gen_bad_num_links
    $error("multiport_router: NumLinks must be 1 to 65, got %0d", NumLinks);
  end
  if (NumTrees < 1 || NumTrees > 4) begin : gen_bad_num_trees
    $error("multiport_router: NumTrees must be 1 to 4, got %0d", NumTrees);
  end
  if (NumIntervals < 1 || NumIntervals > NumTrees) begin : gen_bad_num_intervals
    $error("multiport_router: NumIntervals must be 1 to NumTrees = %0d, got %0d",
           NumTrees, NumIntervals);
  end

  localparam int unsigned NumLanes   = 2 * NumLinks;
  localparam int unsigned LaneWidth  = noc_pkg::FlitWidth;
  localparam int unsigned EntryWidth = noc_pkg::EntryWidth;
  localparam int unsigned LinkWidth  = noc_pkg::LinkWidth;
  localparam int unsigned IndexWidth = $clog2(NumLanes);  // names a lane

  logic [NumLanes-1:0]            open_q;   // a message is under way on this input
  logic [NumLinks*IndexWidth-1:0] route_q;  // the output of a link's; own lanes have one output

  // Output lane of a head that comes in over a link; the top bit says that there is none.
  function automatic logic [IndexWidth:0] way_from(
      input logic [IndexWidth-1:0] own_lane, input logic [noc_pkg::AddressWidth-1:0] destination
  );
    logic [EntryWidth-1:0] wanted;
    logic [EntryWidth-1:0] own;
    logic [LinkWidth-1:0]  up;
    wanted = EntryWidth'(destination);
    own = '1;
    up = '1;
    for (int unsigned tree = 0; tree < NumTrees; tree++) begin
      if (tree_first_i[tree*EntryWidth +: EntryWidth] <= wanted) begin
        own = address_i[tree*EntryWidth +: EntryWidth];
        up = up_link_i[tree*LinkWidth +: LinkWidth];
      end
    end
    way_from = {32'(up) >= NumLinks, IndexWidth'(NumLinks + 32'(up))};
    if (wanted == own) begin
      way_from = {1'b0, own_lane};
    end else begin
      for (int unsigned down = 0; down < NumLinks * NumIntervals; down++) begin
        if (link_low_i[down*EntryWidth +: EntryWidth] <= wanted
            && wanted < link_high_i[down*EntryWidth +: EntryWidth]) begin
          way_from = {1'b0, IndexWidth'(NumLinks + down / NumIntervals)};
        end
      end
    end
  endfunction

  /*verilator tracing_off*/  // locals of the step: a wave shows ports and registers
  always_ff @(posedge clk_i) begin : step
    logic [LaneWidth-1:0]               sent [0:NumLanes-1];  // what each output captures
    logic [LaneWidth-1:0]               flit;
    logic [NumLanes-1:0]                open;
    logic [NumLinks*IndexWidth-1:0]     route;
    logic [NumLanes-1:0]                arrived;   // inputs with a flit
    logic [NumLanes-1:0]                forwarded; // inputs whose flit goes out
    logic [NumLanes-1:0]                used;      // outputs with a flit
    logic [IndexWidth-1:0]              way;
    logic                               nowhere;   // `way` is none
    logic                               lost;
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [NumLanes-1:0]                involved_in;
    logic [NumLanes-1:0]                involved_out;

    open         = open_q;
    route        = route_q;
    arrived      = '0;
    forwarded    = '0;
    used         = '0;
    violation    = '0;
    involved_in  = '0;
    involved_out = '0;
    way          = '0;
    nowhere      = 1'b0;
    lost         = 1'b0;
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      sent[lane] = '0;
    end

    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      flit = in_lane_i[lane*LaneWidth +: LaneWidth];
      if (noc_pkg::flit_valid(flit)) begin
        arrived[lane] = 1'b1;

        // The way: a head from a link chooses it, a body flit follows.
        nowhere = 1'b0;
        if (lane < NumLinks) begin
          way = IndexWidth'(NumLinks + lane);
        end else if (noc_pkg::flit_head(flit)) begin
          {nowhere, way} = way_from(IndexWidth'(lane - NumLinks),
                                    noc_pkg::flit_destination(flit));
          route[(lane-NumLinks)*IndexWidth +: IndexWidth] = way;
        end else begin
          way = route[(lane-NumLinks)*IndexWidth +: IndexWidth];
        end

        // Refusals: nothing goes back over its link, no body without a head.
        if (noc_pkg::flit_head(flit)) begin
          lost = nowhere || 32'(way) == lane;
          if (lost) violation[noc_pkg::NoRoute] = 1'b1;
          if (open[lane]) violation[noc_pkg::BrokenWorm] = 1'b1;
          if (lost || open[lane]) begin
            involved_in[lane] = 1'b1;
            if (!nowhere) involved_out[way] = 1'b1;
          end
        end else begin
          lost = !open[lane];
          if (lost) begin
            violation[noc_pkg::BrokenWorm] = 1'b1;
            involved_in[lane] = 1'b1;
          end
        end
        open[lane] = !lost && !noc_pkg::flit_tail(flit);

        // The output: the first flit to ask has it. Only links are asked for twice.
        if (!lost) begin
          if (used[way]) begin
            violation[noc_pkg::Collision] = 1'b1;
            involved_out[way] = 1'b1;
            involved_in[lane] = 1'b1;
            for (int unsigned other = 0; other < NumLinks; other++) begin
              if (forwarded[other] && IndexWidth'(NumLinks + other) == way) begin
                involved_in[other] = 1'b1;
              end
              if (NumLinks + other < lane && forwarded[NumLinks+other]
                  && route[other*IndexWidth +: IndexWidth] == way) begin
                involved_in[NumLinks+other] = 1'b1;
              end
            end
          end else begin
            used[way] = 1'b1;
            forwarded[lane] = 1'b1;
          end
        end
      end
      if (forwarded[lane]) sent[way] = flit;
    end

    if (!rst_ni) begin
      open_q          <= '0;
      route_q         <= '0;
      busy_o          <= 1'b0;
      violation_o     <= '0;
      violation_in_o  <= '0;
      violation_out_o <= '0;
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        out_lane_o[lane*LaneWidth +: LaneWidth] <= '0;
      end
    end else begin
      open_q          <= open;
      route_q         <= route;
      busy_o          <= arrived != '0;
      violation_o     <= violation;
      violation_in_o  <= involved_in;
      violation_out_o <= involved_out;
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        out_lane_o[lane*LaneWidth +: LaneWidth] <= sent[lane];
      end

`ifndef YOSYS  // Yosys 0.23 does not parse the else of an assertion
      // Facts of one cycle. Lane masks read from the right: own lanes, then links.
      if (violation != '0) begin
        a_no_collision: assert (!violation[noc_pkg::Collision])
          else $error("collision: two flits for one output, inputs %b, outputs %b",
                      involved_in, involved_out);
        a_route: assert (!violation[noc_pkg::NoRoute])
          else $error("no route: a head cannot leave, inputs %b, outputs %b",
                      involved_in, involved_out);
        a_worm: assert (!violation[noc_pkg::BrokenWorm])
          else $error("broken worm: body without head or head inside a message, inputs %b",
                      involved_in);
      end else if (arrived != '0) begin
        a_conserved: assert ($countones(used) == $countones(arrived))
          else $error("flits lost or made: in %b, out %b", arrived, used);
      end
`endif
    end
  end
  /*verilator tracing_on*/

endmodule

`default_nettype wire
