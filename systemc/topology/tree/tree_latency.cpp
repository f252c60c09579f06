// tree_latency.cpp: the rules that latencies of a tree keep, and the whole ways between the root
// and its PEs.
#include "systemc/topology/tree/tree_latency.h"

#include <algorithm>
#include <string>

namespace flitwise {
namespace {

void check_vector(const char* name, const std::vector<Step>& latencies, Node pes) {
  if (latencies.size() != index_of(pes))
    throw TopologyError(std::string(name) + " latencies must have one entry per PE: " +
                        std::to_string(pes) + ", got " + std::to_string(latencies.size()));
  for (std::size_t v = 0; v < latencies.size(); ++v) {
    if (latencies[v] < 1)
      throw TopologyError(std::string(name) + " latency of PE " + std::to_string(v) +
                          " must be at least 1, got " + std::to_string(latencies[v]));
  }
}

void check_root(const char* name, const std::vector<Step>& links) {
  if (links[0] != 1)
    throw TopologyError(std::string(name) +
                        " latency of PE 0 must be 1, because no link leads to the root from "
                        "above, got " +
                        std::to_string(links[0]));
}

bool all_one(const std::vector<Step>& latencies) {
  return std::all_of(latencies.begin(), latencies.end(), [](Step step) { return step == 1; });
}

/// `link` is the latency of the link between v and its parent, in the direction of the way.
template <typename Link>
std::vector<Step> whole_ways(const Tree& tree, const TreeLatency& latency, Link link) {
  latency.check(tree.size());
  std::vector<Step> lam(index_of(tree.size()), 0);
  for (const Node v : tree.depth_first()) {
    if (v == 0) continue;
    const Node parent = tree.parent(v);
    lam[index_of(v)] =
        lam[index_of(parent)] + (parent == 0 ? 0 : latency.router_of(parent)) + link(v) - 1;
  }
  return lam;
}

}  // namespace

TreeLatency TreeLatency::uniform(Node pes, Step router, Step link, Step reaction) {
  if (pes < 1) throw TopologyError("latencies need at least one PE, got " + std::to_string(pes));
  const std::size_t size = index_of(pes);
  TreeLatency latency;
  latency.router.assign(size, router);
  latency.reaction.assign(size, reaction);
  latency.down.assign(size, link);
  latency.up.assign(size, link);
  if (link >= 1) latency.down[0] = latency.up[0] = 1;
  latency.check(pes);
  return latency;
}

bool TreeLatency::is_unit() const {
  return all_one(router) && all_one(reaction) && all_one(down) && all_one(up);
}

std::vector<Step> TreeLatency::lam_down(const Tree& tree) const {
  return whole_ways(tree, *this, [&](Node v) { return down_to(v); });
}

std::vector<Step> TreeLatency::lam_up(const Tree& tree) const {
  return whole_ways(tree, *this, [&](Node v) { return up_from(v); });
}

void TreeLatency::check(Node pes) const {
  if (router.empty() && reaction.empty() && down.empty() && up.empty()) return;
  check_vector("router", router, pes);
  check_vector("reaction", reaction, pes);
  check_vector("down", down, pes);
  check_vector("up", up, pes);
  check_root("down", down);
  check_root("up", up);
}

}  // namespace flitwise
