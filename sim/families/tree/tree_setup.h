// tree_setup.h: prediction and PEs of a scenario on a tree.
#ifndef FLITWISE_SIM_FAMILIES_TREE_TREE_SETUP_H_
#define FLITWISE_SIM_FAMILIES_TREE_TREE_SETUP_H_

#include <vector>

#include "sim/families/tree/tree_scenario.h"
#include "systemc/protocols/tree/tree_protocols.h"
#include "systemc/topology/tree/placed_tree.h"
#include "tb/check/tree/scoreboard.h"
#include "tb/theory/prediction.h"

namespace flitwise {

/// What theory says of the scenario, in the numbers of the formulas.
theory::Prediction predict(const TreeScenario& scenario, const PlacedTree& tree);

/// Every link transfer that theory expects, in the user's numbers, sorted.
/// Shape: `prediction` is in the numbers of the formulas.
std::vector<LinkEvent> predict_events(const TreeScenario& scenario, const PlacedTree& tree,
                                      const theory::Prediction& prediction);

/// The PEs' protocols, with the faults that the scenario asks for.
protocols::Protocols make_protocols(const TreeScenario& scenario, const PlacedTree& tree);

/// What must be delivered where.
std::vector<check::ExpectedMessage> expected_messages(const TreeScenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_TREE_SETUP_H_
