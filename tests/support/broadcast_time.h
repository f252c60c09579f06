// broadcast_time.h: how long a broadcast takes on a tree at best.
#ifndef FLITWISE_TESTS_SUPPORT_BROADCAST_TIME_H_
#define FLITWISE_TESTS_SUPPORT_BROADCAST_TIME_H_

#include <algorithm>
#include <functional>
#include <vector>

#include "systemc/topology/tree/tree.h"

namespace flitwise::test {

/// B*: steps that a broadcast from the root of the tree takes if each node informs one child a
/// step, those with the slowest subtrees first, which is optimal.
inline Step broadcast_time(const Tree& tree) {
  std::vector<Step> time(index_of(tree.size()), 0);
  const std::vector<Node>& order = tree.depth_first();
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    std::vector<Step> children;
    for (const Node child : tree.children(*v)) children.push_back(time[index_of(child)]);
    std::sort(children.begin(), children.end(), std::greater<>());
    for (std::size_t j = 0; j < children.size(); ++j)
      time[index_of(*v)] = std::max(time[index_of(*v)], static_cast<Step>(j) + 1 + children[j]);
  }
  return time[0];
}

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SUPPORT_BROADCAST_TIME_H_
