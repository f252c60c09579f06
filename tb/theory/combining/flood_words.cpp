#include "tb/theory/combining/flood_words.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "tb/theory/collective/collective_contents.h"
#include "tb/theory/collective/tree_roots.h"

namespace flitwise::theory {
namespace {

// What is counted of ways adds up over them: from a node and all its neighbours, `rounds` times.
template <typename NeighboursOf>
std::vector<Word> flooded(Node nodes, Step rounds, const WordArithmetic& arithmetic,
                          NeighboursOf neighbours_of) {
  if (arithmetic.op == WordOp::kSum || arithmetic.op == WordOp::kXor)
    throw std::invalid_argument("a flood counts operands more than once: no sum, no xor");
  const Word all = due_word({kAllOperands, 0}, nodes, arithmetic);
  std::vector<Word> words;
  for (Node v = 0; v < nodes; ++v) words.push_back({all.value, 1, fingerprint({v, 0})});
  for (Step round = 0; round < rounds; ++round) {
    const std::vector<Word> before = words;
    for (Node v = 0; v < nodes; ++v)
      for (const Node u : neighbours_of(v)) {
        Word& word = words[index_of(v)];
        const std::int64_t ways = std::int64_t{word.operands} + before[index_of(u)].operands;
        word.operands = static_cast<std::int32_t>(std::min<std::int64_t>(ways, kMostOperands));
        word.set += before[index_of(u)].set;
      }
  }
  return words;
}

}  // namespace

std::vector<Word> tree_flood_words(const TreeShape& shape, const WordArithmetic& arithmetic) {
  const PlacedTree& tree = shape.tree;
  return flooded(tree.nodes(), middle_of(tree).diameter, arithmetic, [&](Node v) {
    std::vector<Node> neighbours = tree.children(v);
    if (tree.parent(v) != kNoNode) neighbours.push_back(tree.parent(v));
    return neighbours;
  });
}

std::vector<Word> star_flood_words(const StarGraph& graph, const WordArithmetic& arithmetic) {
  return flooded(graph.size(), graph.diameter(), arithmetic, [&](Node v) {
    std::vector<Node> neighbours;
    for (int d = 2; d <= graph.order(); ++d) neighbours.push_back(graph.neighbour(v, d));
    return neighbours;
  });
}

}  // namespace flitwise::theory
