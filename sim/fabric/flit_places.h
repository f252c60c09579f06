// flit_places.h: where the flits of transfers were seen last, in networks that may lose some.
#ifndef FLITWISE_SIM_FABRIC_FLIT_PLACES_H_
#define FLITWISE_SIM_FABRIC_FLIT_PLACES_H_

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/fabric/transfer_network.h"
#include "tb/check/recorder.h"

namespace flitwise {

/// Follows every flit of a transfer under way. Networks that hold flits back lose none: there it
/// follows none.
class FlitPlaces final : private NetworkObserver {
 public:
  /// Both outlive it.
  FlitPlaces(RouterHost& host, const TransferNetwork& transfers);

  /// To be called when a transfer has arrived.
  void forget(const FabricTransfer& transfer) { seen_.erase(&transfer); }
  /// A sentence a flit that has not come to its PE: "flit 2 of NAME was last seen ...".
  std::vector<std::string> describe(const FabricTransfer& transfer, const std::string& name) const;

 private:
  struct Place {
    Step step = 0;
    Node from = kNoNode;  // the same where the flit went from the PE into its router
    Node to = kNoNode;
  };
  using Name = std::pair<Flits, Flits>;  // number of its packet, and in it

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;
  void see(Step step, Node from, Node to, RawFlit flit);

  RouterHost& host_;
  const TransferNetwork& transfers_;
  const check::Recorder::DecodeFlit decode_;
  const bool follows_;
  std::unordered_map<const FabricTransfer*, std::map<Name, Place>> seen_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FABRIC_FLIT_PLACES_H_
