// torus_distances.cpp: steps of growing distance, and how they are put together.
#include "tb/theory/collective/torus_distances.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "tb/theory/collective/collective_terms.h"
#include "tb/theory/torus/torus_arithmetic.h"

namespace flitwise::theory {
namespace {

int base_of(DistanceScheme scheme) { return scheme == DistanceScheme::kRadix3 ? 3 : 2; }

/// log n of each side above 1; none if one of them is no power.
std::optional<std::vector<int>> steps_of_sides(const std::vector<int>& sides, int base) {
  std::vector<int> steps;
  for (const int side : sides) {
    int power = 1, exponent = 0;
    for (; power < side; power *= base) ++exponent;
    if (power != side) return std::nullopt;
    steps.push_back(exponent);
  }
  return steps;
}

bool is_barrier_or_all_reduce(const CollectiveRequest& request) {
  return request.operation == CollectiveOperation::kAllReduce ||
         (request.operation == CollectiveOperation::kBarrier && nobody_is_late(request));
}

/// Times in which senders of a direction begin, where `worms` cross a channel.
Step colours(Step senders, Step worms) {
  return ceil_div(senders, std::max<Step>(senders / worms, 1));
}

}  // namespace

DistanceStep distance_step(DistanceScheme scheme, int step) {
  if (scheme == DistanceScheme::kHalving) return {Step{1} << step, Step{1} << step};
  if (scheme == DistanceScheme::kRadix3) {
    Step power = 1;
    for (int s = 0; s < step; ++s) power *= 3;
    return {power, power};
  }
  Step distance = 1;  // |rho_s| = (2^(s + 1) + (-1)^s) / 3
  for (int s = 1; s <= step; ++s) distance = 2 * distance + (s % 2 == 0 ? 1 : -1);
  return {distance, scheme == DistanceScheme::kSwing ? (distance + 1) / 2 : distance};
}

Step distance_step_time(DistanceScheme scheme, int side, int step, Flits flits,
                        const CollectiveRequest& overheads) {
  const Step both = overheads.send_overhead + overheads.receive_overhead;
  const auto [distance, worms] = distance_step(scheme, step);
  if (flits == 1) return both + 1 + distance;
  switch (scheme) {
    case DistanceScheme::kHalving:
      return both + 1 + distance * flits;
    case DistanceScheme::kRadix3:
      return both + distance * flits + 2 * distance - 1;
    case DistanceScheme::kSwing:
      return both + (colours(side / 2, worms) - 1) * (flits + 2) + distance + flits;
    case DistanceScheme::kSwing2:
      return both + (colours(side, worms) - 1) * (flits + 1) + distance + flits;
  }
  return 0;
}

CollectiveFigures torus_distances(const CollectiveRequest& request, const Torus& torus,
                                  DistanceScheme scheme) {
  const std::vector<int> sides = sides_above_one(torus.sides());
  const std::optional<std::vector<int>> steps = steps_of_sides(sides, base_of(scheme));
  if (!steps) return {};
  const Flits halves = scheme == DistanceScheme::kSwing2 ? 2 : 1;
  Flits block = ceil_div(spread_length(request, torus.size()), halves);
  GatherRounds gather;
  for (std::size_t d = 0; d < sides.size(); ++d) {
    block = ceil_div(block, Flits{sides[d]});
    Flits moved = block * sides[d];
    for (int s = 0; s < (*steps)[d]; ++s) {
      moved /= base_of(scheme);
      gather.steps += distance_step_time(scheme, sides[d], s, moved, request);
      ++gather.rounds;
    }
  }
  return figures_of_rounds(request, gather);
}

CollectiveFigures torus_distance_pieces(const CollectiveRequest& request, const Torus& torus,
                                        DistanceScheme scheme) {
  const std::vector<int> sides = sides_above_one(torus.sides());
  const std::optional<std::vector<int>> steps = steps_of_sides(sides, base_of(scheme));
  const bool are_equal =
      std::adjacent_find(sides.begin(), sides.end(), std::not_equal_to<>()) == sides.end();
  if (!steps || !are_equal || scheme == DistanceScheme::kSwing) return {};
  const auto dimensions = static_cast<int>(sides.size());
  if (dimensions == 0) return figures_of_rounds(request, {});
  const Flits pieces = dimensions * (scheme == DistanceScheme::kSwing2 ? 2 : 1);
  const Flits block = ceil_div(spread_length(request, torus.size()), pieces * torus.size());
  Flits moved = block * torus.size();
  GatherRounds gather;
  gather.rounds = dimensions * steps->front();
  for (int sigma = 0; sigma < gather.rounds; ++sigma) {
    moved /= base_of(scheme);
    gather.steps += distance_step_time(scheme, sides[0], sigma / dimensions, moved, request);
  }
  return figures_of_rounds(request, gather);
}

CollectiveFigures torus_distance_latency(const CollectiveRequest& request, const Torus& torus,
                                         DistanceScheme scheme) {
  const std::vector<int> sides = sides_above_one(torus.sides());
  const std::optional<std::vector<int>> steps = steps_of_sides(sides, base_of(scheme));
  if (!steps || scheme == DistanceScheme::kSwing2 || !is_barrier_or_all_reduce(request)) return {};
  Step done = 0;
  for (std::size_t d = 0; d < sides.size(); ++d)
    for (int s = 0; s < (*steps)[d]; ++s)
      done +=
          distance_step_time(scheme, sides[d], s, vector_length(request), request) + request.add;
  return ends_with_operand(done, request.add);
}

CollectiveFigures torus_halving(const CollectiveRequest& request, const Torus& torus) {
  return torus_distances(request, torus, DistanceScheme::kHalving);
}

CollectiveFigures torus_halving_pieces(const CollectiveRequest& request, const Torus& torus) {
  return torus_distance_pieces(request, torus, DistanceScheme::kHalving);
}

CollectiveFigures torus_halving_latency(const CollectiveRequest& request, const Torus& torus) {
  return torus_distance_latency(request, torus, DistanceScheme::kHalving);
}

CollectiveFigures torus_radix3(const CollectiveRequest& request, const Torus& torus) {
  return torus_distances(request, torus, DistanceScheme::kRadix3);
}

CollectiveFigures torus_radix3_pieces(const CollectiveRequest& request, const Torus& torus) {
  return torus_distance_pieces(request, torus, DistanceScheme::kRadix3);
}

CollectiveFigures torus_radix3_latency(const CollectiveRequest& request, const Torus& torus) {
  return torus_distance_latency(request, torus, DistanceScheme::kRadix3);
}

CollectiveFigures torus_swing(const CollectiveRequest& request, const Torus& torus) {
  return torus_distances(request, torus, DistanceScheme::kSwing);
}

CollectiveFigures torus_swing_latency(const CollectiveRequest& request, const Torus& torus) {
  return torus_distance_latency(request, torus, DistanceScheme::kSwing);
}

CollectiveFigures torus_swing2(const CollectiveRequest& request, const Torus& torus) {
  return torus_distances(request, torus, DistanceScheme::kSwing2);
}

CollectiveFigures torus_swing2_pieces(const CollectiveRequest& request, const Torus& torus) {
  return torus_distance_pieces(request, torus, DistanceScheme::kSwing2);
}

}  // namespace flitwise::theory
