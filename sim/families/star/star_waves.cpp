#include "sim/families/star/star_waves.h"
#include "sim/families/star/star_methods.h"

#include <fmt/format.h>

#include "sim/families/star/language/star_words.h"
#include "systemc/network/star/star_routers.h"

namespace flitwise {
namespace {

std::string router_scope(const Scenario& scenario, Node v) {
  return scenario.options.build == Build::kAssembled
             ? fmt::format("pe{}.router.star_router", v)
             : fmt::format("network.star_network.gen_pe[{}].i_router", v);
}

void add_lane(WaveLayout& layout, const std::string& title, const std::string& scope) {
  layout.names(title, scope + ".kind[2:0]");
  layout.node("   of PE", scope + ".source[12:0]");
  layout.decimal("   tree (from 0)", scope + ".tree[2:0]");
  layout.decimal("   packet", scope + ".number[11:0]");
}

void add_node(WaveLayout& layout, const Scenario& scenario, const std::string& name, Node v) {
  const std::string view = router_scope(scenario, v) + ".view";
  const std::string protocol = fmt::format("pe{}.protocol.pe_view", v);
  layout.begin_group(name);
  layout.names("state", protocol + ".state[3:0]");
  layout.binary("hands a flit to its router", protocol + ".sending");
  for (int d = 2; d <= star_of(scenario).order; ++d) {
    const std::string port = view + fmt::format(".port[{}]", d - 2);
    add_lane(layout, fmt::format("to dimension {}", d), port + ".to");
    add_lane(layout, fmt::format("delivered from dimension {}", d), port + ".delivered");
  }
  layout.names("violation", view + ".reported.violation[2:0]");
  layout.end_group(name);
}

}  // namespace

void add_star_waves(const Scenario& scenario, WaveLayout& layout) {
  const StarGraph graph(star_of(scenario).order);
  const std::vector<std::string> names = star_node_names(graph);
  const int order = graph.order();
  for (int last = order; last >= 1; --last) {  // that of node 0 first
    const std::string region = fmt::format("S_{} with {} last", order - 1, last);
    layout.begin_group(region);
    for (Node v = 0; v < graph.size(); ++v)
      if (graph.symbol(v, order) == last)
        add_node(layout, scenario, names[static_cast<std::size_t>(v)], v);
    layout.end_group(region);
  }
}

Phases star_phases(const Scenario& scenario) {
  const StarScenario& star = star_of(scenario);
  const std::int64_t nodes = StarGraph(star.order).size();
  const std::int64_t trees = star.order - 1;
  const std::int64_t rounds = (std::int64_t{star.packets} * star.copies + trees - 1) / trees;
  const StarMethod& method = method_of(star);
  const auto [length, times] = method.phases(rounds, nodes);
  Phases phases;
  for (std::int64_t i = 0; i < times; ++i)
    phases.push_back(
        {(i * length + 1) * star.options.flits, fmt::format("{} {}", method.phase, i + 1)});
  return phases;
}

}  // namespace flitwise
