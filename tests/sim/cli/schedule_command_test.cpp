// `flitwise schedule`: files in, verdicts or files out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "sim/cli/cli.h"
#include "sim/families/registry.h"
#include "systemc/formats/torus_schedule_file.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

Result never_runs(const Scenario&, const RunRequest&) { throw std::logic_error("nothing runs"); }

class ScheduleCommand : public testing::Test {
 protected:
  int run(std::vector<std::string> arguments) {
    std::vector<const char*> argv{"flitwise", "schedule"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    out_.str("");
    error_.str("");
    const Console console{out_, error_};
    return run_command_line(families(), static_cast<int>(argv.size()), argv.data(), never_runs,
                            console);
  }
  std::string out() const { return out_.str(); }
  std::string error() const { return error_.str(); }
  static std::string data(const std::string& name) {
    return FLITWISE_TEST_DATA "/schedules/" + name;
  }
  std::string starts_without_flits() {
    std::string text = test::read_text(data("ring_5_starts.json"));
    const std::string flits = ", \"flits\": 4";
    test::write_text(directory_.path("s.json"), text.erase(text.find(flits), flits.size()));
    return directory_.path("s.json");
  }
  std::string scenario(const std::string& text) {
    test::write_text(directory_.path("scenario.yaml"), text);
    return directory_.path("scenario.yaml");
  }

  test::TemporaryDirectory directory_;
  std::ostringstream out_, error_;
};

constexpr const char* kPeel =
    "network: {kind: torus, sides: [5, 4]}\noperation: broadcast\nroot: [2, 1]\nlength: 3\n";

TEST_F(ScheduleCommand, FindsTheSearchedSchedulesRight) {
  EXPECT_EQ(run({"check", FLITWISE_SOURCE_DIR "/sim/scenarios/schedules/torus_improved.json"}), 0);
  EXPECT_THAT(out(), HasSubstr("8 x 8 x 8 torus from (0, 0, 0) (sat): 4 steps, 511 messages"));
  EXPECT_THAT(out(), EndsWith("\n45 schedules: 45 right, 0 wrong\n"));
}

TEST_F(ScheduleCommand, NamesStepAndChannelOfAFault) {
  EXPECT_EQ(run({"check", data("ring_4_wrong.json"), data("ring_3.json")}), 1);
  EXPECT_THAT(out(), HasSubstr("4 torus from (0): 2 steps, 3 messages, longest paths 2 + 1: WRONG\n"
                               "  step 1: channel +x_0 of (0) is used twice, by messages "));
  EXPECT_THAT(out(), EndsWith("\n2 schedules: 1 right, 1 wrong\n"));
}

TEST_F(ScheduleCommand, CountsOneAndNone) {
  test::write_text(
      directory_.path("one.json"),
      R"({"format": "flitwise torus schedule 1", "sides": [1], "source": [0], "steps": []})");
  EXPECT_EQ(run({"check", directory_.path("one.json"), data("ring_3.json")}), 0);
  EXPECT_THAT(out(), HasSubstr("1 torus from (0): 0 steps, 0 messages: right\n"));
  EXPECT_THAT(out(), HasSubstr("(by hand): 1 step, 2 messages, longest paths 1: right\n"));
}

TEST_F(ScheduleCommand, HoldsStartCyclesAgainstTheOverheads) {
  EXPECT_EQ(run({"check", data("ring_5_starts.json")}), 0);
  EXPECT_THAT(out(), HasSubstr("2 steps at given cycles"));
  EXPECT_EQ(run({"check", "--receive-overhead", "1", data("ring_5_starts.json")}), 1);
  EXPECT_EQ(run({"check", "--send-overhead", "1", data("ring_5_starts.json")}), 1);
}

TEST_F(ScheduleCommand, RefusesTimesThatNoScheduleTakes) {
  for (const char* option : {"--flits", "--send-overhead", "--receive-overhead"}) {
    EXPECT_EQ(run({"check", option, "1", data("ring_3.json")}), 2) << option;
    EXPECT_EQ(error(), std::string("flitwise schedule check: error: ") + option +
                           " 1: would have no effect: no schedule here has start cycles\n");
  }
  EXPECT_EQ(run({"check", "--flits", "9", data("ring_5_starts.json"), data("ring_3.json")}), 2);
  EXPECT_EQ(error(),
            "flitwise schedule check: error: --flits 9: would have no effect: all schedules with "
            "start cycles name their flits themselves\n");
  EXPECT_EQ(
      run({"check", "--receive-overhead", "0", data("ring_5_starts.json"), data("ring_3.json")}),
      0);
  EXPECT_EQ(run({"check", "--flits", "4", starts_without_flits()}), 0);
  EXPECT_EQ(run({"check", "--flits", "5", starts_without_flits()}), 1);
}

TEST_F(ScheduleCommand, RefusesAFileThatIsNoSchedule) {
  EXPECT_EQ(run({"check", data("not_json.json")}), 2);
  EXPECT_EQ(error().rfind(data("not_json.json") + ": error: is no JSON: parse error at line 2", 0),
            0U)
      << error();
  EXPECT_EQ(run({"check", data("nowhere.json")}), 2);
}

TEST_F(ScheduleCommand, ExportsWhatItThenFindsRight) {
  const std::string file = directory_.path("peel.json");
  EXPECT_EQ(run({"export", scenario(kPeel), "-o", file}), 0);
  EXPECT_THAT(out(), IsEmpty());
  EXPECT_EQ(run({"check", file}), 0);
  EXPECT_THAT(out(), HasSubstr("5 x 4 torus from (2, 1) (peel): 3 steps, 19 messages"));
}

TEST_F(ScheduleCommand, ExportsToStandardOutputAndTakesSettings) {
  EXPECT_EQ(run({"export", scenario(kPeel), "--set", "algorithm=flood"}), 0);
  const auto schedules = parse_schedules(out(), "standard output");
  ASSERT_EQ(schedules.size(), 1U);
  EXPECT_EQ(schedules[0].scheme, "flood");
  EXPECT_EQ(message_count(schedules[0]), 19);
}

TEST_F(ScheduleCommand, HasNothingToExportWithoutSteps) {
  EXPECT_EQ(run({"export", scenario(kPeel), "--set", "algorithm=packet-tree"}), 2);
  EXPECT_THAT(error(), HasSubstr("a packet tree sends packet after packet"));
  EXPECT_EQ(run({"export", scenario(test::small_scenario("tree"))}), 2);
  EXPECT_THAT(error(), HasSubstr("its network is no torus"));
  EXPECT_EQ(run({"export", scenario("network: {kind: torus, sides: [4]}\noperation: traffic\n"
                                    "algorithm: uniform\noptions: {rate: 0.1, seed: 1}\n")}),
            2);
  EXPECT_THAT(error(), HasSubstr("its traffic is drawn"));
  EXPECT_EQ(run({"export", scenario(kPeel), "--set", "length=0"}), 2);
  EXPECT_THAT(error(), HasSubstr("1 error in the input; nothing was run"));
}

TEST_F(ScheduleCommand, DoesNotReplaceItsScenario) {
  const std::string file = scenario(kPeel);
  EXPECT_EQ(run({"export", file, "-o", file}), 2);
  EXPECT_EQ(test::read_text(file), kPeel);
}

TEST_F(ScheduleCommand, NeedsToBeToldWhat) { EXPECT_EQ(run({}), 2); }

}  // namespace
}  // namespace flitwise
