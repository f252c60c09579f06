#include "tests/protocols/fat_tree/fat_tree_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace flitwise::protocols::test {
namespace {

// All nondecreasing capacities that go on from `begun`, at most `most`.
void extend(std::vector<int>& begun, std::size_t levels, int most,
            std::vector<std::vector<int>>& found) {
  if (begun.size() == levels) {
    found.push_back(begun);
    return;
  }
  for (int next = begun.back(); next <= most; ++next) {
    begun.push_back(next);
    extend(begun, levels, most, found);
    begun.pop_back();
  }
}

template <typename Of>
FatTree tree_with(Node leaves, int arity, const Of& capacity) {
  std::vector<int> capacities;
  for (int level = 1; level <= fat_tree_levels(leaves, arity); ++level)
    capacities.push_back(level == 1 ? 1 : capacity(level));
  return FatTree(leaves, arity, capacities);
}

void add_patterns(std::vector<FatTree>& trees, Node leaves, int arity) {
  trees.push_back(constant_tree(leaves, arity));
  if (leaves == arity) return;  // c_1 = 1 is all there is
  trees.push_back(exponential_tree(leaves, arity));
  trees.push_back(tree_with(leaves, arity, [](int level) { return level; }));
  trees.push_back(tree_with(leaves, arity, [](int level) { return std::min(level, 3); }));
  trees.push_back(tree_with(leaves, arity, [&](int) { return 2 * arity; }));
  trees.push_back(tree_with(leaves, arity, [&](int level) { return level == 2 ? 1 : 4 * arity; }));
}

}  // namespace

FatTree constant_tree(Node leaves, int arity) {
  return FatTree(leaves, arity, constant_capacities(fat_tree_levels(leaves, arity)));
}

FatTree exponential_tree(Node leaves, int arity) {
  return FatTree(leaves, arity, exponential_capacities(fat_tree_levels(leaves, arity), arity));
}

std::vector<FatTree> binary_trees(Node leaves) {
  std::vector<std::vector<int>> patterns;
  std::vector<int> begun = {1};
  extend(begun, static_cast<std::size_t>(fat_tree_levels(leaves, 2)), leaves / 2 + 1, patterns);
  std::vector<FatTree> trees;
  for (const std::vector<int>& capacities : patterns) trees.emplace_back(leaves, 2, capacities);
  return trees;
}

std::vector<FatTree> all_small_binary_trees() {
  std::vector<FatTree> trees;
  for (const Node leaves : {2, 4, 8, 16})
    for (const FatTree& tree : binary_trees(leaves)) trees.push_back(tree);
  return trees;
}

std::vector<FatTree> wide_trees() {
  std::vector<FatTree> trees;
  for (const Node leaves : {3, 9, 27}) add_patterns(trees, leaves, 3);
  for (const Node leaves : {4, 16, 64}) add_patterns(trees, leaves, 4);
  for (int arity = 5; arity <= FatTree::kMaxArity; ++arity)
    for (const Node leaves : {arity, arity * arity}) add_patterns(trees, leaves, arity);
  return trees;
}

std::vector<FatTree> all_trees() {
  std::vector<FatTree> trees = all_small_binary_trees();
  for (const FatTree& tree : wide_trees()) trees.push_back(tree);
  return trees;
}

std::string describe(const FatTree& tree) {
  std::string text =
      "n = " + std::to_string(tree.leaves()) + ", b = " + std::to_string(tree.arity()) + ", c =";
  for (const int capacity : tree.capacities()) text += " " + std::to_string(capacity);
  return text;
}

Step steps_of_unit_messages(const FatTree& tree) {
  return tree.arity() == 2 && tree.leaves() >= 4 ? tree.leaves() + 1 : tree.leaves();
}

std::vector<Flits> unit_lengths(const FatTree& tree, Node root) {
  std::vector<Flits> lengths(static_cast<std::size_t>(tree.leaves()), 1);
  lengths[static_cast<std::size_t>(root)] = 0;
  return lengths;
}

void expect_complete(const FatTreeRecord& run, Step finish) {
  EXPECT_EQ(run.faults(), "");
  EXPECT_EQ(run.finish, finish);
}

void expect_queue_free(const FatTree& tree, const FatTreeRecord& run, Step finish) {
  expect_complete(run, finish);
  EXPECT_EQ(run.max_wait(), 0);
  for (int level = 0; level < tree.levels(); ++level)
    EXPECT_LE(run.up[std::size_t(level)].stored, tree.capacity(level + 1)) << "level " << level;
  for (int level = 1; level <= tree.levels(); ++level)
    EXPECT_LE(run.down[std::size_t(level)].stored, tree.capacity(level)) << "level " << level;
}

std::string text_of(const std::vector<Dispatch>& list) {
  std::ostringstream text;
  for (const Dispatch& dispatch : list) {
    text << (&dispatch == list.data() ? "" : " ") << dispatch.step << ":";
    if (dispatch.kind == FlitKind::kCopies)
      text << "0x" << std::hex << dispatch.copies << std::dec;
    else
      text << dispatch.destination;
  }
  return text.str();
}

}  // namespace flitwise::protocols::test
