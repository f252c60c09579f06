// Theory and protocols derive every broadcast on a torus by themselves; node by node, they agree.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "systemc/protocols/torus/packet_tree.h"
#include "systemc/protocols/torus/torus_broadcast.h"
#include "tb/theory/torus/broadcast_plan.h"

namespace flitwise {
namespace {

using theory::BroadcastScheme;
using Pes = protocols::BroadcastScheme;

struct Scheme {
  BroadcastScheme theory;
  Pes protocol;
};

const std::vector<Scheme>& schemes() {
  static const std::vector<Scheme> all{
      {BroadcastScheme::kPeel, Pes::kPeel},   {BroadcastScheme::kPaper, Pes::kPaper},
      {BroadcastScheme::kBest, Pes::kBest},   {BroadcastScheme::kDoubling, Pes::kDoubling},
      {BroadcastScheme::kFlood, Pes::kFlood}, {BroadcastScheme::kRadix3, Pes::kRadix3},
      {BroadcastScheme::kFsh, Pes::kFsh},     {BroadcastScheme::kEdn, Pes::kEdn},
  };
  return all;
}

/// How a node gets the text.
struct Reception {
  std::size_t step = 0;  ///< from 1; 0: never
  Node from = kNoNode;
  Hops hops;
  int number = 0;  ///< of the message among those of its sender
  int copies = 0;

