#include "tests/support/random_scenarios.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "sim/families/tree/tree_language.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/support/draw.h"
#include "tests/support/made_scenarios.h"

namespace flitwise::testing_support {
namespace {

std::vector<Node> random_tree(test::Draw& draw, Node pes) {
  switch (draw.between(0, 4)) {
    case 0:
      return random_parents(pes, RandomShape::kDeep, 64, draw.seed());
    case 1:
      return random_parents(pes, RandomShape::kWide, 64, draw.seed());
    case 2:
      return star_parents(pes - 1);
    case 3:
      return path_parents(pes);
    default:
      return random_parents(pes, RandomShape::kUniform, 64, draw.seed());
  }
}

std::vector<Flits> random_lengths(test::Draw& draw, Node pes) {
  std::vector<Flits> lengths(static_cast<std::size_t>(pes), 0);
  const auto kind = draw.between(0, 4);
  for (std::size_t pe = 1; pe < lengths.size(); ++pe) {
    if (kind == 0) lengths[pe] = 1;
    if (kind == 1) lengths[pe] = draw.between(0, 9);
    if (kind == 2) lengths[pe] = draw.between(0, 9) == 0 ? draw.between(1, 5) : 0;
  }
  if (kind == 3) lengths[static_cast<std::size_t>(draw.between(1, pes - 1))] = draw.between(1, 12);
  return lengths;
}

std::vector<Node> random_order(test::Draw& draw, const std::vector<Flits>& lengths) {
  std::vector<Node> order;
  for (std::size_t pe = 1; pe < lengths.size(); ++pe) {
    if (lengths[pe] == 0) continue;
    const auto place =
        static_cast<std::ptrdiff_t>(draw.between(0, static_cast<std::int64_t>(order.size())));
    order.insert(order.begin() + place, static_cast<Node>(pe));
  }
  return order;
}

Ports random_ports(test::Draw& draw) {
  return draw.between(0, 3) == 0 ? Ports::kMulti : Ports::kSingle;
}

// Any variant that exists: mirror leaves no time to sort.
TreeOptions random_variant(test::Draw& draw) {
  TreeOptions options;
  options.rule =
      static_cast<CertificationRule>(draw.between(0, static_cast<int>(CertificationRule::kPos)));
  options.sync = static_cast<Sync>(draw.between(0, static_cast<int>(Sync::kSlotIndex)));
  options.ports = random_ports(draw);
  if (options.sync != Sync::kMirror || options.ports == Ports::kMulti)
    options.sort_cost =
        static_cast<SortCost>(draw.between(0, static_cast<int>(SortCost::kDegreeLog)));
  return options;
}

}  // namespace

Scenario random_scenario(std::uint64_t seed, Node most_pes) {
  test::Draw draw(seed);
  Scenario scenario = testing_support::made_scenario();
  TreeScenario& tree = tree_of(scenario);
  scenario.name = fmt::format("random {}", seed);
  const auto pes = static_cast<Node>(draw.between(2, most_pes));
  tree.parents = random_tree(draw, pes);
  scenario.shape = fmt::format("tree of {}", pes);
  tree.lengths = random_lengths(draw, pes);
  const bool is_path = tree.parents == path_parents(pes);
  switch (draw.between(0, is_path ? 5 : 3)) {
    case 0:
      scenario.operation = "scatter";
      tree.algorithm = TreeAlgorithm::kFdf;
      tree.options.ports = random_ports(draw);
      break;
    case 1:
      scenario.operation = "scatter";
      tree.algorithm = TreeAlgorithm::kOrder;
      tree.order = random_order(draw, tree.lengths);
      break;
    case 2:
    case 3:
      scenario.operation = "gather";
      tree.algorithm = TreeAlgorithm::kCertification;
      tree.options = random_variant(draw);
      break;
    default:
      scenario.operation = "gather";
      tree.algorithm = TreeAlgorithm::kShoulderTap;
      tree.options.end_mark = draw.between(0, 1) == 0;
      tree.options.ports = random_ports(draw);
      break;
  }
  // A path of so many PEs leaves room for a setup in the field of a lag.
  if (pes <= 2000 && draw.between(0, 3) == 0) {
    tree.options.setup = draw.between(0, 30);
    tree.options.flit_time = draw.between(1, 6);
  }
  return scenario;
}

Scenario with_random_latencies(Scenario scenario, std::uint64_t seed, Step most) {
  constexpr std::size_t kMostChildrenOfSlow = 4;
  test::Draw draw(seed);
  const Tree tree(tree_of(scenario).parents);
  TreeOptions& options = tree_of(scenario).options;
  options.setup = 0;
  options.flit_time = 1;
  const bool is_uniform = draw.between(0, 1) == 0;
  const bool has_mirror = options.sync == Sync::kMirror;  // links as slow up as down, one reaction
  const auto both = [](Step steps) { return LatencyOption::Steps{steps, steps}; };

  const Step router = draw.between(1, most);
  const Step link = draw.between(1, 2 * most);
  options.router_latency.all = both(router);
  options.link_latency.all = both(link);
  Step slowest = router;
  for (Node v = 0; v < tree.size(); ++v) {
    const bool has_many = tree.children(v).size() > kMostChildrenOfSlow;
    if (has_many || !is_uniform)
      options.router_latency.own[v] = both(has_many ? 1 : draw.between(1, most));
    slowest = std::max(slowest, options.router_latency.of(v).down);
    if (is_uniform || v == 0) continue;
    const Step down = draw.between(1, 2 * most);
    options.link_latency.own[v] = {down, has_mirror ? down : draw.between(1, 2 * most)};
  }
  if (scenario.operation != "gather") return scenario;
  options.reaction = LatencyOption{both(slowest + draw.between(0, most)), {}};
  if (has_mirror) return scenario;
  for (Node v = 0; v < tree.size() && !is_uniform; ++v)
    options.reaction->own[v] = both(options.router_latency.of(v).down + draw.between(0, most));
  return scenario;
}

std::string text_of(const Scenario& scenario) {
  const TreeScenario& tree = tree_of(scenario);
  static const char* const kAlgorithms[] = {"fdf", "order", "shoulder-tap", "certification"};
  std::string text =
      fmt::format("name: {}\nnetwork: {{kind: tree, parents: {}}}\nalgorithm: {}\n", scenario.name,
                  tree.parents, kAlgorithms[static_cast<int>(tree.algorithm)]);
  text += fmt::format("lengths: {}\n", tree.lengths);
  if (!tree.order.empty()) text += fmt::format("order: {}\n", tree.order);
  const auto entries = [](const char* name, const LatencyOption& option) {
    std::string map = fmt::format("{}: {{default: {}", name, option.all.down);
    for (const auto& [pe, steps] : option.own)
      map += fmt::format(", {}: {{down: {}, up: {}}}", pe, steps.down, steps.up);
    return map + "}\n";
  };
  text += entries("router_latency", tree.options.router_latency);
  text += entries("link_latency", tree.options.link_latency);
  if (tree.options.reaction) text += entries("reaction", *tree.options.reaction);
  return text + "variant: " + tree_variant(scenario) + "\n";
}

}  // namespace flitwise::testing_support
