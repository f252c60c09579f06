// fabric_network.h: a network of routers, as a file, a text or a list of keys says it.
#ifndef FLITWISE_FABRIC_NETWORK_H_
#define FLITWISE_FABRIC_NETWORK_H_

#include <flitwise/version.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace flitwise {

class Families;
struct Scenario;

/// The value of a key: a truth value, a number, a list of numbers, or a text, which is YAML: "4",
/// "constant", "[4, 4]".
class FabricValue {
 public:
  // A value is written as what it is, so these convert.
  FabricValue(bool truth);
  FabricValue(int number);
  FabricValue(long number);
  FabricValue(double number);  ///< throws std::invalid_argument unless it is finite
  FabricValue(std::initializer_list<int> numbers);
  FabricValue(const std::vector<int>& numbers);
  FabricValue(const char* yaml) : yaml_(yaml) {}
  FabricValue(std::string yaml) : yaml_(std::move(yaml)) {}

  const std::string& yaml() const { return yaml_; }

 private:
  std::string yaml_;
};

/// A key of the scenario language, sections and keys joined by dots, and its value:
/// {"network.sides", {4, 4}}.
struct FabricKey {
  std::string key;
  FabricValue value;
};

/// A network that carries messages between any two of its PEs: what scenarios say under `network`
/// and, of its routers, under `options`, as for operation collective. It may have a `name`.
///
/// All three readings know the same keys, check the same rules and throw std::invalid_argument with
/// all mistakes, a line each, as the command `flitwise run` says them: place, key, value, rule.
/// Networks are those of the command; those of other families where `families` is given.
class FabricNetwork {
 public:
  /// From a YAML file with these two keys.
  static FabricNetwork from_file(const std::string& file);
  static FabricNetwork from_file(const std::string& file, const Families& families);
  /// From YAML: "network: {kind: torus, sides: [4, 4]}". Messages call the text "network".
  static FabricNetwork from_text(const std::string& yaml);
  static FabricNetwork from_text(const std::string& yaml, const Families& families);
  /// From keys, for those who want no YAML; a later one replaces an earlier one:
  /// from_keys({{"network.kind", "torus"}, {"network.sides", {4, 4}}, {"options.depth", 4}}).
  static FabricNetwork from_keys(const std::vector<FabricKey>& keys);
  static FabricNetwork from_keys(const std::vector<FabricKey>& keys, const Families& families);

  const Scenario& scenario() const { return *scenario_; }

 private:
  explicit FabricNetwork(std::shared_ptr<const Scenario> scenario)
      : scenario_(std::move(scenario)) {}

  std::shared_ptr<const Scenario> scenario_;
};

}  // namespace flitwise

#endif  // FLITWISE_FABRIC_NETWORK_H_
