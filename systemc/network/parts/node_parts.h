// node_parts.h: the nodes of a network in parts, each of which one thread at a time, or one
// process, steps.
#ifndef FLITWISE_SYSTEMC_NETWORK_PARTS_NODE_PARTS_H_
#define FLITWISE_SYSTEMC_NETWORK_PARTS_NODE_PARTS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

/// The nodes [first, end); by default all that any network has.
struct NodeRange {
  std::size_t first = 0;
  std::size_t end = std::numeric_limits<std::size_t>::max();

  bool holds(Node node) const { return index_of(node) >= first && index_of(node) < end; }
  /// Of a network with so many nodes.
  NodeRange of(std::size_t nodes) const { return {std::min(first, nodes), std::min(end, nodes)}; }
  std::size_t size() const { return end - first; }
};

/// Ranges of nodes of equal length, up to one node: what parts list one after the other is in the
/// order of nodes.
class NodeParts {
 public:
  /// As many parts as that, but none without a node where there are nodes.
  NodeParts(std::size_t nodes, std::size_t parts)
      : nodes_(nodes),
        parts_(std::clamp<std::size_t>(parts, 1, std::max<std::size_t>(nodes, 1))),
        part_of_(parts_ == 1 ? 0 : nodes) {
    for (std::size_t part = 0; parts_ > 1 && part < parts_; ++part)
      for (std::size_t node = first(part); node < first(part + 1); ++node)
        part_of_[node] = static_cast<std::uint32_t>(part);
  }

  std::size_t parts() const { return parts_; }
  /// The first node of a part; of `parts()`, the number of nodes.
  std::size_t first(std::size_t part) const { return nodes_ * part / parts_; }
  NodeRange range(std::size_t part) const { return {first(part), first(part + 1)}; }
  std::size_t part_of(Node node) const { return parts_ == 1 ? 0 : part_of_[index_of(node)]; }

 private:
  std::size_t nodes_;
  std::size_t parts_;
  std::vector<std::uint32_t> part_of_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_PARTS_NODE_PARTS_H_
