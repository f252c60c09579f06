#include "sim/star/star_waves.h"

#include <fmt/format.h>

#include "sim/star/star_words.h"
#include "systemc/network/star_routers.h"

namespace flitwise {
namespace {

std::string router_scope(const Scenario& scenario, Node v) {
  return scenario.options.build == Build::kAssembled
             ? fmt::format("pe{}.router.star_router", v)
             : fmt::format("network.star_network.gen_pe[{}].i_router", v);
}

void add_lane(WaveLayout& layout, const std::string& title, const std::string& scope) {
  layout.binary(title, scope + ".valid");
  layout.binary("   head", scope + ".head");
  layout.decimal("   of PE", scope + ".source[12:0]");
  layout.decimal("   tree (from 0)", scope + ".tree[2:0]");
  layout.decimal("   packet", scope + ".number[11:0]");
  layout.binary("   CRC is right", scope + ".intact");
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
  for (Node v = 0; v < graph.size(); ++v)
    add_node(layout, scenario, names[static_cast<std::size_t>(v)], v);
}

}  // namespace flitwise
