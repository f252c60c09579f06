#include "tests/theory/fat_tree/fat_tree_latencies.h"

#include <algorithm>
#include <random>

#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/lengths.h"

namespace flitwise {

std::ostream& operator<<(std::ostream& out, const FatTreeLatency& latency) {
  out << "r = " << latency.router << ", w =";
  for (const Step link : latency.link) out << ' ' << link;
  return out;
}

}  // namespace flitwise

namespace flitwise::theory::test {
namespace {

::testing::AssertionResult failure(const FatTree& tree, const FatTreeLatency& latency,
                                   const char* what) {
  return ::testing::AssertionFailure() << what << " on " << tree << ", " << latency << ": ";
}

/// Nothing waits, and the finish is this.
::testing::AssertionResult ends_in(const FatTree& tree, const FatTreeLatency& latency,
                                   const FatTreePrediction& p, Step finish, const char* what) {
  const auto holds = holds_without_queues(tree, p, latency);
  if (!holds) return failure(tree, latency, what) << holds.message();
  if (p.finish != finish) return failure(tree, latency, what) << "not " << finish << " steps";
  return ::testing::AssertionSuccess();
}

/// The same in queues, whichever inputs go first.
::testing::AssertionResult ends_in_queues(const FatTree& tree, const FatTreeLatency& latency,
                                          const FatTreePrediction& p, Step finish,
                                          const char* what) {
  for (const Inputs inputs : {Inputs::kChildrenFirst, Inputs::kParentFirst}) {
    const auto holds = holds_in_queues(tree, p, latency, inputs);
    if (!holds) return failure(tree, latency, what) << holds.message();
  }
  if (p.finish != finish) return failure(tree, latency, what) << "not " << finish << " steps";
  return ::testing::AssertionSuccess();
}

Step power(const FatTree& tree, int h) { return tree.leaves_below(h - 1); }

/// (b-1) b^(2h-2) over e_h, rounded up.
Step group_count(const FatTree& tree, int h) {
  int e = 1;
  for (int i = 2; i <= h; ++i) e = std::min(tree.capacity(i), tree.arity() * e);
  const Step entries = (tree.arity() - 1) * power(tree, h) * power(tree, h);
  return (entries + e - 1) / e;
}

bool is_binary(const FatTree& tree, bool full) {
  return tree.arity() == 2 && tree.capacities() == (full ? exponential_capacities(tree.levels(), 2)
                                                         : constant_capacities(tree.levels()));
}

Step longest_way_of(const FatTree& tree, const FatTreeLatency& latency, Node root,
                    const std::vector<Flits>& lengths) {
  Step longest = 0;
  for (int h = 1; h <= tree.levels(); ++h) {
    Flits flits = 0;
    bool is_there = false;
    for (Node x = 0; x < tree.leaves(); ++x) {
      const int meeting = x == root ? 0 : tree.meeting_level(root, x);
      if (meeting >= h) flits += lengths[index_of(x)];
      if (meeting == h && lengths[index_of(x)] > 0) is_there = true;
    }
    if (is_there) longest = std::max(longest, flits + whole_way(latency, h));
  }
  return longest;
}

}  // namespace

FatTreeLatency alike(const FatTree& tree, Step router, Step link) {
  return {router, std::vector<Step>(index_of(tree.levels()), link)};
}

FatTreeLatency random_latency(const FatTree& tree, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  FatTreeLatency latency{std::uniform_int_distribution<Step>(1, 4)(random), {}};
  for (int i = 0; i < tree.levels(); ++i)
    latency.link.push_back(std::uniform_int_distribution<Step>(1, 5)(random));
  return latency;
}

Step whole_way(const FatTreeLatency& latency, int h) {
  Step steps = -latency.router;  // a switch behind each link but the last
  for (int i = 1; i <= h; ++i)
    steps +=
        2 * (latency.link.empty() ? 0 : latency.link[index_of(i - 1)] - 1) + 2 * latency.router;
  return steps;
}

Step scatter_finish(const FatTree& tree, const FatTreeLatency& latency) {
  Step finish = 0;
  for (int h = 1; h <= tree.levels(); ++h)
    finish = std::max(finish, whole_way(latency, h) + tree.leaves() - power(tree, h));
  return finish;
}

::testing::AssertionResult one_to_all_holds(const FatTree& tree, const FatTreeLatency& latency) {
  const Step best = scatter_finish(tree, latency);
  for (const Node root : {Node{0}, tree.leaves() / 3, tree.leaves() - 1}) {
    const std::vector<Flits> one = unit_lengths(tree, root);
    const std::vector<Flits> any = random_leaf_lengths(tree, root, 4, index_of(root) + 1);
    const Step best_of_any = longest_way_of(tree, latency, root, any);
    for (const auto& result :
         {ends_in(tree, latency, predict_fat_tree_broadcast(tree, root, latency),
                  1 + whole_way(latency, tree.levels()), "broadcast"),
          ends_in(tree, latency, predict_fat_tree_scatter(tree, root, one, latency), best,
                  "scatter"),
          ends_in(tree, latency, predict_fat_tree_gather(tree, root, one, latency), best, "gather"),
          ends_in(tree, latency, predict_fat_tree_scatter(tree, root, any, latency), best_of_any,
                  "scatter of any lengths"),
          ends_in(tree, latency, predict_fat_tree_gather(tree, root, any, latency), best_of_any,
                  "gather of any lengths"),
          ends_in_queues(tree, latency, predict_fat_tree_gather_naive(tree, root, one, {}, latency),
                         best, "naive gather"),
          ends_in_queues(tree, latency, predict_fat_tree_gather_naive(tree, root, any, {}, latency),
                         best_of_any, "naive gather of any lengths")}) {
      if (!result) return result;
    }
  }
  return ::testing::AssertionSuccess();
}

::testing::AssertionResult multinode_holds(const FatTree& tree, const FatTreeLatency& latency) {
  const FatTreePrediction phased = predict_fat_tree_multinode_phased(tree, {}, latency);
  const FatTreePrediction queue_free = predict_fat_tree_multinode_queue_free(tree, latency);
  const Step best = scatter_finish(tree, latency);
  for (const auto& result :
       {ends_in_queues(tree, latency, predict_fat_tree_flood(tree, {}, latency), best, "flooding"),
        ends_in(tree, latency, phased, tree.leaves() - 1 + whole_way(latency, tree.levels()),
                "phased multinode broadcast"),
        ends_in(tree, latency, queue_free, best, "multinode broadcast without queues"),
        brings_all_to_all(tree, walk(tree, phased.dispatch, latency)),
        brings_all_to_all(tree, walk(tree, queue_free.dispatch, latency))}) {
    if (!result) return result;
  }
  if (queue_free.lower_bound != best) return failure(tree, latency, "lower bound");
  return ::testing::AssertionSuccess();
}

::testing::AssertionResult exchange_holds(const FatTree& tree, const FatTreeLatency& latency) {
  Step groups = 0;
  Step ways = 0;
  for (int h = 1; h <= tree.levels(); ++h) {
    groups += group_count(tree, h);
    ways += whole_way(latency, h);
  }
  const Step longest = whole_way(latency, tree.levels());
  const FatTreePrediction phased = predict_fat_tree_exchange_phased(tree, {}, latency);
  const FatTreePrediction serial = predict_fat_tree_exchange_serial(tree, latency);
  for (const auto& result :
       {ends_in(tree, latency, phased, groups + longest, "phased exchange"),
        ends_in(tree, latency, serial, groups + ways, "serial exchange"),
        brings_all_to_all(tree, walk(tree, phased.dispatch, latency)),
        ends_in(tree, latency, predict_fat_tree_exchange_scatters(tree, latency),
                tree.leaves() * scatter_finish(tree, latency), "exchange by scatters")}) {
    if (!result) return result;
  }
  if (is_binary(tree, false)) {
    const FatTreePrediction optimal = predict_fat_tree_exchange_optimal_cbft(tree, latency);
    const Step n = tree.leaves();
    const auto ends = ends_in(tree, latency, optimal, n * n / 4 + longest, "optimal exchange");
    if (!ends) return ends;
    if (optimal.lower_bound != *optimal.finish) return failure(tree, latency, "link bound");
    const auto brings = brings_all_to_all(tree, walk(tree, optimal.dispatch, latency));
    if (!brings) return brings;
  }
  return ::testing::AssertionSuccess();
}

}  // namespace flitwise::theory::test
