// model_request.h: which verilated model is wanted.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_REQUEST_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_REQUEST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/topology/flit_format.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// What is compiled with the RTL. A traced model has the checkers and the views of waves too; a
/// netlist is the gates that Yosys makes of the RTL, without assertions, checkers and views.
enum class ModelFlavour : std::uint8_t { kPlain, kChecked, kTraced, kNetlist };

/// "plain", "checked", "traced", "netlist".
const char* name_of(ModelFlavour flavour);

/// SystemVerilog files, those that others refer to first.
struct ModelSources {
  std::vector<std::string> rtl;
  std::vector<std::string> checkers;  ///< bound in checked and traced models
  std::vector<std::string> views;     ///< bound in traced models
  std::vector<std::string> included;  ///< files that these include, where others than the project's
};

/// A module with values for parameters, in a flavour.
struct ModelRequest {
  std::string module;
  std::vector<std::string> parameters;  ///< "Depth=16", in any order; others keep their default
  ModelFlavour flavour = ModelFlavour::kChecked;
  ModelSources sources{};            ///< without RTL: the project's own module
  std::string clock = "clk_i";       ///< the clock input
  std::string description{};         ///< for messages: "(2 children, depth 16)"; may be empty
  std::vector<std::string> flags{};  ///< of Verilator, beside those of all models
};

/// Slowest router with registers of its own behind its outputs.
inline constexpr Step kMostRouterLatency = 8;

/// Asks for a router that takes `latency` steps. One step is what every router takes by itself:
/// then the request stays as it is, and so do the names of stored models.
void set_router_latency(ModelRequest& request, Step latency);

/// Asks for a router of a PE whose flits have this format; likewise, as it stands nothing changes.
void set_address_width(ModelRequest& request, FlitFormat format);
/// Bits of an entry of such a router's tables of addresses.
constexpr std::size_t entry_bits(FlitFormat format) { return format.address < 16 ? 16 : 32; }

/// Parameters in the order of their names, with a comma between.
std::string sorted_parameters(const ModelRequest& request);

/// Sources of a module of the project: the files of `rtl/files.f` in the module's folder and in
/// those that all modules share, with their checkers and views; of a module combining_x or
/// merging_x that of router x, too.
/// Errors: throws ModelError when `files.f` cannot be read or has no such module.
ModelSources own_sources(const std::string& source_directory, const std::string& module);

/// The files that make up a model of this flavour, in order; those that a netlist is made of.
std::vector<std::string> files_of(const ModelSources& sources, ModelFlavour flavour);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_REQUEST_H_
