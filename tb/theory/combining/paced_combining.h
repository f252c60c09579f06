// paced_combining.h: when operands that wait for each other are combined, word by word.
#ifndef FLITWISE_TB_THEORY_COMBINING_PACED_COMBINING_H_
#define FLITWISE_TB_THEORY_COMBINING_PACED_COMBINING_H_

#include <cstddef>
#include <vector>

#include "systemc/topology/collective_plan.h"
#include "systemc/topology/combine_tree.h"
#include "systemc/topology/types.h"

namespace flitwise::theory {

/// When PEs hand their operands over, and what routers do.
struct CombiningTimes {
  Step add = 0;       ///< a
  Step overhead = 0;  ///< steps before the first word
  Flits depth = 0;    ///< K, operands that wait at an input; 0: all of a node meet in one step
  std::vector<Step> start;  ///< by PE, further steps before its first word; empty: none
};

/// Those of a request: its depth at own pace, else 0.
CombiningTimes combining_times(const CollectiveRequest& request);

/// One word on its way up a tree and down again, by node.
struct WordTimes {
  /// In which what the node and all below it have, combined, is on the link to its parent.
  std::vector<Step> leaves;
  /// At whose end the node has the result, which is on the links below it in the step behind.
  std::vector<Step> results;
};

/// A tree at own pace: a node combines a word when all its operands are there, the adder and the
/// queue at the parent have room, and the word before it is gone.
///
/// With r(v) the step at whose end v's sum of word q goes (it is on the link in the next one), t(v)
/// that at whose end v takes the operands, and p the parent:
///   t(v) = max(the PE's operand; r(c) + 1 of the children c; t(v) of the word before + 1)
///   r(v) >= t(v) + a, or t(v) where there is nothing to combine; r(v) >= t(p) of word q - K, + 1
/// with a places in the adder, each free when the one ahead was; a PE's operand comes a step behind
/// the one before it and behind its taking of word q - K. The ends of a root edge take the place of
/// each other's parent; their results come a steps after both sums are there. Results wait for
/// nothing.
/// Units: steps, from 0, which is over before the first link is used.
/// Source: this project.
class PacedTree {
 public:
  /// Shape: a tree of operands, which outlives this; times.depth is at least 1.
  PacedTree(const CombineTree& tree, const CombiningTimes& times);

  /// Of the next word, the first at first.
  const WordTimes& next();
  /// The longest that an operand of words so far lay at a router on its way up, less what combining
  /// takes.
  Step longest_wait() const { return longest_wait_; }

 private:
  struct NodeState {
    std::vector<Node> children;
    bool is_combining = false;  // more than one operand a word
    Step own = -1;              // the PE's last operand came
    Step taken = -1;            // operands of the last word
    std::vector<Step> takings;  // of the last K words, by number modulo K
    std::vector<Step> matched;  // likewise, of a root edge's end: both sums were there
    std::vector<Step> adder;    // the last word came to each place, and left
  };

  void combine(Node v);
  Step room_ahead(Node v) const;
  void match_ends();
  void send_results();
  Step last_of(const std::vector<Step>& ring) const;

  const CombineTree& tree_;
  const CombiningTimes times_;
  std::vector<NodeState> nodes_;
  std::vector<Node> upwards_;  // all nodes of the tree, children before their parents
  std::size_t word_ = 0;
  WordTimes now_;
  Step longest_wait_ = 0;
};

/// Of all words of a plan's trees.
struct PacedFigures {
  Step last_result = 0;   ///< at whose end the last node that takes it has it
  Step longest_wait = 0;  ///< as PacedTree::longest_wait
};

/// Shape: as of PacedTree, all trees.
PacedFigures paced_figures(const CombinePlan& plan, const CombiningTimes& times);

/// Whether the PEs have operands; else a tree passes the text of its root on.
bool has_operands(const CombineTree& tree);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COMBINING_PACED_COMBINING_H_
