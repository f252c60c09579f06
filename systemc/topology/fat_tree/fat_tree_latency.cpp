// fat_tree_latency.cpp: the whole ways of packets in a fat tree, and what latencies there may be.
#include "systemc/topology/fat_tree/fat_tree_latency.h"

#include <algorithm>
#include <string>

#include "systemc/topology/tree/tree.h"

namespace flitwise {
namespace {

void check_step(const char* name, Step value) {
  if (value < 1)
    throw TopologyError(std::string(name) + " latency must be at least 1, got " +
                        std::to_string(value));
}

}  // namespace

bool FatTreeLatency::is_unit() const {
  return router == 1 && credit == 1 &&
         std::all_of(link.begin(), link.end(), [](Step step) { return step == 1; });
}

Step FatTreeLatency::whole_way(int level) const {
  if (level == 0) return 0;
  Step steps = (2 * Step{level} - 1) * router;
  for (int branch = 1; branch <= level; ++branch) steps += 2 * (link_of(branch) - 1);
  return steps;
}

void FatTreeLatency::check(int levels) const {
  check_step("router", router);
  check_step("credit", credit);
  if (!link.empty() && link.size() != index_of(levels))
    throw TopologyError("link latencies must have one entry per branch: " + std::to_string(levels) +
                        ", got " + std::to_string(link.size()));
  for (const Step step : link) check_step("link", step);
}

}  // namespace flitwise
