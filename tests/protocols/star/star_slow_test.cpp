// Star graphs: what takes long.
#include <gtest/gtest.h>

#include "systemc/protocols/star/star_protocols.h"
#include "tests/protocols/star/star_faulty_runs.h"
#include "tests/protocols/star/star_network.h"

namespace flitwise::protocols::test {
namespace {

TEST(StarFaultsOnTrees, MultinodeAndExchangeOfAnS4SurviveEveryPairOfFaults) {
  for (const StarRule rule : {StarRule::kP, StarRule::kQ}) {
    const StarSettings settings = star_settings(4, rule, 1, 3);
    EXPECT_EQ(check_all_sets(StarScheme::kStatic, settings), 1 + 60 + 1770);
    EXPECT_EQ(check_all_sets(StarScheme::kExchange, settings), 1 + 60 + 1770);
  }
}

TEST(StarTimes, StaticMultinodeOfAnS6StoresSevenOrSixPackets) {
  for (const auto& [rule, most] : {std::pair{StarRule::kQ, 7}, std::pair{StarRule::kP, 6}}) {
    const StarSettings settings = star_settings(6, rule, 1, 5);
    const StarRecord record = run_star(settings, make_star_pes(StarScheme::kStatic, settings));
    EXPECT_EQ(record.faults(), "");
    EXPECT_EQ(record.steps, 719);
    EXPECT_EQ(record.transmissions, std::int64_t{5} * 720 * 719);
    EXPECT_EQ(record.max_buffer, most);
  }
}

TEST(StarTimes, ExchangeOfAnS6TakesTheDepthsOfItsAddresses) {
  const StarSettings settings = star_settings(6, StarRule::kQ, 1, 1);
  const StarRecord record = run_star(settings, make_star_pes(StarScheme::kExchange, settings));
  EXPECT_EQ(record.faults(), "");
  EXPECT_EQ(record.steps, 708);
  EXPECT_EQ(record.transmissions, std::int64_t{5} * 720 * 708);
}

}  // namespace
}  // namespace flitwise::protocols::test
