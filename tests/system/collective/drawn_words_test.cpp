// Operations on vectors of words on networks that are drawn, FLITWISE_DRAWN_WORDS of them.
#include <gtest/gtest.h>

#include "tests/system/collective/word_runs.h"

namespace flitwise::word_runs {
namespace {

class DrawnWords : public testing::TestWithParam<int> {};

TEST_P(DrawnWords, AreDoneAsPredicted) {
  constexpr int kShards = 10;
  WordCounts counts;
  for (std::uint64_t i = 0; i < FLITWISE_DRAWN_WORDS / kShards; ++i) {
    const std::uint64_t seed =
        FLITWISE_DRAWN_WORDS + static_cast<std::uint64_t>(GetParam()) * 1'000'000 + i;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    expect_as_predicted(drawn_case(seed), counts);
  }
  EXPECT_GT(counts.runs, FLITWISE_DRAWN_WORDS / kShards / 3);
  EXPECT_GT(counts.done, counts.runs * 9 / 10);
}

INSTANTIATE_TEST_SUITE_P(Ten, DrawnWords, testing::Range(0, 10));

}  // namespace
}  // namespace flitwise::word_runs
