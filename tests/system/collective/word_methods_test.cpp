// Every algorithm of every operation on vectors of words, on all small networks of its sort.
// FLITWISE_WORD_CASES: about how many cases of each are run; 0: all.
// FLITWISE_COMPILES_MODELS: 0: only rows whose models need no compiling.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

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

// Of the row's cases some that combine, and a PE for each.
template <typename Visit>
void for_some_reductions(std::size_t row, int most, const WordCounts& counts, const Visit& visit) {
  const std::vector<WordCase> cases = small_cases(word_methods()[row]);
  std::mt19937 random(static_cast<std::uint32_t>(row));
  for (int tries = 0; tries < 300 && counts.runs < most && !testing::Test::HasFailure(); ++tries) {
    const WordCase& one = cases[random() % cases.size()];
    const auto pe = static_cast<Node>(random() % static_cast<std::uint32_t>(one.network.pes));
    if (combines(one.operation)) visit(one, pe, tries);
  }
}

bool has_reductions(const WordMethod& method) {
  return std::any_of(method.operations.begin(), method.operations.end(), combines);
}

TEST_P(WordMethodOnRtl, NoticesAPeThatCountsAnOperandTwice) {
  constexpr const char* kOps[] = {"min", "max", "and", "or", "sum", "xor"};
  const WordMethod& method = word_methods()[GetParam()];
  if (!has_reductions(method)) return;
  WordCounts counts;
  for_some_reductions(GetParam(), 12, counts, [&](WordCase one, Node pe, int tries) {
    const std::string op = fmt::format("op: {}", kOps[tries % 6]);
    if (one.more_options.empty())
      one.more_options = op;
    else if (!method.counts_twice)
      one.more_options += ", " + op;
    expect_to_notice_double(std::move(one), pe, counts);
  });
  EXPECT_GT(counts.runs, 5);
}

TEST_P(WordMethodOnRtl, NoticesALatePeAndSaysWhenItsProgramIsDone) {
  const WordMethod& method = word_methods()[GetParam()];
  if (!has_reductions(method)) return;
  WordCounts counts;
  for_some_reductions(GetParam(), 12, counts, [&](WordCase one, Node pe, int tries) {
    expect_to_notice_late(std::move(one), pe, 1 + tries % 5, counts);
  });
  EXPECT_GT(counts.runs, 5);
  if (method.plan != nullptr) {
    EXPECT_GT(counts.done, 0);
  }
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
