// cover_ledger.h: the figures of a run over a cover, named and in the order of the reports.
#ifndef FLITWISE_SIM_FAMILIES_COVER_COVER_LEDGER_H_
#define FLITWISE_SIM_FAMILIES_COVER_COVER_LEDGER_H_

#include <vector>

#include "sim/families/cover/cover_methods.h"
#include "sim/families/tree/tree_scenario.h"
#include "sim/language/scenario.h"
#include "sim/run/family/phase.h"
#include "sim/run/figures/figure.h"
#include "sim/run/figures/ledger.h"
#include "sim/run/figures/result.h"
#include "systemc/topology/cover/cover.h"
#include "systemc/topology/cover/cover_allocation.h"
#include "tb/check/cover/cover_meter.h"
#include "tb/theory/cover/cover_theory.h"

namespace flitwise {

/// `dispatch` by PE, for certification also `t_sync`; and `trees`, an entry per tree: `flits`
/// delivered, `root_loads` (message flits over the links of the root, by the PE at the other end),
/// `finish` and `quiesce`, for certification also `t_sync` and, by PE, `lag`, `stream` and
/// `order_value`. A tree of the root alone has no `t_sync`.
Ledger cover_ledger(const CoverCase& over, const check::CoverMeter& meter,
                    const theory::CoverPrediction& prediction);

/// The names alone: what a run has that broke off.
Figure::Members blank_cover_figures(TreeAlgorithm algorithm);

/// What is known of the trees before anything runs: `trees`, an entry per tree with `root_links`
/// (the PEs at their other ends), `pes`, `height` and `flits` of the messages allocated to it.
Figure::Members facts_of(const Cover& cover, const std::vector<Flits>& lengths,
                         const Allocation& allocation);

/// Where the run goes from one thing to the next; see Family.
Phases cover_phases(const Scenario& scenario, const Result& result);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_COVER_COVER_LEDGER_H_
