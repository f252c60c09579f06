// star_paces.h: packet lengths, latencies and cases, and what theory says of them held against
// packets that wait for what they need.
#ifndef FLITWISE_TESTS_THEORY_STAR_STAR_PACES_H_
#define FLITWISE_TESTS_THEORY_STAR_STAR_PACES_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tb/theory/star/star_walk.h"
#include "tests/theory/star/star_flits.h"
#include "tests/theory/star/star_operations.h"

namespace flitwise::test {

/// Calls `look` for F in {1, 2, 4}, r up to 3, w up to 2, both ways of routers and of slots.
template <typename Look>
void for_all_paces(Look look) {
  for (const Flits flits : {1, 2, 4})
    for (Step router = 1; router <= 3; ++router)
      for (Step link = 1; link <= 2; ++link)
        for (const bool cut_through : {false, true})
          for (const StarSlots slots : {StarSlots::kLockstep, StarSlots::kSpaced}) {
            look(theory::StarPace{flits, {router, link, cut_through, slots}});
            if (testing::Test::HasFatalFailure()) return;
          }
}

/// Packets of up to 16 flits, routers of up to 8 cycles, links of up to 12.
theory::StarPace random_pace(std::uint64_t seed);

/// Every operation and rule on S_least to S_most, from a source that is not node 0.
std::vector<StarCase> small_cases(int least, int most);

/// Expects the prediction's figures and events to be those of StarFlits. With spaced slots, nothing
/// of a walk with acknowledgements.
void expect_flits(const StarCase& c, const StarTrees& trees, const theory::StarPace& pace);

/// Expects the slots of a walk to be different ones, each `lag` after its parent link's, and the
/// last one to be that of the closed form.
void expect_fewest(const std::vector<theory::StarArc>& walk, std::int64_t rounds, Step lag);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_STAR_STAR_PACES_H_
