// pe_view.sv: what a wave shows of one PE. Holds nothing: software drives it, the wave reads it.
`default_nettype none

module pe_view (
  input logic [3:0]  state_i,
  input logic        sending_i,   // the PE hands a flit to its router at this edge
  input logic [12:0] message_i,   // PE that this flit is about
  input logic [31:0] index_i,     // its number in the message, from 1
  input logic [31:0] value_i      // what a control flit carries
);

  noc_pkg::pe_state_e state;
  logic               sending;
  logic [12:0]        message;
  logic [31:0]        index;
  logic [31:0]        value;

  assign state   = noc_pkg::pe_state_e'(state_i);
  assign sending = sending_i;
  assign message = message_i;
  assign index   = index_i;
  assign value   = value_i;

endmodule

`default_nettype wire
