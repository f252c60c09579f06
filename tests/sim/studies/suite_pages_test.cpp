// `--report` of the commands that run many scenarios, with a runner that does not simulate: what
// their pages hold and which files are refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/sim/cli/command_line.h"

namespace flitwise {
namespace {

using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

class SuitePages : public test::CommandLine {
 protected:
  std::string page_file() const { return output_.path("page.html"); }
  std::string page() const { return test::read_text(page_file()); }
  Json data() const {
    const std::string open = "id=\"data\">";
    const std::string text = page();
    const std::size_t begin = text.find(open) + open.size();
    return Json::parse(text.substr(begin, text.find("</script>", begin) - begin));
  }
  std::string sweep_file() {
    test::write_text(directory_.path("s.yaml"),
                     "name: s\nbase: " + scenario("base") +
                         "\nvary: {lengths.each: [1, 2]}\nplot: {x: lengths.each, y: [finish]}\n");
    return directory_.path("s.yaml");
  }
  int sweep(const std::string& report) {
    return run({"sweep", sweep_file(), "-o", output_.path("sweep"), "--report", report});
  }
};

TEST_F(SuitePages, OfACheckKnowEveryScenarioAndHowToRunIt) {
  const std::string good = scenario("good");
  const std::string bad = scenario("fails");
  EXPECT_EQ(
      run({"check", good, bad, "--set", "lengths.each=3", "--no-waves", "--report", page_file()}),
      1);

  const Json page_data = data();
  EXPECT_EQ(page_data["title"], "Flitwise check");
  EXPECT_EQ(page_data["summary"], "2 scenarios: 1 passed, 1 failed");
  EXPECT_EQ(page_data["ok"], false);
  EXPECT_EQ(page_data["tables"][0]["ok"], Json::parse("[true,false]"));
  EXPECT_EQ(page_data["runs"][1]["problems"][0], "step 14: collision in PE 1");
  EXPECT_EQ(page_data["runs"][0]["command"], "flitwise run " + good + " --set lengths.each=3 -v");
  EXPECT_EQ(page_data["command"],
            "flitwise check " + good + " " + bad + " --set lengths.each=3 --report " + page_file());
  EXPECT_THAT(page(), HasSubstr("id=\"events-1\">[1,"));
}

TEST_F(SuitePages, OfAComparisonRunVariantsFromTheirOwnText) {
  EXPECT_EQ(run({"compare", scenario("base"), "--report", "page.html", "-o", output_.path()}), 0);

  const Json page_data = data();
  EXPECT_EQ(page_data["title"], "Flitwise compare");
  EXPECT_EQ(page_data["runs"].size(), page_data["tables"][0]["ok"].size());
  std::string commands;
  for (const Json& one : page_data["runs"]) commands += one["command"].get<std::string>() + "\n";
  EXPECT_THAT(commands, HasSubstr("flitwise run " + directory_.path("base.yaml") + " -v"));
  EXPECT_THAT(commands, HasSubstr("cat > this-run.yaml <<'END'\n{"));
  EXPECT_THAT(commands, HasSubstr("\"ports\":\"multi\""));
}

TEST_F(SuitePages, OfASweepHoldPlotsAndSettingsOfEveryPoint) {
  EXPECT_EQ(sweep(page_file()), 0) << error();

  const Json page_data = data();
  EXPECT_EQ(page_data["title"], "Flitwise sweep: s");
  EXPECT_THAT(page(), HasSubstr("<figure><svg"));
  EXPECT_EQ(page_data["runs"][1]["command"],
            "flitwise run " + directory_.path("base.yaml") + " --set lengths.each=2 -v");
  EXPECT_EQ(page_data["runs"][0]["checks"].empty(), false);
  EXPECT_THAT(out(), HasSubstr(page_file() + "\n"));
}

TEST_F(SuitePages, OfASweepAreTheSameWhenResultsAreFromAnEarlierOne) {
  EXPECT_EQ(sweep(page_file()), 0);
  const std::string first = page();
  EXPECT_EQ(sweep(page_file()), 0);
  EXPECT_THAT(out(), HasSubstr("2 from an earlier run"));
  EXPECT_EQ(page(), first);
}

TEST_F(SuitePages, OfClaimsSayInWhatReadingTheyWereDecided) {
  EXPECT_LE(run({"claims", "--id", "trees.figure-1", "--report", page_file()}), 1) << error();
  EXPECT_THAT(data()["runs"][0]["about"].get<std::string>(),
              HasSubstr("\nReading: The last rows of (b) are damaged in the copy; "));
}

TEST_F(SuitePages, NeedAFile) {
  const std::string file = scenario("base");
  for (const auto& command : {std::vector<std::string>{"check", file},
                              {"compare", file},
                              {"claims"},
                              {"sweep", sweep_file(), "-o", output_.path("sweep")}}) {
    std::vector<std::string> arguments = command;
    arguments.insert(arguments.end(), {"--report", "-"});
    EXPECT_EQ(run(arguments), 2) << command[0];
    EXPECT_THAT(error(), HasSubstr("--report -: a page for browsers needs a file")) << command[0];
  }
}

TEST_F(SuitePages, ReplaceNothingElse) {
  const std::string file = scenario("base");
  EXPECT_EQ(run({"check", file, "--report", file}), 2);
  EXPECT_THAT(error(), HasSubstr("is a scenario and cannot be the page"));
  EXPECT_EQ(run({"compare", file, "--report", file}), 2);
  EXPECT_THAT(error(), HasSubstr("is wanted for the scenario itself and for the report"));
  EXPECT_EQ(sweep(output_.path("sweep/s.csv")), 2);
  EXPECT_THAT(error(), HasSubstr("is an output of its own; give the page another name"));
  EXPECT_EQ(sweep(directory_.path("base.yaml")), 2);
  EXPECT_THAT(error(), HasSubstr("is an input, and would be overwritten"));
  EXPECT_EQ(
      run({"claims", "--id", "trees.figure-4", "--json", page_file(), "--report", page_file()}), 2);
  EXPECT_THAT(error(), HasSubstr("is wanted for the results and for the page"));
}

}  // namespace
}  // namespace flitwise
