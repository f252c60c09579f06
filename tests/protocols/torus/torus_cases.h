// torus_cases.h: tori to try schemes on.
#ifndef FLITWISE_TESTS_PROTOCOLS_TORUS_TORUS_CASES_H_
#define FLITWISE_TESTS_PROTOCOLS_TORUS_TORUS_CASES_H_

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "systemc/protocols/torus/torus_broadcast.h"
#include "systemc/topology/torus/torus.h"

namespace flitwise::protocols::test {

inline constexpr std::array kSchemes{BroadcastScheme::kPaper, BroadcastScheme::kPeel,
                                     BroadcastScheme::kBest,  BroadcastScheme::kFsh,
                                     BroadcastScheme::kEdn,   BroadcastScheme::kDoubling,
                                     BroadcastScheme::kFlood, BroadcastScheme::kRadix3};

/// Calls `use` with every vector of `dimensions` sides from `least` to `most`; returns how many.
std::int64_t for_all_sides(int dimensions, int least, int most,
                           const std::function<void(const std::vector<int>&)>& use);

/// Steps of the schemes that exist for all tori: the formula.
int steps_by_formula(BroadcastScheme scheme, const std::vector<int>& sides);

/// Fails unless the scheme's schedule has the steps of its formula, is free of conflicts, complete
/// and without duplicates, and with one port for doubling.
void expect_valid(const Torus& torus, Node source, BroadcastScheme scheme,
                  const DimensionOrder& order = {});

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_TORUS_TORUS_CASES_H_
