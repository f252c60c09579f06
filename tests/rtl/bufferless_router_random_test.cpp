// Random traffic: the router against the reference, the engine's skipping, and the assertions.
#include <bitset>
#include <random>

#include "tests/rtl/router_harness.h"

namespace flitwise::rtl_test {
namespace {

using Inputs = std::map<std::size_t, RawFlit>;

constexpr unsigned kSeed = 20240607;

class Random {
 public:
  std::uint32_t below(std::size_t limit) {
    return static_cast<std::uint32_t>(generator_() % limit);
  }
  bool one_in(std::size_t count) { return below(count) == 0; }

 private:
  std::mt19937 generator_{kSeed};
};

// A router with random bounds: some children are missing, some intervals are empty.
RouterSetup random_setup(Random& random, std::size_t children) {
  RouterSetup setup;
  setup.address = random.below(40);
  setup.has_parent = !random.one_in(4);
  setup.single_port = random.one_in(2);
  std::uint32_t bound = setup.address + 1;
  for (std::size_t k = 0; k <= children; ++k) {
    setup.bounds.push_back(bound);
    bound += random.below(4);
  }
  return setup;
}

// Any flits whatever: heads, bodies and tails without order, on lanes of their own choice.
Inputs wild_inputs(Random& random, const RouterSetup& setup, std::size_t lanes) {
  Inputs inputs;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if (random.below(lanes) > 1) continue;
    FlitFields flit;
    flit.kind = static_cast<FlitKind>(1 + random.below(6));
    flit.head = random.one_in(2);
    flit.tail = random.one_in(3);
    flit.destination = random.below(setup.bounds.back() + 3);
    flit.tag = random.below(8192);
    flit.payload = random.below(std::size_t{1} << kPayloadBits);
    inputs[lane] = pack(flit);
  }
  return inputs;
}

template <class Model>
void put_all(Router<Model>& router, const Inputs& inputs) {
  for (const auto& [lane, flit] : inputs) router.put(lane, flit);
}

template <class Model>
class RandomTraffic : public ::testing::Test {};
TYPED_TEST_SUITE(RandomTraffic, RouterModels, RouterModelNames);

TYPED_TEST(RandomTraffic, EveryCycleEqualsTheReference) {
  Random random;
  constexpr std::size_t kLanes = Router<TypeParam>::lane_count();
  std::map<unsigned, int> violations;
  int flits = 0;

  for (int network = 0; network < 60; ++network) {
    const RouterSetup setup = random_setup(random, kLanes - kFirstChild);
    Router<TypeParam> router(setup);
    router.mute_assertions();
    ReferenceRouter reference(setup, kLanes);
    for (int cycle = 0; cycle < 400; ++cycle) {
      const Inputs inputs = wild_inputs(random, setup, kLanes);
      put_all(router, inputs);
      const RouterOutputs expected = reference.clock(inputs);
      ASSERT_EQ(router.clock_and_read(), expected) << "seed " << kSeed << " network " << network;
      for (unsigned bit = 0; bit < 5; ++bit) violations[bit] += expected.violation >> bit & 1;
      flits += static_cast<int>(expected.flit_count());
    }
  }

  EXPECT_GT(flits, 10'000);
  for (unsigned bit = 0; bit < 5; ++bit) EXPECT_GT(violations[bit], 100) << "bit " << bit;
}

TYPED_TEST(RandomTraffic, LeavingOutIdleRoutersChangesNothing) {
  Random random;
  constexpr std::size_t kLanes = Router<TypeParam>::lane_count();
  const RouterSetup setup = random_setup(random, kLanes - kFirstChild);
  Router<TypeParam> always(setup);
  Router<TypeParam> skipping(setup);
  always.mute_assertions();
  skipping.mute_assertions();
  int skipped = 0;

  for (int cycle = 0; cycle < 5000; ++cycle) {
    const bool pause = !random.one_in(4);
    const Inputs inputs = pause ? Inputs{} : wild_inputs(random, setup, kLanes);
    put_all(always, inputs);
    always.clock();
    if (skipping.outputs().busy || !inputs.empty()) {
      put_all(skipping, inputs);
      skipping.clock();
    } else {
      ++skipped;
    }
    ASSERT_EQ(skipping.outputs(), always.outputs()) << "cycle " << cycle;
  }

  EXPECT_GT(skipped, 1000);
  EXPECT_LT(skipped, 4500);
}

// One assertion fails for every violation reported and no other: in a checked model this also says
// that the bound checkers, which hold every output against the inputs, stay silent.
TYPED_TEST(RandomTraffic, OneAssertionFailsForEachReportedViolation) {
  Random random;
  constexpr std::size_t kLanes = Router<TypeParam>::lane_count();
  std::map<unsigned, int> violations;

  for (int network = 0; network < 20; ++network) {
    const RouterSetup setup = random_setup(random, kLanes - kFirstChild);
    Router<TypeParam> router(setup);
    int reported = 0;
    for (int cycle = 0; cycle < 40; ++cycle) {
      put_all(router, wild_inputs(random, setup, kLanes));
      const std::bitset<5> violation(router.clock_and_read().violation);
      for (unsigned bit = 0; bit < 5; ++bit) violations[bit] += violation[bit] ? 1 : 0;
      reported += static_cast<int>(violation.count());
    }
    router.clock();  // the checkers look at the last outputs
    EXPECT_EQ(router.assertion_failures(), kHasAssertions<TypeParam> ? reported : 0)
        << "network " << network;
  }

  for (unsigned bit = 0; bit < 5; ++bit) EXPECT_GT(violations[bit], 0) << "bit " << bit;
}

}  // namespace
}  // namespace flitwise::rtl_test
