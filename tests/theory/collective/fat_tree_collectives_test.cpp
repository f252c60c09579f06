// fat_tree_collectives_test.cpp: rings and halving among leaves, and sums that meet in switches.
#include "tb/theory/collective/fat_tree_collectives.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "tb/theory/collective/collective_lower_bounds.h"
#include "tb/theory/combining/network_combining.h"
#include "tb/theory/fat_tree/fat_tree_theory.h"
#include "tests/theory/collective/requests.h"

namespace flitwise::theory {
namespace fat_tree_collectives_test {

using test::all_gather;
using test::all_reduce;
using test::barrier;
using test::reduce_scatter;

FatTree constant(Node leaves, int arity = 2) {
  return {leaves, arity, constant_capacities(fat_tree_levels(leaves, arity))};
}

FatTree full(Node leaves, int arity = 2) {
  return {leaves, arity, exponential_capacities(fat_tree_levels(leaves, arity), arity)};
}

struct FatRow {
  Node leaves;
  Step ring, constant_capacities, full_capacities, in_switches, bound;
};

TEST(FatTreeCollectives, AllReduceInTheStepsOfTheTable) {
  for (const FatRow& row :
       {FatRow{8, 182, 210, 130, 69, 113}, FatRow{32, 1054, 1330, 546, 265, 497}}) {
    const CollectiveRequest request = all_reduce(8 * row.leaves);
    EXPECT_EQ(fat_tree_ring(request, constant(row.leaves)).done, row.ring);
    EXPECT_EQ(fat_tree_halving_doubling(request, constant(row.leaves)).done,
              row.constant_capacities);
    EXPECT_EQ(fat_tree_halving_doubling(request, full(row.leaves)).done, row.full_capacities);
    EXPECT_EQ(fat_tree_in_switch(request, constant(row.leaves)).done, row.in_switches);
    EXPECT_EQ(fat_tree_lower_bound(request, full(row.leaves), CombiningPlace::kPes).done,
              row.bound);
  }
}

TEST(FatTreeCollectives, HalveAndDoubleInClosedForms) {
  for (int levels = 1; levels <= 8; ++levels) {
    const Node leaves = Node{1} << levels;
    for (const Flits block : {1, 2, 5}) {
      for (const Step add : {0, 3}) {
        const Flits words = block * leaves;
        const Step square = Step{levels} * levels;
        const CollectiveRequest request = all_reduce(words, add);
        EXPECT_EQ(fat_tree_halving_doubling(request, full(leaves)).done,
                  2 * words * (leaves - 1) / leaves + 2 * square + levels * add);
        EXPECT_EQ(fat_tree_halving_doubling(request, constant(leaves)).done,
                  words * levels + 2 * square + levels * add);
        EXPECT_EQ(fat_tree_halving_doubling(reduce_scatter(words, add), constant(leaves)).done,
                  words * levels / 2 + square + levels * add);
        EXPECT_EQ(fat_tree_halving_doubling(all_gather(block), constant(leaves)).done,
                  words * levels / 2 + square);
      }
    }
  }
}

Node reversed_bits(Node value, int bits) {
  Node reversed = 0;
  for (int bit = 0; bit < bits; ++bit) reversed |= ((value >> bit) & 1) << (bits - 1 - bit);
  return reversed;
}

// One step of halving: in every subtree of level i - 1 leaf rev(u) sends entries u, u + M, .., and
// e_i entries leave a step. No branch may have more than its links; returns the last arrival.
Step play_halving_step(const FatTree& tree, int i, Flits words) {
  const Flits links = effective_capacities(tree)[index_of(i - 1)];
  const Node senders = tree.leaves_below(i - 1);
  const Flits entries = words / tree.leaves_below(i) * senders;  // of a subtree
  Step last = 0;
  for (Flits first = 0, step = 1; first < entries; first += links, ++step) {
    std::map<std::pair<int, Node>, Flits> loads;  // by level of a branch and subtree below it
    for (Flits entry = first; entry < std::min(entries, first + links); ++entry) {
      const Node leaf = reversed_bits(static_cast<Node>(entry % senders), i - 1);
      for (int level = 1; level <= i; ++level) {
        const Flits load = ++loads[{level, leaf / tree.leaves_below(level - 1)}];
        EXPECT_LE(load, tree.capacity(level)) << "step " << i << ", level " << level;
      }
    }
    last = step + 2 * i - 1;
  }
  return last;
}

TEST(FatTreeCollectives, HalveInStepsThatNoBranchIsTooNarrowFor) {
  for (const std::vector<int>& most : {std::vector<int>{1, 1, 1, 1, 1},
                                       {1, 2, 4, 8, 16},
                                       {1, 2, 2, 2, 2},
                                       {1, 1, 2, 2, 4},
                                       {1, 2, 3, 5, 7},
                                       {1, 3, 3, 6, 9}}) {
    for (int levels = 1; levels <= 5; ++levels) {
      const FatTree tree(Node{1} << levels, 2, {most.begin(), most.begin() + levels});
      for (const Flits block : {1, 3, 4}) {
        Step steps = 0;
        for (int i = 1; i <= levels; ++i)
          steps += play_halving_step(tree, i, block * tree.leaves());
        EXPECT_EQ(fat_tree_halving_doubling(all_gather(block), tree).done, steps)
            << levels << ' ' << most[4];
      }
    }
  }
}

// Flits of a ring of leaves on the links of a tree with one link a branch, step by step.
class RingRun {
 public:
  /// `needed` flits of a block, 1 or all, must be there before the next one can be sent.
  RingRun(const FatTree& tree, Flits block, Flits needed, Step add, int sums, int copies)
      : tree_(tree),
        block_(block),
        needed_(needed),
        add_(add),
        sums_(sums),
        rounds_(sums + copies),
        sent_(index_of(tree.leaves())),
        came_(sent_.size()) {}

