// blocks.h: sets of nodes that are joined to larger ones.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_BLOCKS_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_BLOCKS_H_

#include <numeric>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

/// A partition of nodes whose blocks are joined (union-find).
class Blocks {
 public:
  /// Every node is alone.
  explicit Blocks(Node nodes) : above_(index_of(nodes)) {
    std::iota(above_.begin(), above_.end(), 0);
  }

  /// The node that stands for the block of `v`.
  Node block_of(Node v) {
    while (above_[index_of(v)] != v) {
      above_[index_of(v)] = above_[index_of(above_[index_of(v)])];
      v = above_[index_of(v)];
    }
    return v;
  }
  bool are_together(Node u, Node v) { return block_of(u) == block_of(v); }
  void join(Node u, Node v) { above_[index_of(block_of(u))] = block_of(v); }

  /// The block of each node; blocks count in the order of their lowest nodes.
  std::vector<Node> numbered() {
    std::vector<Node> number(above_.size(), kNoNode);
    std::vector<Node> blocks;
    Node next = 0;
    for (std::size_t v = 0; v < above_.size(); ++v) {
      Node& its = number[index_of(block_of(static_cast<Node>(v)))];
      if (its == kNoNode) its = next++;
      blocks.push_back(its);
    }
    return blocks;
  }

 private:
  std::vector<Node> above_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_BLOCKS_H_
