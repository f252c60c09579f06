// flit_places.h: where the flits of transfers have stayed, in networks that may lose some.
#ifndef FLITWISE_SIM_FABRIC_FLIT_PLACES_H_
#define FLITWISE_SIM_FABRIC_FLIT_PLACES_H_

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/fabric/transfer_network.h"
#include "tb/check/recorder.h"

namespace flitwise {

/// Counts the flits of every transfer under way into each node and out of it: flits need not say
/// which of their transfer they are. Networks that hold flits back lose none: there it counts none.
class FlitPlaces final : private NetworkObserver {
 public:
  /// Both outlive it.
  FlitPlaces(RouterHost& host, const TransferNetwork& transfers);

  /// To be called when a transfer has arrived.
  void forget(const FabricTransfer& transfer) { seen_.erase(&transfer); }
  /// A sentence a node on the way that flits went into and did not leave: "flits of NAME that ...".
  std::vector<std::string> describe(const FabricTransfer& transfer, const std::string& name) const;

 private:
  struct Passage {
    Flits in = 0;  // from links and from the PE
    Flits out = 0;
    Step last = 0;  // in which one came
  };

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;
  void see(Step step, Node from, Node to, RawFlit flit);

  RouterHost& host_;
  const TransferNetwork& transfers_;
  const check::Recorder::DecodeFlit decode_;
  const bool follows_;
  std::unordered_map<const FabricTransfer*, std::map<Node, Passage>> seen_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FABRIC_FLIT_PLACES_H_
