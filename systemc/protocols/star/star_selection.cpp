#include "systemc/protocols/star/star_selection.h"

#include <algorithm>
#include <tuple>

namespace flitwise::protocols {

StarSelection::StarSelection(const StarTrees& trees, int copies)
    : trees_of_(static_cast<std::size_t>(trees.graph().size()), 0U) {
  const StarGraph& graph = trees.graph();
  const auto shares = static_cast<std::size_t>(graph.degree());
  for (std::vector<Node> necklace : graph.necklaces()) {
    std::sort(necklace.begin(), necklace.end(), [&](Node a, Node b) {
      return std::make_tuple(trees.depth(a, 2), a) < std::make_tuple(trees.depth(b, 2), b);
    });
    const std::size_t taken =
        (static_cast<std::size_t>(copies) * necklace.size() + shares - 1) / shares;
    necklace.resize(taken);
    order_.insert(order_.end(), necklace.begin(), necklace.end());
  }
  std::sort(order_.begin(), order_.end(), [&](Node a, Node b) {
    return std::make_tuple(-trees.depth(a, 2), a) < std::make_tuple(-trees.depth(b, 2), b);
  });
  for (const Node u : order_)
    for (int turn = 0; turn < graph.degree(); ++turn)
      trees_of_[static_cast<std::size_t>(graph.rotate(u, turn))] |= 1U << turn;
}

}  // namespace flitwise::protocols
