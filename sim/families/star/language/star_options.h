// star_options.h: the `options` section of a scenario on a star graph.
#ifndef FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_OPTIONS_H_
#define FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_OPTIONS_H_

#include "sim/families/star/language/star_draft.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// Reads the section into `common` and `options`, and checks each option against the draft.
/// Errors: adds a ConfigError for each rule that is broken.
void read_star_options(const Value& section, const StarDraft& draft, Options& common,
                       StarOptions& options, ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_OPTIONS_H_
