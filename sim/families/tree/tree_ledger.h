// tree_ledger.h: the figures of a run on a tree, named and in the order of the reports.
#ifndef FLITWISE_SIM_FAMILIES_TREE_TREE_LEDGER_H_
#define FLITWISE_SIM_FAMILIES_TREE_TREE_LEDGER_H_

#include <optional>
#include <vector>

#include "sim/families/tree/tree_scenario.h"
#include "sim/language/scenario.h"
#include "sim/run/family/phase.h"
#include "sim/run/figures/figure.h"
#include "sim/run/figures/result.h"
#include "systemc/topology/tree/placed_tree.h"
#include "tb/check/tree/tree_meter.h"
#include "tb/theory/prediction.h"

namespace flitwise {

/// `dispatch` by PE, empty where a PE sends no message (in a broadcast: where it gets no copy); for
/// certification also `t_sync` and, by PE, `lag`, `stream` and `order_value`.
Figures measured_figures(TreeAlgorithm algorithm, const check::TreeMeter& meter);
PredictedFigures predicted_figures(TreeAlgorithm algorithm, const theory::Prediction& prediction);

/// The prediction in the user's numbers.
theory::Prediction in_nodes(const PlacedTree& tree, theory::Prediction prediction);

/// The names alone: what a run has that broke off.
Figure::Members blank_figures(TreeAlgorithm algorithm);

/// The prediction's sources, in the order of the checks.
std::vector<theory::Source> sources_of(const theory::Prediction& prediction);

/// Where the run goes from one thing to the next; see Family.
Phases tree_phases(const Scenario& scenario, const Result& result);

/// The first step of a message, of the figure "dispatch"; empty if nothing was sent.
std::optional<Step> first_dispatch(const Result& result);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_TREE_LEDGER_H_
