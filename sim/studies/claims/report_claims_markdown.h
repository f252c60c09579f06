// report_claims_markdown.h: decided claims as a document.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_REPORT_CLAIMS_MARKDOWN_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_REPORT_CLAIMS_MARKDOWN_H_

#include <string>
#include <vector>

#include "sim/studies/claims/claim_decision.h"

namespace flitwise {

/// Totals, then for each paper a table of its claims, what it says beside what was measured, and a
/// table of our own results. The same verdicts and figures give the same bytes.
std::string claims_to_markdown(const std::vector<DecidedPaper>& papers);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_REPORT_CLAIMS_MARKDOWN_H_
