// The checkers of a fat tree's switch and leaf: the test shows them what a right node would show,
// then one wrong bit, and sees which fire. Every assertion of tb/sva/fat_tree_*_sva.sv has a test.
#include <Vfat_tree_leaf_sva_d4.h>
#include <Vfat_tree_leaf_sva_d4_a20.h>
#include <Vfat_tree_switch_2_1_1_4.h>
#include <Vfat_tree_switch_sva_2_2_3_4.h>
#include <Vfat_tree_switch_sva_2_2_3_4_a20.h>
#include <gmock/gmock.h>

#include <array>
#include <map>
#include <set>
#include <string>

#include "tests/rtl/checkers.h"
#include "tests/rtl/fat_tree/fat_tree_harness.h"
#include "tests/rtl/fat_tree/fat_tree_traffic.h"

namespace flitwise::rtl_test::fat_tree_sva_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr SwitchShape kShape{2, 2, 3, 4};

/// What the far ends and the PEs see of a node between two edges.
struct Appearance {
  NodeOutputs outputs;
  LaneSet ready;
};

/// The checkers with every pin of a node in the test's hand.
template <class Model>
class NodeCheckers final : public Checkers<Model> {
 public:
  template <class Configure>
  explicit NodeCheckers(const Configure& configure)
      : Checkers<Model>([&configure](Model& model) {
          configure(model);
          std::memset(bytes_of(model.in_lane_i), 0, sizeof(model.in_lane_i));
        }) {}

  /// Names of the assertions that fire at an edge with these inputs and this appearance before it.
  Names objections(const LaneFlits& inputs, const LaneSet& taken, const Appearance& seen) {
    Model& model = this->model_;
    return this->listen([&] {
      this->put(inputs);
      this->set_lanes(model.ready_i, taken);
      this->set_lanes(model.ready_o, seen.ready);
      std::memcpy(bytes_of(model.out_lane_o), seen.outputs.lanes.data(), sizeof(model.out_lane_o));
      model.busy_o = seen.outputs.busy;
      model.violation_o = static_cast<CData>(seen.outputs.violation);
      this->set_lanes(model.violation_in_o, seen.outputs.involved_in);
      this->set_lanes(model.violation_out_o, seen.outputs.involved_out);
      for (std::size_t k = 0; k < seen.outputs.max_stored.size(); ++k) {
        set_entry16(model.max_stored_o, k, static_cast<std::uint16_t>(seen.outputs.max_stored[k]));
        set_entry16(model.max_wait_o, k, static_cast<std::uint16_t>(seen.outputs.max_wait[k]));
      }
      clock_cycle<Model>(&model);
    });
  }

  Model& model() { return this->model_; }
};

NodeOutputs quiet(std::size_t lanes, std::size_t branches) {
  NodeOutputs outputs;
  outputs.lanes.resize(lanes, 0);
  outputs.max_stored.resize(branches, 0);
  outputs.max_wait.resize(branches, 0);
  return outputs;
}

void toggle(LaneSet& lanes, std::size_t lane) {
  if (lanes.erase(lane) == 0) lanes.insert(lane);
}

/// One wrong bit somewhere, and the assertion that must fire on it.
std::string spoil(Random& random, Appearance& seen) {
  NodeOutputs& outputs = seen.outputs;
  const std::size_t lanes = outputs.lanes.size();
  const std::size_t lane = random.below(lanes);
  const std::size_t branch = random.below(outputs.max_stored.size());
  switch (random.below(7)) {
    case 0: {
      const bool had_flit = outputs.lanes[lane] != 0;
      outputs.lanes[lane] ^= RawFlit{1} << random.below(64);
      return had_flit ? "a_in_its_turn" : "a_nothing_made";
    }
    case 1:
      outputs.busy = !outputs.busy;
      return "a_busy";
    case 2:
      outputs.violation ^= 1U << random.below(8);
      return "a_reported";
    case 3:
      toggle(random.one_in(2) ? outputs.involved_in : outputs.involved_out, lane);
      return "a_lanes_named";
    case 4:
      outputs.max_stored[branch] ^= 1U << random.below(16);
      return "a_max_stored";
    case 5:
      outputs.max_wait[branch] ^= 1U << random.below(16);
      return "a_max_wait";
    default:
      toggle(seen.ready, lane);
      return "a_ready";
  }
}

