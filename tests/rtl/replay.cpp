#include "tests/rtl/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "systemc/network/models/model_request.h"
#include "systemc/network/models/tool_command.h"

namespace flitwise::rtl_test {
namespace {

namespace fs = std::filesystem;

const std::string kSource = FLITWISE_SOURCE_DIR;

void write_lines(const fs::path& file, const std::vector<std::string>& lines) {
  std::ofstream stream(file);
  for (const std::string& line : lines) stream << line << "\n";
}

std::string last_line(const std::string& output) {
  const std::size_t end = output.find_last_not_of('\n');
  const std::size_t start = output.find_last_of('\n', end);
  return output.substr(start == std::string::npos ? 0 : start + 1, end - start);
}

}  // namespace

Recording::Recording(const ModelTable& table) : model_(table, &context_, "top") {
  context_.assertOn(false);  // traffic may break rules: both tools shall report the same
  for (std::size_t k = 0; k < table.pin_count; ++k) {
    const ModelPin& pin = table.pins[k];
    if (std::string("clk_i") == pin.name) continue;
    std::vector<Port>& ports = pin.direction == PinDirection::kIn ? in_ : out_;
    ports.push_back({pin.name, width(ports), pin.bits});
  }
  model_.drive("rst_ni", 0);
  table.settle(model_.model());  // without it the first edge would be none
  clock();
  model_.drive("rst_ni", 1);
}

std::size_t Recording::width(const std::vector<Port>& ports) {
  return ports.empty() ? 0 : ports.back().low + ports.back().bits;
}

std::string Recording::line_of(const std::vector<Port>& ports) const {
  std::vector<bool> bits(width(ports) + 4);
  for (const Port& port : ports) {
    const Pin pin = model_.pin(port.name.c_str());
    for (std::size_t bit = 0; bit < port.bits; ++bit)
      bits[port.low + bit] = (pin.bytes()[bit / 8] >> (bit % 8) & 1) != 0;
  }
  std::string line;
  for (std::size_t bit = 0; bit < width(ports); bit += 4)
    line +=
        "0123456789abcdef"[bits[bit] + 2 * bits[bit + 1] + 4 * bits[bit + 2] + 8 * bits[bit + 3]];
  std::reverse(line.begin(), line.end());
  return line;
}

void Recording::clock() {
  inputs_.push_back(line_of(in_));
  model_.table().cycle(model_.model());
  outputs_.push_back(line_of(out_));
}

void Recording::falsify() {
  char& digit = outputs_.back().back();
  digit = digit == '0' ? '1' : '0';
}

std::string Recording::bench(const std::string& module,
                             const std::vector<std::string>& parameters) const {
  std::vector<std::string> settings;
  for (const std::string& parameter : parameters) {
    const std::size_t equals = parameter.find('=');
    settings.push_back(
        fmt::format(".{}({})", parameter.substr(0, equals), parameter.substr(equals + 1)));
  }
  std::string ports;
  std::string comparisons;
  for (const Port& port : in_)
    ports += fmt::format(",\n    .{}(in[{} +: {}])", port.name, port.low, port.bits);
  for (const Port& port : out_) {
    ports += fmt::format(",\n    .{}(out[{} +: {}])", port.name, port.low, port.bits);
    comparisons += fmt::format(
        "        if (out[{1} +: {2}] !== expected[{1} +: {2}]) $display(\"cycle %0d: {0} is %h in "
        "Icarus Verilog, %h in Verilator\", cycle, out[{1} +: {2}], expected[{1} +: {2}]);\n",
        port.name, port.low, port.bits);
  }
  return fmt::format(
      "module replay;\n"
      "  reg [{}:0] inputs [0:{}];\n  reg [{}:0] outputs [0:{}];\n"
      "  reg [{}:0] in;\n  wire [{}:0] out;\n  reg [{}:0] expected;\n"
      "  reg clk;\n  integer cycle;\n"
      "  {} #({}) dut (.clk_i(clk){});\n"
      "  initial begin\n"
      "    $readmemh(\"inputs.hex\", inputs);\n    $readmemh(\"outputs.hex\", outputs);\n"
      "    clk = 0;\n"
      "    for (cycle = 0; cycle < {}; cycle = cycle + 1) begin\n"
      "      in = inputs[cycle];\n      expected = outputs[cycle];\n"
      "      #1 clk = 1; #1 clk = 0; #1\n"
      "      if (out !== expected) begin\n{}        $finish(0);\n      end\n"
      "    end\n"
      "    if (out === expected) $display(\"the same in %0d cycles\", cycle);\n"
      "  end\nendmodule\n",
      width(in_) - 1, cycles() - 1, width(out_) - 1, cycles() - 1, width(in_) - 1, width(out_) - 1,
      width(out_) - 1, module, fmt::join(settings, ", "), ports, cycles(), comparisons);
}

std::string Recording::replay(const std::string& module, const std::vector<std::string>& parameters,
                              const std::string& folder) const {
  fs::create_directories(folder);
  write_lines(folder + "/inputs.hex", inputs_);
  write_lines(folder + "/outputs.hex", outputs_);
  write_lines(folder + "/replay.sv", {bench(module, parameters)});
  std::vector<std::string> reword{kSource + "/scripts/reword_for_icarus", "--out", folder};
  std::vector<std::string> compile{
      "iverilog", "-DYOSYS", "-g2012", "-s", "replay", "-o", folder + "/replay.vvp"};
  for (const std::string& source : own_sources(kSource, module).rtl) {
    reword.push_back(source);
    compile.push_back(folder + "/" + fs::path(source).filename().string());
  }
  compile.push_back(folder + "/replay.sv");
  const std::vector<std::string> run{"env", "-C", folder, "vvp", "replay.vvp"};
  std::string said;
  for (const auto& command : {reword, compile, run}) {
    const ToolResult result = run_tool(command);
    if (!result.failure.empty()) return describe_failure(command, result);
    said = result.output;
  }
  return said.empty() ? said : last_line(said);
}

}  // namespace flitwise::rtl_test