  friend bool operator==(const Reception& a, const Reception& b) {
    return a.step == b.step && a.from == b.from && a.hops == b.hops && a.number == b.number &&
           a.copies == b.copies;
  }
};

std::ostream& operator<<(std::ostream& out, const Reception& r) {
  return out << "step " << r.step << " from " << r.from << " over " << text_of(r.hops)
             << ", message " << r.number << ", copies " << r.copies;
}

std::vector<Reception> receptions(const TorusSchedule& schedule) {
  const Torus torus(schedule.sides);
  std::vector<Reception> all(static_cast<std::size_t>(torus.size()));
  std::vector<int> sent(all.size(), 0);
  for (std::size_t step = 0; step < schedule.steps.size(); ++step) {
    for (const TorusMessage& message : schedule.steps[step]) {
      Reception& to = all[static_cast<std::size_t>(torus.destination(message.from, message.hops))];
      const int number = sent[static_cast<std::size_t>(message.from)]++;
      to = {step + 1, message.from, message.hops, number, to.copies + 1};
    }
  }
  return all;
}

/// The columns of fsh, which theory takes as data: where each row has the text first.
std::vector<int> columns_of(const TorusSchedule& schedule) {
  const Torus torus(schedule.sides);
  DimensionOrder sides;
  for (const int d : schedule.order)
    if (torus.side(d) > 1) sides.push_back(d);
  std::vector<int> columns(static_cast<std::size_t>(torus.side(sides.at(1))), -1);
  columns[0] = 0;
  for (const TorusStep& step : schedule.steps) {
    for (const TorusMessage& message : step) {
      const Node to = torus.destination(message.from, message.hops);
      const Node seen = torus.translate_back(to, schedule.source);
      int& column = columns[static_cast<std::size_t>(torus.coordinate(seen, sides[1]))];
      if (column < 0) column = torus.coordinate(seen, sides[0]);
    }
  }
  return columns;
}

bool has_schedule(BroadcastScheme scheme, const Torus& torus, const DimensionOrder& order) {
  return theory::broadcast_steps(scheme, theory::routed_sides(torus, order)).has_value();
}

/// The closed forms, a third derivation; aligned sources may be in place already.
void check_steps(BroadcastScheme scheme, const TorusSchedule& plan) {
  const auto formula =
      theory::broadcast_steps(scheme, theory::routed_sides(Torus(plan.sides), plan.order));
  const int steps = static_cast<int>(plan.steps.size());
  if (scheme == BroadcastScheme::kPaper)
    ASSERT_LE(steps, formula->steps);
  else
    ASSERT_EQ(steps, formula->steps);
}

void compare_trees(const Torus& torus, Node root, const DimensionOrder& order) {
  std::vector<Node> parents(static_cast<std::size_t>(torus.size()), kNoNode);
  const auto flood = theory::broadcast_plan(BroadcastScheme::kFlood, torus, root, order);
  for (const TorusStep& step : flood.steps)
    for (const TorusMessage& message : step)
      parents[static_cast<std::size_t>(torus.destination(message.from, message.hops))] =
          message.from;
  for (const protocols::TreePlace& place : protocols::packet_tree(torus, root, order))
    ASSERT_EQ(place.parent, parents[static_cast<std::size_t>(place.self)]) << place.self;
}

/// Adds to `compared` the schedules that were compared.
void compare(const Torus& torus, Node root, const DimensionOrder& order, int& compared) {
  for (const Scheme& scheme : schemes()) {
    if (!has_schedule(scheme.theory, torus, order)) continue;
    SCOPED_TRACE(std::string(name_of(scheme.protocol)) + " on " + text_of(torus.sides()) +
                 " from " + std::to_string(root) + ", order " + text_of(order));
    const TorusSchedule protocol = protocols::make_broadcast(torus, root, scheme.protocol, order);
    const bool is_fsh = scheme.theory == BroadcastScheme::kFsh;
    const TorusSchedule theory = theory::broadcast_plan(
        scheme.theory, torus, root, order, is_fsh ? columns_of(protocol) : std::vector<int>());
    ASSERT_EQ(protocol.steps.size(), theory.steps.size());
    check_steps(scheme.theory, theory);
    const std::vector<Reception> measured = receptions(protocol);
    const std::vector<Reception> derived = receptions(theory);
    for (Node v = 0; v < torus.size(); ++v)
      ASSERT_EQ(measured[static_cast<std::size_t>(v)], derived[static_cast<std::size_t>(v)])
          << "node " << torus.name(v);
    ++compared;
  }
  compare_trees(torus, root, order);
}

/// From node 0 in ascending order, and from a root and in an order that are drawn.
int compare_twice(const std::vector<int>& sides, std::mt19937_64& random) {
  int compared = 0;
  const Torus torus(sides);
  DimensionOrder order = torus.ascending_order();
  compare(torus, 0, order, compared);
  std::shuffle(order.begin(), order.end(), random);
  compare(torus, static_cast<Node>(random() % static_cast<std::uint64_t>(torus.size())), order,
          compared);
  return compared;
}

TEST(TorusDerivations, AgreeOnRings) {
  constexpr int kLongest = 64;
  std::mt19937_64 random(1);
  int compared = 0;
  for (int n = 1; n <= kLongest; ++n) compared += compare_twice({n}, random);
  EXPECT_EQ(compared, 2 * 6 * kLongest);
}

TEST(TorusDerivations, AgreeInTwoDimensions) {
  std::mt19937_64 random(2);
  int compared = 0;
  for (int a = 1; a <= 12; ++a)
    for (int b = 1; b <= 12; ++b) compared += compare_twice({a, b}, random);
  EXPECT_GE(compared, 2 * (6 * 144 + 81));  // sides from 4 on have fsh in either order
}

TEST(TorusDerivations, AgreeInThreeDimensions) {
  std::mt19937_64 random(3);
  int compared = 0;
  for (int a = 1; a <= 5; ++a)
    for (int b = 1; b <= 5; ++b)
      for (int c = 1; c <= 5; ++c) compared += compare_twice({a, b, c}, random);
  EXPECT_GE(compared, 2 * 6 * 125);
}

TEST(TorusDerivations, AgreeInFourDimensionsAndOnLargeTori) {
  std::mt19937_64 random(4);
  for (const std::vector<int>& sides : {std::vector<int>{2, 2, 2, 2},
                                        {3, 3, 3, 3},
                                        {4, 3, 2, 5},
                                        {2, 4, 4, 8},
                                        {3, 1, 6, 12},
                                        {5, 5, 5, 5},
                                        {8, 8, 8, 8},
                                        {16, 16, 16},
                                        {7, 14, 28},
                                        {63, 64},
                                        {64, 63},
                                        {64, 64}})
    EXPECT_GE(compare_twice(sides, random), 2 * 6);
  for (int round = 0; round < 40; ++round) {
    std::vector<int> sides(4);
    for (int& side : sides) side = static_cast<int>(1 + random() % 6);
    EXPECT_GE(compare_twice(sides, random), 2 * 6);
  }
}

// Sides on which columns are found by different tries of the search.
TEST(TorusDerivations, AgreeOnTheWaysOfFsh) {
  std::mt19937_64 random(5);
  for (int a = 4; a <= 40; a += 3)
    for (int b = 6; b <= 40; b += 2) {
      const bool has_edn = a == 16 && b == 16;
      EXPECT_EQ(compare_twice({a, b}, random), has_edn ? 2 * 8 : 2 * 7);
    }
}

TEST(TorusDerivations, AgreeOnTheLevelsOfDominatingNodes) {
  std::mt19937_64 random(6);
  for (int n = 2; n <= 16; n *= 2)
    for (int z = 2; z <= 16; ++z) EXPECT_GE(compare_twice({n, n, z}, random), 2 * 6 + 1);
  for (int z = 17; z <= 64; ++z) EXPECT_GE(compare_twice({2, 2, z}, random), 2 * 6 + 1);
}

}  // namespace
}  // namespace flitwise
