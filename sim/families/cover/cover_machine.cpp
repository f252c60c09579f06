// cover_machine.cpp: its routers and PEs, and the view of its waves.
#include "sim/families/cover/cover_machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/families/cover/cover_scenario.h"
#include "systemc/network/tree/tree_routers.h"
#include "systemc/pe/codecs/address_codec.h"

namespace flitwise {

CoverMachine::CoverMachine(const Cover& cover, const std::vector<TreeLatency>& latencies)
    : sites_(multiport_sites(cover, latencies)),
      first_addresses_(flitwise::first_addresses(cover)),
      addresses_(cover_addresses(cover)) {}

std::unique_ptr<FlitCodec> CoverMachine::codec(Node pe) const {
  return std::make_unique<AddressCodec>(PeLinks(pe, sites_[index_of(pe)].neighbours), addresses_);
}

std::unique_ptr<Network> CoverMachine::build(const Options& options, WaveRecorder* waves) {
  NetworkConfig config;
  set_common(options, waves, config);
  return assemble_multiport(sites_, first_addresses_, config);
}

namespace {

const char* name_of(Direction direction) {
  switch (direction) {
    case Direction::kNorth:
      return "north";
    case Direction::kSouth:
      return "south";
    case Direction::kWest:
      return "west";
    case Direction::kEast:
      break;
  }
  return "east";
}

// Trees that use the link between two nodes.
std::vector<TreeIndex> trees_of_link(const Cover& cover, Node u, Node v) {
  std::vector<TreeIndex> trees;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
    const PlacedTree& placed = cover.tree(t);
    if (placed.holds(u) && placed.holds(v) && (placed.parent(u) == v || placed.parent(v) == u))
      trees.push_back(t);
  }
  return trees;
}

// A link in one direction; where trees share it, with the tree of each flit.
void add_lane(WaveLayout& layout, const std::string& title, const std::string& lane,
              const std::vector<TreeIndex>& trees, FlitFormat format) {
  layout.lane(title, lane, format);
  if (trees.size() > 1) layout.decimal("   in tree", lane + "_tree[2:0]");
}

void add_pe(WaveLayout& layout, const Cover& cover, Node pe, TreeIndex region) {
  const std::string view = fmt::format("pe{}.router.multiport_router.view", pe);
  const std::string protocol = fmt::format("pe{}.protocol.pe_view", pe);
  const std::string name = fmt::format("PE {} {}{}", pe, coordinates(cover.grid(), pe),
                                       pe == cover.root() ? " (root)" : "");
  const FlitFormat format = format_of_addresses(address_count(cover));
  layout.begin_group(name);
  layout.names("state", protocol + ".state[3:0]");
  layout.binary("hands a flit to its router", protocol + ".sending");
  for (std::size_t link = 0; link < kDirections.size(); ++link) {
    const Node neighbour = cover.grid().neighbour(pe, kDirections[link]);
    if (neighbour == kNoNode) continue;
    const std::vector<TreeIndex> trees = trees_of_link(cover, pe, neighbour);
    if (std::find(trees.begin(), trees.end(), region) == trees.end()) continue;
    const std::string where =
        fmt::format("{} PE {} (tree{} {})", name_of(kDirections[link]), neighbour,
                    trees.size() > 1 ? "s" : "", fmt::join(trees, ", "));
    const std::string scope = view + fmt::format(".link[{}]", link);
    add_lane(layout, "from " + where, scope + ".delivered", trees, format);
    add_lane(layout, "to " + where, scope + ".to", trees, format);
  }
  layout.names("violation", view + ".reported.violation[3:0]");
  layout.end_group(name);
}

}  // namespace

void add_cover_waves(const Scenario& scenario, WaveLayout& layout) {
  const Cover cover = make_cover(cover_of(scenario));
  for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
    const std::string region = fmt::format("tree {}", t);
    layout.begin_group(region);
    for (Node pe = 0; pe < cover.size(); ++pe)
      if (cover.tree(t).holds(pe)) add_pe(layout, cover, pe, t);
    layout.end_group(region);
  }
}

}  // namespace flitwise
