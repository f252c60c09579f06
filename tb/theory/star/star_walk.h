// star_walk.h: the depth-first walk through a spanning tree of the star graph.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_WALK_H_
#define FLITWISE_TB_THEORY_STAR_STAR_WALK_H_

#include <cstdint>
#include <map>
#include <vector>

#include "systemc/topology/star/star_trees.h"
#include "tb/theory/star/star_theory.h"

namespace flitwise::theory {

/// A link of tree 2 from a parent to its child. The walk's i-th link (i from 1) has entry i - 1.
struct StarArc {
  Node node = kNoNode;    ///< the child's relative address
  Node parent = kNoNode;  ///< the parent's
  int dimension = 0;
  int depth = 0;       ///< of the child
  int above = -1;      ///< entry of the parent's arc; -1 below the root
  int end = 0;         ///< i of the last arc in the child's subtree; its own if there is none
  int last_child = 0;  ///< i of the arc to the child's last child; 0 if it has none
};

/// All arcs of tree 2, each before those of its subtree, children by increasing dimension.
///
/// Tree l's walk is this one rotated l - 2 times. So the i-th arcs of the n-1 walks from a source
/// have n-1 different dimensions, and if all sources take them at once, no arc is taken twice.
/// Source: Fragopoulou, Akl (1996), contention lemma.
std::vector<StarArc> depth_first_walk(const StarTrees& trees);

/// Of every arc: the child's depth; its number i.
std::vector<Step> depths(const std::vector<StarArc>& walk);
std::vector<Step> numbers(const std::vector<StarArc>& walk);

/// In a walk with acknowledgements, data takes `group` steps down an arc, an acknowledgement one
/// back: the last step before arc i's data, and the step of its acknowledgement.
Step data_begin(const StarArc& arc, int i, std::int64_t group);
Step acknowledgement_step(const StarArc& arc, std::int64_t group);

/// The packets that are held in one place, each group from its arrival to its departure.
class HeldPackets {
 public:
  /// `packets` of them, one a step, come from step `arrival` + 1 on and leave from `departure` + 1.
  void add(Step arrival, Step departure, std::int64_t packets);
  /// Most of them at once, between two steps.
  std::int64_t most() const;

 private:
  std::map<Step, std::int64_t> change_of_rate_;  // packets per step, by the step before
};

/// Tree 2's address `u` in tree `tree` of `source`, as a node's number.
Node node_of(const StarGraph& graph, Node source, int tree, Node u);
/// A packet of `source` on an arc of `tree`; step and number are not set.
StarLinkEvent arc_event(const StarGraph& graph, Node source, int tree, const StarArc& arc);

/// Hands on what crosses an arc that is walked with acknowledgements: the data of `down`'s tree,
/// and the acknowledgement back. Shape: `down` has the arc's ends, tree and source; `i` the arc's
/// number, from 1 on.
void visit_walked_arc(StarLinkEvent down, const StarArc& arc, int i, int degree,
                      const StarTraffic& traffic, const TakeStarEvent& take);

/// Most packets held at an input port between two steps when all sources walk at once.
///
/// A node holds a packet from its arrival to its last sending; that of arc i takes place from step
/// `begin(i)` + 1 on. Tree l carries `load[l - 2]` packets, all along an arc before the next one.
/// Each node u of tree 2 occupies each port once: in the tree whose rotation maps u's parent
/// dimension to the port.
std::int64_t held_at_a_port(const StarTrees& trees, const std::vector<StarArc>& walk,
                            const std::vector<Step>& begin, const std::vector<std::int64_t>& load);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_WALK_H_
