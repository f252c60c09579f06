// axis_collect.sv: one stream of whole packets out of the streams of several ejection ports.
//
// Beats of several lanes alternate on a port's stream; here every lane of every port has a queue of
// Depth beats, as long as the longest packet, and a packet goes on when all of it has come: then
// beats of packets no longer alternate, and a port cannot wait for itself. Packets of a lane stay
// in order, the queues take turns. One beat a cycle; a beat goes on two cycles after its packet's
// last has come at the earliest. too_long_o: a queue is full, and the packet in it has not ended,
// so that its port is blocked. All outputs but too_long_o come straight from registers.
`default_nettype none

module axis_collect #(
  parameter int unsigned Ports     = 4,
  parameter int unsigned Lanes     = 2,
  parameter int unsigned Depth     = 16,  // beats, of the longest packet
  parameter int unsigned DataWidth = 32,
  parameter int unsigned UserWidth = 4,
  parameter int unsigned IdWidth   = 4
) (
  input  logic                                          clk_i,
  input  logic                                          rst_ni,

  input  logic [Ports-1:0]                              tvalid_i,
  output logic [Ports-1:0]                              tready_o,
  input  logic [Ports*DataWidth-1:0]                    tdata_i,
  input  logic [Ports-1:0]                              tlast_i,
  input  logic [Ports*(noc_pkg::LaneWidth+IdWidth)-1:0] tid_i,  // {lane, tid of the sender}
  input  logic [Ports*UserWidth-1:0]                    tuser_i,

  output logic                                          tvalid_o,
  input  logic                                          tready_i,
  output logic [DataWidth-1:0]                          tdata_o,
  output logic                                          tlast_o,
  output logic [IdWidth-1:0]                            tid_o,
  output logic [UserWidth-1:0]                          tuser_o,

  output logic                                          too_long_o
);

  if (Ports < 1 || Ports > 8) begin : gen_bad_ports
    $error("axis_collect: Ports must be 1 to 8, got %0d", Ports);
  end
  if (Lanes < 1 || Lanes > torus_pkg::MaxLanes) begin : gen_bad_lanes
    $error("axis_collect: Lanes must be 1 to 4, got %0d", Lanes);
  end

  localparam int unsigned TidWidth  = noc_pkg::LaneWidth + IdWidth;
  localparam int unsigned Width     = IdWidth + UserWidth + DataWidth;
  localparam int unsigned NumQueues = Ports * Lanes;

  logic [NumQueues-1:0]       offers;
  logic [NumQueues-1:0]       lasts;
  logic [NumQueues-1:0]       too_long;
  logic [NumQueues*Width-1:0] beats;
  logic [NumQueues-1:0]       taken;
  assign too_long_o = too_long != '0;

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic [noc_pkg::LaneWidth-1:0] lane;
    logic [Lanes-1:0]              arrives;
    logic [Lanes-1:0]              full;
    logic                          arriving;
    assign lane = tid_i[p*TidWidth+IdWidth +: noc_pkg::LaneWidth];

    // A beat that is taken lies in this register before its queue: room for it is kept.
    logic                          held;
    logic [noc_pkg::LaneWidth-1:0] held_lane;
    logic                          held_last;
    logic [Width-1:0]              held_beat;
    axis_register #(
      .Width(noc_pkg::LaneWidth + 1 + Width)
    ) i_register (
      .clk_i,
      .rst_ni,
      .valid_i(tvalid_i[p]),
      .ready_o(tready_o[p]),
      .data_i ({lane, tlast_i[p], tid_i[p*TidWidth +: IdWidth],
                tuser_i[p*UserWidth +: UserWidth], tdata_i[p*DataWidth +: DataWidth]}),
      .valid_o(held),
      .ready_i(arriving),
      .data_o ({held_lane, held_last, held_beat})
    );
    assign arriving = (arrives & ~full) != '0;

    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      assign arrives[l] = held && 32'(held_lane) == l;
      axis_packet_queue #(
        .Width(Width),
        .Depth(Depth)
      ) i_queue (
        .clk_i,
        .rst_ni,
        .valid_i   (arrives[l]),
        .data_i    (held_beat),
        .last_i    (held_last),
        .full_o    (full[l]),
        .too_long_o(too_long[p*Lanes+l]),
        .offers_o  (offers[p*Lanes+l]),
        .data_o    (beats[(p*Lanes+l)*Width +: Width]),
        .last_o    (lasts[p*Lanes+l]),
        .take_i    (taken[p*Lanes+l])
      );
    end
  end

  // The queue whose packet goes, as a set of one: the one under way, else the next that offers one.
  logic [NumQueues-1:0] open_q;  // has sent a part of its packet
  logic [NumQueues-1:0] turn_q;  // has sent the last packet
  logic [NumQueues-1:0] later;   // those that offer after it
  logic [NumQueues-1:0] chosen;
  logic [Width-1:0]     beat;
  logic                 is_last;
  logic                 goes;    // if there is room
  logic                 room;
  assign later = offers & ~(turn_q | (turn_q - 1'b1));
  always_comb begin : choice
    chosen = offers & (~offers + 1'b1);
    if (later != '0) chosen = later & (~later + 1'b1);
    if (open_q != '0) chosen = open_q;
    beat = '0;
    for (int unsigned q = 0; q < NumQueues; q++) begin
      if (chosen[q]) beat = beat | beats[q*Width +: Width];
    end
  end
  assign is_last = (chosen & lasts) != '0;
  assign goes    = chosen != '0;
  assign taken   = room ? chosen : '0;

  always_ff @(posedge clk_i) begin : step
    if (taken != '0) begin
      open_q <= is_last ? '0 : chosen;
      turn_q <= chosen;
    end
    if (!rst_ni) begin
      open_q <= '0;
      turn_q <= NumQueues'(1);
    end
  end

  axis_register #(
    .Width(Width + 1)
  ) i_out (
    .clk_i,
    .rst_ni,
    .valid_i(goes),
    .ready_o(room),
    .data_i ({is_last, beat}),
    .valid_o(tvalid_o),
    .ready_i(tready_i),
    .data_o ({tlast_o, tid_o, tuser_o, tdata_o})
  );

endmodule

`default_nettype wire
