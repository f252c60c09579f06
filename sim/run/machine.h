// machine.h: a network of routers with its PEs' places, whatever runs on it.
#ifndef FLITWISE_SIM_RUN_MACHINE_H_
#define FLITWISE_SIM_RUN_MACHINE_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "systemc/network/address_book.h"
#include "systemc/network/engine.h"
#include "systemc/network/models/model_owner.h"
#include "systemc/network/network_module.h"
#include "systemc/network/wave_recorder.h"
#include "systemc/pe/flit_codec.h"
#include "systemc/protocols/collective/collective_carriage.h"
#include "systemc/topology/collective_plan.h"
#include "tb/check/collective/transfer_scoreboard.h"
#include "tb/check/recorder.h"
#include "tb/theory/collective/collective_timing.h"

namespace flitwise {

/// How a machine carries given transfers between any two of its PEs.
class TransferCarrier {
 public:
  virtual ~TransferCarrier() = default;

  /// Why it cannot carry them all; empty: it can. `name_of` is what messages call a PE: "rank 3".
  virtual std::string refusal(const std::function<std::string(Node)>& /*name_of*/) const {
    return {};
  }
  /// What to change where PEs want a port twice in a step; empty: nothing would help.
  virtual std::string port_hint(std::int64_t /*times*/) const { return {}; }
  /// What PEs do to send them.
  virtual std::shared_ptr<protocols::CollectiveCarriage> carriage() const = 0;
  /// Flits of a transfer as its packets carry it: no fewer than it has.
  virtual Flits flits_sent(Flits flits) const { return flits; }
  /// Which transfer the flit belongs to, and its number in it.
  virtual std::optional<check::TransferFlit> read(RawFlit flit) const = 0;
  /// As of TransferScoreboard.
  virtual Step delivery_delay() const { return 0; }
  /// Steps from link to link of a flit that nothing holds back; 0: nothing ever waits, so that
  /// nothing need be watched.
  virtual Step hop() const { return 0; }
  /// Steps for which a head keeps waiting behind the tail of what its own PE sent before.
  virtual Step rest() const { return 0; }
  /// Whether routers and links are as quick as formulas of operations take them to be.
  virtual bool takes_a_step_a_hop() const { return true; }
  /// Whether the flit chooses its way for itself.
  virtual bool is_routed(RawFlit flit) const { return unpack(flit).head; }

  // What theory's bound needs.
  /// Steps from the one in which a send can start to the one in which its last flit is at the PE,
  /// if nothing is in its way.
  virtual Step latency(const protocols::PlacedTransfer& transfer) const = 0;
  /// Flits that a PE can send, and take in, in a step.
  virtual Flits ports(Node pe) const = 0;
  virtual std::string bound_source() const = 0;

  // What theory's prediction needs.
  /// How it carries a transfer that nothing holds back; none: nothing is predicted.
  virtual std::optional<theory::TransferWay> way(std::size_t /*transfer*/) const {
    return std::nullopt;
  }
  /// A predicted event as Machine::event_reader() reads it; `name` is what its flits say. Shape:
  /// there are ways.
  virtual LinkEvent shown(const theory::TransferEvent& event,
                          const protocols::TransferName& name) const {
    LinkEvent link;
    link.step = event.step;
    link.from = event.from;
    link.to = event.to;
    link.kind = FlitKind::kData;
    link.message = name.message;
    link.index = event.index;
    return link;
  }
};

/// Routers, wires and flits of one network. What runs on it, a Work, owns it.
///
/// Shape: PEs are numbered from 0, and PE p sits at node p of the network; nodes beyond them have
///        no PE (switches).
class Machine {
 public:
  virtual ~Machine() = default;

  /// The destination fields that mean each PE; one each unless PEs are in several trees.
  virtual const AddressBook& addresses() const = 0;
  /// By node, switches included, names for reports; empty: nodes are called "PE 3".
  virtual std::vector<std::string> node_names() const { return {}; }
  /// What a PE's messages look like on its links.
  virtual std::unique_ptr<FlitCodec> codec(Node pe) const = 0;
  /// Where PEs take their flits from.
  virtual Handover handover() const { return Handover::kFromLinks; }
  /// How flits on links are read as events.
  virtual check::Recorder::DecodeFlit event_reader() const {
    return [format = addresses().format()](Step step, Node from, Node to, RawFlit flit) {
      return to_tree_event(step, from, to, flit, format);
    };
  }

  /// The routers as the options want them built; traced ones that are registered at `waves` unless
  /// that is nullptr. Called once.
  /// Errors: throws ModelError when a model cannot be made, std::runtime_error when the build has
  ///         no such network.
  virtual std::unique_ptr<Network> build(const Options& options, WaveRecorder* waves) = 0;

  // Of the network that was built.
  /// What says which flits on links are for PEs, where their addresses do not; nullptr: they do.
  virtual LinkTap* tap() { return nullptr; }
  /// Names circular waits; nullptr where there are none.
  virtual NetworkObserver* circle_watch() { return nullptr; }
  virtual std::vector<std::string> circular_wait() const { return {}; }

  /// The network as PEs and theory know it; empty: as no other machine.
  virtual std::optional<NetworkShape> shape() const { return std::nullopt; }
  /// In which routers of tori use the dimensions; empty where there is no such order.
  virtual DimensionOrder dimension_order() const { return {}; }
  /// nullptr: the machine carries its family's own operations only. It outlives the carrier.
  virtual std::unique_ptr<TransferCarrier> carry(const protocols::PlacedTransfers&) const {
    return nullptr;
  }
};

/// Sets `config`, any family's, to skip idle routers, bind checkers, record waves and take netlists
/// or not, and to go through its routers in so many threads, or by so many processes.
template <class NetworkConfig>
void set_common(const Options& options, WaveRecorder* waves, NetworkConfig& config) {
  config.idle = options.skip_idle ? IdleRouters::kSkip : IdleRouters::kEvaluate;
  config.checkers = options.checkers ? Checkers::kBound : Checkers::kNone;
  config.form = options.build == Build::kNetlist ? RouterForm::kNetlist : RouterForm::kRtl;
  config.waves = waves;
  config.threads = options.threads;
  config.parts = options.parts;
  config.ranks = options.ranks;
}

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_MACHINE_H_
