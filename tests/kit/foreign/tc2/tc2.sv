// tc2: "carousel", a wormhole switch for 2-D torus rings.
//
// Rings are named by compass: e/w turn in x, n/s in y (north is +y). Each link has two virtual
// circuits, A and B. The switch is blind to where it stands: whoever wires the rings moves traffic
// from circuit A to circuit B on one link of each ring. All the switch does about it is to leave
// what goes straight on in its circuit, and to put what turns, or comes from the host, into A.
//
// Pipeline, two stages:
//   RC/BUF   a flit is written into the buffer of its circuit, a head has its exit worked out
//   SW       per exit one of the ten buffers wins, the flit goes to the exit register
//
// Exits lend a circuit to a packet from head to tail. Credits: one wire per circuit.
// Exits are encoded 0 host, 1 e, 2 w, 3 n, 4 s.
`default_nettype none

// What is to be done about a destination: the shorter way round, eastward or northward if both are
// as long; x before y.
module carousel_exit #(
    parameter int AW = 3
) (
    input  wire [AW-1:0] here_x,
    input  wire [AW-1:0] here_y,
    input  wire [AW:0]   ring_x,
    input  wire [AW:0]   ring_y,
    input  wire [AW-1:0] goal_x,
    input  wire [AW-1:0] goal_y,
    output logic [2:0]   exit_no
);
  // hops eastward, 0 .. ring - 1
  function automatic logic [AW:0] ahead(input logic [AW-1:0] goal, input logic [AW-1:0] here,
                                        input logic [AW:0] ring);
    logic [AW:0] g, h;
    g = {1'b0, goal};
    h = {1'b0, here};
    return (g >= h) ? g - h : ring - (h - g);
  endfunction

  logic [AW:0] ax, ay;
  always_comb begin
    ax = ahead(goal_x, here_x, ring_x);
    ay = ahead(goal_y, here_y, ring_y);
    if (ax != 0) exit_no = ({ax, 1'b0} <= {1'b0, ring_x}) ? 3'd1 : 3'd2;
    else if (ay != 0) exit_no = ({ay, 1'b0} <= {1'b0, ring_y}) ? 3'd3 : 3'd4;
    else exit_no = 3'd0;
  end
endmodule

// A buffer of one circuit. Flits carry their exit beside them.
module carousel_buffer #(
    parameter int W     = 8,
    parameter int SLOTS = 4
) (
    input  wire          ck,
    input  wire          clear,
    input  wire          put,
    input  wire  [W-1:0] d,
    input  wire          get,
    output logic [W-1:0] q,
    output logic         full_any   // something is in it
);
  localparam int PW = (SLOTS > 1) ? $clog2(SLOTS) : 1;
  logic [W-1:0]  store[SLOTS];
  logic [PW-1:0] head, tail;
  logic [PW:0]   used;

  assign q        = store[head];
  assign full_any = used != '0;

  always_ff @(posedge ck) begin
    if (put) begin
      store[tail] <= d;
      tail        <= (int'(tail) == SLOTS - 1) ? '0 : tail + 1'b1;
    end
    if (get) head <= (int'(head) == SLOTS - 1) ? '0 : head + 1'b1;
    if (put != get) used <= put ? used + 1'b1 : used - 1'b1;
    if (clear) begin
      head <= '0;
      tail <= '0;
      used <= '0;
    end
  end
endmodule

module carousel #(
    parameter int FW    = 64,  // flit: {head, tail, x, y, rest}
    parameter int AW    = 3,
    parameter int SLOTS = 4
) (
    input  wire                 ck,
    input  wire                 clear,
    input  wire  [AW-1:0]       at_x,
    input  wire  [AW-1:0]       at_y,
    input  wire  [AW:0]         ring_x,
    input  wire  [AW:0]         ring_y,
    // by entry, by circuit
    input  wire  [4:0][FW-1:0]  flit_i,
    input  wire  [4:0][1:0]     push_i,
    output logic [4:0][1:0]     refund_o,
    output logic [4:0][FW-1:0]  flit_o,
    output logic [4:0][1:0]     push_o,
    input  wire  [4:0][1:0]     refund_i
);
  localparam int HEAD = FW - 1;
  localparam int TAIL = FW - 2;
  localparam int CW = $clog2(SLOTS + 1);

  // Entry k, circuit c is buffer 2k + c.
  logic [9:0]         some, take, tail_of, head_of;
  logic [9:0][FW-1:0] front;
  logic [9:0][2:0]    goal;  // exit of the packet that is first
  logic [9:0]         lower;  // which wants circuit A there

  function automatic logic [2:0] across(input int entry);
    case (entry)
      1: return 3'd2;  // in from the east, on to the west
      2: return 3'd1;
      3: return 3'd4;
      4: return 3'd3;
      default: return 3'd7;
    endcase
  endfunction

  for (genvar k = 0; k < 5; k++) begin : g_entry
    logic [2:0] exit_no;
    carousel_exit #(.AW(AW)) i_exit (
        .here_x(at_x), .here_y(at_y), .ring_x, .ring_y,
        .goal_x(flit_i[k][TAIL-1 -: AW]), .goal_y(flit_i[k][TAIL-1-AW -: AW]), .exit_no);
    for (genvar c = 0; c < 2; c++) begin : g_circuit
      localparam int B = 2 * k + c;
      logic [FW+2:0] q;
      logic [2:0]    kept;
      carousel_buffer #(.W(FW + 3), .SLOTS(SLOTS)) i_buffer (
          .ck, .clear, .put(push_i[k][c]), .d({exit_no, flit_i[k]}), .get(take[B]), .q,
          .full_any(some[B]));
      assign front[B]   = q[FW-1:0];
      assign head_of[B] = q[HEAD];
      assign tail_of[B] = q[TAIL];
      assign goal[B]    = head_of[B] ? q[FW+2:FW] : kept;
      assign lower[B]   = (c == 0) || (goal[B] != across(k));
      always_ff @(posedge ck) if (take[B] && head_of[B]) kept <= goal[B];
      always_ff @(posedge ck) refund_o[k][c] <= take[B] && !clear;
    end
  end

  logic [4:0][9:0] won;
  for (genvar e = 0; e < 5; e++) begin : g_exit
    logic [1:0]         lent;            // circuits that a packet holds
    logic [1:0][3:0]    lent_to;
    logic [1:0][CW-1:0] funds;
    logic [9:0]         bid, past;
    logic [3:0]         turn;            // last winner
    logic               c_of_winner;
    logic [FW-1:0]      chosen;

    // A head bids for a circuit that nobody holds, other flits for their own.
    always_comb
      for (int b = 0; b < 10; b++) begin
        logic c;
        c      = !lower[b];
        bid[b] = some[b] && (int'(goal[b]) == e) && (funds[c] != '0 || refund_i[e][c]) &&
                 (head_of[b] ? !lent[c] : lent[c] && int'(lent_to[c]) == b);
      end
    always_comb for (int b = 0; b < 10; b++) past[b] = b > int'(turn);
    always_comb begin
      logic [9:0] pool;
      pool   = |(bid & past) ? bid & past : bid;
      won[e] = pool & (~pool + 10'd1);
    end
    always_comb begin
      chosen      = '0;
      c_of_winner = 1'b0;
      for (int b = 0; b < 10; b++)
        if (won[e][b]) begin
          chosen      = front[b];
          c_of_winner = !lower[b];
        end
    end

    always_ff @(posedge ck) begin
      push_o[e] <= '0;
      if (|won[e]) begin
        flit_o[e]              <= chosen;
        push_o[e][c_of_winner] <= 1'b1;
        for (int b = 0; b < 10; b++)
          if (won[e][b]) begin
            turn                 <= 4'(b);
            lent[c_of_winner]    <= !tail_of[b];
            lent_to[c_of_winner] <= 4'(b);
          end
      end
      for (int c = 0; c < 2; c++)
        funds[c] <= funds[c] + CW'(refund_i[e][c]) -
                    CW'(|won[e] && (int'(c_of_winner) == c));
      if (clear) begin
        push_o[e] <= '0;
        turn      <= '0;
        lent      <= '0;
        for (int c = 0; c < 2; c++) funds[c] <= CW'(SLOTS);
      end
    end
  end

  assign take = won[0] | won[1] | won[2] | won[3] | won[4];
endmodule
`default_nettype wire
