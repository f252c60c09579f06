// Random traffic: switches and leaves of a fat tree against the reference, in every mode.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/rtl/fat_tree/fat_tree_harness.h"
#include "tests/rtl/fat_tree/fat_tree_traffic.h"

namespace flitwise::rtl_test::fat_tree_random_test {
namespace {

struct Tally {
  std::map<unsigned, int> violations;
  int flits = 0;
  int refusals = 0;
  int failures = 0;
};

/// One node and its reference under the same traffic; every pin must agree in every step.
void compare(Random& random, const NodeSetup& setup, std::size_t arity, std::size_t lanes,
             int cycles, VerilatedNode& node, ReferenceNode& reference, Tally& tally) {
  LaneFlits inputs;
  const std::size_t one_in = 1 + random.below(4);
  for (int cycle = 0; cycle < cycles; ++cycle) {
    offer(random, setup, arity, lanes, one_in, inputs);
    const LaneSet taken = random_lanes(random, lanes);
    const LaneSet ready = node.put(inputs, taken);
    ASSERT_EQ(ready, reference.ready(inputs))
        << "seed " << kSeed << " cycle " << cycle << ", " << setup;
    const NodeOutputs expected = reference.clock(inputs, taken);
    ASSERT_EQ(node.clock(), expected) << "seed " << kSeed << " cycle " << cycle << ", " << setup;

    for (unsigned bit = 0; bit < 8; ++bit) {
      tally.violations[bit] += expected.violation >> bit & 1;
      tally.failures += static_cast<int>(expected.violation >> bit & 1);
    }
    for (const RawFlit flit : expected.lanes) tally.flits += is_valid(flit) ? 1 : 0;
    tally.refusals += static_cast<int>(lanes - ready.size());
    for (const std::size_t lane : ready) inputs.erase(lane);
  }
}

class SwitchTraffic : public ::testing::TestWithParam<SwitchKind> {};
class LeafTraffic : public ::testing::TestWithParam<LeafKind> {};

struct KindName {
  template <class Info>
  std::string operator()(const Info& info) const {
    return info.param.name;
  }
};
INSTANTIATE_TEST_SUITE_P(Shapes, SwitchTraffic, ::testing::ValuesIn(switch_kinds()), KindName());
INSTANTIATE_TEST_SUITE_P(Staged, SwitchTraffic, ::testing::ValuesIn(staged_switch_kinds()),
                         KindName());
INSTANTIATE_TEST_SUITE_P(Shapes, LeafTraffic, ::testing::ValuesIn(leaf_kinds()), KindName());

TEST_P(SwitchTraffic, EveryPinEqualsTheReferenceInEveryStep) {
  const SwitchShape& shape = GetParam().shape;
  const int networks = static_cast<int>(std::max<std::size_t>(6, 600 / shape.lanes()));
  const int cycles = shape.lanes() > 64 ? 40 : 120;
  Random random;
  Tally tally;

  for (int network = 0; network < networks; ++network) {
    const NodeSetup setup = random_setup(random, shape);
    const std::unique_ptr<VerilatedNode> node = GetParam().make(setup);
    node->mute_assertions();
    ReferenceStagedSwitch reference(shape, setup);
    compare(random, setup, shape.arity, shape.lanes(), cycles, *node, reference, tally);
    if (HasFatalFailure()) return;
  }

  EXPECT_GT(tally.flits, 1000);
  EXPECT_GT(tally.refusals, shape.stages == 0 ? 100 : -1);
  for (const unsigned bit : shape.depth <= 16 ? std::vector{3U, 5U, 6U} : std::vector{3U})
    EXPECT_GT(tally.violations[bit], 20) << "bit " << bit;
}

TEST_P(SwitchTraffic, OneAssertionFailsForEachReportedViolation) {
  const SwitchShape& shape = GetParam().shape;
  Random random;

  for (int network = 0; network < 12; ++network) {
    const NodeSetup setup = random_setup(random, shape);
    const std::unique_ptr<VerilatedNode> node = GetParam().make(setup);
    ReferenceStagedSwitch reference(shape, setup);
    Tally tally;
    compare(random, setup, shape.arity, shape.lanes(), 25, *node, reference, tally);
    if (HasFatalFailure()) return;
    const bool is_netlist = GetParam().flavour == Flavour::kNetlist;
    node->put({}, {});
    EXPECT_EQ(node->assertion_failures(), is_netlist ? 0 : tally.failures) << setup;
  }
}

TEST_P(LeafTraffic, EveryPinEqualsTheReferenceInEveryStep) {
  Random random;
  Tally tally;

  for (int network = 0; network < 100; ++network) {
    const NodeSetup setup =
        random_leaf_setup(random, GetParam().depth, GetParam().links, GetParam().format);
    const std::unique_ptr<VerilatedNode> node = GetParam().make(setup);
    ReferenceLeaf reference(setup, GetParam().links);
    const bool checks = GetParam().flavour != Flavour::kNetlist;
    const int before = tally.failures;
    compare(random, setup, 2, 2 * GetParam().links, 200, *node, reference, tally);
    if (HasFatalFailure()) return;
    EXPECT_EQ(node->assertion_failures(), checks ? tally.failures - before : 0) << setup;
  }

  EXPECT_GT(tally.flits, 1000);
  EXPECT_GT(tally.refusals, 100);
  for (const unsigned bit : {3, 5}) EXPECT_GT(tally.violations[bit], 100) << "bit " << bit;
}

/// What a node with this many lanes and maxima shows out of reset.
NodeOutputs nothing(std::size_t lanes, std::size_t maxima) {
  NodeOutputs outputs;
  outputs.lanes.resize(lanes);
  outputs.max_stored.resize(maxima);
  outputs.max_wait.resize(maxima);
  return outputs;
}

TEST_P(SwitchTraffic, AfterAResetEveryPinEqualsANewReference) {
  const SwitchShape& shape = GetParam().shape;
  Random random;
  Tally tally;

  for (int network = 0; network < 12; ++network) {
    const NodeSetup setup = random_setup(random, shape);
    const std::unique_ptr<VerilatedNode> node = GetParam().make(setup);
    node->mute_assertions();
    for (int turn = 0; turn < 4; ++turn) {
      if (turn > 0) node->reset_again();
      ASSERT_EQ(node->outputs(), nothing(shape.lanes(), shape.branches())) << setup;
      ReferenceStagedSwitch reference(shape, setup);
      compare(random, setup, shape.arity, shape.lanes(), 20, *node, reference, tally);
      if (HasFatalFailure()) return;
    }
  }

  EXPECT_GT(tally.flits, 200);
}

TEST_P(LeafTraffic, AfterAResetEveryPinEqualsANewReference) {
  Random random;
  Tally tally;

  for (int network = 0; network < 50; ++network) {
    const NodeSetup setup =
        random_leaf_setup(random, GetParam().depth, GetParam().links, GetParam().format);
    const std::unique_ptr<VerilatedNode> node = GetParam().make(setup);
    node->mute_assertions();
    for (int turn = 0; turn < 4; ++turn) {
      if (turn > 0) node->reset_again();
      ASSERT_EQ(node->outputs(), nothing(2 * GetParam().links, 1)) << setup;
      ReferenceLeaf reference(setup, GetParam().links);
      compare(random, setup, 2, 2 * GetParam().links, 20, *node, reference, tally);
      if (HasFatalFailure()) return;
    }
  }

  EXPECT_GT(tally.flits, 1000);
}

/// A node that is clocked only when it is busy or something comes in, as the engine does it.
TEST_P(SwitchTraffic, LeavingOutIdleSwitchesChangesNothing) {
  const SwitchShape& shape = GetParam().shape;
  Random random;
  int skipped = 0;

  for (int network = 0; network < 8; ++network) {
    const NodeSetup setup = random_setup(random, shape);
    const std::unique_ptr<VerilatedNode> always = GetParam().make(setup);
    const std::unique_ptr<VerilatedNode> skipping = GetParam().make(setup);
    always->mute_assertions();
    skipping->mute_assertions();
    bool is_busy = false;
    LaneFlits inputs;
    NodeOutputs seen = skipping->clock();
    always->clock();
    for (int cycle = 0; cycle < 150; ++cycle) {
      if (random.one_in(8)) offer(random, setup, shape.arity, shape.lanes(), 3, inputs);
      const LaneSet taken = random_lanes(random, shape.lanes());
      const LaneSet ready = always->put(inputs, taken);
      const NodeOutputs expected = always->clock();
      if (is_busy || !inputs.empty()) {
        ASSERT_EQ(skipping->put(inputs, taken), ready) << setup;
        seen = skipping->clock();
      } else {
        ++skipped;
      }
      ASSERT_EQ(seen, expected) << "cycle " << cycle << ", " << setup;
      is_busy = seen.busy;
      for (const std::size_t lane : ready) inputs.erase(lane);
    }
  }

  EXPECT_GT(skipped, 20);
}

}  // namespace
}  // namespace flitwise::rtl_test::fat_tree_random_test
