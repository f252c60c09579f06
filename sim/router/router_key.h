// router_key.h: the key `router` of a scenario's network, and what predictions need of it.
#ifndef FLITWISE_SIM_ROUTER_ROUTER_KEY_H_
#define FLITWISE_SIM_ROUTER_ROUTER_KEY_H_

#include <memory>
#include <string>
#include <vector>

#include "sim/language/keys.h"
#include "systemc/network/own/router_description.h"

namespace flitwise {

/// A description of an own router of the family, read with all that it says.
language::Type own_router_type(own::Family family);

/// Why nothing can be predicted with its numbers; empty: it can.
std::string lacks_numbers(const own::RouterDescription& router);

/// All that a run of it depends on: the description and its sources.
std::vector<std::string> files_of(const own::RouterDescription& router);

}  // namespace flitwise

#endif  // FLITWISE_SIM_ROUTER_ROUTER_KEY_H_
