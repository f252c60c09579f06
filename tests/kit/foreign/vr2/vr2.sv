// vr2 -- two-stage wormhole router for 2-D meshes, dimension order X then Y
//
//   stage 1   rx wires -> input queue            (one queue per port)
//   stage 2   route, arbitrate, crossbar -> output register
//
// Ports are numbered N E S W L.  The origin of the mesh is its north-west
// corner: x grows to the east, y grows to the SOUTH.
//
// Flit:  [FlitW-1 -: 2]  kind: bit 0 opens a packet, bit 1 closes it
//                        (00 body, 01 head, 10 tail, 11 single-flit packet)
//        then            x, y of the destination (CoordW bits each, only
//                        looked at in a flit that opens a packet)
//        rest            payload, never looked at
//
// Slot ledger: `Depth` is the number of flits an input may have *inside the
// router*, whether they wait in the queue or already stand in an output
// register.  A slot comes back when the flit leaves on the tx wires.  Thus
// rx_ready is a plain function of one counter, and a blocked router holds
// exactly Depth flits of each input.  A slot turns around in three cycles, so
// Depth >= 3 is needed for one flit per cycle (Depth/3 below that).
module vr2 #(
    parameter int FlitW  = 72,
    parameter int CoordW = 3,
    parameter int Depth  = 4,
    parameter int MyX    = 0,
    parameter int MyY    = 0
) (
    input  logic               clk,
    input  logic               rst,        // active high, synchronous
    // receive side, port p at [p*FlitW +: FlitW]
    input  logic [5*FlitW-1:0] rx_flit,
    input  logic [4:0]         rx_valid,
    output logic [4:0]         rx_ready,
    // transmit side
    output logic [5*FlitW-1:0] tx_flit,
    output logic [4:0]         tx_valid,
    input  logic [4:0]         tx_ready
);
    localparam int P = 5;                  // ports
    localparam int CntW = $clog2(Depth + 1);
    localparam logic [CntW-1:0]   Slots = CntW'(Depth);
    localparam logic [CoordW-1:0] HereX = CoordW'(MyX);
    localparam logic [CoordW-1:0] HereY = CoordW'(MyY);
    localparam int OpenBit  = FlitW - 2;
    localparam int CloseBit = FlitW - 1;

    // one-hot directions
    localparam logic [P-1:0] North = 5'b00001;
    localparam logic [P-1:0] East  = 5'b00010;
    localparam logic [P-1:0] South = 5'b00100;
    localparam logic [P-1:0] West  = 5'b01000;
    localparam logic [P-1:0] Local = 5'b10000;

`ifndef __ICARUS__                          // Icarus 11 has no elaboration tasks
    if (Depth < 1 || MyX < 0 || MyX >= 2**CoordW || MyY < 0 || MyY >= 2**CoordW) begin : g_refuse
        $error("vr2: Depth must be at least 1, MyX and MyY must fit into CoordW bits");
    end
`endif

    logic [P*FlitW-1:0] q_flit;            // front of each queue
    logic [P-1:0]       q_empty;
    logic [P-1:0]       q_pop;
    logic [P*P-1:0]     ask;               // [o*P + i]: front of i opens a packet to o
    logic [P*P-1:0]     go;                // [o*P + i]: front of i moves to o now
    logic [P*P-1:0]     gone;              // [o*P + i]: a flit of i leaves on tx o now

    // ------------------------------------------------------------ receive
    for (genvar i = 0; i < P; i++) begin : g_rx
        logic [CntW-1:0]   used;           // the slot ledger
        logic [CntW-1:0]   freed;
        logic [CoordW-1:0] dst_x, dst_y;
        logic [CoordW:0]   dx, dy;         // with sign
        logic [P-1:0]      dir;
        logic              push;

        assign rx_ready[i] = (used != Slots);
        assign push        = rx_valid[i] && rx_ready[i];

        vr2_fifo #(.FlitW(FlitW), .Depth(Depth)) u_fifo (
            .clk   (clk),
            .rst   (rst),
            .push  (push),
            .din   (rx_flit[i*FlitW +: FlitW]),
            .pop   (q_pop[i]),
            .dout  (q_flit[i*FlitW +: FlitW]),
            .empty (q_empty[i])
        );

        // X first, then Y.  Sign of the difference instead of < and >: those
        // are constant (and warned about) in the outer rows and columns.
        assign dst_x = q_flit[i*FlitW + FlitW-3          -: CoordW];
        assign dst_y = q_flit[i*FlitW + FlitW-3 - CoordW -: CoordW];
        assign dx    = {1'b0, dst_x} - {1'b0, HereX};
        assign dy    = {1'b0, dst_y} - {1'b0, HereY};
        always_comb begin
            if      (dx[CoordW]) dir = West;
            else if (dx != '0)   dir = East;
            else if (dy[CoordW]) dir = North;
            else if (dy != '0)   dir = South;
            else                 dir = Local;
        end

        for (genvar o = 0; o < P; o++) begin : g_ask
            assign ask[o*P + i] = dir[o] && !q_empty[i] && q_flit[i*FlitW + OpenBit];
        end

        assign q_pop[i] = go[0*P+i] | go[1*P+i] | go[2*P+i] | go[3*P+i] | go[4*P+i];

        // flits of this input may stand in several output registers
        always_comb begin
            freed = '0;
            for (int o = 0; o < P; o++)
                freed = freed + {{(CntW-1){1'b0}}, gone[o*P + i]};
        end
        always_ff @(posedge clk) begin
            if (rst) used <= '0;
            else     used <= used + {{(CntW-1){1'b0}}, push} - freed;
        end
    end

    // ----------------------------------------------------------- transmit
    for (genvar o = 0; o < P; o++) begin : g_tx
        logic             vld;             // output register
        logic [FlitW-1:0] flit;
        logic [P-1:0]     from;            // whose slot the flit occupies
        logic             lock;            // a packet is under way ...
        logic [P-1:0]     owner;           // ... from this input
        logic [P-1:0]     gnt, sel;
        logic             room, move;
        logic [FlitW-1:0] pick;

        assign room = !vld || tx_ready[o];

        vr2_rrarb #(.N(P)) u_arb (
            .clk  (clk),
            .rst  (rst),
            .req  (ask[o*P +: P]),
            .take (move && !lock),
            .gnt  (gnt)
        );

        assign sel         = lock ? owner & ~q_empty : gnt;
        assign move        = room && (sel != '0);
        assign go[o*P +: P]   = room ? sel : '0;
        assign gone[o*P +: P] = (vld && tx_ready[o]) ? from : '0;

        always_comb begin
            pick = '0;
            for (int i = 0; i < P; i++)
                pick = pick | ({FlitW{sel[i]}} & q_flit[i*FlitW +: FlitW]);
        end

        always_ff @(posedge clk) begin
            if (rst) begin
                vld   <= 1'b0;
                lock  <= 1'b0;
                owner <= '0;
                from  <= '0;
            end else if (room) begin
                vld <= move;
                if (move) begin
                    lock  <= !pick[CloseBit];
                    owner <= sel;
                    from  <= sel;
                end
            end
        end
        always_ff @(posedge clk) begin
            if (move) flit <= pick;
        end

        assign tx_valid[o]                = vld;
        assign tx_flit[o*FlitW +: FlitW]  = flit;
    end
endmodule
