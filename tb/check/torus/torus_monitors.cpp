#include "tb/check/torus/torus_monitors.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace flitwise::check {
namespace {

std::string describe(const std::tuple<Node, std::uint32_t, Node>& name) {
  return fmt::format("message {} of PE {}", std::get<1>(name), std::get<0>(name));
}

// Of a flit that a PE gets, its message: by receiver, source and number.
std::uint64_t message_of(const Delivery& delivery) {
  constexpr int kWormBits = kAddressBits + kPacketBits;
  return static_cast<std::uint64_t>(delivery.node) << kWormBits |
         std::uint64_t{unpack(delivery.flit).tag} << kPacketBits | packet_of(delivery.flit);
}

}  // namespace

TorusMeter::TorusMeter(Node nodes, Node source, Flits text, Step receive_overhead,
                       ArrivalsOf arrivals)
    : text_(text),
      receive_overhead_(receive_overhead),
      arrivals_of_(arrivals),
      arrivals_(index_of(nodes)),
      whole_(index_of(nodes), 0),
      senders_(index_of(nodes)) {
  arrivals_[index_of(source)] = 0;
}

void TorusMeter::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
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
  const auto message = open_.try_emplace(message_of(delivery), 0).first;
  ++message->second;
  if (!f.tail) return;
  last_tail_ = step;
  // What scoreboards refuse may bear the number of no node.
  const auto whose =
      arrivals_of_ == ArrivalsOf::kSenders ? f.tag % arrivals_.size() : index_of(delivery.node);
  whole_[whose] += message->second;
  open_.erase(message);
  std::optional<std::int64_t>& arrival = arrivals_[whose];
  if (arrival || whole_[whose] < text_) return;
  arrival = step + receive_overhead_;
  senders_[index_of(delivery.node)].informed = round_of_[{f.tag, packet_of(delivery.flit)}];
}

TorusScoreboard::TorusScoreboard(const std::vector<ExpectedWorm>& expected) {
  for (const ExpectedWorm& worm : expected) {
    const auto number = static_cast<std::uint32_t>(worm.packet) % (1U << kPacketBits);
    ++due_[{worm.from, number, worm.to}][worm.flits];
    expected_total_ += worm.flits;
  }
}

void TorusScoreboard::on_edge(Step step, const Network& network, const Injector& injector) {
  for (const Delivery& delivery : network.deliveries()) take(step, delivery);
  report_ports(network, injector);
}

// A flit out of place is counted and the message goes on from it, so that one draws one sentence.
void TorusScoreboard::take(Step step, const Delivery& delivery) {
  const FlitFields f = unpack(delivery.flit);
  const Name name{static_cast<Node>(f.tag), packet_of(delivery.flit), delivery.node};
  const auto wrong = [&](const std::string& what) {
    flit_error(fmt::format("step {}: PE {} receives {} of {}{}", step + 1, delivery.node,
                           f.head ? "the head" : fmt::format("flit {}", f.payload), describe(name),
                           what));
  };
  auto position = open_.find(message_of(delivery));
  if (position == open_.end()) {
    const auto due = due_.find(name);
    if (due == due_.end() || due->second.empty()) return wrong(", which it is not to have");
    position = open_.emplace(message_of(delivery), 0).first;
  }
  const Flits index = ++position->second;
  if (f.head != (index == 1))
    wrong(f.head ? " before the tail of the last one" : " before its head");
  else if (!f.head && f.payload != static_cast<std::uint32_t>(index))
    wrong(fmt::format(", but flit {} is due", index));
  else
    ++delivered_;
  if (!f.tail) return;
  open_.erase(position);
  finish(step, name, index);
}

void TorusScoreboard::finish(Step step, const Name& name, Flits flits) {
  auto& lengths = due_[name];
  const auto same = lengths.find(flits);
  if (same == lengths.end()) {
    flit_error(fmt::format("step {}: PE {} receives {} flits of {}, which has {}", step + 1,
                           std::get<2>(name), flits, describe(name), lengths.begin()->first));
    return;
  }
  if (--same->second == 0) lengths.erase(same);
}

void TorusScoreboard::close() {
  for (const auto& [name, lengths] : due_) {
    for (const auto& [flits, times] : lengths) {
      never_came(fmt::format("PE {} never has all {} flits of {}", std::get<2>(name), flits,
                             describe(name)),
                 flits * times);
    }
  }
}

}  // namespace flitwise::check
