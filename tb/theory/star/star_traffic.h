// star_traffic.h: what all predictions on star graphs do with m packets in x copies, and which
// trees serve which nodes.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_TRAFFIC_H_
#define FLITWISE_TB_THEORY_STAR_STAR_TRAFFIC_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/star/star_trees.h"

namespace flitwise::theory {

/// What every source sends: `packets` m packets, each through `copies` x of the n-1 trees.
struct StarTraffic {
  std::int64_t packets = 1;
  int copies = 1;
};

inline std::int64_t ceil_of(std::int64_t numerator, std::int64_t denominator) {
  return (numerator + denominator - 1) / denominator;
}

/// A copy of a packet on its way through a tree: the `round`-th (from 0) that the source sends
/// there. Copy i of packet q goes through tree 2 + (q x + i) mod (n-1).
struct StarCopy {
  int tree = 0;
  std::int64_t round = 0;
};
inline StarCopy copy_of(int degree, const StarTraffic& traffic, std::int64_t packet, int copy) {
  const std::int64_t item = packet * traffic.copies + copy;
  return {2 + static_cast<int>(item % degree), item / degree};
}

/// ceil(m x / (n-1)): packets of the fullest tree, which is tree 2.
inline std::int64_t rounds_of(int degree, const StarTraffic& traffic) {
  return ceil_of(traffic.packets * traffic.copies, degree);
}

/// Packets that go through tree 2..n.
inline std::int64_t tree_load(int degree, const StarTraffic& traffic, int tree) {
  return (traffic.packets * traffic.copies + degree - 1 - (tree - 2)) / degree;
}

/// The number of the packet that is the `round`-th (from 0) of a tree.
inline std::int64_t packet_of(int degree, const StarTraffic& traffic, int tree,
                              std::int64_t round) {
  return (round * degree + tree - 2) / traffic.copies;
}

/// Errors: throws std::invalid_argument for fewer than 1 packet and copies that are not 1 to n-1.
void check_traffic(int degree, const StarTraffic& traffic);
/// Errors: throws std::invalid_argument for a node that is not one of the graph's.
void check_node(const StarGraph& graph, Node node, const char* name);

/// The addresses that tree 2 serves if every node is to get x copies; tree l serves their l - 2
/// times rotated images.
///
/// Of each necklace of s nodes, those ceil(x s / (n-1)) of least depth in tree 2, among equals
/// those of least number. So a node of a necklace of n-1 nodes gets exactly x copies, others at
/// least x.
struct StarSelection {
  std::vector<Node> addresses;  ///< farthest first, among equals by number; S(x) of them
  std::vector<int> depths;      ///< theirs
  std::int64_t depth_sum = 0;   ///< E(x)

  std::int64_t size() const { return static_cast<std::int64_t>(addresses.size()); }
};

/// Errors: throws std::invalid_argument for copies that are not 1 to n-1.
StarSelection select_addresses(const StarTrees& trees, int copies);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_TRAFFIC_H_
