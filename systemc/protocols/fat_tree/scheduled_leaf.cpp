#include "systemc/protocols/fat_tree/scheduled_leaf.h"

#include <optional>
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

}  // namespace

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
