// torus_machine.h: a torus or a mesh of wormhole routers, and where its signals are in waves.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_MACHINE_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_MACHINE_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/families/torus/torus_scenario.h"
#include "sim/language/scenario.h"
#include "sim/run/family/phase.h"
#include "sim/run/family/wave_layout.h"
#include "sim/run/machine.h"
#include "systemc/network/models/model_library.h"
#include "systemc/network/own/flit_passage.h"
#include "systemc/network/own/router_description.h"
#include "systemc/network/torus/torus_routers.h"
#include "systemc/network/torus/torus_wiring.h"

namespace flitwise {

class TorusMachine final : public Machine {
 public:
  /// Shape: what a build's options say, and `waves`, need not be set in `config`.
  /// `router`, if any, is the user's own, which suits the network.
  TorusMachine(TorusWiring wiring, TorusNetworkConfig config,
               std::shared_ptr<const own::RouterDescription> router = nullptr);

  const TorusWiring& wiring() const { return wiring_; }
  const AddressBook& addresses() const override { return addresses_; }
  std::vector<std::string> node_names() const override { return torus_node_names(wiring_.torus()); }
  std::unique_ptr<FlitCodec> codec(Node pe) const override;
  Handover handover() const override { return Handover::kFromPorts; }
  check::Recorder::DecodeFlit event_reader() const override {
    return [format = wiring_.format()](Step step, Node from, Node to, RawFlit flit) {
      return to_torus_event(step, from, to, flit, format);
    };
  }
  std::unique_ptr<Network> build(const Options& options, WaveRecorder* waves) override;
  NetworkObserver* circle_watch() override { return worms_.get(); }
  std::vector<std::string> circular_wait() const override {
    return worms_->describe_circular_wait();
  }
  std::optional<NetworkShape> shape() const override;
  DimensionOrder dimension_order() const override { return wiring_.order(); }
  std::unique_ptr<TransferCarrier> carry(
      const protocols::PlacedTransfers& transfers) const override;

  /// Of the network that was built; own routers do not count them.
  std::optional<Stalls> stalls() const {
    return stalls_ == nullptr ? std::nullopt : std::optional(stalls_->total());
  }

 private:
  TorusNetworkConfig config_;
  const TorusWiring wiring_;
  const std::shared_ptr<const own::RouterDescription> router_;
  std::shared_ptr<own::MessageLengths> lengths_;  // of routers that want them
  const AddressBook addresses_;
  std::unique_ptr<ModelLibrary> models_;       // once it is built
  std::unique_ptr<const TorusStalls> stalls_;  // reads the network, which is the caller's
  std::unique_ptr<TorusWorms> worms_;
};

/// The network of a scenario. Errors: throws TopologyError for sides that it cannot have.
TorusWiring wiring_of(const WormScenario& scenario);

/// One group a node with its protocol's state, what its router sends over each channel and what it
/// delivers.
void add_worm_waves(const WormScenario& worms, Build build, WaveLayout& layout);

/// Where a run goes from one thing to the next; see Family.
Phases traffic_phases(const WormScenario& scenario);
Phases torus_phases(const Scenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_MACHINE_H_
