// fat_tree_leaf.sv: the network interface of a fat tree's leaf. One step a hop.
//
// Lanes: a port of the leaf's own PE for each link up, then those links. What the PE hands in waits
// in one queue of Depth packets, the first of them in the links' output registers, lowest free link
// first; lower ports come first. What comes down a link lies in its port's output register for one
// step: a PE always takes it, so that the ports' ready_i are not looked at and the links'
// ready_o are always 1. Packets for one leaf that do not belong here, and the PE's to itself, are
// dropped and reported. Space, waiting and reports are as in fat_tree_switch; without back pressure
// the queue never holds more than a packet a link, so that none is lost.
`default_nettype none

module fat_tree_leaf #(
  parameter int unsigned Depth = 4,  // packets, the output registers included
  parameter int unsigned Links = 1,  // up, and ports of the PE
  parameter int unsigned PayloadWidth = noc_pkg::PayloadWidth,  // at least that
  parameter int unsigned ClockEnable  = 0,  // 1: registers load in steps that change them only
  parameter int unsigned AddressWidth = noc_pkg::AddressWidth,  // 13 to 20
  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth - noc_pkg::PayloadWidth + PayloadWidth,
  localparam int unsigned EntryWidth  = noc_pkg::entry_width(AddressWidth)
) (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,

  input  logic [EntryWidth-1:0]                 leaf_base_i,  // the leaf's number
  input  logic [noc_pkg::CountWidth-1:0]        limit_i,  // packets in the queue, Links to Depth
  input  logic                                  scheduled_i,  // none may wait
  input  logic                                  backpressure_i,

  input  logic [2*Links*FlitWidth-1:0]          in_lane_i,
  output logic [2*Links*FlitWidth-1:0]          out_lane_o,
  input  logic [2*Links-1:0]                    ready_i,
  output logic [2*Links-1:0]                    ready_o,

  output logic                                  busy_o,  // packets or a report
  output logic [noc_pkg::ViolationWidth-1:0]    violation_o,
  output logic [2*Links-1:0]                    violation_in_o,
  output logic [2*Links-1:0]                    violation_out_o,
  output logic [noc_pkg::CountWidth-1:0]        max_stored_o,  // of the queue
  output logic [noc_pkg::CountWidth-1:0]        max_wait_o
);

  if (Links < 1 || Links > 8) begin : gen_bad_links
    $error("fat_tree_leaf: Links must be 1 to 8, got %0d", Links);
  end
  if (Depth < 1 || Depth < Links || Depth > 32767) begin : gen_bad_depth
    $error("fat_tree_leaf: Depth must be 1 to 32767 and at least Links, got %0d", Depth);
  end
  if (PayloadWidth < noc_pkg::PayloadWidth) begin : gen_bad_payload_width
    $error("fat_tree_leaf: PayloadWidth must be at least 31, got %0d", PayloadWidth);
  end
  if (ClockEnable > 1) begin : gen_bad_clock_enable
    $error("fat_tree_leaf: ClockEnable must be 0 or 1, got %0d", ClockEnable);
  end

  if (AddressWidth < noc_pkg::AddressWidth || AddressWidth > noc_pkg::MostAddressWidth)
  begin : gen_bad_address_width
    $error("fat_tree_leaf: AddressWidth must be 13 to 20, got %0d", AddressWidth);
  end

  localparam int unsigned CountWidth = noc_pkg::CountWidth;

  logic [CountWidth-1:0] stored_q;   // packets in the queue
  logic [CountWidth-1:0] waiting_q;  // those of them in memory
  logic [CountWidth-1:0] head_q;     // where in memory the first one lies

  logic unused_ready;
  assign unused_ready = &{1'b0, ready_i[0 +: Links]};  // the PE's, see above

  // What is read of a flit: its top bits. A wider payload is longer below.
  function automatic logic [noc_pkg::FlitWidth-1:0] header_of(input logic [FlitWidth-1:0] flit);
    header_of = noc_pkg::FlitWidth'(flit >> (PayloadWidth - noc_pkg::PayloadWidth));
  endfunction

  function automatic logic names_this_leaf(input logic [FlitWidth-1:0] flit);
    names_this_leaf =
        EntryWidth'(AddressWidth'(header_of(flit) >> (noc_pkg::AddressEnd - AddressWidth)))
        == leaf_base_i;
  endfunction

  function automatic logic is_to_itself(input logic [FlitWidth-1:0] flit);
    is_to_itself = fat_tree_pkg::is_for_one(header_of(flit)) && names_this_leaf(flit);
  endfunction

  /*verilator tracing_off*/  // locals of the blocks: a wave shows ports and registers
  // By port, whether the queue takes its packet; lower ports come first.
  logic [Links-1:0] takes;
  always_comb begin : admission
    logic [CountWidth-1:0] count;
    takes = '0;
    count = stored_q;
    for (int unsigned port = 0; port < Links; port++) begin
      if (in_lane_i[port*FlitWidth + FlitWidth - 1]
          && !is_to_itself(in_lane_i[port*FlitWidth +: FlitWidth])
          && (!backpressure_i || count < limit_i)) begin
        takes[port] = 1'b1;
        count = count + 1'b1;
      end
    end
  end

  assign ready_o[Links +: Links] = '1;
  for (genvar port = 0; port < Links; port++) begin : gen_ready
    assign ready_o[port] = takes[port] || !in_lane_i[port*FlitWidth + FlitWidth - 1]
                           || is_to_itself(in_lane_i[port*FlitWidth +: FlitWidth]);
  end

  logic [2*Links-1:0] comes;  // a packet
  logic               wakes;
  for (genvar lane = 0; lane < 2 * Links; lane++) begin : gen_comes
    assign comes[lane] = in_lane_i[lane*FlitWidth + FlitWidth - 1];
  end
  assign wakes = ClockEnable == 0 || !rst_ni || busy_o || comes != '0;

  always_ff @(posedge clk_i) if (wakes) begin : step
    logic [FlitWidth-1:0]               memory [0:Depth-1];  // kept from step to step
    logic [FlitWidth-1:0]               own;                 // from a port of the PE
    logic [FlitWidth-1:0]               down;                // from a link
    logic [2*Links*FlitWidth-1:0]       sent;                // to the PE, to the links
    logic [CountWidth-1:0]              held;                // packets in the queue
    logic [CountWidth-1:0]              waiting;             // those of them in memory
    logic [CountWidth-1:0]              head;                // where the first of those lies
    logic [CountWidth-1:0]              slot;                // for what the PE hands in
    logic                               delivers;            // something to the PE
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [2*Links-1:0]                 involved_in;
    logic [2*Links-1:0]                 involved_out;
`ifndef YOSYS
    logic [CountWidth-1:0]              present;  // packets after the step
    present = '0;
