// Random traffic: the router against the reference, the engine's skipping, and the assertions.
#include <algorithm>
#include <array>

#include "tests/rtl/pe/random_traffic.h"
#include "tests/rtl/pe/router_harness.h"

namespace flitwise::rtl_test {
namespace {

template <class Model>
struct BufferlessBench {
  using Router = rtl_test::Router<Model>;
  using Reference = ReferenceBufferlessRouter;
  using Setup = RouterSetup;
  static constexpr bool kAsserts = kHasAssertions<Model>;
  static FlitFormat format() { return format_of<Model>(); }

  // A router with random bounds: some children are missing, some intervals are empty. Addresses
  // may run out before the children do.
  static Setup random_setup(Random& random) {
    RouterSetup setup;
    const std::uint32_t origin = random.one_in(8) ? kAddresses<Model> - 1 - random.below(60)
                                                  : random.below(kAddresses<Model>);
    setup.address = std::min(origin + random.below(40), kAddresses<Model> - 1);
    setup.has_parent = !random.one_in(4);
    setup.single_port = random.one_in(2);
    std::uint32_t bound = setup.address + 1;
    for (std::size_t k = 0; k <= Router::child_count(); ++k) {
      setup.bounds.push_back(bound);
      bound = std::min(bound + random.below(4), kAddresses<Model>);
    }
    return setup;
  }
  static AddressRange destinations(const Setup& setup) {
    return {setup.address - std::min(setup.address, 20U),
            std::min(setup.bounds.back() + 2, kAddresses<Model> - 1)};
  }
  static std::array<unsigned, 5> possible_violations() { return {0, 1, 2, 3, 4}; }
};

template <class Model>
class RandomTraffic : public ::testing::Test {};
TYPED_TEST_SUITE(RandomTraffic, RouterModels, RouterModelNames);

TYPED_TEST(RandomTraffic, EveryCycleEqualsTheReference) {
  expect_every_cycle_to_equal_the_reference<BufferlessBench<TypeParam>>();
}

TYPED_TEST(RandomTraffic, LeavingOutIdleRoutersChangesNothing) {
  expect_idle_routers_to_be_left_out_unnoticed<BufferlessBench<TypeParam>>();
}

TYPED_TEST(RandomTraffic, OneAssertionFailsForEachReportedViolation) {
  expect_one_failed_assertion_for_each_violation<BufferlessBench<TypeParam>>();
}

#ifndef FLITWISE_NETLISTS
// Wider addresses, with checkers.
template <class Model>
class WideRouter : public ::testing::Test {};
TYPED_TEST_SUITE(WideRouter, WideRouterModels, RouterModelNames);

TYPED_TEST(WideRouter, EveryCycleEqualsTheReference) {
  expect_every_cycle_to_equal_the_reference<BufferlessBench<TypeParam>>();
}

TYPED_TEST(WideRouter, LeavingOutIdleRoutersChangesNothing) {
  expect_idle_routers_to_be_left_out_unnoticed<BufferlessBench<TypeParam>>();
}

TYPED_TEST(WideRouter, OneAssertionFailsForEachReportedViolation) {
  expect_one_failed_assertion_for_each_violation<BufferlessBench<TypeParam>>();
}

// A PE near the end of all addresses: one child has the last but one, the other the last.
TYPED_TEST(WideRouter, RoutesEveryDestinationByIntervals) {
  constexpr std::uint32_t kEnd = kAddresses<TypeParam>;
  RouterSetup setup;
  setup.address = kEnd - 3;
  setup.has_parent = true;
  setup.bounds = {kEnd - 2, kEnd - 1, kEnd};
  Router<TypeParam> router(setup);
  const FlitFormat format = format_of<TypeParam>();
  const auto lane_to = [&](std::uint32_t destination) {
    if (destination == kEnd - 1) return kFirstChild + 1;
    if (destination == kEnd - 2) return kFirstChild;
    return destination == kEnd - 3 ? kOwn : kParent;
  };

  for (std::uint32_t destination = 0; destination < kEnd; ++destination) {
    const RawFlit flit =
        pack({FlitKind::kTap, true, true, destination, destination ^ 1U, 1}, format);
    RouterOutputs expected(Router<TypeParam>::lane_count());
    expected.busy = true;
    expected.lanes[lane_to(destination)] = flit;
    router.put(kOwn, flit);
    ASSERT_EQ(router.clock_and_read(), expected) << "destination " << destination;
  }
  EXPECT_EQ(router.assertion_failures(), 0);
}
#endif

}  // namespace
}  // namespace flitwise::rtl_test
