// tree_collectives_test.cpp: sums in PEs with one port, by their timetable, and all-gathers.
#include "tb/theory/collective/tree_collectives.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "tb/theory/collective/collective_lower_bounds.h"
#include "tb/theory/collective/tree_roots.h"
#include "tb/theory/tree/synchronisation.h"
#include "tests/theory/collective/requests.h"
#include "tests/theory/collective/small_trees.h"

namespace flitwise::theory {
namespace tree_collectives_test {

using test::all_gather;
using test::all_reduce;
using test::barrier;
using test::reduce;
using test::reduce_scatter;

// Word q, from 1, of a PE leaves for its parent in step first + (q - 1) period.
struct Timetable {
  std::vector<Step> first;
  Step period = 1;
};

// Holds a timetable to what one port can do; returns when the root has added all.
Step play(const Tree& tree, const Timetable& timetable, Flits words, Step add) {
  std::set<std::pair<Node, Step>> received;
  std::map<std::pair<Node, Flits>, Step> operands;  // the last of the word at the PE
  for (Node address = tree.size() - 1; address > 0; --address) {
    const Node v = tree.node_at(address);
    for (Flits q = 1; q <= words; ++q) {
      const Step leaves = timetable.first[index_of(v)] + (q - 1) * timetable.period;
      EXPECT_GE(leaves, 1);
      if (tree.child_count(v) > 0) {
        EXPECT_GE(leaves, operands.at({v, q}) + 1 + add);
      }
      EXPECT_TRUE(received.insert({tree.parent(v), leaves}).second);
      Step& last = operands[{tree.parent(v), q}];
      last = std::max(last, leaves);
    }
  }
  Step done = 0;
  for (Flits q = 1; q <= words; ++q) done = std::max(done, operands.at({0, q}) + add);
  return done;
}

std::vector<Node> by(const std::vector<Step>& values, std::vector<Node> nodes) {
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](Node a, Node b) { return values[index_of(a)] < values[index_of(b)]; });
  return nodes;
}

Timetable interleaved(const Tree& tree, Step add) {
  const std::vector<Step> steps = combining_steps(tree, add);
  Timetable timetable{std::vector<Step>(index_of(tree.size())), tree.max_child_count()};
  timetable.first[0] = steps[0] + 1;
  for (const Node v : tree.depth_first()) {
    std::vector<Node> children = by(steps, tree.children(v));
    std::reverse(children.begin(), children.end());
    for (std::size_t j = 0; j < children.size(); ++j)
      timetable.first[index_of(children[j])] =
          timetable.first[index_of(v)] - add - static_cast<Step>(j) - 1;
  }
  return timetable;
}

// Every PE sends all its words as soon as it can, children that can first first.
Timetable whole(const Tree& tree, Flits words, Step add) {
  Timetable timetable{std::vector<Step>(index_of(tree.size()), 1), 1};
  for (Node address = tree.size() - 1; address >= 0; --address) {
    const Node v = tree.node_at(address);
    Step free = 1;
    for (const Node child : by(timetable.first, tree.children(v))) {
      Step& first = timetable.first[index_of(child)];
      first = std::max(first, free);
      free = first + words;
      timetable.first[index_of(v)] = first + 1 + add;
    }
  }
  return timetable;
}

void compare(const Tree& tree) {
  const TreeShape shape{tree, false};
  for (Flits words = 1; words <= 6; ++words) {
    for (Step add = 0; add <= 2; ++add) {
      const Step by_words = play(tree, interleaved(tree, add), words, add);
      const Step by_children = play(tree, whole(tree, words, add), words, add);
      ASSERT_EQ(tree_interleaved(reduce(words, add), shape).done, by_words);
      ASSERT_EQ(tree_interleaved(reduce(words, add), shape).finish, by_words - add);
      ASSERT_EQ(tree_whole(reduce(words, add), shape).done, by_children);
      ASSERT_EQ(tree_interleaved(all_reduce(words, add), shape).done,
                by_words + broadcast_steps(tree)[0] + (words - 1) * tree.max_child_count());
      ASSERT_LE(tree_lower_bound(reduce(words, add), shape).done, std::min(by_words, by_children));
    }
    ASSERT_EQ(combining_steps(tree, 0), broadcast_steps(tree));
  }
}

TEST(TreeCollectives, OnOnePortTakeTheStepsOfTheirTimetables) {
  for (Node nodes = 2; nodes <= 6; ++nodes) {
    for (const Tree& tree : test::all_trees(nodes)) {
      compare(tree);
      if (HasFailure()) return;
    }
  }
  for (std::uint32_t seed = 1; seed <= 84; ++seed) {
    SCOPED_TRACE(seed);
    compare(test::random_tree(seed));
    if (HasFailure()) return;
  }
}

