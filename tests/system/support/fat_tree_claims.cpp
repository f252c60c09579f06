#include "tests/system/support/fat_tree_claims.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "sim/families/fat_tree/fat_tree_methods.h"
#include "tb/theory/fat_tree/fat_tree_conflicts.h"
#include "tb/theory/fat_tree/fat_tree_theory.h"
#include "tests/system/support/clocked_fat_trees.h"
#include "tests/system/support/fat_tree_runs.h"

namespace flitwise::testing_support {
namespace {

using Algorithm = FatTreeAlgorithm;

constexpr QueuePolicy kPolicies[] = {QueuePolicy::kUpFirst, QueuePolicy::kLocalFirst,
                                     QueuePolicy::kRoundRobin, QueuePolicy::kRandom};

// n + 1 for b = 2 and n >= 4, else n.
Step one_flit_each(const FatTree& tree) {
  return tree.leaves() + (tree.arity() == 2 && tree.leaves() > 2 ? 1 : 0);
}

// Sum over h of ceil((b-1) b^(2h-2) / e_h), with e_1 = 1 and e_h = min(c_h, b e_(h-1)).
Step phases(const FatTree& tree) {
  Step sum = 0;
  Step usable = 1;
  Step entries = tree.arity() - 1;
  for (int h = 1; h <= tree.levels(); ++h) {
    if (h > 1) usable = std::min<Step>(tree.capacity(h), tree.arity() * usable);
    sum += (entries + usable - 1) / usable;
    entries *= tree.arity() * tree.arity();
  }
  return sum;
}

bool is_constant(const FatTree& tree) {
  return tree.capacities() == constant_capacities(tree.levels());
}
bool is_exponential(const FatTree& tree) {
  return tree.capacities() == exponential_capacities(tree.levels(), tree.arity());
}

std::string faults_of(const Result& result) {
  std::string faults = fmt::format("{}\n", fmt::join(result.problems, "\n"));
  for (const Check& check : result.checks)
    if (!check.ok)
      faults += fmt::format("{}: {}, predicted {}\n", check.name, check.measured, check.predicted);
  return faults;
}

class Claims {
 public:
  Claims(const FatTree& tree, Breadth breadth, const std::shared_ptr<ModelLibrary>& models)
      : tree_(tree), models_(models), random_(static_cast<std::uint64_t>(tree.leaves())) {
    for (const int c : tree.capacities()) random_.seed(random_() + static_cast<std::uint64_t>(c));
    roots_.resize(static_cast<std::size_t>(tree.leaves()));
    std::iota(roots_.begin(), roots_.end(), 0);
    if (breadth == Breadth::kSampled) roots_ = {0, drawn_leaf()};
  }

  int run_all() {
    for (const Node root : roots_) expect_from_one(root);
    expect_multinode();
    expect_exchange();
    return runs_;
  }

 private:
  Node drawn_leaf() { return std::uniform_int_distribution<Node>(0, tree_.leaves() - 1)(random_); }

  void expect_from_one(Node root) {
    expect(on_fat_tree(tree_, Algorithm::kBroadcastFlood, root), 2 * tree_.levels());
    for (const Algorithm algorithm :
         {Algorithm::kScatterFurthestFirst, Algorithm::kGatherFurthestFirst}) {
      expect(on_fat_tree(tree_, algorithm, root), one_flit_each(tree_));
      const Scenario lengthy = with_lengths(on_fat_tree(tree_, algorithm, root), 0, 4);
      expect(lengthy, longest_tail(lengthy));
    }
    for (const QueuePolicy policy : kPolicies)
      expect(under(policy, on_fat_tree(tree_, Algorithm::kGatherNaive, root)),
             one_flit_each(tree_));
    expect_any_order(with_lengths(on_fat_tree(tree_, Algorithm::kScatterOrder, root), 1, 3));
  }

  void expect_multinode() {
    for (const QueuePolicy policy : kPolicies)
      expect(under(policy, on_fat_tree(tree_, Algorithm::kMultinodeFlood)), one_flit_each(tree_));
    expect(on_fat_tree(tree_, Algorithm::kMultinodeQueueFree), one_flit_each(tree_));
    expect(on_fat_tree(tree_, Algorithm::kMultinodePhased),
           tree_.leaves() + 2 * tree_.levels() - 2);
  }

  void expect_exchange() {
    const Step n = tree_.leaves();
    const Step levels = tree_.levels();
    expect(on_fat_tree(tree_, Algorithm::kExchangePhasedSerial), phases(tree_) + levels * levels);
    expect(on_fat_tree(tree_, Algorithm::kExchangePhased), phases(tree_) + 2 * levels - 1);
    if (tree_.arity() == 2 && is_constant(tree_))
      expect(on_fat_tree(tree_, Algorithm::kExchangeOptimalCbft), n * n / 4 + 2 * levels - 1);
    if (tree_.arity() == 2 && is_exponential(tree_))
      expect(on_fat_tree(tree_, Algorithm::kExchangeOptimalEbft),
             n + 2 * levels - (n >= 8 ? 3 : 2));
    if (n <= 16) {
      expect(on_fat_tree(tree_, Algorithm::kExchangeScatters), n * one_flit_each(tree_));
      if (tree_.arity() == 2)
        expect(on_fat_tree(tree_, Algorithm::kExchangeScatterPairs), n / 2 * one_flit_each(tree_));
    }
    const Step across = n / tree_.arity() * (n - n / tree_.arity());
    std::optional<Step> finish;
    if (is_exponential(tree_)) finish = n + 2 * levels - 2;
    if (is_constant(tree_)) finish = across + 2 * levels - 1;
    if (across > 16 && (!finish || n > 64)) return;
    for (const QueuePolicy policy : kPolicies) {
      const bool is_fixed = policy == QueuePolicy::kUpFirst || policy == QueuePolicy::kLocalFirst;
      expect(under(policy, on_fat_tree(tree_, Algorithm::kExchangeFarFirst)),
             is_fixed || is_constant(tree_) ? finish : std::nullopt);
    }
  }

