// flit_encoder.sv: adds check bits to the words of a link, for flit_decoder at its other end.
//
// code_o is {check bits, word}. Protection 0 adds none and is wires; 1 adds a parity bit, which
// makes the number of ones even; 2 adds those of a SECDED code (link_pkg): 8 to 64 bits. A word of
// zeros, no flit, has check bits of zero. With Registered 1 the code comes from a register, a cycle
// later.
`default_nettype none

module flit_encoder #(
  parameter int unsigned Protection = 0,
  parameter int unsigned Width      = 64,  // of a word
  parameter int unsigned Registered = 0,
  localparam int unsigned CheckWidth = link_pkg::check_width(Protection, Width),
  localparam int unsigned CodeWidth  = Width + CheckWidth
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic [Width-1:0]     word_i,
  output logic [CodeWidth-1:0] code_o
);

  if (Protection > 2) begin : gen_bad_protection
    $error("flit_encoder: Protection must be 0 to 2, got %0d", Protection);
  end
  if (Width < link_pkg::MinWidth || Width > link_pkg::MaxWidth) begin : gen_bad_width
    $error("flit_encoder: Width must be 8 to 247, got %0d", Width);
  end
  if (Registered > 1) begin : gen_bad_registered
    $error("flit_encoder: Registered must be 0 or 1, got %0d", Registered);
  end

  logic [CodeWidth-1:0] code;
  assign code[Width-1:0] = word_i;

  if (Protection == link_pkg::Parity) begin : gen_parity
    assign code[Width] = ^word_i;
  end
  if (Protection == link_pkg::Secded) begin : gen_secded
    localparam logic [link_pkg::ColumnsWidth-1:0] Columns = link_pkg::columns_of(Width);
    for (genvar c = 0; c < CheckWidth; c++) begin : gen_check
      logic [Width-1:0] covered;
      for (genvar b = 0; b < Width; b++) begin : gen_bit
        assign covered[b] = word_i[b] && Columns[b*link_pkg::MaxCheck+c];
      end
      assign code[Width+c] = ^covered;
    end
  end

  if (Registered == 1) begin : gen_register
    always_ff @(posedge clk_i) begin : step
      code_o <= code;
      if (!rst_ni) code_o <= '0;
    end
  end else begin : gen_wires
    logic unused_clock;
    assign unused_clock = &{1'b0, clk_i, rst_ni};
    assign code_o = code;
  end

endmodule

`default_nettype wire
