#include "systemc/topology/torus/torus_schedule.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "systemc/formats/torus_schedule_file.h"
#include "tests/support/refusal.h"

namespace flitwise::torus_schedule_test {
namespace {

TorusSchedule small_schedule() {
  TorusSchedule schedule;
  schedule.sides = {4, 3};
  schedule.order = {1, 0};
  schedule.source = 5;
  schedule.scheme = "a \"word\"";
  schedule.flits = 16;
  schedule.steps = {{{5, {2, 0}}, {5, {-1, 1}}}, {}, {{7, {0, -2}}}};
  return schedule;
}

TorusSchedule parse_one(const std::string& text) { return parse_schedules(text, "x.json").at(0); }

std::string refusal_of(const std::string& text) {
  return flitwise::test::refusal_of<ScheduleFileError>([&] { parse_schedules(text, "x.json"); });
}

/// A native file of a 4 x 3 torus with these steps.
std::string with_steps(const std::string& steps, const std::string& more = "") {
  return R"({"format": "flitwise torus schedule 1", "sides": [4, 3], "source": [0, 0], )" + more +
         R"("steps": )" + steps + "}";
}

std::string searched_file() {
  return std::string(FLITWISE_SOURCE_DIR) + "/sim/scenarios/schedules/torus_improved.json";
}

TEST(TorusSchedule, CountsMessagesAndLongestPaths) {
  EXPECT_EQ(message_count(small_schedule()), 3);
  EXPECT_EQ(longest_paths(small_schedule()), (std::vector<int>{2, 0, 2}));
}

TEST(TorusSchedule, IsRoutedInAscendingOrderUnlessItSaysOtherwise) {
  TorusSchedule schedule = small_schedule();
  EXPECT_EQ(routing_order(schedule), (DimensionOrder{1, 0}));
  schedule.order.clear();
  EXPECT_EQ(routing_order(schedule), (DimensionOrder{0, 1}));
}

TEST(TorusSchedule, MovesWithItsSource) {
  const Torus torus({4, 3});
  const TorusSchedule moved = with_source(small_schedule(), torus.node({3, 2}));

  EXPECT_EQ(moved.source, torus.node({3, 2}));
  EXPECT_EQ(moved.steps[0][0].from, torus.node({3, 2}));
  EXPECT_EQ(moved.steps[2][0].from, torus.node({1, 2}));  // (3, 1) moved by (2, 1)
  EXPECT_EQ(moved.steps[0][1].hops, (Hops{-1, 1}));
  EXPECT_EQ(with_source(moved, 5), small_schedule());
}

TEST(TorusScheduleFile, GivesBackWhatWasWritten) {
  const TorusSchedule schedule = small_schedule();
  EXPECT_EQ(parse_one(write_schedule(schedule)), schedule);

  TorusSchedule timed = schedule;
  timed.starts = {1, 7, 12};
  EXPECT_EQ(parse_one(write_schedule(timed)), timed);

  TorusSchedule bare;
  bare.sides = {1};
  bare.order = {0};
  EXPECT_EQ(parse_one(write_schedule(bare)), bare);
}

TEST(TorusScheduleFile, WritesOneMessageALine) {
  TorusSchedule schedule = small_schedule();
  schedule.steps.pop_back();
  EXPECT_EQ(write_schedule(schedule), R"({
  "format": "flitwise torus schedule 1",
  "sides": [4, 3],
  "order": [1, 0],
  "source": [1, 1],
  "scheme": "a \"word\"",
  "flits": 16,
  "steps": [
    [
      {"from": [1, 1], "hops": [2, 0]},
      {"from": [1, 1], "hops": [-1, 1]}
    ],
    []
  ]
}
)");
}

TEST(TorusScheduleFile, TurnsPathsIntoHops) {
  const auto hops_of = [](const std::string& path, const std::string& more = "") {
    return parse_one(with_steps("[[{\"from\": [3, 0], \"path\": " + path + "}]]", more))
        .steps[0][0]
        .hops;
  };

  EXPECT_EQ(hops_of("[[0, 0], [1, 0], [1, 2]]"), (Hops{2, -1}));
  EXPECT_EQ(hops_of("[[2, 0]]"), (Hops{-1, 0}));
  EXPECT_EQ(hops_of("[]"), (Hops{0, 0}));
  EXPECT_EQ(hops_of("[[3, 1], [0, 1]]", R"("order": [1, 0], )"), (Hops{1, 1}));
}

TEST(TorusScheduleFile, ReadsAllSchedulesOfTheCollectionAsTheyStand) {
  std::ifstream stream(searched_file());
  const nlohmann::json json = nlohmann::json::parse(stream);
  const std::vector<TorusSchedule> all = read_schedules(searched_file());
  ASSERT_EQ(all.size(), json["schedules"].size());
  ASSERT_EQ(all.size(), 45U);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const nlohmann::json& entry = json["schedules"][i];
    const Torus torus(all[i].sides);
    ASSERT_EQ(nlohmann::json(all[i].sides), entry["dims"]);
    ASSERT_EQ(all[i].steps.size(), entry["n_steps"].get<std::size_t>());
    const auto& first = entry["steps"].front().back();
    ASSERT_EQ(nlohmann::json(torus.coordinates(all[i].steps.front().back().from)), first[0]);
    ASSERT_EQ(nlohmann::json(all[i].steps.front().back().hops), first[1]);
    ASSERT_EQ(parse_one(write_schedule(all[i])), all[i]);
  }
}

