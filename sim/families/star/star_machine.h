// star_machine.h: a star graph of store-and-forward routers.
#ifndef FLITWISE_SIM_FAMILIES_STAR_STAR_MACHINE_H_
#define FLITWISE_SIM_FAMILIES_STAR_STAR_MACHINE_H_

#include <memory>
#include <string>
#include <vector>

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

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_STAR_MACHINE_H_
