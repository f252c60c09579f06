// star_traffic.cpp: traffic that is refused, and the addresses that tree 2 serves.
#include "tb/theory/star/star_traffic.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace flitwise::theory {

void check_traffic(int degree, const StarTraffic& traffic) {
  if (traffic.packets < 1)
    throw std::invalid_argument("packets must be 1 or more, got " +
                                std::to_string(traffic.packets));
  if (traffic.copies < 1 || traffic.copies > degree)
    throw std::invalid_argument("copies must be 1 to " + std::to_string(degree) + ", got " +
                                std::to_string(traffic.copies));
}

void check_node(const StarGraph& graph, Node node, const char* name) {
  if (node < 0 || node >= graph.size())
    throw std::invalid_argument(std::string(name) + " must be a node from 0 to " +
                                std::to_string(graph.size() - 1) + ", got " + std::to_string(node));
}

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
