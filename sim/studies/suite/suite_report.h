// suite_report.h: the results of a suite for CI servers.
#ifndef FLITWISE_SIM_STUDIES_SUITE_SUITE_REPORT_H_
#define FLITWISE_SIM_STUDIES_SUITE_SUITE_REPORT_H_

#include <string>
#include <vector>

#include "sim/language/scenario_yaml.h"
#include "sim/report/report_junit.h"
#include "sim/run/figures/result.h"

namespace flitwise {

/// "lengths.seed 1, network.seed 4": every seed of a scenario; empty where nothing is drawn.
std::string seeds_of(const YamlNode& scenario);

/// Shape: `values` is what the scenario was read from; `attachments` are files.
JunitCase junit_case(const Result& result, const YamlNode& values,
                     const std::vector<std::string>& attachments);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SUITE_SUITE_REPORT_H_
