// transfer_network.cpp: numbers of transfers given and taken back.
#include "sim/fabric/transfer_network.h"

#include <fmt/format.h>

#include <optional>

#include "sim/fabric/fabric_port.h"

namespace flitwise {

TransferNetwork::TransferNetwork(RouterHost& host, TransferOwner& owner, Turns turns)
    : host_(host),
      owner_(owner),
      turns_(turns),
      carrier_(host.machine().carry({})),
      carriage_(carrier_->carriage()) {
  for (std::size_t pe = 0; pe < host_.pes(); ++pe) {
    const auto node = static_cast<Node>(pe);
    ports_.push_back(std::make_unique<FabricPort>(fmt::format("port{}", pe).c_str(), *this, node,
                                                  host_.machine().codec(node)));
    ports_.back()->to_router.bind(host_.module().from_pes);
    host_.module().to_pes.bind(ports_.back()->from_router);
  }
  host_.add(*this);
}

TransferNetwork::~TransferNetwork() = default;

void TransferNetwork::send(Transfer& transfer) {
  if (!submit(transfer)) waiting_.push_back(&transfer);
}

// Whether it is its turn and a number was left for its flits.
bool TransferNetwork::submit(Transfer& transfer) {
  if (turns_ == Turns::kOneAtATime && under_way_ > 0) return false;
  const FabricTransfer& record = transfer.record;
  const auto number = carriage_->add({record.from, record.to, record.flits});
  if (!number) return false;
  ++under_way_;
  transfer.number = *number;
  transfer.not_arrived = carriage_->flits(*number);
  if (by_number_.size() <= *number) by_number_.resize(*number + 1);
  by_number_[*number] = &transfer;
  ports_[index_of(record.from)]->send(transfer);
  return true;
}

Transfer* TransferNetwork::transfer_of(Node pe, const protocols::Arrival& arrival) const {
  const std::optional<std::size_t> number =
      carriage_->transfer_of({arrival.message, arrival.packet, pe});
  return number && *number < by_number_.size() ? by_number_[*number] : nullptr;
}

void TransferNetwork::taken(Transfer& transfer, Step step) {
  if (--transfer.not_taken > 0) return;
  transfer.record.taken = step;
  owner_.all_taken(transfer, step);
}

void TransferNetwork::arrived(Node pe, const protocols::Arrival& arrival) {
  Transfer* const found = transfer_of(pe, arrival);
  if (found == nullptr || found->record.to != pe) {
    strays_.push_back(
        fmt::format("step {}: a flit of no transfer to it came to PE {}", arrival.step, pe));
    return;
  }
  if (--found->not_arrived > 0) return;
  by_number_[found->number] = nullptr;
  carriage_->remove(found->number);
  --under_way_;
  waiting_.remove_if([&](Transfer* waiting) { return submit(*waiting); });
  found->record.delivered = arrival.step;
  owner_.arrived(*found);
}

void TransferNetwork::on_edge(Step step, const Network&, const Injector& injector) {
  for (const Injection& injection : injector.injections())
    ports_[index_of(injection.node)]->taken(injection.port, step);
}

}  // namespace flitwise