TEST(TreeCollectives, OnCompleteBinaryTreesHaveClosedForms) {
  for (int height = 1; height <= 6; ++height) {
    const TreeShape shape{test::binary_tree(height), false};
    for (Flits words = 1; words <= 40; ++words) {
      EXPECT_EQ(tree_interleaved(reduce(words), shape).done, 2 * words + 2 * height - 2);
      EXPECT_EQ(tree_whole(reduce(words), shape).done, (height + 1) * words + height - 1);
      EXPECT_EQ(tree_lower_bound(reduce(words), shape).done, 2 * words + 2 * height - 2);
    }
  }
}

TEST(TreeCollectives, OnTheExampleTakeItsSteps) {
  const TreeShape shape{Tree({-1, 0, 0, 1, 1}), false};
  const auto steps = [&](Flits words, Step add) {
    return std::vector<Step>{*tree_interleaved(reduce(words, add), shape).done,
                             *tree_whole(reduce(words, add), shape).done,
                             *tree_interleaved(all_reduce(words, add), shape).done};
  };
  EXPECT_EQ(steps(1, 0), (std::vector<Step>{3, 3, 6}));
  EXPECT_EQ(steps(1, 1), (std::vector<Step>{5, 5, 8}));
  EXPECT_EQ(steps(4, 0), (std::vector<Step>{9, 9, 18}));
  EXPECT_EQ(steps(4, 2), (std::vector<Step>{13, 13, 22}));
  EXPECT_EQ(tree_interleaved(barrier(), shape).done, 6);
}

TEST(TreeCollectives, ReduceToAnyRoot) {
  CollectiveRequest request = reduce(3);
  request.root = 2;  // a path of two, then two leaves: E = 4, two children at most
  const TreeShape shape{Tree({-1, 0, 0, 1, 1}), false};
  EXPECT_EQ(tree_interleaved(request, shape).done, 4 + 2 * 2);
  request.root = 5;
  EXPECT_FALSE(tree_interleaved(request, shape).done);
  EXPECT_FALSE(tree_whole(request, shape).done);
}

// A flit of `of` that crosses a link in a step.
struct Crossing {
  Step step;
  Node from, to, of;
  Flits word;
};

// Every PE sends each neighbour what that one's side lacks, in the order in which it came, 1 + add
// steps later at the earliest.
std::vector<Crossing> run_all_gather(const Tree& tree, Flits block, Step add = 0) {
  const auto neighbours = [&](Node v) {
    std::vector<Node> all = tree.children(v);
    if (v != 0) all.push_back(tree.parent(v));
    return all;
  };
  struct Flit {
    Step first;  // step in which it can go
    Node of;
    Flits word;
  };
  std::map<std::pair<Node, Node>, std::vector<Flit>> waiting;  // by link
  const auto store = [&](Node at, Node from, const Flit& flit) {
    for (const Node to : neighbours(at))
      if (to != from) waiting[{at, to}].push_back(flit);
  };
  for (Node v = 0; v < tree.size(); ++v)
    for (Flits word = 0; word < block; ++word) store(v, kNoNode, {1, v, word});
  const Flits all = block * tree.size() * (tree.size() - 1);
  std::vector<Crossing> crossings;
  for (Step step = 1; static_cast<Flits>(crossings.size()) < all; ++step) {
    const std::size_t before = crossings.size();
    for (auto& [link, flits] : waiting) {
      if (flits.empty() || flits.front().first > step) continue;
      crossings.push_back({step, link.first, link.second, flits.front().of, flits.front().word});
      flits.erase(flits.begin());
    }
    for (std::size_t i = before; i < crossings.size(); ++i)
      store(crossings[i].to, crossings[i].from,
            {step + 1 + add, crossings[i].of, crossings[i].word});
  }
  return crossings;
}

// Backwards, a flit of a PE is a sum for it: it must not leave before those that it is made of.
bool sums_are_ready(const std::vector<Crossing>& crossings, Step steps, Step add = 0) {
  std::map<std::tuple<Node, Node, Flits>, Step> last_operand;
  for (const Crossing& c : crossings) {
    Step& last = last_operand[{c.from, c.of, c.word}];
    last = std::max(last, steps + 1 - c.step);
  }
  return std::all_of(crossings.begin(), crossings.end(), [&](const Crossing& c) {
    const auto operands = last_operand.find({c.to, c.of, c.word});
    return operands == last_operand.end() || operands->second + add < steps + 1 - c.step;
  });
}

