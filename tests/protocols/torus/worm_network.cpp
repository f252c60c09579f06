#include "tests/protocols/torus/worm_network.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "systemc/protocols/torus/torus_route.h"

namespace flitwise::protocols::test {

class WormNetwork::Port final : public Outbox {
 public:
  Port(WormNetwork& network, Node from) : network_(network), from_(from) {}
  void send(const Transmission& message) override { network_.accept(from_, message); }

 private:
  WormNetwork& network_;
  Node from_;
};

std::string WormRecord::faults() const {
  std::string text;
  for (const std::string& problem : problems) text += problem + "\n";
  return text;
}

// The earliest event is the greatest.
bool WormNetwork::Event::operator<(const Event& other) const {
  return std::tie(other.step, other.what, other.number) < std::tie(step, what, number);
}

WormNetwork::WormNetwork(const Torus& torus, DimensionOrder order, Protocols& protocols,
                         const TorusLatency& latency, PePorts ports)
    : torus_(torus),
      order_(std::move(order)),
      protocols_(protocols),
      to_first_(latency.router() - 1),
      hop_(latency.hop(0)),
      head_wait_(latency.pipeline.head_wait()),
      ports_(ports),
      port_free_(static_cast<std::size_t>(torus.size()), 0),
      channels_(static_cast<std::size_t>(torus.size() * (torus.channels() + 1))) {
  record_.last_tail.assign(static_cast<std::size_t>(torus.size()), 0);
}

void WormNetwork::add(Step step, What what, std::size_t subject, Flits index) {
  events_.push({step, what, added_++, subject, index});
}

void WormNetwork::accept(Node from, const Transmission& message) {
  const Hops hops = hops_of_route(message.route, order_);
  Worm worm;
  worm.message = message;
  worm.from = from;
  worm.to = message.destination;
  for (const TorusLink& link : torus_.path(from, hops, order_))
    worm.channels.push_back(static_cast<std::size_t>(torus_.link_index(link)));
  const bool is_possible = message.after >= 1 && message.length >= 1 && message.message == from &&
                           !worm.channels.empty() &&
                           message.port == port_of(hops, order_, ports_) &&
                           torus_.destination(from, hops) == message.destination;
  if (!is_possible) {
    record_.problems.push_back("PE " + std::to_string(from) + " sends what cannot be");
    return;
  }
  worm.requested = now_ + message.after + to_first_;
  if (ports_ == PePorts::kOne) {
    worm.channels.push_back(static_cast<std::size_t>(torus_.size() * torus_.channels() + worm.to));
    Step& free = port_free_[static_cast<std::size_t>(from)];
    worm.requested = std::max(worm.requested, free);
    free = worm.requested + message.length + head_wait_;
  }
  worms_.push_back(std::move(worm));
  ++record_.messages;
  add(worms_.back().requested, What::kRequest, worms_.size() - 1);
}

void WormNetwork::request(std::size_t number) {
  Worm& worm = worms_[number];
  Channel& channel = channels_[worm.channels[worm.taken.size()]];
  worm.requested = now_;
  channel.queue.push_back(number);
  if (!channel.busy) take(number);
}

// `number` is at the head of the queue of a free channel.
void WormNetwork::take(std::size_t number) {
  Worm& worm = worms_[number];
  Channel& channel = channels_[worm.channels[worm.taken.size()]];
  channel.busy = true;
  channel.queue.pop_front();
  record_.stalls += now_ - worm.requested;
  worm.taken.push_back(now_);
  plan_releases(worm);
  if (worm.taken.size() < worm.channels.size()) {
    add(now_ + hop_, What::kRequest, number);
    return;
  }
  const Step to_pe = ports_ == PePorts::kOne ? 0 : hop_;  // from the last channel
  for (Flits index = 1; index <= worm.message.length; ++index)
    add(now_ + to_pe + index - 1, What::kDeliver, number, index);
}

// A channel's release is known once the head has taken the last channel that the worm, stretched
// out, reaches from there.
void WormNetwork::plan_releases(const Worm& worm) {
  const auto stretch = static_cast<std::size_t>((worm.message.length - 1) / hop_);
  const std::size_t newest = worm.taken.size() - 1;
  const bool is_through = worm.taken.size() == worm.channels.size();
  const std::size_t first = newest < stretch ? 0 : newest - stretch;
  if (!is_through && newest < stretch) return;
  for (std::size_t j = first; j <= (is_through ? newest : first); ++j) {
    Step end = 0;
    for (std::size_t ahead = j; ahead <= newest; ++ahead)
      end = std::max(end,
                     worm.taken[ahead] + worm.message.length - hop_ * static_cast<Step>(ahead - j));
    add(end, What::kRelease, worm.channels[j]);
  }
}

void WormNetwork::release(std::size_t number) {
  Channel& channel = channels_[number];
  channel.busy = false;
  if (!channel.queue.empty()) take(channel.queue.front());
}

void WormNetwork::deliver(std::size_t number, Flits index) {
  const Worm& worm = worms_[number];
  const auto to = static_cast<std::size_t>(worm.to);
  Arrival arrival;
  arrival.step = now_;
  arrival.kind = worm.message.kind;
  arrival.from =
      ports_ == PePorts::kOne
          ? worm.from
          : static_cast<Node>(worm.channels.back() / static_cast<std::size_t>(torus_.channels()));
  arrival.message = worm.from;
  arrival.index = index;
  arrival.is_last = index == worm.message.length;
  arrival.packet = worm.message.packet;
  record_.finish = now_;
  if (arrival.is_last) record_.last_tail[to] = now_;
  Port port(*this, worm.to);
  protocols_[to]->receive(arrival, port);
}

WormRecord WormNetwork::run() {
  for (Node v = 0; v < torus_.size(); ++v) {
    Port port(*this, v);
    protocols_[static_cast<std::size_t>(v)]->start(port);
  }
  while (!events_.empty()) {
    const Event event = events_.top();
    events_.pop();
    now_ = event.step;
    if (event.what == What::kRelease) release(event.subject);
    if (event.what == What::kRequest) request(event.subject);
    if (event.what == What::kDeliver) deliver(event.subject, event.index);
  }
  for (const Worm& worm : worms_)
    if (worm.taken.size() < worm.channels.size()) ++record_.stuck;
  for (std::size_t v = 0; v < protocols_.size(); ++v) {
    for (const std::string& owed : protocols_[v]->waiting_for())
      record_.problems.push_back("PE " + std::to_string(v) + " waits for " + owed);
    for (const std::string& complaint : protocols_[v]->complaints())
      record_.problems.push_back(complaint);
  }
  return record_;
}

WormRecord run_worms(const Torus& torus, const DimensionOrder& order, Protocols protocols,
                     const TorusLatency& latency, PePorts ports) {
  return WormNetwork(torus, order, protocols, latency, ports).run();
}

WormRecord run_broadcast(const TorusSchedule& schedule, BroadcastPace pace,
                         const BroadcastTiming& timing, PePorts ports) {
  return run_worms(Torus(schedule.sides), routing_order(schedule),
                   make_torus_broadcast(schedule, pace, timing, ports), timing.latency, ports);
}

namespace {

// From a PE's begin until the text can be used `hops` away.
Step cycles_alone(const BroadcastTiming& timing, int hops) {
  return timing.send_overhead + timing.latency.router() - 1 + timing.latency.hop(0) * hops +
         timing.flits + timing.receive_overhead;
}

}  // namespace

Step cycles_of(const WormRecord& record, const BroadcastTiming& timing) {
  return record.messages == 0 ? 0 : record.finish + timing.receive_overhead;
}

Step barrier_cycles(const TorusSchedule& schedule, const BroadcastTiming& timing) {
  Step cycles = 0;
  for (const TorusStep& step : schedule.steps) {
    int longest = 0;
    for (const TorusMessage& message : step) longest = std::max(longest, path_length(message.hops));
    cycles += cycles_alone(timing, longest);
  }
  return cycles;
}

std::vector<Step> free_cycles(const TorusSchedule& schedule, const BroadcastTiming& timing) {
  const Torus torus(schedule.sides);
  std::vector<Step> usable(static_cast<std::size_t>(torus.size()), 0);
  std::vector<Step> active_steps(usable.size(), 0);
  for (const TorusStep& step : schedule.steps) {
    std::set<Node> senders;
    for (const TorusMessage& message : step) {
      const auto from = static_cast<std::size_t>(message.from);
      const auto to = static_cast<std::size_t>(torus.destination(message.from, message.hops));
      usable[to] = usable[from] + active_steps[from] * (timing.send_overhead + timing.flits) +
                   cycles_alone(timing, path_length(message.hops));
      senders.insert(message.from);
    }
    for (const Node v : senders) ++active_steps[static_cast<std::size_t>(v)];
  }
  return usable;
}

}  // namespace flitwise::protocols::test
