// The project's torus router as if it were somebody's own: signed hops, datelines of its own, any
// number of dimensions to 3, one port of the PE or one a channel.
//
// flit 63 head, 62 tail, 61:52 number, 51:39 source, 30:0 content; of heads 20:0 hops, 7 bits each
module ring_wrapper #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned All        = 0,
  parameter int unsigned HeadWait   = 0,
  parameter int unsigned OutStages  = 0,
  localparam int unsigned Pe        = (All != 0) ? 2 * Dimensions : 1,
  localparam int unsigned P         = Pe + 2 * Dimensions
) (
  input  logic            clk_i, rst_ni,
  input  logic [7:0]      x_i, y_i, z_i, side_x_i, side_y_i, side_z_i,
  input  logic [P*64-1:0] in_flit_i,   output logic [P*64-1:0] out_flit_o,
  input  logic [P*2-1:0]  in_valid_i,  output logic [P*2-1:0]  out_valid_o,
  output logic [P*2-1:0]  in_ready_o,  input  logic [P*2-1:0]  out_ready_i,
  output logic [P*2-1:0]  in_credit_o, input  logic [P*2-1:0]  out_credit_i);

  logic [P*64-1:0] in, out;
  logic [P*8-1:0]  give, get;
  logic            unused;

  // It names incoming channels by the direction in which flits travel.
  for (genvar i = 0; i < P; i++) begin : gen_port
    localparam int unsigned I = (i < Pe) ? i : Pe + ((i - Pe) ^ 1);
    logic [63:0] u, f;
    assign u = in_flit_i[i*64 +: 64];
    assign f = out[i*64 +: 64];
    assign in[I*64 +: 64] = (in_valid_i[i*2 +: 2] == '0) ? '0
        : {1'b1, 4'd1, u[63:62], 2'b0, in_valid_i[i*2+1], u[61:52], u[51:39], u[30:0]};
    assign out_flit_o[i*64 +: 64] = {f[58:57], f[53:44], f[43:31], 8'b0, f[30:0]};
    assign out_valid_o[i*2 +: 2]  = {f[63] && f[54], f[63] && !f[54]};
    assign in_credit_o[i*2 +: 2]  = get[I*8 +: 2];
    assign give[i*8 +: 8]         = (i < Pe) ? '0 : {6'b0, out_credit_i[i*2 +: 2]};
  end
  assign in_ready_o = '0;
  assign unused     = ^{out_ready_i, get};

  torus_router #(.Dimensions(Dimensions), .Lanes(2), .Depth(8), .PePorts(Pe), .HeadWait(HeadWait),
                 .OutStages(OutStages)) i_router (
      .clk_i, .rst_ni, .coordinate_i({8'd0, z_i, y_i, x_i}),
      .side_i({8'd0, side_z_i, side_y_i, side_x_i}), .strict_i(1'b1),
      .in_lane_i(in), .out_lane_o(out), .credit_i(give), .credit_o(get), .stall_i('0),
      .busy_o(), .violation_o(), .violation_in_o(), .violation_out_o(), .stalled_o(), .blocked_o());
endmodule
