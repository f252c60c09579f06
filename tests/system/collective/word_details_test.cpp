// What runs on vectors of words report beside their times: events, notes, figures.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/collective/collective_scenario.h"
#include "sim/run/runner.h"
#include "systemc/topology/collective_words.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise::word_details_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::check_of;
using testing_support::run_text;

bool has_check(const Result& result, const std::string& name) {
  return std::any_of(result.checks.begin(), result.checks.end(),
                     [&](const Check& check) { return check.name == name; });
}

void expect_pass(const Result& result) {
  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_THAT(result.problems, IsEmpty());
}

std::vector<LinkEvent> events_of(const std::string& text) {
  RunRequest request;
  request.keep_events = true;
  const Result result = run_in_child(testing_support::torus_scenario(text), request);
  expect_pass(result);
  return result.events;
}

// Messages of a word, PE 1's first: transfers 0 and 1.
TEST(WordEvents, OfTreesSayTheWordAndItsNumberInItsMessage) {
  const std::vector<LinkEvent> events = events_of(
      "network: {shape: path, pes: 2}\noperation: reduce\nalgorithm: interleaved\nlength: 2\n");
  ASSERT_EQ(events.size(), 2U);
  for (std::size_t i = 0; i < events.size(); ++i) {
    EXPECT_EQ(events[i].message, static_cast<Node>(i));
    EXPECT_EQ(events[i].index, 1);
    EXPECT_EQ(events[i].value, test_operand({1, static_cast<std::int32_t>(i)}, kMostWordBits));
  }
}

TEST(WordEvents, OfFatTreesSayTheWordAndItsNumberInItsMessage) {
  const std::vector<LinkEvent> events = events_of(
      "network: {kind: fat-tree, leaves: 2, capacities: constant}\noperation: "
      "all-gather\nalgorithm: ring\n"
      "block: 3\n");
  ASSERT_EQ(events.size(), 12U);
  for (const LinkEvent& event : events) {
    const Node leaf = event.message;  // each sends one message
    EXPECT_EQ(
        event.value,
        test_operand({leaf, static_cast<std::int32_t>(3 * leaf + event.index - 1)}, kMostWordBits));
  }
}

TEST(WordEvents, OfToriSayWhichFlitsHaveNoWord) {
  const std::vector<LinkEvent> events = events_of(
      "network: {kind: torus, sides: [2]}\noperation: all-gather\nalgorithm: line\nblock: 3\n");
  ASSERT_FALSE(events.empty());
  for (const LinkEvent& event : events) EXPECT_EQ(event.value == -1, event.index == 1);
}

TEST(WordEvents, OfRoutersThatCombineSayWordsAndNumbersOfTheVector) {
  const std::vector<LinkEvent> events = events_of(
      "network: {shape: path, pes: 2}\noperation: reduce\nalgorithm: in-network\n"
      "length: 2\noptions: {ports: multi}\n");
  ASSERT_EQ(events.size(), 2U);
  for (std::size_t i = 0; i < events.size(); ++i) {
    EXPECT_EQ(events[i].kind, FlitKind::kCombine);
    EXPECT_EQ(events[i].index, static_cast<Flits>(i) + 1);
    EXPECT_EQ(events[i].value, test_operand({1, static_cast<std::int32_t>(i)}, kMostWordBits));
  }
}

// Flits have 13 bits for the number of a message.
TEST(WordNumbers, ComeAgainWhenMoreMessagesBeginTogetherThanFlitsCanNumber) {
  expect_pass(
      run_text("network: {shape: path, pes: 2}\noperation: all-gather\nalgorithm: own-pace\n"
               "block: 8300\noptions: {ports: multi}\n"));
  expect_pass(
      run_text("network: {kind: fat-tree, leaves: 2, capacities: constant}\noperation: "
               "all-gather\nalgorithm: ring\n"
               "block: 8300\noptions: {meeting: own-pace}\n"));
}

TEST(WordFormulas, AreNotHeldAgainstQueuesThatAreTooShortForThem) {
  const std::string text =
      "network: {kind: torus, sides: [4]}\noperation: allreduce\nalgorithm: ring\nlength: 16\n";
  const Result deep = run_text(text);
  expect_pass(deep);
  EXPECT_TRUE(has_check(deep, "done"));
  EXPECT_THAT(deep.notes, Not(Contains(HasSubstr("formula"))));

  const Result shallow = run_text(text + "options: {depth: 1}\n");
  expect_pass(shallow);
  EXPECT_FALSE(has_check(shallow, "done"));
  EXPECT_FALSE(has_check(shallow, "finish"));
  EXPECT_THAT(shallow.notes, Contains(HasSubstr("finds no room")));
  EXPECT_THAT(shallow.notes,
              Contains("finish and done are not predicted: the formula is of queues with room for "
                       "all that comes, and some are too short"));
}

