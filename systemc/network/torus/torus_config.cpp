#include "systemc/network/torus/torus_config.h"

#include <fmt/format.h>

namespace flitwise {

void check_config(const TorusNetworkConfig& config) {
  if (config.lanes < 1 || config.lanes > kMaxTorusLanes)
    throw TopologyError(fmt::format("a channel of a torus has 1 to {} lanes, got {}",
                                    kMaxTorusLanes, config.lanes));
  if (config.depth < 1 || config.depth > kMaxTorusDepth)
    throw TopologyError(fmt::format("a queue of a torus router holds 1 to {} flits, got {}",
                                    kMaxTorusDepth, config.depth));
}

std::string shape_text(int dimensions, const TorusNetworkConfig& config) {
  const auto counted = [](std::int64_t count, const char* noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
  };
  return fmt::format("({}, {}, depth {})", counted(dimensions, "dimension"),
                     counted(config.lanes, "lane"), config.depth);
}

std::vector<std::string> torus_node_names(const Torus& torus) {
  std::vector<std::string> names;
  for (Node v = 0; v < torus.size(); ++v)
    names.push_back(fmt::format("PE {} {}", v, torus.name(v)));
  return names;
}

}  // namespace flitwise
