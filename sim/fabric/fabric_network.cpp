// fabric_network.cpp: the two sections read by the network's family.
#include <flitwise/fabric_network.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "sim/families/registry.h"
#include "sim/language/scenario_values.h"
#include "sim/language/scenario_yaml.h"
#include "sim/run/family/hosts.h"

namespace flitwise {
namespace {

constexpr const char* kExample = "{kind: torus, sides: [4, 4]}";
constexpr const char* kText = "network";  // what messages call a text, and keys

// One of a host, or empty where there is none.
std::string read_kind(const Families& families, const Value& network) {
  const YamlNode* node = network.node.find("kind");
  if (node == nullptr) return {};
  const Value kind{*node, "network.kind"};
  const std::vector<std::string> known = families.kinds();
  const std::vector<std::string> hosting = kinds_of_hosts(families);
  const auto has = [node](const std::vector<std::string>& kinds) {
    return std::find(kinds.begin(), kinds.end(), node->text) != kinds.end();
  };
  if (has(known) && !has(hosting))
    throw bad_value(
        kind, "carries no messages between any two PEs; these do: " + hosting_kinds(families));
  return hosting[to_choice_index(kind, hosting)];
}

void read_network(const Families& families, const Value& root, Scenario& scenario,
                  ErrorList& errors) {
  expect_map(root, "network: ...");
  check_keys(root, {"name", "network", "options"}, errors);
  const Value network = required(root, "network", kExample);
  expect_map(network, kExample);
  const std::string kind = read_kind(families, network);
  scenario.families = &families;
  scenario.family = &families.of_kind(kind);
  scenario.family->read_host(root, kind, scenario, errors);
}

std::shared_ptr<const Scenario> read(const Families& families, const std::optional<YamlNode>& root,
                                     ErrorList& errors) {
  auto scenario = std::make_shared<Scenario>();
  if (root) {
    scenario->file = root->place.text->file;
    errors.attempt([&] { read_network(families, {*root, ""}, *scenario, errors); });
  }
  if (errors.empty()) return scenario;
  std::string all;
  for (const ConfigError& error : errors.sorted())
    all += (all.empty() ? "" : "\n") + std::string(error.what());
  throw std::invalid_argument(all);
}

std::string list_of(const std::vector<int>& numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

}  // namespace

FabricValue::FabricValue(bool truth) : yaml_(truth ? "true" : "false") {}
FabricValue::FabricValue(int number) : yaml_(fmt::format("{}", number)) {}
FabricValue::FabricValue(long number) : yaml_(fmt::format("{}", number)) {}
FabricValue::FabricValue(double number) : yaml_(fmt::format("{}", number)) {
  if (!std::isfinite(number))
    throw std::invalid_argument(fmt::format("the value of a key must be finite, not {}", number));
}
FabricValue::FabricValue(std::initializer_list<int> numbers)
    : FabricValue(std::vector<int>(numbers)) {}
FabricValue::FabricValue(const std::vector<int>& numbers) : yaml_(list_of(numbers)) {}

FabricNetwork FabricNetwork::from_file(const std::string& file) {
  return from_file(file, families());
}

FabricNetwork FabricNetwork::from_text(const std::string& yaml) {
  return from_text(yaml, families());
}

FabricNetwork FabricNetwork::from_keys(const std::vector<FabricKey>& keys) {
  return from_keys(keys, families());
}

FabricNetwork FabricNetwork::from_file(const std::string& file, const Families& families) {
  ErrorList errors;
  const std::optional<YamlNode> root = parse_yaml_file(
      file, errors, {"network file", std::string("a network needs network: ") + kExample});
  return FabricNetwork(read(families, root, errors));
}

FabricNetwork FabricNetwork::from_text(const std::string& yaml, const Families& families) {
  ErrorList errors;
  const std::optional<YamlNode> root = parse_yaml(yaml, {kText, "", {}}, errors);
  return FabricNetwork(read(families, root, errors));
}

FabricNetwork FabricNetwork::from_keys(const std::vector<FabricKey>& keys,
                                       const Families& families) {
  ErrorList errors;
  std::optional<YamlNode> root = parse_yaml("{}", {kText, "", {}}, errors);
  for (const auto& [key, value] : keys) {
    const InputText about{kText, key + "=" + value.yaml(), {}};
    const std::optional<YamlNode> node = parse_yaml(value.yaml(), about, errors);
    if (node) errors.attempt([&, name = key] { set_value(name, *node, *root); });
  }
  return FabricNetwork(read(families, root, errors));
}

}  // namespace flitwise
