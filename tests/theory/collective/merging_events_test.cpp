// The flits of a reduce-scatter in switches: switch by switch, what comes in is in what goes out.
#include "tb/theory/combining/merging_events.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "tb/theory/collective/collective_contents.h"
#include "tb/theory/combining/network_combining.h"
#include "tests/theory/collective/requests.h"

namespace flitwise::theory::merging_events_test {
namespace {

using test::all_reduce;
using test::reduce_scatter;
using ::testing::ElementsAre;

const std::vector<std::pair<Node, int>> kTrees{{2, 2}, {4, 2},  {8, 2},  {16, 2}, {32, 2},
                                               {3, 3}, {9, 3},  {27, 3}, {4, 4},  {16, 4},
                                               {5, 5}, {25, 5}, {64, 8}};

FatTree tree_of(Node leaves, int arity) {
  return {leaves, arity, constant_capacities(fat_tree_levels(leaves, arity))};
}

std::vector<WordArithmetic> arithmetics() {
  return {{WordOp::kSum, 31}, {WordOp::kXor, 31}, {WordOp::kMin, 9}, {WordOp::kSum, 5}};
}

// The way of a flit for a leaf: down to the child above it, else up.
Node way_of(const FatTree& tree, Node node, Node leaf) {
  const Node first = tree.first_leaf(node);
  if (leaf < first || leaf >= first + tree.leaves_below(tree.level(node))) return tree.parent(node);
  return tree.node_at(tree.level(node) - 1, leaf / tree.leaves_below(tree.level(node) - 1));
}

// What leaves send, by step and leaf, is played forward: flits for one leaf that want one link in
// one step are added, two for different leaves must not want it.
std::vector<LinkEvent> played(const FatTree& tree, const std::vector<LinkEvent>& predicted,
                              const WordArithmetic& arithmetic) {
  std::map<std::tuple<Step, Node, Node>, LinkEvent> links;
  for (const LinkEvent& event : predicted)
    if (event.kind == FlitKind::kMerge && tree.is_leaf(event.from))
      links[{event.step, event.from, event.to}] = event;
  for (auto at = links.begin(); at != links.end(); ++at) {  // those added lie behind
    const LinkEvent event = at->second;
    if (tree.is_leaf(event.to)) continue;
    LinkEvent next = event;
    ++next.step;
    next.from = event.to;
    next.to = way_of(tree, event.to, event.message);
    const auto [met, is_new] = links.insert({{next.step, next.from, next.to}, next});
    if (is_new) continue;
    EXPECT_EQ(met->second.message, next.message) << "two words on a link in step " << next.step;
    met->second.value = combined_words(arithmetic, static_cast<std::uint32_t>(met->second.value),
                                       static_cast<std::uint32_t>(next.value));
  }
  std::vector<LinkEvent> events;
  for (const auto& [place, event] : links) events.push_back(event);
  std::sort(events.begin(), events.end());
  return events;
}

TEST(MergingEvents, AreThoseOfAPlayedRunOfWhatLeavesSend) {
  for (const auto& [leaves, arity] : kTrees) {
    const FatTree tree = tree_of(leaves, arity);
    for (const WordArithmetic& arithmetic : arithmetics())
      for (const Flits words : {Flits{1}, (leaves + 1) / Flits{2}, Flits{leaves}}) {
        const auto events = merging_events(reduce_scatter(words), tree, arithmetic);
        ASSERT_EQ(events, played(tree, events, arithmetic)) << leaves << ' ' << arity;
      }
  }
}

TEST(MergingEvents, HaveEveryOperandLeaveItsLeafOnceAndTheResultsArriveInTime) {
  for (const auto& [leaves, arity] : kTrees) {
    const FatTree tree = tree_of(leaves, arity);
    const WordArithmetic arithmetic;
    std::map<Node, std::uint32_t> results;
    std::set<std::pair<Node, Node>> sent;
    Step last = 0;
    for (Node leaf = 0; leaf < leaves; ++leaf)
      results[leaf] = test_operand({leaf, leaf}, arithmetic.width);
    for (const LinkEvent& event : merging_events(reduce_scatter(leaves), tree, arithmetic)) {
      last = std::max(last, event.step);
      if (tree.is_leaf(event.from)) {
        EXPECT_TRUE(sent.emplace(event.from, event.message).second);
        EXPECT_EQ(event.value, test_operand({event.from, event.message}, arithmetic.width));
      }
      if (tree.is_leaf(event.to)) {
        EXPECT_EQ(event.to, event.message);
        std::uint32_t& sum = results[event.to];
        sum = combined_words(arithmetic, sum, static_cast<std::uint32_t>(event.value));
      }
    }
    EXPECT_EQ(static_cast<Node>(sent.size()), leaves * (leaves - 1));
    EXPECT_EQ(last, fat_tree_in_switch_reversed(reduce_scatter(leaves), tree).done);
    for (const auto& [leaf, result] : results)
      EXPECT_EQ(result, due_word({kAllOperands, leaf}, leaves, arithmetic).value);
  }
}

TEST(MergingEvents, CountTheSumsOfEveryLeafAndAllMerges) {
  for (const auto& [leaves, arity] : kTrees) {
    const FatTree tree = tree_of(leaves, arity);
    std::vector<Flits> sums(index_of(leaves));
    for (const LinkEvent& event : merging_events(reduce_scatter(leaves), tree, {}))
      if (tree.is_leaf(event.to)) ++sums[index_of(event.to)];
    EXPECT_EQ(partial_sums(tree), sums);
    EXPECT_EQ(*std::max_element(sums.begin(), sums.end()), most_partial_sums(tree));
    EXPECT_EQ(merges_of(tree),
              Flits{leaves} * (leaves - 1) - std::accumulate(sums.begin(), sums.end(), Flits{0}));
  }
  EXPECT_THAT(partial_sums(tree_of(4, 2)), ElementsAre(1, 2, 1, 2));
}

TEST(MergingEvents, OfAnAllReduceHaveTheBroadcastBehindThem) {
  const FatTree tree = tree_of(8, 2);
  const WordArithmetic arithmetic;
  const auto scattered = merging_events(reduce_scatter(5), tree, arithmetic);
  const auto reduced = merging_events(all_reduce(5), tree, arithmetic);
  EXPECT_TRUE(std::includes(reduced.begin(), reduced.end(), scattered.begin(), scattered.end()));
  EXPECT_EQ(reduced.size(), 2 * scattered.size());
  EXPECT_EQ(reduced.back().step, 18);
  std::set<std::pair<Node, Node>> came;
  for (const LinkEvent& event : reduced) {
    if (event.kind != FlitKind::kCopies) continue;
    EXPECT_GT(event.step, 9);
    EXPECT_EQ(event.value,
              event.message < 5 ? due_word({kAllOperands, event.message}, 8, arithmetic).value : 0);
    if (tree.is_leaf(event.to)) {
      EXPECT_TRUE(came.emplace(event.to, event.message).second);
    }
  }
  EXPECT_EQ(came.size(), 8U * 7U);
}

}  // namespace
}  // namespace flitwise::theory::merging_events_test
