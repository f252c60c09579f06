#include "systemc/network/fat_tree/fat_tree_sites.h"

#include <fmt/format.h>

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

}  // namespace flitwise
