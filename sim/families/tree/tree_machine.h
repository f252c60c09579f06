// tree_machine.h: a tree of bufferless or multiport routers, one a PE, and what its waves show.
#ifndef FLITWISE_SIM_FAMILIES_TREE_TREE_MACHINE_H_
#define FLITWISE_SIM_FAMILIES_TREE_TREE_MACHINE_H_

#include <memory>
#include <vector>

#include "sim/families/tree/tree_scenario.h"
#include "sim/language/scenario.h"
#include "sim/run/family/wave_layout.h"
#include "sim/run/machine.h"
#include "systemc/network/models/model_library.h"
#include "systemc/network/multiport_routers.h"
#include "systemc/network/own/router_description.h"
#include "systemc/protocols/collective/collective_carriage.h"
#include "systemc/topology/tree/tree.h"

namespace flitwise {

/// The destination fields of a tree's PEs, by node.
std::vector<std::uint32_t> addresses_of(const PlacedTree& tree);

class TreeMachine final : public Machine {
 public:
  /// `router`, if any, is the user's own, which suits the tree; PEs have a single port then.
  TreeMachine(const PlacedTree& tree, Ports ports, const TreeLatency& latency = {},
              std::shared_ptr<const own::RouterDescription> router = nullptr);

  const AddressBook& addresses() const override { return addresses_; }
  std::unique_ptr<FlitCodec> codec(Node pe) const override;
  std::unique_ptr<Network> build(const Options& options, WaveRecorder* waves) override;
  std::optional<NetworkShape> shape() const override { return TreeShape{tree_, !sites_.empty()}; }
  std::unique_ptr<TransferCarrier> carry(
      const protocols::PlacedTransfers& transfers) const override;

 private:
  const PlacedTree tree_;
  const TreeLatency latency_;
  const std::vector<MultiportSite> sites_;  // empty for single-port PEs
  const AddressBook addresses_;
  const std::shared_ptr<const own::RouterDescription> router_;
  std::unique_ptr<ModelLibrary> models_;  // once a network of own routers is built
};

/// One group a PE with its protocol's state and what its router sends and delivers: first the way
/// from the root to the deepest PE, then the others level by level. Flit kinds and states show by
/// name.
void add_tree_waves(const Scenario& scenario, WaveLayout& layout);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_TREE_MACHINE_H_
