#include "systemc/network/star/star_config.h"

#include <fmt/format.h>

#include "systemc/topology/tree/tree.h"

namespace flitwise {

void check_config(const StarGraph& graph, const StarNetworkConfig& config) {
  if (graph.order() > kMostStarOrder)
    throw TopologyError(fmt::format("star graphs have routers up to order {}, got {}",
                                    kMostStarOrder, graph.order()));
  if (config.flits < 1 || config.flits > kMostStarFlits)
    throw TopologyError(fmt::format("a packet of a star graph has 1 to {} flits, got {}",
                                    kMostStarFlits, config.flits));
  if (config.slots < 1 || config.slots > kMostStarSlots)
    throw TopologyError(
        fmt::format("an input of a star graph's router holds 1 to {} packets, got "
                    "{}",
                    kMostStarSlots, config.slots));
  check_faults(graph, config.faults);
}

ModelRequest star_request(const char* module, const StarGraph& graph,
                          const StarNetworkConfig& config) {
  return {module,
          {fmt::format("Order={}", graph.order()), fmt::format("Flits={}", config.flits),
           fmt::format("Slots={}", config.slots),
           fmt::format("Tables={}", static_cast<int>(config.next_hops))},
          flavour_for(config),
          {},
          "clk_i",
          fmt::format("(order {}, {} flit{}, {} slot{}{})", graph.order(), config.flits,
                      config.flits == 1 ? "" : "s", config.slots, config.slots == 1 ? "" : "s",
                      config.next_hops == StarNextHops::kTables ? ", table" : "")};
}

void drive_config(const ModelInstance& instance, const StarNetworkConfig& config) {
  instance.drive("rule_i", static_cast<std::uint64_t>(config.rule));
  instance.drive("scheduled_i", config.scheduled ? 1 : 0);
}

std::vector<std::string> star_lane_names(const StarGraph& graph) {
  std::vector<std::string> names;
  for (int d = 2; d <= graph.order(); ++d) names.push_back(fmt::format("own {}", d));
  for (int d = 2; d <= graph.order(); ++d) names.push_back(fmt::format("dimension {}", d));
  return names;
}

std::vector<std::string> star_node_names(const StarGraph& graph) {
  std::vector<std::string> names;
  for (Node v = 0; v < graph.size(); ++v)
    names.push_back(fmt::format("PE {} ({})", v, fmt::join(graph.permutation(v), ", ")));
  return names;
}

}  // namespace flitwise
