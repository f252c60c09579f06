#include "tests/protocols/star/star_network.h"

#include <algorithm>
#include <memory>

#include "systemc/protocols/timed_protocol.h"

namespace flitwise::protocols::test {
namespace {

constexpr std::uint64_t kRoute = (std::uint64_t{1} << 33) - 1;

std::uint64_t symbol_at(std::uint64_t address, int position) {
  return address >> (3 * (position - 1)) & 7U;
}

/// A broadcast head after a hop in `dimension`.
std::uint64_t swapped(std::uint64_t header, int dimension) {
  const std::uint64_t change = symbol_at(header, 1) ^ symbol_at(header, dimension);
  return header ^ change ^ change << (3 * (dimension - 1));
}

Node address_of(const StarGraph& graph, std::uint64_t header) {
  Permutation u;
  for (int q = 1; q <= graph.order(); ++q) u.push_back(static_cast<int>(symbol_at(header, q)) + 1);
  return graph.node(u);
}

std::string link_name(Node from, Node to) {
  return std::to_string(from) + "-" + std::to_string(to);
}

}  // namespace

std::string StarRecord::faults() const {
  std::string text;
  std::size_t lines = 0;
  for (const auto* list : {&wrong, &complaints, &waiting})
    for (const std::string& line : *list)
      if (++lines <= 5) text += line + "\n";
  return text;
}

class StarNetwork::Port final : public Outbox {
 public:
  Port(StarNetwork& network, Node from) : network_(network), from_(from) {}
  void send(const Transmission& transmission) override { network_.accept(from_, transmission); }

