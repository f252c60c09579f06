// tree_pe.cpp: takes in messages flit by flit and notices when one is not whole.
#include "systemc/protocols/tree/tree_pe.h"

namespace flitwise::protocols {

std::optional<std::string> MessageIntake::take(const Arrival& arrival) {
  std::optional<std::string> fault = fault_of(arrival);
  begun_.insert(arrival.message);
  open_ = arrival.is_last ? kNoNode : arrival.message;
  last_index_ = arrival.index;
  ++flits_;
  return fault;
}

std::optional<std::string> MessageIntake::fault_of(const Arrival& arrival) const {
  if (open_ == kNoNode) {
    if (begun_.count(arrival.message) != 0) return "this message was complete";
    if (arrival.index != 1) return "expected flit 1 of this message";
    return std::nullopt;
  }
  if (arrival.message != open_ || arrival.index != last_index_ + 1)
    return "expected flit " + std::to_string(last_index_ + 1) + " of message " +
           std::to_string(open_);
  return std::nullopt;
}

}  // namespace flitwise::protocols
