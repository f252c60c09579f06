// tree_latency_keys.h: the options that say how many steps routers, links and PEs of a tree take.
#ifndef FLITWISE_SIM_FAMILIES_TREE_TREE_LATENCY_KEYS_H_
#define FLITWISE_SIM_FAMILIES_TREE_TREE_LATENCY_KEYS_H_

#include <string>

#include "sim/families/tree/tree_language.h"
#include "sim/families/tree/tree_scenario.h"
#include "sim/language/keys.h"

namespace flitwise {

/// "router latency 3, link latency by PE"; empty where everything takes one step.
std::string latency_text(const TreeOptions& options);

namespace language {

/// options.router_latency, options.link_latency and options.reaction.
Keys<TreeOptions> latency_keys();

/// The same keys where they are refused, with the reason: `why` follows the value.
Keys<TreeOptions> refused_latency_keys(const char* why);

/// What must hold between them, and between them and everything else. `structural_lag` is for
/// check_certified_lag.
Keys<TreeFile> latency_rules();

}  // namespace language

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_TREE_LATENCY_KEYS_H_
