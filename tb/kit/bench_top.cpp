#include "tb/kit/bench_top.h"

#include <fmt/format.h>

#include "systemc/network/own/wrapper_model.h"

namespace flitwise::kit {
namespace {

std::string slice(const own::Bits& bits, const std::string& flit) {
  return fmt::format("{}[{} +: {}]", flit, bits.low, bits.width);
}

// Whether a flit is a head (or a tail), as an expression.
std::string part(const own::FlitLayout& layout, const std::string& flit, bool head) {
  if (layout.is_single) return "1'b1";
  if (!layout.type) return slice(head ? layout.head : layout.tail, flit);
  const own::FlitType& type = *layout.type;
  const std::string field = slice(type.bits, flit);
  return fmt::format("({0} == {1}'d{2} || {0} == {1}'d{3})", field, type.bits.width,
                     head ? type.head : type.tail, type.single);
}

// A coordinate of the destination as a place in the mesh. `from` is where relative hops count from.
std::string coordinate(const own::FlitLayout& layout, const own::Bits& bits,
                       const std::string& flit, const std::string& from, std::uint32_t ring) {
  const std::string field = slice(bits, flit);
  if (!layout.is_relative) return fmt::format("8'({})", field);
  const std::string to = fmt::format("8'({} + 8'($signed({})))", from, field);
  return ring == 0 ? to : fmt::format("8'(({0} + 8'd{1}) % 8'd{1})", to, ring);
}

// Where the far end of an output is, one coordinate. `ring`: its side; 0 of a mesh.
std::string beyond(const std::string& here, int port, int plus, int minus, std::uint32_t ring) {
  if (port != plus && port != minus) return here;
  if (ring == 0) return fmt::format("({} {} 8'd1)", here, port == plus ? "+" : "-");
  return fmt::format("(({} + 8'd{}) % 8'd{})", here, port == plus ? 1 : ring - 1, ring);
}

// Credits with a bit a lane, of wires in whatever encoding.
std::string one_hot(const own::RouterDescription& router, const std::string& wires, int port) {
  const std::uint32_t lanes = router.lanes;
  const std::string of_port =
      fmt::format("{}[{} +: {}]", wires, port * static_cast<int>(lanes), lanes);
  if (router.credit_encoding != own::CreditEncoding::kIndex || lanes == 1) return of_port;
  return fmt::format("({0}[{1}] ? {2}'({2}'d1 << {0}[{3} +: {4}]) : {2}'d0)", wires,
                     port * static_cast<int>(lanes), lanes, port * static_cast<int>(lanes) + 1,
                     lanes - 1);
}

std::string instance(const own::RouterDescription& router, bool has_parameters) {
  const bool is_torus = router.family == own::Family::kTorus;
  std::string parameters = has_parameters ? ".X(X), .Y(Y)" : "";
  if (has_parameters && is_torus) parameters += ", .SideX(SideX), .SideY(SideY)";
  const auto given = router.has_cut ? own::cut_parameters(router) : router.parameters;
  for (const std::string& parameter : given) {
    const std::size_t equals = parameter.find('=');
    if (!parameters.empty()) parameters += ", ";
    parameters += fmt::format(".{}({})", parameter.substr(0, equals), parameter.substr(equals + 1));
  }
  const char* inputs = has_parameters ? ""
                       : is_torus
                           ? " .x_i(x_i), .y_i(y_i), .side_x_i(side_x_i), .side_y_i(side_y_i),"
                           : " .x_i(x_i), .y_i(y_i),";
  return fmt::format(
      "  {} #({}) i_router (.clk_i, .rst_ni,{} .in_flit_i, .out_flit_o, .in_valid_i,\n"
      "    .out_valid_o, .in_ready_o, .out_ready_i, .in_credit_o, .out_credit_i);\n",
      router.has_cut ? own::kCutRouter : router.top, parameters, inputs);
}

std::string fields(const own::RouterDescription& router, const Mesh& mesh, int port) {
  const std::uint32_t ring_x = mesh.wraps ? mesh.side_x : 0;
  const std::uint32_t ring_y = mesh.wraps ? mesh.side_y : 0;
  const own::FlitLayout& layout = router.flit;
  std::string text;
  for (const std::string side : {"in", "out"}) {
    const bool is_out = side == "out";
    const std::string flit = fmt::format("{}_flit_{}", side, port);
    text += fmt::format("  wire [{}:0] {} = {}[{} +: {}];\n", layout.width - 1, flit,
                        is_out ? "out_flit_o" : "in_flit_i", port * static_cast<int>(layout.width),
                        layout.width);
    const std::string x = is_out ? beyond("place_x", port, kPlusX, kMinusX, ring_x) : "place_x";
    const std::string y = is_out ? beyond("place_y", port, kPlusY, kMinusY, ring_y) : "place_y";
    text += fmt::format("  assign {}_head[{}] = {};\n", side, port, part(layout, flit, true));
    text += fmt::format("  assign {}_tail[{}] = {};\n", side, port, part(layout, flit, false));
    text += fmt::format("  assign {}_x[{} +: 8] = {};\n", side, 8 * port,
                        coordinate(layout, layout.x, flit, x, ring_x));
    text += fmt::format("  assign {}_y[{} +: 8] = {};\n", side, 8 * port,
                        coordinate(layout, layout.y, flit, y, ring_y));
  }
  const auto lanes = static_cast<int>(router.lanes);
  text += fmt::format("  assign in_credit[{} +: {}] = {};\n", port * lanes, lanes,
                      one_hot(router, "in_credit_o", port));
  text += fmt::format("  assign out_credit[{} +: {}] = {};\n", port * lanes, lanes,
                      one_hot(router, "out_credit_i", port));
  return text;
}

}  // namespace

std::string bench_top(const own::RouterDescription& router, const Mesh& mesh) {
  const bool has_parameters = router.coordinates == own::CoordinatePins::kParameters;
  const std::uint32_t flits = kPorts * router.flit.width;
  const std::uint32_t lanes = kPorts * router.lanes;
  std::string text = fmt::format(
      "// {} with the monitor of its wires; made by `flitwise router check`.\n"
      "/* verilator lint_off WIDTH */\n/* verilator lint_off UNUSED */\n"
      "/* verilator lint_off DECLFILENAME */\n/* verilator lint_off CMPCONST */\n"
      "/* verilator lint_off UNSIGNED */\n",
      router.top);
  text += fmt::format("module {}{} (\n  input logic clk_i, rst_ni,\n{}", kBenchTop,
                      !has_parameters ? ""
                      : mesh.wraps ? " #(parameter int unsigned X = 0, Y = 0, SideX = 1, SideY = 1)"
                                   : " #(parameter int unsigned X = 0, Y = 0)",
                      has_parameters ? ""
                      : mesh.wraps   ? "  input logic [7:0] x_i, y_i, side_x_i, side_y_i,\n"
                                     : "  input logic [7:0] x_i, y_i,\n");
  text += fmt::format(
      "  input logic [{0}:0] in_flit_i, output logic [{0}:0] out_flit_o,\n"
      "  input logic [{1}:0] in_valid_i, out_ready_i, out_credit_i,\n"
      "  output logic [{1}:0] out_valid_o, in_ready_o, in_credit_o,\n"
      "  output logic [15:0] breach_o, premise_o, output logic [63:0] port_o,\n"
      "  output logic legal_o);\n",
      flits - 1, lanes - 1);
  text += fmt::format("  wire [7:0] place_x = {};\n  wire [7:0] place_y = {};\n",
                      has_parameters ? "8'(X)" : "x_i", has_parameters ? "8'(Y)" : "y_i");
  text += instance(router, has_parameters);
  text += fmt::format(
      "  wire [4:0] in_head, in_tail, out_head, out_tail;\n"
      "  wire [39:0] in_x, in_y, out_x, out_y;\n  wire [{0}:0] in_credit, out_credit;\n",
      lanes - 1);
  for (int port = 0; port < kPorts; ++port) text += fields(router, mesh, port);
  text += fmt::format(
      "  router_rules #(.Lanes({}), .Queue({}), .Link({}), .FlitWidth({}), .Yx({}),\n"
      "    .Wrap({})) i_rules (\n"
      "    .clk_i, .rst_ni, .x_i(place_x), .y_i(place_y), .last_x_i(8'd{}), .last_y_i(8'd{}),\n"
      "    .in_flit_i, .in_valid_i, .in_ready_i(in_ready_o), .in_credit_i(in_credit),\n"
      "    .in_head_i(in_head), .in_tail_i(in_tail), .in_x_i(in_x), .in_y_i(in_y),\n"
      "    .out_flit_i(out_flit_o), .out_valid_i(out_valid_o), .out_ready_i,\n"
      "    .out_credit_i(out_credit), .out_head_i(out_head), .out_tail_i(out_tail),\n"
      "    .out_x_i(out_x), .out_y_i(out_y), .breach_o, .premise_o, .port_o, .legal_o);\n"
      "endmodule\n",
      router.lanes, router.queue, router.link == own::LinkProtocol::kCredit ? 2 : 1,
      router.flit.width, mesh.y_first ? 1 : 0, mesh.wraps ? 1 : 0, mesh.side_x - 1,
      mesh.side_y - 1);
  return text;
}

}  // namespace flitwise::kit
