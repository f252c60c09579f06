// The checks of a broadcast on a torus that are bounds: at the bound, and just beyond.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/families/registry.h"
#include "sim/families/torus/torus_ledger.h"
#include "tests/check/scripted_network.h"

namespace flitwise {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Six nodes in a ring with a barrier: the scheme of the paper takes two steps, and no broadcast
// less.
class TorusChecks : public testing::Test {
 protected:
  // Names of the broken checks after so many steps in which heads leave their PEs.
  std::vector<std::string> broken_after(int steps, Step finish) const {
    check::TorusMeter meter(6, 0, scenario.length, 0);
    testing_support::ScriptedNetwork network;
    for (Step step = 1; step <= steps; ++step)
      network.show(meter, step, {{0, 1, testing_support::data_flit(0, 0, 1, 1)}});
    network.show(meter, finish - 1, {}, {{1, testing_support::data_flit(0, 0, 1, 1)}});
    std::vector<std::string> names;
    for (const check::Check& check : torus_checks({scenario, prediction, meter}))
      if (check::is_broken(check)) names.push_back(check.name);
    return names;
  }

  const TorusScenario scenario =
      torus_of(read_scenario_text("network: {kind: torus, sides: [6]}\noperation: broadcast\n"
                                  "algorithm: paper\nlength: 1\n",
                                  "scenario.yaml")
                   .scenario.value());
  TorusPrediction prediction = predict(scenario, expected_schedule(scenario));
};

TEST_F(TorusChecks, HoldStepsBetweenTheFewestAndThoseOfTheScheme) {
  ASSERT_EQ(prediction.scheme.value().steps, 2);
  ASSERT_EQ(prediction.fewest_steps_dor, 2);
  const Step finish = prediction.timing.finish;
  prediction.is_exact = false;  // arrivals are held against theory elsewhere

  EXPECT_THAT(broken_after(2, finish), IsEmpty());
  EXPECT_THAT(broken_after(1, finish), ElementsAre("lower_bound_steps_dor"));
  EXPECT_THAT(broken_after(3, finish), ElementsAre("scheme_steps"));
}

TEST_F(TorusChecks, LetNothingFinishBeforeWhatItWouldTakeWithoutWaiting) {
  prediction.is_exact = false;
  const Step finish = prediction.timing.finish;

  EXPECT_THAT(broken_after(2, finish), IsEmpty());
  EXPECT_THAT(broken_after(2, finish + 1), IsEmpty());
  EXPECT_THAT(broken_after(2, finish - 1), ElementsAre("contention_free"));
}

}  // namespace
}  // namespace flitwise
