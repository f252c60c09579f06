// The page of a report: one document that needs nothing else, with all of the run's data in it.
#include "sim/report/page/report_html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "sim/families/registry.h"
#include "sim/run/family/node_places.h"
#include "systemc/topology/star/star_graph.h"
#include "systemc/topology/tree/tree_shapes.h"
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

// What lies between an opening tag and the end of its script.
Json inside(const std::string& page, const std::string& id) {
  const std::string open = "<script type=\"application/json\" id=\"" + id + "\">";
  const std::size_t begin = page.find(open) + open.size();
  return Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

std::string page_of(const Result& result, const std::string& command = "flitwise run small.yaml") {
  ReportPage page;
  page.title = "Test";
  page.items = {report_item(facts_of(result, command), scenario(), result)};
  return render_page(page);
}

Json run_data(const Result& result) { return inside(page_of(result), "data")["runs"][0]; }

TEST(ReportPage, LoadsNothing) {
  ReportPage with_plot;
  with_plot.plots = {"<?xml version=\"1.0\"?>\n<svg></svg>"};
  const std::string page = page_of(Result{}) + render_page(with_plot);

  for (const char* way_out : {"http:", "https:", "src=", "url(", "import ", "fetch(", "<?xml"})
    EXPECT_THAT(page, Not(HasSubstr(way_out)));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, HasSubstr("<figure><svg></svg></figure>"));
  EXPECT_THAT(page, Not(HasSubstr("{{")));
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
  EXPECT_EQ(run["scenario"]["operation"], "scatter");
}

TEST(ReportPage, ShowsFiguresThatTheorySaysNothingOf) {
  Result result;
  result.measured.others = {{"stalls", std::int64_t{7}}, {"steps", std::int64_t{3}}};
  result.checks = {{"steps", "3", "3", true, "a theorem"}};

  EXPECT_EQ(run_data(result)["checks"][1],
            Json::parse(R"(["stalls","7","-",null,"measured, not predicted"])"));
  EXPECT_EQ(run_data(result)["checks"].size(), 2U);
}

TEST(ReportPage, HoldsEveryEventByStepAndReceiver) {
  Result result;
  result.events = {{2, 1, 2, FlitKind::kData, 2, 1, 9},
                   {1, 0, 2, FlitKind::kTap, 1, 1},
                   {1, 3, 1, FlitKind::kTap, 1, 1}};

  EXPECT_EQ(inside(page_of(result), "events-0"),
            Json::parse("[1,3,1,3,1,1,0, 1,0,2,3,1,1,0, 2,1,2,1,2,1,9]"));
}

TEST(ReportPage, NamesWhatIsDead) {
  const Scenario star = *read_scenario_text(
                             "name: star\nnetwork: {kind: star-graph, n: 4}\noperation: broadcast\n"
                             "copies: 3\noptions: {faults: {nodes: [7], links: [[5, 3]]}}\n",
                             "star.yaml")
                             .scenario;
  Result result;
  result.pes = 24;
  result.events = test::scatter_of_one_flit();
  const Json dead = Json::parse(report_item(facts_of(result, ""), star, result).facts)["dead"];

  EXPECT_EQ(dead["nodes"], Json({7}));
  EXPECT_EQ(dead["links"], Json({{5, StarGraph(4).neighbour(5, 3)}}));
  const Json none = run_data(result)["dead"];
  EXPECT_TRUE(none["nodes"].empty() && none["links"].empty()) << none;
}

TEST(ReportPage, SaysWhatItLeavesOut) {
  Result result;
  result.events.resize(kMostReportedEvents + 1);

  EXPECT_EQ(inside(page_of(result), "events-0").size(), 7 * kMostReportedEvents);
  EXPECT_THAT(run_data(result)["notes"][0].get<std::string>(), HasSubstr("of 400001 flits"));
}

TEST(ReportPage, SaysHowToGetDrawingsOfRunsThatAreTooLarge) {
  Result result;
  result.flit_hops = 77'000;

  EXPECT_THAT(page_of(result), Not(HasSubstr("id=\"events-0\">")));
  EXPECT_THAT(run_data(result)["undrawn"].get<std::string>(),
              HasSubstr("77000 flits on links are too many"));
  EXPECT_THAT(run_data(result)["undrawn"].get<std::string>(), HasSubstr("--report run.html"));
}

TEST(EventRoom, TakesRunsOfFewEventsUntilAllRoomIsGone) {
  EventRoom room;
  Result large;
  large.events.resize(kMostSuiteEvents + 1);
  room.fit(large);
  EXPECT_TRUE(large.events.empty());

  std::int64_t kept = 0;
  for (int i = 0; i < 30; ++i) {
    Result result;
    result.events.resize(kMostSuiteEvents);
    room.fit(result);
    kept += static_cast<std::int64_t>(result.events.size());
  }
  EXPECT_EQ(kept, kMostEventsOfAll);
}