/// Random traffic with, at every other edge, one wrong bit. `fired` counts assertions.
template <class Model>
void play(Random& random, NodeCheckers<Model>& checkers, ReferenceNode& reference,
          const NodeSetup& setup, std::size_t arity, std::size_t lanes, std::size_t branches,
          std::map<std::string, int>& fired) {
  const bool is_leaf = branches == 1;
  LaneFlits inputs;
  Appearance right{quiet(lanes, branches), {}};
  for (int cycle = 0; cycle < 60; ++cycle) {
    offer(random, setup, arity, lanes, 2, inputs);
    const LaneSet taken = random_lanes(random, lanes);
    right.ready = reference.ready(inputs);
    if (cycle % 2 == 0) {
      ASSERT_THAT(checkers.objections(inputs, taken, right), IsEmpty()) << setup;
    } else {
      Appearance wrong = right;
      std::string name = spoil(random, wrong);
      if (is_leaf && (name == "a_nothing_made" || name == "a_in_its_turn"))
        name = wrong.outputs.lanes[0] == right.outputs.lanes[0] ? "a_in_its_turn" : "a_delivered";
      ASSERT_THAT(checkers.objections(inputs, taken, wrong), ElementsAre(name)) << setup;
      ++fired[name];
    }
    right.outputs = reference.clock(inputs, taken);
    for (const std::size_t lane : right.ready) inputs.erase(lane);
  }
}

using SwitchCheckers = NodeCheckers<Vfat_tree_switch_sva_2_2_3_4>;
using LeafCheckers = NodeCheckers<Vfat_tree_leaf_sva_d4>;
using WideSwitchCheckers = NodeCheckers<Vfat_tree_switch_sva_2_2_3_4_a20>;
using WideLeafCheckers = NodeCheckers<Vfat_tree_leaf_sva_d4_a20>;
constexpr FlitFormat kWideFormat = with_addresses_of(20);

auto switch_pins(const NodeSetup& setup) {
  return [setup](auto& model) { configure_switch(model, setup); };
}
auto leaf_pins(const NodeSetup& setup) {
  return [setup](auto& model) { configure_node(model, setup); };
}

template <class SomeCheckers>
void expect_switch_checkers_to_object_to_every_wrong_bit(FlitFormat format) {
  Random random;
  std::map<std::string, int> fired;

  for (int network = 0; network < 60; ++network) {
    const NodeSetup setup = random_setup(random, kShape.arity, kShape.depth, format);
    SomeCheckers checkers(switch_pins(setup));
    ASSERT_THAT(checkers.objections_in_reset(), IsEmpty());
    ReferenceSwitch reference(kShape, setup);
    play(random, checkers, reference, setup, kShape.arity, kShape.lanes(), kShape.branches(),
         fired);
    if (testing::Test::HasFatalFailure()) return;
  }

  for (const std::string name : {"a_in_its_turn", "a_nothing_made", "a_busy", "a_reported",
                                 "a_lanes_named", "a_max_stored", "a_max_wait", "a_ready"})
    EXPECT_GT(fired[name], 20) << name;
}

TEST(FatTreeSwitchCheckers, ObjectToEveryWrongBitByNameAndToNothingElse) {
  expect_switch_checkers_to_object_to_every_wrong_bit<SwitchCheckers>({});
  expect_switch_checkers_to_object_to_every_wrong_bit<WideSwitchCheckers>(kWideFormat);
}

