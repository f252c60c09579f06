#include "tb/check/torus/traffic_scoreboard.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace flitwise::check {
namespace {

// Payload of a head that has these hops before it: two's complement, a field a dimension.
std::uint32_t route_payload(const RouterHops& hops, FlitFormat format) {
  std::uint32_t payload = 0;
  for (std::size_t i = 0; i < hops.size(); ++i)
    if (hops[i] != 0)
      payload |= (static_cast<std::uint32_t>(hops[i]) & ((1U << format.hops) - 1))
                 << (format.hops * static_cast<int>(i));
  return payload;
}

RouterHops after_channel(RouterHops hops, std::uint32_t channel) {
  hops[channel / 2] += channel % 2 == 0 ? -1 : 1;
  return hops;
}

std::string text_of(RawFlit flit, FlitFormat format) {
  const FlitFields f = unpack(flit, format);
  return fmt::format("{} of packet {} of PE {}",
                     f.head ? std::string("the head") : fmt::format("flit {}", f.payload),
                     packet_of(flit), f.tag);
}

std::string text_of(const ExpectedPacket& packet) {
  return fmt::format("packet {} of PE {} to PE {}, born in step {}", packet.number, packet.from,
                     packet.to, packet.born);
}

}  // namespace

PendingPackets::PendingPackets(NodeRange own, std::uint32_t ports, Stream stream)
    : own_(own),
      ports_(ports),
      stream_(std::move(stream)),
      next_(own.size()),
      queues_(own.size() * ports) {
  for (std::size_t v = own.first; v < own.end; ++v) draw(static_cast<Node>(v));
}

void PendingPackets::draw(Node node) {
  const std::optional<ExpectedPacket> packet = stream_(node);
  if (!packet) return;
  births_.push({packet->born, node});
  next_[place_of(node)] = *packet;
}

void PendingPackets::push(Queue& queue, const ExpectedPacket& packet) {
  if (free_.empty()) {
    free_.push_back(static_cast<Place>(waiting_.size()));
    waiting_.emplace_back();
  }
  const Place place = free_.back();
  free_.pop_back();
  waiting_[place] = {packet, kNone};
  (queue.first == kNone ? queue.first : waiting_[queue.last].next) = place;
  queue.last = place;
}

void PendingPackets::pop(Node node, std::uint32_t port) {
  Queue& queue = queues_[index(node, port)];
  free_.push_back(queue.first);
  queue.first = waiting_[queue.first].next;
}

void PendingPackets::bear(Step last, const Visit& visit) {
  while (!births_.empty() && births_.top().first <= last) {
    const Node node = births_.top().second;
    births_.pop();
    const ExpectedPacket packet = next_[place_of(node)];
    draw(node);
    visit(packet);
    if (!packet.is_local())
      push(queues_[index(node, ports_ == 1 ? 0 : first_port(packet.hops))], packet);
  }
}

const ExpectedPacket* PendingPackets::front(Node node, std::uint32_t port) const {
  const Place first = queues_[index(node, port)].first;
  return first == kNone ? nullptr : &waiting_[first].packet;
}

void PendingPackets::visit_waiting(const Visit& visit) const {
  for (const Queue& queue : queues_)
    for (Place at = queue.first; at != kNone; at = waiting_[at].next) visit(waiting_[at].packet);
}

std::uint32_t first_port(const RouterHops& hops) {
  std::uint32_t dimension = 0;
  while (hops[dimension] == 0) ++dimension;
  return 2 * dimension + (hops[dimension] < 0 ? 1 : 0);
}

void PacketFlights::append(std::size_t slot) {
  const ExpectedPacket& packet = flights_[slot].life.packet;
  std::size_t* link =
      &first_.try_emplace(chain_of(packet.from, wire_number(packet)), kNone).first->second;
  while (*link != kNone) link = &flights_[*link].next;
  *link = slot;
  flights_[slot].next = kNone;
}

void PacketFlights::remove(std::size_t slot) {
  const ExpectedPacket& packet = flights_[slot].life.packet;
  const auto chain = first_.find(chain_of(packet.from, wire_number(packet)));
  std::size_t* link = &chain->second;
  while (*link != slot) link = &flights_[*link].next;
  *link = flights_[slot].next;
  if (chain->second == kNone) first_.erase(chain);
}