struct Bad {
  std::string text;
  std::string message;  ///< without the file's name
};

void PrintTo(const Bad& bad, std::ostream* stream) { *stream << bad.message; }

class BadScheduleFile : public testing::TestWithParam<Bad> {};

TEST_P(BadScheduleFile, IsRefusedWithPlaceValueAndRule) {
  EXPECT_EQ(refusal_of(GetParam().text), "x.json: " + GetParam().message);
}

const Bad kNative[] = {
    {"[]", "[] must be an object"},
    {"{\"a\": 1",
     "is no JSON: parse error at line 1, column 8: syntax error while parsing object "
     "- unexpected end of input; expected '}'"},
    {"{\"format\": 1, \"format\": 2}", "\"format\" stands twice in the same object"},
    {with_steps("[[{\"from\": [0, 0], \"from\": [0, 1], \"hops\": [1, 0]}]]"),
     "\"from\" stands twice in the same object"},
    {"\"\xFF" + std::string(1000, 'a'),
     "is no JSON: parse error at line 1, column 2: syntax error while parsing value - invalid "
     "string: ill-formed UTF-8 byte; last read: '\"?'"},
    {"{}", "format is missing"},
    {R"({"format": "other"})", R"(format: "other" must be "flitwise torus schedule 1")"},
    {R"({"format": "flitwise torus schedule 1", "side": [4]})",
     R"(unknown key "side"; known are format, sides, order, source, scheme, flits, steps)"},
    {R"({"format": "flitwise torus schedule 1", "sides": 4})", "sides: 4 must be a list"},
    {R"({"format": "flitwise torus schedule 1", "sides": [4, 1025]})",
     "sides[1]: 1025 must be an integer from 1 to 1024"},
    {R"({"format": "flitwise torus schedule 1", "sides": []})",
     "sides: [] cannot be: a torus must have 1 to 4 sides, got 0"},
    {R"({"format": "flitwise torus schedule 1", "sides": [1024, 1024, 2]})",
     "sides: [1024,1024,2] cannot be: a torus must have at most 1048576 nodes, got 2097152"},
    {R"({"format": "flitwise torus schedule 1", "sides": [4]})", "source is missing"},
    {R"({"format": "flitwise torus schedule 1", "sides": [4], "source": [0, 0]})",
     "source: [0,0] must be a list of length 1"},
    {R"({"format": "flitwise torus schedule 1", "sides": [4], "source": [0]})", "steps is missing"},
    {with_steps("[]", R"("order": [0, 0], )"), "order: [0,0] must hold each of 0 to 1 once"},
    {with_steps("[]", R"("order": [2, 0], )"), "order[0]: 2 must be an integer from 0 to 1"},
    {with_steps("[]", R"("scheme": 5, )"),
     "scheme: 5 must be a text of at most 100 printable ASCII characters"},
    {with_steps("[]", R"("scheme": "a\nb", )"),
     R"(scheme: "a\nb" must be a text of at most 100 printable ASCII characters)"},
    {with_steps("[]", "\"scheme\": \"" + std::string(101, 'a') + "\", "),
     "scheme: \"" + std::string(59, 'a') +
         "... must be a text of at most 100 printable ASCII characters"},
    {with_steps("[]", R"("flits": 0, )"), "flits: 0 must be an integer from 1 to 1000000000"},
    {with_steps("[]", R"("flits": 1.5, )"), "flits: 1.5 must be an integer from 1 to 1000000000"},
    {with_steps("[]", R"("flits": 18446744073709551615, )"),
     "flits: 18446744073709551615 must be an integer from 1 to 1000000000"},
    {with_steps("5"), "steps: 5 must be a list"},
    {with_steps("[5]"), "steps[0]: 5 must be a list"},
    {with_steps("[[5]]"), "steps[0][0]: 5 must be an object"},
    {with_steps("[[{}]]"), "steps[0][0]: from is missing"},
    {with_steps(R"([[{"from": [4, 0], "hops": [1, 0]}]])"),
     "steps[0][0].from[0]: 4 must be an integer from 0 to 3"},
    {with_steps(R"([[], [{"from": [0, 0]}]])"),
     R"(steps[1][0]: {"from":[0,0]} must have either hops or path)"},
    {with_steps(R"([[{"from": [0, 0], "hops": [1, 0], "path": []}]])"),
     R"(steps[0][0]: {"from":[0,0],"hops":[1,0],"path":[]} must have either hops or path)"},
    {with_steps(R"([[{"from": [0, 0], "hops": [1]}]])"),
     "steps[0][0].hops: [1] must be a list of length 2"},
    {with_steps(R"([[{"from": [0, 0], "hops": [1024, 0]}]])"),
     "steps[0][0].hops[0]: 1024 must be an integer from -1023 to 1023"},
    {with_steps(R"([[{"from": [0, 0], "hops": ["1", 0]}]])"),
     "steps[0][0].hops[0]: \"1\" must be an integer from -1023 to 1023"},
    {with_steps(R"([[{"from": [0, 0], "path": [[2, 0]]}]])"),
     "steps[0][0].path[0]: [2,0] is not a neighbour of (0, 0)"},
    {with_steps(R"([[{"from": [0, 0], "path": [[0, 1], [1, 1]]}]])"),
     "steps[0][0].path[1]: [1,1] leaves the order of dimensions (0, 1)"},
    {with_steps(R"([[{"from": [0, 0], "path": [[1, 0], [0, 0]]}]])"),
     "steps[0][0].path[1]: [0,0] turns back"},
    {with_steps(R"([[{"from": [0, 0], "path": [[0, 1], [0, 2], [0, 0]]}]])"),
     "steps[0][0].path[2]: [0,0] goes round the ring"},
    {with_steps(R"([[], {"start": 1, "messages": []}])"),
     R"(steps[1]: {"messages":[],"start":1} must have a start if and only if the first step has )"
     "one"},
    {with_steps(R"([{"start": 1, "messages": []}, []])"),
     "steps[1]: [] must have a start if and only if the first step has one"},
    {with_steps(R"([{"start": 0, "messages": []}])"),
     "steps[0].start: 0 must be an integer from 1 to 1000000000000"},
    {with_steps(R"([{"start": 4, "messages": []}, {"start": 4, "messages": []}])"),
     "steps[1].start: 4 must be greater than the start before, 4"},
    {with_steps(R"([{"start": 4}])"), "steps[0]: messages is missing"},
};
INSTANTIATE_TEST_SUITE_P(Native, BadScheduleFile, testing::ValuesIn(kNative));

