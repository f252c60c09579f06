// torus_pair_fv.sv: two neighbours on a ring and the link between them, as one.
//
// What torus_router_fv assumes of a router's neighbours, each keeps to here towards the other: what
// one sends over the link is what the other may be sent, and what it has sent and has no credit
// for lies in the other's queue. So all that it asserts of one router holds of both, from the PEs
// and the links at either end of the pair on, of which it assumes the same as before.
`default_nettype none

module torus_pair_fv #(
  localparam int unsigned NumPorts    = 4,  // inject or eject + and -, then the channels + and -
  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth,
  localparam int unsigned CreditWidth = torus_pkg::CreditWidth
) (
  input logic                            clk_i,
  // At the ends: PEs, + into the first, - into the second.
  input logic [3*FlitWidth-1:0]          first_lane_i,
  input logic [3*FlitWidth-1:0]          second_lane_i,
  input logic [CreditWidth-1:0]          first_credit_i,
  input logic [CreditWidth-1:0]          second_credit_i,
  input logic [1:0]                      first_stall_i,
  input logic [1:0]                      second_stall_i,
  input logic                            first_follow_i,
  input logic                            second_follow_i
);

  (* hierconn *) logic [NumPorts*FlitWidth-1:0]   \i_first.out_lane ;
  (* hierconn *) logic [NumPorts*FlitWidth-1:0]   \i_second.out_lane ;
  (* hierconn *) logic [NumPorts*CreditWidth-1:0] \i_first.credit ;
  (* hierconn *) logic [NumPorts*CreditWidth-1:0] \i_second.credit ;
  (* hierconn *) logic [7:0]                      \i_first.coordinate ;
  (* hierconn *) logic [7:0]                      \i_second.coordinate ;
  (* hierconn *) logic [7:0]                      \i_first.side ;
  (* hierconn *) logic [7:0]                      \i_second.side ;
  // By port, at the last step: flits in the queue and whether a worm is coming in; flits sent
  // without a credit yet and whether a worm is going out.
  (* hierconn *) logic [4*NumPorts-1:0]           \i_first.count_q ;
  (* hierconn *) logic [4*NumPorts-1:0]           \i_second.count_q ;
  (* hierconn *) logic [NumPorts-1:0]             \i_first.open_q ;
  (* hierconn *) logic [NumPorts-1:0]             \i_second.open_q ;
  (* hierconn *) logic [4*NumPorts-1:0]           \i_first.sent_q ;
  (* hierconn *) logic [4*NumPorts-1:0]           \i_second.sent_q ;
  (* hierconn *) logic [NumPorts-1:0]             \i_first.worm_q ;
  (* hierconn *) logic [NumPorts-1:0]             \i_second.worm_q ;

  // - comes from the second, + from the first.
  torus_router_fv #(.Linked(2)) i_first (
    .clk_i(clk_i),
    .in_lane_i({\i_second.out_lane [3*FlitWidth +: FlitWidth], first_lane_i}),
    .credit_i({first_credit_i, \i_second.credit [2*CreditWidth +: CreditWidth],
               {2*CreditWidth{1'b0}}}),
    .stall_i(first_stall_i), .follow_i(first_follow_i)
  );
  torus_router_fv #(.Linked(1)) i_second (
    .clk_i(clk_i),
    .in_lane_i({second_lane_i[2*FlitWidth +: FlitWidth],
                \i_first.out_lane [2*FlitWidth +: FlitWidth], second_lane_i[0 +: 2*FlitWidth]}),
    .credit_i({\i_first.credit [3*CreditWidth +: CreditWidth], second_credit_i,
               {2*CreditWidth{1'b0}}}),
    .stall_i(second_stall_i), .follow_i(second_follow_i)
  );

  logic runs_q = 1'b0;
  always_ff @(posedge clk_i) runs_q <= 1'b1;

  always_comb begin : properties
    m_one_ring: assume (\i_first.side == \i_second.side );
    m_next_to_it: assume (\i_second.coordinate == ((\i_first.coordinate + 8'd1 == \i_first.side )
                                                   ? 8'd0 : \i_first.coordinate + 8'd1));
    if (runs_q) begin
      a_link_up: assert (\i_first.sent_q [4*2 +: 4] == \i_second.count_q [4*2 +: 4]
                         && \i_first.worm_q [2] == \i_second.open_q [2]);
      a_link_down: assert (\i_second.sent_q [4*3 +: 4] == \i_first.count_q [4*3 +: 4]
                           && \i_second.worm_q [3] == \i_first.open_q [3]);
    end

    c_both_ways: cover (\i_first.sent_q [4*2 +: 4] == 4'd2 && \i_second.sent_q [4*3 +: 4] == 4'd2);
    c_worm_over_both: cover (\i_first.open_q [2] && \i_first.worm_q [2] && \i_second.worm_q [2]);
  end

endmodule

`default_nettype wire
