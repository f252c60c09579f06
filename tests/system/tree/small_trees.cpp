#include "tests/system/tree/small_trees.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "sim/families/tree/tree_language.h"
#include "sim/run/runner.h"
#include "systemc/topology/tree/tree.h"
#include "tests/support/made_scenarios.h"

namespace flitwise::test {
namespace {

constexpr Flits kLongest = 2;

// The shape of a subtree as nested brackets, the same for all orders of children.
std::string shape_of(const Tree& tree, Node v) {
  std::vector<std::string> parts;
  for (const Node child : tree.children(v)) parts.push_back(shape_of(tree, child));
  std::sort(parts.begin(), parts.end());
  return fmt::format("({})", fmt::join(parts, ""));
}

// Counts up in base kLongest + 1, PE 0 aside; false after the last.
bool next_lengths(std::vector<Flits>& lengths) {
  for (std::size_t v = 1; v < lengths.size(); ++v) {
    if (++lengths[v] <= kLongest) return true;
    lengths[v] = 0;
  }
  return false;
}

bool passes(const Scenario& scenario) {
  const Result result = run_in_child(scenario, {});
  const bool has_events =
      std::any_of(result.checks.begin(), result.checks.end(),
                  [](const Check& check) { return check.name == "events" && check.ok; });
  return result.outcome == Outcome::kPass && has_events;
}

}  // namespace

std::vector<std::vector<Node>> ordered_trees(Node pes) {
  std::vector<std::vector<Node>> trees{{kNoNode}};
  for (Node v = 1; v < pes; ++v) {
    std::vector<std::vector<Node>> larger;
    for (const std::vector<Node>& tree : trees) {
      // The next PE in depth-first order hangs below the last one or anyone above that.
      for (Node parent = v - 1; parent != kNoNode;
           parent = tree[static_cast<std::size_t>(parent)]) {
        larger.push_back(tree);
        larger.back().push_back(parent);
      }
    }
    trees = std::move(larger);
  }
  return trees;
}

std::vector<std::vector<Node>> tree_shapes(Node pes) {
  std::vector<std::string> known;
  std::vector<std::vector<Node>> shapes;
  for (const std::vector<Node>& parents : ordered_trees(pes)) {
    const std::string shape = shape_of(Tree(parents), 0);
    if (std::find(known.begin(), known.end(), shape) != known.end()) continue;
    known.push_back(shape);
    shapes.push_back(parents);
  }
  return shapes;
}

const std::vector<SmallVariant>& small_variants() {
  static const std::vector<SmallVariant> variants = [] {
    const TreeOptions best;
    TreeOptions published;
    published.rule = CertificationRule::kPaper;
    published.sync = Sync::kSeq;
    TreeOptions multiport;
    multiport.ports = Ports::kMulti;
    return std::vector<SmallVariant>{
        {"Scatter", "scatter", TreeAlgorithm::kFdf, best},
        {"MultiportScatter", "scatter", TreeAlgorithm::kFdf, multiport},
        {"Gather", "gather", TreeAlgorithm::kCertification, best},
        {"PublishedGather", "gather", TreeAlgorithm::kCertification, published},
        {"MultiportGather", "gather", TreeAlgorithm::kCertification, multiport}};
  }();
  return variants;
}

const std::vector<SmallVariant>& paced_certifications() {
  static const std::vector<SmallVariant> variants = [] {
    TreeOptions published;
    published.rule = CertificationRule::kPaper;
    published.sync = Sync::kSeq;
    TreeOptions mirrored;
    mirrored.rule = CertificationRule::kTight;
    mirrored.sync = Sync::kMirror;
    TreeOptions by_index;
    by_index.rule = CertificationRule::kPosIdx;
    by_index.sync = Sync::kSlotIndex;
    by_index.sort_cost = SortCost::kDegree;
    TreeOptions skipping;
    skipping.rule = CertificationRule::kSkip;
    TreeOptions multiport;
    multiport.ports = Ports::kMulti;
    TreeOptions multiport_published = multiport;
    multiport_published.rule = CertificationRule::kPaper;
    multiport_published.sort_cost = SortCost::kOne;
    const std::vector<std::pair<const char*, TreeOptions>> all{
        {"Published", published},
        {"Mirrored", mirrored},
        {"ByIndex", by_index},
        {"Skipping", skipping},
        {"Best", TreeOptions()},
        {"Multiport", multiport},
        {"MultiportPublished", multiport_published}};
    std::vector<SmallVariant> paced;
    for (const auto& [setup, flit_time] : {std::pair<Step, Step>{1, 1}, {0, 2}, {3, 2}})
      for (auto [name, options] : all) {
        options.setup = setup;
        options.flit_time = flit_time;
        paced.push_back({fmt::format("{}Setup{}FlitTime{}", name, setup, flit_time), "gather",
                         TreeAlgorithm::kCertification, options});
      }
    return paced;
  }();
  return variants;
}

int expect_all_as_predicted(const SmallVariant& variant,
                            const std::vector<std::vector<Node>>& trees) {
  int runs = 0;
  Scenario scenario = testing_support::made_scenario();
  scenario.operation = variant.operation;
  TreeScenario& tree = tree_of(scenario);
  tree.algorithm = variant.algorithm;
  tree.options = variant.options;
  for (const std::vector<Node>& parents : trees) {
    tree.parents = parents;
    tree.lengths.assign(parents.size(), 0);
    do {
      ++runs;
      const bool passed = passes(scenario);
      EXPECT_TRUE(passed) << variant.name
                          << fmt::format(", parents {}, lengths {}", parents, tree.lengths);
      if (!passed) return runs;
    } while (next_lengths(tree.lengths));
  }
  return runs;
}

}  // namespace flitwise::test
