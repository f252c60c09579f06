// axis_packet_queue.sv: a queue that shows a packet when all of it has come.
//
// offers_o: the queue holds the last beat of a packet, so that the first one can be sent to its end
// without waiting. full_o is known before the edge at which a beat would find no room: a beat that
// comes all the same is lost. A packet of more than Depth beats never ends: too_long_o is then
// high.
`default_nettype none

module axis_packet_queue #(
  parameter int unsigned Width = 32,
  parameter int unsigned Depth = 16  // beats
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             valid_i,
  input  logic [Width-1:0] data_i,
  input  logic             last_i,
  output logic             full_o,
  output logic             too_long_o,

  output logic             offers_o,
  output logic [Width-1:0] data_o,
  output logic             last_o,
  input  logic             take_i  // only while it offers
);

  if (Width < 1) begin : gen_bad_width
    $error("axis_packet_queue: Width must be at least 1, got %0d", Width);
  end
  if (Depth < 2 || Depth > 1024) begin : gen_bad_depth
    $error("axis_packet_queue: Depth must be 2 to 1024, got %0d", Depth);
  end

  localparam int unsigned NumSlots   = (Depth < 2) ? 2 : Depth;
  localparam int unsigned SlotWidth  = $clog2(NumSlots);
  localparam int unsigned CountWidth = $clog2(NumSlots + 1);

  logic [Width:0]        store_q [0:NumSlots-1];  // {last, data}
  logic [SlotWidth-1:0]  first_q;  // slot of the oldest beat
  logic [SlotWidth-1:0]  next_q;   // slot for the next one
  logic [CountWidth-1:0] count_q;  // beats
  logic [CountWidth-1:0] lasts_q;  // packets that have come to their end

  function automatic logic [SlotWidth-1:0] after(input logic [SlotWidth-1:0] slot);
    after = (32'(slot) == NumSlots - 1) ? '0 : slot + 1'b1;
  endfunction

  assign full_o     = 32'(count_q) == NumSlots;
  assign offers_o   = lasts_q != '0;
  assign too_long_o = full_o && !offers_o;
  assign {last_o, data_o} = store_q[first_q];

  logic stored;
  logic came_last;
  logic went_last;
  assign stored    = valid_i && !full_o;
  assign came_last = stored && last_i;
  assign went_last = take_i && last_o;

  always_ff @(posedge clk_i) begin : step
    if (stored) begin
      store_q[next_q] <= {last_i, data_i};
      next_q          <= after(next_q);
    end
    if (take_i) first_q <= after(first_q);
    count_q <= count_q + CountWidth'(stored) - CountWidth'(take_i);
    lasts_q <= lasts_q + CountWidth'(came_last) - CountWidth'(went_last);

    if (!rst_ni) begin
      first_q <= '0;
      next_q  <= '0;
      count_q <= '0;
      lasts_q <= '0;
    end
  end

endmodule

`default_nettype wire
