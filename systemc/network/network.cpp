#include "systemc/network/network.h"

#include <fmt/format.h>

namespace flitwise {
namespace {

std::string list(const std::vector<std::string>& ports) {
  return ports.empty() ? std::string("none") : fmt::format("{}", fmt::join(ports, ", "));
}

}  // namespace

std::string Violation::text() const {
  switch (kind) {
    case ViolationKind::kCollision:
      return fmt::format(
          "step {}: collision in PE {}: flits from {} want output {}; all but the first are lost",
          step, node, list(inputs), list(outputs));
    case ViolationKind::kSecondSend:
      return fmt::format(
          "step {}: PE {} uses its single port twice: it sends to {} in step {} (flits from {})",
          step + 1, node, list(outputs), step + 1, list(inputs));
    case ViolationKind::kSecondReceive:
      return fmt::format("step {}: PE {} uses its single port twice: it receives from {}", step,
                         node, list(inputs));
    case ViolationKind::kNoRoute:
      return fmt::format(
          "step {}: PE {} cannot route a flit from {}: its destination lies neither below a child "
          "nor beyond the parent; the flit is lost",
          step, node, list(inputs));
    case ViolationKind::kBrokenWorm:
      return fmt::format(
          "step {}: PE {} gets a broken message from {}: a body flit without head, or a head "
          "before the last flit of the message under way",
          step, node, list(inputs));
  }
  return {};
}

}  // namespace flitwise
