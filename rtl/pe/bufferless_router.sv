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
// child_bound_i must not decrease: child k serves [bound k, bound k+1), missing children nothing.
`default_nettype none

module bufferless_router #(
  parameter int unsigned MaxChildren = 2
) (
  input  logic                                          clk_i,
  input  logic                                          rst_ni,

  input  logic [noc_pkg::AddressWidth-1:0]              address_i,
  input  logic                                          has_parent_i,
  input  logic                                          single_port_i,  // report breaches of it
  input  logic [(MaxChildren+1)*noc_pkg::EntryWidth-1:0] child_bound_i,

  input  logic [(MaxChildren+2)*noc_pkg::FlitWidth-1:0] in_lane_i,
  output logic [(MaxChildren+2)*noc_pkg::FlitWidth-1:0] out_lane_o,

  output logic                                          busy_o,  // an output is not zero
  output logic [noc_pkg::ViolationWidth-1:0]            violation_o,
  output logic [MaxChildren+1:0]                        violation_in_o,   // input lanes involved
  output logic [MaxChildren+1:0]                        violation_out_o   // output lanes involved
);

  if (MaxChildren < 1 || MaxChildren > 64) begin : gen_bad_max_children
    $error("bufferless_router: MaxChildren must be 1 to 64, got %0d", MaxChildren);
  end

  localparam int unsigned NumLanes     = MaxChildren + 2;
  localparam int unsigned LaneWidth    = noc_pkg::FlitWidth;
  localparam int unsigned EntryWidth   = noc_pkg::EntryWidth;
  localparam int unsigned AddressWidth = noc_pkg::AddressWidth;
  localparam int unsigned IndexWidth   = $clog2(NumLanes);         // names a lane
  localparam int unsigned SearchSteps  = $clog2(MaxChildren + 1);  // halvings that find a child

  logic [NumLanes-1:0]            open_q;   // a message is under way on this input
  logic [NumLanes*IndexWidth-1:0] route_q;  // its output

  // Output lane for a destination. The child is found by halving: bounds do not decrease.
  function automatic logic [IndexWidth-1:0] way_to(
      input logic [AddressWidth-1:0] destination
  );
    logic [EntryWidth-1:0] wanted;
    logic [IndexWidth-1:0] child;
    logic [IndexWidth-1:0] middle;
    wanted = EntryWidth'(destination);
    if (destination == address_i) begin
      way_to = IndexWidth'(noc_pkg::OwnLane);
    end else if (wanted < child_bound_i[0 +: EntryWidth]
                 || wanted >= child_bound_i[MaxChildren*EntryWidth +: EntryWidth]) begin
      way_to = IndexWidth'(noc_pkg::ParentLane);
    end else begin
      child = '0;
      for (int unsigned half = 0; half < SearchSteps; half++) begin
        middle = child + IndexWidth'(1 << (SearchSteps - 1 - half));
        if (32'(middle) < MaxChildren
            && child_bound_i[32'(middle)*EntryWidth +: EntryWidth] <= wanted) begin
          child = middle;
        end
      end
      way_to = child + IndexWidth'(noc_pkg::FirstChildLane);
    end
  endfunction

  /*verilator tracing_off*/  // locals of the step: a wave shows ports and registers
  always_ff @(posedge clk_i) begin : step
    logic [LaneWidth-1:0]               sent [0:NumLanes-1];  // what each output captures
    logic [LaneWidth-1:0]               flit;
    logic [NumLanes-1:0]                open;
    logic [NumLanes*IndexWidth-1:0]     route;
    logic [NumLanes-1:0]                arrived;   // inputs with a flit
    logic [NumLanes-1:0]                forwarded; // inputs whose flit goes out
    logic [NumLanes-1:0]                used;      // outputs with a flit
    logic [IndexWidth-1:0]              way;
    logic                               lost;
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [NumLanes-1:0]                involved_in;
    logic [NumLanes-1:0]                involved_out;
    logic [NumLanes-1:0]                link_in;   // as arrived, links only
    logic [NumLanes-1:0]                link_out;  // as used, links only

    open         = open_q;
    route        = route_q;
    arrived      = '0;
    forwarded    = '0;
    used         = '0;
    violation    = '0;
    involved_in  = '0;
    involved_out = '0;
    way          = '0;
    lost         = 1'b0;
    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      sent[lane] = '0;
    end

    for (int unsigned lane = 0; lane < NumLanes; lane++) begin
      flit = in_lane_i[lane*LaneWidth +: LaneWidth];
      if (noc_pkg::flit_valid(flit)) begin
        arrived[lane] = 1'b1;

        // The way: a head chooses it, a body flit follows.
        if (noc_pkg::flit_head(flit)) begin
          way = way_to(noc_pkg::flit_destination(flit));
          route[lane*IndexWidth +: IndexWidth] = way;
          if (open[lane]) begin
            violation[noc_pkg::BrokenWorm] = 1'b1;
            involved_in[lane] = 1'b1;
            involved_out[way] = 1'b1;
          end
          lost = (32'(way) == noc_pkg::ParentLane && !has_parent_i)
                 || (32'(way) == lane && lane != noc_pkg::OwnLane);
          if (lost) begin
            violation[noc_pkg::NoRoute] = 1'b1;
            involved_in[lane] = 1'b1;
            involved_out[way] = 1'b1;
          end
        end else begin
          way = route[lane*IndexWidth +: IndexWidth];
          lost = !open[lane];
          if (lost) begin
            violation[noc_pkg::BrokenWorm] = 1'b1;
            involved_in[lane] = 1'b1;
          end
        end
        open[lane] = !lost && !noc_pkg::flit_tail(flit);

        // The output: the first flit to ask has it.
        if (!lost) begin
          if (used[way]) begin
            violation[noc_pkg::Collision] = 1'b1;
            involved_out[way] = 1'b1;
            involved_in[lane] = 1'b1;
            for (int unsigned other = 0; other < lane; other++) begin
              if (forwarded[other] && route[other*IndexWidth +: IndexWidth] == way) begin
                involved_in[other] = 1'b1;
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

    // Single-port PEs use one link to send and one to receive in a step; the own port is no link.
    link_in  = {arrived[NumLanes-1:1], 1'b0};
    link_out = {used[NumLanes-1:1], 1'b0};
    if (single_port_i && (link_in & (link_in - 1'b1)) != '0) begin
      violation[noc_pkg::SecondReceive] = 1'b1;
      involved_in = involved_in | link_in;
    end
    if (single_port_i && (link_out & (link_out - 1'b1)) != '0) begin
      violation[noc_pkg::SecondSend] = 1'b1;
      involved_out = involved_out | link_out;
      for (int unsigned lane = 0; lane < NumLanes; lane++) begin
        if (forwarded[lane]
            && route[lane*IndexWidth +: IndexWidth] != IndexWidth'(noc_pkg::OwnLane)) begin
          involved_in[lane] = 1'b1;
        end
      end
    end

    if (!rst_ni) begin
      open_q          <= '0;
      route_q         <= '0;
      out_lane_o      <= '0;
      busy_o          <= 1'b0;
      violation_o     <= '0;
      violation_in_o  <= '0;
      violation_out_o <= '0;
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
      // Facts of one cycle. Lane masks read from the right: own, parent, child 0, ...
      if (violation != '0) begin
        a_no_collision: assert (!violation[noc_pkg::Collision])
          else $error("collision: two flits for one output, inputs %b, outputs %b",
                      involved_in, involved_out);
        a_one_send: assert (!violation[noc_pkg::SecondSend])
          else $error("second send: flits for links %b in one cycle, inputs %b",
                      link_out, involved_in);
        a_one_receive: assert (!violation[noc_pkg::SecondReceive])
          else $error("second receive: flits from links %b in one cycle", link_in);
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