TEST(WordFigures, HaveAVolumeThatIsNoLessThanItsBound) {
  const Result least = run_text(
      "network: {parents: [-1, 0, 0, 1]}\noperation: allreduce\nalgorithm: in-network-centre\n"
      "length: 5\noptions: {ports: multi}\n");
  expect_pass(least);
  EXPECT_EQ(check_of(least, "volume").measured, "30");
  EXPECT_THAT(check_of(least, "volume").predicted, HasSubstr("30"));
}

// Operands of PE 2 wait for those of PE 4, three links away.
TEST(WordFigures, SayHowLongOperandsWait) {
  const std::string text =
      "network: {parents: [-1, 0, 0, 1, 3]}\noperation: reduce\nalgorithm: in-network\nlength: 4\n"
      "options: {ports: multi, add: 1";
  EXPECT_EQ(check_of(run_text(text + "}\n"), "operand_wait").measured, "0");
  const Result waiting = run_text(text + ", meeting: own-pace}\n");
  expect_pass(waiting);
  EXPECT_EQ(check_of(waiting, "operand_wait").measured, "4");
  EXPECT_TRUE(has_check(waiting, "events"));
}

// No formula is known where PEs come late to a root that is an edge, and a > 0.
TEST(WordFigures, OfLatePesFollowTheRecurrenceWhereThereIsNoFormula) {
  const Result result = run_text(
      "network: {shape: path, pes: 4}\noperation: barrier\nalgorithm: in-network-centre\n"
      "start: [7, 0, 3, 1]\noptions: {ports: multi, meeting: own-pace, add: 2}\n");
  expect_pass(result);
  EXPECT_THAT(check_of(result, "done").source, HasSubstr("max-plus"));
}

// On a path of two PEs the word of the late one goes up, and the result comes down: m - 1 + 2 and
// its steps more. A leaf of a fat tree of two levels holds the others up by as much.
TEST(WordFigures, OfVectorsOfLatePesAreAsMuchLater) {
  const auto done = [](const std::string& network, const std::string& more) {
    const Result result = run_text(
        fmt::format("network: {{{}}}\noperation: allreduce\nlength: 5\n{}", network, more));
    expect_pass(result);
    EXPECT_TRUE(has_check(result, "done") && has_check(result, "events"));
    return check_of(result, "done").measured;
  };
  const std::string path = "algorithm: in-network\noptions: {ports: multi, meeting: own-pace}\n";
  EXPECT_EQ(done("shape: path, pes: 2", path), "6");
  EXPECT_EQ(done("shape: path, pes: 2", path + "start: [0, 3]\n"), "9");
  EXPECT_EQ(done("shape: path, pes: 2", path + "start: 3\n"), "9");
  const std::string switches = "algorithm: in-switch\noptions: {meeting: own-pace, add: 1}\n";
  const std::string four = "kind: fat-tree, leaves: 4, capacities: constant";
  EXPECT_EQ(done(four, switches), "10");
  EXPECT_EQ(done(four, switches + "start: [0, 7, 2, 0]\n"), "17");
}

TEST(WordFigures, OfFloodsAreOfAnOperationThatMayCountTwice) {
  const std::string flood =
      "network: {kind: star-graph, n: 3}\noperation: barrier\nalgorithm: flood\n";
  const auto crc = [&](const std::string& options) {
    const Result result = run_text(flood + options);
    expect_pass(result);
    return result.measured.find("result_crc")->text();
  };
  EXPECT_EQ(crc(""), crc("options: {op: and}\n"));
  EXPECT_NE(crc(""), crc("options: {op: max}\n"));
}

TEST(WordFigures, OfATextThatItsRootAloneGetsAreNothing) {
  for (const char* network : {"parents: [-1, 0, 0]", "kind: torus, sides: [3]"}) {
    const bool is_tree = network[0] == 'p';
    const Result result =
        run_text(std::string("network: {") + network +
                 "}\noperation: multicast\nalgorithm: " + (is_tree ? "tree-table" : "in-network") +
                 "\nlength: 2\ndestinations: [0]\noptions: {" +
                 (is_tree ? "ports: multi" : "send_overhead: 2, receive_overhead: 3") + "}\n");
    expect_pass(result);
    EXPECT_EQ(check_of(result, "done").measured, "0");
  }
}

// It hands its words over before the others, and they lie there for longer.
TEST(WordFaults, APeThatIsEarlyAtItsOwnPaceIsNoticedByWhatWaits) {
  const Result result = run_text(
      "network: {kind: torus, sides: [4]}\noperation: reduce\nalgorithm: in-network\n"
      "length: 2\noptions: {meeting: own-pace, send_overhead: 3, break: {early: 3}}\n");
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_TRUE(check_of(result, "done").ok);
  EXPECT_TRUE(check_of(result, "contents").ok);
  EXPECT_FALSE(check_of(result, "operand_wait").ok);
  EXPECT_FALSE(check_of(result, "events").ok);
}

