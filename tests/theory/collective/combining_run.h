// combining_run.h: words that are combined up a tree and come down again, step by step.
#ifndef FLITWISE_TESTS_THEORY_COLLECTIVE_COMBINING_RUN_H_
#define FLITWISE_TESTS_THEORY_COLLECTIVE_COMBINING_RUN_H_

#include <optional>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"

namespace flitwise::test {

/// What is combined, and how operands meet.
struct CombiningCase {
  PlacedTree tree{Tree({kNoNode})};  ///< up to 31 nodes, with this root
  Node peer =
      kNoNode;  ///< a child of the root with which it exchanges sums; none: the root adds all
  Flits words = 1;
  Step add = 0;  ///< a
  /// Flits in a queue, one queue a link and direction of operands; none: as many as come. 0: all
  /// operands of a node must come in the step before they are taken, and nodes begin by timetable.
  std::optional<Flits> depth;
  std::vector<Step> start;  ///< by node, steps that it comes late; empty: none
};

struct CombiningRun {
  Step reduced = 0;       ///< the root has all sums
  Step done = 0;          ///< all nodes have all results
  Step last_operand = 0;  ///< last step in which the root receives an operand
  Step longest_wait = 0;  ///< steps that an operand stands in a queue
  bool all_once = true;   ///< every result is the sum of all operands, each once
  bool all_meet = true;   ///< depth 0: operands of a node came in one step
};

/// Flits move one link a step. A node takes a flit of each child, adds, and sends the sum when it
/// has passed `add` registers, which stand still while the parent's queue has no room; a credit can
/// be used in the step after its flit was taken.
CombiningRun run_combining(const CombiningCase& combining);

/// A barrier by rounds among neighbours: the step in which the last node has had all of them.
Step run_flood(const Tree& tree, Step rounds, Step add, const std::vector<Step>& start);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_COLLECTIVE_COMBINING_RUN_H_
