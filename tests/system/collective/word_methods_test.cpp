// Every algorithm of every operation on vectors of words, on all small networks of its sort.
// FLITWISE_WORD_CASES: about how many cases of each are run; 0: all.
#include <gtest/gtest.h>

#include "tests/system/collective/word_runs.h"

namespace flitwise::word_runs {
namespace {

class WordMethodOnRtl : public testing::TestWithParam<std::size_t> {};

std::string name_of(const testing::TestParamInfo<std::size_t>& row) {
  constexpr const char* kNetworks[] = {"Tree", "FatTree", "Torus", "Mesh", "StarGraph"};
  const WordMethod& method = word_methods()[row.param];
  std::string name = std::string(kNetworks[method.network]) + "_";
  for (const char* letter = method.word; *letter != '\0'; ++letter)
    name += *letter == '-' ? '_' : *letter;
  return name;
}

TEST_P(WordMethodOnRtl, CombinesEveryOperandOnceAndIsDoneAsPredicted) {
  const WordMethod& method = word_methods()[GetParam()];
  const std::vector<WordCase> cases = small_cases(method);
  WordCounts counts;
  const std::size_t stride = FLITWISE_WORD_CASES == 0 ? 1 : 1 + cases.size() / FLITWISE_WORD_CASES;
  for (std::size_t i = GetParam() % stride; i < cases.size() && !HasFailure(); i += stride)
    expect_as_predicted(cases[i], counts);

  EXPECT_GT(counts.runs, counts.refused / 20);
  EXPECT_GT(counts.runs, 0);
  EXPECT_EQ(counts.done, counts.runs);
  EXPECT_EQ(counts.events, counts.runs);
}

INSTANTIATE_TEST_SUITE_P(Every, WordMethodOnRtl,
                         testing::Range(std::size_t{0}, word_methods().size()), name_of);

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
