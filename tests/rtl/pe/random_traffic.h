// random_traffic.h: random flits through a router of any family, held against its contract.
//
// A bench names a family's parts for one model: types Router, Reference and Setup; `random_setup`,
// anywhere among the addresses; `destinations`, a little more than those in use;
// `possible_violations`, bit numbers; `format`, that of its flits; kAsserts.
#ifndef FLITWISE_TESTS_RTL_PE_RANDOM_TRAFFIC_H_
#define FLITWISE_TESTS_RTL_PE_RANDOM_TRAFFIC_H_

#include <gtest/gtest.h>

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>

#include "tests/rtl/verilated_router.h"

namespace flitwise::rtl_test {

using Inputs = std::map<std::size_t, RawFlit>;

inline constexpr unsigned kSeed = 20240607;

/// Addresses from `low` to `high`, both included.
struct AddressRange {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
};

class Random {
 public:
  std::uint32_t below(std::size_t limit) {
    return static_cast<std::uint32_t>(generator_() % limit);
  }
  bool one_in(std::size_t count) { return below(count) == 0; }

 private:
  std::mt19937 generator_{kSeed};
};

/// Any flits whatever: heads, bodies and tails without order, on lanes of their own choice.
inline Inputs wild_inputs(Random& random, AddressRange destinations, std::size_t lanes,
                          FlitFormat format = {}) {
  Inputs inputs;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if (random.below(lanes) > 1) continue;
    FlitFields flit;
    flit.kind = static_cast<FlitKind>(1 + random.below(6));
    flit.head = random.one_in(2);
    flit.tail = random.one_in(3);
    flit.destination = destinations.low + random.below(destinations.high - destinations.low + 1);
    flit.tag = random.below(std::size_t{format.largest_tag()} + 1);
    flit.payload = random.below(std::size_t{format.largest_payload()} + 1);
    inputs[lane] = pack(flit, format);
  }
  return inputs;
}

template <class Router>
void put_all(Router& router, const Inputs& inputs) {
  for (const auto& [lane, flit] : inputs) router.put(lane, flit);
}

template <class Bench>
void expect_every_cycle_to_equal_the_reference() {
  Random random;
  constexpr std::size_t kLanes = Bench::Router::lane_count();
  std::map<unsigned, int> violations;
  int flits = 0;

  for (int network = 0; network < 60; ++network) {
    const typename Bench::Setup setup = Bench::random_setup(random);
    typename Bench::Router router(setup);
    router.mute_assertions();
    typename Bench::Reference reference(setup, kLanes, Bench::format());
    for (int cycle = 0; cycle < 400; ++cycle) {
      const Inputs inputs =
          wild_inputs(random, Bench::destinations(setup), kLanes, Bench::format());
      put_all(router, inputs);
      const RouterOutputs expected = reference.clock(inputs);
      ASSERT_EQ(router.clock_and_read(), expected) << "seed " << kSeed << " network " << network;
      for (unsigned bit = 0; bit < 5; ++bit) violations[bit] += expected.violation >> bit & 1;
      flits += static_cast<int>(expected.flit_count());
    }
  }

  EXPECT_GT(flits, 10'000);
  for (const unsigned bit : Bench::possible_violations())
    EXPECT_GT(violations[bit], 100) << "bit " << bit;
}

template <class Bench>
void expect_idle_routers_to_be_left_out_unnoticed() {
  Random random;
  constexpr std::size_t kLanes = Bench::Router::lane_count();
  const typename Bench::Setup setup = Bench::random_setup(random);
  typename Bench::Router always(setup);
  typename Bench::Router skipping(setup);
  always.mute_assertions();
  skipping.mute_assertions();
  int skipped = 0;

  for (int cycle = 0; cycle < 5000; ++cycle) {
    const bool pause = !random.one_in(4);
    const Inputs inputs =
        pause ? Inputs{} : wild_inputs(random, Bench::destinations(setup), kLanes, Bench::format());
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

/// One assertion fails for every violation reported and no other: in a checked model this also says
/// that the bound checkers, which hold every output against the inputs, stay silent.
template <class Bench>
void expect_one_failed_assertion_for_each_violation() {
  Random random;
  constexpr std::size_t kLanes = Bench::Router::lane_count();
  std::map<unsigned, int> violations;

  for (int network = 0; network < 20; ++network) {
    const typename Bench::Setup setup = Bench::random_setup(random);
    typename Bench::Router router(setup);
    int reported = 0;
    for (int cycle = 0; cycle < 40; ++cycle) {
      put_all(router, wild_inputs(random, Bench::destinations(setup), kLanes, Bench::format()));
      const std::bitset<5> violation(router.clock_and_read().violation);
      for (unsigned bit = 0; bit < 5; ++bit) violations[bit] += violation[bit] ? 1 : 0;
      reported += static_cast<int>(violation.count());
    }
    router.clock();  // the checkers look at the last outputs
    EXPECT_EQ(router.assertion_failures(), Bench::kAsserts ? reported : 0) << "network " << network;
  }

  for (const unsigned bit : Bench::possible_violations())
    EXPECT_GT(violations[bit], 0) << "bit " << bit;
}

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_PE_RANDOM_TRAFFIC_H_
