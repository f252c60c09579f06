// axis_to_torus_sva.sv: what a stream into a torus router promises, and what it asks of its sender
// and of the router's credits. Bound to every instance.
`default_nettype none

module axis_to_torus_sva #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned Depth      = 8,
  parameter int unsigned Header     = 1,
  parameter int unsigned DataWidth  = 32,
  parameter int unsigned UserWidth  = 4,
  parameter int unsigned IdWidth    = 4
) (
  input logic                                             clk_i,
  input logic                                             rst_ni,
  input logic [4*torus_pkg::CoordinateWidth-1:0]          coordinate_i,
  input logic [4*torus_pkg::CoordinateWidth-1:0]          side_i,
  input logic                                             tvalid_i,
  input logic                                             tready_o,
  input logic [DataWidth-1:0]                             tdata_i,
  input logic                                             tlast_i,
  input logic [Dimensions*torus_pkg::CoordinateWidth-1:0] tdest_i,
  input logic [IdWidth-1:0]                               tid_i,
  input logic [UserWidth-1:0]                             tuser_i,
  input logic [2*Dimensions*noc_pkg::FlitWidth-1:0]       inject_o,
  input logic [2*Dimensions-1:0]                          credit_i
);

  localparam int unsigned NumPorts    = 2 * Dimensions;
  localparam int unsigned PlacesWidth = 8 * Dimensions;
  localparam int unsigned BeatWidth   = DataWidth + 1 + PlacesWidth + IdWidth + UserWidth;
  localparam int unsigned ContentLow  = (Header == 1) ? 0 : 28;

  axis_stream_sva #(.Width(BeatWidth)) i_sender (
    .clk_i, .rst_ni, .tvalid_i, .tready_i(tready_o),
    .beat_i({tdata_i, tlast_i, tdest_i, tid_i, tuser_i})
  );

  // The flit on a port, if there is one, and where its hops lead.
  logic [NumPorts-1:0]    used;
  logic [63:0]            flit;
  int unsigned            port;   // where it lies
  logic [PlacesWidth-1:0] place;  // of a head's end; bodies know none
  int unsigned            way;    // port of its first hop
  logic                   is_shortest;
  always_comb begin : on_port
    int hops;
    int side;
    int at;
    flit = '0;
    port = 0;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      used[p] = inject_o[64*p+63];
      if (used[p]) begin
        flit = inject_o[64*p +: 64];
        port = p;
      end
    end
    place = '0;
    way = 0;
    is_shortest = 1'b1;
    for (int unsigned k = 0; k < Dimensions; k++) begin
      hops = int'(32'(flit[7*(Dimensions-1-k) +: 7]));
      if (hops > 63) hops = hops - 128;
      side = int'(32'(side_i[8*(Dimensions-1-k) +: 8]));
      at = int'(32'(coordinate_i[8*(Dimensions-1-k) +: 8])) + hops;
      if (at < 0) at = at + side;
      if (at >= side) at = at - side;
      place[8*(Dimensions-1-k) +: 8] = 8'(unsigned'(at));
      if (2 * hops > side || -2 * hops >= side) is_shortest = 1'b0;
      if (hops != 0) way = 2 * (Dimensions - 1 - k) + ((hops < 0) ? 1 : 0);
    end
  end

  logic                   is_header;  // a flit that is no beat
  assign is_header = Header == 1 && flit[58];

  logic [PlacesWidth-1:0] goal_q;   // of the packet that is under way in
  logic [PlacesWidth-1:0] place_q;  // of the packet that is under way out
  logic [PlacesWidth-1:0] goal;
  logic                   first_in_q;
  logic                   first_out_q;
  int unsigned            port_q;
  assign goal = first_in_q ? tdest_i : goal_q;
  in_order_sva #(.Width(BeatWidth), .Depth(2), .Prompt(0)) i_order (
    .clk_i, .rst_ni, .enters_i(tvalid_i && tready_o),
    .entering_i({tdata_i, tlast_i, goal, tid_i, tuser_i}), .shown_i(flit[63] && !is_header),
    .word_i({flit[ContentLow +: DataWidth], flit[57], flit[58] ? place : place_q,
             flit[ContentLow+DataWidth+UserWidth +: IdWidth],
             flit[ContentLow+DataWidth +: UserWidth]}),
    .leaves_i(1'b1)
  );

  int unsigned credit_q [0:NumPorts-1];
  always_ff @(posedge clk_i) begin : check
    if (!rst_ni) begin
      first_in_q  <= 1'b1;
      first_out_q <= 1'b1;
      for (int unsigned p = 0; p < NumPorts; p++) credit_q[p] <= Depth;
    end else begin
      if (tvalid_i && tready_o) begin
        first_in_q <= tlast_i;
        goal_q     <= goal;
        if (first_in_q) begin
          for (int unsigned d = 0; d < Dimensions; d++) begin
            a_place_exists: assert (tdest_i[8*d +: 8] < side_i[8*d +: 8])
              else $error("tdest %h is no place of the torus, its sides are %h", tdest_i, side_i);
          end
        end
      end
      a_one_port: assert ($onehot0(used)) else $error("flits on several ports: %b", used);
      for (int unsigned p = 0; p < NumPorts; p++) begin
        if (!used[p]) begin
          a_zero_without_flit: assert (inject_o[64*p +: 64] == '0)
            else $error("port %0d without a flit is %h", p, inject_o[64*p +: 64]);
        end
      end
      if (flit[63]) begin
        a_data: assert (flit[62:59] == 4'(noc_pkg::Data))
          else $error("a flit of kind %0d", flit[62:59]);
        a_whole_packets: assert (flit[58] == first_out_q)
          else $error("a flit whose head bit is %b where a packet %s", flit[58],
                      first_out_q ? "begins" : "goes on");
        a_header_goes_ahead: assert (!(is_header && flit[57]))
          else $error("header %h is a tail", flit);
        first_out_q <= flit[57];
        if (flit[58]) begin
          a_no_other_hops: assert (flit[27:0] >> (7 * Dimensions) == '0)
            else $error("head %h has hops in dimensions that the torus has not", flit);
          a_first_hop: assert (port == way)
            else $error("head %h on port %0d, its first hop is over %0d", flit, port, way);
          a_shortest: assert (is_shortest) else $error("head %h goes a long way", flit);
          place_q <= place;
          port_q  <= port;
        end else begin
          a_port_kept: assert (port == port_q)
            else $error("flit %h on port %0d, its packet is on %0d", flit, port, port_q);
        end
      end
      // A flit was paid for with what was left at the edge at which it came here.
      for (int unsigned p = 0; p < NumPorts; p++) begin
        a_credit_due: assert (!credit_i[p] || used[p] || credit_q[p] < Depth)
          else $error("port %0d: a credit came back that was not spent", p);
        a_funded: assert (!used[p] || credit_q[p] != 0)
          else $error("port %0d: flit %h sent without credit", p, flit);
        credit_q[p] <= credit_q[p] + 32'(credit_i[p]) - 32'(used[p]);
      end
    end
  end

endmodule

bind axis_to_torus axis_to_torus_sva #(
  .Dimensions(Dimensions), .Depth(Depth), .Header(Header), .DataWidth(DataWidth),
  .UserWidth(UserWidth), .IdWidth(IdWidth)
) i_sva (.*);

`default_nettype wire
