#include "systemc/network/torus/torus_routers.h"

#include <fmt/format.h>

#include <utility>

#include "systemc/network/torus/torus_config.h"

namespace flitwise {
namespace {

ModelRequest router_request(const TorusWiring& wiring, const TorusNetworkConfig& config) {
  const int dimensions = wiring.torus().dimensions();
  return {"torus_router",
          {fmt::format("Dimensions={}", dimensions), fmt::format("Lanes={}", config.lanes),
           fmt::format("Depth={}", config.depth)},
          flavour_for(config),
          {},
          "clk_i",
          shape_text(dimensions, config)};
}

RouterPins make_router(ModelOwner& owner, const ModelTable& table, const TorusWiring& wiring,
                       const TorusNetworkConfig& config, Node v,
                       std::vector<StallCounters>& counters) {
  const ModelInstance& model =
      owner.make(table, fmt::format("pe{} router", v), [&](const ModelInstance& instance) {
        instance.drive("coordinate_i", wiring.coordinate_pin(v));
        instance.drive("side_i", wiring.side_pin());
        instance.drive("strict_i", config.rule == LaneRule::kStrict ? 1 : 0);
      });
  counters.push_back({model.pin("stalled_o").bytes(), model.pin("blocked_o").bytes()});
  RouterPins pins = router_pins(model, wiring.channels(), 2 * wiring.channels());
  pins.own_credits = config.depth;
  return pins;
}

std::vector<Link> links_of(const TorusWiring& wiring) {
  std::vector<Link> links;
  for (Node v = 0; v < wiring.size(); ++v) {
    for (std::uint32_t c = 0; c < wiring.channels(); ++c) {
      const std::uint32_t lane = wiring.channels() + c;
      if (wiring.has_link(c)) links.push_back({v, lane, wiring.neighbour(v, c), lane});
    }
  }
  return links;
}

}  // namespace

TorusNetwork assemble_torus(const Torus& torus, const TorusNetworkConfig& config,
                            ModelLibrary& models) {
  check_config(config);
  const TorusWiring wiring(torus, config.order);
  const ModelTable& table = models.get(router_request(wiring, config));
  auto owner = std::make_unique<ModelOwner>(config.waves);
  std::vector<StallCounters> counters;
  std::vector<RouterPins> pins;
  for (Node v = 0; v < wiring.size(); ++v)
    pins.push_back(make_router(*owner, table, wiring, config, v, counters));
  const auto nodes = static_cast<std::size_t>(wiring.size());
  Receivers receivers(config.stalled_ports, nodes, wiring.channels());
  TorusNetwork made;
  made.network = std::make_unique<Engine>(
      std::move(owner), std::move(pins), links_of(wiring),
      std::vector<std::vector<std::string>>(nodes, wiring.lane_names()), config.idle,
      FlowControl::kCredits, torus_node_names(torus), std::move(receivers));
  made.stalls = std::make_unique<TorusStalls>(std::move(counters));
  made.worms = std::make_unique<TorusWorms>(wiring, LaneChoice{config.lanes, config.rule});
  return made;
}

}  // namespace flitwise
