#include "tb/check/torus/pending_packets.h"

namespace flitwise::check {

PendingPackets::PendingPackets(Node nodes, std::uint32_t ports, Stream stream)
    : ports_(ports),
      stream_(std::move(stream)),
      next_(static_cast<std::size_t>(nodes)),
      queues_(static_cast<std::size_t>(nodes) * ports) {
  for (Node v = 0; v < nodes; ++v) draw(v);
}

void PendingPackets::draw(Node node) {
  const std::optional<ExpectedPacket> packet = stream_(node);
  if (!packet) return;
  births_.push({packet->born, node});
  next_[static_cast<std::size_t>(node)] = *packet;
}

void PendingPackets::bear(Step last, const Visit& visit) {
  while (!births_.empty() && births_.top().first <= last) {
    const Node node = births_.top().second;
    births_.pop();
    const ExpectedPacket packet = next_[static_cast<std::size_t>(node)];
    draw(node);
    visit(packet);
    if (!packet.is_local()) queue(node, first_port(packet.hops)).push_back(packet);
  }
}

const ExpectedPacket* PendingPackets::front(Node node, std::uint32_t port) const {
  const auto& waiting = queues_[index(node, port)];
  return waiting.empty() ? nullptr : &waiting.front();
}

void PendingPackets::visit_waiting(const Visit& visit) const {
  for (const auto& waiting : queues_)
    for (const ExpectedPacket& packet : waiting) visit(packet);
}

std::uint32_t first_port(const RouterHops& hops) {
  std::uint32_t dimension = 0;
  while (hops[dimension] == 0) ++dimension;
  return 2 * dimension + (hops[dimension] < 0 ? 1 : 0);
}

}  // namespace flitwise::check
