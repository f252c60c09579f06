// The kit for routers of tori: one of another hand, and what it has that meshes do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/sim/cli/command_line.h"

namespace flitwise::torus_kit_test {

using testing::HasSubstr;

class TorusRouter : public test::CommandLine {
 protected:
  // tc2 with other words in its RTL, or in its description.
  std::string changed(const std::string& line, const std::string& by, const std::string& word = "",
                      const std::string& other = "") {
    const std::string folder = FLITWISE_SOURCE_DIR "/tests/kit/foreign/tc2/";
    const auto put = [](std::string& text, const std::string& from, const std::string& to) {
      const std::size_t at = text.find(from);
      ASSERT_NE(at, std::string::npos) << from;
      text.replace(at, from.size(), to);
    };
    std::string rtl = test::read_text(folder + "tc2.sv");
    if (!line.empty()) put(rtl, line, by);
    test::write_text(directory_.path("tc2.sv"), rtl);
    std::string text = test::read_text(folder + "router.yaml");
    put(text, "tc2_wrapper.sv]", folder + "tc2_wrapper.sv]");
    if (!word.empty()) put(text, word, other);
    test::write_text(directory_.path("router.yaml"), text);
    return directory_.path("router.yaml");
  }
  int check(const std::string& file, const std::string& clauses = "") {
    std::vector<std::string> words{"router", "check", file, "--cycles", "2400"};
    if (!clauses.empty()) words.insert(words.end(), {"--clause", clauses});
    return run(words);
  }
};

TEST_F(TorusRouter, OfAnotherHandKeepsAllClauses) {
  EXPECT_EQ(check(FLITWISE_SOURCE_DIR "/tests/kit/foreign/tc2/router.yaml"), 0) << out() << error();
  EXPECT_THAT(out(), HasSubstr("torus, credit, 2 lanes of 6, r = 2"));
  EXPECT_THAT(out(), HasSubstr("16 clauses: 16 hold, 0 fail"));
}

TEST_F(TorusRouter, ThatLosesTheClassOnTheWayClosesACircle) {
  const std::string file = changed("(goal[B] != across(k))", "1");
  EXPECT_EQ(check(file, "no-circle"), 1) << error();
  EXPECT_THAT(out(), testing::ContainsRegex("no-circle +FAIL"));
  EXPECT_THAT(out(), HasSubstr("each waits for the next: (0, 0) +x lane 0, (1, 0) +x lane 0"));
}

// The same router is right: what is not is that nobody has the datelines then.
TEST_F(TorusRouter, ThatSaysToMindTheDatelinesAndDoesNotClosesACircle) {
  const std::string file = changed("", "", "lanes_per_class: 1 ", "dateline: router ");
  EXPECT_EQ(check(file, "no-circle"), 1) << error();
  EXPECT_THAT(out(), HasSubstr("each waits for the next"));
}

TEST_F(TorusRouter, ThatGoesTheWrongWayRoundIsFoundByItsWay) {
  const std::string file = changed("({ax, 1'b0} <= {1'b0, ring_x}) ? 3'd1 : 3'd2",
                                   "({ax, 1'b0} <= {1'b0, ring_x}) ? 3'd2 : 3'd1");
  EXPECT_EQ(check(file, "way"), 1) << error();
  EXPECT_THAT(out(), testing::ContainsRegex("way +FAIL"));
  EXPECT_THAT(out(), testing::ContainsRegex("left by [+-]x, due by [+-]x"));
}

TEST_F(TorusRouter, WhoseBodyFlitsWaitLessThanDeclaredFails) {
  const std::string file = changed("", "", "body_wait: 0", "body_wait: 1");
  EXPECT_EQ(check(file, "latency"), 1) << error();
  EXPECT_THAT(out(), HasSubstr("expected body_wait 1, seen body_wait 0"));
}

TEST_F(TorusRouter, ThatBreaksSeveralClausesIsToldWhichWasFirst) {
  const std::string file = changed("({ax, 1'b0} <= {1'b0, ring_x}) ? 3'd1 : 3'd2",
                                   "({ax, 1'b0} <= {1'b0, ring_x}) ? 3'd2 : 3'd1");
  EXPECT_NE(check(file), 0) << error();
  EXPECT_THAT(out(), testing::ContainsRegex("fail \\([a-z-]+ first\\)"));
}

// Of two ways as long + is the one.
TEST_F(TorusRouter, ThatGoesHalfWayRoundDownwardsIsFoundByItsWay) {
  const std::string file =
      changed("({ay, 1'b0} <= {1'b0, ring_y})", "({ay, 1'b0} < {1'b0, ring_y})");
  EXPECT_EQ(check(file, "way"), 1) << error();
  EXPECT_THAT(out(), HasSubstr("left by -y, due by +y"));
}

TEST_F(TorusRouter, IsCheckedWithTwoDimensionsAndOnePortAndWithoutProofs) {
  EXPECT_EQ(check(changed("", "", "lanes_per_class: 1 ", "ports: all\nlanes_per_class: 1 ")), 2);
  EXPECT_THAT(error(),
              HasSubstr("routers of tori are checked with two dimensions and one PE port"));
  EXPECT_EQ(check(changed("", "", "  y: \"58:56\"\n", "")), 2);
  EXPECT_THAT(error(),
              HasSubstr("routers of tori are checked with two dimensions and one PE port"));
}

TEST_F(TorusRouter, IsWrittenAndCompiles) {
  const std::string folder = output_.path("ring");
  ASSERT_EQ(run({"router", "new", "ring", "--like", "torus", "--link", "credit", "--lanes", "2",
                 "--into", folder}),
            0)
      << error();
  EXPECT_THAT(test::read_text(folder + "/router.yaml"), HasSubstr("lanes_per_class: 1 "));
  EXPECT_EQ(run({"run", folder + "/broadcast.yaml"}), 2);
  EXPECT_THAT(error(), HasSubstr("says latency: measured and was never measured"));
  EXPECT_THAT(error(), HasSubstr("1 error in the input"));
  EXPECT_EQ(check(folder + "/router.yaml", "quiet"), 3) << error();
  EXPECT_THAT(out(), testing::ContainsRegex("\nquiet +not exercised"));
}

}  // namespace flitwise::torus_kit_test
