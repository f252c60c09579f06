// Tori and meshes as one model of the whole network, against the same assembled from its routers;
// waves.
//
// Not among the fast tests: most models are compiled on first use; those of 4 x 4 and 3 x 3 x 3 are
// the ones of the system tests, because they take minutes.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/network/torus/torus_runs.h"

namespace flitwise {
namespace {

using test::TorusRun;

void expect_assembled_equals_elaborated(const Torus& torus, const DimensionOrder& order,
                                        std::uint32_t lanes, std::uint32_t depth) {
  TorusNetworkConfig config;
  config.lanes = lanes;
  config.depth = depth;
  config.order = order;
  test::expect_equal_builds(torus, config, 300, 500);
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

TEST(TorusBuilds, AssembledEqualsElaboratedOnMeshes) {
  TorusNetworkConfig config;
  test::expect_equal_builds(XyMesh({4, 3}), config, 300, 500);
  config.lanes = 1;
  config.depth = 2;
  test::expect_equal_builds(XyMesh({2, 5}), config, 300, 500);
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
