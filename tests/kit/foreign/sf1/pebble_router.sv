// pebble - single-flit 2-D mesh router, one cycle, one register per input port.
// Every flit carries its destination. in_rdy follows out_rdy in the same cycle: a full register takes
// the next flit in the cycle in which its present one leaves, so one slot is enough for full rate.
// Ports, clockwise: 0 east, 1 south, 2 west, 3 north, 4 local. Port i of in_flit is [i*FW +: FW].
module pebble_router #(
  parameter CW = 4,                  // bits of a coordinate
  parameter DW = 56,                 // bits of data
  parameter FW = 2 * CW + DW         // flit: {dst_y, dst_x, data}; do not set
) (
  input  logic            clk,
  input  logic            rst,       // synchronous, active high
  input  logic [CW-1:0]   my_x,
  input  logic [CW-1:0]   my_y,
  input  logic [4:0]      in_vld,
  input  logic [5*FW-1:0] in_flit,
  output logic [4:0]      in_rdy,
  output logic [4:0]      out_vld,
  output logic [5*FW-1:0] out_flit,
  input  logic [4:0]      out_rdy
);
  // TURN[5*o+i]: output o may be used by input i. No u-turns, no way from y back to x.
  //                          local     north     west      south     east
  localparam [24:0] TURN = {5'b11111, 5'b10111, 5'b10001, 5'b11101, 5'b10100};

  logic [5*FW-1:0] slot_q;           // no reset: counts only with want_q
  logic [24:0]     want_q;           // [5*i+o]: input i holds a flit for output o; one-hot or zero per input
  logic [24:0]     gnt;              // [5*o+i]: output o shows the flit of input i; one-hot or zero per output

  genvar i, o;
  generate
    for (i = 0; i < 5; i = i + 1) begin : g_in
      logic [4:0] want, leave;

      pebble_xy #(
        .CW  (CW),
        .CAN ({TURN[20+i], TURN[15+i], TURN[10+i], TURN[5+i], TURN[i]})
      ) u_xy (
        .my_x  (my_x),
        .my_y  (my_y),
        .dst_x (in_flit[i*FW+DW +: CW]),
        .dst_y (in_flit[i*FW+DW+CW +: CW]),
        .want  (want)
      );

      // out_rdy of the outputs that this input may use, and of no other: else ready wires go round
      assign leave = {gnt[20+i] & out_rdy[4] & TURN[20+i],
                      gnt[15+i] & out_rdy[3] & TURN[15+i],
                      gnt[10+i] & out_rdy[2] & TURN[10+i],
                      gnt[ 5+i] & out_rdy[1] & TURN[ 5+i],
                      gnt[   i] & out_rdy[0] & TURN[   i]};

      assign in_rdy[i] = ~(|want_q[5*i +: 5]) | (|leave);

      always_ff @(posedge clk) begin
        if (rst)            want_q[5*i +: 5] <= 5'd0;
        else if (in_rdy[i]) want_q[5*i +: 5] <= want & {5{in_vld[i]}};
      end

      always_ff @(posedge clk) begin
        if (in_vld[i] & in_rdy[i]) slot_q[i*FW +: FW] <= in_flit[i*FW +: FW];
      end
    end

    for (o = 0; o < 5; o = o + 1) begin : g_out
      logic [4:0] req;

      assign req = {want_q[20+o], want_q[15+o], want_q[10+o], want_q[5+o], want_q[o]} & TURN[5*o +: 5];

      pebble_arb #(.N(5)) u_arb (
        .clk  (clk),
        .rst  (rst),
        .req  (req),
        .take (out_rdy[o]),
        .gnt  (gnt[5*o +: 5])
      );

      assign out_vld[o] = |req;
      assign out_flit[o*FW +: FW] = ({FW{gnt[5*o+0]}} & slot_q[0*FW +: FW])
                                  | ({FW{gnt[5*o+1]}} & slot_q[1*FW +: FW])
                                  | ({FW{gnt[5*o+2]}} & slot_q[2*FW +: FW])
                                  | ({FW{gnt[5*o+3]}} & slot_q[3*FW +: FW])
                                  | ({FW{gnt[5*o+4]}} & slot_q[4*FW +: FW]);
    end
  endgenerate
endmodule
