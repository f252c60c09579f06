// tree_rules.h: families of trees of known graphs by closed rules.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_TREE_RULES_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_TREE_RULES_H_

#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/graph/tree_family.h"

namespace flitwise {

/// Trees with root 0 without a common arc, as many as a node has links, of a graph by name; none
/// where no rule is known.
///
/// * hypercube:K, K trees of height K + 1 (K >= 2). Tree i: the parent of a node u whose bit i is 0
///   is u with bit i; of another one u without bit j, where j is the next bit of u after i,
///   cyclically, i itself if there is no other.
///   Source: S. L. Johnsson, C.-T. Ho, "Optimum Broadcasting and Personalized Communication in
///           Hypercubes" (IEEE TC 38(9), 1989); the rule is our own derivation.
/// * torus:SIDE,.., all sides at least 3, two trees a dimension, of heights max(S, S - s_i + 3)
/// with
///   S the sum of sides less one. Tree (i, +-): the parent of a node with u_i = 0 is u +- e_i; of
///   another one u -+ e_j, where j is the next dimension after i, cyclically, with u_j != 0.
/// * star:N, N >= 3: rule Q of StarTrees.
/// * complete:N, N >= 3, N - 1 trees of height 2: tree i goes to node i and from there to all
/// others.
std::optional<std::vector<Parents>> arcs_by_rule(const std::string& shape);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_TREE_RULES_H_
