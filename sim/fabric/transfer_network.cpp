// transfer_network.cpp: numbers of transfers given and taken back, and when their flits are due at
// the router, lane by lane.
#include "sim/fabric/transfer_network.h"

#include <fmt/format.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <systemc>
#include <utility>
#include <vector>

#include "systemc/pe/flit_codec.h"
#include "systemc/pe/flit_payload.h"

namespace flitwise {

/// Turns transfers into flits, hands these to the router, and knows whose the ones are that the
/// router takes and brings.
class FabricPort final : public sc_core::sc_module, private RouterPort {
 public:
  tlm_utils::simple_initiator_socket<FabricPort> to_router{"to_router"};
  tlm_utils::simple_target_socket<FabricPort> from_router{"from_router"};

  /// `network` outlives the port.
  FabricPort(const sc_core::sc_module_name& name, TransferNetwork& network, Node pe,
             std::unique_ptr<FlitCodec> codec);

  /// Shape: the transfer has a number. Says when it is ready, and when it can be there.
  void send(Transfer& transfer);
  /// The router has taken a flit over one of the PE's ports at the clock edge that ends `step`.
  void taken(std::uint32_t port, Step step);

 private:
  struct Lane {
    Step free = 0;  // the first step in which it can send
    std::deque<std::pair<Transfer*, Flits>> sending;
  };

  void write(std::uint32_t port, Step after, std::vector<RawFlit> flits) override;
  void on_flit(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  Step first_step() const;

  TransferNetwork& network_;
  const Node pe_;
  const std::unique_ptr<FlitCodec> codec_;
  std::map<std::uint32_t, Lane> lanes_;
  bool is_receiving_ = false;  // within the call that brings a flit
  Transfer* current_ = nullptr;
  Step base_ = 0;  // the step before the first in which what is being sent could cross a link
};

FabricPort::FabricPort(const sc_core::sc_module_name& name, TransferNetwork& network, Node pe,
                       std::unique_ptr<FlitCodec> codec)
    : sc_core::sc_module(name), network_(network), pe_(pe), codec_(std::move(codec)) {
  from_router.register_b_transport(this, &FabricPort::on_flit);
}

// Within the call that brings a flit the clock edge of this step is still to come.
Step FabricPort::first_step() const {
  const Step now = network_.host().now();
  return is_receiving_ ? now + 1 : now + 2;
}

void FabricPort::send(Transfer& transfer) {
  current_ = &transfer;
  base_ = first_step() - 1;
  transfer.not_taken = 0;
  std::vector<protocols::Transmission> messages = network_.carriage().messages(transfer.number);
  for (protocols::Transmission& message : messages) {
    message.after = 1 + network_.carriage().lead();
    codec_->send(message, *this);
  }
  FabricTransfer& record = transfer.record;
  record.ready = base_;
  record.least = base_ + network_.carrier().latency({record.from, record.to, record.flits});
}

void FabricPort::write(std::uint32_t port, Step after, std::vector<RawFlit> flits) {
  Lane& lane = lanes_[port];
  const auto count = static_cast<Flits>(flits.size());
  const Step first = std::max(base_ + after, lane.free);
  lane.free = first + count;
  lane.sending.emplace_back(current_, count);
  current_->not_taken += count;
  write_flits(to_router, port, std::move(flits),
              network_.host().step() * static_cast<double>(first) - sc_core::sc_time_stamp(),
              "flitwise/fabric");
}

void FabricPort::taken(std::uint32_t port, Step step) {
  Lane& lane = lanes_[port];
  auto& [transfer, flits] = lane.sending.front();
  Transfer& of = *transfer;
  if (--flits == 0) lane.sending.pop_front();
  network_.taken(of, step);
}

void FabricPort::on_flit(tlm::tlm_generic_payload& payload, sc_core::sc_time& /*delay*/) {
  const std::optional<RawFlit> flit = flit_written_by(payload);
  if (!flit) return;
  is_receiving_ = true;
  if (const auto arrival = codec_->take(network_.host().now(), payload.get_address(), *flit))
    network_.arrived(pe_, *arrival);
  codec_->follow(*this);
  is_receiving_ = false;
}

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
