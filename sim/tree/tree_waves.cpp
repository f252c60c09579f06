#include "sim/tree/tree_waves.h"

#include <fmt/format.h>

#include "sim/tree/tree_words.h"

namespace flitwise {
namespace {

std::string router_scope(const Scenario& scenario, Node pe) {
  if (scenario.options.build == Build::kElaborated)
    return fmt::format("network.tree_network.gen_pe[{}].i_router", pe);
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
  const std::string view = router_scope(scenario, pe) + ".view";
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

}  // namespace

void add_tree_waves(const Scenario& scenario, WaveLayout& layout) {
  const PlacedTree tree = placed_tree(tree_of(scenario));
  for (Node pe = 0; pe < tree.nodes(); ++pe) add_pe(layout, scenario, tree, pe);
}

}  // namespace flitwise
