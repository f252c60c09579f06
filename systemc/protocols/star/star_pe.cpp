// star_pe.cpp: packets taken in flit by flit, and counted.
#include "systemc/protocols/star/star_pe.h"

#include <algorithm>

#include "systemc/protocols/star/star_packet.h"

namespace flitwise::protocols {
namespace {

std::string name_of_copy(Flits number, int tree) {
  return "packet " + std::to_string(number) + " in tree " + std::to_string(tree);
}

}  // namespace

StarCopies::StarCopies(const StarSettings& settings, Node source)
    : nodes_(settings.graph().size()),
      source_(source),
      packets_(static_cast<std::size_t>(settings.packets)),
      degree_(static_cast<std::size_t>(settings.degree())),
      belief_(settings.belief),
      trees_((source == kNoNode ? static_cast<std::size_t>(nodes_) : 1) * packets_),
      values_(trees_.size() * (belief_ == StarBelief::kMajority ? degree_ : 1)) {}

bool StarCopies::is_source(Node v) const {
  return source_ == kNoNode ? v >= 0 && v < nodes_ : v == source_;
}

std::size_t StarCopies::at(Node source, int packet) const {
  const std::size_t row = source_ == kNoNode ? static_cast<std::size_t>(source) : 0;
  return row * packets_ + static_cast<std::size_t>(packet);
}

void StarCopies::add(Node source, int packet, int tree, std::int64_t value) {
  std::uint8_t& trees = trees_[at(source, packet)];
  const auto port = static_cast<std::size_t>(tree - 2);
  if (belief_ == StarBelief::kMajority)
    values_[at(source, packet) * degree_ + port] = static_cast<std::uint16_t>(value);
  else if (trees == 0)
    values_[at(source, packet)] = static_cast<std::uint16_t>(value);
  trees = static_cast<std::uint8_t>(trees | 1U << port);
}

int StarCopies::count(Node source, int packet) const { return count_trees(trees(source, packet)); }

std::optional<std::int64_t> StarCopies::believed(Node source, int packet) const {
  const std::size_t entry = at(source, packet);
  if (trees_[entry] == 0) return std::nullopt;
  if (belief_ == StarBelief::kMajority) return majority(entry);
  return values_[entry];
}

std::optional<std::int64_t> StarCopies::majority(std::size_t entry) const {
  const unsigned trees = trees_[entry];
  for (std::size_t candidate = 0; candidate < degree_; ++candidate) {
    int votes = 0;
    for (std::size_t port = 0; port < degree_; ++port)
      if ((trees >> port & 1U) != 0 &&
          values_[entry * degree_ + port] == values_[entry * degree_ + candidate])
        ++votes;
    if ((trees >> candidate & 1U) != 0 && 2 * votes > count_trees(trees))
      return values_[entry * degree_ + candidate];
  }
  return std::nullopt;
}

StarPe::StarPe(const StarSettings& settings, Node self, Step skew, Node source)
    : settings_(settings),
      self_(self),
      skew_(skew),
      copies_(settings, source),
      book_(self),
      incoming_(static_cast<std::size_t>(settings.degree())) {}

unsigned StarPe::expected_trees(Node, int packet) const {
  return trees_of_packet(settings_, packet);
}

void StarPe::start(Outbox& outbox) {
  for (Node source = 0; source < graph().size(); ++source)
    for (int q = 0; q < settings_.packets && source != self_ && copies_.is_source(source); ++q)
      missing_ += count_trees(expected_trees(source, q));
  send_own(outbox);
}

void StarPe::receive(const Arrival& arrival, Outbox& outbox) {
  last_call_ = arrival.step;
  has_received_ = true;
  const int dimension = dimension_to(arrival.from);
  if (dimension == 0) {
    complain(arrival, "did not come from a neighbour");
    return;
  }
  Incoming& incoming = incoming_[static_cast<std::size_t>(dimension - 2)];
  if (arrival.index == 1) {
    if (incoming.is_open && settings_.loss == StarLoss::kNone)
      complain(arrival, "the packet before it has not ended");
    incoming = open(arrival, dimension, outbox);
  } else if (const auto fault = fault_of_body(arrival, incoming)) {
    complain(arrival, *fault);
    incoming.is_counted = false;
  }
  ++incoming.flits;
  if (!arrival.is_last && arrival.index < settings_.flits) return;
  if (arrival.is_last != (arrival.index == settings_.flits)) {
    complain(arrival, "not the end of a packet of " + counted(settings_.flits, "flit"));
    incoming.is_counted = false;
  }
  if (incoming.is_counted) close(arrival, incoming, outbox);
  incoming.is_open = false;
}

StarPe::Incoming StarPe::open(const Arrival& arrival, int dimension, Outbox& outbox) {
  Incoming incoming;
  incoming.is_open = true;
  StarHead& head = incoming.head;
  head.source = arrival.message;
  head.tree = header_tree(arrival.kind, arrival.header);
  std::optional<std::string> fault;
  if (arrival.kind != kind()) {
    fault = "expected " + std::string(name_of(kind())) + " packets only";
  } else if (head.tree > settings_.order()) {
    fault = "there is no tree " + std::to_string(head.tree);
  } else if (take_control(arrival, outbox)) {
    return incoming;
  } else if (head.source == self_ || !copies_.is_source(head.source)) {
    fault = "no packets of " + pe_name(head.source) + " should come here";
  } else {
    head.address = graph().relative(self_, head.source);
    read(arrival, head);
    fault = fault_of(dimension, head);
  }
  if (fault) {
    complain(arrival, *fault);
    return incoming;
  }
  const std::optional<Step> step = due(head);
  if (step && !is_in_time(arrival, &head, *step)) return incoming;
  incoming.is_counted = true;
  relay(arrival, head, outbox);
  return incoming;
}

std::optional<std::string> StarPe::fault_of(int dimension, const StarHead& head) const {
  const int parent = trees().parent_dimension(head.address, head.tree);
  if (parent != dimension)
    return "tree " + std::to_string(head.tree) + " of " + pe_name(head.source) +
           " comes here from " + pe_name(graph().neighbour(self_, parent));
  return head.number == kStarNoNumber ? std::nullopt : fault_of_copy(head, head.number);
}

std::optional<std::string> StarPe::fault_of_copy(const StarHead& head, Flits number) const {
  const auto name = [&] { return name_of_copy(number, head.tree); };
  const auto is_in = [&](unsigned trees) { return (trees >> (head.tree - 2) & 1U) != 0; };
  const int q = static_cast<int>(number);
  if (number < 0 || number >= settings_.packets || !is_in(expected_trees(head.source, q)))
    return "there is no " + name();
  if (is_in(copies_.trees(head.source, q))) return name() + " has come before";
  return std::nullopt;
}

bool StarPe::is_in_time(const Arrival& arrival, const StarHead* copy, Step packet_step) {
  const Step due = cycle(packet_step) + settings_.latency.link - 1;
  if (arrival.step == due) return true;
  const auto what = [&] {
    return copy == nullptr ? "acknowledgement" : name_of_copy(copy->number, copy->tree);
  };
  if (!has_lost_lockstep_)
    complain(arrival, what() + " is due in cycle " + std::to_string(due) + ", lockstep is broken");
  has_lost_lockstep_ = true;
  return false;
}

std::optional<std::string> StarPe::fault_of_body(const Arrival& arrival,
                                                 const Incoming& incoming) const {
  if (!incoming.is_open) return "belongs to no packet";
  if (arrival.index != incoming.flits + 1)
    return "expected flit " + std::to_string(incoming.flits + 1);
  const StarHead& head = incoming.head;
  if (!incoming.is_counted) return std::nullopt;
  if (arrival.message != head.source) return "inside a packet of " + pe_name(head.source);
  if (head.number != kStarNoNumber && arrival.stream != head.number)
    return "of packet " + std::to_string(arrival.stream) + " inside packet " +
           std::to_string(head.number);
  return std::nullopt;
}

void StarPe::close(const Arrival& arrival, const Incoming& incoming, Outbox& outbox) {
  const StarHead& head = incoming.head;
  Flits number = head.number;
  if (number == kStarNoNumber) number = settings_.flits > 1 ? arrival.stream : next_number(head);
  if (const auto fault = fault_of_copy(head, number)) {
    complain(arrival, *fault);
    return;
  }
  copies_.add(head.source, static_cast<int>(number), head.tree,
              settings_.flits > 1 ? arrival.value : head.value);
  --missing_;
  relay_whole(arrival, head, outbox);
}

Flits StarPe::next_number(const StarHead& head) const {
  int q = 0;
  while (q < settings_.packets && (copies_.trees(head.source, q) >> (head.tree - 2) & 1U) != 0) ++q;
  return q;
}

void StarPe::send(Transmission packet, int dimension, Step now, Step cycle, Outbox& outbox) {
  packet.via = graph().neighbour(self_, dimension);
  packet.after = cycle - now;
  packet.length = settings_.flits;
  last_sent_ = std::max(last_sent_, cycle + settings_.flits - 1);
  outbox.send(packet);
}

int StarPe::dimension_to(Node neighbour) const {
  for (int d = 2; d <= settings_.order(); ++d)
    if (graph().neighbour(self_, d) == neighbour) return d;
  return 0;
}

PeState StarPe::state_at(Step now) const {
  if (now < last_sent_) return PeState::kDispatching;
  const bool has_all = missing_ == 0 || settings_.loss == StarLoss::kExpected;
  if (has_all && !is_waiting_for_control()) return PeState::kDone;
  return has_received_ ? PeState::kCollecting : PeState::kDormant;
}

std::vector<std::string> StarPe::waiting_for() const {
  if (settings_.loss == StarLoss::kExpected) return {};
  std::vector<std::int64_t> copies(incoming_.size());
  std::vector<std::int64_t> sources(incoming_.size());
  std::vector<Node> last_source(incoming_.size(), kNoNode);
  for (Node source = 0; source < graph().size() && missing_ > 0; ++source) {
    if (source == self_ || !copies_.is_source(source)) continue;
    const Node address = graph().relative(self_, source);
    for (int q = 0; q < settings_.packets; ++q) {
      const unsigned missing = expected_trees(source, q) & ~copies_.trees(source, q);
      for (int tree = 2; tree <= settings_.order(); ++tree) {
        if ((missing >> (tree - 2) & 1U) == 0) continue;
        const auto port = static_cast<std::size_t>(trees().parent_dimension(address, tree) - 2);
        ++copies[port];
        if (last_source[port] != source) ++sources[port];
        last_source[port] = source;
      }
    }
  }
  std::vector<std::string> waiting;
  for (std::size_t port = 0; port < copies.size(); ++port)
    if (copies[port] > 0)
      waiting.push_back(counted(copies[port], "packet") + " of " +
                        (sources[port] == 1 ? pe_name(last_source[port])
                                            : std::to_string(sources[port]) + " PEs") +
                        " from " + pe_name(graph().neighbour(self_, static_cast<int>(port) + 2)));
  return waiting;
}

}  // namespace flitwise::protocols
