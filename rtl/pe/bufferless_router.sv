// bufferless_router.sv: the router of one PE in a tree. One register a hop, nothing else.
//
// Lane 0 is the PE's own port, lane 1 the parent's, lane 2 + k child k's. A flit captured from an
// input lane at a clock edge stands in its output lane after that edge. The head of a message
// chooses the output: the own lane for the own address, the child in whose interval the
// destination lies, else the parent; the flits behind it follow until the tail, unread.
//
// There is no buffer and no back pressure: traffic must be scheduled so that flits never meet.
// When they do, the input with the lowest lane number goes through and the other flit is dropped
// and reported. Every flit that is dropped is reported; single-port breaches are only reported.
//
// With Stages, a hop has so many registers more: the PE's flits take them too, those for it do not.
// Reports come after the edge at which a flit arrives, Stages or not.
//
// child_bound_i must not decrease: child k serves [bound k, bound k+1), missing children nothing.
`default_nettype none

module bufferless_router #(
  parameter int unsigned MaxChildren  = 2,
  parameter int unsigned PayloadWidth = noc_pkg::PayloadWidth,  // at least that
  parameter int unsigned ClockEnable  = 0,  // 1: registers load in steps that change them only
  parameter int unsigned Stages       = 0,  // further registers of every link's output
  parameter int unsigned AddressWidth = noc_pkg::AddressWidth,  // 13 to 20
  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth - noc_pkg::PayloadWidth + PayloadWidth,
  localparam int unsigned EntryWidth  = noc_pkg::entry_width(AddressWidth)
) (
  input  logic                                          clk_i,
  input  logic                                          rst_ni,

  input  logic [AddressWidth-1:0]                       address_i,
  input  logic                                          has_parent_i,
  input  logic                                          single_port_i,  // report breaches of it
  input  logic [(MaxChildren+1)*EntryWidth-1:0]         child_bound_i,

  input  logic [(MaxChildren+2)*FlitWidth-1:0]          in_lane_i,
  output logic [(MaxChildren+2)*FlitWidth-1:0]          out_lane_o,

  output logic                                          busy_o,  // a flit came or is in a stage
  output logic [noc_pkg::ViolationWidth-1:0]            violation_o,
  output logic [MaxChildren+1:0]                        violation_in_o,   // input lanes involved
  output logic [MaxChildren+1:0]                        violation_out_o   // output lanes involved
);

  if (MaxChildren < 1 || MaxChildren > 64) begin : gen_bad_max_children
    $error("bufferless_router: MaxChildren must be 1 to 64, got %0d", MaxChildren);
  end

  if (PayloadWidth < noc_pkg::PayloadWidth) begin : gen_bad_payload_width
    $error("bufferless_router: PayloadWidth must be at least 31, got %0d", PayloadWidth);
  end
  if (ClockEnable > 1) begin : gen_bad_clock_enable
    $error("bufferless_router: ClockEnable must be 0 or 1, got %0d", ClockEnable);
  end
  if (Stages > 7) begin : gen_bad_stages
    $error("bufferless_router: Stages must be 0 to 7, got %0d", Stages);
  end

  if (AddressWidth < noc_pkg::AddressWidth || AddressWidth > noc_pkg::MostAddressWidth)
  begin : gen_bad_address_width
    $error("bufferless_router: AddressWidth must be 13 to 20, got %0d", AddressWidth);
  end

  localparam int unsigned NumLanes   = MaxChildren + 2;
  localparam int unsigned IndexWidth = $clog2(NumLanes);  // names a lane

  logic [NumLanes-1:0]            open_q;   // a message is under way on this input
  logic [NumLanes*IndexWidth-1:0] route_q;  // its output

  // Flits for links on their way through the stages, those that came last lowest. Without stages
  // there are none; Yosys knows no vector without bits.
  localparam int unsigned NumStages  = (Stages == 0) ? 1 : Stages;
  localparam int unsigned LinksLow   = noc_pkg::ParentLane * FlitWidth;  // links begin there
  localparam int unsigned LinksWidth = NumLanes * FlitWidth - LinksLow;
  logic [NumStages*LinksWidth-1:0] stage_q;
  logic [NumStages-1:0]            moving_q;  // stages that hold flits

  // With many lanes a flit is put in its output's place by number: comparing every output with it
  // would be shallower, but simulators walk them one by one.
  localparam bit ByNumber = NumLanes > 16;

  // Sets of lanes: one lane, and all links (the own port is none).
  localparam logic [NumLanes-1:0] One   = NumLanes'(1);
  localparam logic [NumLanes-1:0] Links = ~(One << noc_pkg::OwnLane);

  // Output for a destination, as a set of one lane: the last bound that it reaches counts.
  function automatic logic [NumLanes-1:0] way_to(input logic [EntryWidth-1:0] destination);
    way_to = One << noc_pkg::ParentLane;
    for (int unsigned k = 0; k < MaxChildren; k++) begin
      if (child_bound_i[k*EntryWidth +: EntryWidth] <= destination) begin
        way_to = One << (k + noc_pkg::FirstChildLane);
      end
    end
    if (child_bound_i[MaxChildren*EntryWidth +: EntryWidth] <= destination) begin
      way_to = One << noc_pkg::ParentLane;
    end
    if (destination == EntryWidth'(address_i)) way_to = One << noc_pkg::OwnLane;
  endfunction

  // Whether an input can lead to an output: nothing goes back over its link.
  function automatic logic leads_to(input int unsigned lane, input int unsigned o);
    leads_to = o != lane || lane == noc_pkg::OwnLane;
  endfunction

  // Outputs that a head from an input cannot take: a missing parent, its own link.
  function automatic logic [NumLanes-1:0] closed_to(input int unsigned lane);
    closed_to = '0;
    closed_to[noc_pkg::ParentLane] = !has_parent_i;
    if (!leads_to(lane, lane)) closed_to[lane] = 1'b1;
  endfunction

  /*verilator tracing_off*/  // locals of the step: a wave shows ports and registers
  always_ff @(posedge clk_i) begin : step
    logic [NumLanes*FlitWidth-1:0]      sent;     // by the outputs
    logic [NumStages*LinksWidth-1:0]    stage;
    logic [NumStages-1:0]               moving;
    logic [NumLanes-1:0]                open;
    logic [NumLanes*IndexWidth-1:0]     route;
    logic [NumLanes-1:0]                arrived;  // inputs with a flit
    logic [NumLanes-1:0]                refused;  // of those, the ones that ask for no output
    logic [NumLanes-1:0]                used;     // outputs with a flit
    logic [NumLanes-1:0]                crowded;  // outputs that several flits ask for
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [NumLanes-1:0]                involved_in;
    logic [NumLanes-1:0]                involved_out;

    sent         = '0;
    stage        = (NumStages*LinksWidth)'(0);  // of many lanes, Verilator doubts a '0
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

          // A head chooses the way, a body flit follows.
          if (noc_pkg::flit_head(header)) begin
            way = way_to(
                EntryWidth'(AddressWidth'(header >> (noc_pkg::AddressEnd - AddressWidth))));
            asks = way & ~closed_to(lane);
            route[lane*IndexWidth +: IndexWidth] =
                IndexWidth'(tree_pkg::number_of(tree_pkg::MaxLanes'(way)));
            if (open[lane]) violation[noc_pkg::BrokenWorm] = 1'b1;
            if (asks == '0) violation[noc_pkg::NoRoute] = 1'b1;
            if (open[lane] || asks == '0) begin
              involved_in[lane] = 1'b1;
              involved_out = involved_out | way;
            end
          end else if (open[lane]) begin
            asks = One << route[lane*IndexWidth +: IndexWidth];
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
        for (int unsigned lane = 0; lane < NumLanes; lane++) begin
          if (arrived[lane] && !refused[lane]
              && crowded[route[lane*IndexWidth +: IndexWidth]]) begin
            involved_in[lane] = 1'b1;
          end
        end
      end
    end

    // Single-port PEs use one link to send and one to receive in a step.
    begin : ports
      logic [NumLanes-1:0] link_in;
      logic [NumLanes-1:0] link_out;
      link_in = arrived & Links;
      link_out = used & Links;
      if (single_port_i) begin
        if ((link_in & (link_in - 1'b1)) != '0) begin
          violation[noc_pkg::SecondReceive] = 1'b1;
          involved_in = involved_in | link_in;
        end
        if ((link_out & (link_out - 1'b1)) != '0) begin
          violation[noc_pkg::SecondSend] = 1'b1;
          involved_out = involved_out | link_out;
          for (int unsigned lane = 0; lane < NumLanes; lane++) begin
            if (arrived[lane] && !refused[lane]
                && 32'(route[lane*IndexWidth +: IndexWidth]) != noc_pkg::OwnLane) begin
              involved_in[lane] = 1'b1;
            end
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
      out_lane_o      <= '0;
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
      // Facts of one cycle. Lane masks read from the right: own, parent, child 0, ...
      if (violation != '0) begin
        a_no_collision: assert (!violation[noc_pkg::Collision])
          else $error("collision: two flits for one output, inputs %b, outputs %b",
                      involved_in, involved_out);
        a_one_send: assert (!violation[noc_pkg::SecondSend])
          else $error("second send: flits for links %b in one cycle, inputs %b",
                      used & Links, involved_in);
        a_one_receive: assert (!violation[noc_pkg::SecondReceive])
          else $error("second receive: flits from links %b in one cycle", arrived & Links);
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
