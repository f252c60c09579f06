#include "systemc/network/torus/torus_lanes.h"

#include "systemc/network/flit.h"

namespace flitwise {
namespace {

constexpr std::uint32_t kHopsBits = kRoutePayloadBits / Torus::kMostDimensions;

// Signed hops left in a router dimension.
int hops_in(std::uint32_t route, std::uint32_t dimension) {
  const std::uint32_t field = route >> (kHopsBits * dimension) & ((1U << kHopsBits) - 1);
  const bool is_negative = field >> (kHopsBits - 1) != 0;
  return static_cast<int>(field) - (is_negative ? 1 << kHopsBits : 0);
}

// Both of a channel's ring, as seen from `at`.
struct Dateline {
  bool is_ahead = false;   // the hops left cross it
  bool is_behind = false;  // what has come here straight on may have crossed it with the last hop
};

Dateline dateline(const TorusWiring& wiring, Node at, std::uint32_t channel, int hops) {
  const int dimension = Torus::dimension_of(wiring.torus_channel(channel));
  const int side = wiring.torus().side(dimension);
  const int place = wiring.torus().coordinate(at, dimension);
  if (hops < 0) return {place + hops < 0, place == side - 1};
  return {place + hops >= side, place == 0};
}

}  // namespace

std::optional<std::uint32_t> next_channel(std::uint32_t route) {
  for (std::uint32_t d = 0; d < Torus::kMostDimensions; ++d) {
    const int hops = hops_in(route, d);
    if (hops != 0) return 2 * d + (hops < 0 ? 1 : 0);
  }
  return std::nullopt;
}

std::vector<TorusLane> usable_lanes(const TorusWiring& wiring, const LaneChoice& choice,
                                    const TorusLane& last, std::uint32_t route) {
  const std::optional<std::uint32_t> channel = next_channel(route);
  if (!channel) return {};
  const Node at = wiring.neighbour(last.from, last.channel);
  const Dateline line = dateline(wiring, at, *channel, hops_in(route, *channel / 2));
  const std::uint32_t lower = choice.lanes / 2;  // lanes of the lower half; one lane alone is both
  const bool is_straight = *channel == last.channel;
  const bool has_crossed = is_straight && ((lower > 0 && last.lane >= lower) || line.is_behind);
  const bool is_free = choice.rule == LaneRule::kAnyLane && !line.is_ahead;
  std::vector<TorusLane> lanes;
  for (std::uint32_t lane = 0; lane < choice.lanes; ++lane) {
    const bool is_usable = lower == 0 || (lane < lower ? !has_crossed : has_crossed || is_free);
    if (is_usable) lanes.push_back({at, *channel, lane});
  }
  return lanes;
}

}  // namespace flitwise
