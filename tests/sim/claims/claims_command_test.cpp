// `flitwise claims`, the real binary: verdicts, outputs, refusals, exit status.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/sim/claims/claim_files.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using test::claim_file;
using test::lone_flit;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::ordered_json;

// Of each paper, claims that hold, are corrected and are refuted, on routers that the build has.
constexpr const char* kSample =
    " --id trees.figure-4 --id trees.theorem-3 --id trees.inequalities-5 --id trees.theorem-2"
    " --id fat-trees.table-1-one --id fat-trees.conjecture --id tori.optimal-5-25-125 ";

class ClaimsCommand : public testing::Test {
 protected:
  int run(const std::string& arguments) {
    const std::string line = std::string(FLITWISE_COMMAND " claims ") + arguments + " >" +
                             directory_.path("out") + " 2>" + directory_.path("error");
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  int run_file(const std::string& text, const std::string& more = "") {
    test::write_text(directory_.path("claims.yaml"), text);
    return run(directory_.path("claims.yaml") + " " + more);
  }
  std::string out() const { return test::read_text(directory_.path("out")); }
  std::string error() const { return test::read_text(directory_.path("error")); }

  test::TemporaryDirectory directory_;
};

TEST_F(ClaimsCommand, DecidesASampleAsTheFilesExpect) {
  EXPECT_EQ(run(kSample), 0) << out() << error();

  std::istringstream lines(out());
  std::map<std::string, int> of_papers;
  int ours = 0;
  for (std::string line; std::getline(lines, line) && !line.empty();) {
    std::istringstream words(line);
    std::string verdict;
    for (std::string word; words >> word;)
      if (word != "(arguable)") verdict = word;
    if (line.find("  our own  ") == std::string::npos)
      ++of_papers[verdict];
    else
      ++ours;
  }
  EXPECT_GT(of_papers["corrected"] + of_papers["refuted"], 0);
  EXPECT_EQ(of_papers.erase("verdict"), 1U);
  EXPECT_THAT(out(), HasSubstr(fmt::format("{} claims of the papers: {} hold, {} corrected, {} "
                                           "refuted, {} answered",
                                           7 - ours, of_papers["holds"], of_papers["corrected"],
                                           of_papers["refuted"], of_papers["answered"])));
  EXPECT_THAT(out(), HasSubstr("n = 8: finish = 11, paper >= 12"));
}

TEST_F(ClaimsCommand, TheCommittedDocumentHasTheSamplesRows) {
  ASSERT_EQ(run(std::string(kSample) + "--markdown " + directory_.path("claims.md")), 0);
  const std::string committed = test::read_text(FLITWISE_SOURCE_DIR "/docs/claims.md");
  std::istringstream lines(test::read_text(directory_.path("claims.md")));
  int rows = 0;

  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("| `", 0) != 0) continue;
    EXPECT_NE(committed.find(line + "\n"), std::string::npos) << line;
    ++rows;
  }

  EXPECT_EQ(rows, 7);
}

TEST_F(ClaimsCommand, RefusesToWriteResultsOfWhatItOnlyLists) {
  for (const char* option : {"--json", "--junit", "--markdown", "--report"}) {
    const std::string file = directory_.path("results");
    EXPECT_EQ(run("--list " + std::string(option) + " " + file), 2) << option;
    EXPECT_EQ(error(), "flitwise claims: error: " + std::string(option) +
                           ": needs runs, and --list runs nothing\n");
    EXPECT_FALSE(std::filesystem::exists(file));
  }
}

TEST_F(ClaimsCommand, EveryClaimOfTheProjectIsInTheCommittedDocument) {
  ASSERT_EQ(run("--list"), 0);
  const std::string committed = test::read_text(FLITWISE_SOURCE_DIR "/docs/claims.md");
  std::istringstream lines(out());
  int claims = 0;

  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("  ", 0) != 0) continue;
    const std::string id = line.substr(2, line.find(' ', 2) - 2);
    EXPECT_NE(committed.find("| `" + id + "` |"), std::string::npos) << id;
    ++claims;
  }

  EXPECT_GE(claims, 80);
}

