// torus_machine.cpp: its routers and PEs, and transfers as worms in dimension order.
#include "sim/families/torus/torus_machine.h"

#include <cstdlib>
#include <map>
#include <utility>

#include "systemc/pe/codecs/route_codec.h"
#include "tb/theory/collective/collective_bound.h"

namespace flitwise {
namespace {

class TorusCarrier final : public TransferCarrier {
 public:
  TorusCarrier(const Torus& torus, DimensionOrder order, protocols::PlacedTransfers transfers)
      : torus_(torus), order_(std::move(order)), transfers_(std::move(transfers)) {
    for (std::size_t t = 0; t < transfers_.size(); ++t) numbers_[transfers_[t].from].push_back(t);
  }

  std::shared_ptr<const protocols::CollectiveCarriage> carriage() const override {
    return protocols::make_torus_carriage(torus_, order_, transfers_);
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

  Step latency(const protocols::PlacedTransfer& transfer) const override {
    int links = 0;
    for (int d = 0; d < torus_.dimensions(); ++d) {
      const int apart =
          std::abs(torus_.coordinate(transfer.from, d) - torus_.coordinate(transfer.to, d));
      links += std::min(apart, torus_.side(d) - apart);
    }
    return 1 + theory::pipelined_latency(links, transfer.flits);
  }
  Flits ports(Node) const override {
    Flits links = 0;
    for (Channel c = 0; c < torus_.channels(); ++c) links += torus_.has_link(c);
    return links;
  }
  std::string bound_source() const override {
    return "the longest chain of dependent operations, a transfer alone taking hops + flits steps, "
           "and the load of the busiest PE over its channels";
  }

 private:
  const Torus& torus_;
  const DimensionOrder order_;
  const protocols::PlacedTransfers transfers_;
  std::map<Node, std::vector<std::size_t>> numbers_;
};

}  // namespace

TorusMachine::TorusMachine(const Torus& torus, TorusNetworkConfig config)
    : config_(std::move(config)),
      wiring_(torus, config_.order),
      addresses_(AddressBook::of_numbers(torus.size())),
      models_(ModelLibrary::terminal_config()) {}

std::unique_ptr<FlitCodec> TorusMachine::codec(Node pe) const {
  return std::make_unique<RouteCodec>(PeLinks(pe, wiring_.neighbours(pe)));
}

std::unique_ptr<Network> TorusMachine::build(const Options& options, WaveRecorder* waves) {
  set_common(options, waves, config_);
  TorusNetwork made = options.build == Build::kElaborated
                          ? elaborate_torus(wiring_.torus(), config_, models_)
                          : assemble_torus(wiring_.torus(), config_, models_);
  stalls_ = std::move(made.stalls);
  worms_ = std::move(made.worms);
  return std::move(made.network);
}

std::unique_ptr<TransferCarrier> TorusMachine::carry(
    const protocols::PlacedTransfers& transfers) const {
  return std::make_unique<TorusCarrier>(wiring_.torus(), config_.order, transfers);
}

}  // namespace flitwise
