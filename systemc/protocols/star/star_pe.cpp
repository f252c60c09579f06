#include "systemc/protocols/star/star_pe.h"

#include <algorithm>

#include "systemc/protocols/star/star_packet.h"

namespace flitwise::protocols {
namespace {

std::string name_of_copy(const StarHead& head) {
  return "packet " + std::to_string(head.number) + " in tree " + std::to_string(head.tree);
}

}  // namespace

StarPe::StarPe(const StarSettings& settings, Node self, Step skew, Node source)
    : settings_(settings),
      self_(self),
      skew_(skew),
      copies_(settings, source),
      book_(self),
      incoming_(static_cast<std::size_t>(settings.degree())) {}

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
  if (step && !is_in_time(arrival, name_of_copy(head), *step)) return incoming;
  incoming.is_counted = true;
  relay(arrival, head, outbox);
  return incoming;
}

std::optional<std::string> StarPe::fault_of(int dimension, const StarHead& head) const {
  const int parent = trees().parent_dimension(head.address, head.tree);
  if (parent != dimension)
    return "tree " + std::to_string(head.tree) + " of " + pe_name(head.source) +
           " comes here from " + pe_name(graph().neighbour(self_, parent));
  const std::string name = name_of_copy(head);
  if (head.number != kStarNoNumber) {
    if (head.number < 0 || head.number >= settings_.packets ||
        (expected_trees(head.source, static_cast<int>(head.number)) >> (head.tree - 2) & 1U) == 0)
      return "there is no " + name;
    const unsigned seen = copies_.trees(head.source, static_cast<int>(head.number));
    if ((seen >> (head.tree - 2) & 1U) != 0) return name + " has come before";
  }
  return std::nullopt;
}

bool StarPe::is_in_time(const Arrival& arrival, const std::string& what, Step packet_step) {
  const Step due = cycle(packet_step);
  if (arrival.step == due) return true;
  if (!has_lost_lockstep_)
    complain(arrival, what + " is due in cycle " + std::to_string(due) + ", lockstep is broken");
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
  const std::int64_t value = settings_.flits > 1 ? arrival.value : head.value;
  if (number < 0 || number >= settings_.packets ||
      (expected_trees(head.source, static_cast<int>(number)) >> (head.tree - 2) & 1U) == 0) {
    complain(arrival, "there is no packet " + std::to_string(number) + " in tree " +
                          std::to_string(head.tree));
  } else if (!copies_.add(head.source, static_cast<int>(number), head.tree, value)) {
    complain(arrival, "packet " + std::to_string(number) + " in tree " + std::to_string(head.tree) +
                          " has come before");
  } else {
    --missing_;
    relay_whole(arrival, head, outbox);
  }
}

Flits StarPe::next_number(const StarHead& head) const {
  int q = 0;
  while (q < settings_.packets && (copies_.trees(head.source, q) >> (head.tree - 2) & 1U) != 0) ++q;
  return q;
}

std::optional<Step> StarPe::packet_step(Step cycle) const {
  const Step since_start = cycle - skew_;
  if (since_start < settings_.flits || since_start % settings_.flits != 0) return std::nullopt;
  return since_start / settings_.flits;
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
