#include "tb/check/torus/torus_monitors.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace flitwise::check {
namespace {

std::string describe(const std::tuple<Node, std::uint32_t, Node>& name) {
  return fmt::format("message {} of PE {}", std::get<1>(name), std::get<0>(name));
}

constexpr std::int64_t kNever = -1;  // of an arrival, among bytes

// A message by its source and number, and by its receiver, too.
std::uint64_t worm_of(std::uint32_t source, std::uint32_t number) {
  return std::uint64_t{source} << kPacketBits | number;
}

std::uint64_t message_of(Node receiver, std::uint64_t worm, FlitFormat format) {
  return static_cast<std::uint64_t>(receiver) << (format.tag + kPacketBits) | worm;
}

}  // namespace

TorusMeter::TorusMeter(Node nodes, Node source, Flits text, Step receive_overhead,
                       ArrivalsOf arrivals, FlitFormat format)
    : text_(text),
      receive_overhead_(receive_overhead),
      arrivals_of_(arrivals),
      format_(format),
      arrivals_(index_of(nodes)),
      whole_(index_of(nodes), 0),
      senders_(index_of(nodes)) {
  arrivals_[index_of(source)] = 0;
}

void TorusMeter::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  flit_hops_ += static_cast<std::int64_t>(transfers.size());
  for (const LinkTransfer& transfer : transfers) {
    const FlitFields f = unpack(transfer.flit, format_);
    // No message comes back to its source, so this is its first link.
    if (!f.head) continue;
    const Worm worm = worm_of(f.tag, packet_of(transfer.flit));
    if (static_cast<Node>(f.tag) == transfer.from) depart(step, transfer.from, worm);
    if (!own_.holds(transfer.to)) tell(transfer.to, worm);
  }
}

void TorusMeter::watch(NodeRange own, RankPost& post) {
  own_ = own;
  post_ = &post;
}

// Its receiver, if it is informed by it, is in the next round.
void TorusMeter::tell(Node to, Worm worm) {
  const auto round = round_of_.find(worm);
  if (round != round_of_.end()) bytes::put(post_->said, Crossing{worm, to, round->second});
}

void TorusMeter::hear() {
  if (post_ == nullptr) return;
  for (const std::string_view said : post_->heard)
    for (bytes::Reader reader(said); !reader.is_done();) {
      const auto crossing = reader.take<Crossing>();
      if (own_.holds(crossing.to)) round_of_[crossing.worm] = crossing.round;
    }
}

void TorusMeter::depart(Step step, Node source, Worm worm) {
  if (departures_.empty() || step != departures_.back()) departures_.push_back(step);
  Sender& sender = senders_[index_of(source)];
  if (step != sender.last) sender.active = std::max(sender.informed, sender.active) + 1;
  sender.last = step;
  rounds_ = std::max(rounds_, sender.active);
  round_of_[worm] = sender.active;
}

void TorusMeter::on_edge(Step step, const Network& network, const Injector&) {
  hear();
  for (const Delivery& delivery : network.deliveries()) take(step + 1, delivery);
}

void TorusMeter::take(Step step, const Delivery& delivery) {
  const FlitFields f = unpack(delivery.flit, format_);
  const Worm worm = worm_of(f.tag, packet_of(delivery.flit));
  const auto message = open_.try_emplace(message_of(delivery.node, worm, format_), 0).first;
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
  const auto round = round_of_.find(worm);
  senders_[index_of(delivery.node)].informed = round == round_of_.end() ? 0 : round->second;
}

void TorusMeter::write_to(std::string& bytes) const {
  const NodeRange own = own_.of(arrivals_.size());
  bytes::put(bytes, own);
  for (std::size_t node = own.first; node < own.end; ++node)
    bytes::put(bytes, arrivals_[node].value_or(kNever));
  bytes::put(bytes, last_tail_);
  bytes::put(bytes, quiesce_);
  bytes::put_all(bytes, departures_);
  bytes::put(bytes, rounds_);
  bytes::put(bytes, flit_hops_);
}

