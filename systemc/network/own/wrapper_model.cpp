// wrapper_model.cpp: how a wrapper is verilated, and what is said when that fails.
#include "systemc/network/own/wrapper_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "systemc/network/models/installation.h"
#include "systemc/network/models/model_error.h"
#include "systemc/network/own/router_wires.h"

namespace flitwise::own {
namespace {

struct Hint {
  const char* sign;  // in Verilator's message
  const char* hint;
};

// Of what Verilator refuses in routers that others accept, 5.006 or 5.032. The first that fits
// counts.
constexpr Hint kHints[] = {
    {"%Warning-", "mend it, or let it pass by tolerate: [NAME]"},
    {"Cannot find file containing module", "is its file among files, before those that use it?"},
    {"Package/class", "is the package among files, before those that use it?"},
    {"Importing from missing package", "is the package among files, before those that use it?"},
    {"Cannot find include file", "name its folder in include"},
    {"Define or directive not defined", "set it in define, or include the file that defines it"},
    {"Parameter pin not found", "a wrapper has parameters X and Y, or coordinates: inputs"},
    {"Parameter not found", "a wrapper has parameters X and Y, or coordinates: inputs"},
    {"Parameters from the command line were not found", "the wrapper needs parameters X and Y"},
    {"Parameter without default", "set it in the wrapper"},
    {"parameter type", "fix types that are parameters in the wrapper"},
    {"typedef", "types of an interface's instance are not read: write them out in the wrapper"},
    {"#0", "delays of #0 are not read"},
    {"syntax error", "is the order of files right, those that others refer to first?"},
};

// The first line that says what is wrong, empty if there is none.
std::string first_complaint(const std::string& output) {
  std::istringstream stream(output);
  for (std::string line; std::getline(stream, line);)
    if (line.rfind("%Error", 0) == 0 || line.rfind("%Warning", 0) == 0) return line;
  return {};
}

// "LATCH" of "%Warning-LATCH: a.sv:3:1: ...".
std::string warning_of(const std::string& complaint) {
  const std::size_t begin = complaint.find('-') + 1;
  return complaint.substr(begin, complaint.find(':', begin) - begin);
}

std::string hint_for(const std::string& complaint, const std::string& output) {
  for (const Hint& one : kHints) {
    if (complaint.find(one.sign) == std::string::npos) continue;
    std::string hint = one.hint;
    if (const std::size_t name = hint.find("NAME"); name != std::string::npos)
      hint.replace(name, 4, warning_of(complaint));
    return hint;
  }
  const std::string no_port = "the module has no port 'clk_i'";
  if (output.find(no_port) != std::string::npos) return "a wrapper's clock is clk_i";
  return {};
}

// ":7:14" of what matches `pattern` in the value of a description's `key`; empty where it cannot be
// found.
std::string place_below(const std::string& key, const std::string& pattern,
                        const std::string& file) {
  std::ifstream stream(file);
  bool is_among_them = false;
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    line = line.substr(0, line.find('#'));
    std::size_t from = 0;
    if (line.rfind(key + ":", 0) == 0) {
      is_among_them = true;
      from = key.size() + 1;
    } else if (!line.empty() && line.front() != ' ' && line.front() != '}') {
      is_among_them = false;
    }
    if (!is_among_them) continue;
    std::smatch found;
    const std::string rest = line.substr(from);
    if (std::regex_search(rest, found, std::regex(pattern)))
      return fmt::format(":{}:{}", number, from + static_cast<std::size_t>(found.position()) + 1);
  }
  return {};
}

// A parameter of the description that the wrapper does not have, as Verilator says it; empty where
// it complains of something else.
std::string unknown_parameter(const RouterDescription& router, const std::string& output) {
  static const std::regex kUnknown(
      "Parameter(?: pin)? not found: '(\\w+)'|Parameters from the command line were not found in "
      "the "
      "design: (\\w+)");
  std::smatch found;
  if (!std::regex_search(output, found, kUnknown)) return {};
  const std::string name = found[1].matched ? found[1] : found[2];
  const bool is_ours =
      std::any_of(router.parameters.begin(), router.parameters.end(),
                  [&](const std::string& one) { return one.substr(0, one.find('=')) == name; });
  if (!is_ours) return {};
  std::string text = fmt::format(
      "{}{}: error: parameters.{}: {} has no parameter of this name", router.file,
      place_below("parameters", "\\b" + name + "\"?\\s*:", router.file), name, router.top);
  static const std::regex kNearest("Suggested alternative: '(\\w+)'");
  if (std::smatch nearest; std::regex_search(output, nearest, kNearest))
    text += fmt::format(" (did you mean '{}'?)", nearest[1].str());
  return text;
}

// A warning of the description that Verilator does not know; empty where it complains of something
// else.
std::string unknown_warning(const RouterDescription& router, const std::string& output) {
  static const std::regex kUnknown("Unknown warning specified: -Wno-(\\w+)");
  std::smatch found;
  if (!std::regex_search(output, found, kUnknown)) return {};
  const std::string name = found[1];
  return fmt::format("{}{}: error: tolerate: '{}' is no warning of this Verilator", router.file,
                     place_below("tolerate", "\\b" + name + "\\b", router.file), name);
}

// Of more ports than one, flat.
struct WidePort {
  const char* name;
  PinDirection direction;
  bool is_flit;
};
constexpr WidePort kWide[] = {
    {"in_flit_i", PinDirection::kIn, true},    {"in_valid_i", PinDirection::kIn, false},
    {"in_ready_o", PinDirection::kOut, false}, {"in_credit_o", PinDirection::kOut, false},
    {"out_flit_o", PinDirection::kOut, true},  {"out_valid_o", PinDirection::kOut, false},
    {"out_ready_i", PinDirection::kIn, false}, {"out_credit_i", PinDirection::kIn, false},
};

const ModelPin* find_pin(const ModelTable& table, const char* name) {
  for (std::size_t i = 0; i < table.pin_count; ++i)
    if (std::strcmp(table.pins[i].name, name) == 0) return &table.pins[i];
  return nullptr;
}

void expect_ports(const ModelTable& table, const RouterDescription& router,
                  const std::string& top) {
  expect_pin(table, router, top, {"rst_ni", PinDirection::kIn, 1}, "every wrapper has it");
  for (const WidePort& port : kWide) {
    const std::uint32_t each = port.is_flit ? router.flit.width : router.lanes;
    const std::uint32_t ports = router.ports();
    expect_pin(table, router, top, {port.name, port.direction, ports * each},
               port.is_flit ? fmt::format("{} ports, flit.width {}", ports, each)
                            : fmt::format("{} ports, lanes {}", ports, each));
  }
  if (router.coordinates == CoordinatePins::kParameters) return;
  const auto expect = [&](const char* name, const char* what) {
    if (find_pin(table, name) == nullptr)
      throw ModelError(fmt::format("{}: {} has no port {}: with coordinates: inputs it says {}",
                                   router.file, top, name, what));
  };
  for (std::size_t d = 0; d < static_cast<std::size_t>(router.dimensions()); ++d) {
    expect(kPlacePins[d], "where the router is");
    if (router.family == Family::kTorus) expect(kSidePins[d], "how long the rings are");
  }
}

// Every node has a model of its own, of which parameters say where it is.
void place_by_parameters(const RouterDescription& router, const MeshPlace& place,
                         ModelRequest& request) {
  std::vector<std::string> at;
  for (std::size_t d = 0; d < static_cast<std::size_t>(router.dimensions()); ++d) {
    at.push_back(std::to_string(place.coordinates()[d]));
    request.parameters.push_back(fmt::format("{}={}", kPlaceParameters[d], at.back()));
  }
  for (std::size_t d = 0; router.family == Family::kTorus && d < at.size(); ++d)
    request.parameters.push_back(fmt::format("{}={}", kSideParameters[d], place.sides[d]));
  request.description = fmt::format("({} at {})", router.name, fmt::join(at, ", "));
  // At the ends of a mesh comparisons with a place are constant, which is no fault of a router.
  for (const char* flag : {"-Wno-CMPCONST", "-Wno-UNSIGNED"}) request.flags.emplace_back(flag);
}

std::string absolute(const std::string& file) {
  return std::filesystem::absolute(file).lexically_normal().string();
}

// The wrapper's parameters as an instance says them.
std::string instance_parameters(const RouterDescription& router) {
  std::vector<std::string> all;
  if (router.coordinates == CoordinatePins::kParameters) all = {".X(X)", ".Y(Y)"};
  for (const std::string& one : router.parameters) {
    const std::size_t equals = one.find('=');
    all.push_back(fmt::format(".{}({})", one.substr(0, equals), one.substr(equals + 1)));
  }
  return fmt::format("{}", fmt::join(all, ", "));
}

// cut_router stands for the wrapper, and is told of it by macros.
void add_cut(const RouterDescription& router, ModelRequest& request) {
  const std::string kit = installation().sources + "/rtl/kit/";
  for (const char* file : {"link_cut.sv", "cut_router.sv"})
    request.sources.rtl.push_back(kit + file);
  request.flags.push_back("-DFLITWISE_WRAPPER=" + router.top);
  request.flags.push_back("-DFLITWISE_WRAPPER_PARAMETERS=" + instance_parameters(router));
  if (router.coordinates == CoordinatePins::kInputs)
    request.flags.emplace_back("-DFLITWISE_WRAPPER_INPUTS");
}

}  // namespace

