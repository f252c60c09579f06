// How large a plan may be.
#include "systemc/topology/collective_plan.h"

#include <gtest/gtest.h>

#include "tests/support/refusal.h"

namespace flitwise::collective_plan_test {
namespace {

TEST(PlanRoom, IsForSoManyMessages) {
  PlanRoom room;
  for (std::int64_t message = 0; message < PlanRoom::kMostMessages; ++message) room.add(1);
  EXPECT_EQ(test::refusal_of<TopologyError>([&] { room.add(1); }),
            "it takes more than " + std::to_string(PlanRoom::kMostMessages) + " messages");
}

TEST(PlanRoom, IsForSoManyFlitsOfAllMessages) {
  PlanRoom room;
  room.add(1);
  room.add(PlanRoom::kMostFlits - 1);
  EXPECT_EQ(test::refusal_of<TopologyError>([&] { room.add(1); }),
            "its messages have more than " + std::to_string(PlanRoom::kMostFlits) + " flits");
}

}  // namespace
}  // namespace flitwise::collective_plan_test
