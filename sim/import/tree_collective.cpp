// Schedules on trees: bufferless routers that carry a message from any PE to any other.
#include <utility>

#include "sim/families/tree/language/tree_words.h"
#include "sim/import/collective_network.h"
#include "sim/import/collective_scenario.h"
#include "sim/run/network_settings.h"
#include "systemc/network/tree/multiport_routers.h"
#include "systemc/network/tree/tree_routers.h"

namespace flitwise {
namespace {

class TreeCollective final : public CollectiveNetwork {
 public:
  explicit TreeCollective(const CollectiveScenario& scenario)
      : scenario_(scenario),
        on_tree_(std::get<TreeScenario>(scenario.host)),
        tree_(placed_tree(on_tree_)),
        transfers_(place_transfers(scenario)) {
    if (is_multiport()) sites_ = multiport_sites(tree_);
  }

  AddressBook addresses() const override {
    std::vector<std::uint32_t> addresses;
    for (const Node pe : tree_.pe_of)
      addresses.push_back(static_cast<std::uint32_t>(tree_.tree.address(pe)));
    return addresses;
  }
  std::vector<std::string> node_names() const override { return {}; }

  std::unique_ptr<Network> make(const Options& options, WaveRecorder* waves) override {
    TreeNetworkConfig config;
    set_common(options, waves, config);
    if (is_multiport()) return assemble_multiport(sites_, {0}, config);
    if (options.build == Build::kElaborated) return elaborate_tree(tree_, config);
    return assemble_tree(tree_, config);
  }

  std::vector<Node> neighbours(Node pe) const override {
    return is_multiport() ? sites_[static_cast<std::size_t>(pe)].neighbours : std::vector<Node>();
  }

  std::shared_ptr<const protocols::CollectiveCarriage> carriage() const override {
    return make_tree_carriage(
        tree_, is_multiport() ? protocols::Ports::kMulti : protocols::Ports::kSingle, transfers_);
  }

  std::optional<check::TransferFlit> read(RawFlit flit) const override {
    const FlitFields f = unpack(flit);
    return check::TransferFlit{f.tag, static_cast<Flits>(f.payload)};
  }

  theory::CollectiveNetworkFacts facts() const override {
    theory::CollectiveNetworkFacts facts;
    for (const protocols::PlacedTransfer& transfer : transfers_) {
      facts.latency.push_back(theory::pipelined_latency(distance(transfer), transfer.flits));
      facts.load.push_back(transfer.flits);
    }
    for (const Node pe : scenario_.pe_of) {
      const auto links =
          static_cast<Flits>(tree_.children(pe).size()) + (tree_.parent(pe) == kNoNode ? 0 : 1);
      facts.ports.push_back(is_multiport() ? links : 1);
    }
    return facts;
  }
  std::string bound_source() const override {
    return "the longest chain of dependent operations, a transfer alone taking hops + flits - 1 "
           "steps, and the load of the busiest PE over its ports";
  }

 private:
  bool is_multiport() const { return on_tree_.options.ports == Ports::kMulti; }

  int distance(const protocols::PlacedTransfer& transfer) const {
    Node a = transfer.from;
    Node b = transfer.to;
    int links = 0;
    for (; a != b; ++links) {
      Node& deeper = tree_.depth(a) >= tree_.depth(b) ? a : b;
      deeper = tree_.parent(deeper);
    }
    return links;
  }

  const CollectiveScenario& scenario_;
  const TreeScenario& on_tree_;
  const PlacedTree tree_;
  const protocols::PlacedTransfers transfers_;
  std::vector<MultiportSite> sites_;
};

}  // namespace

std::unique_ptr<CollectiveNetwork> make_tree_collective(const CollectiveScenario& scenario) {
  return std::make_unique<TreeCollective>(scenario);
}

}  // namespace flitwise
