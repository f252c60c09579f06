// report_suite.h: pages for browsers of many runs.
#ifndef FLITWISE_SIM_REPORT_PAGE_REPORT_SUITE_H_
#define FLITWISE_SIM_REPORT_PAGE_REPORT_SUITE_H_

#include <string>
#include <vector>

#include "sim/report/page/report_html.h"
#include "sim/run/process/parallel_runs.h"

namespace flitwise {

/// What a run of a suite shall leave for a page: its events, if they are few enough to be drawn.
RunRequest request_for_page();

/// Runs scenarios again for the sake of their events. Shape: a result per scenario.
/// Errors: throws Interrupted, std::system_error.
std::vector<Result> run_for_page(const std::vector<const Scenario*>& scenarios, Runner runner,
                                 const ParallelLimits& limits);

/// A page with one table, of the results, whose items follow. `command` are the words that write
/// it; `file` is where they do.
ReportPage page_of_runs(const std::string& title, const std::vector<Result>& results,
                        std::vector<std::string> command, const std::string& file);

/// The words and `--report FILE`, as one line.
std::string page_command(std::vector<std::string> words, const std::string& file);

/// A text without the end of its last line.
std::string one_line(std::string text);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_PAGE_REPORT_SUITE_H_
