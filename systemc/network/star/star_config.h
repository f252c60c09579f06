// star_config.h: what both ways to build a star graph's network share, for adapters only.
#ifndef FLITWISE_SYSTEMC_NETWORK_STAR_STAR_CONFIG_H_
#define FLITWISE_SYSTEMC_NETWORK_STAR_STAR_CONFIG_H_

#include <string>
#include <vector>

#include "systemc/network/star/star_routers.h"

namespace flitwise {

/// Errors: throws TopologyError as assemble_star.
void check_config(const StarGraph& graph, const StarNetworkConfig& config);

/// The model of a module with the parameters of a router.
ModelRequest star_request(const char* module, const StarGraph& graph,
                          const StarNetworkConfig& config);

/// Sets the pins that choose rule and schedule.
void drive_config(const ModelInstance& instance, const StarNetworkConfig& config);

/// "own 2" of the PE's ports, then "dimension 2" of the links.
std::vector<std::string> star_lane_names(const StarGraph& graph);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_STAR_STAR_CONFIG_H_
