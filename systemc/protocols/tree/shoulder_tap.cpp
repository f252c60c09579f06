#include "systemc/protocols/tree/shoulder_tap.h"

#include <algorithm>

namespace flitwise::protocols {
std::int64_t next_tap_value(Ports ports, std::int64_t s, Flits length, Pace pace,
                            const LocalLatency& latency) {
  // The first flit from below leaves the PE so much later than its sender's order says.
  const Step gap = latency.trip(0) + 1;
  const Step free_from =
      length > 0 ? steps_to_message(ports, s, true, pace, latency.reaction) + pace.of_flits(length)
                 : s;
  return std::max<std::int64_t>(latency.child(0).reaction, free_from - gap);
}

Step steps_to_message(Ports ports, std::int64_t s, bool passes_tap_on, Pace pace, Step reaction) {
  const Step tap = passes_tap_on && ports == Ports::kSingle ? 1 : 0;
  return std::max<Step>(reaction + tap + pace.setup, s);
}

ShoulderTapRoot::ShoulderTapRoot(const LocalFacts& facts, EndMark end_mark, Ports ports)
    : facts_(facts), end_mark_(end_mark), ports_(ports), book_(facts.self) {}

void ShoulderTapRoot::start(Outbox& outbox) {
  if (is_alone()) return;
  outbox.send(control_flit(FlitKind::kTap, ports_, facts_.children.front(), 1,
                           facts_.latency.child(0).reaction));
}

void ShoulderTapRoot::receive(const Arrival& arrival, Outbox&) {
  if (arrival.kind == FlitKind::kData)
    check(arrival);
  else if (arrival.kind == FlitKind::kEnd && end_mark_ == EndMark::kSent)
    check(arrival);
  else
    book_.about(arrival, "the root of a gather by taps does not expect it");
}

void ShoulderTapRoot::check(const Arrival& arrival) {
  if (ended_) book_.about(arrival, "came after the END mark");
  if (arrival.message < last_message_)
    book_.about(arrival, "a farther PE's message came before it");
  const std::optional<std::string> fault = intake_.take(arrival);
  if (fault) book_.about(arrival, *fault);
  last_message_ = std::max(last_message_, arrival.message);
  if (arrival.kind == FlitKind::kEnd) ended_ = true;
}

PeState ShoulderTapRoot::state() const {
  return ended_ || is_alone() ? PeState::kDone : PeState::kCollecting;
}

std::vector<std::string> ShoulderTapRoot::waiting_for() const {
  if (end_mark_ == EndMark::kAbsent || ended_ || is_alone()) return {};
  return {"END mark of the last PE"};
}

ShoulderTapPe::ShoulderTapPe(const LocalFacts& facts, EndMark end_mark, Ports ports, Pace pace)
    : facts_(facts), end_mark_(end_mark), ports_(ports), pace_(pace), book_(facts.self) {}

Flits ShoulderTapPe::flits_to_send() const {
  return facts_.length + (is_last() && end_mark_ == EndMark::kSent ? 1 : 0);
}

void ShoulderTapPe::receive(const Arrival& arrival, Outbox& outbox) {
  const std::optional<std::string> fault = fault_of(arrival);
  if (fault) {
    book_.about(arrival, *fault);
    return;
  }
  tapped_ = arrival.step;
  message_sent_ = arrival.step;
  if (!is_last()) pass_on(arrival.value, outbox);
  if (flits_to_send() == 0) return;
  Transmission message;
  message.destination = 0;
  message.via = link_to(ports_, facts_.parent);
  message.message = facts_.self;
  const Step first =
      steps_to_message(ports_, arrival.value, !is_last(), pace_, facts_.latency.reaction);
  message.after = first + pace_.to_first_flit();
  message.length = flits_to_send();
  message.every = pace_.flit_time;
  message.end_mark = message.length > facts_.length;
  message_sent_ = arrival.step + first + pace_.of_flits(message.length) - 1;
  outbox.send(message);
}

std::optional<std::string> ShoulderTapPe::fault_of(const Arrival& arrival) const {
  if (arrival.kind != FlitKind::kTap) return "a PE on the path expects a tap only";
  if (tapped_) return "tapped before, in step " + std::to_string(*tapped_);
  if (arrival.from != facts_.parent) return "only " + pe_name(facts_.parent) + " may tap";
  if (arrival.message != facts_.self) return "meant for " + pe_name(arrival.message);
  const Step least = facts_.latency.reaction;
  if (arrival.value < least)
    return "s = " + std::to_string(arrival.value) + " must be at least " + std::to_string(least);
  return std::nullopt;
}

void ShoulderTapPe::pass_on(std::int64_t s, Outbox& outbox) const {
  outbox.send(control_flit(FlitKind::kTap, ports_, facts_.children.front(), facts_.latency.reaction,
                           next_tap_value(ports_, s, facts_.length, pace_, facts_.latency)));
}

PeState ShoulderTapPe::state_at(Step now) const {
  if (!tapped_) return PeState::kDormant;
  if (now < message_sent_) return PeState::kScheduled;
  return is_last() ? PeState::kDone : PeState::kRelaying;
}

std::vector<std::string> ShoulderTapPe::waiting_for() const {
  if (tapped_) return {};
  return {"tap from " + pe_name(facts_.parent)};
}

}  // namespace flitwise::protocols
