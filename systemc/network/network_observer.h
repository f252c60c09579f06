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
  /// The flits that cross links in `step`.
  virtual void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) = 0;
  /// What the clock edge that ends `step` delivered and reported.
  virtual void on_edge(Step step, const Network& network, const Injector& injector) = 0;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_NETWORK_OBSERVER_H_
