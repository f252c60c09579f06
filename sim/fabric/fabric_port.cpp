// fabric_port.cpp: when flits are due at the router, lane by lane.
#include "sim/fabric/fabric_port.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "systemc/pe/flit_payload.h"

namespace flitwise {

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

}  // namespace flitwise
