// torus_options.h: the `options` section of a scenario on a torus.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_OPTIONS_H_
#define FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_OPTIONS_H_

#include "sim/families/torus/language/torus_draft.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// The longest overhead of a PE, in steps.
inline constexpr Step kMostOverhead = 1'000'000;

/// Largest torus whose SystemVerilog top is offered: it compiles in a minute or so.
inline constexpr Node kMostElaboratedNodes = 64;

/// Reads the section into `common`, `torus.options` and `torus.order`, which stays as it is without
/// `dimension_order`, and checks each option against the draft.
/// Errors: adds a ConfigError for each rule that is broken.
void read_torus_options(const Value& section, const TorusDraft& draft, Options& common,
                        TorusScenario& torus, ErrorList& errors);

/// Refuses keys that the operation does not have: those of the other operation with its name, any
/// other as unknown. Shape: `section` is a map.
/// Errors: adds a ConfigError for each.
void check_torus_option_keys(const Value& section, Operation operation, ErrorList& errors);

/// The options of any operation: lanes, their depth and rule, order of dimensions, build and the
/// other common ones, faults. Shape: `section` is a map.
/// Errors: as above.
void read_torus_network_options(const Value& section, const TorusDraft& draft, Options& common,
                                TorusScenario& torus, ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_OPTIONS_H_
