// star_fault_options.h: the options of a scenario on a star graph that break something.
#ifndef FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_FAULT_OPTIONS_H_
#define FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_FAULT_OPTIONS_H_

#include "sim/families/star/language/star_draft.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// Reads `faults`, `corrupt`, `liars` and `skew`. Bits of flits beyond `options.flits` are refused.
/// Shape:  `section` is the map of the options; `options.flits` has been read.
/// Errors: adds a ConfigError for each rule that is broken.
void read_star_faults(const Value& section, const StarDraft& draft, StarOptions& options,
                      ErrorList& errors);

/// The rules on which faults go together, and with which operation.
/// Errors: adds a ConfigError for each rule that is broken.
void check_star_faults(const Value& section, const StarDraft& draft, const StarOptions& options,
                       ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_FAULT_OPTIONS_H_
