// fat_tree_setup.h: prediction, schedule and network of a scenario on a fat tree.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_SETUP_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_SETUP_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "systemc/network/fat_tree/fat_tree_routers.h"
#include "systemc/protocols/fat_tree/schedule.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "tb/check/fat_tree/leaf_scoreboard.h"
#include "tb/theory/fat_tree/fat_tree_prediction.h"

namespace flitwise {

/// Flits of all messages.
Flits flits_of(const FatTreeScenario& scenario);

/// What theory says of the scenario: of figures that small queues change nothing.
theory::FatTreePrediction predict(const FatTreeScenario& scenario, const FatTree& tree);
/// Whether queues of the scenario's depth may change figures that theory says of larger ones.
bool is_short_of_room(const FatTreeScenario& scenario, const FatTree& tree,
                      const theory::FatTreePrediction& prediction);

/// What every leaf sends and when.
protocols::Schedule make_schedule(const FatTreeScenario& scenario, const FatTree& tree);
/// The leaves' protocols, with the faults that the scenario asks for.
protocols::Protocols make_protocols(const FatTreeScenario& scenario, const FatTree& tree);

/// What must be delivered where.
std::vector<check::LeafDue> expected_deliveries(const FatTreeScenario& scenario,
                                                const FatTree& tree);

/// Packets that an output of a node of level i may ever have to hold, entries 0 to L.
std::vector<std::int64_t> room_needed(const FatTreeScenario& scenario, const FatTree& tree);

/// Whether the RTL shall report and assert that no packet waits.
bool runs_scheduled(const FatTreeScenario& scenario, const theory::FatTreePrediction& prediction);

/// Shape: `idle`, `checkers`, `form` and `waves` are left to the caller.
FatTreeNetworkConfig network_config(const FatTreeScenario& scenario, const FatTree& tree,
                                    const theory::FatTreePrediction& prediction);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_SETUP_H_
