// mutated_scenarios.h: scenario files with one mistake each: none crashes, hangs or goes unnoticed.
#ifndef FLITWISE_TESTS_SIM_MUTATIONS_MUTATED_SCENARIOS_H_
#define FLITWISE_TESTS_SIM_MUTATIONS_MUTATED_SCENARIOS_H_

#include <cstddef>
#include <cstdint>

namespace flitwise::test {

/// What became of mutants.
struct MutantCounts {
  std::size_t refused = 0;  ///< with messages that name file and place, and exit status 2
  std::size_t changed = 0;  ///< accepted, and mean something else
  std::size_t same = 0;     ///< accepted, and mean the same in other words
};

/// Reads `count` mutants of the scenarios of this repository, drawn by the seed. Whatever is
/// neither refused nor heard is a failure of the running test.
MutantCounts expect_mutated_scenarios_are_noticed(std::uint64_t seed, std::size_t count);

/// The same for the files that scenarios name: schedules and graphs.
MutantCounts expect_mutated_inputs_are_noticed(std::uint64_t seed, std::size_t count);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SIM_MUTATIONS_MUTATED_SCENARIOS_H_
