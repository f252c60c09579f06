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

/// options.router_latency, options.link_latency and options.reaction. `pes_of`: of whatever network
/// the options are of.
Keys<TreeOptions> latency_keys(KnownPes (*pes_of)(const Known&));

/// The same keys where they are refused, with the reason: `why` follows the value.
Keys<TreeOptions> refused_latency_keys(const char* why);

/// What must hold between them, and between them and everything else.
Keys<TreeFile> latency_rules();

/// True where every router, link and PE takes one step.
bool is_unit(const TreeOptions& options);

/// A rule of any network of `pes` PEs, the reason or nothing: an answer leaves through the
/// registers that every relayed flit goes through.
std::string too_quick(const TreeOptions& options, Node pes);

}  // namespace language

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_TREE_LATENCY_KEYS_H_
