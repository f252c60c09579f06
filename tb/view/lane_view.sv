// lane_view.sv: the fields of the flit on one lane, by name.
`default_nettype none

module lane_view #(
  parameter int unsigned AddressWidth = noc_pkg::AddressWidth  // wider: tags too, and control
                                                               // flits of trees have none
) (
  input logic [noc_pkg::FlitWidth-1:0] lane_i
);

  localparam bit          IsWide       = AddressWidth > noc_pkg::AddressWidth;
  localparam int unsigned PayloadWidth = noc_pkg::AddressEnd - 2 * AddressWidth;
  localparam int unsigned ValueWidth   = IsWide ? noc_pkg::AddressEnd - AddressWidth : PayloadWidth;
  localparam int unsigned LagWidth     = IsWide ? 17 : noc_pkg::LagWidth;

  logic                           valid;
  noc_pkg::flit_kind_e            kind;
  logic                           head;
  logic                           tail;
  logic [AddressWidth-1:0]        destination;
  logic [AddressWidth-1:0]        message;  // all ones: no flit, or no tag
  logic [PayloadWidth-1:0]        payload;
  logic [ValueWidth-1:0]          value;    // flit number, s, or a certificate's c
  logic [ValueWidth-LagWidth-1:0] stream;   // a certificate's n

  /*verilator tracing_off*/
  logic is_control;
  /*verilator tracing_on*/
  assign is_control = kind == noc_pkg::Tap || kind == noc_pkg::Token || kind == noc_pkg::Order
                   || kind == noc_pkg::Certificate;

  assign valid       = noc_pkg::flit_valid(lane_i);
  assign kind        = noc_pkg::flit_kind_e'(noc_pkg::flit_kind(lane_i));
  assign head        = noc_pkg::flit_head(lane_i);
  assign tail        = noc_pkg::flit_tail(lane_i);
  assign destination = AddressWidth'(lane_i >> (noc_pkg::AddressEnd - AddressWidth));
  assign message     = valid && !(IsWide && is_control)
                     ? AddressWidth'(lane_i >> PayloadWidth) : '1;
  assign payload     = PayloadWidth'(lane_i);
  assign value  = kind == noc_pkg::Certificate ? ValueWidth'(LagWidth'(lane_i))
                : is_control ? ValueWidth'(lane_i) : ValueWidth'(payload);
  assign stream = kind == noc_pkg::Certificate
                ? (ValueWidth-LagWidth)'(lane_i >> LagWidth) : '0;

endmodule

`default_nettype wire
