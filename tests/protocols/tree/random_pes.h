// random_pes.h: PEs with random certificates of their children, for tests of lags and orders.
#ifndef FLITWISE_TESTS_PROTOCOLS_TREE_RANDOM_PES_H_
#define FLITWISE_TESTS_PROTOCOLS_TREE_RANDOM_PES_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <ostream>
#include <random>
#include <vector>

#include "systemc/protocols/tree/stream_plan.h"

namespace flitwise::protocols::test {

using Children = std::vector<Certificate>;

inline constexpr std::uint64_t kRandomPes = 3000;

/// A PE with a message of `own` flits. Printed as it could be typed in again.
struct RandomPe {
  Flits own = 0;
  Children children;
};

/// Up to five children with lags up to 12; the same seed gives the same PE.
inline RandomPe random_pe(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  RandomPe pe;
  pe.own = static_cast<Flits>(random() % 6);
  pe.children.resize(random() % 6);
  for (Certificate& child : pe.children)
    child = {static_cast<std::int64_t>(1 + random() % 12), static_cast<Flits>(random() % 5)};
  return pe;
}

inline std::ostream& operator<<(std::ostream& out, const RandomPe& pe) {
  out << "L " << pe.own;
  for (const Certificate& child : pe.children)
    out << " (" << child.lag << "," << child.stream << ")";
  return out;
}

/// Calls `visit` with kRandomPes PEs until the test fails.
inline void for_random_pes(const std::function<void(const RandomPe&)>& visit) {
  for (std::uint64_t seed = 1; seed <= kRandomPes; ++seed) {
    const RandomPe pe = random_pe(seed);
    SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << pe);
    visit(pe);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_TREE_RANDOM_PES_H_