template <class SomeCheckers>
void expect_leaf_checkers_to_object_to_every_wrong_bit(FlitFormat format) {
  Random random;
  std::map<std::string, int> fired;

  for (int network = 0; network < 60; ++network) {
    const NodeSetup setup = random_setup(random, 2, 4, format);
    SomeCheckers checkers(leaf_pins(setup));
    ASSERT_THAT(checkers.objections_in_reset(), IsEmpty());
    ReferenceLeaf reference(setup);
    play(random, checkers, reference, setup, 2, 2, 1, fired);
    if (testing::Test::HasFatalFailure()) return;
  }

  for (const std::string name : {"a_in_its_turn", "a_delivered", "a_busy", "a_reported",
                                 "a_lanes_named", "a_max_stored", "a_max_wait", "a_ready"})
    EXPECT_GT(fired[name], 20) << name;
}

TEST(FatTreeLeafCheckers, ObjectToEveryWrongBitByNameAndToNothingElse) {
  expect_leaf_checkers_to_object_to_every_wrong_bit<LeafCheckers>({});
  expect_leaf_checkers_to_object_to_every_wrong_bit<WideLeafCheckers>(kWideFormat);
}

RawFlit unicast(std::uint32_t destination, std::uint32_t payload) {
  return pack({FlitKind::kData, true, true, destination, 3, payload});
}

TEST(FatTreeSwitchCheckers, InItsTurnFiresWhenAQueueChangesItsOrder) {
  NodeSetup setup;
  setup.leaf_span = 4;
  const LaneFlits four = {{3, unicast(90, 1)},
                          {4, unicast(91, 2)},
                          {5, unicast(92, 3)},
                          {6, unicast(93, 4)}};  // three links up: one waits
  SwitchCheckers checkers(switch_pins(setup));
  Appearance seen{quiet(kShape.lanes(), kShape.branches()), {0, 1, 2, 3, 4, 5, 6}};
  ASSERT_THAT(checkers.objections(four, {}, seen), IsEmpty());

  ReferenceSwitch reference(kShape, setup);
  seen.outputs = reference.clock(four, {});
  ASSERT_EQ(seen.outputs.lanes[2], unicast(92, 3));
  seen.outputs.lanes[2] = unicast(93, 4);

  EXPECT_THAT(checkers.objections({}, {}, seen), ElementsAre("a_in_its_turn"));
}

Names objections_of_switch(const NodeSetup& setup) {
  return SwitchCheckers(switch_pins(setup)).objections_in_reset();
}
Names objections_of_leaf(const NodeSetup& setup) {
  return LeafCheckers(leaf_pins(setup)).objections_in_reset();
}

TEST(FatTreeCheckers, LimitFitsFiresInResetUnlessTheLimitIsFromOneToTheDepth) {
  for (const std::uint32_t limit : {0U, 5U, 65535U}) {
    NodeSetup setup;
    setup.limit = limit;
    EXPECT_THAT(objections_of_switch(setup), ElementsAre("a_limit_fits")) << limit;
    EXPECT_THAT(objections_of_leaf(setup), ElementsAre("a_limit_fits")) << limit;
  }
}

TEST(FatTreeCheckers, PolicyKnownFiresInResetOnAPolicyThatIsNone) {
  NodeSetup setup;
  setup.policy = Policy{4};
  EXPECT_THAT(objections_of_switch(setup), ElementsAre("a_policy_known"));
}

TEST(FatTreeCheckers, PlaceKnownFiresInResetOnLevelZeroAndOnChildrenWithoutLeaves) {
  NodeSetup leafless;
  leafless.leaf_span = 0;
  NodeSetup low;
  low.level = 0;
  EXPECT_THAT(objections_of_switch(leafless), ElementsAre("a_place_known"));
  EXPECT_THAT(objections_of_switch(low), ElementsAre("a_place_known"));
}

TEST(FatTreeCheckers, StagesTakeAllFiresInResetOnBackPressureThroughStages) {
  NodeSetup setup;
  setup.backpressure = true;
  EXPECT_THAT(objections_of_switch(setup), IsEmpty());
  for (const SwitchKind& kind : staged_switch_kinds())
    EXPECT_EQ(kind.make(setup)->assertion_failures(), kind.flavour == Flavour::kChecked ? 1 : 0)
        << kind.name;
}

