// random_scenarios.h: scenarios for property tests, from a seed.
#ifndef FLITWISE_TESTS_SUPPORT_RANDOM_SCENARIOS_H_
#define FLITWISE_TESTS_SUPPORT_RANDOM_SCENARIOS_H_

#include <cstdint>
#include <string>

#include "sim/language/scenario.h"

namespace flitwise::testing_support {

/// A scenario on a tree of 2 to `most_pes` PEs: uniform, deep, wide, star or path; lengths all one,
/// mixed, sparse, one message or none; any algorithm that fits; a setup cost in a quarter of them.
/// The same seed, the same scenario.
Scenario random_scenario(std::uint64_t seed, Node most_pes);

/// The scenario with routers of 1 to `most` steps, links of up to twice that and PEs that react
/// more slowly, in half of all cases the same for all. Routers of more than 4 children stay quick:
/// each size and latency is a model to compile. A setup cost, which knows no latency, goes.
Scenario with_random_latencies(Scenario scenario, std::uint64_t seed, Step most);

/// The scenario as a user could write it, for failure messages.
std::string text_of(const Scenario& scenario);

}  // namespace flitwise::testing_support

#endif  // FLITWISE_TESTS_SUPPORT_RANDOM_SCENARIOS_H_
