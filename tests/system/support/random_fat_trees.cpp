#include "tests/system/support/random_fat_trees.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "sim/families/fat_tree/fat_tree_methods.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"
#include "tests/system/support/clocked_fat_trees.h"

namespace flitwise::testing_support {
namespace {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  std::int64_t from(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
  }
  template <typename Of>
  const Of& one_of(const std::vector<Of>& all) {
    return all[static_cast<std::size_t>(from(0, static_cast<std::int64_t>(all.size()) - 1))];
  }

 private:
  std::mt19937_64 random_;
};

const std::vector<FatTree>& trees(Shapes shapes) {
  const auto tree = [](Node leaves, int arity, bool is_exponential) {
    const int levels = fat_tree_levels(leaves, arity);
    return FatTree(
        leaves, arity,
        is_exponential ? exponential_capacities(levels, arity) : constant_capacities(levels));
  };
  static const std::vector<FatTree> few{tree(4, 2, false), tree(8, 2, false), tree(8, 2, true)};
  static const std::vector<FatTree> many{tree(2, 2, false),  tree(16, 2, false), tree(16, 2, true),
                                         tree(32, 2, false), tree(9, 3, false),  tree(9, 3, true),
                                         tree(27, 3, false), tree(16, 4, true)};
  return shapes == Shapes::kFew ? few : many;
}

// Whether its reader would take this algorithm here.
bool fits(const FatTreeMethod& method, const FatTree& tree, const FatTreeLatency& latency) {
  if (method.misfit(tree) != nullptr) return false;
  if (method.algorithm == FatTreeAlgorithm::kExchangeOptimalCbft)
    return protocols::fits_optimal_cbft(tree.levels(), latency);
  if (method.algorithm == FatTreeAlgorithm::kExchangeScatterPairs) return latency.is_unit();
  return true;
}

// Lengths so short that a queue of the smallest model holds all.
std::vector<Flits> lengths_of(Draw& draw, const FatTree& tree, Node root) {
  const Flits most = tree.leaves() <= 8 ? 2 : 4;
  std::vector<Flits> lengths;
  for (Node x = 0; x < tree.leaves(); ++x) lengths.push_back(x == root ? 0 : draw.from(0, most));
  return lengths;
}

FatTreeLatency drawn_latency(Draw& draw, const FatTree& tree, Shapes shapes) {
  FatTreeLatency latency;
  latency.router =
      shapes == Shapes::kFew ? draw.one_of<Step>({1, 3}) : draw.one_of<Step>({1, 2, 3, 5, 8});
  const bool is_uniform = draw.from(0, 2) == 0;
  const Step all = draw.from(1, 4);
  for (int branch = 1; branch <= tree.levels(); ++branch)
    latency.link.push_back(is_uniform ? all : draw.from(1, draw.from(0, 3) == 0 ? 16 : 4));
  return latency;
}

// Queues and credits from one to more than those of a loop.
void hold_back(Draw& draw, const FatTree& tree, const FatTreeLatency& latency,
               FatTreeOptions& options) {
  options.backpressure = true;
  if (draw.from(0, 1) == 0) options.credit_latency = draw.from(2, 4);
  const Step slowest = *std::max_element(latency.link.begin(), latency.link.end());
  const Step loop = latency.router + slowest - 1 + options.credit_latency;
  options.depth = static_cast<std::uint32_t>(
      std::max<Step>(tree.leaf_links(), std::min<Step>(16, draw.from(1, loop + 2))));
}

Scenario drawn(Draw& draw, Shapes shapes) {
  while (true) {
    const FatTree& tree = draw.one_of(trees(shapes));
    const FatTreeMethod& method = draw.one_of(fat_tree_methods());
    const FatTreeLatency latency = drawn_latency(draw, tree, shapes);
    if (!fits(method, tree, latency)) continue;
    const bool has_root = method.task->senders != FatTreeSenders::kAll;
    const Node root = has_root ? static_cast<Node>(draw.from(0, tree.leaves() - 1)) : kNoNode;
    Scenario scenario = on_fat_tree(tree, method.algorithm, root);
    FatTreeScenario& on_tree = fat_tree_of(scenario);
    if (!on_tree.lengths.empty()) on_tree.lengths = lengths_of(draw, tree, root);
    if (method.is_ordered) {
      on_tree.orders.emplace_back();
      for (Node x = tree.leaves() - 1; x >= 0; --x)
        if (on_tree.lengths[index_of(x)] > 0) on_tree.orders[0].push_back(x);
    }
    on_tree.options.router_latency = latency.router;
    on_tree.options.link_latency = latency.link;
    if (method.queues != FatTreeQueues::kNone) {
      on_tree.options.policy = static_cast<QueuePolicy>(draw.from(0, 3));
      on_tree.options.seed = static_cast<std::uint64_t>(draw.from(1, 1000));
    }
    if (draw.from(0, 2) == 0) hold_back(draw, tree, latency, on_tree.options);
    return scenario;
  }
}

bool has_check(const Result& result, const char* name) {
  return std::any_of(result.checks.begin(), result.checks.end(),
                     [&](const Check& check) { return check.name == name; });
}

std::string text_of(const Scenario& scenario) {
  const FatTreeScenario& s = fat_tree_of(scenario);
  return fmt::format(
      "{}, {} leaves, {} of arity {}, roots {}, lengths {}, routers {}, links {}, back pressure "
      "{}, "
      "depth {}, credits {}",
      word_of(s.algorithm), s.leaves, s.capacities, s.arity, s.roots, s.lengths,
      s.options.router_latency, s.options.link_latency, s.options.backpressure,
      s.options.depth.value_or(0), s.options.credit_latency);
}

}  // namespace

void expect_random_fat_trees_to_agree(std::uint64_t seed, int count, Shapes shapes) {
  const auto models = std::make_shared<ModelLibrary>();
  std::set<FatTreeAlgorithm> met;
  int with_events = 0;
  for (int i = 0; i < count; ++i) {
    Draw draw(seed + static_cast<std::uint64_t>(i));
    const Scenario scenario = drawn(draw, shapes);
    const Result result = run_clocked(scenario, models);
    met.insert(fat_tree_of(scenario).algorithm);
    with_events += has_check(result, "events") ? 1 : 0;
    EXPECT_EQ(result.outcome, Outcome::kPass)
        << "seed " << seed << " + " << i << ": " << text_of(scenario) << "\n"
        << fmt::format("{}", fmt::join(result.problems, "\n"));
    for (const Check& check : result.checks)
      EXPECT_TRUE(check.ok) << check.name << ": " << check.measured << " measured, "
                            << check.predicted << " predicted";
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GE(met.size(), fat_tree_methods().size() - 2);  // pairs, and the tree of one optimum
  EXPECT_GT(with_events, count / 2);
}

}  // namespace flitwise::testing_support
