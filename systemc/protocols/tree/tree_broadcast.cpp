#include "systemc/protocols/tree/tree_broadcast.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

namespace flitwise::protocols {

BroadcastRelay::BroadcastRelay(BroadcastSeat seat, Flits length, const BroadcastVariant& variant)
    : seat_(std::move(seat)),
      length_(length),
      packet_(variant.packet),
      ports_(variant.ports),
      pace_(variant.pace) {}

Flits BroadcastRelay::packet_length(Flits head) const {
  return std::min(packet_, length_ - head + 1);
}

void BroadcastRelay::relay(Flits index, Step now, Outbox& outbox) {
  const Flits offset = (index - 1) % packet_;
  const Flits flits = packet_length(index - offset);
  const auto children = static_cast<Step>(seat_.children.size());
  const Step turns = ports_ == Ports::kSingle ? children : std::min<Step>(children, 1);
  const Step stages = seat_.parent == kNoNode ? 0 : seat_.router - 1;
  if (is_head(index)) {
    start_ = std::max(now + stages, busy_until_);
    busy_until_ = start_ + turns * pace_.of_message(flits);
  }
  Transmission copy;
  copy.first = index;
  copy.has_head = is_head(index);
  copy.has_tail = is_tail(index);
  const Step within = pace_.setup + pace_.of_flits(offset + 1);  // of its turn until it leaves
  Step turn = 0;
  for (const Node child : seat_.children) {
    copy.destination = child;
    copy.via = link_to(ports_, child);
    copy.message = child;
    copy.after = std::max<Step>(1 + stages, start_ + turn * pace_.of_message(flits) + within - now);
    outbox.send(copy);
    if (ports_ == Ports::kSingle) ++turn;
  }
}

BroadcastRoot::BroadcastRoot(BroadcastSeat seat, Flits length, const BroadcastVariant& variant)
    : relay_(std::move(seat), length, variant), book_(relay_.seat().self) {}

void BroadcastRoot::start(Outbox& outbox) {
  for (Flits index = 1; index <= relay_.length(); ++index) relay_.relay(index, 0, outbox);
}

void BroadcastRoot::receive(const Arrival& arrival, Outbox&) {
  book_.about(arrival, "the root of a broadcast expects nothing");
}

PeState BroadcastRoot::state_at(Step now) const {
  return now < relay_.last_sent() ? PeState::kDispatching : PeState::kDone;
}

BroadcastPe::BroadcastPe(BroadcastSeat seat, Flits length, const BroadcastVariant& variant)
    : relay_(std::move(seat), length, variant), book_(relay_.seat().self) {}

std::optional<std::string> BroadcastPe::fault_of(const Arrival& arrival) const {
  if (arrival.kind != FlitKind::kData) return "a PE of a broadcast expects data only";
  if (arrival.message != relay_.seat().self) return "meant for another PE";
  if (arrival.from != relay_.seat().parent) return "did not come from the parent";
  if (taken_ == relay_.length()) return "the message was complete";
  if (arrival.index != taken_ + 1) return "expected flit " + std::to_string(taken_ + 1);
  if (arrival.is_last != relay_.is_tail(arrival.index))
    return arrival.is_last ? "marked as the last one of its packet"
                           : "not marked as the last one of its packet";
  if (!relay_.is_head(arrival.index) && arrival.step != last_arrival_ + relay_.flit_time())
    return "came " + std::to_string(arrival.step - last_arrival_) + " steps after the one before";
  return std::nullopt;
}

void BroadcastPe::receive(const Arrival& arrival, Outbox& outbox) {
  if (const std::optional<std::string> fault = fault_of(arrival)) {
    book_.about(arrival, *fault);
    return;
  }
  ++taken_;
  last_arrival_ = arrival.step;
  relay_.relay(arrival.index, arrival.step, outbox);
}

PeState BroadcastPe::state_at(Step now) const {
  if (taken_ == 0) return PeState::kDormant;
  if (taken_ < relay_.length()) return PeState::kCollecting;
  return now < relay_.last_sent() ? PeState::kDispatching : PeState::kDone;
}

std::vector<std::string> BroadcastPe::waiting_for() const {
  const Flits missing = relay_.length() - taken_;
  if (missing == 0) return {};
  return {counted(missing, "more flit") + " of the message of the root"};
}

std::vector<std::vector<Node>> broadcast_orders(const PlacedTree& placed, ChildOrder order,
                                                Flits packet, Pace pace,
                                                const TreeLatency& latency) {
  const Tree& tree = placed.tree;
  std::vector<std::vector<Node>> orders(placed.pe_of.size());
  // Steps from when a PE's first flit could have come over a link of one step until all below it
  // have had theirs, by PE of the tree.
  std::vector<Step> telling(index_of(tree.size()), 0);
  const std::vector<Node>& down = tree.depth_first();
  for (auto pe = down.rbegin(); pe != down.rend(); ++pe) {
    std::vector<Node> children = tree.children(*pe);
    const auto time = [&](Node child) { return telling[index_of(child)]; };
    if (order == ChildOrder::kLargestFirst)
      std::stable_sort(children.begin(), children.end(),
                       [&](Node a, Node b) { return time(a) > time(b); });
    Step turn = pace.of_message(1);
    Step& longest = telling[index_of(*pe)];
    for (const Node child : children) {
      longest = std::max(longest, turn + time(child));
      turn += pace.of_message(packet);
    }
    if (!children.empty() && *pe != 0) longest += latency.router_of(*pe) - 1;
    longest += latency.down_to(*pe) - 1;
    orders[static_cast<std::size_t>(placed.node(*pe))] = placed.nodes_of(std::move(children));
  }
  return orders;
}

Protocols make_tree_broadcast(const PlacedTree& tree, Flits length,
                              const BroadcastVariant& variant) {
  if (variant.packet < 1 || variant.packet > length)
    throw std::invalid_argument("a packet must have 1 to " + std::to_string(length) +
                                " flits, got " + std::to_string(variant.packet));
  std::vector<std::vector<Node>> orders =
      broadcast_orders(tree, variant.order, variant.packet, variant.pace, variant.latency);
  Protocols protocols;
  for (Node v = 0; v < tree.nodes(); ++v) {
    const bool is_root = v == tree.root();
    const Node pe = tree.pe_of[index_of(v)];
    BroadcastSeat seat{v, is_root ? kNoNode : tree.parent(v), std::move(orders[index_of(v)]),
                       variant.latency.router_of(pe)};
    if (is_root)
      protocols.push_back(std::make_unique<BroadcastRoot>(std::move(seat), length, variant));
    else
      protocols.push_back(std::make_unique<BroadcastPe>(std::move(seat), length, variant));
  }
  return protocols;
}

}  // namespace flitwise::protocols
