// handover.h: what routers hand over to their PEs against what their links brought.
#ifndef FLITWISE_TB_CHECK_HANDOVER_H_
#define FLITWISE_TB_CHECK_HANDOVER_H_

#include <cstdint>
#include <vector>

#include "systemc/network/network.h"

namespace flitwise::check {

/// A flit that a PE sees on its link must be what the router delivers at the edge of that step, or
/// as many steps later as routers of this network take to their PEs.
class Handover {
 public:
  /// What differs, in the order of the deliveries, then of the links.
  struct Difference {
    Node node = kNoNode;
    RawFlit flit = 0;
    bool is_delivered =
        false;  ///< delivered, but no link brought it; else brought and not delivered
  };

  void start_step(Step step) { now_ = step; }
  /// A link brings `flit`, which is for the PE at `node`.
  void arrives(Node node, RawFlit flit) { arriving_.push_back({now_, node, flit}); }
  /// `delay` is Network::delivery_delay().
  std::vector<Difference> differences(const std::vector<Delivery>& deliveries, Step delay = 0);

 private:
  struct Arriving {
    Step step;
    Node node;
    RawFlit flit;
  };
  Step now_ = 0;
  std::vector<Arriving> arriving_;            // and not handed over, in order
  std::vector<std::uint8_t> is_handed_over_;  // of those due in this step
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_HANDOVER_H_
