// `flitwise router`: what it writes, refuses and says. Models are compiled on first use.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "sim/kit/proofs.h"
#include "tests/sim/cli/command_line.h"

namespace flitwise::router_command_test {

using testing::HasSubstr;

class Router : public test::CommandLine {
 protected:
  std::string bad(const std::string& link, int fault) {
    std::string text =
        test::read_text(std::string(FLITWISE_SOURCE_DIR "/tests/kit/bad/") + link + ".yaml");
    const auto put = [&](const std::string& from, const std::string& to) {
      text.replace(text.find(from), from.size(), to);
    };
    put("Fault: 0", "Fault: " + std::to_string(fault));
    put("bad_router.sv", FLITWISE_SOURCE_DIR "/tests/kit/bad/bad_router.sv");
    test::write_text(directory_.path("router.yaml"), text);
    return directory_.path("router.yaml");
  }
};

TEST_F(Router, IsWrittenCompilesAndIsToldThatNothingComesThrough) {
  for (const char* link : {"ready", "credit"}) {
    const std::string folder = output_.path(link);
    ASSERT_EQ(run({"router", "new", "mine", "--like", "mesh", "--link", link, "--width", "72",
                   "--lanes", "2", "--into", folder}),
              0)
        << error();
    for (const char* file :
         {"mine_wrapper.sv", "router.yaml", "broadcast.yaml", ".github/workflows/router.yml"})
      EXPECT_TRUE(std::filesystem::exists(folder + "/" + file)) << file;
    // Its scenario lacks nothing but the numbers.
    EXPECT_EQ(run({"run", folder + "/broadcast.yaml"}), 2);
    EXPECT_THAT(error(), HasSubstr("says latency: measured and was never measured"));
    EXPECT_THAT(error(), HasSubstr("1 error in the input"));
    EXPECT_EQ(run({"router", "check", folder + "/router.yaml", "--clause", "quiet,made,lost",
                   "--cycles", "1200"}),
              3)
        << error();
    EXPECT_THAT(out(), testing::ContainsRegex("\nquiet +not exercised +0  - +no flit left"));
    EXPECT_THAT(out(), testing::ContainsRegex("\nmade +not exercised"));
    EXPECT_THAT(out(), HasSubstr("waits for " +
                                 std::string(link == std::string("ready") ? "ready" : "a credit")));
    EXPECT_EQ(run({"router", "new", "mine", "--like", "mesh", "--link", link, "--into", folder}),
              2);
    EXPECT_THAT(error(), HasSubstr("is there already and stays as it is"));
  }
}

TEST_F(Router, HoldsWhatItIsAskedFor) {
  const std::string file = bad("ready", 0);
  EXPECT_EQ(run({"router", "check", file, "--clause", "made,latency,rate,credits", "--cycles",
                 "2400", "--format", "json"}),
            0)
      << error();
  const auto json = nlohmann::json::parse(out());
  EXPECT_EQ(json.at("status"), 0);
  ASSERT_EQ(json.at("clauses").size(), 4U);
  EXPECT_EQ(json.at("clauses").at(1).at("result"), "n/a");
  EXPECT_EQ(json.at("measured").at("r").at("straight"), 2);
}

TEST_F(Router, ShowsWhatFailsInTableJunitAndWaves) {
  const std::string file = bad("ready", 11);
  EXPECT_EQ(run({"router", "check", file, "--clause", "latency", "--waves", output_.path("waves"),
                 "--junit", output_.path("junit.xml")}),
            1)
      << error();
  EXPECT_THAT(out(), testing::ContainsRegex("\nlatency +FAIL .*expected 2 cycles, seen 3 cycles"));
  EXPECT_THAT(out(), HasSubstr("waves/latency.vcd"));
  EXPECT_THAT(test::read_text(output_.path("waves/latency.vcd")), HasSubstr("$enddefinitions"));
  EXPECT_THAT(test::read_text(output_.path("junit.xml")), HasSubstr("<failure"));
}

TEST_F(Router, FailsWhereACreditLoopIsLongerThanDeclared) {
  std::string text = test::read_text(bad("credit", 0));
  const auto at = text.find("credit: 2}");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 10, "credit: 1}");
  const std::string file = directory_.path("router.yaml");
  test::write_text(file, text);