const std::string kTwoTrees =
    "network: {kind: torus, sides: [3, 3]}\noperation: allreduce\n"
    "algorithm: in-network-two-trees\nlength: 8\n";

// Words of the two trees have different numbers.
TEST(WordFaults, ASwappedOrderOfTreesIsNamedByStepRouterAndTree) {
  for (const char* meeting : {"aligned", "own-pace"}) {
    const Result result = run_text(
        fmt::format("{}options: {{meeting: {}, break: {{swap: 4}}}}\n", kTwoTrees, meeting));
    EXPECT_EQ(result.outcome, Outcome::kFail) << meeting;
    for (const char* tree : {"0", "1"})
      EXPECT_THAT(result.problems,
                  Contains(testing::MatchesRegex(fmt::format(
                      "step 1: Unmet in PE 4 \\(1, 1\\), tree {}: of the operands of a word its "
                      "own, that of PE [57] \\([0-9], [0-9]\\) are of different words",
                      tree))))
          << meeting;
  }
}

TEST(WordFaults, ASwappedOrderOfWordsIsNamedAtTheNextRouter) {
  const Result result = run_text(
      "network: {kind: torus, sides: [3]}\noperation: reduce\nalgorithm: in-network\nlength: 2\n"
      "options: {break: {swap: 1}}\n");
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems,
              Contains("step 1: Unmet in PE 0 (0), tree 0: of the operands of a word its own, that "
                       "of PE 1 (1), that of PE 2 (2) are of different words"));
}

// The second meets operands of the next word, or none.
TEST(WordFaults, AnOperandThatIsHandedOverTwiceIsNamedByStepPeAndTree) {
  for (const char* op : {"sum", "min", "max", "and", "or", "xor"})
    for (const char* meeting : {"aligned", "own-pace"}) {
      const Result result = run_text(fmt::format(
          "{}options: {{op: {}, meeting: {}, break: {{double: 4}}}}\n", kTwoTrees, op, meeting));
      EXPECT_NE(result.outcome, Outcome::kPass) << op << meeting;
      EXPECT_FALSE(check_of(result, "contents").ok) << op << meeting;
      EXPECT_THAT(result.problems,
                  Contains(testing::MatchesRegex(
                      R"(step [0-9]+: PE 4 \(1, 1\) hands its operand of word 0 over once more, )"
                      "tree 0")))
          << op << meeting;
    }
  const Result one = run_text(
      "network: {kind: torus, sides: [3]}\noperation: barrier\nalgorithm: in-network\n"
      "options: {meeting: own-pace, break: {double: 1}}\n");
  EXPECT_EQ(one.outcome, Outcome::kFail);
  EXPECT_TRUE(check_of(one, "contents").ok);
  EXPECT_THAT(one.problems, Contains(HasSubstr("of word 0 over once more")));
}

// Flits say numbers below 8,192, which longer vectors use again.
TEST(WordFaults, AnOperandOfALongVectorThatIsHandedOverTwiceIsNamedAtOnce) {
  const Result result = run_text(
      "network: {parents: [-1, 0, 0, 1]}\noperation: reduce\nalgorithm: in-network\n"
      "length: 8200\noptions: {ports: multi, break: {double: 3}}\n");
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems,
              Contains("step 2: PE 3 hands its operand of word 0 over once more, tree 0"));
}

// A problem and the events have one step: that in which the operand of a leaf is on its link.
TEST(WordFaults, AnOperandThatIsHandedOverTwiceIsNamedByTheStepOfItsEvent) {
  const Result result = run_text(
      "network: {parents: [-1, 0, 0, 1, 1]}\noperation: allreduce\nalgorithm: in-network\n"
      "length: 3\noptions: {ports: multi, break: {double: 3}}\n");
  EXPECT_THAT(check_of(result, "events").measured,
              HasSubstr("step 2: PE 3 -> PE 1, combine of word 1 in tree 0"));
  EXPECT_THAT(result.problems,
              Contains("step 2: PE 3 hands its operand of word 0 over once more, tree 0"));
}

// On fat trees PEs take longer than switches.
TEST(WordBounds, AreThoseOfPesWhereTheyAreToCombine) {
  const auto bound_of = [](const std::string& options) {
    const Scenario scenario = testing_support::torus_scenario(
        "network: {kind: fat-tree, leaves: 8, capacities: constant}\noperation: allreduce\n"
        "algorithm: ring\nlength: 64\n" +
        options);
    return collective_of(scenario).words->bound.done;
  };
  EXPECT_EQ(bound_of(""), 69);
  EXPECT_EQ(bound_of("options: {combine: pe}\n"), 113);
}

