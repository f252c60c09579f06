// star_output_fv.sv: what leaves a star graph's router by one lane, of the packet that is followed
// and of others, and which input the router sends from there.
//
// Order 3: own lanes 0 and 1, links 2 and 3. A packet has 1 or 2 flits.
`default_nettype none

module star_output_fv #(
  parameter int unsigned Lane       = 0,
  parameter int unsigned Flits      = 2,
  localparam int unsigned NumPorts  = 2,
  localparam int unsigned Port      = Lane % NumPorts,
  localparam int unsigned FlitWidth = noc_pkg::FlitWidth
) (
  input  logic                         clk_i,
  input  logic                         runs_i,       // out of reset
  input  logic [FlitWidth-1:0]         flit_i,       // that leaves now
  // The router's.
  input  logic                         next_i,       // a second flit is to leave
  input  logic [1:0]                   source_i,     // from there: a link, or the port's own lane
  // Of the packet that is followed.
  input  logic [noc_pkg::TagWidth-1:0] mark_i,
  input  logic [1:0]                   from_i,       // its input
  input  logic [Flits*FlitWidth-1:0]   packet_i,
  input  logic                         is_pending_i, // its head is to leave here
  output logic                         used_o,
  output logic                         in_midst_o,   // what leaves is not a head
  output logic                         marked_o,     // it is of the packet
  output logic                         inside_o,     // it must be: its head left before
  output logic                         leads_o,      // it is its head
  output logic [1:0]                   read_from_o,  // the input of the flit that is to leave
  output logic                         tied_o        // it is of the packet if its head leaves now
);

  logic [3:0] next_q;  // place of the marked flit that must come next
  always_ff @(posedge clk_i) begin : remember
    if (!runs_i || !marked_o || 32'(next_q) == Flits - 1) next_q <= '0;
    else next_q <= next_q + 4'd1;
  end

  assign used_o = noc_pkg::flit_valid(flit_i);
  assign in_midst_o = used_o && !noc_pkg::flit_head(flit_i);
  assign marked_o = used_o && noc_pkg::flit_tag(flit_i) == mark_i;
  assign inside_o = next_q != '0;
  assign leads_o = marked_o && !inside_o;

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
    for (int unsigned k = 1; k < Flits; k++) begin
      if (32'(next_q) == k) expected = packet_i[k*FlitWidth +: FlitWidth];
    end
    if (Lane >= NumPorts && next_q == '0) begin
      expected = star_pkg::with_content(packet_i[FlitWidth-1:0], becomes);
    end
  end
  same_word_fv i_sent (
    .matters_i(runs_i && marked_o), .flit_i(flit_i), .expected_i(expected)
  );

  // What is delivered comes from the link; a port sends from any link, or from its own lane.
  logic is_source;
  assign is_source = Lane < NumPorts || 32'(source_i) <= NumPorts;
  assign read_from_o = (Lane < NumPorts) ? 2'(NumPorts + Port)
                     : (32'(source_i) == NumPorts) ? 2'(Port) : 2'(NumPorts + 32'(source_i));
  assign tied_o = 32'(next_q) < Flits
      && (Flits == 1 ? !next_i : (!next_i || is_source)
                                 && (!leads_o || (next_i && from_i == read_from_o)));

  // A property for each input that the flit may come from: a solver does not split such cases.
  for (genvar l = 0; l < 2 * NumPorts; l++) begin : gen_from
    star_sent_fv i_from (
      .matters_i(runs_i && used_o && 32'(read_from_o) == l), .is_marked_i(marked_o),
      .is_expected_i((inside_o || is_pending_i) && 32'(from_i) == l),
      .is_overtaken_i(is_pending_i && (noc_pkg::flit_tag(flit_i) ^ mark_i) == '1)
    );
  end

endmodule

// In a module of its own: Yosys 0.23 refuses a labelled assertion in a generate block.
module star_sent_fv (
  input logic matters_i,
  input logic is_marked_i,
  input logic is_expected_i,
  input logic is_overtaken_i  // by a packet that came later
);

  always_comb begin : properties
    if (matters_i) begin
      a_none_made: assert (!is_marked_i || is_expected_i);
      a_in_order: assert (!is_overtaken_i);
    end
  end

endmodule

`default_nettype wire