TEST(FatTreeCheckers, ConfigurationStaysFiresWhenAPinChangesOutOfReset) {
  const Appearance idle{quiet(kShape.lanes(), kShape.branches()), {0, 1, 2, 3, 4, 5, 6}};
  const auto fires = ElementsAre("a_configuration_stays");
  const std::array changes = {+[](Vfat_tree_switch_sva_2_2_3_4& m) { m.leaf_base_i = 8; },
                              +[](Vfat_tree_switch_sva_2_2_3_4& m) { m.leaf_span_i = 2; },
                              +[](Vfat_tree_switch_sva_2_2_3_4& m) { m.level_i = 2; },
                              +[](Vfat_tree_switch_sva_2_2_3_4& m) { m.limit_i = 3; },
                              +[](Vfat_tree_switch_sva_2_2_3_4& m) { m.policy_i = 2; },
                              +[](Vfat_tree_switch_sva_2_2_3_4& m) { m.scheduled_i = 1; },
                              +[](Vfat_tree_switch_sva_2_2_3_4& m) { m.backpressure_i = 1; },
                              +[](Vfat_tree_switch_sva_2_2_3_4& m) { m.store_forward_i = 1; }};
  for (std::size_t k = 0; k < changes.size(); ++k) {
    SwitchCheckers checkers(switch_pins(NodeSetup{}));
    ASSERT_THAT(checkers.objections({}, {}, idle), IsEmpty());
    changes[k](checkers.model());
    EXPECT_THAT(checkers.objections({}, {}, idle), fires) << "pin " << k;
  }
  LeafCheckers leaf(leaf_pins(NodeSetup{}));
  leaf.model().leaf_base_i = 1;
  EXPECT_THAT(leaf.objections({}, {}, {quiet(2, 1), {0, 1}}), fires);
}

/// The routers' own assertion on the limit; theirs on conservation cannot fire while they are
/// whole.
TEST(FatTreeAssertions, WithinLimitFiresOnMorePacketsThanTheLimitAllows) {
  NodeSetup none;
  none.limit = 0;
  const std::unique_ptr<VerilatedNode> leaf = leaf_kinds().front().make(none);
  leaf->put({{0, unicast(9, 1)}}, {});
  leaf->clock();
  EXPECT_EQ(leaf->assertion_failures(), 1);

  VerilatedContext context;
  count_assertion_failures(context);
  Vfat_tree_switch_2_1_1_4 model(&context);
  configure_switch(model, NodeSetup{});
  reset(model);
  const std::array<RawFlit, 2> two = {unicast(0, 1), unicast(0, 2)};
  model.backpressure_i = 1;
  for (const RawFlit flit : two) {
    std::memcpy(bytes_of(model.in_lane_i), &flit, sizeof flit);
    clock_cycle<Vfat_tree_switch_2_1_1_4>(&model);
  }
  EXPECT_EQ(context.errorCount(), 0);
  model.limit_i = 1;
  clock_cycle<Vfat_tree_switch_2_1_1_4>(&model);
  EXPECT_EQ(context.errorCount(), 1);
}

TEST(FatTreeCheckers, AreBoundToCheckedModelsAndToNoOthers) {
  NodeSetup wrong;
  wrong.limit = 40000;
  for (const SwitchKind& kind : switch_kinds())
    EXPECT_EQ(kind.make(wrong)->assertion_failures(), kind.flavour == Flavour::kChecked ? 1 : 0)
        << kind.name;
  for (const SwitchKind& kind : staged_switch_kinds())
    EXPECT_EQ(kind.make(wrong)->assertion_failures(), kind.flavour == Flavour::kChecked ? 1 : 0)
        << kind.name;
  for (const LeafKind& kind : leaf_kinds())
    EXPECT_EQ(kind.make(wrong)->assertion_failures(), kind.flavour == Flavour::kChecked ? 1 : 0)
        << kind.name;
}

}  // namespace
}  // namespace flitwise::rtl_test::fat_tree_sva_test
