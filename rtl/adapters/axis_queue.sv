// axis_queue.sv: a queue between a sender that can only be stalled in advance and a stream.
//
// A word that comes at one edge is offered after it if the queue is empty; one word a cycle.
// stall_o is for a sender that reads it at an edge and then sends nothing in the cycle after. What
// it has sent before may still come one cycle later: the queue keeps a place for it, so that Depth
// 3 is enough for a word in every cycle. A sender that does not look at stall_o loses the words
// that find no place: overflow_o is then high for a cycle. All outputs come straight from
// registers.
`default_nettype none

module axis_queue #(
  parameter int unsigned Width = 32,
  parameter int unsigned Depth = 3  // words
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             valid_i,
  input  logic [Width-1:0] data_i,
  output logic             stall_o,
  output logic             overflow_o,

  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] data_o
);

  if (Width < 1) begin : gen_bad_width
    $error("axis_queue: Width must be at least 1, got %0d", Width);
  end
  if (Depth < 2 || Depth > 1024) begin : gen_bad_depth
    $error("axis_queue: Depth must be 2 to 1024, got %0d", Depth);
  end

  // The first word lies in data_o, the others behind it in a ring.
  localparam int unsigned NumSlots   = (Depth < 2) ? 1 : Depth - 1;
  localparam int unsigned SlotWidth  = (NumSlots > 1) ? $clog2(NumSlots) : 1;
  localparam int unsigned CountWidth = $clog2(NumSlots + 2);

  logic [Width-1:0]      store_q [0:NumSlots-1];
  logic [SlotWidth-1:0]  first_q;  // slot of the oldest word
  logic [SlotWidth-1:0]  last_q;   // slot for the next one
  logic [CountWidth-1:0] count_q;  // words in the ring

  function automatic logic [SlotWidth-1:0] after(input logic [SlotWidth-1:0] slot);
    after = (32'(slot) == NumSlots - 1) ? '0 : slot + 1'b1;
  endfunction

  logic moves;   // data_o takes the next word
  logic passes;  // which has just come
  logic lost;
  logic stored;
  assign moves  = ready_i || !valid_o;
  assign passes = moves && count_q == '0;
  assign lost   = valid_i && !moves && 32'(count_q) == NumSlots;
  assign stored = valid_i && !passes && !lost;

  always_ff @(posedge clk_i) begin : step
    logic [CountWidth-1:0] count;  // in the ring
    logic                  filled; // data_o holds a word
    count  = count_q;
    filled = valid_o;

    if (moves) begin
      filled = count_q != '0 || valid_i;
      if (count_q != '0) begin
        data_o  <= store_q[first_q];
        first_q <= after(first_q);
        count    = count - 1'b1;
      end else begin
        data_o <= data_i;
      end
    end
    if (stored) begin
      store_q[last_q] <= data_i;
      last_q          <= after(last_q);
      count            = count + 1'b1;
    end

    valid_o    <= filled;
    count_q    <= count;
    overflow_o <= lost;
    // Room for what may be on its way, and for what the next edge may send.
    stall_o    <= 32'(count) + 32'(filled) + 32'(!stall_o) >= Depth;

    if (!rst_ni) begin
      first_q    <= '0;
      last_q     <= '0;
      count_q    <= '0;
      valid_o    <= 1'b0;
      stall_o    <= 1'b0;
      overflow_o <= 1'b0;
    end
  end

endmodule

`default_nettype wire