const std::string kCutRouter = "cut_router";

std::vector<std::string> cut_parameters(const RouterDescription& router) {
  return {fmt::format("Lanes={}", router.lanes), fmt::format("FlitWidth={}", router.flit.width),
          fmt::format("Link={}", router.link == LinkProtocol::kCredit ? 2 : 1)};
}

const ModelInstance& make_drawn(ModelOwner& owner, const ModelTable& table, std::uint64_t seed) {
  constexpr std::uint64_t kSeeds = 0x7fffffff;  // 0 is none
  owner.draw_unknowns(static_cast<int>(1 + seed % kSeeds));
  return owner.make(table, "router", [](const ModelInstance&) {});
}

void expect_running(const ModelOwner& owner, const RouterDescription& router) {
  if (!owner.has_finished()) return;
  throw RouterEnded(fmt::format(
      "{}: error: {} calls $finish or $fatal, which no router may: Verilator's message, "
      "\"Verilog $finish\", names the line",
      router.file, router.name));
}

bool has_pin(const ModelTable& table, const char* name) { return find_pin(table, name) != nullptr; }

void expect_pin(const ModelTable& table, const RouterDescription& router, const std::string& top,
                const DuePort& due, const std::string& why) {
  const ModelPin* pin = find_pin(table, due.name);
  const auto refuse = [&](const std::string& what) {
    throw ModelError(fmt::format("{}: {} {} {}", router.file, top, what, why));
  };
  const char* word = due.direction == PinDirection::kIn ? "an input" : "an output";
  if (pin == nullptr)
    refuse(fmt::format("has no port {}, {} of {} bits:", due.name, word, due.bits));
  if (pin->direction != due.direction)
    refuse(fmt::format("has a port {} that is not {}:", due.name, word));
  if (pin->bits != due.bits)
    refuse(fmt::format("has a port {} of {} bits instead of {}:", due.name, pin->bits, due.bits));
}

