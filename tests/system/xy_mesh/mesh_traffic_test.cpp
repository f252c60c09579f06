// Traffic on the routers of meshes: every packet, zero-load latency, capacity.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/system/torus/torus_runs.h"
#include "tests/system/xy_mesh/mesh_runs.h"

namespace flitwise::mesh_traffic_test {
namespace {

using testing_support::check_of;
using testing_support::expect_pass;
using testing_support::mesh_text;

std::string traffic(const char* pattern) {
  return fmt::format("operation: traffic\nalgorithm: {}\n", pattern);
}

constexpr const char* kLoad = "rate: 0.1, seed: 3, measure: 3000, packet_length: 3";

TEST(XyMeshTraffic, GoesByEveryPattern) {
  for (const char* pattern : {"uniform", "transpose", "bit-complement", "neighbour"}) {
    const Result result = expect_pass(mesh_text({6, 6}, traffic(pattern), kLoad));
    EXPECT_TRUE(check_of(result, "undisturbed").ok) << pattern;
    EXPECT_TRUE(check_of(result, "zero_load_latency").ok) << pattern;
  }
  expect_pass(mesh_text({6, 6}, traffic("hot-spot"),
                        fmt::format("{}, hot_share: 0.1, hot_spots: [[2, 3]]", kLoad)));
}

TEST(XyMeshTraffic, TakesTheRoutersStepsAndTheLinks) {
  for (const char* pipeline : {"{st: 1}", "{rc: 1, va: 1, sa: 1, st: 1}"})
    expect_pass(mesh_text({5, 4}, traffic("uniform"),
                          fmt::format("{}, pipeline: {}, link_latency: [1, 3], credit_latency: 2, "
                                      "depth: 16",
                                      kLoad, pipeline)));
}

// More than the ports of the PEs take: what is accepted is measured, every packet arrives.
TEST(XyMeshTraffic, LosesNothingBeyondSaturation) {
  for (const char* lanes : {"1", "2"}) {
    const Result result =
        expect_pass(mesh_text({6, 6}, traffic("uniform"),
                              fmt::format("rate: 1, seed: 2, measure: 2000, lanes: {}", lanes)));
    EXPECT_EQ(result.measured.find("stable"), Figure(std::int64_t{0}));
  }
}

// A flit a step is all that a port takes, whoever sends; what the hot spot sends goes elsewhere.
TEST(XyMeshTraffic, IsBoundByThePortOfAHotSpot) {
  const Result result = expect_pass(
      mesh_text({4, 4}, traffic("hot-spot"),
                "rate: 0.5, seed: 1, measure: 2000, hot_share: 1, hot_spots: [[1, 1]]"));
  const double accepted = result.measured.find("accepted").value_or(Figure()).real().value_or(0);
  EXPECT_NEAR(accepted, (1 + 0.5) / 16, 0.003);
}

TEST(XyMeshTraffic, WaitsForReceiversThatStall) {
  expect_pass(mesh_text({4, 4}, traffic("uniform"),
                        "rate: 0.1, seed: 6, measure: 2000, receiver_stall: 0.5"));
}

TEST(XyMeshTraffic, KeepsItsOrderOnOneLane) {
  const Result result = expect_pass(
      mesh_text({5, 5}, traffic("uniform"), "rate: 0.3, seed: 6, lanes: 1, measure: 2000"));
  EXPECT_TRUE(check_of(result, "order").ok);
}

}  // namespace
}  // namespace flitwise::mesh_traffic_test
