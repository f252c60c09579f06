// star_machine.h: a star graph of store-and-forward routers.
#ifndef FLITWISE_SIM_FAMILIES_STAR_STAR_MACHINE_H_
#define FLITWISE_SIM_FAMILIES_STAR_STAR_MACHINE_H_

#include <memory>
#include <string>
#include <vector>

#include "sim/families/star/star_scenario.h"
#include "sim/run/family/node_places.h"
#include "sim/run/family/wave_layout.h"
#include "sim/run/machine.h"
#include "systemc/network/models/model_library.h"
#include "systemc/network/star/star_flit.h"
#include "systemc/network/star/star_routers.h"
#include "systemc/topology/star/star_graph.h"

namespace flitwise {

class StarMachine final : public Machine {
 public:
  /// Shape: what a build's options say, and `waves`, need not be set in `config`.
  StarMachine(const StarGraph& graph, StarNetworkConfig config);

  const AddressBook& addresses() const override { return addresses_; }
  std::vector<std::string> node_names() const override { return star_node_names(graph_); }
  std::unique_ptr<FlitCodec> codec(Node pe) const override;
  check::Recorder::DecodeFlit event_reader() const override { return to_star_event; }
  std::unique_ptr<Network> build(const Options& options, WaveRecorder* waves) override;
  LinkTap* tap() override { return network_.taps.get(); }
  std::optional<NetworkShape> shape() const override { return graph_; }
  std::unique_ptr<TransferCarrier> carry(
      const protocols::PlacedTransfers& transfers) const override;

  /// Of the network that was built.
  const StarCounters& counters() const { return *network_.counters; }

 private:
  const StarGraph graph_;
  StarNetworkConfig config_;
  const AddressBook addresses_;
  std::unique_ptr<ModelLibrary> models_;  // once it is built
  StarNetwork network_;                   // without the network itself, which is the caller's
};

/// The routers of a scenario, and what fails in them.
/// Shape: `idle`, `checkers`, `form` and `waves` are left to the machine.
StarNetworkConfig star_network_config(const StarScenario& star);

/// S_n as it is usually drawn: a ring of n blocks, each an S_(n-1) with one symbol at the last
/// position; S_3 is a hexagon.
std::vector<NodePlace> star_places(const StarGraph& graph);

/// What a wave's view shows: one group a node with its protocol's state, what its router sends over
/// each link and what it delivers.
void add_star_waves(const Scenario& scenario, WaveLayout& layout);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_STAR_MACHINE_H_