 private:
  StarNetwork& network_;
  Node from_;
};

StarNetwork::StarNetwork(const StarSettings& settings, std::vector<PeProtocol*> pes,
                         StarFaults faults)
    : settings_(settings),
      trees_(*settings.trees),
      graph_(settings.graph()),
      pes_(std::move(pes)),
      faults_(std::move(faults)),
      flits_(settings.flits),
      busy_until_(static_cast<std::size_t>(graph_.size() * (graph_.order() + 1))) {}

StarRecord StarNetwork::run() {
  for (Node v = 0; v < graph_.size(); ++v) {
    Port port(*this, v);
    pes_[static_cast<std::size_t>(v)]->start(port);
    set_alarm(v);
  }
  while (!calendar_.empty()) {
    now_ = calendar_.begin()->first;
    Cycle& cycle = calendar_.begin()->second;
    for (const Node v : cycle.alarms) {
      Port port(*this, v);
      dynamic_cast<TimedProtocol&>(*pes_[static_cast<std::size_t>(v)]).wake(now_, port);
      set_alarm(v);
    }
    for (const Packet& packet : cycle.packets) cross(packet);
    for (const Delivery& delivery : cycle.deliveries) {
      Port port(*this, delivery.to);
      pes_[static_cast<std::size_t>(delivery.to)]->receive(delivery.arrival, port);
      set_alarm(delivery.to);
    }
    calendar_.erase(calendar_.begin());
  }
  record_.steps = packet_step(last_);
  record_.max_buffer = max_buffer();
  for (Node v = 0; v < graph_.size(); ++v) {
    const PeProtocol& pe = *pes_[static_cast<std::size_t>(v)];
    for (const std::string& text : pe.complaints()) record_.complaints.push_back(text);
    for (const std::string& text : pe.waiting_for())
      record_.waiting.push_back("PE " + std::to_string(v) + ": " + text);
  }
  return record_;
}

// One that is no longer wanted wakes a PE too soon, which does nothing then.
void StarNetwork::set_alarm(Node v) {
  const auto* timed = dynamic_cast<const TimedProtocol*>(pes_[static_cast<std::size_t>(v)]);
  if (timed == nullptr || !timed->next_wake()) return;
  if (*timed->next_wake() > now_) calendar_[*timed->next_wake()].alarms.insert(v);
}

void StarNetwork::accept(Node from, const Transmission& transmission) {
  const std::string name =
      "cycle " + std::to_string(now_) + ", link " + link_name(from, transmission.via);
  int dimension = 2;
  while (dimension <= graph_.order() && graph_.neighbour(from, dimension) != transmission.via)
    ++dimension;
  if (dimension > graph_.order() || transmission.length != flits_ || transmission.after < 1) {
    record_.wrong.push_back(name + ": impossible transmission");
    return;
  }
  if (transmission.after < flits_) record_.wrong.push_back(name + ": handed over too late");
  const bool is_flood = transmission.kind == FlitKind::kFlood;
  if (!is_flood && (transmission.header & 7U) != static_cast<std::uint64_t>(dimension - 1))
    record_.wrong.push_back(name + ": route begins with another port");
  if (is_flood &&
      graph_.absolute(address_of(graph_, transmission.header), transmission.message) != from)
    record_.wrong.push_back(name + ": the address is another node's");
  Packet packet;
  packet.kind = transmission.kind;
  packet.header = transmission.header;
  packet.header = is_flood ? swapped(packet.header, dimension)
                           : (packet.header & ~kRoute) | ((packet.header & kRoute) >> 3);
  packet.source = transmission.message;
  packet.number = transmission.stream;
  packet.value = transmission.value;
  packet.from = from;
  packet.dimension = dimension;
  const Step first = now_ + transmission.after;
  if (!is_flood && from != transmission.message) {
    const auto held =
        holdings_.find(name_of_copy(from, packet.source, packet.header, packet.number));
    if (held != holdings_.end())
      held->second.until = std::max(held->second.until, packet_step(first));
  }
  calendar_[first].packets.push_back(packet);
}

void StarNetwork::cross(const Packet& packet) {
  const Node to = graph_.neighbour(packet.from, packet.dimension);
  if (is_blocked(packet.from, to)) return;
  Step& busy_until =
      busy_until_[static_cast<std::size_t>(packet.from * (graph_.order() + 1) + packet.dimension)];
  if (busy_until >= now_)
    record_.wrong.push_back("cycle " + std::to_string(now_) + ", link " +
                            link_name(packet.from, to) + ": used twice");
  busy_until = now_ + flits_ - 1;
  last_ = std::max(last_, busy_until);
  const bool is_flood = packet.kind == FlitKind::kFlood;
  const auto next = static_cast<int>(packet.header & 7U);
  const bool is_acknowledgement = !is_flood && next == 0 && (packet.header >> 29 & 1U) != 0;
  if (!is_acknowledgement) record_.last_packet = packet_step(busy_until);
  ++(is_acknowledgement ? record_.acknowledgements : record_.transmissions);
  if (!is_flood && next != 0) {
    forward(packet, to, next + 1);
    return;
  }
  deliver(packet, to);
  if (is_flood) {
    const Node u = address_of(graph_, packet.header);
    for (const int d : trees_.child_dimensions(u, 2 + static_cast<int>(packet.header >> 21 & 7U)))
      forward(packet, to, d);
  } else if (!is_acknowledgement) {
    holdings_[name_of_copy(to, packet.source, packet.header, packet.number)] = {
        to, packet.dimension, packet_step(now_), packet_step(now_)};
  }
}

void StarNetwork::forward(Packet packet, Node at, int dimension) {
  packet.header = packet.kind == FlitKind::kFlood
                      ? swapped(packet.header, dimension)
                      : (packet.header & ~kRoute) | ((packet.header & kRoute) >> 3);
  packet.from = at;
  packet.dimension = dimension;
  calendar_[now_ + flits_].packets.push_back(packet);
}

void StarNetwork::deliver(const Packet& packet, Node to) {
  for (Flits index = 1; index <= flits_; ++index) {
    Delivery delivery;
    delivery.to = to;
    delivery.arrival.step = now_ + index - 1;
    delivery.arrival.kind = packet.kind;
    delivery.arrival.from = packet.from;
    delivery.arrival.message = packet.source;
    delivery.arrival.index = index;
    delivery.arrival.is_last = index == flits_;
    if (index == 1) {
      delivery.arrival.header = packet.header;
      delivery.arrival.stream = -1;
    } else {
      delivery.arrival.value = packet.value;
      delivery.arrival.stream = packet.number;
    }
    calendar_[delivery.arrival.step].deliveries.push_back(delivery);
  }
}

bool StarNetwork::is_dead(Node v) const { return faults_.nodes.count(v) > 0; }

bool StarNetwork::is_blocked(Node from, Node to) const {
  if (packet_step(now_) < faults_.from_step) return false;
  return is_dead(from) || is_dead(to) ||
         faults_.links.count({std::min(from, to), std::max(from, to)}) > 0;
}

Step StarNetwork::packet_step(Step cycle) const { return cycle / flits_; }

std::uint64_t StarNetwork::name_of_copy(Node at, Node source, std::uint64_t route_header,
                                        Flits number) const {
  const std::uint64_t tree = route_header >> 33;
  return ((static_cast<std::uint64_t>(at) * 8192 + static_cast<std::uint64_t>(source)) * 8 + tree) *
             4096 +
         static_cast<std::uint64_t>(number);
}

int StarNetwork::max_buffer() const {
  // A place that is freed by a departure can be taken in the same step.
  std::map<std::pair<std::pair<Node, int>, Step>, int> changes;
  for (const auto& [name, held] : holdings_) {
    if (held.until == held.from) continue;
    ++changes[{{held.node, held.port}, held.from}];
    --changes[{{held.node, held.port}, held.until}];
  }
  int most = 0;
  int stored = 0;
  for (const auto& [key, change] : changes) most = std::max(most, stored += change);
  return most;
}

StarSettings star_settings(int n, StarRule rule, int packets, int copies, int flits) {
  static std::map<std::pair<int, StarRule>, std::shared_ptr<const StarTrees>> known;
  std::shared_ptr<const StarTrees>& trees = known[{n, rule}];
  if (!trees) trees = std::make_shared<const StarTrees>(StarGraph(n), rule);
  StarSettings settings;
  settings.trees = trees;
  settings.packets = packets;
  settings.copies = copies;
  settings.flits = flits;
  return settings;
}

}  // namespace flitwise::protocols::test