TEST_F(ClaimsCommand, AClaimThatIsNotAsExpectedFails) {
  EXPECT_EQ(run_file(claim_file("holds", lone_flit("    over: {n: 1..2}\n    paper: n + 1\n"))), 1);

  EXPECT_THAT(out(), HasSubstr("undecided, EXPECTED: holds"));
  EXPECT_THAT(out(), HasSubstr("n = 1: path of 2: scatter fdf: finish = 1, paper = 2 (false)"));
  EXPECT_THAT(out(), HasSubstr("1 NOT AS EXPECTED"));
}

TEST_F(ClaimsCommand, ACorrectionIsNotTakenFromTheFile) {
  const std::string instead = "  instead: another formula\n";
  const std::string cases = lone_flit("    over: {n: 1..2}\n    paper: n + 1\n    truth: n\n");
  EXPECT_EQ(run_file(claim_file("corrected", cases) + instead), 0) << out() << error();

  const std::string wrong = lone_flit("    over: {n: 1..2}\n    paper: n + 1\n    truth: 1\n");
  EXPECT_EQ(run_file(claim_file("corrected", wrong) + instead), 1);

  const std::string right = lone_flit("    over: {n: 1..2}\n    paper: n\n    truth: n\n");
  EXPECT_EQ(run_file(claim_file("corrected", right) + instead), 1);
  EXPECT_THAT(out(), HasSubstr("holds, EXPECTED: corrected"));
}

TEST_F(ClaimsCommand, AnOpenQuestionIsAnsweredOrNot) {
  const std::string good = lone_flit("    over: {n: 1..2}\n    paper: n\n");
  EXPECT_EQ(run_file(claim_file("answered", good)), 0) << out() << error();
  EXPECT_THAT(out(), HasSubstr("0 hold, 0 corrected, 0 refuted, 1 answered"));

  const std::string bad = lone_flit("    over: {n: 1..2}\n    paper: n + 1\n");
  EXPECT_EQ(run_file(claim_file("answered", bad)), 1);
  EXPECT_THAT(out(), HasSubstr("undecided, EXPECTED: answered"));
}

TEST_F(ClaimsCommand, CountsResultsOfOurOwnApart) {
  std::string text = claim_file("holds", lone_flit("    over: {n: 1..2}\n    paper: n\n"));
  text += text.substr(text.find("- id"));
  text.replace(text.rfind("small.one"), 9, "small.own");
  text.replace(text.rfind("source: paper\n  place: here"), 27, "source: project");

  EXPECT_EQ(run_file(text), 0) << out() << error();

  EXPECT_THAT(out(),
              HasSubstr("\n1 claim of the papers: 1 hold, 0 corrected, 0 refuted, 0 answered\n"
                        "1 result of our own: 1 hold\n"
                        "4 cases: 4 runs on RTL, 0 computations\n"));
}

TEST_F(ClaimsCommand, ARunThatDoesNotEndDecidesOverOneThatFails) {
  const std::string text = claim_file(
      "holds",
      "  - scenario: {network: {shape: path, pes: 9}, operation: scatter, algorithm: fdf, "
      "lengths: {each: 4}, options: {max_steps: 3}}\n    paper: 1\n");

  EXPECT_EQ(run_file(text), 3);
  EXPECT_THAT(out(), HasSubstr("undecided, EXPECTED: holds"));
}

