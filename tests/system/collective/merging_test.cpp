// Reduce-scatter and all-reduce on fat trees whose switches add what meets, on the routers: times,
// every flit with its word, sums at every leaf; and leaves that are late or silent.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "sim/families/registry.h"
#include "sim/run/runner.h"
#include "tb/theory/combining/late_merging.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise::merging_test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing_support::check_of;
using testing_support::expect_pass;
using testing_support::run_text;

struct Shape {
  int arity;
  int levels;
  int growth = 1;  ///< of capacities from level to level
};

int leaves_of(const Shape& shape) {
  int leaves = 1;
  for (int level = 0; level < shape.levels; ++level) leaves *= shape.arity;
  return leaves;
}

std::string text_of(const Shape& shape, const std::string& operation, int length,
                    const std::string& options = "op: sum") {
  std::vector<int> capacities{1};
  while (static_cast<int>(capacities.size()) < shape.levels)
    capacities.push_back(capacities.back() * shape.growth);
  return fmt::format(
      "network: {{kind: fat-tree, leaves: {}, arity: {}, capacities: [{}]}}\noperation: {}\n"
      "algorithm: in-switch-reversed\nlength: {}\noptions: {{{}}}\n",
      leaves_of(shape), shape.arity, fmt::join(capacities, ", "), operation, length, options);
}

std::string shown(const Result& result, const std::string& figure) {
  const auto found = result.measured.find(figure);
  return found ? found->text() : "none";
}

class MergingOnRtl : public testing::TestWithParam<Shape> {};

TEST_P(MergingOnRtl, ScattersSumsAndBringsThemToAllInTheStepsOfTheFormulas) {
  const Shape shape = GetParam();
  const int leaves = leaves_of(shape);
  const int done = leaves + (shape.arity == 2 && leaves >= 4 ? 1 : 0);
  const Result scattered = expect_pass(text_of(shape, "reduce-scatter", leaves));
  EXPECT_EQ(shown(scattered, "done"), fmt::format("{}", done));
  for (const char* check : {"done", "finish", "events", "contents", "partials", "merges"})
    EXPECT_TRUE(check_of(scattered, check).ok) << check;
  const Result reduced = expect_pass(text_of(shape, "allreduce", leaves, "op: xor, width: 31"));
  EXPECT_EQ(shown(reduced, "done"), fmt::format("{}", 2 * done));
  EXPECT_TRUE(check_of(reduced, "result_crc").ok);
}

std::string name_of(const testing::TestParamInfo<Shape>& one) {
  return fmt::format("Arity{}Levels{}{}", one.param.arity, one.param.levels,
                     one.param.growth > 1 ? "Full" : "");
}

INSTANTIATE_TEST_SUITE_P(Trees, MergingOnRtl,
                         testing::Values(Shape{2, 1}, Shape{2, 2}, Shape{2, 3}, Shape{2, 4},
                                         Shape{2, 5}, Shape{2, 6}, Shape{2, 3, 2}, Shape{3, 1},
                                         Shape{3, 2}, Shape{3, 3}, Shape{4, 1}, Shape{4, 2},
                                         Shape{4, 3}, Shape{3, 2, 3}),
                         name_of);

TEST(Merging, CombinesByEveryOperationVectorsOfEveryLength) {
  int run = 0;
  for (const char* op : {"sum", "min", "max", "and", "or", "xor"})
    for (const char* operation : {"reduce-scatter", "allreduce"})
      expect_pass(text_of({2, 3}, operation, 1 + run++ % 8, fmt::format("op: {}", op)));
}

TEST(Merging, OfFourLeavesGivesTheSumsOfTheExample) {
  const Result result = expect_pass(text_of({2, 2}, "reduce-scatter", 4));
  EXPECT_EQ(shown(result, "partials"), "[1, 2, 1, 2]");
  EXPECT_EQ(shown(result, "merges"), "6");
  EXPECT_EQ(shown(expect_pass(text_of({2, 3}, "reduce-scatter", 8)), "done"), "9");
}