std::size_t PacketFlights::free_slot() {
  if (free_.empty()) {
    free_.push_back(flights_.size());
    flights_.emplace_back();
  }
  const std::size_t slot = free_.back();
  free_.pop_back();
  return slot;
}

void PacketFlights::hand_over(std::size_t slot, std::string& bytes) {
  bytes::put(bytes, flights_[slot]);
  end(slot);
}

void PacketFlights::take_over(bytes::Reader& reader, const NodeRange& own) {
  const auto flight = reader.take<Flight>();
  if (!own.holds(flight.at)) return;
  const std::size_t slot = free_slot();
  flights_[slot] = flight;
  append(slot);
}

void PacketFlights::begin(const ExpectedPacket& packet) {
  const std::size_t slot = free_slot();
  Flight& flight = flights_[slot];
  flight = Flight();
  flight.life.packet = packet;
  flight.left = packet.hops;
  flight.at = packet.from;
  append(slot);
}

template <typename Fits>
std::optional<std::size_t> PacketFlights::find(RawFlit head, Fits fits) const {
  const auto chain =
      first_.find(chain_of(static_cast<Node>(unpack(head, format_).tag), packet_of(head)));
  if (chain == first_.end()) return std::nullopt;
  for (std::size_t slot = chain->second; slot != kNone; slot = flights_[slot].next)
    if (fits(flights_[slot])) return slot;
  return std::nullopt;
}

std::optional<std::size_t> PacketFlights::find_on_way(Node at, std::uint32_t channel,
                                                      RawFlit head) const {
  return find(head, [&](const Flight& flight) {
    return flight.at == at && total_hops(flight.left) > 0 && first_port(flight.left) == channel &&
           route_payload(after_channel(flight.left, channel), format_) ==
               unpack(head, format_).payload;
  });
}

std::optional<std::size_t> PacketFlights::find_arrived(Node at,
                                                       std::optional<std::uint32_t> channel,
                                                       RawFlit head) const {
  return find(head, [&](const Flight& flight) {
    return flight.at == at && total_hops(flight.left) == 0 &&
           flight.channel == channel.value_or(flight.channel) && flight.lane == lane_of(head) &&
           unpack(head, format_).payload == 0;
  });
}

void PacketFlights::advance(std::size_t slot, Step step, Node to, std::uint32_t lane) {
  Flight& flight = flights_[slot];
  flight.channel = first_port(flight.left);
  flight.left = after_channel(flight.left, flight.channel);
  flight.lane = lane;
  flight.at = to;
  if (flight.life.crossed++ == 0) flight.life.departed = step;
  if (flight.next == kNone) return;  // the last mover already
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

TrafficScoreboard::TrafficScoreboard(const TorusWiring& wiring, std::uint32_t lanes,
                                     PendingPackets::Stream stream,
                                     std::vector<PacketObserver*> observers, NodeRange own,
                                     RankPost* post)
    : wiring_(wiring),
      format_(wiring.format()),
      lanes_(lanes),
      observers_(std::move(observers)),
      own_(own.of(index_of(wiring.size()))),
      post_(post),
      pending_(own_, wiring.pe_ports(), std::move(stream)),
      flights_(format_),
      worms_(own_.size() * wiring.pe_ports() * lanes) {}

void TrafficScoreboard::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  for (const LinkTransfer& transfer : transfers) {
    const FlitFields f = unpack(transfer.flit, format_);
    if (!f.head) continue;
    const std::uint32_t channel = transfer.lane - wiring_.pe_ports();
    const auto slot = flights_.find_on_way(transfer.from, channel, transfer.flit);
    if (slot)
      flights_.advance(*slot, step, transfer.to, lane_of(transfer.flit));
    else
      wrong(step, transfer.from, transfer.flit,
            fmt::format("leaves by {}, where no packet of this number is due",
                        wiring_.direction(channel)));
    if (slot && !own_.holds(transfer.to)) flights_.hand_over(*slot, post_->said);
  }
}

