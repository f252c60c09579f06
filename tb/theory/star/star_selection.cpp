#include "tb/theory/star/star_selection.h"

#include <algorithm>
#include <utility>

#include "tb/theory/star/star_arithmetic.h"

namespace flitwise::theory {

StarSelection select_addresses(const StarTrees& trees, int copies) {
  check_traffic(trees.graph().degree(), {1, copies});

  StarSelection selection;
  for (std::vector<Node> necklace : trees.graph().necklaces()) {
    std::sort(necklace.begin(), necklace.end(), [&](Node a, Node b) {
      return std::pair(trees.depth(a, 2), a) < std::pair(trees.depth(b, 2), b);
    });
    const std::int64_t members =
        ceil_of(copies * static_cast<std::int64_t>(necklace.size()), trees.graph().degree());
    selection.addresses.insert(selection.addresses.end(), necklace.begin(),
                               necklace.begin() + members);
  }
  std::sort(selection.addresses.begin(), selection.addresses.end(), [&](Node a, Node b) {
    return std::pair(-trees.depth(a, 2), a) < std::pair(-trees.depth(b, 2), b);
  });
  for (const Node u : selection.addresses) {
    selection.depths.push_back(trees.depth(u, 2));
    selection.depth_sum += selection.depths.back();
  }
  return selection;
}

}  // namespace flitwise::theory
