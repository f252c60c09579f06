// operand_waits.h: how long operands lie at the routers that combine them.
#ifndef FLITWISE_TB_CHECK_COLLECTIVE_OPERAND_WAITS_H_
#define FLITWISE_TB_CHECK_COLLECTIVE_OPERAND_WAITS_H_

#include <cstddef>
#include <deque>
#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/topology/combine_tree.h"

namespace flitwise::check {

/// Sees from links alone when an operand came to a router and when what it was combined to left.
///
/// Units: steps. An operand that came in step t waits L - 1 - a - t if the sum leaves in step L; a
///        router that has nothing to combine it with takes no a.
class OperandWaits final : public NetworkObserver {
 public:
  /// Shape: `trees`, whose PEs have operands, outlive this. `add`: a.
  OperandWaits(const std::vector<CombineTree>& trees, Step add);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;

  /// Of all operands that came over a link and whose sum has left.
  Step longest() const { return longest_; }

 private:
  struct Router {
    bool is_combining = false;
    std::size_t sent = 0;        // words whose sum has left for the parent
    std::size_t gone = 0;        // words whose operands have
    std::deque<Step> came;       // of each later word, its first operand from a child
    std::deque<Step> from_peer;  // an end of a root edge: what came from the other one
    Step turned = -1;            // a root: its last result left
  };

  void pass_up(TreeIndex tree, Node from, Node to, Step step);
  void take(Router& router, Step leaves);
  void turn(TreeIndex tree, Node root, Step step);
  static Step pop(std::deque<Step>& steps, Step otherwise);

  const std::vector<CombineTree>& trees_;
  const Step add_;
  std::vector<std::vector<Router>> routers_;  // by tree and node
  Step longest_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_COLLECTIVE_OPERAND_WAITS_H_
