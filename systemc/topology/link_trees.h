// link_trees.h: spanning trees of a torus or star graph that share no link, for routers that
// combine.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_LINK_TREES_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_LINK_TREES_H_

#include <optional>
#include <vector>

#include "systemc/topology/graph/tree_family.h"
#include "systemc/topology/star/star_graph.h"
#include "systemc/topology/torus/torus.h"

namespace flitwise {

/// Networks of so many nodes at most: in larger ones the search ends before trees are low.
inline constexpr Node kMostLinkTreeNodes = 1024;

/// There are fewer trees than asked for.
class LinkTreeCountError final : public TopologyError {
 public:
  using TopologyError::TopologyError;
};

/// Which trees.
struct LinkTreeChoice {
  std::optional<Node> root;  ///< all hang from it; none: each from its centre
  std::optional<int> count;  ///< none: as many as there are
};

/// Of a side of 2 both channels are one link. By increasing height; the same arguments give the
/// same trees on every machine, and are searched for once.
///
/// Trees that hang from a root are those of node 0, moved to it: the networks look the same from
/// all nodes.
/// Shape:  a network of at least two nodes.
/// Errors: throws TopologyError for more than kMostLinkTreeNodes nodes and a root that is none,
///         LinkTreeCountError for a number of trees that is not 1 to those that there are.
/// Source: pack_links, which proves how many there are, and lower_links, a search.
std::vector<Parents> link_trees(const Torus& torus, const LinkTreeChoice& choice);
std::vector<Parents> link_trees(const StarGraph& graph, const LinkTreeChoice& choice);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_LINK_TREES_H_
