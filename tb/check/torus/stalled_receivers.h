// stalled_receivers.h: whether PEs get flits while they take none.
#ifndef FLITWISE_TB_CHECK_TORUS_STALLED_RECEIVERS_H_
#define FLITWISE_TB_CHECK_TORUS_STALLED_RECEIVERS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/network/receivers.h"

namespace flitwise::check {

/// Counts what crosses an ejection link in a step in which the PE behind it takes nothing.
class StalledReceivers final : public NetworkObserver {
 public:
  /// `stalled` empty: PEs take every flit.
  explicit StalledReceivers(StalledPorts stalled) : stalled_(std::move(stalled)) {}

  void on_transfers(Step, const std::vector<LinkTransfer>&) override {}
  /// What an edge delivers crosses the link into the PE in the next step.
  void on_edge(Step step, const Network& network, const Injector&) override {
    for (const Delivery& delivery : network.deliveries()) {
      ++delivered_;
      if (stalled_ && (stalled_(delivery.node, step + 1) >> delivery.port & 1U) != 0) ++unwanted_;
    }
  }

  std::int64_t delivered() const { return delivered_; }  ///< flits
  std::int64_t unwanted() const { return unwanted_; }

 private:
  StalledPorts stalled_;
  std::int64_t delivered_ = 0;
  std::int64_t unwanted_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_TORUS_STALLED_RECEIVERS_H_