  /// Last step in which a flit is received; every branch carries at most one flit each way.
  Step run() {
    const Flits flits = block_ * rounds_;
    Step step = 1, last = 0;
    for (Flits left = flits * tree_.leaves(); left > 0; ++step) {
      for (Node x = 0; x < tree_.leaves(); ++x)
        if (sent_[index_of(x)] < flits && may_send(x, step)) send(x, step);
      for (const Node at : arrivals_[step]) {
        came_[index_of(at)].push_back(step);
        last = step;
        --left;
      }
    }
    return last;
  }

 private:
  // The next flit of a leaf is made of one, or of a block, of the round before.
  bool may_send(Node x, Step step) const {
    const Flits sent = sent_[index_of(x)], round = sent / block_;
    if (round == 0) return true;
    const Flits needed = needed_ == 1 ? sent - block_ + 1 : round * block_;
    const std::vector<Step>& came = came_[index_of(x)];
    if (static_cast<Flits>(came.size()) < needed) return false;
    return step > came[static_cast<std::size_t>(needed - 1)] + (round <= sums_ ? add_ : 0);
  }

  void send(Node x, Step step) {
    ++sent_[index_of(x)];
    const Node to = (x + 1) % tree_.leaves();
    const int h = tree_.meeting_level(x, to);
    for (int level = 1; level <= h; ++level) {
      const Node below = tree_.leaves_below(level - 1);
      EXPECT_TRUE(busy_.insert({level, x / below, 'u', step + level - 1}).second);
      EXPECT_TRUE(busy_.insert({level, to / below, 'd', step + 2 * h - level}).second);
    }
    arrivals_[step + 2 * h - 1].push_back(to);
  }