  EXPECT_EQ(run({"router", "check", file, "--clause", "rate", "--format", "json"}), 1) << error();
  const auto rate = nlohmann::json::parse(out()).at("clauses").at(0);
  EXPECT_EQ(rate.at("found"), 1);
  EXPECT_EQ(rate.at("expected"), "3, declared by latency.credit 1");
  EXPECT_EQ(rate.at("seen"), "4");
}

TEST_F(Router, WritesWhatWasMeasuredIntoItsDescription) {
  const std::string file = bad("credit", 0);
  EXPECT_EQ(run({"router", "check", file, "--clause", "latency", "--update"}), 0) << error();
  EXPECT_THAT(test::read_text(file), HasSubstr("\nmeasured: {files: "));
  EXPECT_THAT(test::read_text(file), HasSubstr(", router: 2, head_wait: 0, body_wait: 0,"));
  EXPECT_EQ(run({"router", "check", file, "--clause", "latency"}), 0) << error();  // is still read
}

TEST_F(Router, IsRefusedWhereItsRtlDoesNotCompile) {
  const std::string file = bad("ready", 0);
  std::string text = test::read_text(file);
  text.replace(text.find("top: bad_router"), 15, "top: no_router ");
  test::write_text(file, text);
  EXPECT_EQ(run({"router", "check", file, "--clause", "made"}), 2);
  EXPECT_THAT(error(), HasSubstr("%Error"));
  EXPECT_THAT(error(), HasSubstr("no_router"));
}

TEST_F(Router, WritesAPageAndTellsGithubWhatFails) {
  const std::string file = bad("ready", 11);
  ::setenv("GITHUB_WORKSPACE", directory_.path("").c_str(), 1);
  ::setenv("GITHUB_STEP_SUMMARY", output_.path("summary.md").c_str(), 1);
  const int status = run({"router", "check", file, "--clause", "latency", "--report",
                          output_.path("page.html"), "--github"});
  ::unsetenv("GITHUB_WORKSPACE");
  ::unsetenv("GITHUB_STEP_SUMMARY");
  EXPECT_EQ(status, 1) << error();
  EXPECT_THAT(out(),
              testing::ContainsRegex("\n::error file=router.yaml,line=[0-9]+,col=1,title=[^:]*"
                                     "latency%3A FAIL::"));
  EXPECT_THAT(test::read_text(output_.path("summary.md")), HasSubstr("| latency | FAIL | "));
  EXPECT_THAT(test::read_text(output_.path("page.html")), HasSubstr("--clause latency"));
  EXPECT_EQ(run({"router", "check", file, "--report", "-"}), 2);
  EXPECT_THAT(error(), HasSubstr("--report -"));
}

TEST_F(Router, IsNotMeasuredWhereNobodyMayWriteItsDescription) {
  const std::string file = bad("ready", 0);
  std::filesystem::permissions(file, std::filesystem::perms::owner_read);
  EXPECT_EQ(run({"router", "check", file, "--clause", "latency", "--update"}), 2);
  EXPECT_THAT(error(), HasSubstr("--update: " + file +
                                 " is read-only and stays as it is; nothing "
                                 "was checked"));
}

TEST_F(Router, HasNoNegativeSeed) {
  EXPECT_EQ(run({"router", "check", bad("ready", 0), "--seed", "-3"}), 2);
  EXPECT_THAT(error(), HasSubstr("--seed"));
}

TEST_F(Router, IsToldWhichOfItsParametersTheWrapperDoesNotHave) {
  const std::string file = bad("ready", 0);
  std::string text = test::read_text(file);
  text.replace(text.find("Fault: 0"), 8, "Fualt: 0");
  test::write_text(file, text);
  EXPECT_EQ(run({"router", "check", file, "--clause", "made"}), 2);
  EXPECT_THAT(error(), testing::ContainsRegex("router.yaml:[0-9]+:[0-9]+: error: parameters.Fualt: "
                                              "bad_router has no parameter of this name"));
  EXPECT_THAT(error(), HasSubstr("(did you mean 'Fault'?)"));
  EXPECT_THAT(error(), testing::Not(HasSubstr("router_bench.sv")));
}

