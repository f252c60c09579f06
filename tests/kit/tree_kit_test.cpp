// The kit for routers of trees: places, routers that do nothing, a router of another hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

#include "sim/kit/kit_report.h"
#include "tb/kit/tree/tree_check.h"
#include "tests/sim/cli/command_line.h"

namespace flitwise::tree_kit_test {

using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

own::RouterDescription description() {
  own::RouterDescription router;
  router.name = "tied";
  router.family = own::Family::kTree;
  router.link = own::LinkProtocol::kRegistered;
  router.latency = own::RouterLatency{2, 0, 0, 1, 1};
  router.flit.width = 32;
  router.flit.is_single = true;
  router.flit.x = {26, 6};
  router.flit.payload = {{0, 26}, {0, 26}};
  return router;
}

TEST(TreeSites, NameTheWayOfEveryNumberAndLetNothingTurnBack) {
  for (const std::uint32_t children : {2U, 4U})
    for (const kit::TreeSite& site : kit::tree_sites(64, children)) {
      for (const int in : site.ports())
        for (const std::uint32_t to : site.destinations(in)) EXPECT_NE(site.way(to), in);
      for (std::uint32_t to = 0; to < 64; ++to) {
        const int way = site.way(to);
        EXPECT_EQ(way == kit::kPe, static_cast<Node>(to) == site.place().number);
        if (way < kit::kFirstChild) continue;
        const auto& interval =
            site.place().children.at(static_cast<std::size_t>(way - kit::kFirstChild));
        EXPECT_TRUE(static_cast<Node>(to) >= interval.first &&
                    static_cast<Node>(to) <= interval.last);
      }
    }
}

TEST(TreeSites, AreOfAllKinds) {
  const std::vector<kit::TreeSite> sites = kit::tree_sites(64, 2);
  EXPECT_THAT(sites.front().ports(), ElementsAre(0, 1, 2, 3));  // inside
  EXPECT_EQ(sites.front().pairs().size(), 12U);
  EXPECT_THAT(sites.at(1).ports(), ElementsAre(0, 2, 3));  // the root
  EXPECT_THAT(sites.back().ports(), ElementsAre(0, 1));    // a leaf
  const auto ends_at_the_last = [](const kit::TreeSite& site) {
    return !site.place().children.empty() && site.place().children.back().last == 63;
  };
  EXPECT_TRUE(std::any_of(sites.begin(), sites.end(), ends_at_the_last));
}

TEST(TreeSites, FitFieldsOfFewBits) {
  for (const std::uint32_t numbers : {4U, 8U, 16U})
    for (const kit::TreeSite& site : kit::tree_sites(numbers, 2))
      for (const auto& interval : site.place().children)
        EXPECT_LT(interval.last, static_cast<Node>(numbers));
}

// Constant outputs.
class Constant final : public kit::TreeDevice {
 public:
  explicit Constant(const kit::PortOutputs& wires) { outputs_.fill(wires); }
  void set_place(const own::TreePlace&) override {}
  bool reports_drops() const override { return true; }
  void reset() override {}
  void drive(const kit::Inputs&) override {}
  kit::Outputs settle() override { return outputs_; }
  kit::Outputs outputs() const override { return outputs_; }
  void cycle() override {}

