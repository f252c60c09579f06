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

// That a receive has begun does not mean that its message is there.
TEST(CollectiveOrder, LetsASendWaitForTheBeginningOfAReceive) {
  Collective collective = exchange(true);
  for (auto& program : collective.programs) program[0].after = {{1, true}};
  EXPECT_TRUE(CollectiveOrder(collective).circle().empty());
}

}  // namespace
}  // namespace flitwise