TEST_F(ClaimsCommand, WritesDataForPrograms) {
  ASSERT_EQ(run(std::string("--id trees.theorem-3 --id trees.inequalities-5 --json - --junit ") +
                directory_.path("claims.xml")),
            0);
  std::istringstream lines(out());
  std::string line;

  ASSERT_TRUE(std::getline(lines, line));
  const Json refuted = Json::parse(line);
  EXPECT_EQ(refuted["id"], "trees.inequalities-5");
  EXPECT_EQ(refuted["paper"], "trees");
  EXPECT_EQ(refuted["source"], "paper");
  EXPECT_EQ(refuted["rests_on"], "both");
  EXPECT_NE(refuted["reading"], nullptr);
  EXPECT_NE(refuted["arguable"], nullptr);
  EXPECT_EQ(refuted["verdict"], "refuted");
  EXPECT_EQ(refuted["ok"], true);
  EXPECT_EQ(refuted["cases"][1]["measured"], 2);
  EXPECT_EQ(refuted["cases"][1]["on_rtl"], false);
  EXPECT_EQ(refuted["cases"][1]["values"]["L"], "[1, 0]");
  EXPECT_EQ(refuted["cases"][1]["paper"]["holds"], false);
  EXPECT_EQ(refuted["cases"][1]["witness"]["holds"], true);
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(Json::parse(line)["cases"].size(), 36U);
  EXPECT_FALSE(std::getline(lines, line));
  EXPECT_THAT(error(), HasSubstr("2 claims of the papers: 0 hold, 1 corrected, 1 refuted"));

  const std::string junit = test::read_text(directory_.path("claims.xml"));
  EXPECT_EQ(test::xml_mistake(junit), "");
  EXPECT_THAT(junit, HasSubstr("tests=\"2\" failures=\"0\""));
  EXPECT_THAT(junit, HasSubstr("classname=\"claims.trees\" name=\"trees.theorem-3\""));
}

TEST_F(ClaimsCommand, AnUnexpectedVerdictIsAFailureInJunit) {
  run_file(claim_file("holds", lone_flit("    over: {n: [2]}\n    paper: 7\n")),
           "--junit " + directory_.path("claims.xml"));

  const std::string junit = test::read_text(directory_.path("claims.xml"));
  EXPECT_EQ(test::xml_mistake(junit), "");
  EXPECT_THAT(junit, HasSubstr("<failure message=\"undecided, expected holds: it is so\""));
  EXPECT_THAT(junit, HasSubstr("finish = 2, paper = 7 (false)"));
}

TEST_F(ClaimsCommand, TheNumberOfProcessesChangesNothing) {
  run("--id trees.theorem-1 --max-parallel 1 -v");
  const std::string alone = out();
  run("--id trees.theorem-1 --max-parallel 4 -v");

  EXPECT_EQ(out(), alone);
}

TEST_F(ClaimsCommand, ChoosesSources) {
  EXPECT_EQ(run("--list --source project"), 0);

  EXPECT_THAT(out(), HasSubstr("tori.peel-never-waits"));
  EXPECT_THAT(out(), Not(HasSubstr("trees.theorem-1 ")));
}

TEST_F(ClaimsCommand, ChoosesPapers) {
  EXPECT_EQ(run("--list --paper tori"), 0);

  EXPECT_THAT(out(), HasSubstr("tori.peel"));
  EXPECT_THAT(out(), Not(HasSubstr("trees.")));
}

TEST_F(ClaimsCommand, ChecksFilesWithoutRunningThem) {
  const std::string good =
      claim_file("holds", lone_flit("    over: {n: 2..4}\n    paper: n + 7\n"));
  const std::string said = std::string(good).replace(good.find("one case"), 8, "n to 4, from 2");
  EXPECT_EQ(run_file(said, "--check"), 0) << error();
  EXPECT_EQ(out(), "1 claim with 3 cases: texts, ranges and cases belong together\n");

  EXPECT_EQ(run_file(good, "--check"), 1);
  EXPECT_EQ(out(), "");
  EXPECT_THAT(error(), HasSubstr("claims.yaml:9:10: error: small.one.range: 'n' runs through 3 "));
  EXPECT_THAT(error(), HasSubstr("\n1 claim with 3 cases: 1 complaint\n"));

  EXPECT_EQ(run_file(good, "--check --json x"), 2);
  EXPECT_EQ(error(), "flitwise claims: error: --json: needs runs, and --check runs nothing\n");
  EXPECT_EQ(run_file(good, "--check --list"), 2);
  EXPECT_EQ(error(), "flitwise claims: error: --list and --check: one at a time\n");
  EXPECT_EQ(run_file(good, "--markdown - --junit -"), 2);
  EXPECT_EQ(error(),
            "flitwise claims: error: --markdown - --junit -: only one of them can go to standard "
            "output\n");
}

