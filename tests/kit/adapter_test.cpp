// What the adapter does for routers that need it: registers behind outputs (cut: true), and the
// port that heads take at the router that they come into (flit.lookahead).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/sim/cli/command_line.h"

namespace flitwise::adapter_test {

using testing::ContainsRegex;
using testing::HasSubstr;

class Adapted : public test::CommandLine {
 protected:
  std::string copy_of(const std::string& router) {
    std::filesystem::copy(FLITWISE_SOURCE_DIR "/tests/kit/foreign/" + router,
                          directory_.path(router));
    return directory_.path(router + "/");
  }
  static void change(const std::string& file, const std::string& from, const std::string& to) {
    std::string text = test::read_text(file);
    ASSERT_NE(text.find(from), std::string::npos) << from;
    text.replace(text.find(from), from.size(), to);
    test::write_text(file, text);
  }
  int check(const std::string& description, const std::string& clauses) {
    return run({"router", "check", description, "--cycles", "2400", "--clause", clauses});
  }
};

TEST_F(Adapted, RoutersWhoseFlitsFallThroughKeepTheContractBehindACutOnly) {
  const std::string file = copy_of("ft0") + "router.yaml";
  EXPECT_EQ(check(file, "made,lost,hold,room,latency,rate,no-shortcut"), 0) << out() << error();
  change(file, "cut: true ", "cut: false");
  EXPECT_EQ(check(file, "no-shortcut"), 1) << error();
  EXPECT_THAT(out(),
              ContainsRegex("no-shortcut +FAIL .*an output follows an input within the cyc"));
}

TEST_F(Adapted, RoutersWithACutHaveNoProofs) {
  EXPECT_EQ(run({"router", "check", FLITWISE_SOURCE_DIR "/tests/kit/foreign/ft0/router.yaml",
                 "--formal"}),
            2);
  EXPECT_THAT(error(), ContainsRegex("and this one has a cut|--formal needs"));
}

// Two lanes with credits, parameters X and Y, and what the wrapper's parameters are.
TEST_F(Adapted, CreditsGoThroughACutAsWell) {
  std::filesystem::copy(FLITWISE_SOURCE_DIR "/tests/kit/bad", directory_.path("bad"));
  const std::string file = directory_.path("bad/credit.yaml");
  change(file, "queue: 4", "queue: 8\ncut: true");
  change(file, "Lanes: 2}", "Lanes: 2, Depth: 8}");
  change(file, "router: 2", "router: 3");
  change(file, "credit: 2}", "credit: 3}");
  EXPECT_EQ(check(file, "made,lost,hold,credits,room,latency,rate,apart,no-shortcut"), 0)
      << out() << error();
}

TEST_F(Adapted, HeadsNameThePortOfTheNextRouter) {
  const std::string folder = copy_of("la2");
  EXPECT_EQ(check(folder + "router.yaml", "made,lost,way,latency"), 0) << out() << error();
  change(folder + "la2.sv", "c = (p == 1) ? col - 5'd1 : (p == 2) ? col + 5'd1 : col;", "c = col;");
  EXPECT_EQ(check(folder + "router.yaml", "way"), 1) << error();
  EXPECT_THAT(out(), ContainsRegex("way +FAIL .*its lookahead for .*, due "));
}

}  // namespace flitwise::adapter_test
