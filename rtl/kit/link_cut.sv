// link_cut.sv: registers between an output of a router and its link, for routers whose outputs
// follow their inputs within a cycle.
//
// A flit shows on the link one cycle after the router has shown it. With Link 1 (valid and ready)
// there are two slots, so that a flit goes in every cycle though ready_o, what the router sees, is
// state: one slot is free. Several lanes share them, as they share the wires. With Link 2 (credits)
// there is one register, since what the router sends the far end has room for; credits that the
// router returns at the same port, back_i, go through a register, too.
`default_nettype none

module link_cut #(
  parameter int unsigned Lanes     = 1,
  parameter int unsigned FlitWidth = 64,
  parameter int unsigned Link      = 1  // 1 ready, 2 credit
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic [FlitWidth-1:0] flit_i,  // of the router
  input  logic [Lanes-1:0]     valid_i,
  output logic [Lanes-1:0]     ready_o,
  input  logic [Lanes-1:0]     back_i,
  output logic [FlitWidth-1:0] flit_o,  // to the link
  output logic [Lanes-1:0]     valid_o,
  input  logic [Lanes-1:0]     ready_i,
  output logic [Lanes-1:0]     back_o
);

  if (Link != 1 && Link != 2) begin : gen_bad_link
    $error("link_cut: Link must be 1 (ready) or 2 (credit), got %0d", Link);
  end

  logic [Lanes-1:0]     first_q;  // the lane of what shows on the link
  logic [Lanes-1:0]     second_q;
  logic [Lanes-1:0]     back_q;
  logic [FlitWidth-1:0] first_flit_q;
  logic [FlitWidth-1:0] second_flit_q;

  logic takes;
  logic leaves;
  assign takes  = valid_i != '0 && second_q == '0;
  assign leaves = Link == 2 || first_q == '0 || (first_q & ready_i) != '0;

  assign ready_o = (Link == 1 && second_q == '0) ? '1 : '0;
  assign flit_o  = first_flit_q;
  assign valid_o = first_q;
  assign back_o  = back_q;

  always_ff @(posedge clk_i) begin : slots
    back_q <= (Link == 2) ? back_i : '0;
    if (leaves) begin
      first_q      <= (second_q != '0) ? second_q : valid_i;
      first_flit_q <= (second_q != '0) ? second_flit_q : flit_i;
      second_q     <= '0;
    end else if (takes) begin
      second_q      <= valid_i;
      second_flit_q <= flit_i;
    end
    if (!rst_ni) begin
      first_q  <= '0;
      second_q <= '0;
      back_q   <= '0;
    end
  end

endmodule

`default_nettype wire
