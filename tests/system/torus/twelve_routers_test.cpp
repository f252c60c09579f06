// All twelve routers, each a model to compile: every algorithm on tori of two and three dimensions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/run/runner.h"
#include "tests/support/torus_pipelines.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise {
namespace {

using testing_support::broadcast_text;
using testing_support::check_of;
using testing_support::expect_pass;
using testing_support::kSearched;
using testing_support::RouterStages;
using testing_support::twelve_routers;

class TwelveRouters : public testing::TestWithParam<std::size_t> {
 protected:
  const RouterStages& router() const { return twelve_routers()[GetParam()]; }
  std::string latency(const char* links) const {
    return fmt::format("depth: 16, pipeline: {}, link_latency: {}", router().text, links);
  }
  static void expect_events(const std::string& text) {
    const Result result = expect_pass(text);
    EXPECT_TRUE(check_of(result, "finish").ok) << text;
    EXPECT_TRUE(check_of(result, "events").ok) << text;
  }
};

TEST_P(TwelveRouters, TakeEveryAlgorithmsStepsWithABarrier) {
  for (const char* algorithm : {"peel", "paper", "best", "fsh", "edn", "doubling", "flood",
                                "radix3", "packet-tree", kSearched.c_str()})
    for (const char* links : {"1", "3", "[2, 5]"})
      for (const Flits length : {1, 4, 17})
        expect_events(
            broadcast_text({8, 8}, algorithm, length, "receive_overhead: 1, " + latency(links)));
  for (const char* algorithm : {"peel", "paper", "edn", "flood", "packet-tree"})
    for (const char* links : {"1", "[3, 1, 2]"})
      expect_events(broadcast_text({4, 4, 3}, algorithm, 7, latency(links)));
}

TEST_P(TwelveRouters, LetNodesGoOnAtTheirOwnPace) {
  const Step wait = router().head_wait;
  for (const char* algorithm : {"peel", "packet-tree"})
    for (const Step overhead : {Step{0}, wait, wait + 1})
      for (const char* links : {"1", "[2, 1]"})
        for (const Flits length : {1, 3, 16})
          expect_events(broadcast_text(
              {8, 7}, algorithm, length,
              fmt::format("barrier: false, send_overhead: {}, {}", overhead, latency(links))));
}

INSTANTIATE_TEST_SUITE_P(All, TwelveRouters, testing::Range(std::size_t{0}, std::size_t{12}));

}  // namespace
}  // namespace flitwise
