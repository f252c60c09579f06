// report_html.h: runs as one page for browsers, which loads nothing from anywhere.
#ifndef FLITWISE_SIM_REPORT_HTML_H_
#define FLITWISE_SIM_REPORT_HTML_H_

#include <string>
#include <vector>

#include "sim/result.h"
#include "sim/scenario.h"
#include "sim/scenario_yaml.h"

namespace flitwise {

/// Events that a page holds of one run; more would make browsers slow.
inline constexpr std::size_t kMostReportedEvents = 400'000;

/// One run as the page needs it: a JSON object. The events of `result` must have been kept; what is
/// left out of them beyond kMostReportedEvents is said in a note. `command` reproduces the run.
std::string report_of_run(const Scenario& scenario, const Result& result,
                          const std::string& command);

/// The page, of at least one run: verdicts, checks with their sources, a diagram of space and time,
/// the network with the use of its links, step by step, and how to reproduce it.
std::string report_page(const std::vector<std::string>& runs);

/// The command line that runs a scenario file again, quoted for a shell.
std::string command_to_reproduce(const std::string& file, const std::vector<Setting>& settings);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_HTML_H_
