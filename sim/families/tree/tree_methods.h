// tree_methods.h: every algorithm on trees, one row each: words, explanation, PEs and theory.
#ifndef FLITWISE_SIM_FAMILIES_TREE_TREE_METHODS_H_
#define FLITWISE_SIM_FAMILIES_TREE_TREE_METHODS_H_

#include <string>
#include <utility>
#include <vector>

#include "sim/families/tree/tree_scenario.h"
#include "sim/language/scenario.h"
#include "sim/run/family/explanation.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/certification_variant.h"
#include "tb/theory/events.h"
#include "tb/theory/prediction.h"
#include "tb/theory/tree/certification_theory.h"

namespace flitwise {

/// A scenario as formulas see it: in the numbers of a tree whose root is PE 0.
struct TreeTheory {
  TreeTheory(const TreeScenario& scenario, const PlacedTree& placed);

  const TreeScenario& scenario;
  const PlacedTree& placed;
  const Tree& tree;
  std::vector<Flits> lengths;
  TreeLatency latency;
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
  void (*visit_events)(const TreeTheory&, const theory::Prediction&, const theory::TakeEvent&);

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

/// Hands on every link transfer that theory expects, in the user's numbers.
/// Shape: `prediction` is in the numbers of the formulas.
void visit_predicted_events(const TreeScenario& scenario, const PlacedTree& tree,
                            const theory::Prediction& prediction, const theory::TakeEvent& take);

// One scenario's options in the words of the theory and of the protocols. They share no code, so
// each has enums of its own; that they list the same things in the same order is checked here.

template <class Rule>
constexpr Rule rule_as(CertificationRule rule) {
  static_assert(static_cast<int>(Rule::kPaper) == static_cast<int>(CertificationRule::kPaper));
  static_assert(static_cast<int>(Rule::kTight) == static_cast<int>(CertificationRule::kTight));
  static_assert(static_cast<int>(Rule::kSkip) == static_cast<int>(CertificationRule::kSkip));
  static_assert(static_cast<int>(Rule::kPosIdx) == static_cast<int>(CertificationRule::kPosIdx));
  static_assert(static_cast<int>(Rule::kPos) == static_cast<int>(CertificationRule::kPos));
  static_assert(static_cast<int>(Rule::kPrinted) == static_cast<int>(CertificationRule::kPrinted));
  return static_cast<Rule>(rule);
}

template <class OtherSync>
constexpr OtherSync sync_as(Sync sync) {
  static_assert(static_cast<int>(OtherSync::kSeq) == static_cast<int>(Sync::kSeq));
  static_assert(static_cast<int>(OtherSync::kMirror) == static_cast<int>(Sync::kMirror));
  static_assert(static_cast<int>(OtherSync::kSlot) == static_cast<int>(Sync::kSlot));
  static_assert(static_cast<int>(OtherSync::kSlotIndex) == static_cast<int>(Sync::kSlotIndex));
  return static_cast<OtherSync>(sync);
}

template <class Cost>
constexpr Cost sort_cost_as(SortCost cost) {
  static_assert(static_cast<int>(Cost::kZero) == static_cast<int>(SortCost::kZero));
  static_assert(static_cast<int>(Cost::kOne) == static_cast<int>(SortCost::kOne));
  static_assert(static_cast<int>(Cost::kDegree) == static_cast<int>(SortCost::kDegree));
  static_assert(static_cast<int>(Cost::kDegreeLog) == static_cast<int>(SortCost::kDegreeLog));
  return static_cast<Cost>(cost);
}

template <class OtherPrinted>
constexpr OtherPrinted printed_as(const Printed& printed) {
  return {printed.limit, printed.order, printed.root};
}

template <class OtherPorts>
constexpr OtherPorts ports_as(Ports ports) {
  static_assert(static_cast<int>(OtherPorts::kSingle) == static_cast<int>(Ports::kSingle));
  static_assert(static_cast<int>(OtherPorts::kMulti) == static_cast<int>(Ports::kMulti));
  return static_cast<OtherPorts>(ports);
}

inline theory::Pace theory_pace(const TreeOptions& options) {
  return {options.setup, options.flit_time};
}

inline protocols::Pace protocol_pace(const TreeOptions& options) {
  return {options.setup, options.flit_time};
}

inline theory::CertificationVariant theory_variant(const TreeOptions& options,
                                                   TreeLatency latency = {}) {
  return {rule_as<theory::Rule>(options.rule),
          sync_as<theory::Sync>(options.sync),
          sort_cost_as<theory::SortCost>(options.sort_cost),
          ports_as<theory::Ports>(options.ports),
          printed_as<theory::Printed>(options.printed),
          theory_pace(options),
          std::move(latency)};
}

inline protocols::CertificationVariant protocol_variant(const TreeOptions& options) {
  return {rule_as<protocols::LagRule>(options.rule),
          sync_as<protocols::Sync>(options.sync),
          sort_cost_as<protocols::SortCost>(options.sort_cost),
          ports_as<protocols::Ports>(options.ports),
          printed_as<protocols::Printed>(options.printed),
          protocol_pace(options)};
}

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_TREE_METHODS_H_
