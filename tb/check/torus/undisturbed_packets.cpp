#include "tb/check/torus/undisturbed_packets.h"

#include <utility>

namespace flitwise::check {

UndisturbedPackets::UndisturbedPackets(const TorusWiring& wiring, Latency latency)
    : wiring_(wiring),
      latency_(std::move(latency)),
      uses_(static_cast<std::size_t>(wiring.size()) * wiring.channels()) {}

template <typename Visit>
void UndisturbedPackets::visit_channels(const ExpectedPacket& packet, Visit visit) {
  Node at = packet.from;
  for (std::uint32_t d = 0; 2 * d < wiring_.channels(); ++d) {
    const std::uint32_t channel = 2 * d + (packet.hops[d] < 0 ? 1 : 0);
    for (int hop = 0; hop < std::abs(packet.hops[d]); ++hop) {
      visit(uses_[static_cast<std::size_t>(at) * wiring_.channels() + channel]);
      at = wiring_.neighbour(at, channel);
    }
  }
}

void UndisturbedPackets::on_born(const ExpectedPacket& packet) {
  if (packet.is_local()) return;
  bool meets_another = false;
  visit_channels(packet, [&](Use& use) {
    // Of two that met, one may have arrived; the other is marked already.
    const auto found = use.packets == 1 ? is_disturbed_.find(use.only) : is_disturbed_.end();
    if (found != is_disturbed_.end()) found->second = true;
    meets_another = meets_another || use.packets > 0;
    ++use.packets;
    use.only = name_of(packet);
  });
  is_disturbed_[name_of(packet)] = meets_another;
}

void UndisturbedPackets::on_arrived(const PacketLife& life) {
  const ExpectedPacket& packet = life.packet;
  visit_channels(packet, [](Use& use) { --use.packets; });
  const Step alone = latency_(packet, packet.born);
  if (life.latency() < alone || life.network_latency() < latency_(packet, life.departed))
    ++too_fast_;
  const auto found = is_disturbed_.find(name_of(packet));
  if (!found->second) {
    ++count_;
    if (life.latency() != alone) ++late_;
  }
  is_disturbed_.erase(found);
}

}  // namespace flitwise::check
