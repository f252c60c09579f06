// Operations on vectors of words on networks that are drawn, FLITWISE_DRAWN_WORDS of them. Models
// take seconds to compile, and a run milliseconds, so that many cases share those of one shape.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/system/collective/word_runs.h"

namespace flitwise::word_runs {
namespace {

class DrawnWords : public testing::TestWithParam<int> {};

TEST_P(DrawnWords, AreDoneAsPredicted) {
  constexpr int kShards = 10;
  constexpr int kRuns = FLITWISE_DRAWN_WORDS / kShards;
  constexpr int kAlike = 10, kCompiledAlike = kRuns / 10;  // runs of a shape
  WordCounts counts;
  std::uint64_t seed =
      FLITWISE_DRAWN_WORDS + static_cast<std::uint64_t>(GetParam()) * 1'000'000'000;
  while (counts.runs < kRuns && !HasFailure()) {
    const std::uint64_t shape = seed;
    const bool compiles = needs_compiling(*drawn_case(shape, seed).method);
    const int most = std::min(kRuns, counts.runs + (compiles ? kCompiledAlike : kAlike));
    // Rows refuse some networks and requests; those that refuse a shape refuse all of it.
    const std::uint64_t last = seed + 3 * static_cast<std::uint64_t>(most - counts.runs);
    for (; counts.runs < most && seed < last && !HasFailure(); ++seed) {
      SCOPED_TRACE(testing::Message() << "shape " << shape << ", seed " << seed);
      expect_as_predicted(drawn_case(shape, seed), counts);
    }
  }
  EXPECT_EQ(counts.runs, kRuns);
  EXPECT_GT(counts.done, counts.runs * 9 / 10);
  RecordProperty("refused", counts.refused);
}

INSTANTIATE_TEST_SUITE_P(Ten, DrawnWords, testing::Range(0, 10));

}  // namespace
}  // namespace flitwise::word_runs
