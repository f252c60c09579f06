#include "tb/check/torus/torus_meter.h"

#include <algorithm>

namespace flitwise::check {
TorusMeter::TorusMeter(Node nodes, Node source, Flits text, Step receive_overhead)
    : text_(text),
      receive_overhead_(receive_overhead),
      arrivals_(index_of(nodes)),
      whole_(index_of(nodes), 0),
      senders_(index_of(nodes)) {
  arrivals_[index_of(source)] = 0;
}

void TorusMeter::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  if (!transfers.empty()) quiesce_ = step;
  flit_hops_ += static_cast<std::int64_t>(transfers.size());
  for (const LinkTransfer& transfer : transfers) {
    const FlitFields f = unpack(transfer.flit);
    // No message comes back to its source, so this is its first link.
    if (f.head && static_cast<Node>(f.tag) == transfer.from)
      depart(step, {f.tag, packet_of(transfer.flit)});
  }
}

void TorusMeter::depart(Step step, const Worm& worm) {
  if (step != last_departure_) ++departures_;
  last_departure_ = step;
  Sender& sender = senders_[worm.first];
  if (step != sender.last) sender.active = std::max(sender.informed, sender.active) + 1;
  sender.last = step;
  rounds_ = std::max(rounds_, sender.active);
  round_of_[worm] = sender.active;
}

void TorusMeter::on_edge(Step step, const Network& network, const Injector&) {
  for (const Delivery& delivery : network.deliveries()) take(step + 1, delivery);
}

void TorusMeter::take(Step step, const Delivery& delivery) {
  const FlitFields f = unpack(delivery.flit);
  const Worm worm{f.tag, packet_of(delivery.flit)};
  const auto message = open_.try_emplace({delivery.node, worm}, 0).first;
  ++message->second;
  if (!f.tail) return;
  last_tail_ = step;
  whole_[index_of(delivery.node)] += message->second;
  open_.erase(message);
  std::optional<std::int64_t>& arrival = arrivals_[index_of(delivery.node)];
  if (arrival || whole_[index_of(delivery.node)] < text_) return;
  arrival = step + receive_overhead_;
  senders_[index_of(delivery.node)].informed = round_of_[worm];
}

}  // namespace flitwise::check
