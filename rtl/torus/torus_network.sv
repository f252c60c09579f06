// torus_network.sv: the routers of a torus or a mesh, wired.
//
// Node x_0 + n_0 * (x_1 + n_1 * (x_2 + ...)) of sides n_d. By default the links are the routers'
// output registers themselves: a flit captured from inject_i at one edge lies on its first link
// after it, and each further edge takes it one link on. Links have LinkStages registers more, by
// dimension, and the wires of the credits that come back over them CreditStages. All routers are
// alike. Outputs of a node: PePorts ejection ports, then its outgoing channels, before registers of
// links. A side of 1 has no links; a side of 2 has two to the same neighbour. Without Wrap no link
// leads from the last node of a side to the first or back: a mesh.
`default_nettype none

module torus_network #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned HopsWidth  = torus_pkg::HopsWidth,  // as the routers'
  // n_d, dimension 0 in the lowest entry.
  parameter logic [Dimensions*(HopsWidth+1)-1:0] Sides = 16'h0303,
  parameter int unsigned NumNodes   = 9,  // the product of the sides
  parameter int unsigned Lanes      = 2,
  parameter int unsigned Depth      = 8,
  parameter int unsigned PePorts    = 2 * Dimensions,  // of a node, each way; or 1
  parameter int unsigned Wrap       = 1,
  // As the routers'.
  parameter int unsigned HeadWait     = 0,
  parameter int unsigned BodyWait     = 0,
  parameter int unsigned OutStages    = 0,
  parameter int unsigned CreditDelay  = 0,
  // 0 to 15, dimension 0 in the lowest entry of 4 bits.
  parameter logic [4*Dimensions-1:0] LinkStages = '0,
  parameter int unsigned CreditStages = 0
) (
  input  logic                                           clk_i,
  input  logic                                           rst_ni,
  input  logic                                           strict_i,  // as the routers'
  input  logic [NumNodes*PePorts*noc_pkg::FlitWidth-1:0] inject_i,  // by node and port
  output logic [NumNodes*PePorts-1:0]                    inject_credit_o,
  input  logic [NumNodes*PePorts-1:0]                    stall_i,  // by node and port
  output logic [NumNodes*(PePorts+2*Dimensions)*noc_pkg::FlitWidth-1:0] out_lane_o,
  output logic                                           busy_o,  // any router or link is
  output logic [NumNodes*noc_pkg::ViolationWidth-1:0]    violation_o,
  output logic [NumNodes*(PePorts+2*Dimensions)-1:0]     violation_in_o,
  output logic [NumNodes*(PePorts+2*Dimensions)-1:0]     violation_out_o,
  output logic [NumNodes*32-1:0]                         stalled_o,
  output logic [NumNodes*32-1:0]                         blocked_o
);

  localparam int unsigned NumChannels = 2 * Dimensions;
  localparam int unsigned NumPorts    = PePorts + NumChannels;
  localparam int unsigned PlaceWidth  = HopsWidth + 1;
  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth;
  localparam int unsigned CreditWidth = torus_pkg::CreditWidth;
  localparam int unsigned MaxSide     = 1 << (HopsWidth - 1);

  // Nodes between neighbours along dimension d; of d = Dimensions: all nodes.
  function automatic int unsigned stride_of(input int unsigned d);
    stride_of = 1;
    for (int unsigned lower = 0; lower < Dimensions; lower++) begin
      if (lower < d) stride_of = stride_of * 32'(Sides[lower*PlaceWidth +: PlaceWidth]);
    end
  endfunction

  function automatic int unsigned side_of(input int unsigned d);
    side_of = 32'(Sides[d*PlaceWidth +: PlaceWidth]);
  endfunction

  function automatic int unsigned place_of(input int unsigned node, input int unsigned d);
    place_of = (node / stride_of(d)) % side_of(d);
  endfunction

  function automatic int unsigned neighbour_of(input int unsigned node, input int unsigned channel);
    int unsigned from;
    int unsigned to;
    from = place_of(node, channel / 2);
    to = (channel % 2 == 0) ? (from + 1) % side_of(channel / 2)
                            : (from + side_of(channel / 2) - 1) % side_of(channel / 2);
    neighbour_of = node + to * stride_of(channel / 2) - from * stride_of(channel / 2);
  endfunction

  // Whether an outgoing channel of a node is a link.
  function automatic logic is_link(input int unsigned node, input int unsigned channel);
    is_link = side_of(channel / 2) > 1
              && (Wrap != 0
                  || place_of(node, channel / 2)
                     != ((channel % 2 == 0) ? side_of(channel / 2) - 1 : 0));
  endfunction

  function automatic logic [4*PlaceWidth-1:0] coordinates_of(input int unsigned node);
    coordinates_of = '0;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      coordinates_of[d*PlaceWidth +: PlaceWidth] = PlaceWidth'(place_of(node, d));
    end
  endfunction

  // Of a torus that breaks a rule no router is built: it might be endless.
  function automatic logic sides_fit();
    sides_fit = 1'b1;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      if (side_of(d) < 1 || side_of(d) > MaxSide) sides_fit = 1'b0;
    end
  endfunction

  for (genvar d = 0; d < Dimensions; d++) begin : gen_side
    if (side_of(d) < 1 || side_of(d) > MaxSide) begin : gen_bad_side
      $error("torus_network: a side must be 1 to half of 2^HopsWidth, side %0d is %0d", d,
             side_of(d));
    end
  end
  if (stride_of(Dimensions) != NumNodes || NumNodes > 4096) begin : gen_bad_num_nodes
    $error(
        "torus_network: NumNodes must be the product of the sides, at most 4096, got %0d and %0d",
        NumNodes, stride_of(Dimensions));
  end

  if (Wrap > 1) begin : gen_bad_wrap
    $error("torus_network: Wrap must be 0 or 1, got %0d", Wrap);
  end
  if (CreditStages > 15) begin : gen_bad_credit_stages
    $error("torus_network: CreditStages must be 0 to 15, got %0d", CreditStages);
  end

  logic [NumNodes-1:0]                      busy;
  logic [NumNodes*NumPorts*CreditWidth-1:0] credit;  // that routers give
  assign busy_o = busy != '0;

  localparam int unsigned NumRouters =
      (sides_fit() && stride_of(Dimensions) == NumNodes && NumNodes <= 4096) ? NumNodes : 0;

  for (genvar node = 0; node < NumRouters; node++) begin : gen_node
    logic [NumPorts*FlitWidth-1:0]   in_lane;
    logic [NumPorts*CreditWidth-1:0] credit_back;
    /*verilator tracing_off*/
    logic                            router_busy;
    logic [2*NumChannels-1:0]        held;  // links to here and wires of credits that hold any
    /*verilator tracing_on*/

    assign busy[node] = router_busy || held != '0;
    assign in_lane[0 +: PePorts*FlitWidth] =
        inject_i[node*PePorts*FlitWidth +: PePorts*FlitWidth];
    assign credit_back[0 +: PePorts*CreditWidth] = '0;

    for (genvar e = 0; e < PePorts; e++) begin : gen_pe_port
      assign inject_credit_o[node*PePorts+e] = credit[(node*NumPorts+e)*CreditWidth];
    end

    for (genvar c = 0; c < NumChannels; c++) begin : gen_channel
      localparam int unsigned Before = neighbour_of(node, (c % 2 == 0) ? c + 1 : c - 1);
      localparam int unsigned Behind = neighbour_of(node, c);
      localparam int unsigned Port   = PePorts + c;

      if (is_link(Before, c)) begin : gen_link
        /*verilator tracing_off*/
        link_stages #(
          .Width(FlitWidth),
          .Stages(32'(LinkStages[4*(c/2) +: 4]))
        ) i_link (
          .clk_i,
          .rst_ni,
          .lane_i(out_lane_o[(Before*NumPorts+Port)*FlitWidth +: FlitWidth]),
          .lane_o(in_lane[Port*FlitWidth +: FlitWidth]),
          .busy_o(held[2*c])
        );
        /*verilator tracing_on*/
      end else begin : gen_border
        assign held[2*c] = 1'b0;
        assign in_lane[Port*FlitWidth +: FlitWidth] = '0;
      end
      if (is_link(node, c)) begin : gen_credit
        /*verilator tracing_off*/
        link_stages #(
          .Width(CreditWidth),
          .Stages(CreditStages)
        ) i_credit (
          .clk_i,
          .rst_ni,
          .lane_i(credit[(Behind*NumPorts+Port)*CreditWidth +: CreditWidth]),
          .lane_o(credit_back[Port*CreditWidth +: CreditWidth]),
          .busy_o(held[2*c+1])
        );
        /*verilator tracing_on*/
      end else begin : gen_no_credit
        assign held[2*c+1] = 1'b0;
        assign credit_back[Port*CreditWidth +: CreditWidth] = '0;
      end
    end

    torus_router #(
      .Dimensions(Dimensions),
      .Lanes     (Lanes),
      .Depth     (Depth),
      .PePorts   (PePorts),
      .HopsWidth (HopsWidth),
      .HeadWait  (HeadWait),
      .BodyWait  (BodyWait),
      .OutStages (OutStages),
      .CreditDelay(CreditDelay)
    ) i_router (
      .clk_i,
      .rst_ni,
      .coordinate_i    (coordinates_of(node)),
      .side_i          ((4*PlaceWidth)'(Sides)),
      .strict_i,
      .in_lane_i       (in_lane),
      .out_lane_o      (out_lane_o[node*NumPorts*FlitWidth +: NumPorts*FlitWidth]),
      .credit_i        (credit_back),
      .credit_o        (credit[node*NumPorts*CreditWidth +: NumPorts*CreditWidth]),
      .stall_i         (stall_i[node*PePorts +: PePorts]),
      .busy_o          (router_busy),
      .violation_o     (violation_o[node*noc_pkg::ViolationWidth +: noc_pkg::ViolationWidth]),
      .violation_in_o  (violation_in_o[node*NumPorts +: NumPorts]),
      .violation_out_o (violation_out_o[node*NumPorts +: NumPorts]),
      .stalled_o       (stalled_o[node*32 +: 32]),
      .blocked_o       (blocked_o[node*32 +: 32])
    );
  end

endmodule

`default_nettype wire
