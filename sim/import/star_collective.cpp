// Schedules on star graphs: packets that are stored and forwarded along a shortest route.
#include <utility>

#include "sim/import/collective_network.h"
#include "sim/import/collective_scenario.h"
#include "sim/run/network_settings.h"
#include "systemc/network/models/model_library.h"
#include "systemc/network/star/star_flit.h"
#include "systemc/network/star/star_routers.h"

namespace flitwise {
namespace {

class StarCollective final : public CollectiveNetwork {
 public:
  explicit StarCollective(const CollectiveScenario& scenario)
      : scenario_(scenario),
        star_(std::get<StarScenario>(scenario.host)),
        graph_(star_.order),
        transfers_(place_transfers(scenario)),
        models_(ModelLibrary::terminal_config()) {}

  AddressBook addresses() const override { return AddressBook::of_numbers(graph_.size()); }
  std::vector<std::string> node_names() const override { return star_node_names(graph_); }

  std::unique_ptr<Network> make(const Options& options, WaveRecorder* waves) override {
    StarNetworkConfig config;
    config.flits = static_cast<std::uint32_t>(packet());
    config.slots = scenario_.slots;
    config.scheduled = false;
    set_common(options, waves, config);
    network_ = options.build == Build::kAssembled ? assemble_star(graph_, config, models_)
                                                  : elaborate_star(graph_, config, models_);
    return std::move(network_.network);
  }

  std::vector<Node> neighbours(Node pe) const override {
    std::vector<Node> nodes;
    for (int d = 2; d <= graph_.order(); ++d) nodes.push_back(graph_.neighbour(pe, d));
    return nodes;
  }
  FlitLayout layout() const override { return FlitLayout::kStar; }
  LinkTap* tap() override { return network_.taps.get(); }
  check::Recorder::DecodeFlit event_reader() const override { return to_star_event; }
  std::shared_ptr<const protocols::CollectiveCarriage> carriage() const override {
    return protocols::make_star_carriage(graph_, packet(), transfers_);
  }

  // Heads have no room for their number: they only say which transfer they belong to.
  std::optional<check::TransferFlit> read(RawFlit flit) const override {
    const FlitFields f = unpack(flit);
    if (f.tag >= transfers_.size()) return std::nullopt;
    if (f.head) return check::TransferFlit{f.tag, 0};
    const LinkEvent event = to_star_event(0, 0, 0, flit);
    return check::TransferFlit{f.tag, event.stream * packet() + event.index};
  }
  // PEs take what is for them from the link; routers deliver whole packets.
  Step delivery_delay() const override { return 1 - packet(); }
  Step hop() const override { return packet(); }

  theory::CollectiveNetworkFacts facts() const override {
    theory::CollectiveNetworkFacts facts;
    for (const protocols::PlacedTransfer& transfer : transfers_) {
      const Flits load = flits_sent(scenario_.host, transfer.flits);
      facts.latency.push_back(theory::stored_latency(graph_.distance(transfer.from, transfer.to),
                                                     load / packet(), packet()));
      facts.load.push_back(load);
    }
    facts.ports.assign(scenario_.pe_of.size(), graph_.degree());
    return facts;
  }
  std::string bound_source() const override {
    return "the longest chain of dependent operations, a transfer alone taking F (hops + packets) "
           "- 1 cycles in packets of F flits, and the load of the busiest PE over its ports";
  }

 private:
  Flits packet() const { return star_.options.flits; }

  const CollectiveScenario& scenario_;
  const StarScenario& star_;
  const StarGraph graph_;
  const protocols::PlacedTransfers transfers_;
  ModelLibrary models_;
  StarNetwork network_;  // without the network itself, which is the caller's
};

}  // namespace

std::unique_ptr<CollectiveNetwork> make_star_collective(const CollectiveScenario& scenario) {
  return std::make_unique<StarCollective>(scenario);
}

}  // namespace flitwise