TEST_F(ClaimsCommand, TextsRangesAndCasesOfTheProjectsClaimsBelongTogether) {
  EXPECT_EQ(run("--check"), 0) << error();

  EXPECT_THAT(out(), HasSubstr("texts, ranges and cases belong together"));
}

TEST_F(ClaimsCommand, RefusesPlaceholdersOfNothingBeforeAnythingRuns) {
  std::string text = claim_file("holds", lone_flit("    over: {n: [2]}\n    paper: n\n"));
  text.replace(text.find("one case"), 8, "n is {m}");

  EXPECT_EQ(run_file(text), 2);
  EXPECT_THAT(error(), HasSubstr("claims.yaml:9:10: error: range: '{m}' names nothing that the"));
}

struct Refused {
  const char* arguments;
  const char* message;
};

TEST_F(ClaimsCommand, RefusesNamesThatNothingHas) {
  for (const Refused& refused : std::vector<Refused>{
           {"--paper tree", "--paper tree: there is none of this name; known: trees, fat-trees"},
           {"--id trees.theorem-4", "--id trees.theorem-4: there is none of this name (did you"},
           {"--paper tori --id trees.theorem-1",
            "no claim has all of this --paper, --id and --source"},
           {"--source papers", "--source papers: there is none of this name; known: paper, recon"},
           {"--max-parallel 0", "--max-parallel"},
           {"/nowhere.yaml", "cannot be read"},
       }) {
    EXPECT_EQ(run(refused.arguments), 2) << refused.arguments;
    EXPECT_THAT(error(), HasSubstr(refused.message));
  }
}

TEST_F(ClaimsCommand, RefusesMistakesInFilesBeforeAnythingRuns) {
  EXPECT_EQ(run_file(claim_file("holds", "  - {paper: 1}\n")), 2);
  EXPECT_THAT(error(), HasSubstr("claims.yaml:12:5: error: claims.cases: must have a scenario"));
  EXPECT_THAT(error(), HasSubstr("1 error in the input; nothing was run"));

  EXPECT_EQ(run_file(claim_file("holds", lone_flit("    over: {n: [0]}\n    paper: n\n"))), 2);
  EXPECT_THAT(error(), HasSubstr("network.pes: '1' must be a whole number from 2 to 1048576"));
}

TEST_F(ClaimsCommand, RefusesFormulasOfUnknownFigures) {
  EXPECT_EQ(run_file(claim_file("holds", lone_flit("    over: {n: [2]}\n    paper: n + wait\n"))),
            2);

  EXPECT_THAT(error(), HasSubstr("'n + wait' nothing here is called 'wait'"));
}

TEST_F(ClaimsCommand, RefusesChecksWithoutTheirValues) {
  EXPECT_EQ(run_file(claim_file("holds", "  - {check: torus steps, measure: peel, paper: 1}\n")),
            2);

  EXPECT_THAT(error(), HasSubstr("check: 'torus steps' needs a value for sides"));
}

TEST_F(ClaimsCommand, RefusesTwoFilesWithOneClaim) {
  test::write_text(directory_.path("a.yaml"),
                   claim_file("holds", "  - {check: torus steps, paper: 1}\n"));

  EXPECT_EQ(run(directory_.path("a.yaml") + " " + directory_.path("a.yaml")), 2);
  EXPECT_THAT(error(), HasSubstr("two files have a claim small.one"));
}

TEST_F(ClaimsCommand, NoOutputReplacesAnotherOrAnInput) {
  const std::string file = directory_.path("same");
  EXPECT_EQ(run("--id trees.figure-4 --json " + file + " --junit " + file), 2);
  EXPECT_THAT(error(), HasSubstr("is wanted for the results and for the report"));

  const std::string text = claim_file("holds", lone_flit("    over: {n: [2]}\n    paper: n\n"));
  EXPECT_EQ(run_file(text, "--markdown " + directory_.path("claims.yaml")), 2);
  EXPECT_THAT(error(), HasSubstr("is wanted for the claims and for the document"));
}

}  // namespace
}  // namespace flitwise
