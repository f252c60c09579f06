// All twelve routers, each a model to compile: every algorithm on small meshes, to the step.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/torus_pipelines.h"
#include "tests/system/xy_mesh/mesh_runs.h"

namespace flitwise::twelve_routers_of_meshes_test {
namespace {

using testing_support::expect_to_the_step;
using testing_support::mesh_text;
using testing_support::twelve_routers;

class TwelveRoutersOfMeshes : public testing::TestWithParam<std::size_t> {
 protected:
  static std::string options(const char* links, const std::string& more) {
    return fmt::format("depth: 16, pipeline: {}, link_latency: {}, {}",
                       twelve_routers()[GetParam()].text, links, more);
  }
};

TEST_P(TwelveRoutersOfMeshes, TakeThePredictedStepsInEveryAlgorithm) {
  for (const std::vector<int>& sides :
       std::vector<std::vector<int>>{{2, 2}, {4, 3}, {3, 5}, {6, 1}})
    for (const char* links : {"1", "[2, 1]", "3"})
      for (const int overhead : {0, 1, 3})
        for (const int length : {1, 6}) {
          const std::string overheads =
              fmt::format("send_overhead: {}, receive_overhead: {}", overhead, overhead / 2);
          for (const char* algorithm : {"umesh", "separate"})
            for (const char* barrier : {"true", "false"})
              expect_to_the_step(mesh_text(
                  sides,
                  fmt::format("operation: broadcast\nalgorithm: {}\nroot: [1, 0]\nlength: {}\n",
                              algorithm, length),
                  options(links, fmt::format("barrier: {}, {}", barrier, overheads))));
          for (const char* operation : {"scatter", "gather"})
            expect_to_the_step(mesh_text(
                sides,
                fmt::format("operation: {}\nroot: [1, 0]\nlengths: {{uniform: [0, {}], seed: 2}}\n",
                            operation, length),
                options(links, overheads)));
        }
}

INSTANTIATE_TEST_SUITE_P(All, TwelveRoutersOfMeshes,
                         testing::Range(std::size_t{0}, std::size_t{12}));

}  // namespace
}  // namespace flitwise::twelve_routers_of_meshes_test
