// collective_network.h: what a run of a schedule needs to know of the network that carries it.
#ifndef FLITWISE_SIM_IMPORT_COLLECTIVE_NETWORK_H_
#define FLITWISE_SIM_IMPORT_COLLECTIVE_NETWORK_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/import/collective_scenario.h"
#include "sim/language/scenario.h"
#include "systemc/network/address_book.h"
#include "systemc/network/flit.h"
#include "systemc/network/link_tap.h"
#include "systemc/network/network_observer.h"
#include "systemc/network/wave_recorder.h"
#include "systemc/protocols/collective/collective_carriage.h"
#include "tb/check/collective/transfer_scoreboard.h"
#include "tb/check/recorder.h"
#include "tb/theory/collective/collective_bound.h"

namespace flitwise {

/// The messages of the schedule, between PEs.
protocols::PlacedTransfers place_transfers(const CollectiveScenario& scenario);

/// A network of one family, with the schedule's transfers as it carries them.
class CollectiveNetwork {
 public:
  virtual ~CollectiveNetwork() = default;

  virtual AddressBook addresses() const = 0;
  virtual std::vector<std::string> node_names() const = 0;
  /// Called once. Errors: throws ModelError when a model cannot be made.
  virtual std::unique_ptr<Network> make(const Options& options, WaveRecorder* waves) = 0;
  virtual std::vector<Node> neighbours(Node) const { return {}; }
  virtual FlitLayout layout() const { return FlitLayout::kAddress; }
  virtual LinkTap* tap() { return nullptr; }
  virtual check::Recorder::DecodeFlit event_reader() const { return to_event; }
  virtual std::shared_ptr<const protocols::CollectiveCarriage> carriage() const = 0;

  /// Which transfer the flit belongs to, and its number in it.
  virtual std::optional<check::TransferFlit> read(RawFlit flit) const = 0;
  /// As of TransferScoreboard.
  virtual Step delivery_delay() const { return 0; }
  /// Steps from link to link of a flit that nothing holds back; 0: nothing ever waits, so that
  /// nothing need be watched.
  virtual Step hop() const { return 0; }
  /// Whether the flit chooses its way for itself.
  virtual bool is_routed(RawFlit flit) const { return unpack(flit).head; }
  /// What theory's bound needs, and where it is from.
  virtual theory::CollectiveNetworkFacts facts() const = 0;
  virtual std::string bound_source() const = 0;

  /// An observer that names circular waits, once the network is made.
  virtual NetworkObserver* circle_watch() { return nullptr; }
  virtual std::vector<std::string> circular_wait() const { return {}; }
};

/// `scenario` outlives the network.
std::unique_ptr<CollectiveNetwork> make_collective_network(const CollectiveScenario& scenario);

/// Each for its family.
std::unique_ptr<CollectiveNetwork> make_tree_collective(const CollectiveScenario& scenario);
std::unique_ptr<CollectiveNetwork> make_fat_tree_collective(const CollectiveScenario& scenario);
std::unique_ptr<CollectiveNetwork> make_torus_collective(const CollectiveScenario& scenario);
std::unique_ptr<CollectiveNetwork> make_star_collective(const CollectiveScenario& scenario);

/// PEs of the network, and the flits of a transfer as its packets carry it.
Node pes_of(const CollectiveScenario::Host& host);
Flits flits_sent(const CollectiveScenario::Host& host, Flits flits);

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_COLLECTIVE_NETWORK_H_