TEST_F(Router, IsToldWhichWarningToTolerateIsNoneOfVerilators) {
  const std::string file = bad("ready", 0);
  const std::string text = test::read_text(file);
  test::write_text(file, "# first\ntolerate: [UNUSED, FOO]\n" + text);
  EXPECT_EQ(run({"router", "check", file, "--clause", "made"}), 2);
  EXPECT_THAT(error(), HasSubstr("router.yaml:2:20: error: tolerate: 'FOO' is no warning of this "
                                 "Verilator"));
}

TEST_F(Router, IsSaidToHaveCalledFinish) {
  const std::string folder = output_.path("ends");
  ASSERT_EQ(run({"router", "new", "mine", "--like", "mesh", "--link", "ready", "--into", folder}),
            0);
  const std::string file = folder + "/mine_wrapper.sv";
  const std::string text = test::read_text(file);
  const auto with = [&](const std::string& line) {
    std::string changed = text;
    changed.replace(changed.find("endmodule"), 9, line + "\nendmodule");
    test::write_text(file, changed);
    return run({"router", "check", folder + "/router.yaml", "--clause", "made"});
  };
  EXPECT_EQ(with("always_ff @(posedge clk_i) if (in_valid_i != '0) $finish;"), 3);
  EXPECT_THAT(error(), HasSubstr("mine calls $finish or $fatal, which no router may"));
  EXPECT_EQ(with("always_ff @(posedge clk_i) $finish;"), 3);
  // Verilator 5.006 ends the process at the second one.
  EXPECT_THAT(error(), testing::AnyOf(HasSubstr("a $finish in its RTL"),
                                      HasSubstr("mine calls $finish or $fatal")));
}

// Its place comes by wires: one model serves all places, and all are tried.
TEST_F(Router, MayLearnItsPlaceByInputs) {
  EXPECT_EQ(run({"router", "check", FLITWISE_SOURCE_DIR "/tests/data/routers/plain/placed.yaml",
                 "--cycles", "2400"}),
            0)
      << out() << error();
}

TEST_F(Router, IsSaidToHaveDiedWhereItsLogicNeverSettles) {
  const std::string folder = output_.path("loop");
  ASSERT_EQ(run({"router", "new", "mine", "--like", "mesh", "--link", "ready", "--into", folder}),
            0);
  const auto change = [&](const std::string& file, const std::string& from, const std::string& to) {
    std::string text = test::read_text(folder + "/" + file);
    text.replace(text.find(from), from.size(), to);
    test::write_text(folder + "/" + file, text);
  };
  change("mine_wrapper.sv", "assign in_ready_o  = '0;",
         "logic [4:0] a; assign a = ~a; assign in_ready_o = a;");
  change("router.yaml", "link: ready", "link: ready\ntolerate: [UNOPTFLAT]");
  EXPECT_EQ(run({"router", "check", folder + "/router.yaml", "--clause", "made"}), 3);
  EXPECT_THAT(error(), HasSubstr("the simulation died"));
}

// Yosys and abc are there wherever proofs are run; elsewhere the command refuses.
class ProvenRouter : public Router {
 protected:
  void SetUp() override {
    if (!missing_prover().empty()) GTEST_SKIP() << "there is no " << missing_prover();
  }

  // With queues of two, which are proved fast.
  std::string small(const std::string& link, int fault) {
    const std::string file = bad(link, fault);
    change(file, "Link:", "Depth: 2, Link:");
    change(file, "queue: 4", "queue: 2");
    return file;
  }

