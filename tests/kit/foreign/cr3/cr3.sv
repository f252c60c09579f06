//-----------------------------------------------------------------------------
// cr3 -- input-queued wormhole router for a 2-D mesh, virtual channels ("lanes")
//
//   * dimension order routing, x first; x grows to the east, y to the south
//   * ports in clockwise order: 0 east, 1 south, 2 west, 3 north, 4 local
//   * two lanes, one queue of DEPTH flits per input lane
//   * credit flow control; lane numbers travel in the flit and with the credit
//   * all outputs come from registers
//
//   flit  39    head          first flit of a packet
//         38    tail          last flit of a packet
//         37    lane          lane on this link, rewritten at every hop
//         36:34 x, 33:31 y    destination (head flits only)
//         30:0  carried along untouched
//
//   edge 1  the flit is written to the queue of its lane
//   edge 2  heads only: route computation and lane allocation
//   edge 3  switch allocation (needs a credit), crossbar, output register
//
// Synchronous reset, active high.
//-----------------------------------------------------------------------------

// Round robin arbiter: the requester behind the last served one comes first.
module cr3_arbiter #(
  parameter N = 2
) (
  input  wire         clk,
  input  wire         reset,
  input  wire [N-1:0] req,
  input  wire         update,      // the grant is made use of
  output wire [N-1:0] gnt          // one-hot, or zero without a request
);
  reg  [N-1:0] mask;
  wire [N-1:0] behind = req & mask;
  wire [N-1:0] pool   = (|behind) ? behind : req;

  assign gnt = pool & (~pool + 1'b1);

  always @(posedge clk)
    if (reset)
      mask <= {N{1'b1}};
    else if (update && (|req))
      mask <= ~(gnt | (gnt - 1'b1));
endmodule


// Queue of one input lane. The oldest flit is visible without a read.
module cr3_queue #(
  parameter WIDTH = 40,
  parameter DEPTH = 8
) (
  input  wire             clk,
  input  wire             reset,
  input  wire             push,
  input  wire [WIDTH-1:0] din,
  input  wire             pop,
  output wire [WIDTH-1:0] dout,
  output wire             present
);
  localparam AW = (DEPTH > 1) ? $clog2(DEPTH) : 1;
  localparam CW = $clog2(DEPTH + 1);
  localparam [AW-1:0] LAST = AW'(DEPTH - 1);

  reg [WIDTH-1:0] mem [0:DEPTH-1];
  reg [AW-1:0]    wr_ptr, rd_ptr;
  reg [CW-1:0]    count;

  assign present = (count != {CW{1'b0}});
  assign dout    = mem[rd_ptr];

  always @(posedge clk)
    if (push)
      mem[wr_ptr] <= din;

  always @(posedge clk)
    if (reset) begin
      wr_ptr <= {AW{1'b0}};
      rd_ptr <= {AW{1'b0}};
      count  <= {CW{1'b0}};
    end else begin
      if (push) wr_ptr <= (wr_ptr == LAST) ? {AW{1'b0}} : wr_ptr + 1'b1;
      if (pop)  rd_ptr <= (rd_ptr == LAST) ? {AW{1'b0}} : rd_ptr + 1'b1;
      if (push && !pop) count <= count + 1'b1;
      if (pop && !push) count <= count - 1'b1;
    end
endmodule


// Input port: queues, route computation, state of the lanes, choice of the lane
// that may ask for the crossbar.
module cr3_input #(
  parameter FLIT_W = 40,
  parameter PORTS  = 5,
  parameter LANES  = 2,
  parameter DEPTH  = 8
) (
  input  wire                   clk,
  input  wire                   reset,
  input  wire [2:0]             my_x,
  input  wire [2:0]             my_y,
  // link
  input  wire                   in_valid,
  input  wire [FLIT_W-1:0]      in_flit,
  output reg                    credit_valid,
  output reg                    credit_lane,
  // lane allocation, per lane
  output wire [LANES*PORTS-1:0] va_req,      // one-hot output port
  input  wire [LANES-1:0]       va_gnt,
  input  wire [LANES*LANES-1:0] va_lane,     // one-hot output lane
  // switch allocation, one request per port
  input  wire [PORTS*LANES-1:0] out_credit,  // this output lane has a credit
  output wire [PORTS-1:0]       sa_port,     // one-hot output port or zero
  output wire [LANES-1:0]       sa_lane,     // one-hot output lane
  output wire [FLIT_W-1:0]      sa_flit,
  input  wire                   sa_gnt
);
  localparam HEAD = 39, TAIL = 38, LANE = 37;
  localparam X_HI = 36, X_LO = 34, Y_HI = 33, Y_LO = 31;

  wire [LANES-1:0]        ask, pick;
  wire [LANES*FLIT_W-1:0] front_bus;
  wire [LANES*PORTS-1:0]  port_bus;
  wire [LANES*LANES-1:0]  lane_bus;

  genvar v, o;
  generate
    for (v = 0; v < LANES; v = v + 1) begin : lane
      wire [FLIT_W-1:0] front;
      wire              present;
      reg               active;     // owns an output lane
      reg  [PORTS-1:0]  oport;
      reg  [LANES-1:0]  olane;

      cr3_queue #(.WIDTH(FLIT_W), .DEPTH(DEPTH)) queue (
        .clk(clk), .reset(reset),
        .push(in_valid && (in_flit[LANE] == v)), .din(in_flit),
        .pop(sa_gnt && pick[v]), .dout(front), .present(present));

      // route: x first
      wire [2:0] x = front[X_HI:X_LO];
      wire [2:0] y = front[Y_HI:Y_LO];
      wire       same_x = (x == my_x);
      wire [PORTS-1:0] route;
      assign route[0] = (x > my_x);                 // east
      assign route[1] = same_x && (y > my_y);       // south
      assign route[2] = (x < my_x);                 // west
      assign route[3] = same_x && (y < my_y);       // north
      assign route[4] = same_x && (y == my_y);      // local

      assign va_req[v*PORTS +: PORTS] =
        {PORTS{present && front[HEAD] && !active}} & route;

      always @(posedge clk)
        if (reset) begin
          active <= 1'b0;
          oport  <= {PORTS{1'b0}};
          olane  <= {LANES{1'b0}};
        end else if (va_gnt[v]) begin
          active <= 1'b1;
          oport  <= route;
          olane  <= va_lane[v*LANES +: LANES];
        end else if (sa_gnt && pick[v] && front[TAIL])
          active <= 1'b0;

      // a credit of the own output lane
      wire [PORTS-1:0] credit;
      for (o = 0; o < PORTS; o = o + 1) begin : out
        assign credit[o] = oport[o] && (|(olane & out_credit[o*LANES +: LANES]));
      end
      assign ask[v] = present && active && (|credit);

      assign front_bus[v*FLIT_W +: FLIT_W] = front & {FLIT_W{pick[v]}};
      assign port_bus[v*PORTS +: PORTS]    = oport & {PORTS{pick[v]}};
      assign lane_bus[v*LANES +: LANES]    = olane & {LANES{pick[v]}};
    end
  endgenerate

  // The chosen lane stays chosen until it has won the crossbar once.
  cr3_arbiter #(.N(LANES)) chooser (
    .clk(clk), .reset(reset), .req(ask), .update(sa_gnt), .gnt(pick));

  assign sa_flit = front_bus[0 +: FLIT_W] | front_bus[FLIT_W +: FLIT_W];
  assign sa_port = port_bus[0 +: PORTS]   | port_bus[PORTS +: PORTS];
  assign sa_lane = lane_bus[0 +: LANES]   | lane_bus[LANES +: LANES];

  always @(posedge clk)
    if (reset) begin
      credit_valid <= 1'b0;
      credit_lane  <= 1'b0;
    end else begin
      credit_valid <= sa_gnt;
      credit_lane  <= sa_gnt && pick[1];
    end
endmodule


// Output port: owners and credits of the output lanes, both allocators, output
// register.
module cr3_output #(
  parameter FLIT_W = 40,
  parameter PORTS  = 5,
  parameter LANES  = 2,
  parameter DEPTH  = 8
) (
  input  wire                    clk,
  input  wire                    reset,
  // lane allocation
  input  wire [PORTS*LANES-1:0]  va_req,
  output wire [PORTS*LANES-1:0]  va_gnt,
  output wire [LANES-1:0]        va_lane,
  // switch allocation
  output wire [LANES-1:0]        has_credit,
  input  wire [PORTS-1:0]        sa_req,
  input  wire [PORTS*LANES-1:0]  sa_lane,
  input  wire [PORTS*FLIT_W-1:0] sa_flit,
  output wire [PORTS-1:0]        sa_gnt,
  // link
  output reg                     out_valid,
  output reg  [FLIT_W-1:0]       out_flit,
  input  wire                    credit_valid,
  input  wire                    credit_lane
);
  localparam TAIL = 38, LANE = 37;
  localparam CW = $clog2(DEPTH + 1);

  reg  [LANES-1:0] busy;            // owned by a packet
  wire [LANES-1:0] back;            // a credit comes home
  wire [LANES-1:0] usable;
  wire [LANES-1:0] want, send;
  wire [PORTS*LANES-1:0] va_first;

  // A head gets a lane that nobody owns and that has a credit when the head is
  // ready to use it. One head per cycle.
  assign usable = ~busy & (has_credit | back);
  assign va_gnt = va_first & {PORTS*LANES{|usable}};

  cr3_arbiter #(.N(PORTS*LANES)) head_arbiter (
    .clk(clk), .reset(reset), .req(va_req), .update(|usable), .gnt(va_first));
  cr3_arbiter #(.N(LANES)) lane_arbiter (
    .clk(clk), .reset(reset), .req(usable), .update(|va_req), .gnt(va_lane));

  // The lanes take turns on the link.
  cr3_arbiter #(.N(LANES)) link_arbiter (
    .clk(clk), .reset(reset), .req(want), .update(1'b1), .gnt(send));

  genvar v, p;
  generate
    for (v = 0; v < LANES; v = v + 1) begin : lane
      wire [PORTS-1:0] from;
      reg  [CW-1:0]    count;
      for (p = 0; p < PORTS; p = p + 1) begin : src
        assign from[p] = sa_req[p] && sa_lane[p*LANES + v];
      end
      assign want[v]       = |from;
      assign back[v]       = credit_valid && (credit_lane == v);
      assign has_credit[v] = (count != {CW{1'b0}});
      always @(posedge clk)
        if (reset)
          count <= CW'(DEPTH);
        else if (back[v] && !send[v])
          count <= count + 1'b1;
        else if (send[v] && !back[v])
          count <= count - 1'b1;
    end
    for (p = 0; p < PORTS; p = p + 1) begin : grant
      assign sa_gnt[p] = sa_req[p] && (|(sa_lane[p*LANES +: LANES] & send));
    end
  endgenerate

  // crossbar
  reg [FLIT_W-1:0] flit;
  integer i;
  always @* begin
    flit = {FLIT_W{1'b0}};
    for (i = 0; i < PORTS; i = i + 1)
      flit = flit | (sa_flit[i*FLIT_W +: FLIT_W] & {FLIT_W{sa_gnt[i]}});
    flit[LANE] = send[1];
  end

  always @(posedge clk)
    if (reset) begin
      busy      <= {LANES{1'b0}};
      out_valid <= 1'b0;
    end else begin
      busy      <= (busy | (va_lane & {LANES{|va_req}}))
                   & ~(send & {LANES{flit[TAIL]}});
      out_valid <= |send;
    end

  always @(posedge clk)
    if (|send)
      out_flit <= flit;
endmodule


// The router. Port p uses bits [p*FLIT_W +: FLIT_W] of the flits and bit p of
// all others.
module cr3 #(
  parameter DEPTH = 8
) (
  input  wire             clk,
  input  wire             reset,
  input  wire [2:0]       my_x,
  input  wire [2:0]       my_y,
  input  wire [4:0]       in_valid,
  input  wire [5*40-1:0]  in_flit,
  output wire [4:0]       in_credit_valid,
  output wire [4:0]       in_credit_lane,
  output wire [4:0]       out_valid,
  output wire [5*40-1:0]  out_flit,
  input  wire [4:0]       out_credit_valid,
  input  wire [4:0]       out_credit_lane
);
  localparam FLIT_W = 40;
  localparam PORTS  = 5;
  localparam LANES  = 2;
  localparam NI     = PORTS * LANES;

  wire [NI*PORTS-1:0]     va_req;          // [input lane][output port]
  wire [PORTS*NI-1:0]     va_req_t;        // [output port][input lane]
  wire [PORTS*NI-1:0]     va_gnt_t;
  wire [PORTS*LANES-1:0]  va_lane_o;       // lane given away by each output
  reg  [NI-1:0]           va_gnt;
  reg  [NI*LANES-1:0]     va_lane;
  wire [PORTS*LANES-1:0]  has_credit;
  wire [PORTS*PORTS-1:0]  sa_req;          // [input port][output port]
  wire [PORTS*PORTS-1:0]  sa_req_t;
  wire [PORTS*PORTS-1:0]  sa_gnt_t;
  wire [PORTS*PORTS-1:0]  sa_gnt;
  wire [PORTS*LANES-1:0]  sa_lane;
  wire [PORTS*FLIT_W-1:0] sa_flit;

  genvar i, o;
  generate
    for (i = 0; i < PORTS; i = i + 1) begin : ip
      cr3_input #(.FLIT_W(FLIT_W), .PORTS(PORTS), .LANES(LANES), .DEPTH(DEPTH)) u (
        .clk(clk), .reset(reset), .my_x(my_x), .my_y(my_y),
        .in_valid(in_valid[i]), .in_flit(in_flit[i*FLIT_W +: FLIT_W]),
        .credit_valid(in_credit_valid[i]), .credit_lane(in_credit_lane[i]),
        .va_req(va_req[i*LANES*PORTS +: LANES*PORTS]),
        .va_gnt(va_gnt[i*LANES +: LANES]),
        .va_lane(va_lane[i*LANES*LANES +: LANES*LANES]),
        .out_credit(has_credit),
        .sa_port(sa_req[i*PORTS +: PORTS]), .sa_lane(sa_lane[i*LANES +: LANES]),
        .sa_flit(sa_flit[i*FLIT_W +: FLIT_W]), .sa_gnt(|sa_gnt[i*PORTS +: PORTS]));
    end
    for (o = 0; o < PORTS; o = o + 1) begin : op
      cr3_output #(.FLIT_W(FLIT_W), .PORTS(PORTS), .LANES(LANES), .DEPTH(DEPTH)) u (
        .clk(clk), .reset(reset),
        .va_req(va_req_t[o*NI +: NI]), .va_gnt(va_gnt_t[o*NI +: NI]),
        .va_lane(va_lane_o[o*LANES +: LANES]),
        .has_credit(has_credit[o*LANES +: LANES]),
        .sa_req(sa_req_t[o*PORTS +: PORTS]), .sa_lane(sa_lane), .sa_flit(sa_flit),
        .sa_gnt(sa_gnt_t[o*PORTS +: PORTS]),
        .out_valid(out_valid[o]), .out_flit(out_flit[o*FLIT_W +: FLIT_W]),
        .credit_valid(out_credit_valid[o]), .credit_lane(out_credit_lane[o]));
      for (i = 0; i < NI; i = i + 1) begin : va
        assign va_req_t[o*NI + i] = va_req[i*PORTS + o];
      end
      for (i = 0; i < PORTS; i = i + 1) begin : sa
        assign sa_req_t[o*PORTS + i] = sa_req[i*PORTS + o];
        assign sa_gnt[i*PORTS + o]   = sa_gnt_t[o*PORTS + i];
      end
    end
  endgenerate

  // grants of all outputs back to the input lanes
  integer a, b;
  always @* begin
    va_gnt  = {NI{1'b0}};
    va_lane = {NI*LANES{1'b0}};
    for (a = 0; a < PORTS; a = a + 1)
      for (b = 0; b < NI; b = b + 1)
        if (va_gnt_t[a*NI + b]) begin
          va_gnt[b] = 1'b1;
          va_lane[b*LANES +: LANES] = va_lane_o[a*LANES +: LANES];
        end
  end
endmodule
