// claim_reader.h: a file of claims in, a Paper or all its mistakes out.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_READER_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_READER_H_

#include <optional>
#include <string>
#include <vector>

#include "sim/language/scenario_error.h"
#include "sim/studies/claims/claim.h"

namespace flitwise {

/// Reads a file of claims. sim/claims/README.md describes the format.
/// Errors: adds a ConfigError for each mistake; then nothing is returned.
std::optional<Paper> read_paper(const std::string& file, ErrorList& errors);

/// The same for a text; `file` is the name that errors show and that file names in it are relative
/// to.
std::optional<Paper> read_paper_text(const std::string& text, const std::string& file,
                                     ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_READER_H_