std::string collection(const std::string& entry) { return R"({"schedules": [)" + entry + "]}"; }

const Bad kCollection[] = {
    {R"({"schedules": 5})", "schedules: 5 must be a list"},
    {R"({"schedules": [], "more": 5})",
     R"(unknown key "more"; known are format, schedules, table_2d_small)"},
    {collection("{}"), "schedules[0]: dims is missing"},
    {collection(R"({"dims": [2], "source": [0], "steps": [], "depth": 1})"),
     R"(schedules[0]: unknown key "depth"; known are dims, source, scheme, n_steps, lower_bound, )"
     "lower_bound_dor, maxhops, messages, steps"},
    {collection(R"({"dims": [2], "source": [0], "steps": [[[[0]]]]})"),
     "schedules[0].steps[0][0]: [[0]] must be a list of length 2"},
    {collection(R"({"dims": [2], "source": [0], "steps": [[[[2], [1]]]]})"),
     "schedules[0].steps[0][0][0][0]: 2 must be an integer from 0 to 1"},
    {collection(R"({"dims": [2], "source": [0], "steps": [[[[0], [1]]]], "n_steps": 2})"),
     "schedules[0].n_steps: 2 does not agree with the steps, which say 1"},
    {collection(R"({"dims": [2], "source": [0], "steps": [[[[0], [1]]]], "messages": 3})"),
     "schedules[0].messages: 3 does not agree with the steps, which say 1"},
    {collection(R"({"dims": [2], "source": [0], "steps": [[[[0], [1]]]], "maxhops": 0})"),
     "schedules[0].maxhops: 0 does not agree with the steps, which say 1"},
};
INSTANTIATE_TEST_SUITE_P(Collection, BadScheduleFile, testing::ValuesIn(kCollection));

