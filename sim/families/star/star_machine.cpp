// star_machine.cpp: its routers and PEs, and transfers as packets along shortest routes.
#include "sim/families/star/star_machine.h"

#include <fmt/format.h>

#include <utility>

#include "systemc/network/star/star_flit.h"
#include "systemc/pe/codecs/star_codec.h"
#include "systemc/protocols/star/star_packet.h"
#include "tb/theory/collective/collective_bound.h"

namespace flitwise {
namespace {

class StarCarrier final : public TransferCarrier {
 public:
  StarCarrier(const StarGraph& graph, Flits packet, protocols::PlacedTransfers transfers)
      : graph_(graph), packet_(packet), transfers_(std::move(transfers)) {}

  std::string refusal(const std::function<std::string(Node)>&) const override {
    if (packet_ == 1) return {};
    for (const protocols::PlacedTransfer& transfer : transfers_)
      if (transfer.flits > packet_ * protocols::kStarMostPackets)
        return fmt::format(
            "has a transfer of {} flits; on a star graph it can have {} packets of "
            "{}",
            transfer.flits, protocols::kStarMostPackets, packet_);
    return {};
  }
  std::shared_ptr<const protocols::CollectiveCarriage> carriage() const override {
    return protocols::make_star_carriage(graph_, packet_, transfers_);
  }
  Flits flits_sent(Flits flits) const override { return (flits + packet_ - 1) / packet_ * packet_; }
  // Heads have no room for their number: they only say which transfer they belong to.
  std::optional<check::TransferFlit> read(RawFlit flit) const override {
    const FlitFields f = unpack(flit);
    if (f.tag >= transfers_.size()) return std::nullopt;
    if (f.head) return check::TransferFlit{f.tag, 0};
    const LinkEvent event = to_star_event(0, 0, 0, flit);
    return check::TransferFlit{f.tag, event.stream * packet_ + event.index};
  }
  // PEs take what is for them from the link; routers deliver whole packets.
  Step delivery_delay() const override { return 1 - packet_; }
  Step hop() const override { return packet_; }

  Step latency(const protocols::PlacedTransfer& transfer) const override {
    return theory::stored_latency(graph_.distance(transfer.from, transfer.to),
                                  flits_sent(transfer.flits) / packet_, packet_);
  }
  Flits ports(Node) const override { return graph_.degree(); }
  std::string bound_source() const override {
    return "the longest chain of dependent operations, a transfer alone taking F (hops + packets) "
           "- 1 cycles in packets of F flits, and the load of the busiest PE over its ports";
  }

 private:
  const StarGraph& graph_;
  const Flits packet_;
  const protocols::PlacedTransfers transfers_;
};

}  // namespace

StarMachine::StarMachine(const StarGraph& graph, StarNetworkConfig config)
    : graph_(graph),
      config_(std::move(config)),
      addresses_(AddressBook::of_numbers(graph_.size())) {}

std::unique_ptr<FlitCodec> StarMachine::codec(Node pe) const {
  std::vector<Node> neighbours;
  for (int d = 2; d <= graph_.order(); ++d) neighbours.push_back(graph_.neighbour(pe, d));
  return std::make_unique<StarCodec>(PeLinks(pe, std::move(neighbours)));
}

std::unique_ptr<Network> StarMachine::build(const Options& options, WaveRecorder* waves) {
  set_common(options, waves, config_);
  models_ = std::make_unique<ModelLibrary>(ModelLibrary::terminal_config());
  network_ = options.build == Build::kElaborated ? elaborate_star(graph_, config_, *models_)
                                                 : assemble_star(graph_, config_, *models_);
  return std::move(network_.network);
}

std::unique_ptr<TransferCarrier> StarMachine::carry(
    const protocols::PlacedTransfers& transfers) const {
  return std::make_unique<StarCarrier>(graph_, config_.flits, transfers);
}

}  // namespace flitwise
