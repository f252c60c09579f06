// fat_tree_words.h: the words of the scenario language on fat trees, once for reader, reports and
// help.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_WORDS_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_WORDS_H_

#include <any>
#include <string>
#include <vector>

#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_words.h"

namespace flitwise {

enum class DuplexWord : std::uint8_t { kFull, kHalf };
enum class CapacityWord : std::uint8_t { kConstant, kExponential };

const std::vector<Choice<Operation>>& fat_tree_operation_words();
/// The algorithms of one operation.
const std::vector<Choice<FatTreeAlgorithm>>& fat_tree_algorithm_words(Operation operation);
const std::vector<Choice<QueuePolicy>>& policy_words();
const std::vector<Choice<CapacityWord>>& capacity_words();
const std::vector<Choice<DuplexWord>>& duplex_words();

Operation operation_of(FatTreeAlgorithm algorithm);
std::string word_of(FatTreeAlgorithm algorithm);

/// Whether the algorithm says when each packet leaves so that none ever waits.
bool claims_no_queues(FatTreeAlgorithm algorithm);

/// What distinguishes runs of one algorithm, for example "depth 4, local-first"; may be empty.
std::string fat_tree_variant(const Scenario& scenario);

/// "fat tree 2^3, constant", "fat tree 2^3, c = 1 2 2".
std::string describe_fat_tree(const FatTreeScenario& scenario);

/// The fat tree's part of a scenario on a fat tree.
/// Errors: throw std::bad_any_cast for a scenario of another family.
inline const FatTreeScenario& fat_tree_of(const Scenario& scenario) {
  return std::any_cast<const FatTreeScenario&>(scenario.system);
}
inline FatTreeScenario& fat_tree_of(Scenario& scenario) {
  return std::any_cast<FatTreeScenario&>(scenario.system);
}

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_WORDS_H_