  // Last dispatch plus way: max over the messages of (flits up to its last + 2h - 1).
  void expect_any_order(Scenario scenario) {
    FatTreeScenario& s = fat_tree_of(scenario);
    std::vector<Node>& order = s.orders.emplace_back();
    for (Node x = 0; x < tree_.leaves(); ++x)
      if (x != s.roots[0]) order.push_back(x);
    std::shuffle(order.begin(), order.end(), random_);
    Step last = 0;
    Flits sent = 0;
    for (const Node x : order) {
      sent += s.lengths[static_cast<std::size_t>(x)];
      last = std::max(last, sent + 2 * tree_.meeting_level(s.roots[0], x) - 1);
    }
    expect(scenario, last);
  }

  // Max over the classes h with flits of (flits of class h and higher + 2h - 1).
  Step longest_tail(const Scenario& scenario) const {
    const FatTreeScenario& s = fat_tree_of(scenario);
    Step longest = 0;
    Flits flits = 0;
    for (int h = tree_.levels(); h >= 1; --h) {
      Flits of_class = 0;
      for (Node x = 0; x < tree_.leaves(); ++x)
        if (x != s.roots[0] && tree_.meeting_level(s.roots[0], x) == h)
          of_class += s.lengths[static_cast<std::size_t>(x)];
      flits += of_class;
      if (of_class > 0) longest = std::max(longest, flits + 2 * h - 1);
    }
    return longest;
  }

  static Scenario under(QueuePolicy policy, Scenario scenario) {
    fat_tree_of(scenario).options.policy = policy;
    fat_tree_of(scenario).options.seed = 5;
    return scenario;
  }

  Scenario with_lengths(Scenario scenario, Flits least, Flits most) {
    FatTreeScenario& s = fat_tree_of(scenario);
    for (Node x = 0; x < tree_.leaves(); ++x)
      if (x != s.roots[0])
        s.lengths[static_cast<std::size_t>(x)] =
            std::uniform_int_distribution<Flits>(least, most)(random_);
    return scenario;
  }

  void expect(const Scenario& scenario, std::optional<Step> finish) {
    const Result result = run_clocked(scenario, models_);
    const FatTreeScenario& s = fat_tree_of(scenario);
    const std::string what =
        fmt::format("{}, {} leaves, {} of arity {}, roots {}, lengths {}", word_of(s.algorithm),
                    s.leaves, s.capacities, s.arity, s.roots, s.lengths);
    ++runs_;
    EXPECT_EQ(result.outcome, Outcome::kPass) << what << "\n" << faults_of(result);
    EXPECT_EQ(result.measured.finish, finish.value_or(result.measured.finish)) << what;
  }

  const FatTree& tree_;
  const std::shared_ptr<ModelLibrary>& models_;
  std::mt19937_64 random_;
  std::vector<Node> roots_;
  int runs_ = 0;
};

}  // namespace

int expect_all_claims(const FatTree& tree, Breadth breadth,
                      const std::shared_ptr<ModelLibrary>& models) {
  return Claims(tree, breadth, models).run_all();
}

int expect_scatter_pairs(const FatTree& tree, Node first,
                         const std::shared_ptr<ModelLibrary>& models) {
  int colliding = 0;
  for (Node second = first + 1; second < tree.leaves(); ++second) {
    const theory::FatTreeTable table =
        theory::predict_fat_tree_scatter_pair(tree, first, second).dispatch;
    const bool is_free = theory::check_schedule(tree, table).conflict_free();
    Scenario scenario = on_fat_tree(tree, Algorithm::kScatterFurthestFirst, first);
    FatTreeScenario& s = fat_tree_of(scenario);
    s.roots = {first, second};
    s.lengths.clear();
    if (!is_free) s.options.depth = kScheduleDepth;
    const Result result = run_clocked(scenario, models);
    const std::string what =
        fmt::format("{} leaves, {}, from {} and {}", s.leaves, s.capacities, first, second);
    EXPECT_EQ(result.outcome, is_free ? Outcome::kPass : Outcome::kFail) << what;
    EXPECT_EQ(check_of(result, "queue_free").measured, is_free ? "nothing waits" : "packets wait")
        << what << "\n"
        << faults_of(result);
    if (!is_free) ++colliding;
  }
  return colliding;
}

}  // namespace flitwise::testing_support
