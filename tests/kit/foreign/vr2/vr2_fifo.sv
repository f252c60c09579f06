// vr2_fifo -- first-word-fall-through queue, any depth >= 1
//
// There is no "full" output: whoever pushes has counted the slots (see the
// slot ledger in vr2.sv).  Storage is not reset, the bookkeeping is.
module vr2_fifo #(
    parameter int FlitW = 72,
    parameter int Depth = 4
) (
    input  logic             clk,
    input  logic             rst,      // active high, synchronous
    input  logic             push,
    input  logic [FlitW-1:0] din,
    input  logic             pop,
    output logic [FlitW-1:0] dout,     // oldest flit, meaningful if !empty
    output logic             empty
);
    localparam int PtrW = (Depth > 1) ? $clog2(Depth) : 1;
    localparam int CntW = $clog2(Depth + 1);
    localparam logic [PtrW-1:0] Last = PtrW'(Depth - 1);

    logic [FlitW-1:0] mem [0:Depth-1];
    logic [PtrW-1:0]  wptr, rptr;
    logic [CntW-1:0]  fill;

    assign dout  = mem[rptr];
    assign empty = (fill == '0);

    always_ff @(posedge clk) begin
        if (push) mem[wptr] <= din;
    end

    always_ff @(posedge clk) begin
        if (rst) begin
            wptr <= '0;
            rptr <= '0;
            fill <= '0;
        end else begin
            if (push) wptr <= (wptr == Last) ? '0 : wptr + 1'b1;
            if (pop)  rptr <= (rptr == Last) ? '0 : rptr + 1'b1;
            case ({push, pop})
                2'b10:   fill <= fill + 1'b1;
                2'b01:   fill <= fill - 1'b1;
                default: fill <= fill;
            endcase
        end
    end
endmodule
