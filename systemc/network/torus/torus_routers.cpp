#include "systemc/network/torus/torus_routers.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "systemc/network/network_top.h"

namespace flitwise {
namespace {

void check_config(const TorusNetworkConfig& config) {
  if (config.lanes < 1 || config.lanes > kMaxTorusLanes)
    throw TopologyError(fmt::format("a channel of a torus has 1 to {} lanes, got {}",
                                    kMaxTorusLanes, config.lanes));
  if (config.depth < 1 || config.depth > kMaxTorusDepth)
    throw TopologyError(fmt::format("a queue of a torus router holds 1 to {} flits, got {}",
                                    kMaxTorusDepth, config.depth));
}

// "(2 dimensions, 2 lanes, depth 8)": for messages about a model.
std::string shape_text(int dimensions, const TorusNetworkConfig& config) {
  const auto counted = [](std::int64_t count, const char* noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
  };
  return fmt::format("({}, {}, depth {})", counted(dimensions, "dimension"),
                     counted(config.lanes, "lane"), config.depth);
}

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

constexpr std::size_t kCounterBytes = 4;

std::vector<std::size_t> numbers_in_top(const TorusWiring& wiring) {
  std::vector<std::size_t> numbers;
  for (Node v = 0; v < wiring.size(); ++v) numbers.push_back(index_of(wiring.number_in_top(v)));
  return numbers;
}

ModelRequest request_for(const TorusWiring& wiring, const TorusNetworkConfig& config) {
  constexpr int kSideBits = 8;
  const auto dimensions = static_cast<int>(wiring.order().size());
  return {"torus_network",
          {fmt::format("Dimensions={}", dimensions),
           fmt::format("Sides={}'h{:x}", kSideBits * dimensions, wiring.side_pin()),
           fmt::format("NumNodes={}", wiring.size()), fmt::format("Lanes={}", config.lanes),
           fmt::format("Depth={}", config.depth)},
          flavour_for(config),
          {},
          "clk_i",
          fmt::format("{} of {} nodes", shape_text(dimensions, config), wiring.size())};
}

// The counters of all nodes lie one after the other.
std::vector<StallCounters> counters_of(const ModelInstance& top, const TorusWiring& wiring) {
  const unsigned char* stalled = top.pin("stalled_o").bytes();
  const unsigned char* blocked = top.pin("blocked_o").bytes();
  std::vector<StallCounters> counters;
  for (const std::size_t number : numbers_in_top(wiring))
    counters.push_back({stalled + number * kCounterBytes, blocked + number * kCounterBytes});
  return counters;
}

TorusNetwork made_of(std::unique_ptr<Network> network, std::vector<StallCounters> counters,
                     const TorusWiring& wiring, const TorusNetworkConfig& config) {
  return {std::move(network), std::make_unique<TorusStalls>(std::move(counters)),
          std::make_unique<TorusWorms>(wiring, LaneChoice{config.lanes, config.rule})};
}

}  // namespace

std::vector<std::string> torus_node_names(const Torus& torus) {
  std::vector<std::string> names;
  for (Node v = 0; v < torus.size(); ++v)
    names.push_back(fmt::format("PE {} {}", v, torus.name(v)));
  return names;
}

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
  const auto nodes = index_of(wiring.size());
  Receivers receivers(config.stalled_ports, nodes, wiring.channels(), 0);
  return made_of(std::make_unique<Engine>(
                     std::move(owner), std::move(pins), links_of(wiring),
                     std::vector<std::vector<std::string>>(nodes, wiring.lane_names()), config.idle,
                     FlowControl::kCredits, torus_node_names(torus), std::move(receivers)),
                 std::move(counters), wiring, config);
}

TorusNetwork elaborate_torus(const Torus& torus, const TorusNetworkConfig& config,
                             ModelLibrary& models) {
  check_config(config);
  const TorusWiring wiring(torus, config.order);
  auto owner = std::make_unique<ModelOwner>(config.waves);
  const ModelInstance& top = owner->make(
      models.get(request_for(wiring, config)), "network", [&](const ModelInstance& instance) {
        instance.drive("strict_i", config.rule == LaneRule::kStrict ? 1 : 0);
      });
  std::vector<TopNode> nodes;
  for (const std::string& name : torus_node_names(torus))
    nodes.push_back({wiring.channels(), wiring.lane_names(), name});
  Receivers receivers(config.stalled_ports, nodes.size(), wiring.channels(), 0);
  return made_of(
      std::make_unique<NetworkTop>(std::move(owner), top, std::move(nodes), links_of(wiring),
                                   FlowControl::kCredits, numbers_in_top(wiring), config.depth,
                                   std::move(receivers)),
      counters_of(top, wiring), wiring, config);
}

}  // namespace flitwise
