// star_cut_output_fv.sv: what leaves a star graph's router that cuts through by one lane: packets,
// flit after flit, and those of the packet that is followed.
//
// Order 3: own lanes 0 and 1, links 2 and 3.
`default_nettype none

module star_cut_output_fv #(
  parameter int unsigned Lane        = 0,
  parameter int unsigned Flits       = 4,
  localparam int unsigned NumPorts   = 2,
  localparam int unsigned Port       = Lane % NumPorts,
  localparam int unsigned FlitWidth  = noc_pkg::FlitWidth,
  localparam int unsigned PlaceWidth = $clog2(Flits)
) (
  input  logic                         clk_i,
  input  logic                         runs_i,       // out of reset
  input  logic [FlitWidth-1:0]         flit_i,       // that leaves now
  // The router's.
  input  logic [PlaceWidth-1:0]        next_i,       // place of the flit to leave next, 0: of none
  input  logic [1:0]                   source_i,     // from there: a link, or the port's own lane
  input  logic                         live_i,
  input  logic                         ended_i,
  // Of the packet that is followed.
  input  logic [1:0]                   from_i,       // its input
  input  logic [Flits*FlitWidth-1:0]   packet_i,
  input  logic                         is_pending_i, // its head is to leave here
  input  logic                         is_cut_i,     // it has broken off
  input  logic                         cuts_i,       // it breaks off at this edge
  input  logic [1:0]                   cut_at_i,     // before this place
  output logic                         used_o,
  output logic                         in_midst_o,   // what leaves is not a head
  output logic                         leads_o,      // it is the head of the packet
  output logic                         mine_o,       // what is to leave next is of the packet
  output logic                         sends_o,      // it is to be read from an input
  output logic [1:0]                   next_o,
  output logic [1:0]                   read_from_o,  // that one
  output logic                         agrees_o      // the router's state is the model's
);

  logic [1:0] place_q;    // of the flit that leaves now, if it is not a head
  logic       mine_q;     // that is of the packet
  logic       nothing_q;  // and had not come
  logic       is_mine;
  logic [noc_pkg::TagWidth-1:0] tag;  // bit 0: of the packet, bit 1: of a later one
  assign tag = noc_pkg::flit_tag(flit_i);
  assign used_o = noc_pkg::flit_valid(flit_i);
  assign in_midst_o = place_q != '0;
  assign leads_o = used_o && !in_midst_o && tag[0];
  assign is_mine = leads_o || (in_midst_o && mine_q);
  assign next_o = (!used_o || 32'(place_q) == Flits - 1) ? 2'd0 : place_q + 2'd1;
  assign mine_o = is_mine && next_o != '0;
  assign sends_o = next_o != '0 && !ended_i;
  always_ff @(posedge clk_i) begin : remember
    place_q <= runs_i ? next_o : '0;
    mine_q <= mine_o;
    nothing_q <= is_cut_i || (cuts_i && next_o == cut_at_i);
  end

  // A head leaves over a link with its route or its address a hop on.
  logic [noc_pkg::ContentWidth-1:0] was;
  logic [noc_pkg::ContentWidth-1:0] becomes;
  logic [FlitWidth-1:0]             expected;
  assign was = star_pkg::content_of(packet_i[FlitWidth-1:0]);
  always_comb begin : hop
    becomes = was;
    if (noc_pkg::flit_kind(packet_i[FlitWidth-1:0]) == noc_pkg::Flood) begin
      becomes[2:0] = was[3*(Port+1) +: 3];
      becomes[3*(Port+1) +: 3] = was[2:0];
    end else begin
      becomes[star_pkg::RouteWidth-1:0] = was[star_pkg::RouteWidth-1:0] >> 3;
    end
    expected = packet_i[FlitWidth-1:0];
    if (Lane >= NumPorts) expected = star_pkg::with_content(packet_i[FlitWidth-1:0], becomes);
    for (int unsigned k = 1; k < Flits; k++) begin
      if (32'(place_q) == k) expected = nothing_q ? star_pkg::Nothing
                                                  : packet_i[k*FlitWidth +: FlitWidth];
    end
  end
  same_word_fv i_sent (
    .matters_i(runs_i && is_mine), .flit_i(flit_i), .expected_i(expected)
  );

  // What is delivered comes from the link; a port sends from any link, or from its own lane.
  assign read_from_o = (Lane < NumPorts) ? 2'(NumPorts + Port)
                     : (32'(source_i) == NumPorts) ? 2'(Port) : 2'(NumPorts + 32'(source_i));
  assign agrees_o = 2'(next_i) == next_o && 32'(place_q) < Flits
      && !(live_i && (ended_i || next_o == '0)) && !(ended_i && next_o == '0)
      && (next_o == '0 || Lane < NumPorts || 32'(source_i) <= NumPorts)
      && (!mine_o || (read_from_o == from_i && ended_i == is_cut_i));

  always_comb begin : properties
    if (runs_i) begin
      a_framed: assert (in_midst_o ? used_o : !used_o || noc_pkg::flit_head(flit_i));
      a_none_made: assert (!used_o || !tag[0] || (in_midst_o ? mine_q : is_pending_i));
      a_in_order: assert (!(used_o && !in_midst_o && is_pending_i && tag[1:0] == 2'd2));
    end
  end

endmodule

`default_nettype wire