`endif

    own          = '0;
    down         = '0;
    sent         = out_lane_o;
    held         = stored_q;
    waiting      = waiting_q;
    head         = head_q;
    slot         = '0;
    delivers     = 1'b0;
    violation    = '0;
    involved_in  = '0;
    involved_out = '0;

    // Links whose packets the switch has taken are free.
    begin : departures
      for (int unsigned link = 0; link < Links; link++) begin
        if (sent[(Links+link)*FlitWidth + FlitWidth - 1]
            && (!backpressure_i || ready_i[Links+link])) begin
          sent[(Links+link)*FlitWidth +: FlitWidth] = '0;
          held = held - 1'b1;
        end
      end
      if (held != '0) begin
        if (held > max_wait_o) max_wait_o <= held;
        if (scheduled_i) begin
          violation[noc_pkg::Waited] = 1'b1;
          involved_out[Links +: Links] = '1;
        end
      end
    end

    // What the PE hands in goes to memory.
    begin : arrivals
      for (int unsigned port = 0; port < Links; port++) begin
        own = in_lane_i[port*FlitWidth +: FlitWidth];
        if (own[FlitWidth-1] && is_to_itself(own)) begin
          violation[noc_pkg::NoRoute] = 1'b1;
          involved_in[port] = 1'b1;
        end else if (takes[port]) begin
          slot = head + waiting;
          if (32'(slot) >= Depth) slot = slot - CountWidth'(Depth);
          memory[32'(slot)] = own;
          waiting = waiting + 1'b1;
          held = held + 1'b1;
        end
      end
    end

    // Free links take from the front of the queue, lowest first.
    begin : links
      for (int unsigned link = 0; link < Links; link++) begin
        if (!sent[(Links+link)*FlitWidth + FlitWidth - 1] && waiting != '0) begin
          sent[(Links+link)*FlitWidth +: FlitWidth] = memory[32'(head)];
          head = (32'(head) == Depth - 1) ? '0 : head + 1'b1;
          waiting = waiting - 1'b1;
        end
      end
    end

    // What comes down the links goes to the PE.
    begin : deliveries
      for (int unsigned link = 0; link < Links; link++) begin
        down = in_lane_i[(Links+link)*FlitWidth +: FlitWidth];
        if (down[FlitWidth-1] && fat_tree_pkg::is_for_one(header_of(down))
            && !names_this_leaf(down)) begin
          violation[noc_pkg::NoRoute] = 1'b1;
          involved_in[Links+link] = 1'b1;
          down = '0;
        end
        sent[link*FlitWidth +: FlitWidth] = down;
        delivers = delivers || down[FlitWidth-1];
      end
    end

    if (!rst_ni) begin
      stored_q        <= '0;
      waiting_q       <= '0;
      head_q          <= '0;
      out_lane_o      <= '0;
      busy_o          <= 1'b0;
      violation_o     <= '0;
      violation_in_o  <= '0;
      violation_out_o <= '0;
      max_stored_o    <= '0;
      max_wait_o      <= '0;
    end else begin
      stored_q        <= held;
      waiting_q       <= waiting;
      head_q          <= head;
      out_lane_o      <= sent;
      busy_o          <= held != '0 || delivers || violation != '0;
      violation_o     <= violation;
      violation_in_o  <= involved_in;
      violation_out_o <= involved_out;
      if (held > max_stored_o) max_stored_o <= held;

`ifndef YOSYS  // Yosys 0.23 does not parse the else of an assertion
      a_route: assert (!violation[noc_pkg::NoRoute])
        else $error("no route: a packet does not belong here, inputs %b", involved_in);
      a_nothing_waits: assert (!violation[noc_pkg::Waited])
        else $error("a packet had to wait where the schedule lets none");
      a_within_limit: assert (held <= limit_i)
        else $error("the queue holds %0d packets, may hold %0d", held, limit_i);
      present = waiting;
      for (int unsigned link = 0; link < Links; link++) begin
        present = present + CountWidth'(sent[(Links+link)*FlitWidth + FlitWidth - 1]);
      end
      a_conserved: assert (present == held)
        else $error("packets lost or made: there are %0d, must be %0d", present, held);
`endif
    end
  end
  /*verilator tracing_on*/

endmodule

`default_nettype wire