// Flits that come too late for others travel alone, and leaves add them all the same.
TEST(Merging, ALateLeafChangesTimesAndSumsAndNoResult) {
  const Result late = run_text(text_of({2, 3}, "reduce-scatter", 8, "op: sum, break: {late: 5}"));
  EXPECT_EQ(late.outcome, Outcome::kFail);
  EXPECT_TRUE(check_of(late, "contents").ok);
  EXPECT_TRUE(check_of(late, "result_crc").ok);
  EXPECT_EQ(check_of(late, "done").measured, "15");
  EXPECT_FALSE(check_of(late, "done").ok);
  EXPECT_FALSE(check_of(late, "partials").ok);
  EXPECT_FALSE(check_of(late, "merges").ok);
  EXPECT_FALSE(check_of(late, "events").ok);
}

// Sums that come to each leaf, of a list of events.
std::vector<int> sums_of(const std::vector<LinkEvent>& events, int leaves) {
  std::vector<int> sums(static_cast<std::size_t>(leaves));
  for (const LinkEvent& event : events)
    if (event.to < leaves) ++sums[static_cast<std::size_t>(event.to)];
  return sums;
}

// A leaf that counts on more sums than come waits for them, though it has all operands.
TEST(Merging, ADrawnLateLeafBringsTheSumsOfItsRecurrenceAndWhoGetsTooFewWaits) {
  std::mt19937 random(23);
  const auto draw = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  int waiting = 0;
  for (int run = 0; run < 24; ++run) {
    const int arity = draw(2, 4);
    const Shape shape{arity, arity == 2 ? draw(1, 4) : draw(1, 2), draw(1, arity)};
    const int leaves = leaves_of(shape), leaf = draw(0, leaves - 1), by = draw(1, leaves + 2);
    const std::string text = text_of(shape, "reduce-scatter", leaves,
                                     fmt::format("break: {{late: {}, by: {}}}", leaf, by));
    SCOPED_TRACE(text);
    std::vector<int> capacities{1};
    while (static_cast<int>(capacities.size()) < shape.levels)
      capacities.push_back(capacities.back() * shape.growth);
    CollectiveRequest request;
    request.operation = CollectiveOperation::kReduceScatter;
    request.length = leaves;
    const FatTree tree(leaves, arity, capacities);
    const auto events_of = [&](int late_by) {
      return theory::late_merging_events(request, tree, WordArithmetic(), leaf, late_by);
    };
    const std::vector<LinkEvent> events = events_of(by);
    const std::vector<int> due = sums_of(events_of(0), leaves), come = sums_of(events, leaves);
    const Result late = run_text(text);
    int lacking = 0;
    for (std::size_t pe = 0; pe < due.size(); ++pe) {
      const int missing = due[pe] - come[pe];
      if (missing <= 0) continue;
      ++lacking;
      EXPECT_THAT(late.problems, Contains(fmt::format("PE {} waits for {} sum{} of its word", pe,
                                                      missing, missing == 1 ? "" : "s")));
    }
    EXPECT_EQ(check_of(late, "contents").measured,
              fmt::format("{} of {} words", leaves - lacking, leaves));
    if (lacking > 0)
      ++waiting;
    else
      EXPECT_EQ(check_of(late, "done").measured, fmt::format("{}", events.back().step));
    EXPECT_EQ(shown(late, "partials"), fmt::format("[{}]", fmt::join(come, ", ")));
    EXPECT_EQ(shown(late, "volume"), fmt::format("{}", events.size()));
  }
  EXPECT_GT(waiting, 0);
}

// A leaf tells its result when as many sums have come as the timetable brings, and what travels
// alone is one of them.
TEST(Merging, ALateLeafOfAnAllReduceShowsInResultsThatWereToldTooSoon) {
  const Result late = run_text(text_of({2, 3}, "allreduce", 8, "op: sum, break: {late: 3, by: 2}"));
  EXPECT_NE(late.outcome, Outcome::kPass);
  EXPECT_FALSE(check_of(late, "contents").ok);
  EXPECT_FALSE(check_of(late, "result_crc").ok);
  EXPECT_THAT(late.problems, Contains(HasSubstr("PE 1: word 0 is ")));
}

