#include "systemc/topology/collective.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace flitwise {
namespace {

// Two ranks that exchange a message; each sends when it has received if `in_turns`.
Collective exchange(bool in_turns) {
  Collective collective;
  collective.programs.resize(2);
  collective.transfers = {{0, 1, 1, ""}, {1, 0, 1, ""}};
  for (std::size_t rank : {0U, 1U}) {
    RankOp send;
    send.kind = RankOpKind::kSend;
    send.transfer = rank;
    if (in_turns) send.after = {{1, false}};
    RankOp receive;
    receive.kind = RankOpKind::kReceive;
    receive.transfer = 1 - rank;
    collective.programs[rank] = {send, receive};
  }
  return collective;
}

TEST(CollectiveOrder, PutsEveryEventBehindWhatItWaitsFor) {
  const Collective collective = exchange(false);
  const CollectiveOrder order(collective);

  ASSERT_EQ(order.events().size(), 8U);
  EXPECT_TRUE(order.circle().empty());
  const auto place = [&](const RankEvent& event) {
    return std::find(order.events().begin(), order.events().end(), event);
  };
  for (const RankEvent& event : order.events())
    for (const RankEvent& earlier : order.before(event)) EXPECT_LT(place(earlier), place(event));
}

TEST(CollectiveOrder, FindsTheCircleOfTwoThatWaitForEachOther) {
  const Collective collective = exchange(true);
  const CollectiveOrder order(collective);
  const std::vector<RankEvent> circle = order.circle();

  ASSERT_EQ(circle.size(), 4U);  // beginning of each send, end of each receive
  for (std::size_t i = 0; i < circle.size(); ++i) {
    const std::vector<RankEvent> earlier = order.before(circle[i]);
    EXPECT_NE(std::find(earlier.begin(), earlier.end(), circle[(i + 1) % circle.size()]),
              earlier.end());
  }
}

/// The dependencies of an operation by number: base 3 digits, one per other operation of the rank.
std::vector<RankDependency> dependencies(int number, std::size_t op, std::size_t ops) {
  std::vector<RankDependency> after;
  for (std::size_t other = 0; other < ops; ++other) {
    if (other == op) continue;
    if (number % 3 > 0) after.push_back({other, number % 3 == 2});
    number /= 3;
  }
  return after;
}

/// Rank 0 sends, receives and computes, rank 1 receives and sends, each after what `number` says.
Collective drawn(int number) {
  Collective collective;
  collective.programs.resize(2);
  collective.transfers = {{0, 1, 1, ""}, {1, 0, 1, ""}};
  const auto op = [&](RankOpKind kind, std::size_t transfer) {
    RankOp made;
    made.kind = kind;
    made.transfer = transfer;
    return made;
  };
  collective.programs[0] = {op(RankOpKind::kSend, 0), op(RankOpKind::kReceive, 1),
                            op(RankOpKind::kCompute, 0)};
  collective.programs[1] = {op(RankOpKind::kReceive, 0), op(RankOpKind::kSend, 1)};
  for (auto& program : collective.programs)
    for (std::size_t i = 0; i < program.size(); ++i) {
      const int choices = program.size() == 3 ? 9 : 3;
      program[i].after = dependencies(number % choices, i, program.size());
      number /= choices;
    }
  return collective;
}

/// Start and end of every operation that can come to pass, by doing what can be done until nothing
/// can: bit 2 op + 1 of a rank's word for an end.
std::vector<unsigned> played(const Collective& collective) {
  std::vector<unsigned> done(collective.programs.size(), 0);
  const auto is_done = [&](std::size_t rank, std::size_t op, bool is_end) {
    return (done[rank] >> (2 * op + (is_end ? 1 : 0)) & 1U) != 0;
  };
  const auto is_sent = [&](std::size_t transfer) {
    for (std::size_t rank = 0; rank < done.size(); ++rank)
      for (std::size_t i = 0; i < collective.programs[rank].size(); ++i) {
        const RankOp& op = collective.programs[rank][i];
        if (op.kind == RankOpKind::kSend && op.transfer == transfer && is_done(rank, i, false))
          return true;
      }
    return false;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t rank = 0; rank < done.size(); ++rank)
      for (std::size_t i = 0; i < collective.programs[rank].size(); ++i) {
        const RankOp& op = collective.programs[rank][i];
        const bool can_start = std::all_of(op.after.begin(), op.after.end(), [&](const auto& on) {
          return is_done(rank, on.op, !on.on_start);
        });
        const bool can_end =
            is_done(rank, i, false) && (op.kind != RankOpKind::kReceive || is_sent(op.transfer));
        const unsigned now =
            done[rank] | (can_start ? 1U : 0U) << (2 * i) | (can_end ? 2U : 0U) << (2 * i);
        changed = changed || now != done[rank];
        done[rank] = now;
      }
  }
  return done;
}

// Bounds and ranks take from here what must come before what.
TEST(CollectiveOrder, HoldsWhatCanComeToPassForAllDependenciesOfTwoRanks) {
  int circles = 0;
  for (int number = 0; number < 9 * 9 * 9 * 3 * 3; ++number) {
    const Collective collective = drawn(number);
    const CollectiveOrder order(collective);
    std::vector<unsigned> done(2, 0);
    for (const RankEvent& event : order.events()) {
      for (const RankEvent& earlier : order.before(event))
        ASSERT_TRUE((done[static_cast<std::size_t>(earlier.rank)] >>
                         (2 * earlier.op + (earlier.is_end ? 1 : 0)) &
                     1U) != 0)
            << number;
      const unsigned bit = (event.is_end ? 2U : 1U) << (2 * event.op);
      ASSERT_EQ(done[static_cast<std::size_t>(event.rank)] & bit, 0U) << number;
      done[static_cast<std::size_t>(event.rank)] |= bit;
    }
    ASSERT_EQ(done, played(collective)) << number;
    const std::vector<RankEvent> circle = order.circle();
    ASSERT_EQ(circle.empty(), order.events().size() == 10U) << number;
    circles += circle.empty() ? 0 : 1;
    for (std::size_t i = 0; i < circle.size(); ++i) {
      const std::vector<RankEvent> earlier = order.before(circle[i]);
      ASSERT_NE(std::find(earlier.begin(), earlier.end(), circle[(i + 1) % circle.size()]),
                earlier.end())
          << number;
    }
  }
  EXPECT_GT(circles, 1000);
}

// That a receive has begun does not mean that its message is there.
TEST(CollectiveOrder, LetsASendWaitForTheBeginningOfAReceive) {
  Collective collective = exchange(true);
  for (auto& program : collective.programs) program[0].after = {{1, true}};
  EXPECT_TRUE(CollectiveOrder(collective).circle().empty());
}

}  // namespace
}  // namespace flitwise
