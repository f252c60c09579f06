// fat_tree_ledger.h: what a run on a fat tree showed: its figures, checks and notes.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_LEDGER_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_LEDGER_H_

#include <string>
#include <vector>

#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "sim/run/figures/ledger.h"
#include "systemc/network/fat_tree/fat_tree_routers.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "tb/check/fat_tree/fat_tree_meter.h"
#include "tb/check/verdict.h"
#include "tb/theory/fat_tree/fat_tree_prediction.h"

namespace flitwise {

/// Everything that one run showed, and what theory says of it.
struct FatTreeFindings {
  const FatTreeScenario& scenario;
  const FatTree& tree;
  const check::FatTreeMeter& meter;
  const FatTreeOccupancy& occupancy;
  const theory::FatTreePrediction& prediction;
  bool shows_arrivals = true;                  ///< among the figures; they are checked in any case
  const check::FloodQueues* queues = nullptr;  ///< of a multinode flood only
};

/// `wait` (the largest of all outputs), `max_wait` and `max_stored` as {level: {up, down}}, and
/// `arrivals` by leaf; of a multinode flood `last`, by leaf the packet that it received last.
Ledger fat_tree_ledger(const FatTreeFindings& findings);
/// The names alone: what a run has that broke off.
Figure::Members blank_fat_tree_figures(const FatTreeScenario& scenario);

/// What is compared beside the figures: whether packets waited where the criterion of the static
/// checker says so, whether a schedule that must need no queue has conflicts, links not overfull,
/// and arrivals that are not shown.
std::vector<check::Check> fat_tree_checks(const FatTreeFindings& findings);

/// The first conflicts that the criterion finds in the schedule, one sentence each.
std::vector<std::string> fat_tree_conflicts(const FatTreeFindings& findings);

/// Whether theory says every flit on every link in every step.
bool says_events(const theory::FatTreePrediction& prediction);

/// What theory does not say of this run, and why.
std::vector<std::string> fat_tree_notes(const FatTreeFindings& findings);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_LEDGER_H_
