// axis_to_torus.sv: an AXI4-Stream into the injection ports of a torus router, with credits.
//
// A packet is the beats up to tlast. tdest of its first beat, the coordinates of the destination,
// decides on the hops, the shorter way round in every dimension, and with them on the port: that of
// the channel of the first hop. A packet waits for the credits of its port, and those behind it
// wait, too. One to this very node goes to port 0, where the router drops it and reports NoRoute.
//
// With Header 1 the hops go ahead in a flit of their own, the packet's head, which costs a cycle; a
// beat may then have 54 bits. With Header 0 they go with the first beat, and no cycle is lost;
// beats have 26 bits, as hops take 28 of a head, those of four dimensions, whatever the torus has.
//
// A beat taken at one edge lies on its port after the next one, if the head has gone. Depth is that
// of the router's queues; credit_i has a bit for each port, which may be spent at once, as in
// routers, so that Depth 2 is enough for a flit in every cycle. tready comes straight from a
// register; so do ports but for a gate that keeps those without a flit at zero.
`default_nettype none

module axis_to_torus #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned Depth      = 8,
  parameter int unsigned Header     = 1,   // hops in a flit of their own
  parameter int unsigned DataWidth  = 32,  // bits, whole bytes
  parameter int unsigned UserWidth  = 4,   // goes along unchanged; for tkeep, say
  parameter int unsigned IdWidth    = 4    // likewise; names the sender, say
) (
  input  logic                                             clk_i,
  input  logic                                             rst_ni,

  input  logic [4*torus_pkg::CoordinateWidth-1:0]          coordinate_i,  // as the router's
  input  logic [4*torus_pkg::CoordinateWidth-1:0]          side_i,

  input  logic                                             tvalid_i,
  output logic                                             tready_o,
  input  logic [DataWidth-1:0]                             tdata_i,
  input  logic                                             tlast_i,
  // The coordinate in dimension 0 lowest.
  input  logic [Dimensions*torus_pkg::CoordinateWidth-1:0] tdest_i,
  input  logic [IdWidth-1:0]                               tid_i,
  input  logic [UserWidth-1:0]                             tuser_i,

  output logic [2*Dimensions*noc_pkg::FlitWidth-1:0]       inject_o,  // by port
  input  logic [2*Dimensions-1:0]                          credit_i
);

  localparam int unsigned ContentWidth = DataWidth + UserWidth + IdWidth;
  localparam int unsigned WayWidth     = Dimensions * torus_pkg::HopsWidth;
  localparam int unsigned HopsWidth    = torus_pkg::MaxDimensions * torus_pkg::HopsWidth;
  localparam int unsigned RoomWidth    = noc_pkg::LaneLow - ((Header == 1) ? 0 : HopsWidth);
  localparam int unsigned PlaceWidth   = torus_pkg::CoordinateWidth;
  localparam int unsigned FlitWidth    = noc_pkg::FlitWidth;
  // At least 2, so that nothing else stops the elaboration before the rules below do.
  localparam int unsigned NumPorts     = (Dimensions == 0) ? 2 : 2 * Dimensions;
  localparam int unsigned CountWidth   = $clog2(Depth + 1);

  if (Dimensions < 1 || Dimensions > torus_pkg::MaxDimensions) begin : gen_bad_dimensions
    $error("axis_to_torus: Dimensions must be 1 to 4, got %0d", Dimensions);
  end
  if (Depth < 1 || Depth > 64) begin : gen_bad_depth
    $error("axis_to_torus: Depth must be 1 to 64, got %0d", Depth);
  end
  if (Header > 1) begin : gen_bad_header
    $error("axis_to_torus: Header must be 0 or 1, got %0d", Header);
  end
  if (DataWidth < 8 || DataWidth % 8 != 0) begin : gen_bad_data_width
    $error("axis_to_torus: DataWidth must be whole bytes, got %0d", DataWidth);
  end
  if (UserWidth < 1 || IdWidth < 1 || ContentWidth > RoomWidth) begin : gen_bad_content
    $error("axis_to_torus: tid, tuser, tdata must be at least 1 bit each, at most %0d, got %0d",
           RoomWidth, ContentWidth);
  end

  logic unused_places;  // of dimensions that the torus does not have
  assign unused_places = &{1'b0, coordinate_i, side_i};

  // The way to tdest: hops and, as a set of one, the port.
  logic [HopsWidth-1:0] hops;
  logic [NumPorts-1:0]  port;
  for (genvar d = 0; d < torus_pkg::MaxDimensions; d++) begin : gen_hops
    if (d < Dimensions) begin : gen_there
      assign hops[d*torus_pkg::HopsWidth +: torus_pkg::HopsWidth] = axis_pkg::hops_between(
          coordinate_i[d*PlaceWidth +: PlaceWidth], tdest_i[d*PlaceWidth +: PlaceWidth],
          side_i[d*PlaceWidth +: PlaceWidth]);
    end else begin : gen_none
      assign hops[d*torus_pkg::HopsWidth +: torus_pkg::HopsWidth] = '0;
    end
  end
  assign port = NumPorts'(axis_pkg::first_channel(hops));

  // The beat that is next, and whether its flit goes; or that of its hops before it.
  logic                    waits;
  logic                    waiting_last;
  logic [NumPorts-1:0]     waiting_way;
  logic [WayWidth-1:0]     waiting_hops;
  logic [ContentWidth-1:0] content;
  logic                    is_header;
  logic                    goes;
  axis_register #(
    .Width(1 + NumPorts + WayWidth + ContentWidth)
  ) i_register (
    .clk_i,
    .rst_ni,
    .valid_i(tvalid_i),
    .ready_o(tready_o),
    .data_i ({tlast_i, port, hops[WayWidth-1:0], tid_i, tuser_i, tdata_i}),
    .valid_o(waits),
    .ready_i(goes && !is_header),
    .data_o ({waiting_last, waiting_way, waiting_hops, content})
  );

  // Its flit, and its port.
  logic                        open_q;  // the packet's head has gone
  logic [NumPorts-1:0]         port_q;  // there
  logic [NumPorts-1:0]         waiting_port;
  logic                        is_tail;
  logic [HopsWidth-1:0]        head_hops;
  logic [noc_pkg::LaneLow-1:0] fields;
  logic [FlitWidth-2:0]        flit;    // all but the valid bit
  assign is_header    = !open_q && Header == 1;
  assign is_tail      = waiting_last && !is_header;
  assign waiting_port = open_q ? port_q : waiting_way;
  assign head_hops    = open_q ? '0 : HopsWidth'(waiting_hops);
  if (Header == 1) begin : gen_header
    assign fields = open_q ? RoomWidth'(content) : RoomWidth'(head_hops);
  end else begin : gen_beside
    assign fields = {RoomWidth'(content), head_hops};
  end
  assign flit = {noc_pkg::Data, !open_q, is_tail, {noc_pkg::LaneWidth{1'b0}}, fields};

  // Credits by port.
  logic [NumPorts*CountWidth-1:0] credit_q;
  logic [NumPorts-1:0]            funded;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_funded
    assign funded[p] = credit_i[p] || credit_q[p*CountWidth +: CountWidth] != '0;
  end
  assign goes = waits && (waiting_port & funded) != '0;

  logic [NumPorts-1:0]  sent_q;  // the port of the flit that lies there
  logic [FlitWidth-2:0] flit_q;
  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    assign inject_o[p*FlitWidth +: FlitWidth] = {sent_q[p], sent_q[p] ? flit_q : '0};
  end

  always_ff @(posedge clk_i) begin : step
    if (goes) begin
      open_q <= !is_tail;
      port_q <= waiting_port;
    end
    sent_q <= goes ? waiting_port : '0;
    flit_q <= flit;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      if (credit_i[p] != (goes && waiting_port[p])) begin
        credit_q[p*CountWidth +: CountWidth] <= credit_i[p]
            ? credit_q[p*CountWidth +: CountWidth] + 1'b1
            : credit_q[p*CountWidth +: CountWidth] - 1'b1;
      end
    end
    if (!rst_ni) begin
      open_q   <= 1'b0;
      sent_q   <= '0;
      credit_q <= {NumPorts{CountWidth'(Depth)}};
    end
  end

endmodule

`default_nettype wire
