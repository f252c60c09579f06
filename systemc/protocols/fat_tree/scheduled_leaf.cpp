// scheduled_leaf.cpp: what a leaf sends, and which flits it takes in.
#include "systemc/protocols/fat_tree/scheduled_leaf.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

namespace flitwise::protocols {
namespace {

bool carries_a_message(FlitKind kind) {
  return kind == FlitKind::kData || kind == FlitKind::kFlood || kind == FlitKind::kCopies;
}

Transmission transmission_of(const Dispatch& dispatch) {
  Transmission transmission;
  transmission.kind = dispatch.kind;
  transmission.destination = dispatch.destination;
  transmission.copies = dispatch.copies;
  transmission.message = dispatch.message;
  transmission.after = dispatch.step;
  transmission.length = dispatch.flits;
  transmission.port = dispatch.port;
  transmission.first = dispatch.first;
  transmission.has_head = dispatch.first == 1;
  transmission.has_tail = dispatch.has_tail;
  return transmission;
}

bool is_before(const DueMessage& a, const DueMessage& b) { return a.source < b.source; }

}  // namespace

DueIntake::DueIntake(const Dues& dues) {
  Dues sorted = dues;
  std::sort(sorted.begin(), sorted.end(), is_before);
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    const auto& [source, flits] = sorted[k];
    if (k > 0 && source == sorted[k - 1].source)
      throw std::invalid_argument("the message of " + pe_name(source) + " is due twice");
    if (flits < 0)
      throw std::invalid_argument("the message of " + pe_name(source) +
                                  " must have at least 0 flits, got " + std::to_string(flits));
    if (flits == 0) continue;
    messages_.push_back({source, flits, static_cast<std::size_t>(due_), flits});
    due_ += flits;
  }
  missing_ = due_;
  taken_.resize(static_cast<std::size_t>(due_), false);
}

DueIntake::Message* DueIntake::find(Node source) {
  const auto found =
      std::lower_bound(messages_.begin(), messages_.end(), source,
                       [](const Message& message, Node wanted) { return message.source < wanted; });
  return found != messages_.end() && found->source == source ? &*found : nullptr;
}

std::optional<std::string> DueIntake::take(const Arrival& arrival) {
  Message* message = find(arrival.message);
  if (message == nullptr) return "no message of " + pe_name(arrival.message) + " is due here";
  return take(*message, arrival);
}

std::optional<std::string> DueIntake::take(Message& message, const Arrival& arrival) {
  if (arrival.index < 1 || arrival.index > message.flits)
    return "expected " + counted(message.flits, "flit") + " of this message in all";
  const std::size_t at = message.first + static_cast<std::size_t>(arrival.index - 1);
  if (taken_[at]) return "this flit has come before";
  taken_[at] = true;
  --message.missing;
  --missing_;
  if (arrival.is_last != (arrival.index == message.flits))
    return (arrival.is_last ? "marked as the last one of " : "not marked as the last one of ") +
           std::to_string(message.flits);
  return std::nullopt;
}

std::vector<std::string> DueIntake::waiting_for() const {
  std::vector<std::string> needs;
  for (const Message& message : messages_)
    if (message.missing > 0)
      needs.push_back(counted(message.missing, "more flit") + " of the message of " +
                      pe_name(message.source));
  return needs;
}

ScheduledLeaf::ScheduledLeaf(Node self, std::vector<Dispatch> sends, const Dues& dues)
    : sends_(std::move(sends)), intake_(dues), book_(self) {}

void ScheduledLeaf::start(Outbox& outbox) {
  for (const Dispatch& dispatch : sends_) outbox.send(transmission_of(dispatch));
}

void ScheduledLeaf::receive(const Arrival& arrival, Outbox&) {
  last_call_ = arrival.step;
  Arrival named = arrival;
  named.from = arrival.message;
  if (!carries_a_message(arrival.kind)) {
    book_.about(named, "a leaf expects data, flood and copies only");
    return;
  }
  const std::optional<std::string> fault = intake_.take(arrival);
  if (fault) book_.about(named, *fault);
}

PeState ScheduledLeaf::state_at(Step now) const {
  if (!sends_.empty()) {
    const Dispatch& last = sends_.back();
    if (now < sends_.front().step) return PeState::kScheduled;
    if (now < last.step + last.flits - 1) return PeState::kDispatching;
  }
  if (intake_.is_complete()) return PeState::kDone;
  return sends_.empty() && !intake_.has_begun() ? PeState::kDormant : PeState::kCollecting;
}

}  // namespace flitwise::protocols
