#include "systemc/topology/combine_tree.h"

#include <algorithm>

namespace flitwise {

std::vector<Step> depths_of(const CombineTree& tree) {
  std::vector<Step> depths(tree.parent.size());
  for (std::size_t v = 0; v < depths.size(); ++v)
    for (auto at = static_cast<Node>(v); tree.holds(at) && !tree.is_root(at);
         at = tree.parent[index_of(at)])
      ++depths[v];
  return depths;
}

Step height_of(const CombineTree& tree) {
  const std::vector<Step> depths = depths_of(tree);
  return *std::max_element(depths.begin(), depths.end());
}

std::vector<std::vector<Node>> children_of(const CombineTree& tree) {
  std::vector<std::vector<Node>> children(tree.parent.size());
  for (std::size_t v = 0; v < children.size(); ++v) {
    const auto node = static_cast<Node>(v);
    if (tree.holds(node) && !tree.is_root(node)) children[index_of(tree.parent[v])].push_back(node);
  }
  return children;
}

}  // namespace flitwise