  int prove(const std::string& file, const std::string& clauses,
            const std::vector<std::string>& more = {}) {
    std::vector<std::string> all{"router", "check",    file,   "--clause",
                                 clauses,  "--cycles", "1200", "--formal"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  }

  static void change(const std::string& file, const std::string& from, const std::string& to) {
    std::string text = test::read_text(file);
    text.replace(text.find(from), from.size(), to);
    test::write_text(file, text);
  }
};

TEST_F(ProvenRouter, IsProvedWhereItIsAskedFor) {
  EXPECT_EQ(prove(small("ready", 0), "hold,credits,apart,no-shortcut", {"--format", "json"}), 0)
      << out() << error();
  const auto clauses = nlohmann::json::parse(out()).at("clauses");
  ASSERT_EQ(clauses.size(), 4U);
  EXPECT_EQ(clauses.at(0).at("proof").at("result"), "proved");
  EXPECT_EQ(clauses.at(0).at("proof").at("depth"), 16);  // 12 + 2r
  EXPECT_GT(clauses.at(0).at("proof").at("seconds"), 0);
  EXPECT_EQ(clauses.at(1).at("proof").at("result"), "n/a");
  EXPECT_TRUE(clauses.at(2).at("proof").is_null());  // simulation alone judges it
  EXPECT_EQ(clauses.at(3).at("proof").at("result"), "proved always");
}

TEST_F(ProvenRouter, IsRefutedByStepAndProperty) {
  EXPECT_EQ(prove(small("ready", 8), "hold"), 1) << out() << error();
  EXPECT_THAT(out(), testing::ContainsRegex("\nhold +FAIL +1  step 4 "));
  EXPECT_THAT(out(), HasSubstr("; proof: a_hold fails in step 4 at (1, 1)"));
}

TEST_F(ProvenRouter, IsNotBlamedForWhatYosysDoesNotReadOrDoesNotFinish) {
  const std::string file = small("ready", 0);
  EXPECT_EQ(prove(file, "hold", {"--limit", "0.001"}), 0) << out() << error();
  EXPECT_THAT(out(), testing::ContainsRegex("\nhold +ok +[0-9,]+  stopped at depth 0\n"));
  EXPECT_THAT(out(), HasSubstr("note: no proof of hold, which is no failure: yosys: not done"));
  test::write_text(directory_.path("unread.sv"),
                   "package strange;\n  class thing;\n  endclass\n"
                   "endpackage\n");
  change(file, "files: [", "tolerate: [DECLFILENAME]\nfiles: [unread.sv, ");
  EXPECT_EQ(prove(file, "hold"), 0) << out() << error();
  EXPECT_THAT(out(), testing::ContainsRegex("\nhold +ok +[0-9,]+  not read \\(unread.sv:2\\)\n"));
}

TEST_F(Router, IsRefusedProofsWhereThereIsNoYosys) {
  const std::string file = bad("ready", 0);
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", output_.path("").c_str(), 1);
  const int status = run({"router", "check", file, "--formal"});
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(status, 2);
  EXPECT_THAT(error(), HasSubstr("--formal needs python3, which PATH has not"));
}

TEST_F(Router, RefusesClausesAndNamesThatThereAreNot) {
  const std::string file = bad("ready", 0);
  EXPECT_EQ(run({"router", "check", file, "--clause", "wey"}), 2);
  EXPECT_THAT(error(), HasSubstr("--clause: 'wey' must be one of quiet, known, made, "));
  EXPECT_THAT(error(), HasSubstr("(did you mean 'way'?)"));
  for (const char* names : {"", "quiet,,known"}) {
    EXPECT_EQ(run({"router", "check", "--clause", names, file}), 2);
    EXPECT_THAT(error(), HasSubstr("--clause: '' must be one of quiet, "));
  }
  EXPECT_EQ(run({"router", "check"}), 2);
  EXPECT_THAT(error(), HasSubstr("DESCRIPTION is required"));
  EXPECT_EQ(run({"router", "new", "2x", "--like", "mesh", "--link", "ready"}), 2);
  EXPECT_THAT(error(), HasSubstr("must be a name of SystemVerilog"));
  EXPECT_EQ(run({"router", "new", "ring", "--like", "torus", "--link", "ready", "--lanes", "1"}),
            2);
  EXPECT_THAT(error(), HasSubstr("--lanes 1: links of tori need two lanes or more"));
  EXPECT_EQ(run({"router", "check", file, "--junit", file}), 2);
  EXPECT_THAT(error(), HasSubstr("is wanted for the"));
  const std::string both = output_.path("both");
  EXPECT_EQ(run({"router", "check", file, "--junit", both, "--report", both}), 2);
  EXPECT_THAT(error(), HasSubstr("is wanted for the results for JUnit and for the page; give one"));
}

}  // namespace flitwise::router_command_test
