// Floods of routers against words by distance, and steps against a run in which nodes only look at
// what has come.
#include "tb/theory/combining/flood_events.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "tb/theory/collective/collective_contents.h"
#include "tb/theory/combining/network_combining.h"

namespace flitwise::theory::flood_events_test {
namespace {

constexpr WordArithmetic kAnd{WordOp::kAnd, 20};

std::vector<Torus> small_tori() {
  std::vector<Torus> tori;
  for (int x = 2; x <= 7; ++x) tori.emplace_back(std::vector<int>{x});
  for (int x = 1; x <= 5; ++x)
    for (int y = 2; y <= 5; ++y) tori.emplace_back(std::vector<int>{x, y});
  tori.emplace_back(std::vector<int>{2, 3, 4});
  return tori;
}

int distance(const Torus& torus, Node a, Node b) {
  int hops = 0;
  for (int d = 0; d < torus.dimensions(); ++d) {
    const int up =
        (torus.coordinate(b, d) - torus.coordinate(a, d) + torus.side(d)) % torus.side(d);
    hops += std::min(up, torus.side(d) - up);
  }
  return hops;
}

CombinePlan plan_of(const Torus& torus) {
  CombinePlan plan;
  plan.neighbours.resize(index_of(torus.size()));
  for (Node v = 0; v < torus.size(); ++v)
    for (Node u = 0; u < torus.size(); ++u) {
      plan.flood_rounds = std::max<Flits>(plan.flood_rounds, distance(torus, v, u));
      if (distance(torus, v, u) == 1) plan.neighbours[index_of(v)].push_back(u);
    }
  return plan;
}

std::vector<Step> drawn_starts(const Torus& torus, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Step> starts;
  for (Node v = 0; v < torus.size(); ++v) starts.push_back(static_cast<Step>(random() % 9));
  return starts;
}

TEST(FloodEvents, TellTheWordsOfAllThatAreNear) {
  for (const Torus& torus : small_tori()) {
    const CombinePlan plan = plan_of(torus);
    std::size_t links = 0;
    for (const auto& neighbours : plan.neighbours) links += neighbours.size();
    const std::vector<LinkEvent> events = flood_events(plan, {1, 0, 0, {}}, kAnd);
    EXPECT_EQ(events.size(), links * static_cast<std::size_t>(plan.flood_rounds));
    for (const LinkEvent& event : events) {
      std::uint32_t word = test_operand({event.from, 0}, kAnd.width);
      for (Node u = 0; u < torus.size(); ++u)
        if (distance(torus, event.from, u) < event.index) word &= test_operand({u, 0}, kAnd.width);
      EXPECT_EQ(event.value, word);
      EXPECT_EQ(distance(torus, event.from, event.to), 1);
    }
  }
}

// What came of a round, by receiver, and the step in which the last of it did.
TEST(FloodEvents, ComeOneRoundBehindTheLastNeighbour) {
  for (const Torus& torus : small_tori())
    for (const Step add : {0, 1, 3}) {
      const CombinePlan plan = plan_of(torus);
      const std::vector<Step> starts =
          drawn_starts(torus, static_cast<unsigned>(torus.size() + add));
      std::map<std::pair<Node, std::int64_t>, std::set<Step>> sent, came;
      for (const LinkEvent& event : flood_events(plan, {add, 2, 0, starts}, kAnd)) {
        sent[{event.from, event.index}].insert(event.step);
        came[{event.to, event.index}].insert(event.step);
      }
      for (const auto& [who, steps] : sent) {
        ASSERT_EQ(steps.size(), 1U);
        const auto& [v, round] = who;
        const Step first = 3 + starts[index_of(v)];
        const Step due = round == 1 ? first
                                    : std::max(*came.at({v, round - 1}).rbegin(),
                                               *sent.at({v, round - 1}).begin()) +
                                          1 + add;
        EXPECT_EQ(*steps.begin(), due);
      }
    }
}

// The last word of the last round is combined, and goes into the PE.
TEST(NetworkCombining, OfAFloodOfATorusIsThatOfItsLinks) {
  for (const Torus& torus : small_tori())
    for (const Step add : {0, 1, 3}) {
      CollectiveRequest request;
      request.operation = CollectiveOperation::kBarrier;
      request.add = add;
      request.send_overhead = 2;
      request.receive_overhead = 5;
      request.start = drawn_starts(torus, static_cast<unsigned>(torus.size() + add));
      const std::vector<LinkEvent> events =
          flood_events(plan_of(torus), {add, 2, 0, request.start}, kAnd);
      Step last = 0;
      for (const LinkEvent& event : events) last = std::max(last, event.step);
      EXPECT_EQ(torus_flood(request, torus).done, last + add + 1 + 5) << torus.size();
    }
}

}  // namespace
}  // namespace flitwise::theory::flood_events_test
