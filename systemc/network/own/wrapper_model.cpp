// wrapper_model.cpp: how a wrapper is verilated, and what is said when that fails.
#include "systemc/network/own/wrapper_model.h"

#include <fmt/format.h>

#include <cctype>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "systemc/network/models/model_error.h"
#include "systemc/network/own/router_wires.h"

namespace flitwise::own {
namespace {

struct Hint {
  const char* sign;  // in Verilator's message
  const char* hint;
};

// Of what Verilator 5.006 refuses in routers that others accept. The first that fits counts.
constexpr Hint kHints[] = {
    {"%Warning-", "mend it, or let it pass by tolerate: [NAME]"},
    {"Cannot find file containing module", "is its file among files, before those that use it?"},
    {"Package/class", "is the package among files, before those that use it?"},
    {"Importing from missing package", "is the package among files, before those that use it?"},
    {"Cannot find include file", "name its folder in include"},
    {"Define or directive not defined", "set it in define, or include the file that defines it"},
    {"Parameters from the command line were not found", "parameters must be those of the wrapper"},
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
    expect_pin(table, router, top, {port.name, port.direction, kPorts * each},
               port.is_flit ? fmt::format("5 ports, flit.width {}", each)
                            : fmt::format("5 ports, lanes {}", each));
  }
  if (router.coordinates == CoordinatePins::kParameters) return;
  for (const char* name : {"x_i", "y_i"})
    if (find_pin(table, name) == nullptr)
      throw ModelError(
          fmt::format("{}: {} has no port {}: with coordinates: inputs it says where "
                      "the router is",
                      router.file, top, name));
}

std::string absolute(const std::string& file) {
  return std::filesystem::absolute(file).lexically_normal().string();
}

}  // namespace

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
  request.module = more.top.empty() ? router.top : more.top;
  request.flavour = flavour;
  request.description = fmt::format("({})", router.name);
  // Parameters of the wrapper are given by another top itself.
  request.parameters = more.top.empty() ? router.parameters : more.parameters;
  if (router.coordinates == CoordinatePins::kParameters) {
    request.parameters.push_back(fmt::format("X={}", place.x));
    request.parameters.push_back(fmt::format("Y={}", place.y));
    request.description = fmt::format("({} at {}, {})", router.name, place.x, place.y);
    // At the ends of a mesh comparisons with a place are constant, which is no fault of a router.
    for (const char* flag : {"-Wno-CMPCONST", "-Wno-UNSIGNED"}) request.flags.emplace_back(flag);
  }
  for (const std::string& file : router.files) request.sources.rtl.push_back(absolute(file));
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
