// torus_latency_keys.h: the options that say how many steps routers, links and credits take, on
// tori and meshes.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_LATENCY_KEYS_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_LATENCY_KEYS_H_

#include <string>

#include "sim/families/torus/torus_scenario.h"
#include "sim/families/torus/worm_keys.h"
#include "sim/language/keys.h"

namespace flitwise {

/// "pipeline rc va, link latency 2"; empty where a hop takes one step and a credit another.
std::string latency_text(const TorusLatency& latency);

namespace language {

/// options.pipeline, options.link_latency and options.credit_latency, and a refusal of what trees
/// have in their place.
Keys<TorusOptions> torus_latency_keys(const WormFamily& family);

/// The same keys where they are refused: under schedules and traffic of one's own.
Keys<TorusOptions> refused_torus_latency_keys();

}  // namespace language

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_LATENCY_KEYS_H_
