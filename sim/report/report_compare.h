// report_compare.h: the table of `flitwise compare`.
#ifndef FLITWISE_SIM_REPORT_REPORT_COMPARE_H_
#define FLITWISE_SIM_REPORT_REPORT_COMPARE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "sim/report/report_columns.h"
#include "sim/report/report_table.h"
#include "sim/run/family/compare.h"
#include "sim/run/figures/result.h"

namespace flitwise {

/// What came out of one variant.
struct ComparedRun {
  std::string label;
  Origin origin = Origin::kAlternative;
  std::vector<double> costs;  ///< as Family::costs says
  Result result;
  std::size_t variant = 0;  ///< its place among those that ran
};

/// Puts the best first: runs that passed by their costs; after them those that failed, and last
/// those that did not end, whose figures mean nothing. Equals stay in the order in which they were.
void sort_best_first(std::vector<ComparedRun>& runs);

std::vector<Result> results_of(const std::vector<ComparedRun>& runs);

/// The columns of the table below.
std::vector<TextColumn> comparison_columns(const std::vector<ComparedRun>& runs);

/// One aligned row per run in the given order. The scenario's own variant is marked with '*';
/// networks have a column if there are several.
std::string render_comparison(const std::vector<ComparedRun>& runs, Colour colour,
                              std::size_t width = 0);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_REPORT_COMPARE_H_
