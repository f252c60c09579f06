// The same scenario gives the same bytes, where models must be compiled first.
#include <gtest/gtest.h>

#include "tests/support/fst.h"
#include "tests/system/determinism.h"

namespace flitwise {
namespace {

using test::Determinism;
using test::kFamilies;
using test::Sample;

class EveryModel : public Determinism, public testing::WithParamInterface<Sample> {};

TEST_P(EveryModel, WavesAreTheSameEveryTimeButForTheirDates) {
  for (const char* place : {"first", "second"}) {
    run(GetParam(), place, "--waves wave.fst");
    test::write_as_vcd(folder(place) + "/wave.fst", folder(place) + "/wave.vcd");
    remove(std::string(place) + "/wave.fst");
  }
  expect_same("first", "second");
}

// Traced models are compiled with -O1, all others with -O2.
TEST_P(EveryModel, WithAndWithoutWavesTheRunIsTheSame) {
  run(GetParam(), "plain");
  run(GetParam(), "traced", "--waves wave.fst");
  expect_same("plain", "traced", {"events.jsonl", "result.json"});
}

// Models of trees are part of the program; all others can be compiled again.
TEST_P(EveryModel, CompiledWithoutOptimizationTheRunIsTheSame) {
  run(GetParam(), "optimized");
  run(GetParam(), "plain", "", "FLITWISE_MODEL_OPTIMIZATION=-O0 ");
  expect_same("optimized", "plain");
}

INSTANTIATE_TEST_SUITE_P(Determinism, EveryModel, testing::ValuesIn(kFamilies),
                         [](const auto& run) { return std::string(run.param.name); });

TEST_F(Determinism, AnUnknownOptimizationIsRefused) {
  const int status =
      status_of("FLITWISE_MODEL_OPTIMIZATION=-O9 " FLITWISE_COMMAND " run " FLITWISE_SOURCE_DIR
                "/sim/scenarios/fat_tree_exchange_full.yaml > " +
                folder("") + "/printed 2>&1");
  EXPECT_EQ(status, 2);
  EXPECT_NE(text("printed").find("FLITWISE_MODEL_OPTIMIZATION: '-O9' must be one of -O0"),
            std::string::npos)
      << text("printed");
}

}  // namespace
}  // namespace flitwise
