// torus_config.h: what both ways to build a torus's network share, for adapters only.
#ifndef FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_CONFIG_H_
#define FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_CONFIG_H_

#include <string>

#include "systemc/network/torus/torus_routers.h"

namespace flitwise {

/// Errors: throws TopologyError as assemble_torus.
void check_config(const TorusNetworkConfig& config);

/// "(2 dimensions, 2 lanes, depth 8)": for messages about a model.
std::string shape_text(int dimensions, const TorusNetworkConfig& config);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_CONFIG_H_
