// claim_selection.h: which claims the command line asks for.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_SELECTION_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_SELECTION_H_

#include <string>
#include <vector>

#include "sim/studies/claims/claim.h"

namespace flitwise {

/// The project's files of claims, in the order of the papers.
std::vector<std::string> claim_files();

/// What the command line asks for, by name; empty lists ask for all.
struct ClaimWishes {
  std::vector<std::string> papers;
  std::vector<std::string> ids;
  std::vector<std::string> sources;
};

/// Keeps the claims that are asked for; papers without a claim go. Returns a sentence about the
/// first name that nothing has, or about an id of two claims; empty if all is well.
std::string select_claims(std::vector<Paper>& papers, const ClaimWishes& wishes);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_SELECTION_H_
