// star_network.sv: the routers of a star graph, wired: one for each permutation of 1 .. n.
//
// Nodes are numbered by the lexicographic rank of their permutations; port p leads to the node
// whose permutation has positions 1 and p + 2 swapped, and by its port p back. The links are the
// routers' output registers themselves; stages of routers and registers on links come between, in
// all alike. `error_i` has an entry a receiving end of a link.
`default_nettype none

module star_network #(
  parameter int unsigned Order  = 4,
  parameter int unsigned Flits  = 1,
  parameter int unsigned Slots  = 1,
  parameter int unsigned Tables = 0,
  parameter int unsigned Stages     = 0,  // of every router
  parameter int unsigned LinkStages = 0,  // registers of every link, in each direction
  parameter int unsigned CutThrough = 0,  // of every router
  localparam int unsigned NumPes   = star_table_pkg::factorial(Order),
  localparam int unsigned NumPorts = Order - 1
) (
  input  logic                                              clk_i,
  input  logic                                              rst_ni,
  input  logic                                              rule_i,
  input  logic                                              scheduled_i,
  input  logic [NumPes-1:0]                                 dead_i,
  input  logic [NumPes*NumPorts-1:0]                        dead_link_i,  // set at both ends
  input  logic [NumPes*NumPorts*noc_pkg::FlitWidth-1:0]     own_lane_i,
  input  logic [NumPes*NumPorts*noc_pkg::FlitWidth-1:0]     error_i,  // bits that links invert
  output logic [NumPes*2*NumPorts*noc_pkg::FlitWidth-1:0]   out_lane_o,
  output logic [NumPes*noc_pkg::ViolationWidth-1:0]         violation_o,
  output logic [NumPes*2*NumPorts-1:0]                      violation_in_o,
  output logic [NumPes*2*NumPorts-1:0]                      violation_out_o,
  output logic [NumPes*NumPorts*noc_pkg::CountWidth-1:0]    max_stored_o,
  output logic [NumPes*star_pkg::ErrorsWidth-1:0]           crc_errors_o,
  output logic [NumPes*star_pkg::ErrorsWidth-1:0]           misdirected_o,
  output logic                                              busy_o  // any router or link is
);

  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth;
  localparam int unsigned NumLanes    = 2 * NumPorts;
  localparam int unsigned ErrorsWidth = star_pkg::ErrorsWidth;

  if (Order < 3 || Order > 5) begin : gen_bad_order
    $error("star_network: Order must be 3 to 5, got %0d", Order);
  end

  if (LinkStages > 15) begin : gen_bad_link_stages
    $error("star_network: LinkStages must be 0 to 15, got %0d", LinkStages);
  end

  logic [NumPes-1:0] busy;
  assign busy_o = busy != '0;

  for (genvar pe = 0; pe < NumPes; pe++) begin : gen_pe
    logic [NumLanes*FlitWidth-1:0] in_lane;
    logic                          router_busy;
    logic [NumPorts-1:0]           held;  // ports whose link's registers, to here, hold flits
    assign busy[pe] = router_busy || held != '0;
    assign in_lane[0 +: NumPorts*FlitWidth] =
        own_lane_i[pe*NumPorts*FlitWidth +: NumPorts*FlitWidth];
    for (genvar port = 0; port < NumPorts; port++) begin : gen_link
      localparam int unsigned Beside = 32'(star_table_pkg::rank_of(
          star_pkg::hop(star_table_pkg::address_of(pe, Order), port), Order));
      logic [FlitWidth-1:0] lane;
      link_stages #(
        .Width (FlitWidth),
        .Stages(LinkStages)
      ) i_link (
        .clk_i,
        .rst_ni,
        .lane_i(out_lane_o[(Beside*NumLanes+NumPorts+port)*FlitWidth +: FlitWidth]),
        .lane_o(lane),
        .busy_o(held[port])
      );
      assign in_lane[(NumPorts+port)*FlitWidth +: FlitWidth] =
          lane ^ error_i[(pe*NumPorts+port)*FlitWidth +: FlitWidth];
    end

    star_router #(
      .Order (Order),
      .Flits (Flits),
      .Slots (Slots),
      .Tables(Tables),
      .Stages(Stages),
      .CutThrough(CutThrough)
    ) i_router (
      .clk_i,
      .rst_ni,
      .rule_i,
      .scheduled_i,
      .dead_i          (dead_i[pe]),
      .dead_link_i     (dead_link_i[pe*NumPorts +: NumPorts]),
      .in_lane_i       (in_lane),
      .out_lane_o      (out_lane_o[pe*NumLanes*FlitWidth +: NumLanes*FlitWidth]),
      .busy_o          (router_busy),
      .violation_o     (violation_o[pe*noc_pkg::ViolationWidth +: noc_pkg::ViolationWidth]),
      .violation_in_o  (violation_in_o[pe*NumLanes +: NumLanes]),
      .violation_out_o (violation_out_o[pe*NumLanes +: NumLanes]),
      .max_stored_o    (max_stored_o[pe*NumPorts*noc_pkg::CountWidth
                                     +: NumPorts*noc_pkg::CountWidth]),
      .crc_errors_o    (crc_errors_o[pe*ErrorsWidth +: ErrorsWidth]),
      .misdirected_o   (misdirected_o[pe*ErrorsWidth +: ErrorsWidth])
    );
  end

endmodule

`default_nettype wire
