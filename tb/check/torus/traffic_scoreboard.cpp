#include "tb/check/torus/traffic_scoreboard.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace flitwise::check {
namespace {

std::string text_of(RawFlit flit) {
  const FlitFields f = unpack(flit);
  return fmt::format("{} of packet {} of PE {}",
                     f.head ? std::string("the head") : fmt::format("flit {}", f.payload),
                     packet_of(flit), f.tag);
}

std::string text_of(const ExpectedPacket& packet) {
  return fmt::format("packet {} of PE {} to PE {}, born in step {}", packet.number, packet.from,
                     packet.to, packet.born);
}

// Two packets have the same way if ends and directions are the same.
std::uint64_t way_of(const ExpectedPacket& packet) {
  auto way = static_cast<std::uint64_t>(packet.from) << 32 | static_cast<std::uint64_t>(packet.to)
                                                                 << 16;
  for (std::size_t i = 0; i < packet.hops.size(); ++i)
    if (packet.hops[i] < 0) way |= std::uint64_t{1} << i;
  return way;
}

}  // namespace

TrafficScoreboard::TrafficScoreboard(const TorusWiring& wiring, std::uint32_t lanes,
                                     PendingPackets::Stream stream,
                                     std::vector<PacketObserver*> observers)
    : wiring_(wiring),
      lanes_(lanes),
      observers_(std::move(observers)),
      pending_(wiring.size(), wiring.channels(), std::move(stream)),
      flights_(wiring.size()),
      worms_(static_cast<std::size_t>(wiring.size()) * wiring.channels() * lanes) {}

void TrafficScoreboard::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  for (const LinkTransfer& transfer : transfers) {
    const FlitFields f = unpack(transfer.flit);
    if (!f.head) continue;
    const std::uint32_t channel = transfer.lane - wiring_.channels();
    const auto slot = flights_.find_on_way(transfer.from, channel, transfer.flit);
    if (slot)
      flights_.advance(*slot, step, transfer.to, lane_of(transfer.flit));
    else
      wrong(step, transfer.from, transfer.flit,
            fmt::format("leaves by {}, where no packet of this number is due",
                        wiring_.direction(channel)));
  }
}

void TrafficScoreboard::on_edge(Step step, const Network& network, const Injector& injector) {
  pending_.bear(step + 1, [this](const ExpectedPacket& packet) { bear(packet); });
  for (const Injection& injection : injector.injections())
    if (unpack(injection.flit).head) begin(step, injection);
  for (const Delivery& delivery : network.deliveries()) deliver(step, delivery);
  for (const Violation& violation : network.violations()) report(violation);
  for (const InjectionConflict& conflict : injector.conflicts())
    port_violation(fmt::format("step {}: PE {} has two flits for port {}; one is lost",
                               conflict.step, conflict.node, conflict.port));
}

void TrafficScoreboard::bear(const ExpectedPacket& packet) {
  ++born_;
  if (packet.is_local())
    ++local_;
  else
    expected_flits_ += packet.flits;
  for (PacketObserver* observer : observers_) observer->on_born(packet);
}

void TrafficScoreboard::begin(Step edge, const Injection& injection) {
  const ExpectedPacket* due = pending_.front(injection.node, injection.port);
  const bool is_due = due != nullptr &&
                      unpack(injection.flit).tag == static_cast<std::uint32_t>(due->from) &&
                      packet_of(injection.flit) ==
                          static_cast<std::uint32_t>(due->number) % PacketFlights::kNumbers;
  if (!is_due)
    return wrong(
        edge, injection.node, injection.flit,
        due == nullptr ? "is sent, and nothing is due" : "is sent, and due is " + text_of(*due));
  flights_.begin(*due);
  pending_.pop(injection.node, injection.port);
}

void TrafficScoreboard::deliver(Step step, const Delivery& delivery) {
  const std::uint32_t lane = lane_of(delivery.flit);
  if (lane >= lanes_)
    return wrong(step + 1, delivery.node, delivery.flit, "comes on a lane that is not there");
  const std::size_t port = static_cast<std::size_t>(delivery.node) * wiring_.channels();
  take(step, delivery, worms_[(port + delivery.port) * lanes_ + lane]);
}

// A flit out of place is counted and the packet goes on from it, so that one draws one sentence.
void TrafficScoreboard::take(Step step, const Delivery& delivery, Worm& worm) {
  const FlitFields f = unpack(delivery.flit);
  if (f.head) {
    if (worm.slot)
      wrong(step + 1, delivery.node, delivery.flit, "comes before the last one's tail");
    worm = {flights_.find_arrived(delivery.node, delivery.port, delivery.flit), 0};
  }
  if (!worm.slot)
    return wrong(step + 1, delivery.node, delivery.flit,
                 f.head ? "comes, where it is not due" : "comes without its head");
  const ExpectedPacket& packet = flights_.life(*worm.slot).packet;
  const bool is_its_own = static_cast<Node>(f.tag) == packet.from &&
                          packet_of(delivery.flit) ==
                              static_cast<std::uint32_t>(packet.number) % PacketFlights::kNumbers;
  ++worm.flits;
  if (!is_its_own)
    return wrong(step + 1, delivery.node, delivery.flit, "comes within " + text_of(packet));
  if (!f.head && f.payload != static_cast<std::uint32_t>(worm.flits))
    wrong(step + 1, delivery.node, delivery.flit,
          fmt::format("comes, and flit {} is due", worm.flits));
  else
    ++delivered_flits_;
  if (f.tail) finish(step, delivery.flit, worm);
}

void TrafficScoreboard::finish(Step step, RawFlit tail, Worm& worm) {
  PacketLife& life = flights_.life(*worm.slot);
  life.arrived = step + 1;
  if (worm.flits != life.packet.flits)
    wrong(step + 1, life.packet.to, tail,
          fmt::format("is a tail, after {} of {} flits", worm.flits, life.packet.flits));
  ++arrived_;
  note_order(life.packet);
  for (PacketObserver* observer : observers_) observer->on_arrived(life);
  flights_.end(*worm.slot);
  worm = {};
}

void TrafficScoreboard::note_order(const ExpectedPacket& packet) {
  std::int64_t& latest = latest_.try_emplace(way_of(packet), -1).first->second;
  if (packet.number < latest) ++overtaken_;
  latest = std::max(latest, packet.number);
}

void TrafficScoreboard::wrong(Step step, Node where, RawFlit flit, const std::string& what) {
  flit_error(
      fmt::format("step {}: {}: {} {}", step, wiring_.torus().name(where), text_of(flit), what));
}

void TrafficScoreboard::close() {
  flights_.visit([this](const ExpectedPacket& packet) {
    never_came(text_of(packet) + " never arrives as a whole", packet.flits);
  });
  std::map<Node, std::vector<ExpectedPacket>> waiting;
  pending_.visit_waiting(
      [&](const ExpectedPacket& packet) { waiting[packet.from].push_back(packet); });
  for (auto& [node, packets] : waiting) {
    const auto first = std::min_element(
        packets.begin(), packets.end(),
        [](const ExpectedPacket& a, const ExpectedPacket& b) { return a.number < b.number; });
    Flits flits = 0;
    for (const ExpectedPacket& packet : packets) flits += packet.flits;
    const std::string more =
        packets.size() == 1 ? "" : fmt::format(", and {} later ones", packets.size() - 1);
    never_came(fmt::format("{} never begins{}", text_of(*first), more), flits);
  }
}

}  // namespace flitwise::check
