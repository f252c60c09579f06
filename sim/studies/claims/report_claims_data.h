// report_claims_data.h: decided claims for programs: JSON Lines and JUnit XML.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_REPORT_CLAIMS_DATA_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_REPORT_CLAIMS_DATA_H_

#include <string>
#include <vector>

#include "sim/studies/claims/report_claims.h"

namespace flitwise {

/// One line of JSON per claim with all its cases, each ending in a newline.
std::string claims_to_json(const DecidedPaper& paper);

/// A case per claim; a verdict that is not the expected one is a failure.
std::string claims_to_junit(const std::vector<DecidedPaper>& papers);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_REPORT_CLAIMS_DATA_H_
