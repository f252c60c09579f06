// fat_tree_sites.cpp: wires, names and rules of configurations.
#include "systemc/network/fat_tree/fat_tree_sites.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace flitwise {
namespace {

// First lane of the links up: the ports of a leaf's PE come before.
std::uint32_t first_up_lane(const FatTree& tree, Node v) {
  return tree.is_leaf(v) ? static_cast<std::uint32_t>(tree.leaf_links()) : 0;
}

void add_ports(const FatTree& tree, FatTreeSite& site) {
  site.lanes.push_back({kNoNode, 0, "own"});
  for (int port = 1; port < tree.leaf_links(); ++port)
    site.lanes.push_back({kNoNode, 0, fmt::format("own port {}", port)});
}

void add_links_up(const FatTree& tree, Node v, FatTreeSite& site) {
  const int level = tree.level(v);
  const std::uint32_t links = up_links(tree, level);
  const auto place = static_cast<std::uint32_t>(tree.index(v) % tree.arity());
  for (std::uint32_t j = 0; j < links; ++j)
    site.lanes.push_back({tree.parent(v), up_links(tree, level + 1) + place * links + j,
                          fmt::format("up link {}", j)});
}

void add_links_down(const FatTree& tree, Node v, FatTreeSite& site) {
  const std::uint32_t links = up_links(tree, tree.level(v) - 1);
  for (int k = 0; k < tree.arity(); ++k) {
    const Node child = tree.child(v, k);
    for (std::uint32_t j = 0; j < links; ++j)
      site.lanes.push_back({child, first_up_lane(tree, child) + j,
                            fmt::format("child {} link {} (node {})", k, j, child)});
  }
}

}  // namespace

std::uint32_t up_links(const FatTree& tree, int level) {
  return level < tree.levels() ? static_cast<std::uint32_t>(tree.capacity(level + 1)) : 0;
}

std::vector<FatTreeSite> fat_tree_sites(const FatTree& tree) {
  std::vector<FatTreeSite> sites;
  for (Node v = 0; v < tree.size(); ++v) {
    FatTreeSite site;
    site.name = tree.is_leaf(v) ? fmt::format("leaf {}", v)
                                : fmt::format("switch {}.{}", tree.level(v), tree.index(v));
    if (tree.is_leaf(v)) add_ports(tree, site);
    add_links_up(tree, v, site);
    if (!tree.is_leaf(v)) add_links_down(tree, v, site);
    sites.push_back(std::move(site));
  }
  return sites;
}

std::vector<std::uint32_t> uniform_depth(const FatTree& tree, std::uint32_t packets) {
  return std::vector<std::uint32_t>(static_cast<std::size_t>(tree.levels()) + 1, packets);
}

std::uint32_t model_depth(std::uint32_t packets, std::uint32_t links) {
  constexpr std::uint32_t kDepths[] = {16, 64, 256, 1024, 4096, kMaxFatTreeDepth};
  return *std::lower_bound(std::begin(kDepths), std::end(kDepths), std::max(packets, links));
}

void check_config(const FatTree& tree, const FatTreeNetworkConfig& config) {
  const std::size_t levels = static_cast<std::size_t>(tree.levels()) + 1;
  if (config.depth.size() != levels)
    throw TopologyError(fmt::format("a fat tree of {} levels of switches needs {} depths, got {}",
                                    tree.levels(), levels, config.depth.size()));
  for (const std::uint32_t depth : config.depth) {
    if (depth < 1 || depth > kMaxFatTreeDepth)
      throw TopologyError(fmt::format("an output of a fat tree may hold 1 to {} packets, got {}",
                                      kMaxFatTreeDepth, depth));
  }
  if (config.depth[0] < up_links(tree, 0))
    throw TopologyError(
        fmt::format("the queue of a leaf must hold a packet for each of its {} "
                    "links, got {}",
                    up_links(tree, 0), config.depth[0]));
  if (config.half_duplex && !config.backpressure)
    throw TopologyError("half-duplex links need back pressure, which holds packets for their turn");
  for (int level = 1; level <= tree.levels(); ++level) {
    const std::uint32_t lanes =
        up_links(tree, level) + static_cast<std::uint32_t>(tree.arity() * tree.capacity(level));
    if (lanes > kMaxSwitchLanes)
      throw TopologyError(fmt::format("a switch has at most {} links, one of level {} has {}",
                                      kMaxSwitchLanes, level, lanes));
  }
}

// SplitMix64 (Steele, Lea and Flood, 2014): neighbouring seeds and nodes give unlike draws.
std::uint16_t switch_seed(std::uint64_t seed, Node node) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15U * (static_cast<std::uint64_t>(node) + 1);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
  z = (z ^ z >> 27) * 0x94d049bb133111ebU;
  return static_cast<std::uint16_t>(z ^ z >> 31);
}

std::vector<std::string> fat_tree_node_names(const FatTree& tree) {
  std::vector<std::string> names;
  for (const FatTreeSite& site : fat_tree_sites(tree)) names.push_back(site.name);
  return names;
}

}  // namespace flitwise
