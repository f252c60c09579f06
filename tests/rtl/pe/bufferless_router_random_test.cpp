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

  // A router with random bounds: some children are missing, some intervals are empty. Addresses
  // may run out before the children do.
  static Setup random_setup(Random& random) {
    RouterSetup setup;
    const std::uint32_t origin =
        random.one_in(8) ? kAddresses - 1 - random.below(60) : random.below(kAddresses);
    setup.address = std::min(origin + random.below(40), kAddresses - 1);
    setup.has_parent = !random.one_in(4);
    setup.single_port = random.one_in(2);
    std::uint32_t bound = setup.address + 1;
    for (std::size_t k = 0; k <= Router::child_count(); ++k) {
      setup.bounds.push_back(bound);
      bound = std::min(bound + random.below(4), kAddresses);
    }
    return setup;
  }
  static AddressRange destinations(const Setup& setup) {
    return {setup.address - std::min(setup.address, 20U),
            std::min(setup.bounds.back() + 2, kAddresses - 1)};
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

}  // namespace
}  // namespace flitwise::rtl_test
