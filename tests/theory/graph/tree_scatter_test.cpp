// Scatters and gathers over several trees of a graph: against flits that a plain run moves from
// node to node, against all allocations of messages and of flits, and backwards.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "systemc/topology/graph/arc_packing.h"
#include "systemc/topology/graph/graph_shapes.h"
#include "systemc/topology/graph/tree_allocation.h"
#include "systemc/topology/graph/tree_rules.h"
#include "tb/theory/graph/tree_scatter.h"
#include "tests/support/refusal.h"

namespace flitwise::tree_scatter_test {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using theory::TreeScatter;
using Lengths = std::vector<Flits>;
using Trees = std::vector<Parents>;
using Allocation = std::vector<TreeIndex>;

constexpr std::uint32_t kSeed = 2611;

struct Case {
  Trees trees;
  Lengths lengths;
  Allocation allocation;
  Node root() const { return root_of(trees.front()); }
};

Node depth_in(const Parents& tree, Node v) {
  Node depth = 0;
  for (; tree[index_of(v)] != kNoNode; v = tree[index_of(v)]) ++depth;
  return depth;
}

// The nodes after the root on the way to v.
std::vector<Node> way_to(const Parents& tree, Node v) {
  std::vector<Node> way;
  for (; tree[index_of(v)] != kNoNode; v = tree[index_of(v)]) way.insert(way.begin(), v);
  return way;
}

// Moves flits step by step. A node keeps what waits for a link in a queue; `most` is the longest
// one has ever been, beside what has just come.
struct Run {
  std::vector<LinkEvent> events;
  Step finish = 0;
  std::size_t most = 0;
};

Run play(const Case& c) {
  struct Flit {
    Node message;
    Flits index;
    std::vector<Node> way;
    std::size_t at = 0;  // of the way
  };
  std::map<Edge, std::deque<Flit>> waiting;  // by arc
  std::vector<Node> order;
  for (Node v = 0; v < static_cast<Node>(c.lengths.size()); ++v)
    if (c.lengths[index_of(v)] > 0) order.push_back(v);
  const auto tree_of = [&](Node v) -> const Parents& {
    return c.trees[static_cast<std::size_t>(c.allocation[index_of(v)])];
  };
  std::stable_sort(order.begin(), order.end(), [&](Node a, Node b) {
    return depth_in(tree_of(a), a) > depth_in(tree_of(b), b);
  });
  for (const Node v : order)
    for (Flits k = 1; k <= c.lengths[index_of(v)]; ++k) {
      const std::vector<Node> way = way_to(tree_of(v), v);
      waiting[{c.root(), way.front()}].push_back({v, k, way});
    }
  Run run;
  for (Step step = 1; !waiting.empty(); ++step) {
    std::map<Edge, std::deque<Flit>> next;
    for (auto& [arc, queue] : waiting) {
      if (arc.first != c.root()) run.most = std::max(run.most, queue.size());
      Flit flit = queue.front();
      queue.pop_front();
      run.events.push_back(
          {step, arc.first, arc.second, FlitKind::kData, flit.message, flit.index});
      run.finish = step;
      for (Flit& left : queue) next[arc].push_back(left);
      if (++flit.at < flit.way.size()) next[{arc.second, flit.way[flit.at]}].push_back(flit);
    }
    waiting = std::move(next);
  }
  std::sort(run.events.begin(), run.events.end());
  return run;
}

Trees packed(const char* shape, Node root = 0) {
  const Graph graph = make_graph(shape);
  return pack_arcs(graph, root, least_cut(graph, root).links);
}

// All lists of lengths up to `most`, that of the root 0.
void for_all_lengths(std::size_t nodes, Node root, Flits most,
                     const std::function<void(const Lengths&)>& visit) {
  Lengths lengths(nodes, 0);
  while (true) {
    visit(lengths);
    std::size_t v = 0;
    for (; v < nodes; ++v) {
      if (static_cast<Node>(v) == root) continue;
      if (++lengths[v] <= most) break;
      lengths[v] = 0;
    }
    if (v == nodes) return;
  }
}

// All allocations of the messages that are sent.
void for_all_allocations(const Case& c, const std::function<void(const Allocation&)>& visit) {
  Allocation allocation(c.lengths.size(), 0);
  const auto trees = static_cast<TreeIndex>(c.trees.size());
  while (true) {
    visit(allocation);
    std::size_t v = 0;
    for (; v < c.lengths.size(); ++v) {
      if (c.lengths[v] == 0) continue;
      if (++allocation[v] < trees) break;
      allocation[v] = 0;
    }
    if (v == c.lengths.size()) return;
  }
}

void expect_as_played(const Case& c) {
  const Run run = play(c);
  const TreeScatter scatter = theory::predict_tree_scatter(c.trees, c.lengths, c.allocation);
  ASSERT_EQ(scatter.finish, run.finish) << testing::PrintToString(c.lengths);
  ASSERT_EQ(theory::tree_scatter_events(c.trees, c.lengths, scatter), run.events);
  ASSERT_LE(run.most, 1U);  // nothing waits in a router
  // Backwards: what is on an arc in step s was on the arc back in step T + 1 - s.
  std::vector<LinkEvent> back = run.events;
  for (LinkEvent& event : back) {
    event.step = run.finish + 1 - event.step;
    std::swap(event.from, event.to);
    event.index = c.lengths[index_of(event.message)] + 1 - event.index;
  }
  std::sort(back.begin(), back.end());
  const TreeScatter gather = theory::predict_tree_gather(c.trees, c.lengths, c.allocation);
  ASSERT_EQ(gather.finish, run.finish);
  ASSERT_EQ(theory::tree_gather_events(c.trees, c.lengths, gather), back);
}

TEST(TreeScatter, IsWhatAPlainRunMovesForAllShortMessagesAndAllocations) {
  int runs = 0;
  for (const char* shape : {"path:2", "ring:4", "complete:4", "mesh:2,2"})
    for (const Node root : {0, 1}) {
      const Trees trees = packed(shape, root);
      for_all_lengths(trees.front().size(), root, 2, [&](const Lengths& lengths) {
        Case c{trees, lengths, {}};
        for_all_allocations(c, [&](const Allocation& allocation) {
          c.allocation = allocation;
          expect_as_played(c);
          ++runs;
        });
      });
    }
  EXPECT_EQ(runs, 2 * (3 + 5 * 5 * 5 + 7 * 7 * 7 + 5 * 5 * 5));
}

TEST(TreeScatter, IsWhatAPlainRunMovesOnLargerGraphs) {
  std::mt19937 random(kSeed);
  for (const char* shape : {"torus:4,4", "polarfly:3", "star:4", "hypercube:4", "dragonfly:4,2",
                            "kautz:2,3", "regular:30,5,2", "mesh:3,5"})
    for (int i = 0; i < 6; ++i) {
      const Node root = i % 2 == 0 ? 0 : make_graph(shape).size() - 1;
      Case c{packed(shape, root), {}, {}};
      for (std::size_t v = 0; v < c.trees.front().size(); ++v)
        c.lengths.push_back(random() % 3 == 0 ? 0 : static_cast<Flits>(random() % 9));
      c.lengths[index_of(root)] = 0;
      for (const AllocationRule rule :
           {AllocationRule::kLoad, AllocationRule::kFinish, AllocationRule::kBetter}) {
        c.allocation = allocate_to_trees(c.trees, c.lengths, rule);
        expect_as_played(c);
        EXPECT_EQ(c.allocation[index_of(root)], kNoTree);
        EXPECT_EQ(theory::predict_tree_scatter(c.trees, c.lengths, rule).allocation, c.allocation);
      }
    }
}

// The rules by their words, from runs.
Allocation by_the_words(const Trees& trees, const Lengths& lengths, bool by_load) {
  std::vector<Node> nodes;
  std::map<Node, Node> least;
  for (Node v = 0; v < static_cast<Node>(lengths.size()); ++v) {
    if (v == root_of(trees.front())) continue;
    nodes.push_back(v);
    for (const Parents& tree : trees) {
      const Node depth = depth_in(tree, v);
      least[v] = least.count(v) == 0 ? depth : std::min(least[v], depth);
    }
  }
  std::sort(nodes.begin(), nodes.end(), [&](Node a, Node b) {
    if (!by_load && least[a] != least[b]) return least[a] > least[b];
    if (lengths[index_of(a)] != lengths[index_of(b)])
      return lengths[index_of(a)] > lengths[index_of(b)];
    return a < b;
  });
  Allocation allocation(lengths.size(), kNoTree);
  for (const Node v : nodes) {
    std::optional<std::pair<Step, Flits>> best;
    for (TreeIndex t = 0; t < static_cast<TreeIndex>(trees.size()); ++t) {
      const Parents& tree = trees[index_of(t)];
      // What is below v's root link in this tree so far, and with v's message.
      Case below{trees, Lengths(lengths.size(), 0), Allocation(lengths.size(), t)};
      Flits flits = 0;
      for (const Node u : nodes)
        if (allocation[index_of(u)] == t && way_to(tree, u).front() == way_to(tree, v).front()) {
          below.lengths[index_of(u)] = lengths[index_of(u)];
          flits += lengths[index_of(u)];
        }
      below.lengths[index_of(v)] = lengths[index_of(v)];
      const std::pair<Step, Flits> cost(by_load ? 0 : play(below).finish, flits);
      if (best && *best <= cost) continue;
      best = cost;
      allocation[index_of(v)] = t;
    }
  }
  return allocation;
}

TEST(TreeAllocation, IsWhatTheRulesSay) {
  std::mt19937 random(kSeed);
  for (const char* shape : {"ring:4", "complete:4", "torus:3,3", "polarfly:3", "star:4"})
    for (int i = 0; i < 12; ++i) {
      const Trees trees = packed(shape);
      Lengths lengths;
      for (std::size_t v = 0; v < trees.front().size(); ++v)
        lengths.push_back(static_cast<Flits>(random() % 5));
      lengths[0] = 0;
      EXPECT_EQ(allocate_to_trees(trees, lengths, AllocationRule::kLoad),
                by_the_words(trees, lengths, true));
      EXPECT_EQ(allocate_to_trees(trees, lengths, AllocationRule::kFinish),
                by_the_words(trees, lengths, false));
    }
}

TEST(TreeAllocation, TakesTheBetterOfBothRules) {
  std::mt19937 random(kSeed);
  int load_is_better = 0;
  int finish_is_better = 0;
  for (const char* shape : {"torus:4,4", "polarfly:3", "star:4"})
    for (int i = 0; i < 40; ++i) {
      const Trees trees = packed(shape);
      Lengths lengths;
      for (std::size_t v = 0; v < trees.front().size(); ++v)
        lengths.push_back(random() % 2 == 0 ? 0 : static_cast<Flits>(random() % 20));
      lengths[0] = 0;
      const auto finish = [&](AllocationRule rule) {
        return theory::predict_tree_scatter(trees, lengths, rule).finish;
      };
      const Step load = finish(AllocationRule::kLoad);
      const Step by_finish = finish(AllocationRule::kFinish);
      load_is_better += load < by_finish ? 1 : 0;
      finish_is_better += by_finish < load ? 1 : 0;
      EXPECT_EQ(finish(AllocationRule::kBetter), std::min(load, by_finish));
    }
  EXPECT_GT(load_is_better, 0);
  EXPECT_GT(finish_is_better, 0);
}

// Least finish over all allocations of single flits, which are messages of their own.
Step least_of_flits(const Case& c) {
  Step least = 1'000'000;
  std::vector<Node> flits;
  for (Node v = 0; v < static_cast<Node>(c.lengths.size()); ++v)
    flits.insert(flits.end(), static_cast<std::size_t>(c.lengths[index_of(v)]), v);
  std::vector<std::size_t> chosen(flits.size(), 0);
  while (true) {
    // Flits below each root link by depth.
    std::map<Edge, std::map<Node, Flits>> below;
    for (std::size_t k = 0; k < flits.size(); ++k) {
      const std::vector<Node> way = way_to(c.trees[chosen[k]], flits[k]);
      ++below[{static_cast<Node>(chosen[k]), way.front()}][static_cast<Node>(way.size())];
    }
    Step finish = 0;
    for (const auto& [link, by_depth] : below)
      for (const auto& [depth, some] : by_depth) {
        Flits as_far = 0;
        for (const auto& [other, its] : by_depth)
          if (other >= depth) as_far += its;
        finish = std::max(finish, depth - 1 + as_far);
      }
    least = std::min(least, finish);
    std::size_t k = 0;
    while (k < flits.size() && ++chosen[k] == c.trees.size()) chosen[k++] = 0;
    if (k == flits.size()) return least;
  }
}

TEST(BestScatterSplit, IsTheLeastOverAllAllocationsOfFlits) {
  int cases = 0;
  for (const char* shape : {"path:3", "ring:4", "complete:4", "mesh:2,2"}) {
    const Trees trees = packed(shape);
    for_all_lengths(trees.front().size(), 0, 2, [&](const Lengths& lengths) {
      const Case c{trees, lengths, {}};
      const Step best = theory::best_scatter_split(trees, lengths);
      ASSERT_EQ(best, least_of_flits(c)) << shape << testing::PrintToString(lengths);
      ASSERT_LE(best, theory::predict_tree_scatter(trees, lengths, AllocationRule::kBetter).finish);
      ++cases;
    });
  }
  EXPECT_EQ(cases, 9 + 3 * 27);
}

TEST(BestScatterSplit, CanBeatEveryAllocationOfWholeMessages) {
  const Trees trees = packed("ring:4");
  Case c{trees, {0, 0, 9, 0}, {}};
  Step least = 1'000'000;
  for_all_allocations(c, [&](const Allocation& allocation) {
    least = std::min(least, theory::predict_tree_scatter(trees, c.lengths, allocation).finish);
  });
  EXPECT_EQ(least, 10);
  EXPECT_EQ(theory::best_scatter_split(trees, c.lengths), 6);
}

TEST(TreeScatter, OfNothingIsNothing) {
  const Trees trees = packed("ring:4");
  const TreeScatter none =
      theory::predict_tree_scatter(trees, {0, 0, 0, 0}, AllocationRule::kBetter);
  EXPECT_EQ(none.finish, 0);
  EXPECT_THAT(none.dispatch, testing::Each(std::nullopt));
  EXPECT_EQ(theory::best_scatter_split(trees, {0, 0, 0, 0}), 0);
}

TEST(TreeScatter, RefusesWhatDoesNotFit) {
  const Trees trees = packed("ring:4");
  const auto of = [&](const Trees& some, const Lengths& lengths) {
    return refusal_of([&] { allocate_to_trees(some, lengths, AllocationRule::kLoad); });
  };
  EXPECT_EQ(of({}, {}), "an allocation needs a tree");
  EXPECT_EQ(of(trees, {0, 1}), "lengths must have one entry per node: 4, got 2");
  EXPECT_EQ(of(trees, {1, 1, 1, 1}),
            "lengths[0] must be 0, because the root has no message, got 1");
  EXPECT_EQ(of(trees, {0, 1, -1, 1}), "lengths[2] must be at least 0, got -1");
  EXPECT_EQ(of({trees[0], hung_from(trees[1], 2)}, {0, 1, 1, 1}),
            "all trees must have the root of tree 0, 0; that of tree 1 is 2");
  EXPECT_EQ(of({trees[0], {kNoNode, 0}}, {0, 1, 1, 1}),
            "all trees must have as many nodes as tree 0, 4; tree 1 has 2");
  const auto by = [&](const Allocation& allocation) {
    return refusal_of([&] { theory::predict_tree_scatter(trees, {0, 1, 0, 1}, allocation); });
  };
  EXPECT_EQ(by({kNoTree, 0}), "an allocation must have one entry per node: 4, got 2");
  EXPECT_EQ(by({kNoTree, 2, 0, 0}), "node 1 cannot use tree 2");
  EXPECT_EQ(by({kNoTree, 0, 0, kNoTree}), "node 3 cannot use tree -1");
  EXPECT_EQ(by({kNoTree, 0, kNoTree, 1}), "accepted");
}

}  // namespace
}  // namespace flitwise::tree_scatter_test
