// lower_trees.h: makes trees of a family less high by exchanging links between them.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_LOWER_TREES_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_LOWER_TREES_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/graph.h"
#include "systemc/topology/graph/tree_family.h"

namespace flitwise {

/// How long to try. A search: nothing says that its trees are the lowest.
struct Lowering {
  std::uint64_t seed = 1;
  Node goal = 0;  ///< ends when no tree is higher
};

/// Trees of one root that share no arc, as low as a hill climb finds them.
///
/// It lowers the sum of depth^6 over all nodes and trees, deepest first: a node takes a free arc in
/// place of the one from its parent, or exchanges its parents in two trees. Changes that neither
/// win nor lose are made half of the times. The same arguments give the same trees on every
/// machine.
std::vector<Parents> lower_arcs(const Graph& graph, std::vector<Parents> trees,
                                const Lowering& lowering);

enum class Roots : std::uint8_t {
  kCommon,  ///< the roots that trees have
  kOwn,     ///< each tree hangs from its centre
};

/// Whether trees are lower than others of the same number.
bool are_lower(const std::vector<Parents>& trees, const std::vector<Parents>& others);

/// The same of trees that share no link. A node takes another link in place of the one to its
/// parent; if that is of another tree, this one is mended by the link that was given back or by a
/// free one.
std::vector<Parents> lower_links(const Graph& graph, std::vector<Parents> trees, Roots roots,
                                 const Lowering& lowering);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_LOWER_TREES_H_