ModelRequest request_for(const RouterDescription& router, ModelFlavour flavour,
                         const MeshPlace& place, const RequestMore& more) {
  ModelRequest request;
  const std::string& wrapper = router.has_cut ? kCutRouter : router.top;
  request.module = more.top.empty() ? wrapper : more.top;
  request.flavour = flavour;
  request.description = fmt::format("({})", router.name);
  // Parameters of the wrapper are given by another top itself.
  const auto of_wrapper = router.has_cut ? cut_parameters(router) : router.parameters;
  request.parameters = more.top.empty() ? of_wrapper : more.parameters;
  if (router.coordinates == CoordinatePins::kParameters)
    place_by_parameters(router, place, request);
  for (const std::string& file : router.files) request.sources.rtl.push_back(absolute(file));
  if (router.has_cut) add_cut(router, request);
  for (const std::string& file : more.sources) request.sources.rtl.push_back(absolute(file));
  for (const std::string& file : included_files(router))
    request.sources.included.push_back(absolute(file));
  for (const std::string& folder : router.include) request.flags.push_back("-I" + absolute(folder));
  for (const std::string& define : router.define) request.flags.push_back("-D" + define);
  for (const std::string& warning : router.tolerate) request.flags.push_back("-Wno-" + warning);
  if (more.draws_unknowns)
    for (const char* flag : {"--x-assign", "unique", "--x-initial", "unique"})
      request.flags.emplace_back(flag);
  return request;
}

const ModelTable& compile_wrapper(ModelLibrary& models, const RouterDescription& router,
                                  const ModelRequest& request) {
  try {
    return models.get(request);
  } catch (const ToolError& error) {
    for (auto* unknown : {unknown_parameter, unknown_warning})
      if (const std::string text = unknown(router, error.output()); !text.empty())
        throw ModelError(text);
    const std::string complaint = first_complaint(error.output());
    if (complaint.empty() && error.output().find("has no port") == std::string::npos) throw;
    const std::string hint = hint_for(complaint, error.output());
    throw ModelError(fmt::format("{}: {} cannot be compiled: {}{}{}\n{}", router.file,
                                 request.module,
                                 complaint.empty() ? "it has no port clk_i" : complaint,
                                 hint.empty() ? "" : "\n  hint: ", hint, error.what()));
  }
}

const ModelTable& wrapper_table(ModelLibrary& models, const RouterDescription& router,
                                const ModelRequest& request) {
  const ModelTable& table = compile_wrapper(models, router, request);
  expect_ports(table, router, request.module);
  return table;
}

}  // namespace flitwise::own
