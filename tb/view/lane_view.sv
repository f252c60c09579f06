// lane_view.sv: the fields of the flit on one lane, by name.
`default_nettype none

module lane_view (
  input logic [noc_pkg::FlitWidth-1:0] lane_i
);

  /*verilator tracing_off*/  // its fields follow, one by one
  noc_pkg::flit_t flit;
  /*verilator tracing_on*/
  assign flit = noc_pkg::flit_t'(lane_i);

  logic                             valid;
  noc_pkg::flit_kind_e              kind;
  logic                             head;
  logic                             tail;
  logic [noc_pkg::AddressWidth-1:0] destination;
  logic [noc_pkg::TagWidth-1:0]     message;  // all ones: no flit
  logic [noc_pkg::PayloadWidth-1:0] payload;
  logic [noc_pkg::PayloadWidth-1:0] value;   // flit number, s, or a certificate's c
  logic [noc_pkg::StreamWidth-1:0]  stream;  // a certificate's n

  assign valid       = flit.valid;
  assign kind        = flit.kind;
  assign head        = flit.head;
  assign tail        = flit.tail;
  assign destination = flit.destination;
  assign message     = flit.valid ? flit.tag : '1;
  assign payload     = flit.payload;
  assign value  = kind == noc_pkg::Certificate
                ? noc_pkg::PayloadWidth'(payload[noc_pkg::LagWidth-1:0]) : payload;
  assign stream = kind == noc_pkg::Certificate
                ? payload[noc_pkg::LagWidth +: noc_pkg::StreamWidth] : '0;

endmodule

`default_nettype wire
