// network_observer.h: what may watch a network step by step.
#ifndef FLITWISE_SYSTEMC_NETWORK_NETWORK_OBSERVER_H_
#define FLITWISE_SYSTEMC_NETWORK_NETWORK_OBSERVER_H_

#include <vector>

#include "systemc/network/injector.h"
#include "systemc/network/network.h"

namespace flitwise {

/// Watches a network. All calls of one step come in the order in which they stand here.
class NetworkObserver {
 public:
  virtual ~NetworkObserver() = default;
  /// The flits that cross links in `step`, which is the first one that they are on them.
  virtual void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) = 0;
  /// The flits that are on links in `step` for the last time, and are received at its end: the same
  /// ones where no link takes several steps.
  virtual void on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) {
    static_cast<void>(step);
    static_cast<void>(arrivals);
  }
  /// What the clock edge that ends `step` delivered and reported.
  virtual void on_edge(Step step, const Network& network, const Injector& injector) = 0;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_NETWORK_OBSERVER_H_
