// la2 behind the ports that Flitwise knows: PE +x -x +y -y are its 0 2 1 4 3, of ways as well.
module la2_wrapper (
  input  logic         clk_i, rst_ni,
  input  logic [4:0]   x_i, y_i,
  input  logic [314:0] in_flit_i,   output logic [314:0] out_flit_o,
  input  logic [4:0]   in_valid_i,  output logic [4:0]   out_valid_o,
  output logic [4:0]   in_ready_o,  input  logic [4:0]   out_ready_i,
  output logic [4:0]   in_credit_o, input  logic [4:0]   out_credit_i);
  localparam int unsigned Port[5] = '{0, 2, 1, 4, 3};
  logic [314:0] rx, tx;
  logic [4:0]   rx_req, rx_ack, tx_req, tx_ack;
  logic         unused;
  // Both numberings are pairs: 1 and 2, 3 and 4 change places.
  function automatic logic [2:0] other(input logic [2:0] way);
    other = (way == 3'd0) ? 3'd0 : way[0] ? way + 3'd1 : way - 3'd1;
  endfunction
  always_comb for (int unsigned i = 0; i < 5; i++) begin
    rx[63*Port[i] +: 63] = {other(in_flit_i[63*i + 60 +: 3]), in_flit_i[63*i +: 60]};
    rx_req[Port[i]]      = in_valid_i[i];
    tx_ack[Port[i]]      = out_ready_i[i];
    in_ready_o[i]        = rx_ack[Port[i]];
    out_valid_o[i]       = tx_req[Port[i]];
    out_flit_o[63*i +: 63] = {other(tx[63*Port[i] + 60 +: 3]), tx[63*Port[i] +: 60]};
  end
  assign in_credit_o = '0;
  assign unused      = ^out_credit_i;
  la2 i_router (.clk(clk_i), .rst_n(rst_ni), .col(x_i), .row(y_i), .rx, .rx_req, .rx_ack,
                .tx, .tx_req, .tx_ack);
endmodule