void compare_all_gather(const Tree& tree, Flits block) {
  const TreeShape shape{tree, true};
  const std::vector<Crossing> crossings = run_all_gather(tree, block);
  const Step done = crossings.back().step;
  const Flits flits = block * tree.size() * (tree.size() - 1);
  ASSERT_EQ(static_cast<Flits>(crossings.size()), flits);
  ASSERT_EQ(tree_own_pace(all_gather(block), shape).done, done);
  ASSERT_EQ(tree_lower_bound(all_gather(block), shape).done, done);
  ASSERT_TRUE(sums_are_ready(crossings, done));
  ASSERT_EQ(tree_reversed(reduce_scatter(block * tree.size()), shape).done, done);
  ASSERT_EQ(tree_lower_bound(reduce_scatter(block * tree.size()), shape).done, done);
  ASSERT_EQ(tree_reversed(all_reduce(block * tree.size()), shape).done, 2 * done);
}

TEST(TreeCollectives, GatherAtTheirOwnPaceAsFastAsALeafCan) {
  for (Node nodes = 2; nodes <= 6; ++nodes)
    for (const Tree& tree : test::all_trees(nodes))
      for (const Flits block : {1, 3}) compare_all_gather(tree, block);
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    for (const Flits block : {1, 3}) compare_all_gather(test::random_tree(seed), block);
  }
}

void compare_with_adders(const Tree& tree, Step add) {
  const TreeShape shape{tree, true};
  const Flits block = add + 1, words = block * tree.size();
  const std::vector<Crossing> crossings = run_all_gather(tree, block, add);
  const Step last = crossings.back().step;
  ASSERT_TRUE(sums_are_ready(crossings, last, add));
  ASSERT_EQ(tree_reversed(reduce_scatter(words, add), shape).done, last + add);
  ASSERT_EQ(tree_reversed(reduce_scatter(words, add), shape).finish, last);
  ASSERT_EQ(tree_reversed(all_reduce(words, add), shape).done,
            last + add + run_all_gather(tree, block).back().step);
}

TEST(TreeCollectives, HideAllButOneAdditionOfAReversedGatherBehindLongBlocks) {
  for (Node nodes = 2; nodes <= 6; ++nodes)
    for (const Tree& tree : test::all_trees(nodes))
      for (const Step add : {1, 2, 3}) compare_with_adders(tree, add);
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    for (const Step add : {1, 2}) compare_with_adders(test::random_tree(seed), add);
  }
}

TEST(TreeCollectives, PadBlocksAndSayNothingOfAddersAsSlowAsBlocksInAReversedGather) {
  const TreeShape shape{Tree({-1, 0, 0, 1, 1}), true};
  EXPECT_EQ(tree_reversed(reduce_scatter(6), shape).done, 2 * 4);
  EXPECT_FALSE(tree_reversed(reduce_scatter(6, 2), shape).done);
  EXPECT_FALSE(tree_reversed(all_reduce(5, 1), shape).done);
  EXPECT_FALSE(tree_reversed(all_gather(6), shape).done);
  EXPECT_FALSE(tree_own_pace(all_gather(6), {shape.tree, false}).done);
  EXPECT_FALSE(tree_own_pace(test::request_of(CollectiveOperation::kAllToAll), shape).done);
  CollectiveRequest late = barrier();
  late.start = {0, 0, 3, 0, 0};
  EXPECT_FALSE(tree_interleaved(late, {shape.tree, false}).done);
  EXPECT_FALSE(tree_whole(all_reduce(3), {shape.tree, false}).done);
}

TEST(TreeCollectives, OfOnePeTakeNoTime) {
  for (const bool is_multiport : {false, true}) {
    const TreeShape shape{Tree({-1}), is_multiport};
    EXPECT_EQ(tree_whole(reduce(4, 2), shape).done, 0);
    EXPECT_EQ(tree_whole(reduce(4, 2), shape).finish, 0);
    EXPECT_EQ(tree_interleaved(reduce(4, 2), shape).finish, 0);
    EXPECT_EQ(tree_interleaved(all_reduce(4, 2), shape).done, 0);
  }
  EXPECT_EQ(tree_own_pace(all_gather(4), {Tree({-1}), true}).done, 0);
  EXPECT_EQ(tree_reversed(reduce_scatter(4, 9), {Tree({-1}), true}).done, 0);
  EXPECT_EQ(tree_reversed(all_reduce(4, 9), {Tree({-1}), true}).finish, 0);
}

}  // namespace tree_collectives_test
}  // namespace flitwise::theory
