// hypercube_language.h: hypercubes in the scenario language.
#ifndef HYPERCUBE_LANGUAGE_H_
#define HYPERCUBE_LANGUAGE_H_

#include <flitwise/family.h>

namespace hypercube_flitwise {

/// Every key of a scenario on a hypercube: reader, schema and `list` are made of it.
const flitwise::language::Table& cube_language();

/// Errors: adds a ConfigError for each rule that is broken; then `scenario` is not used.
void read_cube_scenario(const flitwise::Value& root, flitwise::Scenario& scenario,
                        flitwise::ErrorList& errors);

}  // namespace hypercube_flitwise

#endif  // HYPERCUBE_LANGUAGE_H_