// Leaf 2's first operand is for leaf 1, and goes a second time in the step that it has free.
TEST(Merging, AnOperandThatIsSentTwiceIsNamedWhateverTheOperation) {
  for (const char* op : {"sum", "min", "max", "and", "or", "xor"})
    for (const char* operation : {"reduce-scatter", "allreduce"}) {
      const Result twice =
          run_text(text_of({2, 2}, operation, 4, fmt::format("op: {}, break: {{double: 2}}", op)));
      EXPECT_EQ(twice.outcome, Outcome::kFail) << op << operation;
      EXPECT_FALSE(check_of(twice, "contents").ok) << op << operation;
      EXPECT_THAT(twice.problems,
                  Contains("step 3: leaf 2 sends its operand for leaf 1 once more"));
      EXPECT_THAT(twice.problems, Contains("PE 1: word 1 has the operand of PE 2 twice"));
    }
}

TEST(Merging, ASilentLeafIsMissedInEveryResultThatHasItsOperand) {
  const Result mute = run_text(text_of({2, 2}, "reduce-scatter", 4, "op: sum, break: {mute: 3}"));
  EXPECT_EQ(mute.outcome, Outcome::kFail);
  EXPECT_EQ(check_of(mute, "contents").measured, "1 of 4 words");
  EXPECT_THAT(mute.problems, Contains("3 of 3 operands of leaf 3 never left it"));
  EXPECT_THAT(mute.problems, Contains("PE 0: word 0 lacks the operand of PE 3"));
}

std::string refusal_of(const std::string& text) {
  const ScenarioReading reading = read_scenario_text(text, "merging.yaml");
  return reading.errors.empty() ? "" : reading.errors.front().what();
}

TEST(Merging, RefusesWhatSwitchesThatAddCannotDo) {
  const Shape four{2, 2};
  EXPECT_EQ(refusal_of(text_of(four, "reduce-scatter", 4)), "");
  EXPECT_THAT(refusal_of(text_of(four, "reduce-scatter", 5)),
              HasSubstr("algorithm: 'in-switch-reversed' does not fit: takes at most a word a "
                        "leaf, 4, got 5"));
  EXPECT_THAT(refusal_of(text_of(four, "allreduce", 4, "add: 1")),
              HasSubstr("switches add within the step of a hop, options.add must be 0"));
  EXPECT_THAT(refusal_of(text_of(four, "allreduce", 4, "meeting: own-pace")),
              HasSubstr("in-switch-reversed keeps to its timetable"));
  EXPECT_THAT(refusal_of(text_of(four, "allreduce", 4, "break: {early: 1}")),
              HasSubstr("cannot send earlier: leaves begin in the first step"));
  EXPECT_THAT(refusal_of(text_of(four, "allreduce", 4, "break: {late: 4}")),
              HasSubstr("options.break.late: '4' is no PE of the network, which are 0 to 3"));
  EXPECT_THAT(refusal_of(text_of(four, "allreduce", 4, "break: {mute: 9}")),
              HasSubstr("options.break.mute: '9' is no PE of the network, which are 0 to 3"));
  EXPECT_THAT(refusal_of(text_of(four, "allreduce", 4, "break: {mute: 1, by: 2}")),
              HasSubstr("belongs to early and late, not to mute"));
  EXPECT_THAT(refusal_of(text_of(four, "allreduce", 4, "break: {mute: 1, late: 2}")),
              HasSubstr("must have one of early, late, mute, swap and double"));
  EXPECT_THAT(refusal_of(text_of(four, "reduce-scatter", 1, "break: {double: 0}")),
              HasSubstr("options.break.double: '0' has no operand to send: the word is its own"));
}

}  // namespace
}  // namespace flitwise::merging_test