  const FatTree& tree_;
  Flits block_, needed_;
  Step add_;
  int sums_, rounds_;
  std::vector<Flits> sent_;
  std::vector<std::vector<Step>> came_;  // by leaf, steps in which flits came
  std::map<Step, std::vector<Node>> arrivals_;
  std::set<std::tuple<int, Node, char, Step>> busy_;
};

using RingFormula = CollectiveFigures (*)(const CollectiveRequest&, const FatTree&);

void compare_rings(const FatTree& tree, Flits block, Flits needed, RingFormula formula) {
  const int rounds = tree.leaves() - 1;
  for (const Step add : {0, 1, 3}) {
    const Step sums = RingRun(tree, block, needed, add, rounds, 0).run();
    const CollectiveFigures scattered = formula(reduce_scatter(tree.leaves() * block, add), tree);
    ASSERT_EQ(scattered.done, sums + add);
    ASSERT_EQ(scattered.finish, sums);
    ASSERT_EQ(formula(all_reduce(tree.leaves() * block, add), tree).done,
              RingRun(tree, block, needed, add, rounds, rounds).run());
  }
  ASSERT_EQ(formula(all_gather(block), tree).done,
            RingRun(tree, block, needed, 0, 0, rounds).run());
}

TEST(FatTreeCollectives, GoRoundTheRingAtTheirOwnPaceAsInARun) {
  for (const auto& [leaves, arity] : {std::pair{2, 2}, {4, 2}, {8, 2}, {16, 2}, {9, 3}, {16, 4}}) {
    const FatTree tree = constant(leaves, arity);
    for (const Flits block : {1, 2, 3, 5, 8, 11, 17}) {
      compare_rings(tree, block, 1, fat_tree_ring_by_words);
      compare_rings(tree, block, block, fat_tree_ring_by_blocks);
      ASSERT_LE(fat_tree_ring_by_blocks(all_gather(block), tree).done,
                fat_tree_ring(all_gather(block), tree).done);
    }
  }
}

TEST(FatTreeCollectives, GoRoundTheRingAsFastAsTheLinkOfALeafIfBlocksAreLong) {
  for (const FatTree& tree : {constant(8), constant(32), full(16), constant(27, 3)}) {
    const Step rounds = tree.leaves() - 1, way = 2 * tree.levels();
    for (const Step add : {0, 1, 3}) {
      for (Flits block = way + add; block < way + add + 9; ++block)
        EXPECT_EQ(fat_tree_ring_by_words(reduce_scatter(tree.leaves() * block, add), tree).done,
                  rounds * block + way - 1 + add);
    }
    EXPECT_EQ(fat_tree_ring_by_words(all_gather(way), tree).done, rounds * way + way - 1);
  }
}

TEST(FatTreeCollectives, GoRoundTheRingInRounds) {
  const FatTree tree = constant(8);
  EXPECT_EQ(fat_tree_ring(reduce_scatter(30, 2), tree).done, 7 * (4 + 5 + 2));
  EXPECT_EQ(fat_tree_ring(reduce_scatter(30, 2), tree).finish, 7 * (4 + 5 + 2) - 2);
  EXPECT_EQ(fat_tree_ring(all_gather(4), tree).done, 7 * (4 + 5));
  EXPECT_EQ(fat_tree_ring(all_reduce(30, 2), tree).done, 2 * 7 * (4 + 5) + 7 * 2);
  EXPECT_EQ(fat_tree_ring(barrier(2), tree).done, 2 * 7 * (1 + 5) + 7 * 2);
}

// Steps in which copies of the queue-free multinode broadcast come to leaves, by (leaf, source).
std::map<std::pair<Node, Node>, Step> multinode_arrivals(const FatTree& tree) {
  const FatTreePrediction prediction = predict_fat_tree_multinode_queue_free(tree);
  std::map<std::pair<Node, Node>, Step> arrivals;
  for (const LinkEvent& event : fat_tree_events(tree, prediction.dispatch))
    if (tree.is_leaf(event.to)) arrivals[{event.to, event.message}] = event.step;
  return arrivals;
}

struct MergeRun {
  Step done = 0;
  Flits merges = 0;
  Flits most_partials = 0;
  std::map<Node, std::vector<Step>> received;  // by leaf
};

// Unicast to the leaf whose word it is; flits for one leaf that want one link in one step are one.
MergeRun run_merging(const FatTree& tree, Step steps) {
  std::map<Step, std::vector<std::tuple<Node, Node, std::set<Node>>>> at;  // (node, word, operands)
  for (const auto& [pair, arrival] : multinode_arrivals(tree))
    at[steps + 1 - arrival].push_back({pair.first, pair.second, {pair.first}});
  MergeRun run;
  std::map<Node, std::set<Node>> sums;
  for (Step step = 1; !at.empty(); ++step) {
    std::map<std::pair<Node, Node>, std::pair<Node, std::set<Node>>> links;
    for (const auto& [node, word, operands] : at[step]) {
      const bool is_below = word >= tree.first_leaf(node) &&
                            word < tree.first_leaf(node) + tree.leaves_below(tree.level(node));
      const int level = tree.level(node);
      const Node to = is_below ? tree.node_at(level - 1, word / tree.leaves_below(level - 1))
                               : tree.parent(node);
      const auto [link, is_new] = links.insert({{node, to}, {word, operands}});
      if (is_new) continue;
      ++run.merges;
      EXPECT_EQ(link->second.first, word) << "two words on a link in step " << step;
      for (const Node operand : operands) EXPECT_TRUE(link->second.second.insert(operand).second);
    }
    at.erase(step);
    for (const auto& [link, flit] : links) {
      if (!tree.is_leaf(link.second)) {
        at[step + 1].push_back({link.second, flit.first, flit.second});
        continue;
      }
      run.done = step;
      run.received[link.second].push_back(step);
      for (const Node operand : flit.second) EXPECT_TRUE(sums[link.second].insert(operand).second);
    }
  }
  for (Node leaf = 0; leaf < tree.leaves(); ++leaf) {
    EXPECT_EQ(static_cast<Node>(sums[leaf].size()), tree.leaves() - 1);
    run.most_partials = std::max(run.most_partials, static_cast<Flits>(run.received[leaf].size()));
  }
  return run;
}

TEST(FatTreeCollectives, AddWhatMeetsInSwitchesAsFastAsAnyReduceScatter) {
  for (const auto& [leaves, arity] : {std::pair{2, 2},
                                      {4, 2},
                                      {8, 2},
                                      {16, 2},
                                      {32, 2},
                                      {64, 2},
                                      {3, 3},
                                      {9, 3},
                                      {27, 3},
                                      {81, 3},
                                      {4, 4},
                                      {16, 4},
                                      {64, 4},
                                      {5, 5},
                                      {25, 5},
                                      {125, 5},
                                      {8, 8},
                                      {64, 8}}) {
    const FatTree tree = constant(leaves, arity);
    const CollectiveFigures figures = fat_tree_in_switch_reversed(reduce_scatter(leaves), tree);
    const MergeRun run = run_merging(tree, *figures.done);
    EXPECT_EQ(figures.done, run.done) << leaves << ' ' << arity;
    EXPECT_EQ(figures.done, fat_tree_lower_bound(reduce_scatter(leaves), tree).done);
    EXPECT_EQ(run.most_partials, most_partial_sums(tree)) << leaves << ' ' << arity;
    EXPECT_EQ(fat_tree_in_switch_reversed(all_reduce(leaves), tree).done, 2 * run.done);
  }
}

TEST(FatTreeCollectives, AddInSwitchesInTheStepsOfTheExample) {
  const FatTree four = constant(4);
  const MergeRun run = run_merging(four, 5);
  EXPECT_EQ(run.received.at(0), (std::vector<Step>{5}));
  EXPECT_EQ(run.received.at(1), (std::vector<Step>{4, 5}));
  EXPECT_EQ(run.received.at(2), (std::vector<Step>{5}));
  EXPECT_EQ(run.received.at(3), (std::vector<Step>{4, 5}));
  const auto sent = [](const FatTree& tree, Step steps, Node leaf) {
    std::map<Step, Node> words;
    for (const auto& [pair, arrival] : multinode_arrivals(tree))
      if (pair.first == leaf) words[steps + 1 - arrival] = pair.second;
    return words;
  };
  EXPECT_EQ(sent(four, 5, 0), (std::map<Step, Node>{{1, 3}, {2, 2}, {4, 1}}));
  EXPECT_EQ(sent(four, 5, 1), (std::map<Step, Node>{{1, 3}, {2, 2}, {4, 0}}));
  EXPECT_EQ(sent(four, 5, 2), (std::map<Step, Node>{{1, 1}, {2, 0}, {4, 3}}));
  EXPECT_EQ(sent(four, 5, 3), (std::map<Step, Node>{{1, 1}, {2, 0}, {4, 2}}));
  EXPECT_EQ(sent(constant(8), 9, 0),
            (std::map<Step, Node>{{1, 7}, {2, 6}, {3, 5}, {4, 4}, {5, 3}, {6, 2}, {8, 1}}));
}

TEST(FatTreeCollectives, ScatterMuchFasterThanTheyExchange) {
  const FatTree tree = constant(32);
  EXPECT_EQ(fat_tree_in_switch_reversed(reduce_scatter(32), tree).done, 33);
  EXPECT_EQ(predict_fat_tree_exchange_optimal_cbft(tree).finish, 32 * 32 / 4 + 2 * 5 - 1);
  EXPECT_EQ(predict_fat_tree_exchange_optimal_ebft(full(32)).finish, 32 + 2 * 5 - 3);
}

TEST(FatTreeCollectives, SayNothingOfWhatTheyDoNotDo) {
  const FatTree tree = constant(9, 3), wide(4, 2, {2, 2});
  EXPECT_FALSE(fat_tree_halving_doubling(all_reduce(9), tree).done);
  EXPECT_FALSE(fat_tree_halving_doubling(all_reduce(9), wide).done);
  EXPECT_FALSE(fat_tree_ring(all_reduce(9), wide).done);
  EXPECT_FALSE(fat_tree_ring_by_words(all_reduce(9), wide).done);
  EXPECT_FALSE(fat_tree_ring(test::reduce(9), tree).done);
  EXPECT_FALSE(fat_tree_ring_by_words(test::reduce(9), tree).done);
  EXPECT_FALSE(fat_tree_in_switch_reversed(reduce_scatter(9, 1), tree).done);
  EXPECT_FALSE(fat_tree_in_switch_reversed(reduce_scatter(10), tree).done);
  EXPECT_FALSE(fat_tree_in_switch(reduce_scatter(9), tree).done);
  CollectiveRequest late = barrier();
  late.start.assign(9, 0);
  late.start[2] = 1;
  EXPECT_FALSE(fat_tree_ring(late, tree).done);
  EXPECT_FALSE(fat_tree_ring_by_blocks(late, tree).done);
}

}  // namespace fat_tree_collectives_test
}  // namespace flitwise::theory
