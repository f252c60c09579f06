// tree_methods.h: every algorithm on trees, one row each: words, explanation, PEs and theory.
#ifndef FLITWISE_SIM_FAMILIES_TREE_TREE_METHODS_H_
#define FLITWISE_SIM_FAMILIES_TREE_TREE_METHODS_H_

#include <string>
#include <vector>

#include "sim/families/tree/tree_scenario.h"
#include "sim/language/scenario.h"
#include "sim/run/family/explanation.h"
#include "systemc/protocols/pe_protocol.h"
#include "tb/theory/prediction.h"

namespace flitwise {

/// A scenario as formulas see it: in the numbers of a tree whose root is PE 0.
struct TreeTheory {
  TreeTheory(const TreeScenario& scenario, const PlacedTree& placed);

  const TreeScenario& scenario;
  const PlacedTree& placed;
  const Tree& tree;
  std::vector<Flits> lengths;
};

struct TreeMethod {
  TreeAlgorithm algorithm;
  TreeOperation operation;
  /// Its word in scenarios; a few words for lists; and as in Explanation.
  const char* word;
  const char* sentence;
  std::string what, finish, range, source;
  const char* first_phase;   ///< of its control flits, before the data; nullptr: it has none
  const char* no_all_ports;  ///< why it has no variant with a port per link; nullptr: it has one
  protocols::Protocols (*make_pes)(const TreeScenario&, const PlacedTree&);
  theory::Prediction (*predict)(const TreeTheory&);
  std::vector<LinkEvent> (*events)(const TreeTheory&, const theory::Prediction&);

  std::string operation_word() const;
};

/// Those on one tree, by operation.
const std::vector<TreeMethod>& tree_methods();
/// Errors: throws std::logic_error for TreeAlgorithm::kTimetable, which is not on one tree.
const TreeMethod& method_of(TreeAlgorithm algorithm);
/// The operation that an algorithm, also kTimetable, carries out.
TreeOperation operation_of(TreeAlgorithm algorithm);

/// What theory says of the scenario, in the numbers of the formulas.
theory::Prediction predict(const TreeScenario& scenario, const PlacedTree& tree);

/// Every link transfer that theory expects, in the user's numbers, sorted.
/// Shape: `prediction` is in the numbers of the formulas.
std::vector<LinkEvent> predict_events(const TreeScenario& scenario, const PlacedTree& tree,
                                      const theory::Prediction& prediction);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_TREE_METHODS_H_
