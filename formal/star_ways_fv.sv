// star_ways_fv.sv: the ways of a packet in a star graph's router: by its route, or by the tables.
//
// Ports, then the PE; none: the packet is astray. Lanes: own ones, then links.
`default_nettype none

module star_ways_fv #(
  parameter int unsigned Order     = 3,
  localparam int unsigned NumPorts = Order - 1
) (
  input  logic                          rule_i,
  input  logic [1:0]                    lane_i,
  input  logic [noc_pkg::FlitWidth-1:0] head_i,
  output logic [NumPorts:0]             ways_o
);

  logic [noc_pkg::ContentWidth-1:0] content;
  logic [NumPorts-1:0]              parent;
  logic [NumPorts-1:0]              children;
  assign content = star_pkg::content_of(head_i);
  star_tree #(.Order(Order), .Tables(1)) i_tree (
    .rule_i(rule_i), .address_i(content[star_pkg::PermWidth-1:0]),
    .tree_i(content[star_pkg::PermWidth +: star_pkg::TreeWidth]), .parent_o(parent),
    .children_o(children)
  );

  logic [star_pkg::MaxOrder-1:0] seen;  // symbols
  logic                          is_source;
  always_comb begin : symbols
    seen = '0;
    is_source = 1'b1;
    for (int unsigned q = 0; q < Order; q++) begin
      for (int unsigned symbol = 0; symbol < Order; symbol++) begin
        if (content[3*q +: 3] == 3'(symbol)) seen[symbol] = 1'b1;
      end
      if (content[3*q +: 3] != 3'(q)) is_source = 1'b0;
    end
  end

  always_comb begin : ways
    ways_o = '0;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      if (noc_pkg::flit_kind(head_i) == noc_pkg::Flood) begin
        if (32'(lane_i) == p) ways_o[p] = 1'b1;
        if (32'(lane_i) == NumPorts + p && parent[p] && !is_source && $countones(seen) == Order
            && 32'(content[star_pkg::PermWidth +: 3]) < NumPorts) ways_o = {1'b1, children};
      end else if (noc_pkg::flit_kind(head_i) == noc_pkg::Data) begin
        if (content[2:0] == 3'(p + 1) && 32'(lane_i) != NumPorts + p
            && (32'(lane_i) >= NumPorts || 32'(lane_i) == p)) ways_o[p] = 1'b1;
        if (content[2:0] == '0 && 32'(lane_i) >= NumPorts) ways_o[NumPorts] = 1'b1;
      end
    end
  end

endmodule

`default_nettype wire
