#include "tests/system/import/random_goals.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "sim/run/runner.h"
#include "tests/sim/support.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise::test {
namespace {

// A rank's statements.
class Program {
 public:
  explicit Program(std::mt19937_64& random) : random_(random) {}

  const std::string& text() const { return text_; }

  void add(const std::string& statement) {
    const std::string label = fmt::format("l{}", count_);
    text_ += fmt::format("{}: {}\n", label, statement);
    for (std::size_t n = random_() % 3; n > 0 && count_ > 0; --n)
      text_ += fmt::format("{} {} l{}\n", label, random_() % 4 == 0 ? "irequires" : "requires",
                           random_() % count_);
    ++count_;
  }

 private:
  std::mt19937_64& random_;
  std::string text_;
  std::size_t count_ = 0;
};

}  // namespace

std::string random_goal(std::mt19937_64& random, const GoalNetwork& network, int messages) {
  const int ranks = network.ranks;
  std::vector<Program> programs(static_cast<std::size_t>(ranks), Program(random));
  const auto any = [&](int below) {
    return static_cast<int>(random() % static_cast<unsigned>(below));
  };
  const auto of = [&](int rank) -> Program& { return programs[static_cast<std::size_t>(rank)]; };
  for (int m = 0; m < messages; ++m) {
    const int from = any(ranks);
    const int to = (from + 1 + any(ranks - 1)) % ranks;
    const int bytes = 8 * (1 + any(network.longest));
    if (any(2) == 0) of(from).add(fmt::format("calc {} cpu {}", any(12), any(2)));
    of(from).add(fmt::format("send {}b to {} tag {}", bytes, to, m));
    of(to).add(fmt::format("recv {}b from {} tag {}", bytes, from, m));
  }
  std::string goal = fmt::format("num_ranks {}\n", ranks);
  for (int rank = 0; rank < ranks; ++rank)
    goal += fmt::format("rank {} {{\n{}}}\n", rank, of(rank).text());
  return goal;
}

std::vector<GoalNetwork> goal_networks() {
  return {
      {"shape: random, pes: 7, depth: uniform, seed: 5", "ports: single", 7, Meetings::kAreLost},
      {"shape: random, pes: 7, depth: uniform, seed: 5", "ports: multi", 7, Meetings::kAreLost},
      {"shape: star, leaves: 3", "ports: single", 4, Meetings::kAreLost},
      {"kind: fat-tree, leaves: 8, capacities: constant", "", 8},
      {"kind: fat-tree, leaves: 8, capacities: exponential", "backpressure: true, depth: 4", 8},
      {"kind: fat-tree, leaves: 9, arity: 3, capacities: constant", "policy: round-robin", 9},
      {"kind: graph, shape: petersen", "", 10, Meetings::kAreLost},
      {"kind: graph, shape: 'mesh:2,3'", "", 6, Meetings::kAreLost},
      {"kind: torus, sides: [3, 4]", "dimension_order: [1, 0]", 12, Meetings::kWait, false},
      {"kind: torus, sides: [2, 2]", "", 4, Meetings::kWait, false},
      {"kind: torus, sides: [5]", "lanes: 2, depth: 2, lane_rule: strict", 5, Meetings::kWait,
       false},
      {"kind: xy-mesh, sides: [3, 3]", "lanes: 1", 9, Meetings::kWait, false},
      {"kind: xy-mesh, sides: [4, 2]", "lanes: 2, depth: 3", 8, Meetings::kWait, false},
      {"kind: star-graph, n: 3", "flits: 1, slots: 4", 6, Meetings::kMayBeLost},
      {"kind: star-graph, n: 4", "flits: 3, slots: 4", 24, Meetings::kMayBeLost},
  };
}

std::optional<Step> told_meeting(const Result& result) {
  const std::regex sentence(
      "in step ([0-9]+) transfer .*: nothing is predicted of what comes from there on");
  for (const std::string& note : result.notes) {
    std::smatch found;
    if (std::regex_match(note, found, sentence)) return std::stoll(found[1]);
  }
  return std::nullopt;
}

namespace {

// Routers of trees report at the edge before the step in which the flits would be on the link.
Step first_conflict(const Result& result, bool is_reported) {
  Step first = 1'000'000;
  const std::optional<Figure> list = result.measured.find("conflict_list");
  for (const Figure& entry : *list->items())
    for (const auto& [name, value] : *entry.members())
      if (name == "step") first = std::min(first, *value.number() + (is_reported ? 1 : 0));
  return first;
}

void expect_told(const Result& result, const GoalNetwork& network, Step meeting) {
  EXPECT_FALSE(result.predicted.finish);
  EXPECT_FALSE(result.predicted.quiesce);
  EXPECT_FALSE(result.predicted.find("arrivals"));
  const bool are_lost = network.meetings == Meetings::kAreLost;
  if (network.meetings != Meetings::kMayBeLost) {
    EXPECT_EQ(result.outcome, are_lost ? Outcome::kFail : Outcome::kPass);
  }
  // Receptions are reported a step after collisions of the same step.
  const Step first = first_conflict(result, are_lost);
  EXPECT_GE(first, meeting);
  if (network.tells_meetings) {
    EXPECT_LE(first, meeting + (are_lost ? 1 : 0));
  }
}

}  // namespace

bool expect_predicted(const Result& result, const GoalNetwork& network) {
  EXPECT_TRUE(testing_support::check_of(result, "events").ok)
      << testing_support::check_of(result, "events").measured << " not "
      << testing_support::check_of(result, "events").predicted;
  if (const std::optional<Step> meeting = told_meeting(result)) {
    expect_told(result, network, *meeting);
    return false;
  }
  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_EQ(result.predicted.finish, result.measured.finish);
  EXPECT_EQ(result.predicted.quiesce, result.measured.quiesce);
  for (const char* name : {"arrivals", "conflicts", "waited"})
    EXPECT_EQ(result.predicted.find(name), result.measured.find(name)) << name;
  for (const Check& check : result.checks)
    EXPECT_TRUE(check.ok) << check.name << ": measured " << check.measured << ", predicted "
                          << check.predicted;
  return true;
}

bool expect_predicted(const GoalNetwork& network, unsigned seed) {
  std::mt19937_64 random(seed);
  const TemporaryDirectory directory;
  const int messages = 1 + static_cast<int>(random() % 9);
  const std::string goal = random_goal(random, network, messages);
  write_text(directory.path("random.goal"), goal);
  const std::string scenario = fmt::format(
      "network: {{{}}}\noperation: collective\nschedule: {{file: random.goal, format: "
      "goal}}\noptions: {{{}}}\n",
      network.network, network.options);
  const Result result = testing_support::run_text(scenario, directory.path("s.yaml"));
  const bool is_exact = expect_predicted(result, network);
  if (testing::Test::HasFailure()) {
    ADD_FAILURE() << "seed " << seed << "\n" << scenario << goal;
    for (const std::string& note : result.notes) ADD_FAILURE() << note;
  }
  return is_exact;
}

}  // namespace flitwise::test
