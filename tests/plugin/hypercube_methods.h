// hypercube_methods.h: a scenario on a hypercube, and every algorithm once, as a row.
#ifndef HYPERCUBE_METHODS_H_
#define HYPERCUBE_METHODS_H_

#include <flitwise/family.h>

#include <any>
#include <cstddef>
#include <vector>

#include "hypercube_theory.h"
#include "hypercube_topology.h"

namespace hypercube_flitwise {

enum class CubeOperation : std::uint8_t { kBroadcast, kScatter };
const std::vector<flitwise::Choice<CubeOperation>>& cube_operations();

/// What a scenario says, beside what all scenarios have.
struct CubeScenario {
  int dimensions = 1;
  std::size_t method = 0;  ///< a row of methods()
  Node root = 0;
  Flits length = 1;  ///< flits of a message
  flitwise::PeFault fault;

  Cube cube() const { return {dimensions, root}; }
};

struct Method {
  CubeOperation operation;
  const char* word;      ///< in scenarios
  const char* sentence;  ///< in `list`
  const char* what;      ///< in `explain`, like the next
  const char* finish;
  flitwise::protocols::Protocols (*make)(const Cube&, Flits);
  Prediction (*predict)(const Cube&, Flits);
};

/// An operation's default first.
const std::vector<Method>& methods();

inline const Method& method_of(const CubeScenario& scenario) {
  return methods().at(scenario.method);
}

/// Errors: throws std::bad_any_cast for a scenario of another family.
inline const CubeScenario& cube_of(const flitwise::Scenario& scenario) {
  return std::any_cast<const CubeScenario&>(scenario.system);
}

}  // namespace hypercube_flitwise

#endif  // HYPERCUBE_METHODS_H_
