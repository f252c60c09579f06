// star_arithmetic.h: what all predictions on star graphs do with m packets and x copies.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_ARITHMETIC_H_
#define FLITWISE_TB_THEORY_STAR_STAR_ARITHMETIC_H_

#include <cstdint>

#include "systemc/topology/star/star_graph.h"
#include "systemc/topology/star/star_trees.h"
#include "tb/theory/star/star_prediction.h"

namespace flitwise::theory {

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

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_ARITHMETIC_H_
