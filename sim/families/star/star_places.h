// star_places.h: where the nodes of a star graph stand in a drawing.
#ifndef FLITWISE_SIM_FAMILIES_STAR_STAR_PLACES_H_
#define FLITWISE_SIM_FAMILIES_STAR_STAR_PLACES_H_

#include <vector>

#include "sim/run/family/node_places.h"
#include "systemc/topology/star/star_graph.h"

namespace flitwise {

/// S_n as it is usually drawn: a ring of n blocks, each an S_(n-1) with one symbol at the last
/// position; S_3 is a hexagon.
std::vector<NodePlace> star_places(const StarGraph& graph);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_STAR_PLACES_H_
