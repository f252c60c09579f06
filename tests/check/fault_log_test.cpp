#include "tb/check/fault_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace flitwise::check {
namespace {

class Log final : public FaultLog {
 public:
  using FaultLog::flit_error;
  using FaultLog::port_violation;
  using FaultLog::report;
  using FaultLog::router_error;
};

TEST(FaultLog, TellsByStepAndLastWhatHasNone) {
  Log log;
  log.flit_error("PE 3 never has flit 1");
  log.port_violation("step 12: PE 1 sends twice");
  log.report({11, 2, ViolationKind::kCollision, {"own"}, {"parent (PE 0)"}});
  log.router_error("step 12: PE 0 as well");
  log.flit_error("step by step");
  const std::vector<std::string> problems = log.problems();

  ASSERT_EQ(problems.size(), 5U);
  EXPECT_EQ(problems[0].substr(0, 22), "step 11: collision in ");
  EXPECT_EQ(problems[1], "step 12: PE 0 as well");
  EXPECT_EQ(problems[2], "step 12: PE 1 sends twice");
  EXPECT_EQ(problems[3], "PE 3 never has flit 1");
  EXPECT_EQ(problems[4], "step by step");
}

TEST(FaultLog, KeepsTheEarliestOfTooMany) {
  Log log;
  for (int step = 30; step > 0; --step) log.flit_error("step " + std::to_string(step) + ": no");
  const std::vector<std::string> problems = log.problems();

  ASSERT_EQ(problems.size(), FaultLog::kMaxProblems + 1);
  EXPECT_EQ(problems.front(), "step 1: no");
  EXPECT_EQ(problems[FaultLog::kMaxProblems - 1], "step 20: no");
  EXPECT_EQ(problems.back(), "and 10 more");
  EXPECT_EQ(log.flit_errors(), 30);
}

TEST(FaultLog, TellsTheSameInWhateverOrderItIsTold) {
  std::vector<std::string> told;
  for (int pe = 0; pe < 30; ++pe) told.push_back("step 7: PE " + std::to_string(pe) + " waits");
  told.push_back("step 7: PE 3 waits for 2");
  told.push_back("PE 3 never has flit 10");
  told.push_back("PE 3 never has flit 9");
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    std::shuffle(told.begin(), told.end(), random);
    Log log;
    for (const std::string& sentence : told) log.flit_error(sentence);
    const std::vector<std::string> problems = log.problems();

    ASSERT_EQ(problems.size(), FaultLog::kMaxProblems + 1);
    EXPECT_EQ(problems[3], "step 7: PE 3 waits");
    EXPECT_EQ(problems[4], "step 7: PE 3 waits for 2");
    for (std::size_t i = 5; i < FaultLog::kMaxProblems; ++i)
      EXPECT_EQ(problems[i], "step 7: PE " + std::to_string(i - 1) + " waits");
    EXPECT_EQ(problems.back(), "and 13 more");
  }
}

TEST(FaultLog, TakesDigitsForNumbersWhereTextsAreEqualBeforeThem) {
  Log log;
  for (const char* sentence : {"PE 10 of 2", "PE 9 of 11", "PE 9 of 3", "PE 0", "PE", "PE 9 of"})
    log.flit_error(sentence);
  EXPECT_EQ(log.problems(), (std::vector<std::string>{"PE", "PE 0", "PE 9 of", "PE 9 of 3",
                                                      "PE 9 of 11", "PE 10 of 2"}));
}

}  // namespace
}  // namespace flitwise::check
