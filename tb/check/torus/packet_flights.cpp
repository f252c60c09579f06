#include "tb/check/torus/packet_flights.h"

#include "tb/check/torus/pending_packets.h"

namespace flitwise::check {
namespace {

constexpr int kHopsBits = kRoutePayloadBits / Torus::kMostDimensions;

// Payload of a head that has these hops before it: two's complement, a field a dimension.
std::uint32_t route_payload(const RouterHops& hops) {
  std::uint32_t payload = 0;
  for (std::size_t i = 0; i < hops.size(); ++i)
    payload |= (static_cast<std::uint32_t>(hops[i]) & ((1U << kHopsBits) - 1))
               << (kHopsBits * static_cast<int>(i));
  return payload;
}

RouterHops after_channel(RouterHops hops, std::uint32_t channel) {
  hops[channel / 2] += channel % 2 == 0 ? -1 : 1;
  return hops;
}

}  // namespace

PacketFlights::PacketFlights(Node nodes)
    : first_(static_cast<std::size_t>(nodes) * kNumbers, kNone) {}

void PacketFlights::append(std::size_t slot) {
  const ExpectedPacket& packet = flights_[slot].life.packet;
  std::size_t* link = &first_[chain_of(packet.from, wire_number(packet))];
  while (*link != kNone) link = &flights_[*link].next;
  *link = slot;
  flights_[slot].next = kNone;
}

void PacketFlights::remove(std::size_t slot) {
  const ExpectedPacket& packet = flights_[slot].life.packet;
  std::size_t* link = &first_[chain_of(packet.from, wire_number(packet))];
  while (*link != slot) link = &flights_[*link].next;
  *link = flights_[slot].next;
}

void PacketFlights::begin(const ExpectedPacket& packet) {
  if (free_.empty()) {
    free_.push_back(flights_.size());
    flights_.emplace_back();
  }
  const std::size_t slot = free_.back();
  free_.pop_back();
  Flight& flight = flights_[slot];
  flight = Flight();
  flight.life.packet = packet;
  flight.life.slot = slot;
  flight.left = packet.hops;
  flight.at = packet.from;
  append(slot);
}

template <typename Fits>
std::optional<std::size_t> PacketFlights::find(RawFlit head, Fits fits) const {
  const std::size_t chain = chain_of(static_cast<Node>(unpack(head).tag), packet_of(head));
  if (chain >= first_.size()) return std::nullopt;
  for (std::size_t slot = first_[chain]; slot != kNone; slot = flights_[slot].next)
    if (fits(flights_[slot])) return slot;
  return std::nullopt;
}

std::optional<std::size_t> PacketFlights::find_on_way(Node at, std::uint32_t channel,
                                                      RawFlit head) const {
  return find(head, [&](const Flight& flight) {
    return flight.at == at && total_hops(flight.left) > 0 && first_port(flight.left) == channel &&
           route_payload(after_channel(flight.left, channel)) == unpack(head).payload;
  });
}

std::optional<std::size_t> PacketFlights::find_arrived(Node at, std::uint32_t channel,
                                                       RawFlit head) const {
  return find(head, [&](const Flight& flight) {
    return flight.at == at && total_hops(flight.left) == 0 && flight.channel == channel &&
           flight.lane == lane_of(head) && unpack(head).payload == 0;
  });
}

void PacketFlights::advance(std::size_t slot, Step step, Node to, std::uint32_t lane) {
  Flight& flight = flights_[slot];
  flight.channel = first_port(flight.left);
  flight.left = after_channel(flight.left, flight.channel);
  flight.lane = lane;
  flight.at = to;
  if (flight.life.crossed++ == 0) flight.life.departed = step;
  remove(slot);
  append(slot);
}

void PacketFlights::end(std::size_t slot) {
  remove(slot);
  flights_[slot].at = kNoNode;
  free_.push_back(slot);
}

void PacketFlights::visit(const std::function<void(const ExpectedPacket&)>& visit) const {
  for (const Flight& flight : flights_)
    if (flight.at != kNoNode) visit(flight.life.packet);
}

}  // namespace flitwise::check
