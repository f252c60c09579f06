#include "tb/theory/fat_tree/fat_tree_bounds.h"

#include <algorithm>

#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// Leaves of class h as seen from any leaf.
std::int64_t class_size(const FatTree& tree, int h) {
  return std::int64_t{tree.arity() - 1} * tree.leaves_below(h - 1);
}

}  // namespace

Step broadcast_bound(const FatTree& tree) { return 2 * Step{tree.levels()}; }

Step one_to_all_bound(const FatTree& tree, Node root, const std::vector<Flits>& lengths) {
  std::vector<Flits> flits(index_of(tree.levels()) + 1, 0);
  for (Node x = 0; x < tree.leaves(); ++x)
    flits[index_of(tree.meeting_level(root, x))] += lengths[index_of(x)];
  Step bound = 0;
  Flits class_and_higher = 0;
  for (int h = tree.levels(); h >= 1; --h) {
    if (flits[index_of(h)] == 0) continue;
    class_and_higher += flits[index_of(h)];
    bound = std::max(bound, ceil_div(class_and_higher, tree.leaf_links()) + 2 * h - 1);
  }
  return bound;
}

Step multinode_bound(const FatTree& tree) {
  Step bound = 0;
  for (int h = 1; h <= tree.levels(); ++h)
    bound = std::max(
        bound, ceil_div(tree.leaves() - tree.leaves_below(h - 1), tree.leaf_links()) + 2 * h - 1);
  return bound;
}

Step exchange_link_bound(const FatTree& tree) {
  Step bound = 0;
  for (int h = 1; h <= tree.levels(); ++h) {
    const std::int64_t sent_by_leaf = tree.leaves() - tree.leaves_below(h - 1);
    for (int i = 1; i <= h; ++i) {
      const std::int64_t packets = tree.leaves_below(i - 1) * sent_by_leaf;
      bound = std::max(bound, ceil_div(packets, tree.capacity(i)) + 2 * h - 1);
    }
  }
  return bound;
}

Step exchange_in_flight_bound(const FatTree& tree) {
  std::int64_t in_flight = 0;
  for (int h = 1; h <= tree.levels(); ++h) in_flight += class_size(tree, h) * (2 * h - 1);
  const Step others = tree.leaves() - 1;
  const Step least = ceil_div(others, tree.leaf_links());
  Step finish = least;
  while (others * (finish - 2 * least + 1) + tree.leaf_links() * least * (least - 1) < in_flight)
    ++finish;
  return finish;
}

Step exchange_bound(const FatTree& tree) {
  return std::max(exchange_link_bound(tree), exchange_in_flight_bound(tree));
}

Source broadcast_bound_source() {
  return {"lower_bound", "Dimakopoulos and Dimopoulos, Table 1: 2L, the diameter; any fat tree"};
}

Source one_to_all_bound_source() {
  return {"lower_bound",
          "after Dimakopoulos and Dimopoulos, section 2.1: max over classes h with flits of "
          "(ceil(flits of class h and higher / c_1) + 2h - 1), c_1 links at the root; any lengths"};
}

Source multinode_bound_source() {
  return {"lower_bound",
          "Dimakopoulos and Dimopoulos, Table 1, for all n, b and c_1: max over h of (ceil((n - "
          "b^(h-1)) / c_1) + 2h - 1); for c_1 = 1 n + 1 if b = 2 and n >= 4, else n"};
}

Source exchange_bound_source(const FatTree& tree) {
  if (exchange_link_bound(tree) >= exchange_in_flight_bound(tree))
    return {"lower_bound",
            "Dimakopoulos and Dimopoulos, Table 1, with the latency: max over i <= h of "
            "(ceil(b^(i-1) (n - b^(h-1)) / c_i) + 2h - 1)"};
  return {"lower_bound",
          "packets in flight: the least T with (n-1) (T - 2K + 1) + c_1 K (K-1) >= sum over h of "
          "(b-1) b^(h-1) (2h-1), K = ceil((n-1) / c_1), because a leaf sends and receives at most "
          "c_1 packets a step; for c_1 = 1 n - 1 + ceil(that sum / (n-1))"};
}

}  // namespace flitwise::theory
