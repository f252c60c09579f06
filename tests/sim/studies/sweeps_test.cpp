// The project's sweeps, run: every point of them passes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>

#include "tests/sim/support.h"

namespace flitwise {
namespace {

class SampleSweep : public testing::TestWithParam<const char*> {};

TEST_P(SampleSweep, PassesAtEveryPoint) {
  const test::TemporaryDirectory directory;
  const std::string command = std::string(FLITWISE_COMMAND " sweep " FLITWISE_SOURCE_DIR) +
                              "/sim/sweeps/" + GetParam() + ".yaml -o " + directory.path() + " > " +
                              directory.path("out") + " 2>&1";
  const int status = std::system(command.c_str());
  const std::string out = test::read_text(directory.path("out"));

  EXPECT_EQ(WEXITSTATUS(status), 0) << out;
  EXPECT_THAT(out, testing::ContainsRegex("[0-9][0-9] points: [0-9]+ passed, 0 failed\n"));
}

INSTANTIATE_TEST_SUITE_P(All, SampleSweep,
                         testing::Values("fat_tree_allreduce", "fat_tree_exchange",
                                         "fat_tree_reduce_scatter", "ring_reduce_scatter",
                                         "ring_words", "star_allreduce", "torus_all_to_all",
                                         "torus_allreduce", "torus_latency", "torus_published",
                                         "torus_steps", "tree_gather"),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace flitwise
