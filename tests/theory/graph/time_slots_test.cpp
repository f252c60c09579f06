// Trees that share links, in time slots, and reductions with buffers: against flits that are
// marked link by link, against all offsets and splits, and against elements that wait.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>

#include "systemc/topology/graph/arc_packing.h"
#include "systemc/topology/graph/graph_shapes.h"
#include "systemc/topology/graph/link_packing.h"
#include "systemc/topology/graph/time_slots.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/graph/tree_times.h"
#include "tests/support/refusal.h"

namespace flitwise::time_slots_test {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using Trees = std::vector<Parents>;

constexpr std::uint32_t kSeed = 2613;
constexpr SlotUse kUses[] = {SlotUse::kCopies, SlotUse::kOperands, SlotUse::kBoth};

Node depth_in(const Parents& tree, Node v) {
  Node depth = 0;
  for (; tree[index_of(v)] != kNoNode; v = tree[index_of(v)]) ++depth;
  return depth;
}

Node height_of(const Parents& tree) {
  Node height = 0;
  for (Node v = 0; v < static_cast<Node>(tree.size()); ++v)
    height = std::max(height, depth_in(tree, v));
  return height;
}

struct Play {
  Step finish = 0;
  int most = 0;  // flits on an arc in a step
};

// Moves every element of every tree by itself and counts what arcs carry. An element climbs when it
// has come from below, by the deepest way, and comes down from the root in the step after it.
Play play(const Trees& trees, const std::vector<Flits>& split, const TimeSlots& slots,
          SlotUse use) {
  Play run;
  std::map<std::pair<Edge, Step>, int> carried;
  const auto carry = [&](Node from, Node to, Step step) {
    run.most = std::max(run.most, ++carried[{{from, to}, step}]);
    run.finish = std::max(run.finish, step);
  };
  for (std::size_t t = 0; t < trees.size(); ++t) {
    const Node height = height_of(trees[t]);
    for (Flits j = 1; j <= split[t]; ++j) {
      const Step begin = slots.offsets[t] + slots.period * (j - 1);
      for (Node v = 0; v < static_cast<Node>(trees[t].size()); ++v) {
        const Node parent = trees[t][index_of(v)];
        if (parent == kNoNode) continue;
        const Node depth = depth_in(trees[t], v);
        if (use != SlotUse::kCopies) carry(v, parent, begin + 1 + height - depth);
        if (use != SlotUse::kOperands)
          carry(parent, v, begin + depth + (use == SlotUse::kBoth ? height : 0));
      }
    }
  }
  return run;
}

// Breadth-first trees from several nodes: they share links.
Trees from_roots(const char* shape, const std::vector<Node>& roots) {
  Trees trees;
  for (const Node root : roots) trees.push_back(bfs_parents(make_graph(shape), root));
  return trees;
}

std::vector<Trees> families() {
  return {from_roots("ring:5", {0, 2}),
          from_roots("petersen", {0, 3, 7}),
          from_roots("torus:3,3", {0, 0}),
          from_roots("mesh:3,3", {0, 8, 4}),
          from_roots("polarfly:3", {0, 5, 9}),
          from_roots("path:4", {0, 3}),
          pack_arcs(make_graph("torus:4,4"), 0, 4)};
}

bool works(const Trees& trees, const TimeSlots& slots, SlotUse use) {
  return play(trees, std::vector<Flits>(trees.size(), 12), slots, use).most <= 1;
}

// Whether any offsets of a period keep flits apart.
bool any_works(const Trees& trees, Step period, SlotUse use) {
  TimeSlots slots{period, std::vector<Step>(trees.size(), 0)};
  while (true) {
    if (works(trees, slots, use)) return true;
    std::size_t t = 1;
    while (t < trees.size() && ++slots.offsets[t] == period) slots.offsets[t++] = 0;
    if (t == trees.size()) return false;
  }
}

TEST(TimeSlots, KeepFlitsApartWithTheLeastPeriodOfAllOffsets) {
  bool is_more_than_load = false;
  for (const Trees& trees : families())
    for (const SlotUse use : kUses) {
      const TimeSlots slots = least_slots(trees, use);
      ASSERT_EQ(slots.offsets.size(), trees.size());
      ASSERT_TRUE(works(trees, slots, use));
      for (Step period = 1; period < slots.period; ++period) {
        ASSERT_FALSE(any_works(trees, period, use)) << period;
        ASSERT_EQ(slots_of_period(trees, use, period), std::nullopt);
      }
      ASSERT_LE(most_on_an_arc(trees, use), slots.period);
      is_more_than_load = is_more_than_load || most_on_an_arc(trees, use) < slots.period;
    }
  EXPECT_TRUE(is_more_than_load) << "a period is the most trees on an arc";
}

TEST(TimeSlots, OfTreesWithoutACommonArcAreEveryStep) {
  EXPECT_EQ(least_slots(pack_arcs(make_graph("torus:4,4"), 0, 4), SlotUse::kCopies).period, 1);
  const Trees links = pack_links(make_graph("torus:4,4")).trees;
  EXPECT_EQ(least_slots(links, SlotUse::kBoth).period, 1);
  EXPECT_THAT(least_slots(links, SlotUse::kBoth).offsets, ElementsAre(0, 0));
  // The same tree twice takes turns.
  const Trees twice{links[0], links[0]};
  EXPECT_EQ(least_slots(twice, SlotUse::kBoth).period, 2);
  EXPECT_THAT(least_slots(twice, SlotUse::kBoth).offsets, ElementsAre(0, 1));
}

TEST(TimeSlots, EndWhenTheBestOfAllSplitsDoes) {
  for (const Trees& trees : families())
    for (const SlotUse use : kUses) {
      const TimeSlots slots = least_slots(trees, use);
      const std::vector<Node> heights = heights_of(trees);
      for (const Flits flits : {0, 1, 2, 3, 7}) {
        const Step finish = theory::slots_finish(flits, heights, slots, use);
        const std::vector<Flits> split = theory::best_slots_split(flits, heights, slots, use);
        const Play run = play(trees, split, slots, use);
        ASSERT_EQ(run.finish, finish);
        ASSERT_LE(run.most, 1);
        Flits sum = 0;
        for (const Flits its : split) sum += its;
        ASSERT_EQ(sum, flits);
        Step least = flits == 0 ? 0 : 1'000'000;
        std::vector<Flits> any(trees.size(), 0);
        const std::function<void(std::size_t, Flits)> share = [&](std::size_t t, Flits left) {
          if (t + 1 == trees.size()) {
            any[t] = left;
            least = std::min(least, play(trees, any, slots, use).finish);
            return;
          }
          for (any[t] = 0; any[t] <= left; ++any[t]) share(t + 1, left - any[t]);
        };
        if (flits > 0 && trees.size() < 4) {
          share(0, flits);
          ASSERT_EQ(finish, least);
        }
      }
    }
}

TEST(TimeSlots, RefuseWhatDoesNotFit) {
  const Trees trees = from_roots("ring:4", {0, 1});
  EXPECT_EQ(refusal_of([] { least_slots({}, SlotUse::kBoth); }), "time slots need a tree");
  EXPECT_EQ(refusal_of([&] {
              least_slots({trees[0], {kNoNode, 0}}, SlotUse::kBoth);
            }),
            "all trees must have as many nodes as tree 0, 4; tree 1 has 2");
  EXPECT_EQ(refusal_of([&] { slots_of_period(trees, SlotUse::kBoth, 0); }),
            "a period must be at least 1, got 0");
}

// The step in which the root has the last element. sent[v][j]: element j leaves v, of the root: it
// is taken out of its inputs.
Step wait_for_each_other(const Parents& tree, const std::vector<Step>& ready, Flits flits,
                         Flits buffers, Step credit) {
  std::vector<Node> deepest_first(tree.size());
  for (std::size_t v = 0; v < tree.size(); ++v) deepest_first[v] = static_cast<Node>(v);
  std::sort(deepest_first.begin(), deepest_first.end(),
            [&](Node a, Node b) { return depth_in(tree, a) > depth_in(tree, b); });
  const auto last = static_cast<std::size_t>(flits);
  std::vector<std::vector<Step>> sent(tree.size(), std::vector<Step>(last + 1, 0));
  for (std::size_t j = 1; j <= last; ++j)
    for (const Node v : deepest_first) {
      Step& at = sent[index_of(v)][j];
      at = std::max(ready[index_of(v)] + static_cast<Step>(j) - 1, sent[index_of(v)][j - 1] + 1);
      for (Node child = 0; child < static_cast<Node>(tree.size()); ++child)
        if (tree[index_of(child)] == v) at = std::max(at, sent[index_of(child)][j] + 1);
      const Node parent = tree[index_of(v)];
      // Element j - buffers came in the step before its parent could take it.
      if (parent != kNoNode && j > static_cast<std::size_t>(buffers))
        at = std::max(at,
                      sent[index_of(parent)][j - static_cast<std::size_t>(buffers)] + credit - 1);
    }
  for (std::size_t v = 0; v < tree.size(); ++v)
    if (tree[v] == kNoNode) return sent[v][last] - 1;
  return 0;
}

TEST(BufferedReduction, EndsWhenTheLastElementHasWaitedForAllOthers) {
  std::mt19937 random(kSeed);
  for (const char* shape : {"path:2", "path:5", "star:4", "torus:4,4", "petersen", "mesh:3,3"})
    for (Flits buffers = 1; buffers <= 4; ++buffers)
      for (Step credit = 1; credit <= 4; ++credit)
        for (const Flits flits : {0, 1, 2, 5, 64}) {
          const Graph graph = make_graph(shape);
          const Parents tree = bfs_parents(graph, graph.size() / 2);
          std::vector<Step> ready;
          const std::uint32_t most = flits == 5 ? 1 : 9;
          for (std::size_t v = 0; v < tree.size(); ++v)
            ready.push_back(1 + static_cast<Step>(random() % most));
          const Step waited =
              flits == 0 ? 0 : wait_for_each_other(tree, ready, flits, buffers, credit);
          ASSERT_EQ(theory::buffered_reduce_finish(tree, ready, flits, buffers, credit), waited)
              << shape << ", " << flits << " flits, B " << buffers << ", c " << credit;
        }
}

TEST(BufferedReduction, LosesNothingWithTwoBuffersAndHalfTheRateWithOne) {
  const Parents tree = bfs_parents(make_graph("torus:4,4"), 0);
  const std::vector<Step> ready(tree.size(), 1);
  EXPECT_EQ(theory::buffered_reduce_finish(tree, ready, 100, 2, 2), 100 - 1 + 4);
  EXPECT_EQ(theory::buffered_reduce_finish(tree, ready, 100, 1, 2), 2 * 99 + 4);
}

}  // namespace
}  // namespace flitwise::time_slots_test
