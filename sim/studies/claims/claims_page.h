// claims_page.h: decided claims as a page for browsers.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_CLAIMS_PAGE_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_CLAIMS_PAGE_H_

#include <string>
#include <vector>

#include "sim/run/runner.h"
#include "sim/studies/claims/claims_arguments.h"
#include "sim/studies/claims/report_claims.h"

namespace flitwise {

/// The text of a page with a table per paper. Each claim opens the case that shows its verdict,
/// which runs once more to be drawn, and lists all others.
/// Errors: throws Interrupted, std::system_error.
std::string claims_page(const std::vector<DecidedPaper>& papers, const ClaimsArguments& arguments,
                        Runner runner);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_CLAIMS_PAGE_H_