// All others wait for it, or are held up by its messages, and are not to blame.
TEST(WordFaults, AProgramOfAPeThatIsLateOrEarlyIsNamedByStepAndPe) {
  const std::string ring =
      "network: {kind: torus, sides: [4]}\noperation: allreduce\nalgorithm: ring\nlength: 8\n";
  const auto problems_of = [&](const std::string& network, const std::string& fault) {
    std::vector<std::string> timed;
    const Result result = run_text(network + "options: {break: {" + fault + "}}\n");
    EXPECT_EQ(result.outcome, Outcome::kFail) << fault;
    for (const std::string& problem : result.problems)
      if (problem.rfind("step ", 0) == 0) timed.push_back(problem);
    return timed;
  };
  EXPECT_THAT(problems_of(ring, "late: 1, by: 2"),
              ElementsAre(testing::MatchesRegex(
                  R"(step 5: transfer 1 \(.*\) of PE 1 \(1\) comes 2 steps late, the first )"
                  "that is not on time; [0-9]+ more are not")));
  EXPECT_THAT(problems_of(ring, "early: 1"),
              ElementsAre(testing::MatchesRegex(
                  R"(step 5: transfer 5 \(.*\) of PE 1 \(1\) comes 1 step early, the first )"
                  "that is not on time.*")));
  EXPECT_THAT(problems_of("network: {kind: torus, sides: [8]}\noperation: allreduce\n"
                          "algorithm: halving\nlength: 16\n",
                          "late: 2, by: 5"),
              ElementsAre(testing::MatchesRegex(
                  R"(step 17: transfer 2 \(.*\) of PE 2 \(2\) comes 8 steps late, .*)")));
  EXPECT_THAT(problems_of("network: {kind: xy-mesh, sides: [4, 3]}\noperation: allreduce\n"
                          "algorithm: ring\nlength: 12\n",
                          "late: 5, by: 3"),
              ElementsAre(testing::HasSubstr(" of PE 5 ")));
}

TEST(WordFaults, ALatePeByTimetableIsNamedByStepRouterAndTree) {
  const Result result =
      run_text(fmt::format("{}options: {{break: {{late: 4, by: 2}}}}\n", kTwoTrees));
  EXPECT_EQ(result.outcome, Outcome::kFail);
  for (const char* tree : {"0", "1"})
    EXPECT_THAT(result.problems,
                Contains(testing::MatchesRegex(
                    fmt::format("step [0-9]+: Unmet in PE [0-9]+ .*, tree {}: of the operands of a "
                                "word .* came without .*",
                                tree))));
}

// Nobody else is: operands wait as for one that starts late.
TEST(WordFaults, ALatePeAtItsOwnPaceIsAsLateAsOneThatStartsLate) {
  for (const int by : {2, 3, 9}) {
    const std::string text = std::string(kTwoTrees) + "options: {meeting: own-pace";
    const Result late = run_text(fmt::format("{}, break: {{late: 4, by: {}}}}}\n", text, by));
    const Result start =
        run_text(fmt::format("{}}}\nstart: [0, 0, 0, 0, {}, 0, 0, 0, 0]\n", text, by));
    expect_pass(start);
    EXPECT_EQ(late.outcome, Outcome::kFail);
    EXPECT_TRUE(check_of(late, "contents").ok);
    EXPECT_EQ(check_of(late, "done").measured, check_of(start, "done").predicted);
  }
}

TEST(WordFaults, AMutePeIsNamedFirstWhereRoutersWait) {
  const Result result =
      run_text(fmt::format("{}options: {{meeting: own-pace, break: {{mute: 4}}}}\n", kTwoTrees));
  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  ASSERT_THAT(result.problems, Contains("8 of 8 operands of PE 4 (1, 1) never came to its router"));
  const auto named = std::find_if(
      result.problems.begin(), result.problems.end(),
      [](const std::string& problem) { return problem.find("operands of") != std::string::npos; });
  EXPECT_THAT(*named, HasSubstr("of PE 4 (1, 1)"));
}

TEST(WordNames, OfPesAreNumbersOrNodes) {
  const std::string text =
      "network: {kind: torus, sides: [3, 3]}\noperation: reduce\nalgorithm: in-network\n"
      "length: 2\nroot: ";
  const Scenario named = testing_support::torus_scenario(text + "[1, 2]\n");
  EXPECT_EQ(collective_of(named).words->request.root, Torus({3, 3}).node({1, 2}));
  expect_pass(
      run_text("network: {kind: star-graph, n: 3}\noperation: multicast\nalgorithm: in-network\n"
               "length: 2\nroot: [2, 1, 3]\ndestinations: [[1, 2, 3], 5]\n"));
}

}  // namespace
}  // namespace flitwise::word_details_test
