// fat_tree_machine.h: a fat tree of leaves, which have the PEs, and switches.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_MACHINE_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_MACHINE_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "sim/run/family/node_places.h"
#include "sim/run/family/wave_layout.h"
#include "sim/run/machine.h"
#include "systemc/network/fat_tree/fat_tree_routers.h"
#include "systemc/network/models/model_library.h"
#include "systemc/topology/fat_tree/fat_tree.h"

namespace flitwise {

class FatTreeMachine final : public Machine {
 public:
  /// Models come from `models`, which many runs of a process can share; from a library of its own
  /// if there is none.
  /// Shape: what a build's options say, and `waves`, need not be set in `config`.
  FatTreeMachine(const FatTree& tree, FatTreeNetworkConfig config,
                 std::shared_ptr<ModelLibrary> models = nullptr);

  const AddressBook& addresses() const override { return addresses_; }
  std::vector<std::string> node_names() const override { return fat_tree_node_names(tree_); }
  std::unique_ptr<FlitCodec> codec(Node pe) const override;
  check::Recorder::DecodeFlit event_reader() const override;
  std::unique_ptr<Network> build(const Options& options, WaveRecorder* waves) override;
  std::optional<NetworkShape> shape() const override { return tree_; }
  std::unique_ptr<TransferCarrier> carry(
      const protocols::PlacedTransfers& transfers) const override;

  /// Of the network that was built.
  const FatTreeOccupancy& occupancy() const { return *occupancy_; }

 private:
  const FatTree tree_;
  FatTreeNetworkConfig config_;
  const AddressBook addresses_;
  std::shared_ptr<ModelLibrary> models_;
  std::unique_ptr<const FatTreeOccupancy> occupancy_;  // reads the network, which is the caller's
};

/// For any traffic: without a depth of the user's, nothing is lost and no model is larger than need
/// be. Shape: `depth` is empty or the packets of every output.
FatTreeNetworkConfig any_traffic_config(const FatTree& tree, std::optional<std::uint32_t> depth,
                                        bool backpressure);

std::vector<NodePlace> fat_tree_places(const FatTree& tree);

/// One group a leaf with its protocol's state and what it sends and gets, then one a switch with
/// what leaves it by every link and how full its outputs have been.
void add_fat_tree_waves(const Scenario& scenario, WaveLayout& layout);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_MACHINE_H_
