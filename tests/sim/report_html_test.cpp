// The page of a report: one document that needs nothing else, with all of the run's data in it.
#include "sim/report_html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sim/scenario_reader.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

Scenario scenario() {
  return *read_scenario_text(test::small_scenario("small"), "small.yaml").scenario;
}

// What the page's script reads.
Json data_of(const std::string& page) {
  const std::string open = "<script type=\"application/json\" id=\"data\">";
  const std::size_t begin = page.find(open) + open.size();
  return Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

Json run_data(const Result& result, const std::string& command = "flitwise run small.yaml") {
  return data_of(report_page({report_of_run(scenario(), result, command)}))["runs"][0];
}

TEST(ReportPage, LoadsNothing) {
  const std::string page = report_page({report_of_run(scenario(), Result{}, "")});

  for (const char* way_out : {"http:", "https:", "src=", "href=", "url(", "import ", "fetch("})
    EXPECT_THAT(page, Not(HasSubstr(way_out)));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, Not(HasSubstr("{{data}}")));
  EXPECT_THAT(page, Not(HasSubstr("@FLITWISE")));
}

TEST(ReportPage, HoldsVerdictChecksAndCommand) {
  Result result = test::certification_result();
  result.checks = {{"finish", "9", "8", false, "a theorem"}};
  result.outcome = Outcome::kFail;
  result.problems = {"step 3: it went wrong"};
  result.notes = {"not compared"};

  const Json run = run_data(result);

  EXPECT_EQ(run["verdict"], "FAIL");
  EXPECT_EQ(run["ok"], false);
  EXPECT_EQ(run["checks"][0], Json::parse(R"(["finish","9","8",false,"a theorem"])"));
  EXPECT_EQ(run["problems"][0], "step 3: it went wrong");
  EXPECT_EQ(run["notes"][0], "not compared");
  EXPECT_EQ(run["command"], "flitwise run small.yaml");
}

TEST(ReportPage, HoldsEveryEventInTheOrderOfSteps) {
  Result result;
  result.events = {{2, 1, 2, FlitKind::kData, 2, 1}, {1, 0, 1, FlitKind::kTap, 1, 1}};

  EXPECT_EQ(run_data(result)["events"], Json::parse("[1,0,1,3,1,1, 2,1,2,1,2,1]"));
}

TEST(ReportPage, SaysWhatItLeavesOut) {
  Result result;
  result.events.resize(kMostReportedEvents + 1);

  const Json run = run_data(result);

  EXPECT_EQ(run["events"].size(), 6 * kMostReportedEvents);
  EXPECT_THAT(run["notes"][0].get<std::string>(), HasSubstr("of 400001 flits"));
}

TEST(ReportPage, TextsCannotLeaveTheData) {
  Result result;
  result.scenario = "</script><b>&\"'";
  result.problems = {"not UTF-8: \xff"};

  const std::string page = report_page({report_of_run(scenario(), result, "")});

  EXPECT_EQ(data_of(page)["runs"][0]["name"], "</script><b>&\"'");
  EXPECT_THAT(page, Not(HasSubstr("<b>")));
}

TEST(ReportPage, KnowsTheNamesOfFlits) {
  const Json data = data_of(report_page({report_of_run(scenario(), Result{}, "")}));

  EXPECT_EQ(data["kinds"][1], "data");
  EXPECT_EQ(data["kinds"].size(), 9U);
  EXPECT_EQ(data["control"], Json::parse("[3,4,5,6]"));
}

TEST(CommandToReproduce, IsQuotedForAShell) {
  EXPECT_EQ(command_to_reproduce("a/b.yaml", {}), "flitwise run a/b.yaml -v");
  EXPECT_EQ(command_to_reproduce("it's.yaml", {{"lengths", "{each: 3}"}, {"network.pes", "7"}}),
            "flitwise run 'it'\\''s.yaml' --set 'lengths={each: 3}' --set network.pes=7 -v");
}

}  // namespace
}  // namespace flitwise
