#include "sim/import/collective_options.h"

#include <fmt/format.h>

#include "sim/families/fat_tree/fat_tree_language.h"
#include "sim/families/star/language/star_language.h"
#include "sim/families/star/language/star_words.h"
#include "sim/families/torus/torus_language.h"
#include "sim/families/tree/tree_language.h"
#include "sim/language/scenario_options.h"
#include "systemc/network/star/star_routers.h"

namespace flitwise {
namespace {

using Host = CollectiveScenario::Host;
using Keys = std::vector<std::string>;

std::optional<Host> read_tree(const Value& network, Scenario& scenario, ErrorList& errors) {
  std::optional<TreeNetwork> section = read_tree_network(network, errors);
  if (!section) return std::nullopt;
  scenario.shape = section->description;
  if (!section->file.empty()) scenario.inputs.push_back(section->file);
  TreeScenario tree;
  tree.parents = std::move(section->parents);
  tree.root = section->root;
  tree.node_names = std::move(section->node_names);
  return tree;
}

std::optional<Host> read_fat_tree(const Value& network, Scenario& scenario, ErrorList& errors) {
  FatTreeScenario tree;
  if (!read_fat_tree_network(network, tree, errors)) return std::nullopt;
  if (tree.capacities.front() != 1)
    throw bad_value({network.node.find("capacities")->items.front(), "network.capacities[0]"},
                    "must be 1 for operation collective, whose PEs send over one link");
  scenario.shape = describe_fat_tree(tree);
  return tree;
}

std::optional<Host> read_torus(const Value& network, Scenario& scenario, ErrorList& errors) {
  TorusScenario torus;
  read_torus_network(network, torus, errors);
  if (torus.sides.empty()) return std::nullopt;
  scenario.shape = torus_text(torus.sides);
  return torus;
}

std::optional<Host> read_star(const Value& network, Scenario& scenario, ErrorList& errors) {
  StarScenario star;
  star.order = 0;
  read_star_network(network, star, errors);
  if (star.order == 0) return std::nullopt;
  scenario.shape = star_text(star.order);
  return star;
}

// The section's keys are known: the family's own reader may have it.
bool has_known_keys(const Value& section, Keys known, ErrorList& errors) {
  for (const char* common : {"build", "checkers", "skip", "max_steps"}) known.emplace_back(common);
  const std::size_t before = errors.size();
  check_keys(section, known, errors);
  return errors.size() == before;
}

void read_options(const Value& section, Options& common, TreeScenario& tree, ErrorList& errors) {
  if (!has_known_keys(section, {"ports"}, errors)) return;
  read_common_options(section, common, errors);
  if_given(section, "ports", errors,
           [&](const Value& value) { tree.options.ports = to_choice(value, ports_words()); });
  if_given(section, "build", errors, [&](const Value& value) {
    if (common.build == Build::kAssembled) return;
    if (tree.options.ports == Ports::kMulti || !can_be_elaborated(tree.parents))
      throw bad_value(value, fmt::format("exists single-port only, for up to {} PEs and {} lanes; "
                                         "use assembled",
                                         kMostElaboratedPes, kMostElaboratedLanes));
  });
}

void read_options(const Value& section, Options& common, FatTreeScenario& tree, ErrorList& errors) {
  if (!has_known_keys(section, {"policy", "seed", "depth", "backpressure"}, errors)) return;
  read_fat_tree_switch_options(section, common, tree, errors);
}

}  // namespace

std::optional<Host> read_host(const Value& root, const std::string& kind, Scenario& scenario,
                              ErrorList& errors) {
  std::optional<Host> host;
  errors.attempt([&] {
    const Value network = required(root, "network", "any network: a tree, a torus, ...");
    if (kind.empty() && network.node.find("kind") != nullptr) return;  // which says nothing known
    if (kind == "fat-tree") {
      host = read_fat_tree(network, scenario, errors);
    } else if (kind == "torus") {
      host = read_torus(network, scenario, errors);
    } else if (kind == "star-graph") {
      host = read_star(network, scenario, errors);
    } else if (kind.empty() || kind == "tree" || kind == "graph") {
      host = read_tree(network, scenario, errors);
    } else {
      throw bad_value({*network.node.find("kind"), "network.kind"},
                      "carries scatter and gather only; operation collective runs on tree, graph, "
                      "fat-tree, torus and star-graph");
    }
  });
  return host;
}

void read_collective_options(const Value& section, Options& common, CollectiveScenario& collective,
                             ErrorList& errors) {
  if (!errors.attempt([&] { expect_map(section, "{max_steps: 1000}"); })) return;
  if (auto* tree = std::get_if<TreeScenario>(&collective.host))
    return read_options(section, common, *tree, errors);
  if (auto* tree = std::get_if<FatTreeScenario>(&collective.host))
    return read_options(section, common, *tree, errors);
  if (auto* torus = std::get_if<TorusScenario>(&collective.host))
    return read_torus_routers(section, common, *torus, errors);
  auto& star = std::get<StarScenario>(collective.host);
  if (!has_known_keys(section, {"flits", "slots"}, errors)) return;
  read_common_options(section, common, errors);
  if_given(section, "flits", errors,
           [&](const Value& value) { star.options.flits = to_integer(value, 1, kMostStarFlits); });
  if_given(section, "slots", errors, [&](const Value& value) {
    collective.slots = static_cast<std::uint32_t>(to_integer(value, 1, kMostStarSlots));
  });
  if_given(section, "build", errors, [&](const Value& value) {
    if (common.build == Build::kElaborated && star.order > kMostElaboratedStarOrder)
      throw bad_value(value,
                      fmt::format("is for n up to {}; use assembled", kMostElaboratedStarOrder));
  });
}

}  // namespace flitwise
