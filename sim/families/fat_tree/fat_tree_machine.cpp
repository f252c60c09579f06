// fat_tree_machine.cpp: its nodes and PEs, and transfers over lowest common switches.
#include "sim/families/fat_tree/fat_tree_machine.h"

#include <algorithm>
#include <utility>

#include "systemc/pe/codecs/address_codec.h"
#include "tb/theory/collective/collective_bound.h"

namespace flitwise {
namespace {

class FatTreeCarrier final : public TransferCarrier {
 public:
  FatTreeCarrier(const FatTree& tree, protocols::PlacedTransfers transfers)
      : tree_(tree), transfers_(std::move(transfers)) {}

  std::shared_ptr<const protocols::CollectiveCarriage> carriage() const override {
    return protocols::make_fat_tree_carriage(transfers_);
  }
  std::optional<check::TransferFlit> read(RawFlit flit) const override {
    const FlitFields f = unpack(flit);
    return check::TransferFlit{f.tag, static_cast<Flits>(f.payload)};
  }
  Step hop() const override { return 1; }
  bool is_routed(RawFlit) const override { return true; }

  Step latency(const protocols::PlacedTransfer& transfer) const override {
    return theory::pipelined_latency(2 * tree_.meeting_level(transfer.from, transfer.to),
                                     transfer.flits);
  }
  Flits ports(Node) const override { return 1; }
  std::string bound_source() const override {
    return "the longest chain of dependent operations, a transfer alone taking 2 level + flits - 1 "
           "steps over the switch of that level, and the load of the busiest leaf's link";
  }

 private:
  const FatTree& tree_;
  const protocols::PlacedTransfers transfers_;
};

}  // namespace

FatTreeMachine::FatTreeMachine(const FatTree& tree, FatTreeNetworkConfig config,
                               std::shared_ptr<ModelLibrary> models)
    : tree_(tree),
      config_(std::move(config)),
      addresses_(AddressBook::of_numbers(tree.leaves())),
      models_(models ? std::move(models)
                     : std::make_shared<ModelLibrary>(ModelLibrary::terminal_config())) {}

std::unique_ptr<FlitCodec> FatTreeMachine::codec(Node pe) const {
  return std::make_unique<AddressCodec>(PeLinks(pe, {}), addresses_);
}

std::unique_ptr<Network> FatTreeMachine::build(const Options& options, WaveRecorder* waves) {
  set_common(options, waves, config_);
  FatTreeNetwork made = options.build == Build::kElaborated
                            ? elaborate_fat_tree(tree_, config_, *models_)
                            : assemble_fat_tree(tree_, config_, *models_);
  occupancy_ = std::move(made.occupancy);
  return std::move(made.network);
}

std::unique_ptr<TransferCarrier> FatTreeMachine::carry(
    const protocols::PlacedTransfers& transfers) const {
  return std::make_unique<FatTreeCarrier>(tree_, transfers);
}

FatTreeNetworkConfig any_traffic_config(const FatTree& tree, std::optional<std::uint32_t> depth,
                                        bool backpressure) {
  constexpr int kPackets = 16;  // a few, and a place for each link
  FatTreeNetworkConfig config;
  config.backpressure = backpressure || !depth;
  for (int level = 0; level <= tree.levels(); ++level) {
    const int below = level == 0 ? 1 : tree.capacity(level);
    const int above = level == tree.levels() ? 1 : tree.capacity(level + 1);
    const auto room = static_cast<std::uint32_t>(std::max({kPackets, below, above}));
    config.depth.push_back(depth.value_or(room));
  }
  return config;
}

}  // namespace flitwise
