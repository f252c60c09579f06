// collective_host.h: the network of a scenario whose work is programs, read by its own family.
#ifndef FLITWISE_SIM_COLLECTIVE_COLLECTIVE_HOST_H_
#define FLITWISE_SIM_COLLECTIVE_COLLECTIVE_HOST_H_

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "sim/language/keys.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/run/family/family.h"
#include "sim/run/machine.h"

namespace flitwise {

/// The network that carries the messages of programs.
struct CollectiveHost {
  Scenario scenario;
  std::unique_ptr<Machine> machine;
};

/// Reads `network` and `options` of a file whose network is of this family. Empty where they are
/// wrong.
/// Errors: adds a ConfigError for each rule that is broken; one says that the `operation` runs on
///         other networks.
std::optional<CollectiveHost> read_collective_host(const Value& root, const std::string& kind,
                                                   const Family& network, const Families& families,
                                                   const std::string& operation, ErrorList& errors);

/// A file for its two readers, each with the `options` that it knows.
struct SplitFile {
  YamlNode programs;  ///< also with options that are no map
  YamlNode network;
};

/// Options that both know are the network's.
/// Errors: adds a ConfigError for each option that neither knows.
SplitFile split_options(const Value& root, const language::Table& programs, const Family& network,
                        ErrorList& errors);

/// JSON Schema of `network`; and of the keys of `options`, each of which is one of some network's
/// routers or of all runs, the first's of those that several have.
nlohmann::ordered_json host_networks_schema(const Families& families);
nlohmann::ordered_json host_options_schema(const Families& families);
/// Lines of `flitwise list` on the options of each network.
std::string host_options_text(const Families& families);

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_COLLECTIVE_HOST_H_
