// handover.h: what routers hand over to their PEs against what their links brought.
#ifndef FLITWISE_TB_CHECK_HANDOVER_H_
#define FLITWISE_TB_CHECK_HANDOVER_H_

#include <utility>
#include <vector>

#include "systemc/network/network.h"

namespace flitwise::check {

/// A flit that a PE sees on its link must be what the router delivers at the edge of that step.
class Handover {
 public:
  /// What differs, in the order of the deliveries, then of the links.
  struct Difference {
    Node node = kNoNode;
    RawFlit flit = 0;
    bool is_delivered =
        false;  ///< delivered, but no link brought it; else brought and not delivered
  };

  void start_step() { arriving_.clear(); }
  /// A link brings `flit`, which is for the PE at `node`.
  void arrives(Node node, RawFlit flit) { arriving_.emplace_back(node, flit); }
  std::vector<Difference> differences(const std::vector<Delivery>& deliveries);

 private:
  std::vector<std::pair<Node, RawFlit>> arriving_;  // in this step
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_HANDOVER_H_
