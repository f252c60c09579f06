// ps1 -- a router that is quick straight ahead.
//
// Every input has a queue of Depth flits whose front asks for its output in the cycle behind the
// one that stored it. A head that goes straight on is answered at once. Any other one first spends
// a cycle in which its way is looked up: straight costs 1 cycle, the rest 2.
//
// Sides: 0 local, 1 west, 2 east, 3 south, 4 north; y grows to the north. Valid and flit come from
// registers, ready says that the queue has room. A link that shows a head keeps showing it.
module ps1 #(
    parameter int Depth = 4
) (
    input  logic             clk, reset_n,
    input  logic [2:0]       my_x, my_y,
    input  logic [4:0][71:0] i_flit,
    input  logic [4:0]       i_valid,
    output logic [4:0]       i_ready,
    output logic [4:0][71:0] o_flit,
    output logic [4:0]       o_valid,
    input  logic [4:0]       o_ready
);
    localparam int IW = (Depth > 1) ? $clog2(Depth) : 1;
    localparam int CW = $clog2(Depth + 1);

    logic [71:0] store [0:5*Depth-1];
    logic [4:0][IW-1:0] rd, wr;
    logic [4:0][CW-1:0] cnt;
    logic [4:0] looked_up;               // the front head's way is known
    logic [4:0] busy;                    // output: a packet is being shown or is under way ...
    logic [4:0][2:0] whose;              // ... from this input
    logic [4:0][2:0] turn;               // output: input that is asked first next time

    logic [4:0][71:0] front;
    logic [4:0][2:0] goes_to;
    logic [4:0] asks, straight, pop;
    logic [4:0] seen;
    logic [4:0][2:0] pick;

    function automatic logic [2:0] facing(input logic [2:0] side);
        case (side)
            3'd1: facing = 3'd2;
            3'd2: facing = 3'd1;
            3'd3: facing = 3'd4;
            3'd4: facing = 3'd3;
            default: facing = 3'd7;      // nothing faces the local side
        endcase
    endfunction

    function automatic logic [2:0] nth(input logic [2:0] first, input int k);
        nth = 3'((int'(first) + k) % 5);
    endfunction

    always_comb begin
        for (int i = 0; i < 5; i++) begin
            front[i] = store[i*Depth + int'(rd[i])];
            i_ready[i] = cnt[i] != CW'(Depth);
            if (front[i][69:67] > my_x)      goes_to[i] = 3'd2;
            else if (front[i][69:67] < my_x) goes_to[i] = 3'd1;
            else if (front[i][66:64] > my_y) goes_to[i] = 3'd4;
            else if (front[i][66:64] < my_y) goes_to[i] = 3'd3;
            else                             goes_to[i] = 3'd0;
            straight[i] = goes_to[i] == facing(3'(i));
            asks[i] = cnt[i] != 0 && front[i][71] && (straight[i] || looked_up[i]);
        end
        pop = '0;
        o_valid = '0;
        o_flit = '0;
        pick = whose;
        seen = busy;
        for (int o = 0; o < 5; o++) begin
            if (!busy[o]) begin
                for (int k = 4; k >= 0; k--) begin      // the last one written wins: turn itself
                    if (asks[nth(turn[o], k)] && goes_to[nth(turn[o], k)] == 3'(o)) begin
                        pick[o] = nth(turn[o], k);
                        seen[o] = 1'b1;
                    end
                end
            end
            if (seen[o] && cnt[pick[o]] != 0) begin
                o_valid[o] = 1'b1;
                o_flit[o] = front[pick[o]];
                pop[pick[o]] = o_ready[o];
            end
        end
    end

    always_ff @(posedge clk) begin
        for (int i = 0; i < 5; i++) begin
            if (i_valid[i] && i_ready[i]) begin
                store[i*Depth + int'(wr[i])] <= i_flit[i];
                wr[i] <= (int'(wr[i]) == Depth - 1) ? '0 : wr[i] + 1'b1;
            end
            if (pop[i]) rd[i] <= (int'(rd[i]) == Depth - 1) ? '0 : rd[i] + 1'b1;
            cnt[i] <= cnt[i] + CW'(i_valid[i] && i_ready[i]) - CW'(pop[i]);
            looked_up[i] <= cnt[i] != 0 && front[i][71] && !pop[i];
        end
        for (int o = 0; o < 5; o++) begin
            busy[o] <= seen[o];
            whose[o] <= pick[o];
            if (o_valid[o] && o_ready[o] && o_flit[o][70]) busy[o] <= 1'b0;
            if (seen[o] && !busy[o]) turn[o] <= (pick[o] == 3'd4) ? 3'd0 : pick[o] + 3'd1;
        end
        if (!reset_n) begin
            rd <= '0; wr <= '0; cnt <= '0; looked_up <= '0;
            busy <= '0; whose <= '0; turn <= '0;
        end
    end
endmodule