std::string unreadable(const std::string& path) {
  try {
    read_schedules(path);
  } catch (const ScheduleFileError& refusal) {
    return refusal.rule();
  }
  return "accepted";
}

TEST(TorusScheduleFile, RefusesFilesThatAreNone) {
  EXPECT_EQ(unreadable("/nowhere/x.json"), "cannot be read: No such file or directory");
  EXPECT_EQ(unreadable("/tmp"), "is a directory, not a schedule file");
  const std::string pipe = testing::TempDir() + "flitwise_schedule_pipe";
  ::unlink(pipe.c_str());
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(unreadable(pipe), "is a pipe, not a schedule file");
  ::unlink(pipe.c_str());

  const std::string large = testing::TempDir() + "flitwise_large_schedule.json";
  std::ofstream(large) << std::string((std::size_t{16} << 20) + 1, ' ');
  EXPECT_EQ(unreadable(large), "is larger than 16 MiB");
  std::remove(large.c_str());
}

TEST(TorusScheduleFile, QuotesOnlyTheBeginOfALongToken) {
  const std::string refusal = refusal_of("\"" + std::string(1000, 'a') + "\n");

  EXPECT_EQ(refusal.find("x.json: is no JSON: parse error at line 2"), 0U) << refusal;
  EXPECT_EQ(refusal.substr(refusal.size() - 6), "aaa...");
  EXPECT_LT(refusal.size(), 250U);
}

TEST(TorusScheduleFile, RefusesDeepNesting) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_EQ(refusal_of(deep), "x.json: nests deeper than 20 levels");
}

TEST(TorusScheduleFile, TellsPlaceValueAndRuleApart) {
  try {
    parse_schedules(with_steps("[[{\"from\": [0, 9], \"hops\": [1, 0]}]]"), "x.json");
    FAIL() << "accepted";
  } catch (const ScheduleFileError& refusal) {
    EXPECT_EQ(refusal.where(), "steps[0][0].from[1]");
    EXPECT_EQ(refusal.value(), "9");
    EXPECT_EQ(refusal.rule(), "must be an integer from 0 to 2");
  }
}

}  // namespace
}  // namespace flitwise::torus_schedule_test
