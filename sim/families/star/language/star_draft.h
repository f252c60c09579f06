// star_draft.h: what is known of a scenario on a star graph while it is read.
#ifndef FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_DRAFT_H_
#define FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_DRAFT_H_

#include <optional>

#include "sim/families/star/star_scenario.h"
#include "sim/language/scenario.h"
#include "systemc/topology/star/star_graph.h"

namespace flitwise {

/// Empty where it was wrong, so that one mistake is not reported a second time by the rules that
/// depend on it.
struct StarDraft {
  std::optional<StarGraph> graph;
  std::optional<Operation> operation;
  std::optional<StarAlgorithm> algorithm;
  std::optional<Node> root;  ///< kNoNode where there is none
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_DRAFT_H_
