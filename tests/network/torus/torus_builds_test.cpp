// Tori as one model of the whole network, against the same assembled from its routers; waves.
//
// Not among the fast tests: most models are compiled on first use; those of 4 x 4 and 3 x 3 x 3 are
// the ones of the system tests, because they take minutes.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/network/torus/torus_runs.h"

namespace flitwise {
namespace {

using test::send_at_random;
using test::TorusRun;

void expect_assembled_equals_elaborated(const Torus& torus, const DimensionOrder& order,
                                        std::uint32_t lanes, std::uint32_t depth) {
  ModelLibrary models;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    TorusNetworkConfig config;
    config.lanes = lanes;
    config.depth = depth;
    config.order = order;
    config.rule = seed % 2 == 0 ? LaneRule::kStrict : LaneRule::kAnyLane;
    if (seed > 2)  // PEs that take nothing for some steps, each port at its own times
      config.stalled_ports = [](Node node, Step step) {
        return static_cast<std::uint32_t>((step + 3 * node) / 2 * 0x9E3779B9U >> 5);
      };
    TorusRun assembled(torus, assemble_torus(torus, config, models), order);
    send_at_random(assembled, torus, seed, 300, 60);
    assembled.run();
    config.checkers = Checkers::kNone;  // compiles several times faster; the RTL's own stay
    TorusRun elaborated(torus, elaborate_torus(torus, config, models), order);
    send_at_random(elaborated, torus, seed, 300, 60);
    elaborated.run();
    EXPECT_GT(assembled.happened().size(), 500U);
    ASSERT_EQ(assembled.happened(), elaborated.happened()) << "seed " << seed;
    EXPECT_EQ(assembled.step(), elaborated.step());
    EXPECT_EQ(assembled.is_stuck(), elaborated.is_stuck()) << "seed " << seed;
    EXPECT_EQ(assembled.worms().circular_wait(), elaborated.worms().circular_wait());
    EXPECT_GT(assembled.stalls().total().blocked, 0U);
    for (Node v = 0; v < torus.size(); ++v)
      EXPECT_EQ(assembled.stalls().of(v), elaborated.stalls().of(v)) << "node " << v;
    EXPECT_EQ(assembled.network().assertion_failures(), 0);
    EXPECT_EQ(elaborated.network().assertion_failures(), 0);
    EXPECT_EQ(elaborated.injector().refusals(), assembled.injector().refusals());
  }
}

TEST(TorusBuilds, AssembledEqualsElaboratedOnATorusOfFourByFour) {
  expect_assembled_equals_elaborated(Torus({4, 4}), {}, 2, 8);
}

TEST(TorusBuilds, AssembledEqualsElaboratedOnATorusOfThreeByThreeByThree) {
  expect_assembled_equals_elaborated(Torus({3, 3, 3}), {}, 2, 8);
}

TEST(TorusBuilds, AssembledEqualsElaboratedInAnotherOrderAndWithOneLane) {
  expect_assembled_equals_elaborated(Torus({2, 3}), {1, 0}, 1, 2);
}

TEST(TorusBuilds, WavesGrowWithTheRun) {
  const std::string file = ::testing::TempDir() + "torus.fst";
  const Torus torus({3, 3});
  const auto size_after = [&](int messages) {
    std::filesystem::remove(file);
    WaveRecorder waves(torus.size());
    TorusNetworkConfig config;
    config.waves = &waves;
    ModelLibrary models;
    TorusRun run(torus, assemble_torus(torus, config, models));
    waves.open(file);
    for (int message = 0; message < messages; ++message) run.send(0, {1, 1}, 4, 1 + 9 * message);
    for (Step step = 0; step < 200; ++step) {
      run.run(step);
      waves.dump(step);
    }
    waves.close();
    EXPECT_EQ(run.received().size(), static_cast<std::size_t>(4 * messages));
    return std::filesystem::file_size(file);
  };
  EXPECT_GT(size_after(20), size_after(1) + 200);
}

}  // namespace
}  // namespace flitwise
