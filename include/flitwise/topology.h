// topology.h: networks as graphs: who is linked to whom, and what grows on it. Component topology.
//
// Shape:  nodes are numbered from 0; PEs come first, switches behind them.
// Errors: constructors and functions throw TopologyError, a std::invalid_argument, for a network
//         that there is not, in a sentence with value and limit.
#ifndef FLITWISE_TOPOLOGY_H_
#define FLITWISE_TOPOLOGY_H_

#include <flitwise/types.h>

// Edge, Graph
#include "systemc/topology/graph.h"
// TopologyError, Tree, PlacedTree
#include "systemc/topology/tree/tree.h"
// TreeLatency
#include "systemc/topology/tree/tree_latency.h"
// path_parents, complete_parents, star_parents, caterpillar_parents, random_parents, bfs_parents,
// broadcast_parents, RandomShape
#include "systemc/topology/tree/tree_shapes.h"
// GridKind, Grid, Sharing, Cover
#include "systemc/topology/cover/cover.h"
// mesh_cover, torus_cover_joint, torus_cover_spanning
#include "systemc/topology/cover/cover_shapes.h"
// FatTree, fat_tree_levels, constant_capacities, exponential_capacities
#include "systemc/topology/fat_tree/fat_tree.h"
// FatTreeLatency
#include "systemc/topology/fat_tree/fat_tree_latency.h"
// Coordinates, Torus, TorusLink
#include "systemc/topology/torus/torus.h"
// TorusMessage, TorusStep, TorusSchedule
#include "systemc/topology/torus/torus_schedule.h"
// Permutation, StarGraph
#include "systemc/topology/star/star_graph.h"
// StarRule, StarTrees
#include "systemc/topology/star/star_trees.h"
// Chunk, RankOp, CollectiveTransfer, CellDemand, Collective
#include "systemc/topology/collective.h"

#endif  // FLITWISE_TOPOLOGY_H_
