// credit_receiver.sv: the far end of a link whose sender counts credits.
//
// What comes passes Stages registers and then a queue of Depth places, empty: nothing at all. The
// first of it is offered until it is taken. Whatever is taken at an edge gives a credit after it,
// for one step. A sender that starts with Depth credits and spends one on each flit never finds the
// queue full; it can send in every step if Depth is at least the steps from a flit to the use of
// its credit: r + w - 1 + w_c. Without Depth what comes is taken when it comes.
`default_nettype none

module credit_receiver #(
  parameter int unsigned Width  = noc_pkg::FlitWidth,  // the top bit says that there is a flit
  parameter int unsigned Stages = 0,
  parameter int unsigned Depth  = 4
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] lane_i,
  output logic [Width-1:0] lane_o,
  input  logic             taken_i,   // what lane_o offers, if anything
  output logic             credit_o,
  output logic             busy_o     // there is something inside
);

  if (Width < 1) begin : gen_bad_width
    $error("credit_receiver: Width must be at least 1, got %0d", Width);
  end
  if (Depth > 32767) begin : gen_bad_depth
    $error("credit_receiver: Depth must be 0 to 32767, got %0d", Depth);
  end

  logic [Width-1:0] comes;
  logic             moving;
  link_stages #(
    .Width(Width),
    .Stages(Stages)
  ) i_stages (
    .clk_i,
    .rst_ni,
    .lane_i,
    .lane_o(comes),
    .busy_o(moving)
  );

  if (Depth == 0) begin : gen_sink
    logic unused_taken;
    assign unused_taken = &{1'b0, taken_i};
    assign lane_o = comes;
    assign busy_o = moving || credit_o;
    always_ff @(posedge clk_i) credit_o <= rst_ni && comes[Width-1];
  end else begin : gen_queue
    localparam int unsigned CountWidth = $clog2(Depth + 1);
    localparam int unsigned SlotWidth  = (Depth > 1) ? $clog2(Depth) : 1;

    logic [Width-1:0]      store_q [0:Depth-1];
    logic [SlotWidth-1:0]  first_q;
    logic [SlotWidth-1:0]  last_q;   // behind the last one
    logic [CountWidth-1:0] count_q;
    logic                  leaves;
    logic                  enters;   // the queue

    function automatic logic [SlotWidth-1:0] slot_after(input logic [SlotWidth-1:0] slot);
      slot_after = (32'(slot) == Depth - 1) ? '0 : slot + 1'b1;
    endfunction

    assign lane_o = (count_q != '0) ? store_q[first_q] : comes;
    assign leaves = lane_o[Width-1] && taken_i;
    assign enters = comes[Width-1] && (count_q != '0 || !taken_i);
    assign busy_o = moving || credit_o || count_q != '0;

    always_ff @(posedge clk_i) begin : step
      if (!rst_ni) begin
        first_q  <= '0;
        last_q   <= '0;
        count_q  <= '0;
        credit_o <= 1'b0;
      end else begin
        credit_o <= leaves;
        if (enters) begin
          store_q[last_q] <= comes;
          last_q <= slot_after(last_q);
        end
        if (leaves && count_q != '0) first_q <= slot_after(first_q);
        count_q <= count_q + CountWidth'(enters) - CountWidth'(leaves && count_q != '0);
`ifndef YOSYS  // Yosys 0.23 does not parse the else of an assertion
        a_room: assert (!enters || 32'(count_q) < Depth)
          else $error("a flit came without credit: all %0d places are taken", Depth);
`endif
      end
    end
  end

endmodule

`default_nettype wire
