// torus_collectives.cpp: buckets, rounds, trees of PEs and the all-to-all of tori.
#include "tb/theory/collective/torus_collectives.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

#include "tb/theory/collective/collective_terms.h"
#include "tb/theory/torus/broadcast_stages.h"
#include "tb/theory/torus/torus_arithmetic.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise::theory {
namespace {

/// Over one hop.
Step message_time(const CollectiveRequest& request, Flits flits) {
  return request.send_overhead + 1 + flits + request.receive_overhead;
}

enum class BucketWay : std::uint8_t { kAround, kHalfWay };

/// Dimension by dimension, of `words` words.
GatherRounds buckets(const CollectiveRequest& request, const Torus& torus, Flits words,
                     BucketWay way) {
  GatherRounds gather;
  Flits block = words;
  for (const int side : sides_above_one(torus.sides())) {
    block = ceil_div(block, Flits{side});
    const Step rounds = way == BucketWay::kHalfWay ? side / 2 : side - 1;
    gather.steps += rounds * message_time(request, block);
    gather.rounds += rounds;
  }
  return gather;
}

CollectiveFigures in_buckets(const CollectiveRequest& request, const Torus& torus, Flits pieces,
                             BucketWay way) {
  const Flits words = ceil_div(spread_length(request, torus.size()), pieces);
  return figures_of_rounds(request, buckets(request, torus, words, way));
}

bool is_all_reduce(const CollectiveRequest& request) {
  return request.operation == CollectiveOperation::kAllReduce ||
         (request.operation == CollectiveOperation::kBarrier && nobody_is_late(request));
}

/// Longest way of a strip's messages in one step of `peel`, and the strips that it leaves. Of a
/// side's q runs the farthest goes straight, the others turn and take a hop more.
int cut_strip(const Strip& strip, int ports, std::vector<Strip>& left_over) {
  const Cut cut = split(strip, ports);
  int way = 0;
  left_over.push_back(cut.own);
  for (const std::vector<Run>* side : {&cut.left, &cut.right}) {
    for (const Run& run : *side) {
      const bool is_straight = &run == &side->back();
      way = std::max(way, std::abs(run.distance) + (is_straight ? 0 : 1));
      left_over.push_back(run.strip);
    }
  }
  return way;
}

/// The steps of `peel`, with a barrier each, on sides in the order in which paths use them.
GatherRounds peel_steps(const CollectiveRequest& request, const std::vector<int>& sides) {
  GatherRounds gather;
  for (std::size_t m = sides.size(); m-- > 0;) {
    std::vector<Strip> strips{ring(sides[m])};
    while (std::any_of(strips.begin(), strips.end(),
                       [](const Strip& strip) { return strip.values() > 1; })) {
      int longest = 0;
      std::vector<Strip> left_over;
      for (const Strip& strip : strips)
        longest = std::max(longest, cut_strip(strip, static_cast<int>(m) + 1, left_over));
      strips = std::move(left_over);
      gather.steps += message_time(request, vector_length(request)) - 1 + longest;
      ++gather.rounds;
    }
  }
  return gather;
}

/// Levels of the packet tree that a packet passes one after the other: up, or up and down.
Step stages_of_tree(const CollectiveRequest& request) {
  return request.operation == CollectiveOperation::kReduce ? 1 : 2;
}

Step packet_tree_done(const CollectiveRequest& request, Step depth, Flits packet) {
  const Flits others = ceil_div(vector_length(request), packet) - 1;
  return others * (request.send_overhead + packet) +
         depth * (stages_of_tree(request) * message_time(request, packet) + request.add);
}

bool has_packet_tree(const CollectiveRequest& request) {
  return request.operation == CollectiveOperation::kReduce || is_all_reduce(request);
}

std::int64_t power_of(std::int64_t base, int exponent) {
  std::int64_t power = 1;
  for (int i = 0; i < exponent; ++i) power *= base;
  return power;
}

Step exchange_on_equal_sides(Flits block, int side, int dimensions) {
  const std::int64_t n = side;
  if (n % 2 == 1) return block * power_of(n, dimensions - 1) * (n * n - 1) / 8 + 1;
  const std::int64_t halves = block % 2 == 1 ? power_of(2, dimensions) * n : 0;
  return (block * power_of(n, dimensions + 1) + halves) / 8 + 1;
}

std::optional<Step> exchange_on_two_sides(Flits block, int first, int second) {
  const bool are_odd = first % 2 == 1 && second % 2 == 1;
  if (std::min(first, second) < 3 || !(are_odd || block % 2 == 0)) return std::nullopt;
  const std::int64_t n = std::max(first, second), other = std::min(first, second);
  return block * other * (n % 2 == 0 ? n * n : n * n - 1) / 8 + 1;
}

}  // namespace

CollectiveFigures torus_line(const CollectiveRequest& request, const Torus& torus) {
  return in_buckets(request, torus, 1, BucketWay::kAround);
}

