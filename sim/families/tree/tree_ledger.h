// tree_ledger.h: the figures of a run on a tree, named and in the order of the reports.
#ifndef FLITWISE_SIM_FAMILIES_TREE_TREE_LEDGER_H_
#define FLITWISE_SIM_FAMILIES_TREE_TREE_LEDGER_H_

#include <optional>

#include "sim/families/tree/tree_scenario.h"
#include "sim/language/scenario.h"
#include "sim/run/family/phase.h"
#include "sim/run/figures/figure.h"
#include "sim/run/figures/ledger.h"
#include "sim/run/figures/result.h"
#include "systemc/topology/tree/tree.h"
#include "tb/check/message_meter.h"
#include "tb/theory/prediction.h"
#include "tb/theory/tree/printed_certification.h"

namespace flitwise {

/// What is known when a run is over.
struct TreeFindings {
  const TreeScenario& scenario;
  const PlacedTree& tree;
  const check::MessageMeter& meter;
  const theory::Prediction& prediction;                ///< in the numbers of the formulas
  std::optional<theory::TreeConflict> met = {};        ///< rule printed: the first flits that did
  std::optional<theory::TreeConflict> must_meet = {};  ///< and those that must, in its words
};

/// `dispatch` by PE, empty where a PE sends no message (in a broadcast: where it gets no copy); for
/// certification also `t_sync` and, by PE, `lag`, `stream` and `order_value`; with rule printed
/// `conflict`. Where flits must meet, nothing is predicted but that and `t_sync`.
Ledger tree_ledger(const TreeFindings& findings);

/// The names alone: what a run has that broke off.
Figure::Members blank_figures(const TreeScenario& scenario);

/// Where the run goes from one thing to the next; see Family.
Phases tree_phases(const Scenario& scenario, const Result& result);

/// The first step of a message, of the figure "dispatch"; empty if nothing was sent.
std::optional<Step> first_dispatch(const Result& result);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_TREE_LEDGER_H_
