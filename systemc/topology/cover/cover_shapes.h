// cover_shapes.h: covers of meshes and tori, by two edge-disjoint trees and by trees that share
// links.
//
// Source: Bhatt, Pucci, Ranade, Rosenberg, "Scattering and Gathering Messages in Networks of
// Processors" (IEEE TC 42(8), 1993), section 4, names such covers; the constructions are our own.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_COVER_COVER_SHAPES_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_COVER_COVER_SHAPES_H_

#include "systemc/topology/cover/cover.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// Errors: every function throws TopologyError for a grid that `Grid` refuses and for a root
/// outside of it. The root of a torus is moved by translation: sizes, depths and shapes stay.

/// Mesh of `rows` >= 1 and `columns` >= 1. Tree 0: the root's row outward, and from it every other
/// column; tree 1: the root's column outward, and from it every other row.
///
/// Every link of the mesh is in one of the trees and every way is shortest. Tree 0 lacks the
/// root's column and tree 1 the root's row: two spanning trees would need more links than there
/// are. With one row or one column, one of the trees is the root alone.
Cover mesh_cover(Node rows, Node columns, Node root_row = 0, Node root_column = 0);

/// Torus with sides of at least 3, each tree spanning, of depth rows + columns - 1. With the root
/// at (0, 0), tree 0 is row 0 eastward, columns 1, 2, .. southward from it, and from the last
/// column the links onward to column 0; tree 1 is the same with rows and columns exchanged.
///
/// Two links of the root are in neither tree.
/// Errors: a torus with a side of 1 or 2 has too few links for two spanning trees.
Cover torus_cover_spanning(Node rows, Node columns, Node root_row = 0, Node root_column = 0);

/// As torus_cover_spanning with row 0 (tree 1: column 0) walked both ways from the root: all four
/// links of the root are used. Depths: max(rows - 1 + floor(columns / 2), rows + 1), and the same
/// with rows and columns exchanged.
Cover torus_cover_spanning_short(Node rows, Node columns, Node root_row = 0, Node root_column = 0);

/// Torus with sides of at least 3: the cover of a mesh with every row and column walked both ways
/// from the root. Every way is shortest and the root's four links are used, but tree 0 lacks the
/// root's column and tree 1 the root's row.
Cover torus_cover_joint(Node rows, Node columns, Node root_row = 0, Node root_column = 0);

/// A tree for every link of the root, in the order of `kDirections`: the shortest ways through that
/// link and past the root, so that every node can be reached through any link of the root. Beyond
/// the root's links the trees share links, in the same direction or against each other.
///
/// A way goes on in the direction of the root's link before it turns: of the neighbours that lie
/// nearer, a node's parent is the first one, by number, whose link to it runs across the root's
/// link, else the first one. Where the root is all that connects two parts of a mesh, a tree holds
/// one of them.
Cover mesh_cover_shared(Node rows, Node columns, Node root_row = 0, Node root_column = 0);
Cover torus_cover_shared(Node rows, Node columns, Node root_row = 0, Node root_column = 0);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_COVER_COVER_SHAPES_H_
