// torus_distances_test.cpp: worms of growing distances, held to the channels that they cross.
#include "tb/theory/collective/torus_distances.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "tb/theory/collective/torus_collectives.h"
#include "tests/theory/collective/requests.h"

namespace flitwise::theory {
namespace torus_distances_test {

using test::all_gather;
using test::all_reduce;
using test::barrier;
using test::reduce_scatter;

// A worm on a ring: hops with their sign, and the cycle in which it begins.
struct Worm {
  int from, hops;
  Step begin;
};

int rho(int step) { return (1 - static_cast<int>(std::lround(std::pow(-2, step + 1)))) / 3; }

// Colours of senders 0 to q - 1 around the ring, in runs that are as even as can be.
std::vector<Step> colours(Step senders, Step worms) {
  const Step runs = std::max<Step>(senders / worms, 1);
  std::vector<Step> colour;
  for (Step run = 0; run < runs; ++run)
    for (Step c = 0; c < senders * (run + 1) / runs - senders * run / runs; ++c)
      colour.push_back(c);
  return colour;
}

std::vector<Worm> halving_worms(int side, int step, Flits flits) {
  const int d = 1 << step;
  std::vector<Worm> worms;
  for (int i = 0; i < side; ++i) {
    const bool is_low = (i & d) == 0;
    const int place = is_low ? i % d : d - 1 - i % d;
    worms.push_back({i, is_low ? d : -d, (d - 1 - place) * (flits - 1)});
  }
  return worms;
}

std::vector<Worm> radix3_worms(int side, int step, Flits flits) {
  const int d = static_cast<int>(std::lround(std::pow(3, step)));
  std::vector<Worm> worms;
  for (int i = 0; i < side; ++i) {
    worms.push_back({i, d, i % d * (flits + 1)});
    worms.push_back({i, -d, (d - 1 - i % d) * (flits + 1)});
  }
  return worms;
}

// Even nodes i send to i + rho, odd ones to i - rho; mirrored the other way round.
void add_swing_worms(std::vector<Worm>& worms, int side, int step, bool is_mirrored) {
  for (int i = 0; i < side; ++i)
    worms.push_back({i, ((i % 2 == 0) != is_mirrored ? 1 : -1) * rho(step), 0});
}

// Gives the senders of each direction their beginnings, in the order in which they stand.
void colour_worms(std::vector<Worm>& worms, Step most, Step apart) {
  for (const int sign : {1, -1}) {
    std::vector<Worm*> senders;
    for (Worm& worm : worms)
      if (worm.hops * sign > 0) senders.push_back(&worm);
    std::sort(senders.begin(), senders.end(),
              [&](Worm* a, Worm* b) { return a->from * sign < b->from * sign; });
    const std::vector<Step> colour = colours(static_cast<Step>(senders.size()), most);
    for (std::size_t s = 0; s < senders.size(); ++s) senders[s]->begin = colour[s] * apart;
  }
}

std::vector<Worm> worms_of(DistanceScheme scheme, int side, int step, Flits flits) {
  if (scheme == DistanceScheme::kHalving) return halving_worms(side, step, flits);
  if (scheme == DistanceScheme::kRadix3) return radix3_worms(side, step, flits);
  std::vector<Worm> worms;
  add_swing_worms(worms, side, step, false);
  if (scheme == DistanceScheme::kSwing2) add_swing_worms(worms, side, step, true);
  const int d = std::abs(rho(step));
  if (scheme == DistanceScheme::kSwing2)
    colour_worms(worms, d, flits + 1);
  else
    colour_worms(worms, (d + 1) / 2, flits + 2);
  return worms;
}

struct Crossings {
  bool are_free = true;  // no channel is wanted by two worms at once
  Step most_worms = 0;   // that cross a channel
  Step last = 0;         // cycle in which the last flit is at its PE
};

Crossings cross(int side, const std::vector<Worm>& worms, Flits flits) {
  std::map<std::pair<int, int>, std::vector<Step>> heads;  // by sign and channel
  Crossings crossings;
  for (const Worm& worm : worms) {
    const int sign = worm.hops > 0 ? 1 : -1, hops = std::abs(worm.hops);
    for (int hop = 0; hop < hops; ++hop)
      heads[{sign, ((worm.from + sign * hop) % side + side) % side}].push_back(worm.begin + hop);
    crossings.last = std::max(crossings.last, worm.begin + hops + flits);
  }
  for (auto& [channel, cycles] : heads) {
    std::sort(cycles.begin(), cycles.end());
    crossings.most_worms = std::max(crossings.most_worms, static_cast<Step>(cycles.size()));
    for (std::size_t i = 1; i < cycles.size(); ++i)
      if (cycles[i] - cycles[i - 1] < flits) crossings.are_free = false;
  }
  return crossings;
}

struct Ring {
  DistanceScheme scheme;
  int side, steps;
};

const std::vector<Ring> kRings{{DistanceScheme::kHalving, 2, 1},  {DistanceScheme::kHalving, 4, 2},
                               {DistanceScheme::kHalving, 8, 3},  {DistanceScheme::kHalving, 16, 4},
                               {DistanceScheme::kHalving, 32, 5}, {DistanceScheme::kHalving, 64, 6},
                               {DistanceScheme::kRadix3, 3, 1},   {DistanceScheme::kRadix3, 9, 2},
                               {DistanceScheme::kRadix3, 27, 3},  {DistanceScheme::kSwing, 2, 1},
                               {DistanceScheme::kSwing, 4, 2},    {DistanceScheme::kSwing, 8, 3},
                               {DistanceScheme::kSwing, 16, 4},   {DistanceScheme::kSwing, 32, 5},
                               {DistanceScheme::kSwing, 64, 6},   {DistanceScheme::kSwing2, 2, 1},
                               {DistanceScheme::kSwing2, 4, 2},   {DistanceScheme::kSwing2, 8, 3},
                               {DistanceScheme::kSwing2, 16, 4},  {DistanceScheme::kSwing2, 32, 5},
                               {DistanceScheme::kSwing2, 64, 6}};

TEST(TorusDistances, LetNoWormWaitAndTakeTheirTime) {
  for (const Ring& ring : kRings) {
    for (int step = 0; step < ring.steps; ++step) {
      const auto [distance, worms] = distance_step(ring.scheme, step);
      for (const Flits flits : {1, 2, 3, 4, 7, 16, 33}) {
        std::vector<Worm> sent = worms_of(ring.scheme, ring.side, step, flits);
        if (flits == 1)
          for (Worm& worm : sent) worm.begin = 0;
        const Crossings crossings = cross(ring.side, sent, flits);
        EXPECT_TRUE(crossings.are_free) << ring.side << ' ' << step << ' ' << flits;
        EXPECT_EQ(crossings.most_worms, worms) << ring.side << ' ' << step;
        EXPECT_EQ(std::abs(sent.front().hops), distance);
        EXPECT_EQ(distance_step_time(ring.scheme, ring.side, step, flits, {}), crossings.last)
            << ring.side << ' ' << step << ' ' << flits;
        EXPECT_GE(crossings.last, worms * flits + 1);
      }
    }
  }
}

// After the steps of full vectors everybody has every operand once.
TEST(TorusDistances, AddEveryOperandOnce) {
  for (const Ring& ring : kRings) {
    if (ring.scheme == DistanceScheme::kSwing2) continue;
    std::vector<std::multiset<int>> operands;
    for (int i = 0; i < ring.side; ++i) operands.push_back({i});
    for (int step = 0; step < ring.steps; ++step) {
      const std::vector<std::multiset<int>> before = operands;
      for (const Worm& worm : worms_of(ring.scheme, ring.side, step, 1)) {
        const auto& sent = before[index_of(worm.from)];
        operands[index_of(((worm.from + worm.hops) % ring.side + ring.side) % ring.side)].insert(
            sent.begin(), sent.end());
      }
    }
    std::multiset<int> all;
    for (int i = 0; i < ring.side; ++i) all.insert(i);
    for (const auto& at_node : operands) EXPECT_EQ(at_node, all) << ring.side;
  }
}

// Flits over the busiest channel of a ring's reduce-scatter of n B words, times base^steps / n B.
Flits channel_load(DistanceScheme scheme, int base, int steps) {
  Flits load = 0, moved = static_cast<Flits>(std::lround(std::pow(base, steps)));
  for (int step = 0; step < steps; ++step) {
    moved /= base;
    load += distance_step(scheme, step).worms * moved;
  }
  return load;
}

TEST(TorusDistances, LoadTheBusiestChannelOfARingAsTheyGrow) {
  for (int steps = 1; steps <= 6; ++steps)
    EXPECT_EQ(channel_load(DistanceScheme::kHalving, 2, steps), steps * (Flits{1} << steps) / 2);
  for (int steps = 1; steps <= 3; ++steps)
    EXPECT_EQ(channel_load(DistanceScheme::kRadix3, 3, steps),
              steps * std::lround(std::pow(3, steps)) / 3);
  EXPECT_EQ(channel_load(DistanceScheme::kSwing, 2, 3) * 1, 8);
  EXPECT_EQ(channel_load(DistanceScheme::kSwing, 2, 4) * 16, 19 * 16);
  EXPECT_EQ(channel_load(DistanceScheme::kSwing, 2, 5) * 8, 11 * 32);
  EXPECT_EQ(channel_load(DistanceScheme::kSwing, 2, 6) * 64, 99 * 64);
  // Halves, so twice the fractions.
  EXPECT_EQ(channel_load(DistanceScheme::kSwing2, 2, 3) * 8, 9 * 8);
  EXPECT_EQ(channel_load(DistanceScheme::kSwing2, 2, 4) * 16, 23 * 16);
  EXPECT_EQ(channel_load(DistanceScheme::kSwing2, 2, 5) * 32, 57 * 32);
  EXPECT_EQ(channel_load(DistanceScheme::kSwing2, 2, 6) * 64, 135 * 64);
}

TEST(TorusDistances, OnRingsHaveClosedForms) {
  for (const Flits block : {2, 5, 16}) {
    for (int steps = 1; steps <= 6; ++steps) {
      const int side = 1 << steps;
      CollectiveRequest request = all_gather(block);
      request.send_overhead = 5;
      request.receive_overhead = 2;
      EXPECT_EQ(torus_halving(request, Torus({side})).done, steps * (5 + 2 + 1 + side * block / 2));
      CollectiveRequest full = all_reduce(block, 3);
      full.send_overhead = 5;
      full.receive_overhead = 2;
      EXPECT_EQ(torus_halving_latency(full, Torus({side})).done,
                steps * (5 + 2 + 1 + 3) + (side - 1) * block);
      EXPECT_EQ(torus_halving_latency(full, Torus({side})).finish,
                steps * (5 + 2 + 1 + 3) + (side - 1) * block - 3);
    }
    for (int steps = 1; steps <= 3; ++steps) {
      const int side = static_cast<int>(std::lround(std::pow(3, steps)));
      EXPECT_EQ(torus_radix3(all_gather(block), Torus({side})).done,
                steps * (side * block / 3 - 1) + side - 1);
      EXPECT_EQ(torus_radix3_latency(all_reduce(block, 3), Torus({side})).done,
                steps * (3 - 1) + (side - 1) * block / 2 + side - 1);
    }
  }
}

TEST(TorusDistances, OnALargeRingAreFarFromTheBestBandwidth) {
  CollectiveRequest request = all_reduce(Flits{1} << 20, 1);
  request.send_overhead = 8;
  const Torus ring({64}), square({64, 64});
  EXPECT_EQ(torus_halving(request, ring).done, 6291570);
  EXPECT_EQ(torus_swing2_pieces(request, ring).done, 2490636);
  EXPECT_EQ(torus_swing2(request, ring).done, 2490636);
  EXPECT_EQ(torus_multi_bucket(request, ring).done, 1033389);
  EXPECT_EQ(torus_halving_pieces(request, square).done, 1548516);
  EXPECT_EQ(torus_swing2_pieces(request, square).done, 655640);
  EXPECT_EQ(torus_multi_bucket(request, square).done, 526554);
}

// Most messages over a channel where every node sends `shift` and `-shift`, or two shifts, the
// shorter way.
Step shift_load(int side, const std::vector<int>& shifts) {
  std::map<int, Step> loads;  // by sign
  for (const int shift : shifts) {
    const int around = shift <= side / 2 ? shift : shift - side;
    loads[around > 0 ? 1 : -1] += std::abs(around);
  }
  return std::max(loads[1], loads[-1]);
}

TEST(TorusDistances, OfRadix3LoadLessThanThoseOfBruck) {
  for (int steps = 1; steps <= 6; ++steps) {
    const int side = static_cast<int>(std::lround(std::pow(3, steps)));
    Step nearer = 0, farther = 0;
    for (int power = 1; power < side; power *= 3) {
      const Step both_ways = shift_load(side, {power, side - power});
      const Step one_way = shift_load(side, {power, 2 * power});
      EXPECT_EQ(one_way, power * 3 < side ? 3 * both_ways : both_ways);
      nearer += both_ways;
      farther += one_way;
    }
    EXPECT_EQ(nearer, (side - 1) / 2);
    EXPECT_EQ(farther, (side - 3) / 2 + side / 3);
  }
}

TEST(TorusDistances, SayNothingOfOtherSidesAndOperations) {
  EXPECT_FALSE(torus_halving(all_reduce(8), Torus({8, 6})).done);
  EXPECT_FALSE(torus_radix3(all_reduce(8), Torus({8, 8})).done);
  EXPECT_FALSE(torus_halving_pieces(all_reduce(8), Torus({8, 4})).done);
  EXPECT_FALSE(torus_distance_pieces(all_reduce(8), Torus({8}), DistanceScheme::kSwing).done);
  EXPECT_FALSE(torus_swing_latency(reduce_scatter(8), Torus({8})).done);
  EXPECT_FALSE(torus_distance_latency(all_reduce(8), Torus({8}), DistanceScheme::kSwing2).done);
  EXPECT_FALSE(torus_halving(test::reduce(8), Torus({8})).done);
  CollectiveRequest late = barrier();
  late.start = {0, 1};
  EXPECT_FALSE(torus_halving_latency(late, Torus({2})).done);
  EXPECT_FALSE(torus_halving(late, Torus({2})).done);
  EXPECT_TRUE(torus_halving(barrier(), Torus({2, 1, 8})).done);
}

}  // namespace torus_distances_test
}  // namespace flitwise::theory