void TrafficScoreboard::take_over() {
  if (post_ == nullptr) return;
  for (const std::string_view said : post_->heard)
    for (bytes::Reader reader(said); !reader.is_done();) flights_.take_over(reader, own_);
}

void TrafficScoreboard::on_edge(Step step, const Network& network, const Injector& injector) {
  take_over();
  pending_.bear(step + 1, [this](const ExpectedPacket& packet) { bear(packet); });
  for (const Injection& injection : injector.injections())
    if (unpack(injection.flit).head) begin(step, injection);
  for (const Delivery& delivery : network.deliveries()) deliver(step, delivery);
  report_ports(network, injector);
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
  const bool is_due =
      due != nullptr &&
      unpack(injection.flit, format_).tag == static_cast<std::uint32_t>(due->from) &&
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
  take(step, delivery, worm_of(delivery));
}

// Over the only port worms from all sides come in turns.
TrafficScoreboard::Worm& TrafficScoreboard::worm_of(const Delivery& delivery) {
  if (has_one_port())
    return named_[{delivery.node, std::uint64_t{unpack(delivery.flit, format_).tag} << 32 |
                                      packet_of(delivery.flit)}];
  const std::size_t place = index_of(delivery.node) - own_.first;
  const std::size_t port = place * wiring_.pe_ports() + delivery.port;
  return worms_[port * lanes_ + lane_of(delivery.flit)];
}

// A flit out of place is counted and the packet goes on from it, so that one draws one sentence.
void TrafficScoreboard::take(Step step, const Delivery& delivery, Worm& worm) {
  const FlitFields f = unpack(delivery.flit, format_);
  if (f.head) {
    if (worm.slot)
      wrong(step + 1, delivery.node, delivery.flit, "comes before the last one's tail");
    const auto port = has_one_port() ? std::nullopt : std::optional(delivery.port);
    worm = {flights_.find_arrived(delivery.node, port, delivery.flit), 0};
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
  const Node to = life.packet.to;
  life.arrived = step + 1;
  if (worm.flits != life.packet.flits)
    wrong(step + 1, life.packet.to, tail,
          fmt::format("is a tail, after {} of {} flits", worm.flits, life.packet.flits));
  ++arrived_;
  note_order(life.packet);
  for (PacketObserver* observer : observers_) observer->on_arrived(life);
  flights_.end(*worm.slot);
  worm = {};
  if (has_one_port())
    named_.erase({to, std::uint64_t{unpack(tail, format_).tag} << 32 | packet_of(tail)});
}

void TrafficScoreboard::note_order(const ExpectedPacket& packet) {
  std::int64_t& latest = latest_.try_emplace(way_name(packet), -1).first->second;
  if (packet.number < latest) ++overtaken_;
  latest = std::max(latest, packet.number);
}

void TrafficScoreboard::wrong(Step step, Node where, RawFlit flit, const std::string& what) {
  flit_error(fmt::format("step {}: {}: {} {}", step, wiring_.torus().name(where),
                         text_of(flit, format_), what));
}

void TrafficScoreboard::close(Step last) {
  pending_.bear(last, [this](const ExpectedPacket& packet) { bear(packet); });
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
    const std::size_t later = packets.size() - 1;
    const std::string more =
        later == 0 ? "" : fmt::format(", and {} later {}", later, later == 1 ? "one" : "ones");
    never_came(fmt::format("{} never begins{}", text_of(*first), more), flits);
  }
}

void TrafficScoreboard::write_to(std::string& bytes) const {
  write_book(bytes);
  for (const std::int64_t count :
       {born_, local_, arrived_, overtaken_, delivered_flits_, expected_flits_})
    bytes::put(bytes, count);
  bytes::put(bytes, are_all_born());
}

void TrafficScoreboard::add_from(bytes::Reader& reader) {
  add_book(reader);
  for (std::int64_t* count :
       {&born_, &local_, &arrived_, &overtaken_, &delivered_flits_, &expected_flits_})
    *count += reader.take<std::int64_t>();
  others_are_all_born_ = reader.take<bool>() && others_are_all_born_;
}

}  // namespace flitwise::check
