#include "systemc/protocols/fat_tree/due_intake.h"

#include <algorithm>
#include <stdexcept>

#include "systemc/protocols/complaint_book.h"

namespace flitwise::protocols {
namespace {

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

}  // namespace flitwise::protocols
