// Schedules on fat trees: packets of a flit from leaf to leaf over their lowest common switch.
#include <algorithm>
#include <utility>

#include "sim/families/fat_tree/fat_tree_setup.h"
#include "sim/import/collective_network.h"
#include "sim/import/collective_scenario.h"
#include "sim/run/network_settings.h"
#include "systemc/network/fat_tree/fat_tree_routers.h"
#include "systemc/network/models/model_library.h"

namespace flitwise {
namespace {

class FatTreeCollective final : public CollectiveNetwork {
 public:
  explicit FatTreeCollective(const CollectiveScenario& scenario)
      : scenario_(scenario),
        on_tree_(std::get<FatTreeScenario>(scenario.host)),
        tree_(make_fat_tree(on_tree_)),
        transfers_(place_transfers(scenario)),
        models_(ModelLibrary::terminal_config()) {}

  AddressBook addresses() const override { return AddressBook::of_numbers(tree_.leaves()); }
  std::vector<std::string> node_names() const override { return fat_tree_node_names(tree_); }

  std::unique_ptr<Network> make(const Options& options, WaveRecorder* waves) override {
    FatTreeNetworkConfig config;
    // Without a depth of the user's, nothing is lost and no model is larger than need be.
    const auto& depth = on_tree_.options.depth;
    config.backpressure = on_tree_.options.backpressure || !depth;
    config.depth = depth ? uniform_depth(tree_, *depth) : default_depth();
    config.policy = static_cast<InputPolicy>(on_tree_.options.policy);
    config.seed = on_tree_.options.seed;
    set_common(options, waves, config);
    FatTreeNetwork made = options.build == Build::kAssembled
                              ? assemble_fat_tree(tree_, config, models_)
                              : elaborate_fat_tree(tree_, config, models_);
    occupancy_ = std::move(made.occupancy);
    return std::move(made.network);
  }

  check::Recorder::DecodeFlit event_reader() const override { return to_fat_tree_event; }
  std::shared_ptr<const protocols::CollectiveCarriage> carriage() const override {
    return protocols::make_fat_tree_carriage(transfers_);
  }

  std::optional<check::TransferFlit> read(RawFlit flit) const override {
    const FlitFields f = unpack(flit);
    return check::TransferFlit{f.tag, static_cast<Flits>(f.payload)};
  }
  Step hop() const override { return 1; }
  bool is_routed(RawFlit) const override { return true; }

  theory::CollectiveNetworkFacts facts() const override {
    theory::CollectiveNetworkFacts facts;
    for (const protocols::PlacedTransfer& transfer : transfers_) {
      const int hops = 2 * tree_.meeting_level(transfer.from, transfer.to);
      facts.latency.push_back(theory::pipelined_latency(hops, transfer.flits));
      facts.load.push_back(transfer.flits);
    }
    facts.ports.assign(scenario_.pe_of.size(), 1);
    return facts;
  }
  std::string bound_source() const override {
    return "the longest chain of dependent operations, a transfer alone taking 2 level + flits - 1 "
           "steps over the switch of that level, and the load of the busiest leaf's link";
  }

 private:
  // A few packets, and a place for each link.
  std::vector<std::uint32_t> default_depth() const {
    constexpr int kPackets = 16;
    std::vector<std::uint32_t> depth;
    for (int level = 0; level <= tree_.levels(); ++level) {
      const int below = level == 0 ? 1 : tree_.capacity(level);
      const int above = level == tree_.levels() ? 1 : tree_.capacity(level + 1);
      depth.push_back(static_cast<std::uint32_t>(std::max({kPackets, below, above})));
    }
    return depth;
  }

  const CollectiveScenario& scenario_;
  const FatTreeScenario& on_tree_;
  const FatTree tree_;
  const protocols::PlacedTransfers transfers_;
  ModelLibrary models_;
  std::unique_ptr<const FatTreeOccupancy> occupancy_;
};

}  // namespace

std::unique_ptr<CollectiveNetwork> make_fat_tree_collective(const CollectiveScenario& scenario) {
  return std::make_unique<FatTreeCollective>(scenario);
}

}  // namespace flitwise
