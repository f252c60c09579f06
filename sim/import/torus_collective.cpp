// Schedules on tori: worms in dimension order.
#include <cstdlib>
#include <map>
#include <utility>

#include "sim/import/collective_network.h"
#include "sim/import/collective_scenario.h"
#include "sim/run/network_settings.h"
#include "systemc/network/models/model_library.h"
#include "systemc/network/torus/torus_routers.h"
#include "systemc/network/torus/torus_wiring.h"

namespace flitwise {
namespace {

class TorusCollective final : public CollectiveNetwork {
 public:
  explicit TorusCollective(const CollectiveScenario& scenario)
      : scenario_(scenario),
        on_torus_(std::get<TorusScenario>(scenario.host)),
        wiring_(Torus(on_torus_.sides), on_torus_.order),
        transfers_(place_transfers(scenario)),
        models_(ModelLibrary::terminal_config()) {
    for (const protocols::PlacedTransfer& transfer : transfers_)
      numbers_[transfer.from].push_back(numbered_++);
  }

  AddressBook addresses() const override { return AddressBook::of_numbers(wiring_.size()); }
  std::vector<std::string> node_names() const override { return torus_node_names(wiring_.torus()); }

  std::unique_ptr<Network> make(const Options& options, WaveRecorder* waves) override {
    TorusNetworkConfig config;
    config.lanes = on_torus_.options.lanes;
    config.depth = on_torus_.options.depth;
    config.rule = on_torus_.options.strict_lanes ? LaneRule::kStrict : LaneRule::kAnyLane;
    config.order = on_torus_.order;
    set_common(options, waves, config);
    TorusNetwork made = options.build == Build::kAssembled
                            ? assemble_torus(wiring_.torus(), config, models_)
                            : elaborate_torus(wiring_.torus(), config, models_);
    stalls_ = std::move(made.stalls);
    worms_ = std::move(made.worms);
    return std::move(made.network);
  }

  std::vector<Node> neighbours(Node pe) const override { return wiring_.neighbours(pe); }
  FlitLayout layout() const override { return FlitLayout::kRoute; }
  check::Recorder::DecodeFlit event_reader() const override { return to_torus_event; }
  std::shared_ptr<const protocols::CollectiveCarriage> carriage() const override {
    return protocols::make_torus_carriage(wiring_.torus(), on_torus_.order, transfers_);
  }

  // A flit names its source and the transfer's number there.
  std::optional<check::TransferFlit> read(RawFlit flit) const override {
    const FlitFields f = unpack(flit);
    const auto source = numbers_.find(static_cast<Node>(f.tag));
    if (source == numbers_.end() || packet_of(flit) >= source->second.size()) return std::nullopt;
    return check::TransferFlit{source->second[packet_of(flit)],
                               f.head ? 1 : static_cast<Flits>(f.payload)};
  }
  // Delivered flits cross from the router's port into the PE in the next step.
  Step delivery_delay() const override { return 1; }
  Step hop() const override { return 1; }

  theory::CollectiveNetworkFacts facts() const override {
    theory::CollectiveNetworkFacts facts;
    for (const protocols::PlacedTransfer& transfer : transfers_) {
      facts.latency.push_back(1 + theory::pipelined_latency(distance(transfer), transfer.flits));
      facts.load.push_back(transfer.flits);
    }
    facts.ports.assign(scenario_.pe_of.size(), links());
    return facts;
  }
  std::string bound_source() const override {
    return "the longest chain of dependent operations, a transfer alone taking hops + flits steps, "
           "and the load of the busiest PE over its channels";
  }

  NetworkObserver* circle_watch() override { return worms_.get(); }
  std::vector<std::string> circular_wait() const override {
    return worms_->describe_circular_wait();
  }

 private:
  int distance(const protocols::PlacedTransfer& transfer) const {
    const Torus& torus = wiring_.torus();
    int links = 0;
    for (int d = 0; d < torus.dimensions(); ++d) {
      const int apart =
          std::abs(torus.coordinate(transfer.from, d) - torus.coordinate(transfer.to, d));
      links += std::min(apart, torus.side(d) - apart);
    }
    return links;
  }

  Flits links() const {
    Flits links = 0;
    for (Channel c = 0; c < wiring_.torus().channels(); ++c) links += wiring_.torus().has_link(c);
    return links;
  }

  const CollectiveScenario& scenario_;
  const TorusScenario& on_torus_;
  const TorusWiring wiring_;
  const protocols::PlacedTransfers transfers_;
  std::map<Node, std::vector<std::size_t>> numbers_;
  std::size_t numbered_ = 0;
  ModelLibrary models_;
  std::unique_ptr<const TorusStalls> stalls_;
  std::unique_ptr<TorusWorms> worms_;
};

}  // namespace

std::unique_ptr<CollectiveNetwork> make_torus_collective(const CollectiveScenario& scenario) {
  return std::make_unique<TorusCollective>(scenario);
}

}  // namespace flitwise
