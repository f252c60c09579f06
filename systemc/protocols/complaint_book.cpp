#include "systemc/protocols/complaint_book.h"

namespace flitwise::protocols {

void ComplaintBook::about(const Arrival& arrival, const std::string& why) {
  ++count_;
  if (kept_.size() == kKept) return;
  kept_.push_back(pe_name(self_) + ", step " + std::to_string(arrival.step) + ": " +
                  describe(arrival) + ": " + why);
}

std::vector<std::string> ComplaintBook::all() const {
  std::vector<std::string> complaints = kept_;
  if (count_ > kept_.size())
    complaints.push_back(pe_name(self_) + ": " + std::to_string(count_ - kept_.size()) +
                         " more complaints");
  return complaints;
}

std::string describe(const Arrival& arrival) {
  const std::string origin = " from " + pe_name(arrival.from);
  switch (arrival.kind) {
    case FlitKind::kData:
      return "flit " + std::to_string(arrival.index) + " of message " +
             std::to_string(arrival.message) + origin;
    case FlitKind::kEnd:
      return "END mark of message " + std::to_string(arrival.message) + origin;
    default:
      return name_of(arrival.kind) + origin;
  }
}

std::string pe_name(Node v) { return "PE " + std::to_string(v); }

std::string no_such_order(Node child, std::int64_t s) {
  return pe_name(child) + " would have to begin " + std::to_string(s) + " steps after its order";
}

std::optional<std::string> fault_of_last_mark(const Arrival& arrival, Flits length) {
  if (arrival.is_last == (arrival.index == length)) return std::nullopt;
  return (arrival.is_last ? "marked as the last one of " : "not marked as the last one of ") +
         std::to_string(length);
}

std::string flits_owed(Flits missing, Node origin) {
  return counted(missing, "more flit") + " of the message of " + pe_name(origin);
}

std::string counted(Flits count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

}  // namespace flitwise::protocols
