#include "systemc/protocols/torus/packet_tree.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "systemc/protocols/torus/torus_broadcast.h"
#include "systemc/protocols/torus/torus_route.h"

namespace flitwise::protocols {
namespace {

// As long as a packet takes over the slowest link.
Step slot_cycles(const Torus& torus, Flits packet, const BroadcastTiming& timing) {
  Step slowest = 0;
  for (int d = 0; d < torus.dimensions(); ++d) {
    if (torus.side(d) == 1) continue;
    Hops hop(torus.sides().size(), 0);
    hop[index_of(d)] = 1;
    slowest = std::max(slowest, timing.way(hop));
  }
  return timing.send_overhead + slowest + packet + timing.receive_overhead;
}

}  // namespace

Flits PacketCut::flits_of(std::int64_t i) const { return std::min(packet, text - i * packet); }

PacketTreePe::PacketTreePe(TreePlace place, const PacketCut& packets, const BroadcastTiming& timing,
                           std::optional<PacketSlots> slots, PePorts ports)
    : place_(std::move(place)),
      packets_(packets),
      timing_(timing),
      slots_(slots),
      ports_(ports),
      book_(place_.self) {}

void PacketTreePe::start(Outbox& outbox) {
  if (!is_source()) return;
  for (std::int64_t i = 0; i < packets_.packets(); ++i) send_on(i, 0, outbox);
}

void PacketTreePe::receive(const Arrival& arrival, Outbox& outbox) {
  now_ = arrival.step;
  if (!is_expected(arrival)) return;
  const WormIntake::Taken taken = intake_.take(arrival, packets_.flits_of(received_));
  if (taken.fault) book_.about(arrival, *taken.fault);
  if (!taken.is_complete) return;
  send_on(received_++, now_ + timing_.receive_overhead, outbox);
}

// If the packet is not expected, one complaint is enough: about its head.
bool PacketTreePe::is_expected(const Arrival& arrival) {
  std::string why;
  const std::int64_t due = received_ % kPacketNumbers;
  if (arrival.kind != FlitKind::kData)
    why = "a PE of a broadcast expects data only";
  else if (is_source() || arrival.message != place_.parent)
    why = "did not come from the parent";
  else if (received_ == packets_.packets())
    why = "expected " + counted(received_, "packet") + " in all";
  else if (arrival.packet != due)
    why = "packet " + std::to_string(arrival.packet) + ", expected " + std::to_string(due);
  if (!why.empty() && (arrival.index == 1 || arrival.kind != FlitKind::kData))
    book_.about(arrival, why);
  return why.empty();
}

void PacketTreePe::send_on(std::int64_t packet, Step usable, Outbox& outbox) {
  if (place_.children.empty()) return;
  Transmission message;
  message.message = place_.self;
  message.packet = static_cast<std::uint32_t>(packet % kPacketNumbers);
  message.length = packets_.flits_of(packet);
  Step begin = std::max(usable, last_tail_);
  for (std::size_t j = 0; j < place_.children.size(); ++j) {
    const WormSend& child = place_.children[j];
    const bool follows = ports_ == PePorts::kOne && j > 0;
    if (follows) begin = std::max(begin, last_tail_);
    if (slots_) {
      const auto slot = (packet + place_.depth) * slots_->each +
                        (ports_ == PePorts::kOne ? static_cast<Step>(j) : 0);
      begin = std::max(begin, slot * slots_->cycles);
    }
    const Step head = begin + timing_.send_overhead + 1;
    message.after = head - now_;
    message.destination = child.destination;
    message.port = child.port;
    message.route = child.route;
    outbox.send(message);
    last_tail_ = head + message.length - 1;
  }
}

PeState PacketTreePe::state_at(Step now) const {
  const bool is_waiting = !is_source() && received_ < packets_.packets();
  if (now < last_tail_) return is_waiting ? PeState::kRelaying : PeState::kDispatching;
  if (!is_waiting) return PeState::kDone;
  return received_ == 0 && intake_.open().empty() ? PeState::kDormant : PeState::kCollecting;
}

std::vector<std::string> PacketTreePe::waiting_for() const {
  if (is_source() || received_ == packets_.packets()) return {};
  return {counted(packets_.packets() - received_, "more packet") + " from " +
          pe_name(place_.parent)};
}

std::vector<TreePlace> packet_tree(const Torus& torus, Node source, const DimensionOrder& order,
                                   PePorts ports) {
  const TorusSchedule flood = make_broadcast(torus, source, BroadcastScheme::kFlood, order);
  const DimensionOrder routing = routing_order(flood);
  std::vector<TreePlace> places(index_of(torus.size()));
  for (std::size_t v = 0; v < places.size(); ++v) places[v].self = static_cast<Node>(v);
  int depth = 0;
  for (const TorusStep& step : flood.steps) {
    ++depth;
    for (const TorusMessage& message : step) {
      const Node to = torus.destination(message.from, message.hops);
      TreePlace& child = places[index_of(to)];
      child.parent = message.from;
      child.depth = depth;
      places[index_of(message.from)].children.push_back(
          {to, port_of(message.hops, routing, ports),
           route_of(message.hops, routing, torus.format()), 0});
    }
  }
  return places;
}

Protocols make_packet_tree(const Torus& torus, Node source, const DimensionOrder& order,
                           const BroadcastTiming& timing, PacketPace pace, Flits packet,
                           PePorts ports) {
  check_timing(timing);
  if (packet < 1 || packet > timing.flits)
    throw std::invalid_argument("packets must have 1 to " + std::to_string(timing.flits) +
                                " flits, as the text has, got " + std::to_string(packet));
  timing.latency.check(torus.dimensions());
  std::vector<TreePlace> places = packet_tree(torus, source, order, ports);
  std::optional<PacketSlots> slots;
  if (pace == PacketPace::kSlots) {
    slots = PacketSlots{slot_cycles(torus, packet, timing)};
    const auto fan = static_cast<int>(places[index_of(source)].children.size());
    if (ports == PePorts::kOne) slots->each = std::max(1, fan);
  }
  Protocols pes;
  for (TreePlace& place : places)
    pes.push_back(std::make_unique<PacketTreePe>(std::move(place), PacketCut{timing.flits, packet},
                                                 timing, slots, ports));
  return pes;
}

}  // namespace flitwise::protocols
