#include "sim/torus/torus_waves.h"

#include <fmt/format.h>

#include "sim/torus/torus_words.h"
#include "systemc/network/torus_wiring.h"

namespace flitwise {
namespace {

// The SystemVerilog top counts its nodes by the dimensions of routing.
std::string router_scope(const Scenario& scenario, const TorusWiring& wiring, Node v) {
  if (scenario.options.build == Build::kAssembled)
    return fmt::format("pe{}.router.torus_router", v);
  Node number = 0;
  for (std::size_t i = wiring.order().size(); i > 0; --i) {
    const int d = wiring.order()[i - 1];
    number = number * wiring.torus().side(d) + wiring.torus().coordinate(v, d);
  }
  return fmt::format("network.torus_network.gen_node[{}].i_router", number);
}

void add_lane(WaveLayout& layout, const std::string& title, const std::string& scope) {
  layout.names(title, scope + ".kind[3:0]");
  layout.decimal("   of PE", scope + ".source[12:0]");
  layout.decimal("   message", scope + ".packet[9:0]");
  layout.decimal("   flit", scope + ".number[30:0]");
}

void add_node(WaveLayout& layout, const Scenario& scenario, const TorusWiring& wiring, Node v) {
  const std::string view = router_scope(scenario, wiring, v) + ".view";
  const std::string protocol = fmt::format("pe{}.protocol.pe_view", v);
  const std::string name = fmt::format("PE {} {}", v, wiring.torus().name(v));
  layout.begin_group(name);
  layout.names("state", protocol + ".state[3:0]");
  layout.binary("hands a flit to its router", protocol + ".sending");
  for (std::uint32_t c = 0; c < wiring.channels(); ++c) {
    if (!wiring.has_link(c)) continue;
    const std::string channel = view + fmt::format(".channel[{}]", c);
    add_lane(layout, "to " + wiring.direction(c), channel + ".to");
    add_lane(layout, "delivered from " + wiring.direction(c), channel + ".delivered");
  }
  layout.names("violation", view + ".reported.violation[2:0]");
  layout.end_group(name);
}

}  // namespace

void add_torus_waves(const Scenario& scenario, WaveLayout& layout) {
  const TorusScenario& on_torus = torus_of(scenario);
  const TorusWiring wiring(Torus(on_torus.sides), on_torus.order);
  for (Node v = 0; v < wiring.size(); ++v) add_node(layout, scenario, wiring, v);
}

}  // namespace flitwise
