// sweep_page.h: the results of a sweep as a page for browsers.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_PAGE_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_PAGE_H_

#include <string>
#include <vector>

#include "sim/run/runner.h"
#include "sim/studies/sweep/sweep_arguments.h"
#include "sim/studies/sweep/sweep_report.h"

namespace flitwise {

/// The text of a page with the sweep's plots, its table and all points. Those of few flits run once
/// more to be drawn: the page is the same whether or not results are from an earlier sweep.
/// Errors: throws Interrupted, std::system_error.
std::string sweep_page(const SweepResults& results, const SweepArguments& arguments, Runner runner);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_PAGE_H_
