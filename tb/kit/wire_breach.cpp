// wire_breach.cpp: the sentences of clauses quiet, whole, hold and credits.
#include "tb/kit/wire_breach.h"

#include <fmt/format.h>

namespace flitwise::kit {
namespace {

int first_of(LaneSet lanes) { return lanes == 0 ? -1 : __builtin_ctz(lanes); }

Breach breach_of(int lane, std::string text, std::string expected, std::string seen) {
  Breach breach;
  breach.lane = lane;
  breach.text = std::move(text);
  breach.expected = std::move(expected);
  breach.seen = std::move(seen);
  return breach;
}

std::string lanes_text(LaneSet lanes) {
  std::string text;
  for (LaneSet left = lanes; left != 0; left &= left - 1)
    text += fmt::format("{}{}", text.empty() ? "" : " and ", first_of(left));
  return text;
}

Breach quiet_breach(const WireScene& scene) {
  const char* port = port_name(scene.port);
  const int lane = first_of(scene.out.valid);
  if (lane >= 0)
    return breach_of(lane, fmt::format("{} shows a flit though nothing is inside", port), "no flit",
                     fmt::format("on lane {} {}", lane, scene.name_of(scene.out.flit)));
  const int credit = first_of(scene.out.credit);
  return breach_of(credit, fmt::format("{} returns a credit though nothing came in", port),
                   "no credit", fmt::format("one of lane {}", credit));
}

Breach whole_breach(const WireScene& scene) {
  const int lane = first_of(scene.out.valid);
  const std::string seen = scene.name_of(scene.out.flit);
  const std::optional<KitFlit> last = lane < 0 ? std::nullopt : scene.last_left(lane);
  const std::string place = fmt::format("{}, lane {}", port_name(scene.port), lane);
  if (!last || last->tail)
    return breach_of(lane, fmt::format("{}: a flit that is no head follows no head", place),
                     "a head", seen);
  return breach_of(
      lane, fmt::format("{}: a head stands inside another packet", place),
      fmt::format("flit {} of {} of packet {}", last->index + 2, last->length, last->packet), seen);
}

// What was offered in the cycle before and not taken.
Breach offer_breach(const WireScene& scene, int lane) {
  const std::string before = scene.name_of(scene.out_before.flit);
  const std::string place = fmt::format("{}, lane {}", port_name(scene.port), lane);
  const bool stays = (scene.out.valid >> lane & 1U) != 0;
  if (stays)
    return breach_of(lane, fmt::format("{}: a flit changes before it is taken", place), before,
                     scene.name_of(scene.out.flit));
  return breach_of(lane, fmt::format("{}: an offer is taken back", place),
                   fmt::format("valid until ready takes {}", before),
                   scene.out.valid == 0
                       ? "no valid"
                       : fmt::format("valid of lane {}", lanes_text(scene.out.valid)));
}

Breach hold_breach(const WireScene& scene) {
  const LaneSet valid = scene.out.valid;
  if ((valid & (valid - 1)) != 0)
    return breach_of(first_of(valid),
                     fmt::format("{} shows flits of several lanes at once", port_name(scene.port)),
                     "valid of one lane at most",
                     fmt::format("valid of lanes {}", lanes_text(valid)));
  if (scene.router->link == own::LinkProtocol::kReady)
    if (const int lane = first_of(scene.out_before.valid & ~scene.in_before.ready); lane >= 0)
      return offer_breach(scene, lane);
  const int lane = first_of(valid);
  return breach_of(
      lane, fmt::format("{}, lane {}: a flit leaves without a credit", port_name(scene.port), lane),
      fmt::format("none: all {} credits of the lane are in use", scene.router->queue),
      scene.name_of(scene.out.flit));
}

Breach credits_breach(const WireScene& scene) {
  const int lane = first_of(scene.out.credit);
  if (lane >= 0)
    return breach_of(
        lane,
        fmt::format("{}, lane {}: a credit is returned for no flit", port_name(scene.port), lane),
        "a credit for each flit taken", "one more");
  return breach_of(
      -1, fmt::format("{}: a credit is missing, and all flits have left", port_name(scene.port)),
      "all credits home", "fewer");
}

}  // namespace

Breach breach_on_wires(int clause, const WireScene& scene) {
  switch (clause) {
    case kQuiet:
      return quiet_breach(scene);
    case kWhole:
      return whole_breach(scene);
    case kCredits:
      return credits_breach(scene);
    default:
      return hold_breach(scene);
  }
}

}  // namespace flitwise::kit
