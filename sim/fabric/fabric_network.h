// fabric_network.h: the network of a fabric, in the scenario language.
#ifndef FLITWISE_SIM_FABRIC_FABRIC_NETWORK_H_
#define FLITWISE_SIM_FABRIC_FABRIC_NETWORK_H_

#include <memory>
#include <string>

#include "sim/language/scenario.h"

namespace flitwise {

class Families;
class Machine;

/// A network that carries messages between any two of its PEs: what scenarios say under `network`
/// and, of its routers, under `options`, as for operation collective.
class FabricNetwork {
 public:
  /// From a file with these two keys; it may have a `name`.
  /// Errors: throws std::invalid_argument with all mistakes, a line each, as the command says them.
  static FabricNetwork from_file(const std::string& file, const Families& families);
  /// From a text: "network: {kind: torus, sides: [4, 4]}".
  /// Errors: as `from_file`; they call the text "network".
  static FabricNetwork from_text(const std::string& text, const Families& families);

  const Options& options() const { return scenario_.options; }
  /// A new machine. Errors: throws ModelError when a model cannot be made.
  std::unique_ptr<Machine> make_machine() const;

 private:
  explicit FabricNetwork(Scenario scenario) : scenario_(std::move(scenario)) {}

  Scenario scenario_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FABRIC_FABRIC_NETWORK_H_
