// flit_decoder.sv: checks, and with SECDED corrects, what flit_encoder has sent over a link.
//
// corrected_o: one bit of the code was wrong; word_o is as sent. wrong_o: more are wrong than can
// be corrected, with parity any odd number, with SECDED two (of three or more, some pass for one
// that was corrected); word_o is as it came. Protection 0 is wires and reports nothing. With
// Registered 1 word and reports come from registers, a cycle later. Parameters are those of the
// encoder.
`default_nettype none

module flit_decoder #(
  parameter int unsigned Protection = 0,
  parameter int unsigned Width      = 64,  // of a word
  parameter int unsigned Registered = 0,
  localparam int unsigned CheckWidth = link_pkg::check_width(Protection, Width),
  localparam int unsigned CodeWidth  = Width + CheckWidth
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic [CodeWidth-1:0] code_i,
  output logic [Width-1:0]     word_o,
  output logic                 corrected_o,
  output logic                 wrong_o
);

  if (Protection > 2) begin : gen_bad_protection
    $error("flit_decoder: Protection must be 0 to 2, got %0d", Protection);
  end
  if (Width < link_pkg::MinWidth || Width > link_pkg::MaxWidth) begin : gen_bad_width
    $error("flit_decoder: Width must be 8 to 247, got %0d", Width);
  end
  if (Registered > 1) begin : gen_bad_registered
    $error("flit_decoder: Registered must be 0 or 1, got %0d", Registered);
  end

  logic [Width-1:0] flips;  // bits that are wrong
  logic             corrected;
  logic             wrong;

  if (Protection == link_pkg::Parity) begin : gen_parity
    assign flips     = '0;
    assign corrected = 1'b0;
    assign wrong     = ^code_i;
  end else if (Protection == link_pkg::Secded) begin : gen_secded
    localparam logic [link_pkg::ColumnsWidth-1:0] Columns = link_pkg::columns_of(Width);
    logic [CheckWidth-1:0] syndrome;  // the columns of all wrong bits, added
    for (genvar c = 0; c < CheckWidth; c++) begin : gen_check
      logic [Width-1:0] covered;
      for (genvar b = 0; b < Width; b++) begin : gen_bit
        assign covered[b] = code_i[b] && Columns[b*link_pkg::MaxCheck+c];
      end
      assign syndrome[c] = ^{code_i[Width+c], covered};
    end
    for (genvar b = 0; b < Width; b++) begin : gen_flip
      assign flips[b] = syndrome == Columns[b*link_pkg::MaxCheck +: CheckWidth];
    end
    // A column is odd; of check bits, one alone.
    assign corrected = flips != '0 || $onehot(syndrome);
    assign wrong     = syndrome != '0 && !corrected;
  end else begin : gen_none
    assign flips     = '0;
    assign corrected = 1'b0;
    assign wrong     = 1'b0;
  end

  if (Registered == 1) begin : gen_register
    always_ff @(posedge clk_i) begin : step
      word_o      <= code_i[Width-1:0] ^ flips;
      corrected_o <= corrected;
      wrong_o     <= wrong;
      if (!rst_ni) begin
        word_o      <= '0;
        corrected_o <= 1'b0;
        wrong_o     <= 1'b0;
      end
    end
  end else begin : gen_wires
    logic unused_clock;
    assign unused_clock = &{1'b0, clk_i, rst_ni};
    assign word_o      = code_i[Width-1:0] ^ flips;
    assign corrected_o = corrected;
    assign wrong_o     = wrong;
  end

endmodule

`default_nettype wire
