#include "sim/families/tree/tree_waves.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/families/tree/tree_methods.h"

namespace flitwise {
namespace {

std::string router_scope(const Scenario& scenario, const PlacedTree& tree, Node pe) {
  if (scenario.options.build == Build::kElaborated)
    return fmt::format("network.tree_network.gen_pe[{}].i_router", tree.pe(pe));
  return fmt::format(
      "pe{}.router.{}", pe,
      tree_of(scenario).options.ports == Ports::kMulti ? "multiport_router" : "bufferless_router");
}

void add_single_port_lanes(WaveLayout& layout, const std::string& view, const PlacedTree& tree,
                           Node pe) {
  layout.lane("delivered", view + ".delivered");
  if (pe != tree.root())
    layout.lane(fmt::format("to parent PE {}", tree.parent(pe)), view + ".to_parent");
  int number = 0;
  for (const Node child : tree.children(pe))
    layout.lane(fmt::format("to child PE {}", child),
                view + fmt::format(".child[{}].to", number++));
}

// Link 0 leads to the parent, link 1 + k to child k.
void add_multiport_lanes(WaveLayout& layout, const std::string& view, const PlacedTree& tree,
                         Node pe) {
  const auto add_link = [&](std::size_t link, const char* kind, Node neighbour) {
    const std::string scope = view + fmt::format(".link[{}]", link);
    layout.lane(fmt::format("from {} PE {}", kind, neighbour), scope + ".delivered");
    layout.lane(fmt::format("to {} PE {}", kind, neighbour), scope + ".to");
  };
  if (pe != tree.root()) add_link(0, "parent", tree.parent(pe));
  std::size_t link = 1;
  for (const Node child : tree.children(pe)) add_link(link++, "child", child);
}

void add_pe(WaveLayout& layout, const Scenario& scenario, const PlacedTree& tree, Node pe) {
  const std::string view = router_scope(scenario, tree, pe) + ".view";
  const std::string protocol = fmt::format("pe{}.protocol.pe_view", pe);
  const std::string name = pe == tree.root()
                               ? fmt::format("PE {} (root)", pe)
                               : fmt::format("PE {} (child of PE {})", pe, tree.parent(pe));
  layout.begin_group(name);
  layout.names("state", protocol + ".state[3:0]");
  layout.binary("hands a flit to its router", protocol + ".sending");
  if (tree_of(scenario).options.ports == Ports::kMulti)
    add_multiport_lanes(layout, view, tree, pe);
  else
    add_single_port_lanes(layout, view, tree, pe);
  layout.names("violation", view + ".reported.violation[2:0]");
  layout.end_group(name);
}

// The PEs from the root to the first of those that are farthest from it.
std::vector<Node> way_to_deepest(const PlacedTree& tree) {
  Node deepest = tree.root();
  for (Node pe = 0; pe < tree.nodes(); ++pe)
    if (tree.depth(pe) > tree.depth(deepest)) deepest = pe;
  std::vector<Node> way{deepest};
  while (way.back() != tree.root()) way.push_back(tree.parent(way.back()));
  std::reverse(way.begin(), way.end());
  return way;
}

}  // namespace

void add_tree_waves(const Scenario& scenario, WaveLayout& layout) {
  const PlacedTree tree = placed_tree(tree_of(scenario));
  const std::vector<Node> way = way_to_deepest(tree);
  const bool is_path = way.size() == static_cast<std::size_t>(tree.nodes());
  const auto is_on_way = [&](Node pe) { return std::count(way.begin(), way.end(), pe) > 0; };
  const std::string name = fmt::format("way from the root to PE {}", way.back());
  if (!is_path) layout.begin_group(name);
  for (const Node pe : way) add_pe(layout, scenario, tree, pe);
  if (!is_path) layout.end_group(name);
  std::vector<std::vector<Node>> levels(way.size());
  for (Node pe = 0; pe < tree.nodes(); ++pe)
    if (!is_on_way(pe)) levels[static_cast<std::size_t>(tree.depth(pe))].push_back(pe);
  for (std::size_t level = 0; level < levels.size(); ++level) {
    if (levels[level].empty()) continue;
    const std::string region = fmt::format("other PEs of level {}", level);
    layout.begin_group(region);
    for (const Node pe : levels[level]) add_pe(layout, scenario, tree, pe);
    layout.end_group(region);
  }
}

Phases tree_phases(const Scenario& scenario, const Result& result) {
  const char* first_phase = method_of(tree_of(scenario).algorithm).first_phase;
  Phases phases;
  if (first_phase != nullptr) phases.push_back({1, first_phase});
  const auto t_sync = result.measured.find("t_sync").value_or(Figure()).number();
  if (t_sync) phases.push_back({*t_sync + 1, "orders"});
  if (const auto first = first_dispatch(result)) phases.push_back({*first, "data"});
  return phases;
}

std::optional<Step> first_dispatch(const Result& result) {
  const Figure dispatch = result.measured.find("dispatch").value_or(Figure());
  std::optional<Step> first;
  if (dispatch.items() == nullptr) return first;
  for (const Figure& step : *dispatch.items())
    if (step.number()) first = std::min(first.value_or(*step.number()), *step.number());
  return first;
}

}  // namespace flitwise
