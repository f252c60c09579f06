// multiport_routers.cpp: sizes of models, what drives their pins, and the assembled network.
#include "systemc/network/multiport_routers.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "systemc/network/models/model_library.h"
#include "systemc/topology/tree/tree.h"

namespace flitwise {
namespace {

// Sizes of router: its lanes are its own, one a link, then the links. The build has made them;
// their netlists are made on first use.
struct RouterSize {
  std::size_t links;
  std::size_t trees;
  std::size_t intervals;
};
constexpr RouterSize kSizes[] = {{3, 1, 1}, {5, 2, 1}, {4, 4, 4}, {17, 1, 1}, {65, 1, 1}};

constexpr std::size_t kMostTrees = 16;
constexpr std::size_t kMostLinks = 65;

// Of several trees that share no arc, on nodes of up to `most_links` links, a model is made of just
// that size.
RouterSize size_for(Node node, const MultiportSite& site, std::size_t most_links) {
  const auto* found = std::find_if(std::begin(kSizes), std::end(kSizes), [&](const RouterSize& s) {
    return site.neighbours.size() <= s.links && site.seats.size() <= s.trees &&
           site.intervals <= s.intervals;
  });
  const bool can_be_made = site.intervals == 1 && site.seats.size() > 1 &&
                           site.seats.size() <= kMostTrees && most_links <= kMostLinks;
  if (found == std::end(kSizes) && can_be_made) return {most_links, site.seats.size(), 1};
  if (found == std::end(kSizes))
    throw TopologyError(
        fmt::format("node {} has {} links in {} trees: a router has at most 65 links and 16 trees, "
                    "4 links and trees where trees share links",
                    node, site.neighbours.size(), site.seats.size()));
  return *found;
}

void configure(const ModelInstance& model, const RouterSize& size, const MultiportSite& site,
               const std::vector<std::uint32_t>& tree_first, std::size_t entry) {
  const Pin low = model.pin("link_low_i");
  const Pin high = model.pin("link_high_i");
  for (std::size_t k = 0; k < size.links; ++k) {
    for (std::size_t i = 0; i < size.intervals; ++i) {
      const bool is_used = k < site.down.size() && i < site.down[k].size();
      const AddressRange range = is_used ? site.down[k][i] : AddressRange{};
      low.drive_entry(k * size.intervals + i, range.low, entry);
      high.drive_entry(k * size.intervals + i, range.high, entry);
    }
  }
  for (std::size_t t = 0; t < size.trees; ++t) {
    const bool is_used = t < site.seats.size();
    const TreeSeat seat = is_used ? site.seats[t] : TreeSeat{};
    model.pin("up_link_i").bytes()[t] = static_cast<unsigned char>(seat.up_link);
    model.pin("address_i").drive_entry(t, seat.address, entry);
    // Trees that are not there begin, in order, where there are no addresses.
    const auto absent = static_cast<std::uint32_t>(TreeSeat::kNoAddress + 1 - size.trees + t);
    model.pin("tree_first_i").drive_entry(t, is_used ? tree_first[t] : absent, entry);
  }
}

RouterPins make_router(ModelOwner& owner, ModelLibrary& models, Node node,
                       const MultiportSite& site, const std::vector<std::uint32_t>& tree_first,
                       std::size_t most_links, ModelFlavour flavour, FlitFormat format) {
  const RouterSize size = size_for(node, site, most_links);
  ModelRequest request{
      "multiport_router",
      {fmt::format("NumLinks={}", size.links), fmt::format("NumTrees={}", size.trees),
       fmt::format("NumIntervals={}", size.intervals)},
      flavour};
  set_router_latency(request, site.latency);
  set_address_width(request, format);
  const ModelTable& table = models.get(request);
  const ModelInstance& model =
      owner.make(table, fmt::format("pe{} router", node), [&](const ModelInstance& instance) {
        configure(instance, size, site, tree_first, entry_bits(format));
      });
  const auto links = static_cast<std::uint32_t>(size.links);
  RouterPins pins =
      router_pins(model, links, links + static_cast<std::uint32_t>(site.neighbours.size()));
  pins.latency = site.latency;
  return pins;
}

// Link of `to` that leads back to `from`.
std::uint32_t link_back(const std::vector<MultiportSite>& sites, Node from, Node to) {
  const auto& neighbours = sites[index_of(to)].neighbours;
  const auto found = std::find(neighbours.begin(), neighbours.end(), from);
  if (found == neighbours.end())
    throw TopologyError(fmt::format("node {} links to node {}, but not back", from, to));
  return static_cast<std::uint32_t>(found - neighbours.begin());
}

std::vector<Link> links_of(const std::vector<MultiportSite>& sites,
                           const std::vector<RouterPins>& pins) {
  std::vector<Link> links;
  for (Node from = 0; from < static_cast<Node>(sites.size()); ++from) {
    const auto& neighbours = sites[index_of(from)].neighbours;
    for (std::uint32_t k = 0; k < neighbours.size(); ++k) {
      const Node to = neighbours[k];
      if (to == kNoNode) continue;
      links.push_back({from, pins[index_of(from)].own_lanes + k, to,
                       pins[index_of(to)].own_lanes + link_back(sites, from, to)});
      const auto& latencies = sites[index_of(from)].link_latency;
      if (!latencies.empty()) links.back().latency = static_cast<std::uint32_t>(latencies[k]);
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

std::unique_ptr<Network> assemble_multiport(const std::vector<MultiportSite>& sites,
                                            const std::vector<std::uint32_t>& tree_first,
                                            const NetworkConfig& config) {
  if (sites.size() > static_cast<std::size_t>(kMaxTreePes))
    throw TopologyError(
        fmt::format("a network has at most {} PEs, got {}", kMaxTreePes, sites.size()));
  auto owner = std::make_unique<ModelOwner>(config, sites.size());
  ModelLibrary models(ModelLibrary::terminal_config());
  const ModelFlavour flavour = flavour_for(config);
  std::vector<RouterPins> pins;
  std::vector<std::vector<std::string>> names;
  std::size_t most_links = 1;
  std::uint32_t last_address = 0;
  for (const MultiportSite& site : sites) {
    most_links = std::max(most_links, site.neighbours.size());
    for (const TreeSeat& seat : site.seats)
      if (seat.address != TreeSeat::kNoAddress) last_address = std::max(last_address, seat.address);
  }
  const FlitFormat format = format_of_addresses(std::int64_t{last_address} + 1);
  for (Node v = 0; v < static_cast<Node>(sites.size()); ++v) {
    const MultiportSite& site = sites[index_of(v)];
    pins.push_back(make_router(*owner, models, v, site, tree_first, most_links, flavour, format));
    names.push_back(lane_names_of(site, pins.back().own_lanes));
  }
  const std::vector<Link> links = links_of(sites, pins);
  return std::make_unique<Engine>(std::move(owner), std::move(pins), links, std::move(names),
                                  config.stepping());
}

}  // namespace flitwise