TEST(ReportPage, RowsOpenTheirItems) {
  ReportPage page;
  page.tables = {table_of_items(
      {{"name", Align::kLeft, {"a", "b"}}, {"verdict", Align::kRight, {"pass", "FAIL"}}},
      {Outcome::kPass, Outcome::kFail})};
  const Json table = inside(render_page(page), "data")["tables"][0];

  EXPECT_EQ(table["columns"][0],
            Json::parse(R"({"heading":"name","right":false,"cells":["a","b"]})"));
  EXPECT_EQ(table["ok"], Json::parse("[true,false]"));
  EXPECT_EQ(table["runs"], Json::parse("[0,1]"));
}

TEST(ReportPage, TextsCannotLeaveTheData) {
  Result result;
  result.scenario = "</script><b>&\"'";
  result.problems = {"not UTF-8: \xff"};

  const std::string page = page_of(result);

  EXPECT_EQ(inside(page, "data")["runs"][0]["name"], "</script><b>&\"'");
  EXPECT_THAT(page, Not(HasSubstr("<b>")));
}

TEST(ReportPage, KnowsTheNamesOfFlits) {
  const Json data = inside(page_of(Result{}), "data");

  EXPECT_EQ(data["kinds"][1], "data");
  EXPECT_EQ(data["kinds"].size(), 12U);
  EXPECT_EQ(data["control"], Json::parse("[3,4,5,6]"));
}

TEST(CommandToReproduce, IsQuotedForAShell) {
  EXPECT_EQ(command_to_reproduce("a/b.yaml", {}), "flitwise run a/b.yaml -v");
  EXPECT_EQ(command_to_reproduce("it's.yaml", {{"lengths", "{each: 3}"}, {"network.pes", "7"}}),
            "flitwise run 'it'\\''s.yaml' --set 'lengths={each: 3}' --set network.pes=7 -v");
}

TEST(CommandToReproduce, WritesScenariosThatNoFileHolds) {
  Scenario one = scenario();
  one.file = "papers/claims.yaml";
  EXPECT_THAT(command_with_scenario(one), HasSubstr("cat > this-run.yaml <<'END'\n{"));
  EXPECT_THAT(command_with_scenario(one), HasSubstr("}\nEND\nflitwise run this-run.yaml -v"));
  EXPECT_EQ(read_scenario_text(one.text, "again.yaml").scenario->text, one.text);

  one.inputs = {"papers/graph.dot"};
  EXPECT_THAT(command_with_scenario(one), HasSubstr("flitwise run papers/this-run.yaml -v"));
}

std::set<std::pair<double, double>> distinct(const std::vector<NodePlace>& places) {
  std::set<std::pair<double, double>> all;
  for (const NodePlace& place : places) all.emplace(place.x, place.y);
  return all;
}

TEST(TreePlaces, ParentsAreAboveTheMiddleOfTheirChildren) {
  const std::vector<NodePlace> places = tree_places({kNoNode, 0, 0, 1, 1});

  EXPECT_EQ(places[0].y, 0);
  EXPECT_EQ(places[1].y, 1);
  EXPECT_EQ(places[3].y, 2);
  EXPECT_EQ(places[1].x, (places[3].x + places[4].x) / 2);
  EXPECT_EQ(places[0].x, (places[1].x + places[2].x) / 2);
}

TEST(TreePlaces, NoTwoNodesShareAPlace) {
  EXPECT_EQ(distinct(tree_places(complete_parents(3, 4))).size(), 121U);
}

TEST(TreePlaces, PathsMayBeLong) {
  const std::vector<NodePlace> places = tree_places(path_parents(4096));

  EXPECT_EQ(places.back().y, 4095);
  EXPECT_EQ(places.back().x, places.front().x);
}

TEST(GridPlaces, TheFirstDimensionRunsRightAndTheSecondDown) {
  const std::vector<NodePlace> places = grid_places({3, 2});

  EXPECT_EQ(places[1].x, 1);
  EXPECT_EQ(places[1].y, 0);
  EXPECT_EQ(places[3].x, 0);
  EXPECT_EQ(places[3].y, 1);
}

TEST(GridPlaces, MoreDimensionsAreBlocksSideBySide) {
  const std::vector<NodePlace> places = grid_places({3, 2, 2, 2});

  EXPECT_EQ(places[6].x, 4);
  EXPECT_EQ(places[6].y, 0);
  EXPECT_EQ(places[12].y, 3);
  EXPECT_EQ(distinct(places).size(), 24U);
}

}  // namespace
}  // namespace flitwise
