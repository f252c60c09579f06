// Schedules from files on routers that are compiled on first use: network tops, slots of star
// routers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/system/torus/torus_runs.h"

namespace flitwise {
namespace {

Result passes(const std::string& network, const std::string& file, const std::string& schedule,
              const std::string& options) {
  return testing_support::expect_pass(
      fmt::format(
          "network: {{{}}}\noperation: collective\nschedule: {{file: {}, format: msccl{}}}\n"
          "options: {{{}}}\n",
          network, file, schedule, options),
      FLITWISE_TEST_DATA "/import/scenario.yaml");
}

TEST(CollectiveModels, NetworkTopsDoTheSame) {
  for (const char* network :
       {"kind: torus, sides: [2, 2]", "kind: fat-tree, leaves: 4, capacities: constant"}) {
    const Result assembled = passes(network, "alltoall.xml", "", "");
    const Result elaborated = passes(network, "alltoall.xml", "", "build: elaborated");
    EXPECT_EQ(assembled.measured.finish, elaborated.measured.finish);
    EXPECT_EQ(*assembled.measured.find("conflict_list"),
              *elaborated.measured.find("conflict_list"));
  }
}

TEST(CollectiveModels, StarRoutersOfSeveralSlotsLoseNothing) {
  for (const int flits : {1, 3})
    passes("kind: star-graph, n: 3", "alltoall.xml", ", chunk_flits: 4",
           fmt::format("flits: {}", flits));
}

}  // namespace
}  // namespace flitwise