void TorusMeter::add_from(bytes::Reader& reader) {
  const auto theirs = reader.take<NodeRange>();
  for (std::size_t node = theirs.first; node < theirs.end; ++node) {
    const auto arrival = reader.take<std::int64_t>();
    arrivals_[node] = arrival == kNever ? std::nullopt : std::optional(arrival);
  }
  last_tail_ = std::max(last_tail_, reader.take<Step>());
  quiesce_ = std::max(quiesce_, reader.take<Step>());
  const std::vector<Step> departures = reader.take_all<Step>();
  std::vector<Step> all;
  std::set_union(departures_.begin(), departures_.end(), departures.begin(), departures.end(),
                 std::back_inserter(all));
  departures_ = std::move(all);
  rounds_ = std::max(rounds_, reader.take<int>());
  flit_hops_ += reader.take<std::int64_t>();
}

TorusScoreboard::TorusScoreboard(const std::vector<ExpectedWorm>& expected, FlitFormat format,
                                 NodeRange own)
    : format_(format) {
  for (const ExpectedWorm& worm : expected) {
    if (!own.holds(worm.to)) continue;
    const auto number = static_cast<std::uint32_t>(worm.packet) % (1U << kPacketBits);
    due_.emplace(key_of({worm.from, number, worm.to}), worm.flits);
    expected_total_ += worm.flits;
  }
}

std::uint64_t TorusScoreboard::key_of(const Name& name) const {
  const auto& [from, number, to] = name;
  return message_of(to, worm_of(static_cast<std::uint32_t>(from), number), format_);
}

TorusScoreboard::Name TorusScoreboard::name_of(std::uint64_t key) const {
  const std::uint64_t worm = key & ((std::uint64_t{1} << (format_.tag + kPacketBits)) - 1);
  return {static_cast<Node>(worm >> kPacketBits),
          static_cast<std::uint32_t>(worm & ((1U << kPacketBits) - 1)),
          static_cast<Node>(key >> (format_.tag + kPacketBits))};
}

void TorusScoreboard::on_edge(Step step, const Network& network, const Injector& injector) {
  for (const Delivery& delivery : network.deliveries()) take(step, delivery);
  report_ports(network, injector);
}

// A flit out of place is counted and the message goes on from it, so that one draws one sentence.
void TorusScoreboard::take(Step step, const Delivery& delivery) {
  const FlitFields f = unpack(delivery.flit, format_);
  const Name name{static_cast<Node>(f.tag), packet_of(delivery.flit), delivery.node};
  const auto wrong = [&](const std::string& what) {
    flit_error(fmt::format("step {}: PE {} receives {} of {}{}", step + 1, delivery.node,
                           f.head ? "the head" : fmt::format("flit {}", f.payload), describe(name),
                           what));
  };
  const std::uint64_t key = key_of(name);
  auto position = open_.find(key);
  if (position == open_.end()) {
    if (due_.count(key) == 0) return wrong(", which it is not to have");
    position = open_.emplace(key, 0).first;
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
  finish(step, key, index);
}

void TorusScoreboard::finish(Step step, std::uint64_t key, Flits flits) {
  const auto [first, end] = due_.equal_range(key);
  const auto same = std::find_if(first, end, [&](const auto& due) { return due.second == flits; });
  if (same != end) {
    due_.erase(same);
    return;
  }
  const auto least = std::min_element(
      first, end, [](const auto& a, const auto& b) { return a.second < b.second; });
  const Name name = name_of(key);
  flit_error(fmt::format("step {}: PE {} receives {} flits of {}, which has {}", step + 1,
                         std::get<2>(name), flits, describe(name), least->second));
}

void TorusScoreboard::close() {
  std::map<std::pair<Name, Flits>, std::int64_t> left;
  for (const auto& [key, flits] : due_) ++left[{name_of(key), flits}];
  for (const auto& [worm, times] : left) {
    const auto& [name, flits] = worm;
    never_came(
        fmt::format("PE {} never has all {} flits of {}", std::get<2>(name), flits, describe(name)),
        flits * times);
  }
}

void TorusScoreboard::write_to(std::string& bytes) const {
  write_book(bytes);
  bytes::put(bytes, delivered_);
  bytes::put(bytes, expected_total_);
}

void TorusScoreboard::add_from(bytes::Reader& reader) {
  add_book(reader);
  delivered_ += reader.take<Flits>();
  expected_total_ += reader.take<Flits>();
}

}  // namespace flitwise::check
