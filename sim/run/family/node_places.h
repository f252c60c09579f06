// node_places.h: where the nodes of a network stand in a drawing.
#ifndef FLITWISE_SIM_RUN_FAMILY_NODE_PLACES_H_
#define FLITWISE_SIM_RUN_FAMILY_NODE_PLACES_H_

#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

/// A place in any unit; y runs down.
struct NodePlace {
  double x = 0;
  double y = 0;
};

/// A tree, root above: leaves side by side, every other node above the middle of its children.
/// Shape: `parents` has one entry per node, kNoNode for the root.
std::vector<NodePlace> tree_places(const std::vector<Node>& parents);

/// A grid or torus of one to four sides, node x_0 + n_0 (x_1 + n_1 (...)): the first two to the
/// right and down, the others as blocks of those.
std::vector<NodePlace> grid_places(const std::vector<int>& sides);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FAMILY_NODE_PLACES_H_
