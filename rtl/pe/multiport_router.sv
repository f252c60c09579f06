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
// interval a link no two trees go down by one link, nor up, but one may go down by another's link
// up; with as many as trees all may use every link.
//
// No buffer, no back pressure: when flits meet, the lowest input lane goes through and the other
// flit is dropped. Every flit that is dropped is reported. Using many links at once is no breach.
// With Stages, a hop has so many registers more: the PE's flits take them too, those for it do not.
// Reports come after the edge at which a flit arrives, Stages or not.
`default_nettype none

module multiport_router #(
  parameter int unsigned NumLinks     = 4,
  parameter int unsigned NumTrees     = 1,
  parameter int unsigned NumIntervals = 1,  // a link
  parameter int unsigned PayloadWidth = noc_pkg::PayloadWidth,  // at least that
  parameter int unsigned ClockEnable  = 0,  // 1: registers load in steps that change them only
  parameter int unsigned Stages       = 0,  // further registers of every link's output
  parameter int unsigned AddressWidth = noc_pkg::AddressWidth,  // 13 to 20
  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth - noc_pkg::PayloadWidth + PayloadWidth,
  localparam int unsigned EntryWidth  = noc_pkg::entry_width(AddressWidth),
  localparam int unsigned TableWidth  = NumLinks * NumIntervals * EntryWidth
) (
  input  logic                                       clk_i,
  input  logic                                       rst_ni,

  input  logic [NumTrees*EntryWidth-1:0]             tree_first_i,  // tree 0's is 0, ascending
  input  logic [NumTrees*EntryWidth-1:0]             address_i,     // all ones: not in the tree
  input  logic [NumTrees*noc_pkg::LinkWidth-1:0]     up_link_i,     // 0xff: none, the root's
  input  logic [TableWidth-1:0]                      link_low_i,    // link 0's intervals first
  input  logic [TableWidth-1:0]                      link_high_i,   // low: leads to no child

  input  logic [(2*NumLinks)*FlitWidth-1:0]          in_lane_i,
  output logic [(2*NumLinks)*FlitWidth-1:0]          out_lane_o,

  output logic                                       busy_o,  // a flit came or is in a stage
  output logic [noc_pkg::ViolationWidth-1:0]         violation_o,
  output logic [2*NumLinks-1:0]                      violation_in_o,   // input lanes involved
  output logic [2*NumLinks-1:0]                      violation_out_o   // output lanes involved
);

  if (NumLinks < 1 || NumLinks > 65) begin : gen_bad_num_links
    $error("multiport_router: NumLinks must be 1 to 65, got %0d", NumLinks);
  end
  if (NumTrees < 1 || NumTrees > 16) begin : gen_bad_num_trees
    $error("multiport_router: NumTrees must be 1 to 16, got %0d", NumTrees);
  end
  if (NumIntervals < 1 || NumIntervals > NumTrees) begin : gen_bad_num_intervals
    $error("multiport_router: NumIntervals must be 1 to NumTrees = %0d, got %0d",
           NumTrees, NumIntervals);
  end

  if (PayloadWidth < noc_pkg::PayloadWidth) begin : gen_bad_payload_width
    $error("multiport_router: PayloadWidth must be at least 31, got %0d", PayloadWidth);
  end
  if (ClockEnable > 1) begin : gen_bad_clock_enable
    $error("multiport_router: ClockEnable must be 0 or 1, got %0d", ClockEnable);
  end
  if (Stages > 7) begin : gen_bad_stages
    $error("multiport_router: Stages must be 0 to 7, got %0d", Stages);
  end

  if (AddressWidth < noc_pkg::AddressWidth || AddressWidth > noc_pkg::MostAddressWidth)
  begin : gen_bad_address_width
    $error("multiport_router: AddressWidth must be 13 to 20, got %0d", AddressWidth);
  end

  // At least 2, so that nothing else stops the elaboration before the rules above do.
  localparam int unsigned NumLanes   = (NumLinks == 0) ? 2 : 2 * NumLinks;
  localparam int unsigned LinkWidth  = noc_pkg::LinkWidth;
  localparam int unsigned IndexWidth = $clog2(NumLanes);  // names a lane

  logic [NumLanes-1:0]            open_q;   // a message is under way on this input
  logic [NumLinks*IndexWidth-1:0] route_q;  // the output of a link's; own lanes have one output

  // Flits for links on their way through the stages, those that came last lowest. Without stages
  // there are none; Yosys knows no vector without bits.
  localparam int unsigned NumStages  = (Stages == 0) ? 1 : Stages;
  localparam int unsigned LinksLow   = NumLinks * FlitWidth;  // links begin there
  localparam int unsigned LinksWidth = NumLanes * FlitWidth - LinksLow;
  logic [NumStages*LinksWidth-1:0] stage_q;
  logic [NumStages-1:0]            moving_q;  // stages that hold flits

  // With many lanes a flit is put in its output's place by number: comparing every output with it
  // would be shallower, but simulators walk them one by one.
  localparam bit ByNumber = NumLanes > 32;

  // Sets of lanes: one lane, the first link's, those of all links.
  localparam logic [NumLanes-1:0] One       = NumLanes'(1);
  localparam logic [NumLanes-1:0] FirstLink = One << NumLinks;
  localparam logic [NumLanes-1:0] Links     = ~(FirstLink - One);

  // Whether an input can lead to an output: own lanes to their link, links to their own lane and
  // to other links.
  function automatic logic leads_to(input int unsigned lane, input int unsigned o);
    leads_to = o == lane + NumLinks || o + NumLinks == lane
            || (lane >= NumLinks && o >= NumLinks && o != lane);
  endfunction

  // Output of a head that comes in over link p, as a set of one lane or none. Of trees, and of
  // intervals that overlap against the rule, the last counts.
  function automatic logic [NumLanes-1:0] way_from(
      input int unsigned p, input logic [EntryWidth-1:0] destination
  );
    logic                 is_own;
    logic [LinkWidth-1:0] up;
    is_own = 1'b0;
    up = '1;
    way_from = '0;
    for (int unsigned tree = 0; tree < NumTrees; tree++) begin
      if (tree_first_i[tree*EntryWidth +: EntryWidth] <= destination) begin
        is_own = address_i[tree*EntryWidth +: EntryWidth] == destination;
        up = up_link_i[tree*LinkWidth +: LinkWidth];
        way_from = '0;
        if (32'(up) < NumLinks) way_from = FirstLink << up;
      end
    end
    for (int unsigned k = 0; k < NumLinks * NumIntervals; k++) begin
      if (link_low_i[k*EntryWidth +: EntryWidth] <= destination
          && destination < link_high_i[k*EntryWidth +: EntryWidth]) begin
        way_from = FirstLink << (k / NumIntervals);
      end
    end
    if (is_own) way_from = One << p;
  endfunction

  /*verilator tracing_off*/  // locals of the step: a wave shows ports and registers
  always_ff @(posedge clk_i) begin : step
    logic [NumLanes*FlitWidth-1:0]      sent;     // by the outputs
    logic [NumStages*LinksWidth-1:0]    stage;
    logic [NumStages-1:0]               moving;
    logic [NumLanes-1:0]                open;
    logic [NumLinks*IndexWidth-1:0]     route;
    logic [NumLanes-1:0]                arrived;  // inputs with a flit
    logic [NumLanes-1:0]                refused;  // of those, the ones that ask for no output
    logic [NumLanes-1:0]                used;     // outputs with a flit
    logic [NumLanes-1:0]                crowded;  // outputs that several flits ask for
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [NumLanes-1:0]                involved_in;
    logic [NumLanes-1:0]                involved_out;

    sent         = (NumLanes*FlitWidth)'(0);  // of 65 links, Verilator doubts a '0
    stage        = (NumStages*LinksWidth)'(0);
    moving       = '0;
    open         = open_q;
    route        = route_q;
    arrived      = '0;
    refused      = '0;
    used         = '0;
    crowded      = '0;
    violation    = '0;
    involved_in  = '0;
    involved_out = '0;

    // The lowest lane comes last: of several flits for one output, its flit stays there.
    begin : arrivals
      logic [FlitWidth-1:0]          flit;
      logic [noc_pkg::FlitWidth-1:0] header;  // its fields, where the package reads them
      logic [NumLanes-1:0]           way;     // of a head
      logic [NumLanes-1:0]           asks;    // the output that the flit asks for, or none
      int unsigned                   to;      // its number
      flit = '0;
      header = '0;
      way = '0;
      asks = '0;
      to = 0;
      for (int lane = NumLanes - 1; lane >= 0; lane--) begin
        if (in_lane_i[lane*FlitWidth+FlitWidth-1]) begin
          flit = in_lane_i[lane*FlitWidth +: FlitWidth];
          header = noc_pkg::FlitWidth'(flit >> (PayloadWidth - noc_pkg::PayloadWidth));
          arrived[lane] = 1'b1;
          asks = '0;

          // The PE has chosen; a head from a link chooses the way, a body flit follows. Nothing
          // goes back over its link.
          if (noc_pkg::flit_head(header)) begin
            way = FirstLink << lane;
            if (lane >= NumLinks) begin
              way = way_from(
                  lane - NumLinks,
                  EntryWidth'(AddressWidth'(header >> (noc_pkg::AddressEnd - AddressWidth))));
              route[(lane-NumLinks)*IndexWidth +: IndexWidth] =
                  IndexWidth'(tree_pkg::number_of(tree_pkg::MaxLanes'(way)));
            end
            asks = way & ~(One << lane);
            if (open[lane]) violation[noc_pkg::BrokenWorm] = 1'b1;
            if (asks == '0) violation[noc_pkg::NoRoute] = 1'b1;
            if (open[lane] || asks == '0) begin
              involved_in[lane] = 1'b1;
              involved_out = involved_out | way;
            end
          end else if (open[lane]) begin
            asks = FirstLink << lane;
            if (lane >= NumLinks) asks = One << route[(lane-NumLinks)*IndexWidth +: IndexWidth];
          end else begin
            violation[noc_pkg::BrokenWorm] = 1'b1;
            involved_in[lane] = 1'b1;
          end
          if (asks == '0) refused[lane] = 1'b1;
          open[lane] = asks != '0 && !noc_pkg::flit_tail(header);

          crowded = crowded | (used & asks);
          used = used | asks;
          if (ByNumber) begin
            to = 32'(tree_pkg::number_of(tree_pkg::MaxLanes'(asks)));
            if (asks != '0) sent[to*FlitWidth +: FlitWidth] = flit;
          end else begin
            for (int unsigned o = 0; o < NumLanes; o++) begin
              if (leads_to(lane, o)) begin
                if (asks[o]) sent[o*FlitWidth +: FlitWidth] = flit;
              end
            end
          end
        end
      end
    end

    begin : collisions
      if (crowded != '0) begin
        violation[noc_pkg::Collision] = 1'b1;
        involved_out = involved_out | crowded;
        for (int unsigned p = 0; p < NumLinks; p++) begin
          if (arrived[p] && !refused[p] && crowded[NumLinks+p]) involved_in[p] = 1'b1;
          if (arrived[NumLinks+p] && !refused[NumLinks+p]
              && crowded[route[p*IndexWidth +: IndexWidth]]) begin
            involved_in[NumLinks+p] = 1'b1;
          end
        end
      end
    end

    // What is for a link leaves after the stages.
    begin : stages
      if (Stages != 0) begin
        stage  = (NumStages*LinksWidth)'({stage_q, sent[LinksLow +: LinksWidth]});
        moving = NumStages'({moving_q, (used & Links) != '0});
        sent[LinksLow +: LinksWidth] = stage_q[(NumStages-1)*LinksWidth +: LinksWidth];
      end
    end

    if (!rst_ni) begin
      open_q          <= '0;
      route_q         <= '0;
      stage_q         <= (NumStages*LinksWidth)'(0);
      moving_q        <= '0;
      out_lane_o      <= (NumLanes*FlitWidth)'(0);
      busy_o          <= 1'b0;
      violation_o     <= '0;
      violation_in_o  <= '0;
      violation_out_o <= '0;
    end else if (ClockEnable == 0 || busy_o || arrived != '0) begin
      open_q          <= open;
      route_q         <= route;
      stage_q         <= stage;
      moving_q        <= moving;
      out_lane_o      <= sent;
      busy_o          <= arrived != '0 || moving_q != '0;
      violation_o     <= violation;
      violation_in_o  <= involved_in;
      violation_out_o <= involved_out;

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
        a_conserved: assert (refused == '0 && crowded == '0)
          else $error("flits lost or made: in %b, out %b", arrived, used);
      end
`endif
    end
  end
  /*verilator tracing_on*/

endmodule

`default_nettype wire
