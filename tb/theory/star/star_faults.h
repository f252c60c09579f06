// star_faults.h: how many copies reach each node of a star graph that is not whole.
//
// A dead link passes nothing in either direction, a dead node sends and takes nothing. The n-1
// paths of a node meet only at its ends, so a dead element takes at most one copy from any other
// node: with x copies, f faults leave x - f.
// Source: Fragopoulou, Akl (1996), fault tolerance.
// Errors: every function throws std::invalid_argument for a traffic that star_theory.h refuses, a
// source or faulty element that is not the graph's, and a first step below 1.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_FAULTS_H_
#define FLITWISE_TB_THEORY_STAR_STAR_FAULTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/star/star_trees.h"
#include "tb/theory/star/star_prediction.h"

namespace flitwise::theory {

/// A link, which carries packets both ways.
struct StarLink {
  Node node = kNoNode;  ///< either end
  int dimension = 0;    ///< 2..n
};

/// What is dead, from packet step `from_step` on: a packet that would cross a dead link, or leave
/// or enter a dead node, in that step or later does not.
struct StarFaults {
  std::vector<Node> nodes;
  std::vector<StarLink> links;
  Step from_step = 1;
};

/// Copies that arrive.
///
/// Shape: `least` and `received` have one entry per node; `histogram` has n entries.
struct StarCopies {
  /// Fewest copies of any packet that is for this node and from a live source; empty for dead nodes
  /// and where nothing is sent to.
  std::vector<std::optional<int>> least;
  std::vector<std::int64_t> received;   ///< all copies at this node
  std::vector<std::int64_t> histogram;  ///< [c]: pairs of a live node and a packet with c copies
  /// Every live node gets at least that many copies of every packet from a live source: the larger
  /// of 0 and x - f for f different dead elements. Empty if the only source is dead.
  std::optional<int> guarantee;
};

StarCopies broadcast_copies(const StarTrees& trees, const StarTraffic& traffic, Node source,
                            const StarFaults& faults);
StarCopies scatter_copies(const StarTrees& trees, const StarTraffic& traffic, Node source,
                          const StarFaults& faults);
/// By the static walk: a lost packet leaves its steps empty, and nothing else changes.
StarCopies multinode_copies(const StarTrees& trees, const StarTraffic& traffic,
                            const StarFaults& faults);
StarCopies exchange_copies(const StarTrees& trees, const StarTraffic& traffic,
                           const StarFaults& faults);

/// By tokens: that of a tree stops at the first dead element in its walk, for want of an
/// acknowledgement, and all nodes later in that walk get nothing. There is no guarantee.
/// Errors: also throws std::invalid_argument for faults that are not there from step 1.
StarCopies multinode_acknowledged_copies(const StarTrees& trees, const StarTraffic& traffic,
                                         const StarFaults& faults);

/// Words for where `least`, `received` and `histogram` come from, and for the guarantee.
std::string copies_source();
std::string guarantee_source();

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_FAULTS_H_
