#include "systemc/network/tree/cover_sites.h"

#include <algorithm>
#include <utility>

namespace flitwise {
namespace {

std::uint32_t link_to(const MultiportSite& site, Node neighbour) {
  const auto found = std::find(site.neighbours.begin(), site.neighbours.end(), neighbour);
  return static_cast<std::uint32_t>(found - site.neighbours.begin());
}

// The place (seat) of node `v` in a tree whose first address is `first`, and what its links lead
// down to.
void add_tree(const PlacedTree& placed, std::uint32_t first, Node v, MultiportSite& site) {
  site.seats.emplace_back();
  if (!placed.holds(v)) return;
  const Tree& tree = placed.tree;
  const Node pe = placed.pe(v);
  TreeSeat& seat = site.seats.back();
  seat.address = first + static_cast<std::uint32_t>(tree.address(pe));
  if (pe != 0) seat.up_link = link_to(site, placed.parent(v));
  // Where every link has an interval per tree, this tree's is its own; else the link is its alone.
  const std::size_t interval = site.intervals > 1 ? site.seats.size() - 1 : 0;
  for (const Node child : tree.children(pe))
    site.down[link_to(site, placed.node(child))][interval] = {
        first + static_cast<std::uint32_t>(tree.address(child)),
        first + static_cast<std::uint32_t>(tree.subtree_end(child))};
}

}  // namespace

std::vector<std::uint32_t> first_addresses(const Cover& cover) {
  std::vector<std::uint32_t> first;
  std::uint32_t next = 0;
  for (const PlacedTree& placed : cover.trees()) {
    first.push_back(next);
    next += static_cast<std::uint32_t>(placed.tree.size());
  }
  return first;
}

std::int64_t address_count(const Cover& cover) {
  std::int64_t count = 0;
  for (const PlacedTree& placed : cover.trees()) count += placed.tree.size();
  return count;
}

AddressBook cover_addresses(const Cover& cover) {
  std::vector<std::vector<std::uint32_t>> by_tree;
  std::uint32_t next = 0;
  for (const PlacedTree& placed : cover.trees()) {
    by_tree.emplace_back(static_cast<std::size_t>(cover.size()), AddressBook::kNoAddress);
    for (const Node pe : placed.tree.depth_first())
      by_tree.back()[static_cast<std::size_t>(placed.node(pe))] = next++;
  }
  return AddressBook::of_trees(std::move(by_tree));
}

std::vector<MultiportSite> multiport_sites(const Cover& cover) {
  const std::vector<std::uint32_t> first = first_addresses(cover);
  std::vector<MultiportSite> sites(static_cast<std::size_t>(cover.size()));
  for (Node v = 0; v < cover.size(); ++v) {
    MultiportSite& site = sites[static_cast<std::size_t>(v)];
    for (const Direction direction : kDirections)
      site.neighbours.push_back(cover.grid().neighbour(v, direction));
    if (cover.sharing() == Sharing::kLinks)
      site.intervals = static_cast<std::size_t>(cover.tree_count());
    site.down.assign(site.neighbours.size(), std::vector<AddressRange>(site.intervals));
    for (TreeIndex t = 0; t < cover.tree_count(); ++t)
      add_tree(cover.tree(t), first[static_cast<std::size_t>(t)], v, site);
  }
  return sites;
}

}  // namespace flitwise