CollectiveFigures torus_ring(const CollectiveRequest& request, const Torus& torus) {
  return in_buckets(request, torus, 1, BucketWay::kAround);
}

CollectiveFigures torus_bidirectional(const CollectiveRequest& request, const Torus& torus) {
  return in_buckets(request, torus, 2, BucketWay::kAround);
}

CollectiveFigures torus_half_ring(const CollectiveRequest& request, const Torus& torus) {
  return in_buckets(request, torus, 1, BucketWay::kHalfWay);
}

CollectiveFigures torus_multi_bucket(const CollectiveRequest& request, const Torus& torus) {
  const std::vector<int> sides = sides_above_one(torus.sides());
  if (std::adjacent_find(sides.begin(), sides.end(), std::not_equal_to<>()) != sides.end())
    return {};
  GatherRounds gather;
  Flits parts = 2 * static_cast<Flits>(sides.size());
  for (const int side : sides) {
    parts *= side;
    gather.steps +=
        (side - 1) * message_time(request, ceil_div(spread_length(request, torus.size()), parts));
    gather.rounds += side - 1;
  }
  return figures_of_rounds(request, gather);
}

Step fewest_gather_rounds(const Torus& torus) {
  const std::vector<int> sides = sides_above_one(torus.sides());
  if (sides.empty()) return 0;
  const auto channels = 2 * static_cast<Step>(sides.size());
  const Step others = torus.size() - 1 + std::count(sides.begin(), sides.end(), 2);
  return std::max<Step>(diameter(sides), ceil_div(others, channels));
}

CollectiveFigures torus_rounds(const CollectiveRequest& request, const Torus& torus) {
  const Step rounds = fewest_gather_rounds(torus);
  return figures_of_rounds(
      request, {rounds * message_time(request, block_length(request, torus.size())), rounds});
}

CollectiveFigures torus_half_way(const CollectiveRequest& request, const Torus& torus) {
  if (!is_all_reduce(request)) return {};
  Step done = 0;
  for (const int side : sides_above_one(torus.sides()))
    done += side / 2 * message_time(request, vector_length(request)) + request.add;
  return ends_with_operand(done, request.add);
}

CollectiveFigures torus_reversed_peel(const CollectiveRequest& request, const Torus& torus) {
  if (!has_packet_tree(request)) return {};
  std::vector<int> all_sides = torus.sides();
  for (std::size_t d = 0; d < request.dimension_order.size(); ++d)
    all_sides[d] = torus.side(request.dimension_order[d]);
  std::vector<int> sides = sides_above_one(all_sides);
  const GatherRounds down = peel_steps(request, sides);
  std::reverse(sides.begin(), sides.end());
  const GatherRounds up = peel_steps(request, sides);
  const Step reduced = up.steps + request.add * up.rounds;
  if (request.operation == CollectiveOperation::kReduce)
    return ends_with_operand(reduced, request.add);
  return ends_with_result(reduced + down.steps);
}

std::optional<Flits> best_reduction_packet(const CollectiveRequest& request, const Torus& torus) {
  if (!has_packet_tree(request)) return std::nullopt;
  const Flits m = vector_length(request);
  const Step depth = diameter(torus.sides());
  Flits best = 1;
  Step earliest = packet_tree_done(request, depth, best);
  const auto consider = [&](Flits packet) {
    const Step done = packet_tree_done(request, depth, packet);
    if (done > earliest || (done == earliest && packet >= best)) return;
    best = packet;
    earliest = done;
  };
  for (Flits q = 1; (q - 1) * (q - 1) < m; ++q) {
    consider(q);
    consider(ceil_div(m, q));
  }
  return best;
}

CollectiveFigures torus_packet_tree(const CollectiveRequest& request, const Torus& torus) {
  const std::optional<Flits> best = best_reduction_packet(request, torus);
  if (!best) return {};
  if (torus.size() == 1) return ends_with_result(0);
  const Flits packet = request.packet.value_or(*best);
  if (packet < 1 || packet > vector_length(request)) return {};
  const Step done = packet_tree_done(request, diameter(torus.sides()), packet);
  return request.operation == CollectiveOperation::kReduce ? ends_with_operand(done, request.add)
                                                           : ends_with_result(done);
}

CollectiveFigures torus_eulerian(const CollectiveRequest& request, const Torus& torus) {
  if (request.operation != CollectiveOperation::kAllToAll || request.send_overhead != 0 ||
      request.receive_overhead != 0)
    return {};
  const std::vector<int> sides = sides_above_one(torus.sides());
  if (sides.empty()) return ends_with_result(0);
  if (std::equal(sides.begin() + 1, sides.end(), sides.begin()))
    return ends_with_result(
        exchange_on_equal_sides(request.block, sides[0], static_cast<int>(sides.size())));
  if (sides.size() != 2) return {};
  const std::optional<Step> done = exchange_on_two_sides(request.block, sides[0], sides[1]);
  return done ? ends_with_result(*done) : CollectiveFigures{};
}

}  // namespace flitwise::theory
