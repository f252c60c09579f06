// fabric_network.cpp: the two sections read by the network's family.
#include "sim/fabric/fabric_network.h"

#include <stdexcept>
#include <utility>

#include "sim/language/scenario_values.h"
#include "sim/language/scenario_yaml.h"
#include "sim/run/family/hosts.h"
#include "sim/run/machine.h"

namespace flitwise {
namespace {

constexpr const char* kExample = "{kind: torus, sides: [4, 4]}";

void read_network(const Families& families, const Value& root, Scenario& scenario,
                  ErrorList& errors) {
  expect_map(root, "network: ...");
  check_keys(root, {"name", "network", "options"}, errors);
  const Value network = required(root, "network", kExample);
  expect_map(network, kExample);
  const YamlNode* node = network.node.find("kind");
  const std::vector<std::string> known = families.kinds();
  const std::string kind =
      node == nullptr ? "" : known[to_choice_index({*node, "network.kind"}, known)];
  scenario.families = &families;
  scenario.family = &families.of_kind(kind);
  if (!scenario.family->is_host())
    throw bad_value({*node, "network.kind"}, "carries no messages between any two PEs; these do: " +
                                                 hosting_kinds(families));
  scenario.family->read_host(root, kind, scenario, errors);
}

Scenario read(const Families& families, const std::optional<YamlNode>& root, ErrorList& errors) {
  Scenario scenario;
  if (root) {
    scenario.file = root->place.text->file;
    errors.attempt([&] { read_network(families, {*root, ""}, scenario, errors); });
  }
  if (errors.empty()) return scenario;
  std::string all;
  for (const ConfigError& error : errors.sorted())
    all += (all.empty() ? "" : "\n") + std::string(error.what());
  throw std::invalid_argument(all);
}

}  // namespace

FabricNetwork FabricNetwork::from_file(const std::string& file, const Families& families) {
  ErrorList errors;
  const std::optional<YamlNode> root = parse_yaml_file(
      file, errors, {"network file", std::string("a network needs network: ") + kExample});
  return FabricNetwork(read(families, root, errors));
}

FabricNetwork FabricNetwork::from_text(const std::string& text, const Families& families) {
  ErrorList errors;
  const std::optional<YamlNode> root = parse_yaml(text, {"network", "", {}}, errors);
  return FabricNetwork(read(families, root, errors));
}

std::unique_ptr<Machine> FabricNetwork::make_machine() const {
  return scenario_.family->make_host(scenario_);
}

}  // namespace flitwise
