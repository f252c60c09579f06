// Every algorithm of every operation on vectors of words, on all small networks of its sort.
// FLITWISE_WORD_CASES: about how many cases of each are run; 0: all.
// FLITWISE_COMPILES_MODELS: 0: only rows whose models need no compiling.
#include <gtest/gtest.h>

#include <random>

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
  // Drawn, since every so manyth could always be one that the row refuses.
  const std::size_t one_of = FLITWISE_WORD_CASES == 0 ? 1 : 1 + cases.size() / FLITWISE_WORD_CASES;
  std::mt19937 random(static_cast<std::uint32_t>(GetParam()));
  for (std::size_t i = 0; i < cases.size() && !HasFailure(); ++i)
    if (random() % one_of == 0) expect_as_predicted(cases[i], counts);

  EXPECT_GT(counts.runs, counts.refused / 20);
  EXPECT_GT(counts.runs, 0);
  EXPECT_EQ(counts.done, counts.runs);
  EXPECT_EQ(counts.events, counts.runs);
}

TEST_P(WordMethodOnRtl, EndsInItsFinishAndNotAStepBefore) {
  const std::vector<WordCase> cases = small_cases(word_methods()[GetParam()]);
  WordCounts counts;
  std::mt19937 random(static_cast<std::uint32_t>(GetParam()));
  for (int tries = 0; tries < 300 && counts.runs < 12 && !HasFailure(); ++tries)
    expect_to_end_in_its_finish(cases[random() % cases.size()], counts);
  EXPECT_GT(counts.runs, 5);
}

std::vector<std::size_t> rows() {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < word_methods().size(); ++i)
    if (FLITWISE_COMPILES_MODELS != 0 || !needs_compiling(word_methods()[i])) rows.push_back(i);
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Every, WordMethodOnRtl, testing::ValuesIn(rows()), name_of);

}  // namespace
}  // namespace flitwise::word_runs
