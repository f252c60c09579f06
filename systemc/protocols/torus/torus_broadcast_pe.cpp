#include "systemc/protocols/torus/torus_broadcast_pe.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "systemc/protocols/torus/torus_route.h"

namespace flitwise::protocols {
namespace {

void require_at_least(const char* what, std::int64_t least, std::int64_t value) {
  if (value < least)
    throw std::invalid_argument(std::string(what) + " must be at least " + std::to_string(least) +
                                ", got " + std::to_string(value));
}

// Empty for BroadcastPace::kOwn.
std::vector<Step> heads_of(const TorusSchedule& schedule, BroadcastPace pace,
                           const BroadcastTiming& timing) {
  if (pace == BroadcastPace::kOwn) return {};
  if (pace == BroadcastPace::kBarrier) return barrier_heads(schedule, timing);
  if (schedule.starts.size() != schedule.steps.size())
    throw TopologyError(
        "a schedule that is to run at given cycles must have one start for each of its " +
        std::to_string(schedule.steps.size()) + " steps, got " +
        std::to_string(schedule.starts.size()));
  return schedule.starts;
}

}  // namespace

void check_timing(const BroadcastTiming& timing) {
  require_at_least("the length of the text", 1, timing.flits);
  require_at_least("the overhead of sending", 0, timing.send_overhead);
  require_at_least("the overhead of receiving", 0, timing.receive_overhead);
}

Step BroadcastTiming::way(const Hops& hops) const {
  Step cycles = latency.router() - 1;
  for (std::size_t d = 0; d < hops.size(); ++d)
    cycles += latency.hop(static_cast<int>(d)) * std::abs(hops[d]);
  return cycles;
}

std::vector<Step> barrier_heads(const TorusSchedule& schedule, const BroadcastTiming& timing) {
  std::vector<Step> heads;
  Step begin = 0;
  for (const TorusStep& step : schedule.steps) {
    Step longest = 0;
    for (const TorusMessage& message : step) longest = std::max(longest, timing.way(message.hops));
    heads.push_back(begin + timing.send_overhead + 1);
    begin += timing.send_overhead + longest + timing.flits + timing.receive_overhead;
  }
  return heads;
}

std::vector<TorusRole> roles_of(const TorusSchedule& schedule, BroadcastPace pace,
                                const BroadcastTiming& timing) {
  check_timing(timing);
  const Torus torus(schedule.sides);
  timing.latency.check(torus.dimensions());
  const DimensionOrder order = routing_order(schedule);
  torus.check_node(schedule.source);
  torus.check_order(order);
  const std::vector<Step> heads = heads_of(schedule, pace, timing);
  std::vector<TorusRole> roles(index_of(torus.size()));
  for (std::size_t v = 0; v < roles.size(); ++v) roles[v].self = static_cast<Node>(v);
  roles[index_of(schedule.source)].is_source = true;
  std::vector<std::size_t> steps_begun(roles.size(), 0);  // up to which the PE sends, so far
  std::vector<std::uint32_t> sent(roles.size(), 0);
  for (std::size_t step = 0; step < schedule.steps.size(); ++step)
    for (const TorusMessage& message : schedule.steps[step]) {
      const Node to = torus.destination(message.from, message.hops);
      const std::size_t from = index_of(message.from);
      const std::uint32_t packet = sent[from]++ % kPacketNumbers;
      std::vector<ActiveStep>& active = roles[from].active;
      if (steps_begun[from] != step + 1)
        active.push_back({heads.empty() ? std::nullopt : std::optional(heads[step]), {}});
      steps_begun[from] = step + 1;
      active.back().sends.push_back(
          {to, port_of(message.hops, order), route_of(message.hops, order), packet});
      roles[index_of(to)].copies.push_back({message.from, packet});
    }
  return roles;
}

TorusBroadcastPe::TorusBroadcastPe(TorusRole role, const BroadcastTiming& timing)
    : role_(std::move(role)), timing_(timing), book_(role_.self) {
  for (const ExpectedCopy& copy : role_.copies) {
    missing_.insert({copy.sender, copy.packet});
    senders_.insert(copy.sender);
  }
}

void TorusBroadcastPe::start(Outbox& outbox) {
  if (role_.is_source) send_all(0, nullptr, outbox);
}

void TorusBroadcastPe::receive(const Arrival& arrival, Outbox& outbox) {
  now_ = arrival.step;
  if (!is_expected(arrival)) return;
  const WormIntake::Taken taken = intake_.take(arrival, timing_.flits);
  if (taken.fault) book_.about(arrival, *taken.fault);
  if (!taken.is_complete) return;
  missing_.erase(missing_.find(worm_of(arrival)));
  if (role_.is_source || informed_at_) return;
  informed_at_ = now_;
  send_all(now_ + timing_.receive_overhead, &arrival, outbox);
}

// If the message is not expected, one complaint is enough: about its head.
bool TorusBroadcastPe::is_expected(const Arrival& arrival) {
  if (arrival.kind != FlitKind::kData) {
    book_.about(arrival, "a PE of a broadcast expects data only");
    return false;
  }
  if (missing_.count(worm_of(arrival)) != 0) return true;
  if (arrival.index != 1) return false;
  const bool is_sender = senders_.count(arrival.message) != 0;
  book_.about(arrival, is_sender ? "sends the text a second time"
                                 : "the schedule has no message from there");
  return false;
}

void TorusBroadcastPe::send_all(Step usable, const Arrival* cause, Outbox& outbox) {
  Step begin = usable;
  for (const ActiveStep& step : role_.active) {
    const Step soonest = begin + timing_.send_overhead + 1;
    Step head = step.head.value_or(soonest);
    // Given cycles may begin at once: the source has all the time before them to get ready.
    if (cause != nullptr && head < soonest) {
      book_.about(*cause, "came too late to be sent on in step " + std::to_string(head));
      head = soonest;
    }
    for (const TorusSend& send : step.sends) {
      Transmission message;
      message.destination = send.destination;
      message.message = role_.self;
      message.port = send.port;
      message.route = send.route;
      message.packet = send.packet;
      message.after = head - now_;
      message.length = timing_.flits;
      outbox.send(message);
    }
    last_tail_ = std::max(last_tail_, head + timing_.flits - 1);
    // Cycles that are planned may let messages of one PE overlap: they leave by different ports.
    if (!step.head) begin = last_tail_;
  }
}

PeState TorusBroadcastPe::state_at(Step now) const {
  const bool has_text = role_.is_source || informed_at_.has_value();
  if (has_text && now < last_tail_) return PeState::kDispatching;
  if (missing_.empty()) return PeState::kDone;
  if (has_text || !intake_.open().empty()) return PeState::kCollecting;
  return PeState::kDormant;
}

std::vector<std::string> TorusBroadcastPe::waiting_for() const {
  std::vector<std::string> owed;
  for (const WormName& worm : missing_)
    owed.push_back(counted(timing_.flits - intake_.taken(worm), "flit") + " of the text from " +
                   pe_name(worm.first));
  return owed;
}

Protocols make_torus_broadcast(const TorusSchedule& schedule, BroadcastPace pace,
                               const BroadcastTiming& timing) {
  Protocols pes;
  for (TorusRole& role : roles_of(schedule, pace, timing))
    pes.push_back(std::make_unique<TorusBroadcastPe>(std::move(role), timing));
  return pes;
}

}  // namespace flitwise::protocols
