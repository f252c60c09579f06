// Files with one mistake each, from printed seeds: none crashes a reader, hangs it or is read as if
// nothing were wrong. Built for `make test` with few and for `make test-all` with ten thousand.
#include <gtest/gtest.h>

#include <iostream>

#include "tests/sim/mutations/mutated_scenarios.h"

namespace flitwise::test {
namespace {

#ifdef FLITWISE_MANY_MUTANTS
constexpr std::size_t kCount = 2500;
constexpr std::uint64_t kFirstSeed = 1000;
#else
constexpr std::size_t kCount = 250;
constexpr std::uint64_t kFirstSeed = 1;
#endif

void expect_all_ways_were_met(const MutantCounts& counts, std::uint64_t seed) {
  std::cout << "seed " << seed << ": " << counts.refused << " refused, " << counts.changed
            << " mean something else, " << counts.same << " mean the same\n";
  EXPECT_EQ(counts.refused + counts.changed + counts.same, kCount);
  EXPECT_GT(counts.refused, kCount / 8);
  EXPECT_GT(counts.changed, 0U);
  EXPECT_GT(counts.same, 0U);
}

class Mutants : public testing::TestWithParam<int> {
 protected:
  std::uint64_t seed() const { return kFirstSeed + static_cast<std::uint64_t>(GetParam()); }
};

TEST_P(Mutants, OfScenariosAreRefusedOrHeard) {
  expect_all_ways_were_met(expect_mutated_scenarios_are_noticed(seed(), kCount), seed());
}

TEST_P(Mutants, OfSchedulesAndGraphsAreRefusedOrHeard) {
  expect_all_ways_were_met(expect_mutated_inputs_are_noticed(seed(), kCount), seed());
}

INSTANTIATE_TEST_SUITE_P(Seeds, Mutants, testing::Range(0, 4));

}  // namespace
}  // namespace flitwise::test
