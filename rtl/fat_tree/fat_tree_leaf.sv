// fat_tree_leaf.sv: the network interface of a fat tree's leaf. One step a hop.
//
// Lane 0 is the leaf's own PE, lane 1 its one link up. What the PE hands in waits in a queue of
// Depth packets, the first of them in the output register of lane 1. What comes down lies in the
// output register of lane 0 for one step: a PE always takes it, so that ready_i[0] is not looked at
// and ready_o[1] is always 1. Packets for one leaf that do not belong here, and those of the PE to
// itself, are dropped and reported. Space, waiting and reports are as in fat_tree_switch; without
// back pressure the queue never holds more than one packet, so that none is lost.
`default_nettype none

module fat_tree_leaf #(
  parameter int unsigned Depth = 4  // packets, the output register included
) (
  input  logic                                clk_i,
  input  logic                                rst_ni,

  input  logic [noc_pkg::EntryWidth-1:0]      leaf_base_i,  // the leaf's number
  input  logic [noc_pkg::CountWidth-1:0]      limit_i,      // packets in the queue, 1 to Depth
  input  logic                                scheduled_i,  // none may wait
  input  logic                                backpressure_i,

  input  logic [2*noc_pkg::FlitWidth-1:0]     in_lane_i,
  output logic [2*noc_pkg::FlitWidth-1:0]     out_lane_o,
  input  logic [1:0]                          ready_i,
  output logic [1:0]                          ready_o,

  output logic                                busy_o,
  output logic [noc_pkg::ViolationWidth-1:0]  violation_o,
  output logic [1:0]                          violation_in_o,
  output logic [1:0]                          violation_out_o,
  output logic [noc_pkg::CountWidth-1:0]      max_stored_o,  // of the queue
  output logic [noc_pkg::CountWidth-1:0]      max_wait_o
);

  if (Depth < 1 || Depth > 32767) begin : gen_bad_depth
    $error("fat_tree_leaf: Depth must be 1 to 32767, got %0d", Depth);
  end

  localparam int unsigned LaneWidth  = noc_pkg::FlitWidth;
  localparam int unsigned EntryWidth = noc_pkg::EntryWidth;
  localparam int unsigned CountWidth = noc_pkg::CountWidth;

  logic [CountWidth-1:0] stored_q;   // packets in the queue
  logic [CountWidth-1:0] waiting_q;  // those of them in memory
  logic [CountWidth-1:0] head_q;     // where in memory the first one lies

  logic unused_ready;
  assign unused_ready = ready_i[0];  // the PE's, see above

  // Whether a flit is for this leaf alone.
  function automatic logic is_for_one(input logic [LaneWidth-1:0] flit);
    is_for_one = noc_pkg::flit_kind(flit) != noc_pkg::Flood
                 && noc_pkg::flit_kind(flit) != noc_pkg::Copies;
  endfunction

  function automatic logic names_this_leaf(input logic [LaneWidth-1:0] flit);
    names_this_leaf = EntryWidth'(noc_pkg::flit_destination(flit)) == leaf_base_i;
  endfunction

  function automatic logic is_to_itself(input logic [LaneWidth-1:0] flit);
    is_to_itself = is_for_one(flit) && names_this_leaf(flit);
  endfunction

  assign ready_o[1] = 1'b1;
  assign ready_o[0] = !backpressure_i || !in_lane_i[LaneWidth-1] || stored_q < limit_i
                      || is_to_itself(in_lane_i[LaneWidth-1:0]);

  /*verilator tracing_off*/  // locals of the step: a wave shows ports and registers
  always_ff @(posedge clk_i) begin : step
    logic [LaneWidth-1:0]               memory [0:Depth-1];  // kept from step to step
    logic [LaneWidth-1:0]               own;      // from the PE
    logic [LaneWidth-1:0]               down;     // to the PE
    logic [LaneWidth-1:0]               up;       // to the link
    logic [CountWidth-1:0]              held;
    logic [CountWidth-1:0]              waiting;
    logic [CountWidth-1:0]              head;
    logic [CountWidth-1:0]              slot;
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [1:0]                         involved_in;
    logic [1:0]                         involved_out;

    own          = in_lane_i[0 +: LaneWidth];
    down         = in_lane_i[LaneWidth +: LaneWidth];
    up           = out_lane_o[LaneWidth +: LaneWidth];
    held         = stored_q;
    waiting      = waiting_q;
    head         = head_q;
    slot         = '0;
    violation    = '0;
    involved_in  = '0;
    involved_out = '0;

    // Departure.
    if (noc_pkg::flit_valid(up) && (!backpressure_i || ready_i[1])) begin
      up = '0;
      held = held - 1'b1;
    end
    if (held != '0) begin
      if (held > max_wait_o) max_wait_o <= held;
      if (scheduled_i) begin
        violation[noc_pkg::Waited] = 1'b1;
        involved_out[1] = 1'b1;
      end
    end

    // Arrival from the PE, into memory.
    if (noc_pkg::flit_valid(own)) begin
      if (is_to_itself(own)) begin
        violation[noc_pkg::NoRoute] = 1'b1;
        involved_in[0] = 1'b1;
      end else if (!backpressure_i || stored_q < limit_i) begin
        slot = head + waiting;
        if (32'(slot) >= Depth) slot = slot - CountWidth'(Depth);
        memory[32'(slot)] = own;
        waiting = waiting + 1'b1;
        held = held + 1'b1;
      end
    end

    // The free link takes from the front of the queue.
    if (!noc_pkg::flit_valid(up) && waiting != '0) begin
      up = memory[32'(head)];
      head = (32'(head) == Depth - 1) ? '0 : head + 1'b1;
      waiting = waiting - 1'b1;
    end

    // Arrival from above.
    if (noc_pkg::flit_valid(down) && is_for_one(down) && !names_this_leaf(down)) begin
      violation[noc_pkg::NoRoute] = 1'b1;
      involved_in[1] = 1'b1;
      down = '0;
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
      out_lane_o      <= {up, down};
      busy_o          <= held != '0 || noc_pkg::flit_valid(down) || violation != '0;
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
      a_conserved: assert (held == waiting + CountWidth'(noc_pkg::flit_valid(up)))
        else $error("packets lost or made: there are %0d and one in the link if %b, must be %0d",
                    waiting, noc_pkg::flit_valid(up), held);
`endif
    end
  end
  /*verilator tracing_on*/

endmodule

`default_nettype wire
