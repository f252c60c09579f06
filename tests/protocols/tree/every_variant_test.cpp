// All variants of certification: every small tree with every small lengths, and random trees.
#include <gtest/gtest.h>

#include "tests/protocols/tree/cases.h"
#include "tests/protocols/tree/gather_checks.h"
#include "tests/protocols/tree/variants.h"

namespace flitwise::protocols::test {
namespace {

constexpr std::uint64_t kRandomCases = 150;

class EveryVariant : public ::testing::TestWithParam<CertificationVariant> {};

TEST_P(EveryVariant, KeepsEveryPromiseOnEveryTreeOfUpToFivePes) {
  const std::int64_t cases = for_every_case(5, 2, [&](const Case& c) {
    if (HasFatalFailure()) return;
    SCOPED_TRACE(testing::Message() << c);
    expect_sound_gather(c, GetParam());
  });
  EXPECT_EQ(cases, 1 * 3 + 3 * 9 + 16 * 27 + 125 * 81);  // Cayley: pes^(pes-2) labelled trees
}

TEST_P(EveryVariant, KeepsEveryPromiseOnRandomTrees) {
  for (std::uint64_t seed = 1; seed <= kRandomCases; ++seed) {
    const Case c = random_case(seed);
    SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << c);
    ASSERT_NO_FATAL_FAILURE(expect_sound_gather(c, GetParam()));
  }
}

constexpr Pace kPaces[] = {{1, 1}, {0, 2}, {3, 2}, {40, 7}};

TEST_P(EveryVariant, KeepsEveryPromiseWhereMessagesTakeASetupAndMoreStepsAFlit) {
  CertificationVariant variant = GetParam();
  for (const Pace& pace : kPaces) {
    variant.pace = pace;
    SCOPED_TRACE(testing::Message() << "setup " << pace.setup << ", " << pace.flit_time);
    const std::int64_t cases = for_every_case(4, 2, [&](const Case& c) {
      if (HasFatalFailure()) return;
      SCOPED_TRACE(testing::Message() << c);
      expect_sound_gather(c, variant);
    });
    EXPECT_EQ(cases, 1 * 3 + 3 * 9 + 16 * 27);
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
      const Case c = random_case(seed);
      SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << c);
      ASSERT_NO_FATAL_FAILURE(expect_sound_gather(c, variant));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, EveryVariant, ::testing::ValuesIn(all_variants()),
                         [](const auto& variant) { return name_of(variant.param); });

}  // namespace
}  // namespace flitwise::protocols::test
