// vr2_rrarb -- round-robin arbiter with a thermometer mask
//
// The mask marks the requesters behind the last winner; they go first.  It
// moves only with `take`, i.e. when the winner really used its grant, so each
// standing request is passed by every rival at most once.
module vr2_rrarb #(
    parameter int N = 5
) (
    input  logic         clk,
    input  logic         rst,
    input  logic [N-1:0] req,
    input  logic         take,
    output logic [N-1:0] gnt           // one-hot, or zero without request
);
    localparam logic [N-1:0] One = {{(N-1){1'b0}}, 1'b1};

    logic [N-1:0] mask, req_hi, pick;

    assign req_hi = req & mask;
    assign pick   = (req_hi != '0) ? req_hi : req;
    assign gnt    = pick & (~pick + One);

    always_ff @(posedge clk) begin
        if (rst)       mask <= '0;
        else if (take) mask <= ~(gnt | (gnt - One));
    end
endmodule
