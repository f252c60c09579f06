// torus_draft.h: what is known of a scenario on a torus while it is read.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_DRAFT_H_
#define FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_DRAFT_H_

#include <optional>

#include "sim/families/torus/torus_scenario.h"
#include "sim/language/scenario.h"
#include "systemc/topology/torus/torus.h"

namespace flitwise {

/// Empty where it was wrong, so that one mistake is not reported a second time by the rules that
/// depend on it.
struct TorusDraft {
  std::optional<Torus> torus;
  std::optional<Operation> operation;
  std::optional<TorusAlgorithm> algorithm;
  std::optional<Node> root;
  std::optional<Flits> length;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_DRAFT_H_
