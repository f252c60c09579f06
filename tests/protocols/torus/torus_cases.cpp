#include "tests/protocols/torus/torus_cases.h"

#include <gtest/gtest.h>

#include "tests/protocols/torus/torus_step_checker.h"
#include "tests/protocols/torus/torus_step_formulas.h"

namespace flitwise::protocols::test {

std::int64_t for_all_sides(int dimensions, int least, int most,
                           const std::function<void(const std::vector<int>&)>& use) {
  std::vector<int> sides(static_cast<std::size_t>(dimensions), least);
  for (std::int64_t count = 1;; ++count) {
    use(sides);
    std::size_t d = 0;
    while (d < sides.size() && sides[d] == most) sides[d++] = least;
    if (d == sides.size()) return count;
    ++sides[d];
  }
}

int steps_by_formula(BroadcastScheme scheme, const std::vector<int>& sides) {
  switch (scheme) {
    case BroadcastScheme::kPaper:
      return paper_steps(sides);
    case BroadcastScheme::kPeel:
      return peel_steps(sides);
    case BroadcastScheme::kBest:
      return best_steps(sides);
    case BroadcastScheme::kFsh:
      return fsh_steps(sides);
    case BroadcastScheme::kEdn:
      return edn_steps(sides);
    case BroadcastScheme::kDoubling:
      return doubling_steps(sides);
    case BroadcastScheme::kFlood:
      return flood_steps(sides);
    case BroadcastScheme::kRadix3:
      return radix3_steps(sides);
  }
  return -1;
}

void expect_valid(const Torus& torus, Node source, BroadcastScheme scheme,
                  const DimensionOrder& order) {
  SCOPED_TRACE(testing::Message() << name_of(scheme) << " on " << text_of(torus.sides()) << " from "
                                  << source << ", order " << text_of(order));
  const TorusSchedule schedule = make_broadcast(torus, source, scheme, order);
  std::vector<int> routed;
  for (const int d : schedule.order) routed.push_back(torus.side(d));
  EXPECT_EQ(schedule.steps.size(), static_cast<std::size_t>(steps_by_formula(scheme, routed)));

  StepChecker checker(schedule);
  ASSERT_EQ(checker.fault(), "");
  EXPECT_EQ(checker.duplicates(), 0);
  EXPECT_EQ(message_count(schedule), torus.size() - 1);
  if (scheme == BroadcastScheme::kDoubling) {
    EXPECT_LE(checker.most_sent(), 1);
    EXPECT_LE(checker.most_received(), 1);
  }
}

}  // namespace flitwise::protocols::test
