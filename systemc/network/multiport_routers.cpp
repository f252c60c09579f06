#include "systemc/network/multiport_routers.h"

#include <Vmultiport_router_l17.h>
#include <Vmultiport_router_l17_checked.h>
#include <Vmultiport_router_l17_traced.h>
#include <Vmultiport_router_l3.h>
#include <Vmultiport_router_l3_checked.h>
#include <Vmultiport_router_l3_traced.h>
#include <Vmultiport_router_l5.h>
#include <Vmultiport_router_l5_checked.h>
#include <Vmultiport_router_l5_traced.h>
#include <Vmultiport_router_l65.h>
#include <Vmultiport_router_l65_checked.h>
#include <Vmultiport_router_l65_traced.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "systemc/network/model_owner.h"

namespace flitwise {
namespace {

// Lanes of a model: its own lanes first, one a link, then the links.
template <class Model>
constexpr std::size_t links_of_model(const Model& model) {
  return sizeof(model.in_lane_i) / sizeof(RawFlit) / 2;
}

template <class Model>
void configure(Model& model, const MultiportSite& site,
               const std::vector<std::uint32_t>& tree_first) {
  const std::size_t trees = site.seats.size();
  for (std::size_t k = 0; k < links_of_model(model); ++k) {
    const AddressRange range = k < site.down.size() ? site.down[k] : AddressRange{};
    set_entry16(model.link_low_i, k, static_cast<std::uint16_t>(range.low));
    set_entry16(model.link_high_i, k, static_cast<std::uint16_t>(range.high));
  }
  for (std::size_t t = 0; t < sizeof(model.up_link_i); ++t) {
    const TreeSeat seat = t < trees ? site.seats[t] : TreeSeat{};
    bytes_of(model.up_link_i)[t] = static_cast<unsigned char>(seat.up_link);
  }
  for (std::size_t t = 0; t * 2 < sizeof(model.address_i); ++t) {
    const TreeSeat seat = t < trees ? site.seats[t] : TreeSeat{};
    set_entry16(model.address_i, t, static_cast<std::uint16_t>(seat.address));
    set_entry16(model.tree_first_i, t,
                static_cast<std::uint16_t>(t < trees ? tree_first[t] : TreeSeat::kNoAddress));
  }
}

template <class Plain, class Checked, class Traced>
RouterPins make_size(ModelOwner& owner, Node node, const MultiportSite& site,
                     const std::vector<std::uint32_t>& tree_first) {
  constexpr auto kLinks =
      static_cast<std::uint32_t>(sizeof(std::declval<Plain>().in_lane_i) / sizeof(RawFlit) / 2);
  const auto used = static_cast<std::uint32_t>(site.neighbours.size());
  return owner.make<Plain, Checked, Traced>(
      node, kLinks, kLinks + used, [&](auto& model) { configure(model, site, tree_first); });
}

RouterPins make_router(ModelOwner& owner, Node node, const MultiportSite& site,
                       const std::vector<std::uint32_t>& tree_first) {
  const std::size_t links = site.neighbours.size();
  const bool two_trees = site.seats.size() == 2;
  if (links <= 3 && !two_trees)
    return make_size<Vmultiport_router_l3, Vmultiport_router_l3_checked,
                     Vmultiport_router_l3_traced>(owner, node, site, tree_first);
  if (links <= 5)
    return make_size<Vmultiport_router_l5, Vmultiport_router_l5_checked,
                     Vmultiport_router_l5_traced>(owner, node, site, tree_first);
  if (links <= 17 && !two_trees)
    return make_size<Vmultiport_router_l17, Vmultiport_router_l17_checked,
                     Vmultiport_router_l17_traced>(owner, node, site, tree_first);
  if (links <= 65 && !two_trees)
    return make_size<Vmultiport_router_l65, Vmultiport_router_l65_checked,
                     Vmultiport_router_l65_traced>(owner, node, site, tree_first);
  throw TopologyError(
      fmt::format("node {} has {} links in {} trees: a router has at most 65 links, "
                  "or 5 when it carries two trees",
                  node, links, site.seats.size()));
}

// Link of `to` that leads back to `from`.
std::uint32_t link_back(const std::vector<MultiportSite>& sites, Node from, Node to) {
  const auto& neighbours = sites[static_cast<std::size_t>(to)].neighbours;
  const auto found = std::find(neighbours.begin(), neighbours.end(), from);
  if (found == neighbours.end())
    throw TopologyError(fmt::format("node {} links to node {}, but not back", from, to));
  return static_cast<std::uint32_t>(found - neighbours.begin());
}

std::vector<Link> links_of(const std::vector<MultiportSite>& sites,
                           const std::vector<RouterPins>& pins) {
  std::vector<Link> links;
  for (Node from = 0; from < static_cast<Node>(sites.size()); ++from) {
    const auto& neighbours = sites[static_cast<std::size_t>(from)].neighbours;
    for (std::uint32_t k = 0; k < neighbours.size(); ++k) {
      const Node to = neighbours[k];
      if (to == kNoNode) continue;
      links.push_back({from, pins[static_cast<std::size_t>(from)].own_lanes + k, to,
                       pins[static_cast<std::size_t>(to)].own_lanes + link_back(sites, from, to)});
    }
  }
  return links;
}

std::vector<std::string> lane_names_of(const MultiportSite& site, std::uint32_t own_lanes) {
  std::vector<std::string> names;
  for (std::uint32_t k = 0; k < own_lanes; ++k) {
    const bool exists = k < site.neighbours.size() && site.neighbours[k] != kNoNode;
    names.push_back(exists ? fmt::format("own for PE {}", site.neighbours[k])
                           : fmt::format("own for link {} (none)", k));
  }
  for (std::size_t k = 0; k < site.neighbours.size(); ++k)
    names.push_back(site.neighbours[k] == kNoNode ? fmt::format("link {} (none)", k)
                                                  : fmt::format("PE {}", site.neighbours[k]));
  return names;
}

}  // namespace

std::vector<MultiportSite> multiport_sites(const PlacedTree& placed) {
  const Tree& tree = placed.tree;
  std::vector<MultiportSite> sites;
  for (Node v = 0; v < placed.nodes(); ++v) {
    const Node pe = placed.pe(v);
    MultiportSite site;
    site.neighbours.push_back(placed.parent(v));
    site.down.emplace_back();
    for (const Node child : tree.children(pe)) {
      site.neighbours.push_back(placed.node(child));
      site.down.push_back({static_cast<std::uint32_t>(tree.address(child)),
                           static_cast<std::uint32_t>(tree.subtree_end(child))});
    }
    site.seats.push_back(
        {static_cast<std::uint32_t>(tree.address(pe)), pe == 0 ? TreeSeat::kNoLink : 0});
    sites.push_back(std::move(site));
  }
  return sites;
}

std::unique_ptr<Network> assemble_multiport(const std::vector<MultiportSite>& sites,
                                            const std::vector<std::uint32_t>& tree_first,
                                            const TreeNetworkConfig& config) {
  if (sites.size() > static_cast<std::size_t>(kMaxTreePes))
    throw TopologyError(
        fmt::format("a network has at most {} PEs, got {}", kMaxTreePes, sites.size()));
  auto owner = std::make_unique<ModelOwner>(config);
  std::vector<RouterPins> pins;
  std::vector<std::vector<std::string>> names;
  for (Node v = 0; v < static_cast<Node>(sites.size()); ++v) {
    const MultiportSite& site = sites[static_cast<std::size_t>(v)];
    pins.push_back(make_router(*owner, v, site, tree_first));
    names.push_back(lane_names_of(site, pins.back().own_lanes));
  }
  const std::vector<Link> links = links_of(sites, pins);
  return std::make_unique<Engine>(std::move(owner), std::move(pins), links, std::move(names),
                                  config.idle);
}

}  // namespace flitwise
