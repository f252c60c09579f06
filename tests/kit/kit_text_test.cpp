// What a check is written down as: table, JSON, waves, the block of measured numbers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "sim/cli/router_github.h"
#include "sim/kit/kit_page.h"
#include "sim/kit/kit_report.h"
#include "sim/kit/kit_waves.h"
#include "sim/kit/measured_block.h"
#include "sim/kit/router_templates.h"
#include "tb/kit/clause.h"
#include "tests/sim/support.h"

namespace flitwise::kit_text_test {

using testing::HasSubstr;

RouterCheck small_check() {
  RouterCheck check;
  check.router.name = "two-stage";
  check.router.files = {"/a/two_stage.sv", "/a/b.sv"};
  check.router.lanes = 2;
  check.router.queue = 4;
  check.router.flit.width = 32;
  check.hash = "8f1c2d0011223344";
  check.report.measured.router.fill(kit::LatencyRange{3, 3});
  check.report.measured.head_wait = 1;
  check.report.measured.body_wait = 0;
  check.report.measured.loop = 5;
  check.report.measured.turnaround = 1;
  kit::ClauseReport quiet{1, "quiet", "no flit", kit::ClauseResult::kHolds, 3000, "", {}};
  kit::Breach breach;
  breach.cycle = 214;
  breach.port = 1;
  breach.lane = 0;
  breach.expected = "+x";
  breach.seen = "+y";
  kit::ClauseReport way{5,   "way",        "by the port", kit::ClauseResult::kFails,
                        512, "left by +y", breach};
  kit::ClauseReport credits{9, "credits", "home", kit::ClauseResult::kNotApplicable, 0, "none", {}};
  kit::ClauseReport fair{13, "fair", "bound", kit::ClauseResult::kNotExercised, 0, "", {}};
  check.report.clauses = {quiet, way, credits, fair};
  return check;
}

TEST(KitTable, HasARowAClauseAndSumsUp) {
  const std::string text = render_router_check(small_check(), Colour::kNever, 0);
  EXPECT_THAT(text,
              HasSubstr("two-stage (two_stage.sv, 2 files 8f1c2d): mesh, ready, 2 lanes of 4, "
                        "r = 3 (head wait 1, body wait 0), loop 5, turnaround 1\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\nquiet +ok +3,000  -\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\nway +FAIL +512  - +left by \\+y\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\ncredits +n/a +-  - +none\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\nfair +not exercised +0  -\n"));
  EXPECT_THAT(text, HasSubstr("4 clauses: 1 holds, 1 fails, 1 was never exercised, "
                              "1 does not apply\n"));
}

TEST(KitTable, PutsADetailBelowItsRowWhereTheTerminalHasNoRoomBesideIt) {
  RouterCheck check = small_check();
  check.report.clauses[1].detail =
      "(7, 3) from -x to (7, 5): left by +x, due by +y; router at (7, 3), places, cycle 214";
  const std::string text = render_router_check(check, Colour::kNever, 80);
  EXPECT_THAT(text, HasSubstr("\nway          FAIL                  512  -\n"
                              "    (7, 3) from -x to (7, 5): left by +x, due by +y; router at "
                              "(7, 3), places,\n"
                              "    cycle 214\n"
                              "credits      n/a                     -  -        none\n"));
}

TEST(KitPage, OpensEachClauseWithWhatWasDueAndSeenAndHowToJudgeItAgain) {
  RouterCheck check = small_check();
  check.report.clauses[1].breach->phase = "places";
  check.router.latency = own::RouterLatency{3, 1, 0, 1, 2};
  check.report.hangs.push_back({"random", 12, {"input PE waits for output +x"}});
  const ReportPage page =
      page_of(check, {"flitwise", "router", "check", "a.yaml", "--clause", "quiet,way"}, "p.html");
  EXPECT_FALSE(page.ok);
  EXPECT_EQ(page.title, heading_of(check));
  EXPECT_EQ(page.summary,
            "4 clauses: 1 holds, 1 fails, 1 was never exercised, 1 does not apply, 1 hang");
  EXPECT_EQ(page.command, "flitwise router check a.yaml --clause quiet,way --report p.html");
  ASSERT_EQ(page.tables.size(), 2U);
  const ReportTable& clauses = page.tables[0];
  EXPECT_EQ(clauses.columns[0].cells,
            (std::vector<std::string>{"quiet", "way", "credits", "fair", "hang", "all"}));
  EXPECT_EQ(clauses.columns.back().cells,
            (std::vector<std::string>{"ok", "FAIL", "n/a", "not exercised", "hangs", "FAIL"}));
  EXPECT_EQ(clauses.good, (std::vector<bool>{true, false, true, false, false, false}));
  ASSERT_EQ(page.items.size(), 6U);
  const auto way = nlohmann::json::parse(page.items[1].facts);
  EXPECT_EQ(way.at("command"), "flitwise router check a.yaml --clause way --waves waves");
  EXPECT_EQ(way.at("checks").at(0), nlohmann::json({"cycle 214, +x, lane 0", "+y", "+x", false,
                                                    "router at (0, 0), places"}));
  EXPECT_EQ(nlohmann::json::parse(page.items[4].facts).at("problems").at(0),
            "input PE waits for output +x");
  const ReportTable& numbers = page.tables[1];
  EXPECT_EQ(numbers.columns[0].cells[0], "r, straight");
  EXPECT_EQ(numbers.columns[1].cells[0], "3");
  EXPECT_EQ(numbers.columns[2].cells[0], "3");
  EXPECT_TRUE(numbers.good.empty());  // these are no verdicts
  EXPECT_EQ(numbers.columns[3].cells, (std::vector<std::string>{"yes", "yes", "yes", "yes", "yes",
                                                                "yes", "yes", "-", "-", "-"}));
  EXPECT_THAT(render_page(page), HasSubstr("<!DOCTYPE html>"));
}

TEST(KitOnGithub, ShowsWhatFailsAtTheKeyThatPromisesIt) {
  const test::TemporaryDirectory directory;
  RouterCheck check = small_check();
  check.router.file = directory.path("router.yaml");
  test::write_text(check.router.file, "top: wrapper\nwait: 4\n");
  const GithubTexts texts = github_texts(check);
  EXPECT_EQ(texts.commands,
            "::error file=" + check.router.file +
                ",line=1,col=1,title=two-stage%3A way%3A FAIL::by the port: left by +y\n"
                "::error file=" +
                check.router.file +
                ",line=2,col=1,title=two-stage%3A fair%3A not exercised::bound\n");
  EXPECT_THAT(texts.summary, HasSubstr("### flitwise router check: 4 clauses: 1 holds, 1 fails"));
  EXPECT_THAT(texts.summary, HasSubstr("| way | FAIL | 512 | - | left by +y |\n"));
}

TEST(KitOnGithub, ShowsWhatVerilatorRefusesAtItsLine) {
  const GithubTexts texts = github_texts(
      "r.yaml", "r.yaml: top cannot be compiled: %Error: /a/two.sv:31:5: syntax error\nmore");
  EXPECT_EQ(texts.commands,
            "::error file=/a/two.sv,line=31,title=flitwise router check::r.yaml: top cannot be "
            "compiled: %25Error: /a/two.sv:31:5: syntax error\n");
  EXPECT_EQ(github_texts("r.yaml", "it died").commands,
            "::error file=r.yaml,title=flitwise router check::it died\n");
}

TEST(KitStatus, IsOneWhereAClauseFailsOrWasNeverExercised) {
  RouterCheck check = small_check();
  EXPECT_EQ(status_of(check), 1);
  check.report.clauses.erase(check.report.clauses.begin() + 1);
  EXPECT_EQ(status_of(check), 1);
  check.report.clauses.pop_back();
  EXPECT_EQ(status_of(check), 0);
  check.report.hangs.push_back({"random", 12, {"waits"}});
  EXPECT_EQ(status_of(check), 3);
}

TEST(KitJson, HasAnObjectAClauseAndTheMeasuredNumbers) {
  const auto json = nlohmann::json::parse(router_check_to_json(small_check()));
  ASSERT_EQ(json.at("clauses").size(), 4U);
  const auto& way = json.at("clauses").at(1);
  EXPECT_EQ(way.at("name"), "way");
  EXPECT_EQ(way.at("result"), "fail");
  EXPECT_EQ(way.at("exercised"), 512);
  EXPECT_EQ(way.at("cycle"), 214);
  EXPECT_EQ(way.at("port"), "+x");
  EXPECT_EQ(way.at("lane"), 0);
  EXPECT_EQ(way.at("expected"), "+x");
  EXPECT_EQ(way.at("seen"), "+y");
  EXPECT_TRUE(way.at("waves").is_null());
  EXPECT_TRUE(way.at("proof").is_null());
  const auto& measured = json.at("measured");
  EXPECT_EQ(measured.at("r").at("turn"), 3);
  EXPECT_EQ(measured.at("head_wait"), 1);
  EXPECT_EQ(measured.at("loop"), 5);
  EXPECT_TRUE(measured.at("loop_body").is_null());
  EXPECT_TRUE(measured.at("wait").is_null());
}

Proof proof(const std::string& clause, const std::string& more) {
  return proof_of(R"({"clause": ")" + clause + R"(", "seconds": 1.5, )" + more + "}");
}

TEST(KitProof, IsAWordInItsColumn) {
  const auto word = [](const std::string& more) { return word_of(proof("way", more)); };
  EXPECT_EQ(word(R"("result": "proved", "depth": 16)"), "depth 16");
  EXPECT_EQ(word(R"("result": "proved always", "depth": 16)"), "always");
  EXPECT_EQ(word(R"("result": "refuted", "depth": 16, "step": 9, "property": "a_way")"), "step 9");
  EXPECT_EQ(word(R"("result": "refuted", "text": "outputs follow in_valid_i")"), "refuted");
  EXPECT_EQ(word(R"("result": "vacuous", "depth": 16)"), "vacuous");
  EXPECT_EQ(word(R"("result": "not read", "text": "a.sv:31: syntax error")"), "not read (a.sv:31)");
  EXPECT_EQ(word(R"("result": "not read", "text": "no such module")"), "not read");
  EXPECT_EQ(word(R"("result": "stopped early", "depth": 7)"), "stopped at depth 7");
  EXPECT_THROW(proof_of("Traceback"), ProofError);
}

TEST(KitProof, FailsAClauseThatIsRefutedOrVacuousAndNoOther) {
  RouterCheck check = small_check();
  check.report.clauses.resize(1);
  for (const char* more :
       {R"("result": "proved", "depth": 18)", R"("result": "stopped early", "depth": 7)",
        R"("result": "not read", "text": "a.sv:31: syntax error")"}) {
    check.proofs = {proof("quiet", more)};
    EXPECT_EQ(status_of(check), 0) << more;
    EXPECT_EQ(junit_cases(check).front().kind, "") << more;
  }
  EXPECT_THAT(render_router_check(check, Colour::kNever, 0),
              HasSubstr("\nnote: no proof of quiet, which is no failure: a.sv:31: syntax error\n"));
  check.proofs = {proof("quiet", R"("result": "vacuous", "text": "not reached: c_left")")};
  EXPECT_EQ(status_of(check), 1);
  EXPECT_EQ(junit_cases(check).front().kind, "failure");
  check.proofs = {proof("quiet", R"("result": "refuted", "depth": 16, "step": 9,
                                    "property": "a_quiet", "place": [1, 7])")};
  EXPECT_EQ(status_of(check), 1);
  const std::string text = render_router_check(check, Colour::kNever, 0);
  EXPECT_THAT(text, testing::ContainsRegex("\nquiet +FAIL +3,000  step 9   proof: a_quiet fails in "
                                           "step 9 at \\(1, 7\\)\n"));
  EXPECT_THAT(text, HasSubstr("1 clause: 0 hold, 1 fails\n"));
  const auto json = nlohmann::json::parse(router_check_to_json(check)).at("clauses").at(0);
  EXPECT_EQ(json.at("result"), "fail");
  EXPECT_EQ(json.at("proof").at("result"), "refuted");
  EXPECT_EQ(json.at("proof").at("depth"), 16);
  EXPECT_EQ(json.at("proof").at("step"), 9);
  EXPECT_EQ(json.at("proof").at("seconds"), 1.5);
  EXPECT_EQ(json.at("proof").at("property"), "a_quiet");
  EXPECT_EQ(json.at("proof").at("router"), nlohmann::json({1, 7}));
}

TEST(KitJunit, FailsWhatFailsAndWhatWasNeverExercised) {
  const std::vector<JunitCase> cases = junit_cases(small_check());
  ASSERT_EQ(cases.size(), 4U);
  EXPECT_EQ(cases[0].kind, "");
  EXPECT_EQ(cases[1].kind, "failure");
  EXPECT_EQ(cases[2].kind, "");
  EXPECT_EQ(cases[3].kind, "failure");
}

TEST(KitJunit, SharesTheTimeOfTheSimulationAndAddsThatOfProofs) {
  RouterCheck check = small_check();
  check.seconds = 8;
  check.proofs = {proof("quiet", R"("result": "proved", "depth": 16)")};
  const std::vector<JunitCase> cases = junit_cases(check);
  EXPECT_EQ(cases[0].seconds, 3.5);
  EXPECT_EQ(cases[1].seconds, 2);
}

TEST(MeasuredBlock, ReplacesItselfAndLeavesAllElse) {
  kit::Measured measured = small_check().report.measured;
  measured.loop_body = 4;
  measured.wait = 3;
  const std::string line =
      "measured: {files: 8f1c, router: 3, head_wait: 1, body_wait: 0, link: 1, credit: 2, loop: 5, "
      "loop_body: 4, turnaround: 1, wait: 3}\n";
  EXPECT_EQ(with_measured("name: a # mine\n", measured, "8f1c"), "name: a # mine\n" + line);
  EXPECT_EQ(with_measured("name: a\nmeasured:\n  files: 0\n  router: 9\nflit:\n  width: 8\n",
                          measured, "8f1c"),
            "name: a\n" + line + "flit:\n  width: 8\n");
  EXPECT_EQ(with_measured(with_measured("name: a\n", measured, "0"), measured, "8f1c"),
            "name: a\n" + line);
}

TEST(MeasuredBlock, IsRefusedWhereAPassageTakesAnotherTime) {
  kit::Measured measured = small_check().report.measured;
  EXPECT_EQ(refuse_measured(measured), "");
  measured.router[1] = kit::LatencyRange{3, 4};
  EXPECT_THAT(refuse_measured(measured), HasSubstr("r is not the same"));
}

TEST(MeasuredBlock, IsRefusedWhereNothingLeftTheRouter) {
  kit::Measured measured = small_check().report.measured;
  measured.router = {};
  EXPECT_EQ(refuse_measured(measured),
            "r was not measured (straight, turn, inject, eject): no lone packet left by the port "
            "that was due");
}

TEST(KitWaves, ShowWiresAndFieldsOfEachCycle) {
  RouterCheck check = small_check();
  check.router.flit.head = {31, 1};
  check.router.flit.tail = {30, 1};
  check.router.flit.x = {27, 3};
  check.router.flit.y = {24, 3};
  check.router.flit.payload = {{0, 24}, {0, 24}};
  kit::BreachWaves waves;
  waves.clause = kit::kWay;
  waves.breach.cycle = 214;
  kit::CycleView view;
  view.number = 213;
  view.in[0].valid = 2;
  view.in[0].flit[0] = 0xed000005;
  waves.cycles = {view, view};
  waves.cycles[1].number = 214;
  waves.cycles[1].out[1].valid = 1;
  const std::string text = waves_text(check.router, waves);
  EXPECT_THAT(text, HasSubstr("two-stage breaks clause way in cycle 214"));
  EXPECT_THAT(text, HasSubstr("$scope module in_pe $end\n$var wire 2 ! valid $end"));
  EXPECT_THAT(text, HasSubstr("\n#213\nb10 !\n"));
  EXPECT_THAT(text, HasSubstr("b11101101000000000000000000000101 "));
  EXPECT_THAT(text, testing::ContainsRegex("\n#214\nb01 .\n#215\n"));  // one wire has changed
}

TEST(ForeignRouters, KeepToTheLinesThatWrappersAndDescriptionsMayHave) {
  namespace fs = std::filesystem;
  const auto lines_of = [](const fs::path& file) {
    const std::string text = test::read_text(file.string());
    return std::count(text.begin(), text.end(), '\n');
  };
  int routers = 0;
  for (const auto& folder : fs::directory_iterator(FLITWISE_SOURCE_DIR "/tests/kit/foreign")) {
    if (!folder.is_directory()) continue;
    ++routers;
    const std::string wrapper = folder.path().filename().string() + "_wrapper.sv";
    EXPECT_LE(lines_of(folder.path() / wrapper), 60) << wrapper;
    EXPECT_LE(lines_of(folder.path() / "router.yaml"), 25) << folder.path();
  }
  EXPECT_GE(routers, 4);
}

TEST(RouterTemplates, AreAsShortAsPromised) {
  for (const char* link : {"ready", "credit"}) {
    const auto files = router_files({"mine", link, 72, 2});
    ASSERT_EQ(files.size(), 4U);
    EXPECT_EQ(files[0].first, "mine_wrapper.sv");
    EXPECT_LE(std::count(files[0].second.begin(), files[0].second.end(), '\n'), 60);
    EXPECT_EQ(files[1].first, "router.yaml");
    EXPECT_LE(std::count(files[1].second.begin(), files[1].second.end(), '\n'), 25);
  }
}

TEST(RouterTemplates, AreAsShortOfTrees) {
  const auto files = router_files({"mine", "registered", 64, 1, "tree"});
  ASSERT_EQ(files.size(), 4U);
  EXPECT_LE(std::count(files[0].second.begin(), files[0].second.end(), '\n'), 60);
  EXPECT_LE(std::count(files[1].second.begin(), files[1].second.end(), '\n'), 25);
  EXPECT_EQ(files[2].first, "scatter.yaml");
}

TEST(ThePageOnOwnRouters, HasEveryClauseInItsWords) {
  const std::string page = test::read_text(FLITWISE_SOURCE_DIR "/docs/your_router.md");
  const kit::Clauses clauses;
  for (const auto& clause : clauses.all())
    EXPECT_THAT(page, HasSubstr("\n| " + std::to_string(clause->number()) + " | `" +
                                clause->name() + "` | " + clause->text() + " |\n"));
}

}  // namespace flitwise::kit_text_test
