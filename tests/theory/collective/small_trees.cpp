#include "tests/theory/collective/small_trees.h"

#include <algorithm>
#include <random>

namespace flitwise::test {

std::vector<Tree> all_trees(Node nodes) {
  std::vector<std::vector<Node>> parents{{kNoNode}};
  for (Node v = 1; v < nodes; ++v) {
    std::vector<std::vector<Node>> longer;
    for (const std::vector<Node>& tree : parents) {
      for (Node parent = 0; parent < v; ++parent) {
        longer.push_back(tree);
        longer.back().push_back(parent);
      }
    }
    parents = std::move(longer);
  }
  std::vector<Tree> trees;
  for (std::vector<Node>& tree : parents) trees.emplace_back(std::move(tree));
  return trees;
}

Tree random_tree(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto pick = [&](Node low, Node high) {
    return std::uniform_int_distribution<Node>(low, high)(random);
  };
  const Node nodes = pick(6, 24), reach = pick(1, nodes);
  std::vector<Node> parents{kNoNode};
  for (Node v = 1; v < nodes; ++v) parents.push_back(pick(std::max(0, v - reach), v - 1));
  return Tree(parents);
}

Tree binary_tree(int height) {
  std::vector<Node> parents{kNoNode};
  for (Node v = 1; v < (Node{2} << height) - 1; ++v) parents.push_back((v - 1) / 2);
  return Tree(parents);
}

}  // namespace flitwise::test
