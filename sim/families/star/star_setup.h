// star_setup.h: trees, PEs and routers of a scenario on a star graph.
#ifndef FLITWISE_SIM_FAMILIES_STAR_STAR_SETUP_H_
#define FLITWISE_SIM_FAMILIES_STAR_STAR_SETUP_H_

#include <memory>
#include <vector>

#include "sim/families/star/star_scenario.h"
#include "sim/language/scenario.h"
#include "systemc/network/star/star_routers.h"
#include "systemc/protocols/star/star_protocols.h"
#include "tb/check/star/star_flits.h"
#include "tb/theory/star/star_faults.h"
#include "tb/theory/star/star_timed_walk.h"

namespace flitwise {

std::shared_ptr<const StarTrees> make_trees(const StarScenario& star);
theory::StarTraffic traffic_of(const StarScenario& star);
theory::StarFaults deaths_of(const StarScenario& star);
theory::StarWait wait_of(const StarScenario& star);  ///< which has a time-out

/// Cycles that each PE starts late; empty: all start together.
protocols::StarSkews skews_of(const StarScenario& star, Node nodes);

/// The PEs' protocols, and those of them that are honest, to ask what they believe.
struct StarPeSet {
  protocols::Protocols all;
  std::vector<const protocols::StarPe*> honest;
};
StarPeSet make_star_pes(const StarScenario& star, std::shared_ptr<const StarTrees> trees);

/// Shape: `idle`, `checkers`, `form` and `waves` are left to the caller.
StarNetworkConfig star_network_config(const Scenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_STAR_SETUP_H_
