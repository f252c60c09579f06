// fat_tree_occupancy.h: how full the queues of a fat tree have been, as its RTL counts.
#ifndef FLITWISE_SYSTEMC_NETWORK_FAT_TREE_FAT_TREE_OCCUPANCY_H_
#define FLITWISE_SYSTEMC_NETWORK_FAT_TREE_FAT_TREE_OCCUPANCY_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "systemc/topology/fat_tree/fat_tree.h"

namespace flitwise {

/// Largest numbers of packets that one output has held at a clock edge.
struct Occupancy {
  std::uint32_t stored = 0;  ///< after what the edge wrote
  std::uint32_t wait = 0;    ///< of those held before the edge, left over after its departures

  friend bool operator==(const Occupancy& a, const Occupancy& b) {
    return a.stored == b.stored && a.wait == b.wait;
  }
};

/// Of a node's outputs: the one up (none at the root) and the fullest one down (none at a leaf; the
/// maxima of `stored` and `wait` may be of different children).
struct NodeOccupancy {
  std::optional<Occupancy> up;
  std::optional<Occupancy> down;
};

/// Where the counters of one node lie: 16-bit entries, up first, then one per child.
struct OccupancyCounters {
  const unsigned char* stored = nullptr;
  const unsigned char* wait = nullptr;
};

/// Reads the counters of a network; must not be used after it.
class FatTreeOccupancy {
 public:
  /// Shape: one entry per node.
  FatTreeOccupancy(FatTree tree, std::vector<OccupancyCounters> counters)
      : tree_(std::move(tree)), counters_(std::move(counters)) {}

  NodeOccupancy of(Node node) const;
  /// The maxima over all nodes of a level, 0 (leaves) to L.
  NodeOccupancy of_level(int level) const;

 private:
  Occupancy entry(Node node, int branch) const;

  FatTree tree_;
  std::vector<OccupancyCounters> counters_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_FAT_TREE_FAT_TREE_OCCUPANCY_H_
