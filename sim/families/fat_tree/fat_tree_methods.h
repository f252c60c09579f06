// fat_tree_methods.h: every algorithm on fat trees, once: its words, its schedule, its theory.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_METHODS_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_METHODS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/run/family/explanation.h"
#include "systemc/protocols/fat_tree/schedule.h"
#include "systemc/protocols/pe_protocol.h"
#include "tb/theory/fat_tree/fat_tree_prediction.h"

namespace flitwise {

/// Who sends messages: FatTreeScenario::roots, all others to the root, or all to all.
enum class FatTreeSenders : std::uint8_t { kRoots, kOthers, kAll };

/// What the algorithms of one operation share.
struct FatTreeTask {
  FatTreeOperation operation;
  FatTreeSenders senders;
  Flits (*flits)(const FatTreeScenario&);  ///< of all messages
  /// All packets that ever cross a branch above `below` leaves, in the busier direction.
  std::int64_t (*packets_across)(const FatTreeScenario&, std::int64_t below);
  /// The protocols of all leaves.
  protocols::Protocols (*make)(const FatTreeScenario&, const FatTree&, const protocols::Schedule&);
};

/// Whether packets wait in an algorithm, by itself: never, since it says when each leaves; in
/// queues of which theory says what they hold whatever their depth; or in queues that must be large
/// enough.
enum class FatTreeQueues : std::uint8_t { kNone, kPredicted, kLarge };

struct FatTreeMethod {
  const FatTreeTask* task;
  FatTreeAlgorithm algorithm;
  /// Its word in scenarios; a few words for lists; and as in Explanation.
  const char* word;
  const char* sentence;
  std::string what, finish, range, source;
  FatTreeQueues queues;
  /// What every leaf sends and when, on full-duplex links.
  protocols::Schedule (*schedule)(const FatTreeScenario&, const FatTree&);
  /// What theory says of it, with room enough.
  theory::FatTreePrediction (*predict)(const FatTreeScenario&, const FatTree&);
  /// What the network lacks for it; nullptr: nothing.
  const char* (*misfit)(const FatTree&) = [](const FatTree&) -> const char* { return nullptr; };
  bool is_ordered = false;  ///< by the key `order`
  bool has_last = false;    ///< what each leaf got last is a figure

  std::string operation_word() const;
};

/// In the order of reports, those of an operation together.
const std::vector<FatTreeMethod>& fat_tree_methods();
const FatTreeMethod& method_of(FatTreeAlgorithm algorithm);
inline const FatTreeMethod& method_of(const FatTreeScenario& scenario) {
  return method_of(scenario.algorithm);
}

FatTreeOperation operation_of(FatTreeAlgorithm algorithm);
std::string word_of(FatTreeAlgorithm algorithm);
const std::vector<Choice<FatTreeOperation>>& fat_tree_operation_words();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_METHODS_H_
