#include "systemc/network/network.h"

#include <fmt/format.h>

#include <algorithm>

namespace flitwise {
namespace {

std::string list(const std::vector<std::string>& ports) {
  return ports.empty() ? std::string("none") : fmt::format("{}", fmt::join(ports, ", "));
}

// PEs of routers with one own output take their flits from the links (Handover::kFromLinks), where
// nothing is lost any more.
std::string loss_of_collision(const std::vector<std::string>& outputs) {
  if (std::find(outputs.begin(), outputs.end(), "own") == outputs.end())
    return "all but the first are lost";
  if (outputs.size() > 1)
    return "all but the first are lost, though its PE takes its own from the links";
  return "the router delivers the first alone, though its PE takes all of them from the links";
}

}  // namespace

std::string Violation::text() const {
  const std::string where = place.empty() ? fmt::format("PE {}", node) : place;
  switch (kind) {
    case ViolationKind::kCollision:
      return fmt::format("step {}: collision in {}: flits from {} want output {}; {}", step, where,
                         list(inputs), list(outputs), loss_of_collision(outputs));
    case ViolationKind::kSecondSend:
      return fmt::format(
          "step {}: {} uses its single port twice: it sends to {} in step {} (flits from {})",
          step + after, where, list(outputs), step + after, list(inputs));
    case ViolationKind::kSecondReceive:
      return fmt::format("step {}: {} uses its single port twice: it receives from {}", step, where,
                         list(inputs));
    case ViolationKind::kNoRoute:
      if (!place.empty())
        return fmt::format(
            "step {}: {} cannot route a flit from {} (outputs: {}); the flit is lost", step, where,
            list(inputs), list(outputs));
      return fmt::format(
          "step {}: {} cannot route a flit from {}: its destination lies neither below a child "
          "nor beyond the parent; the flit is lost",
          step, where, list(inputs));
    case ViolationKind::kBrokenWorm:
      return fmt::format(
          "step {}: {} gets a broken message from {}: a body flit without head, or a head "
          "before the last flit of the message under way",
          step, where, list(inputs));
    case ViolationKind::kWaited:
      return fmt::format("step {}: packets wait in {} at output {}, where none may wait", step,
                         where, list(outputs));
    case ViolationKind::kOverflow:
      if (outputs.empty())
        return fmt::format(
            "step {}: {} has no room for a flit from {}: it should have been held back "
            "and is lost",
            step, where, list(inputs));
      return fmt::format("step {}: the queue of output {} of {} is full: packets from {} are lost",
                         step, list(outputs), where, list(inputs));
    case ViolationKind::kMismatch:
      return fmt::format(
          "step {}: operands from {} do not fit together in {}: numbers or operations differ, or "
          "others of the same word are missing; they are lost",
          step, list(inputs), where);
    case ViolationKind::kAltered:
      return fmt::format(
          "step {}: {} puts out at {} what no PE has sent: a flit that was changed, doubled or "
          "shown on several lanes",
          step, where, list(outputs));
    case ViolationKind::kCreditTwice:
      return fmt::format("step {}: {} returns a credit at {} for a slot that is free already", step,
                         where, list(inputs));
    case ViolationKind::kDropped:
      return fmt::format("step {}: the router of {} throws away a flit from {}, which was due then",
                         step + after, where, list(inputs));
  }
  return {};
}

}  // namespace flitwise