 private:
  kit::Outputs outputs_;
};

TEST(TiedOffTreeRouter, PassesNoClause) {
  kit::PortOutputs flit;
  flit.valid = 1;
  flit.flit[0] = 0x40000001;
  kit::PortOutputs drops;
  drops.has_dropped = true;
  for (const kit::PortOutputs& wires : {kit::PortOutputs(), flit, drops}) {
    kit::KitOptions options;
    options.cycles = 2400;
    const kit::KitReport report = kit::check_tree_router(
        description(),
        [&](std::uint32_t, std::uint64_t) { return std::make_unique<Constant>(wires); }, options);
    ASSERT_EQ(report.clauses.size(), static_cast<std::size_t>(kit::kClauses));
    for (const kit::ClauseReport& clause : report.clauses)
      EXPECT_NE(clause.result, kit::ClauseResult::kHolds) << clause.name;
    const bool is_swallowing = wires.valid == 0;
    EXPECT_EQ(report.clauses[(is_swallowing ? kit::kLost : kit::kMade) - 1].result,
              kit::ClauseResult::kFails);
    RouterCheck check;
    check.report = report;
    EXPECT_EQ(status_of(check), 1);
  }
}

class TreeRouter : public test::CommandLine {
 protected:
  std::string copy_of(const std::string& folder) {
    std::filesystem::copy(FLITWISE_SOURCE_DIR "/tests/kit/" + folder, directory_.path("router"));
    return directory_.path("router/");
  }
  static void change(const std::string& file, const std::string& from, const std::string& to) {
    std::string text = test::read_text(file);
    ASSERT_NE(text.find(from), std::string::npos) << from;
    text.replace(text.find(from), from.size(), to);
    test::write_text(file, text);
  }
};

TEST_F(TreeRouter, OfAnotherHandKeepsAllClausesThatApplyAndIsMeasured) {
  const std::string file = copy_of("foreign/tr2") + "router.yaml";
  change(file, "latency: {router: 2, link: 1}", "latency: measured");
  EXPECT_EQ(run({"router", "check", file, "--cycles", "8000", "--update"}), 0) << out() << error();
  EXPECT_THAT(out(), HasSubstr("): tree, registered, r = 2\n"));
  EXPECT_THAT(out(), HasSubstr("16 clauses: 9 hold, 0 fail, 7 do not apply"));
  for (const char* name : {"whole", "hold", "credits", "room", "fair", "apart", "no-circle"})
    EXPECT_THAT(out(), ContainsRegex(std::string("\n") + name + " +n/a "));
  EXPECT_THAT(test::read_text(file),
              ContainsRegex("\nmeasured: [{]files: [-0-9a-f]+, router: 2[}]"));
  // And the scenario that `router new` writes runs on what was measured.
  test::write_text(directory_.path("router/scatter.yaml"),
                   "network: {shape: complete, arity: 2, height: 3, router: router.yaml}\n"
                   "operation: scatter\nalgorithm: fdf\nlengths: {each: 4}\n");
  EXPECT_EQ(run({"run", directory_.path("router/scatter.yaml")}), 0) << error();
  change(file, "Children: 2}", "Children: 2}\ndefine: [A=1]");
  EXPECT_EQ(run({"run", directory_.path("router/scatter.yaml")}), 2);
  EXPECT_THAT(error(), HasSubstr("lanes or queue changed"));
}

TEST_F(TreeRouter, ShowsWhatFailsEverywhere) {
  const std::string folder = copy_of("bad");
  std::filesystem::rename(folder + "registered.yaml", folder + "router.yaml");
  change(folder + "router.yaml", "Fault: 0", "Fault: 12");
  ::setenv("GITHUB_WORKSPACE", directory_.path("").c_str(), 1);
  ::setenv("GITHUB_STEP_SUMMARY", output_.path("summary.md").c_str(), 1);
  const int status = run({"router", "check", folder + "router.yaml", "--cycles", "2400", "--waves",
                          output_.path("waves"), "--report", output_.path("page.html"), "--junit",
                          output_.path("junit.xml"), "--github"});
  ::unsetenv("GITHUB_WORKSPACE");
  ::unsetenv("GITHUB_STEP_SUMMARY");
  EXPECT_EQ(status, 1) << error();
  EXPECT_THAT(out(), ContainsRegex("\nrate +FAIL .*among others: expected 2 cycles, seen 3 cycles; "
                                   "router at PE 16, streams"));
  EXPECT_THAT(out(), ContainsRegex("::error file=router/router.yaml,line=8,col=1,title=[^:]*"
                                   "rate%3A FAIL::"));
  EXPECT_THAT(out(), HasSubstr("16 clauses: 8 hold, 1 fails, 7 do not apply"));
  EXPECT_THAT(test::read_text(output_.path("summary.md")), HasSubstr("| rate | FAIL | "));
  EXPECT_THAT(test::read_text(output_.path("page.html")), HasSubstr("router at PE 16"));
  EXPECT_THAT(test::read_text(output_.path("junit.xml")), HasSubstr("<failure"));
  const std::string waves = test::read_text(output_.path("waves/rate.vcd"));
  for (const char* name : {"$scope module in_parent $end", "out_child_3", "destination", "dropped"})
    EXPECT_THAT(waves, HasSubstr(name));
  EXPECT_THAT(waves, Not(HasSubstr("credit")));
}

TEST_F(TreeRouter, IsToldInJsonWhereItFails) {
  const std::string folder = copy_of("bad");
  change(folder + "registered.yaml", "Fault: 0", "Fault: 5");
  EXPECT_EQ(
      run({"router", "check", folder + "registered.yaml", "--clause", "way", "--format", "json"}),
      1)
      << error();
  const auto json = nlohmann::json::parse(out());
  EXPECT_EQ(json.at("family"), "tree");
  const auto way = json.at("clauses").at(0);
  EXPECT_EQ(way.at("router"), 0);
  EXPECT_EQ(way.at("port"), "parent");
  EXPECT_EQ(way.at("expected"), "child 1");
}

// dropped_o must say what is thrown away, and nothing else.
TEST_F(TreeRouter, LosesWhatItThrowsAwayInSilence) {
  const std::string folder = copy_of("foreign/tr2");
  const std::string line = "lost[i] <= astray_q[i] | ((|way_q[i*P +: P]) & ~(|won));";
  change(folder + "twig_router.sv", line, "lost[i] <= astray_q[i];");
  EXPECT_EQ(run({"router", "check", folder + "router.yaml", "--clause", "lost", "--cycles", "0"}),
            1);
  EXPECT_THAT(out(), HasSubstr("neither leaves nor is said to be thrown away"));
  change(folder + "twig_router.sv", "lost[i] <= astray_q[i];", "lost[i] <= |way_q[i*P +: P];");
  EXPECT_EQ(run({"router", "check", folder + "router.yaml", "--clause", "lost", "--cycles", "0"}),
            1);
  EXPECT_THAT(out(), HasSubstr("leaves and is said to be thrown away"));
  change(folder + "twig_router.sv", "lost[i] <= |way_q[i*P +: P];",
         "lost[i] <= ~(|way_q[i*P +: P]);");
  EXPECT_EQ(run({"router", "check", folder + "router.yaml", "--clause", "lost", "--cycles", "0"}),
            1);
  EXPECT_THAT(out(), HasSubstr("is said to have lost a flit that never came in"));
}

TEST_F(TreeRouter, IsWrittenToStartFrom) {
  const std::string folder = output_.path("new");
  ASSERT_EQ(
      run({"router", "new", "mine", "--like", "tree", "--link", "registered", "--into", folder}), 0)
      << error();
  EXPECT_EQ(
      run({"router", "check", folder + "/router.yaml", "--clause", "quiet,lost", "--cycles", "0"}),
      1)
      << error();
  EXPECT_THAT(out(), ContainsRegex("\nquiet +not exercised +0  - +no flit left"));
  EXPECT_EQ(run({"run", folder + "/scatter.yaml"}), 2);
  EXPECT_THAT(error(), HasSubstr("says latency: measured and was never measured"));
}

TEST_F(TreeRouter, IsRefusedWhatTreesHaveNot) {
  const auto refusal = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"router", "new", "mine"});
    EXPECT_EQ(run(more), 2);
    return error();
  };
  EXPECT_THAT(refusal({"--like", "tree", "--link", "ready"}), HasSubstr("links of trees are"));
  EXPECT_THAT(refusal({"--like", "mesh", "--link", "registered"}), HasSubstr("is for trees"));
  EXPECT_THAT(refusal({"--like", "tree", "--link", "registered", "--lanes", "2"}),
              HasSubstr("have one lane"));
  EXPECT_THAT(refusal({"--like", "tree", "--link", "registered", "--width", "19"}),
              HasSubstr("a destination of 12 bits and a payload of 8 take 20"));
}

TEST_F(TreeRouter, HasNoProofs) {
  const int status =
      run({"router", "check", FLITWISE_SOURCE_DIR "/tests/kit/bad/registered.yaml", "--formal"});
  EXPECT_EQ(status, 2);
  EXPECT_THAT(error(), ContainsRegex("proofs are of routers of meshes|--formal needs"));
}

}  // namespace flitwise::tree_kit_test
