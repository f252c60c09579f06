// claim_selection.h: which claims the command line asks for.
#ifndef FLITWISE_SIM_CLAIMS_CLAIM_SELECTION_H_
#define FLITWISE_SIM_CLAIMS_CLAIM_SELECTION_H_

#include <string>
#include <vector>

#include "sim/claims/claim.h"

namespace flitwise {

/// The project's files of claims, in the order of the papers.
std::vector<std::string> claim_files();

/// Keeps the papers and claims of these names, all where none is given; papers without a claim go.
/// Returns a sentence about the first name that nothing has, or about an id of two claims; empty if
/// all is well.
std::string select_claims(std::vector<Paper>& papers, const std::vector<std::string>& names,
                          const std::vector<std::string>& ids);

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLAIMS_CLAIM_SELECTION_H_
