#include "systemc/protocols/cover/timetable.h"

namespace flitwise::protocols {

TimetableSender::TimetableSender(const LocalFacts& facts, Step start)
    : facts_(facts), start_(start), book_(facts.self) {}

void TimetableSender::start(Outbox& outbox) {
  if (facts_.length == 0) return;
  Transmission message;
  message.destination = facts_.root;
  message.via = facts_.parent;
  message.message = facts_.self;
  message.length = facts_.length;
  message.after = start_;
  outbox.send(message);
}

void TimetableSender::receive(const Arrival& arrival, Outbox&) {
  book_.about(arrival, "in a gather by timetable only the root expects anything");
}

PeState TimetableSender::state_at(Step now) const {
  if (facts_.length == 0) return PeState::kDone;
  if (now < start_) return PeState::kScheduled;
  return now < start_ + facts_.length - 1 ? PeState::kDispatching : PeState::kDone;
}

TimetableRoot::TimetableRoot(Node self, std::map<Node, TimetableEntry> timetable)
    : open_(timetable.size()), book_(self) {
  for (const auto& [origin, due] : timetable)
    messages_[origin] = {due, std::vector<bool>(static_cast<std::size_t>(due.length), false),
                         due.length};
}

void TimetableRoot::receive(const Arrival& arrival, Outbox&) {
  const auto message = messages_.find(arrival.message);
  if (arrival.kind != FlitKind::kData)
    book_.about(arrival, "the root of a gather by timetable expects data only");
  else if (message == messages_.end())
    book_.about(arrival, "no such message is in the timetable");
  else
    take(message->second, arrival);
}

void TimetableRoot::take(Message& message, const Arrival& arrival) {
  const TimetableEntry& due = message.due;
  if (arrival.index < 1 || arrival.index > due.length) {
    book_.about(arrival, "expected " + counted(due.length, "flit") + " in all");
    return;
  }
  const auto flit = static_cast<std::size_t>(arrival.index - 1);
  if (message.has_come[flit]) {
    book_.about(arrival, "has come before");
    return;
  }
  has_begun_ = true;
  message.has_come[flit] = true;
  if (--message.missing == 0) --open_;
  const Step step = due.first + arrival.index - 1;
  if (arrival.step != step) book_.about(arrival, "due in step " + std::to_string(step));
  if (arrival.from != due.via) book_.about(arrival, "due from " + pe_name(due.via));
  if (arrival.is_last != (arrival.index == due.length))
    book_.about(arrival, (arrival.is_last ? "marked as the last one of "
                                          : "not marked as the last one of ") +
                             std::to_string(due.length));
}

PeState TimetableRoot::state() const {
  if (open_ == 0) return PeState::kDone;
  return has_begun_ ? PeState::kCollecting : PeState::kDormant;
}

std::vector<std::string> TimetableRoot::waiting_for() const {
  std::vector<std::string> needs;
  for (const auto& [origin, message] : messages_)
    if (message.missing > 0)
      needs.push_back(counted(message.missing, "more flit") + " of the message of " +
                      pe_name(origin));
  return needs;
}

}  // namespace flitwise::protocols
