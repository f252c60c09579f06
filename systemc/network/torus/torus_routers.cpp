#include "systemc/network/torus/torus_routers.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "systemc/network/network_top.h"

namespace flitwise {
namespace {

void check_config(int dimensions, const TorusNetworkConfig& config) {
  if (config.lanes < 1 || config.lanes > kMaxTorusLanes)
    throw TopologyError(fmt::format("a channel of a torus has 1 to {} lanes, got {}",
                                    kMaxTorusLanes, config.lanes));
  if (config.depth < 1 || config.depth > kMaxTorusDepth)
    throw TopologyError(fmt::format("a queue of a torus router holds 1 to {} flits, got {}",
                                    kMaxTorusDepth, config.depth));
  config.latency.check(dimensions);
  Step slowest = config.latency.credit;
  for (const Step link : config.latency.link) slowest = std::max(slowest, link);
  if (slowest > static_cast<Step>(kMostLinkLatency))
    throw TopologyError(fmt::format("links and wires of credits take at most {} steps, got {}",
                                    kMostLinkLatency, slowest));
}

// The parameters of the routers, those of the PE's ports and of pipelines only where they are not
// the default: so stored models keep their names.
std::vector<std::string> router_parameters(const TorusWiring& wiring,
                                           const TorusNetworkConfig& config) {
  const TorusPipeline& pipeline = config.latency.pipeline;
  std::vector<std::string> parameters{fmt::format("Dimensions={}", wiring.torus().dimensions()),
                                      fmt::format("Lanes={}", config.lanes),
                                      fmt::format("Depth={}", config.depth)};
  if (wiring.pe_ports() != wiring.channels())
    parameters.push_back(fmt::format("PePorts={}", wiring.pe_ports()));
  const FlitFormat format = wiring.format();
  if (format.hops != FlitFormat().hops)
    parameters.push_back(fmt::format("HopsWidth={}", format.hops));
  const std::pair<const char*, Step> stages[] = {{"HeadWait", pipeline.head_wait()},
                                                 {"BodyWait", pipeline.body_wait()},
                                                 {"OutStages", pipeline.out_stages()},
                                                 {"CreditDelay", pipeline.credit_delay}};
  for (const auto& [name, value] : stages)
    if (value > 0) parameters.push_back(fmt::format("{}={}", name, value));
  return parameters;
}

// A flit is hidden while it waits its stages, before them or behind them while its credit comes.
Receivers receivers_of(const TorusWiring& wiring, const TorusNetworkConfig& config) {
  const TorusPipeline& pipeline = config.latency.pipeline;
  const Step waits =
      std::max(pipeline.head_wait(), config.latency.credit - 1 + pipeline.credit_delay);
  return {config.stalled_ports, index_of(wiring.size()), wiring.pe_ports(),
          static_cast<std::uint32_t>(waits + pipeline.out_stages()),
          static_cast<std::uint32_t>(pipeline.out_stages())};
}

// "(2 dimensions, 2 lanes, depth 8)": for messages about a model.
std::string shape_text(const TorusWiring& wiring, const TorusNetworkConfig& config) {
  const auto counted = [](std::int64_t count, const char* noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
  };
  return fmt::format("({}, {}, depth {}{})", counted(wiring.torus().dimensions(), "dimension"),
                     counted(config.lanes, "lane"), config.depth,
                     wiring.is_mesh() ? ", one PE port" : "");
}

ModelRequest router_request(const TorusWiring& wiring, const TorusNetworkConfig& config) {
  std::vector<std::string> parameters = router_parameters(wiring, config);
  const FlitFormat format = wiring.format();
  if (format.tag != FlitFormat().tag) parameters.push_back(fmt::format("TagWidth={}", format.tag));
  return {"torus_router", std::move(parameters),     flavour_for(config), {},
          "clk_i",        shape_text(wiring, config)};
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
  counters.push_back({owner.counter(model, "stalled_o"), owner.counter(model, "blocked_o")});
  RouterPins pins = router_pins(model, wiring.pe_ports(), wiring.lanes());
  pins.own_credits = config.depth;
  return pins;
}

std::vector<Link> links_of(const TorusWiring& wiring, const TorusLatency& latency) {
  std::vector<Link> links;
  for (Node v = 0; v < wiring.size(); ++v) {
    for (std::uint32_t c = 0; c < wiring.channels(); ++c) {
      const std::uint32_t lane = wiring.pe_ports() + c;
      if (!wiring.has_link(v, c)) continue;
      links.push_back({v, lane, wiring.neighbour(v, c), lane});
      links.back().latency =
          static_cast<std::uint32_t>(latency.link_of(Torus::dimension_of(wiring.torus_channel(c))));
      links.back().credit_latency = static_cast<std::uint32_t>(latency.credit);
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
  constexpr int kStageBits = 4;
  const auto dimensions = static_cast<int>(wiring.order().size());
  std::vector<std::string> parameters = router_parameters(wiring, config);
  parameters.push_back(
      fmt::format("Sides={}'h{:x}", wiring.place_bits() * dimensions, wiring.side_pin()));
  parameters.push_back(fmt::format("NumNodes={}", wiring.size()));
  if (wiring.is_mesh()) parameters.emplace_back("Wrap=0");
  Step stages = 0;
  for (int i = 0; i < dimensions; ++i)
    stages += (config.latency.link_of(wiring.order()[index_of(i)]) - 1) << (kStageBits * i);
  if (stages > 0)
    parameters.push_back(fmt::format("LinkStages={}'h{:x}", kStageBits * dimensions, stages));
  if (config.latency.credit > 1)
    parameters.push_back(fmt::format("CreditStages={}", config.latency.credit - 1));
  return {"torus_network",
          std::move(parameters),
          flavour_for(config),
          {},
          "clk_i",
          fmt::format("{} of {} nodes", shape_text(wiring, config), wiring.size())};
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

std::vector<std::string> node_names(const TorusWiring& wiring) {
  return torus_node_names(wiring.torus());
}

TorusNetwork assemble(const TorusWiring& wiring, const TorusNetworkConfig& config,
                      ModelLibrary& models) {
  check_config(wiring.torus().dimensions(), config);
  const ModelTable& table = models.get(router_request(wiring, config));
  auto owner = std::make_unique<ModelOwner>(config, index_of(wiring.size()));
  std::vector<StallCounters> counters;
  std::vector<RouterPins> pins;
  pins.reserve(index_of(wiring.size()));
  counters.reserve(index_of(wiring.size()));
  for (Node v = 0; v < wiring.size(); ++v)
    pins.push_back(make_router(*owner, table, wiring, config, v, counters));
  return made_of(std::make_unique<Engine>(
                     std::move(owner), std::move(pins), links_of(wiring, config.latency),
                     std::vector<std::vector<std::string>>{wiring.lane_names()}, config.stepping(),
                     FlowControl::kCredits, node_names(wiring), receivers_of(wiring, config)),
                 std::move(counters), wiring, config);
}

TorusNetwork elaborate(const TorusWiring& wiring, const TorusNetworkConfig& config,
                       ModelLibrary& models) {
  check_config(wiring.torus().dimensions(), config);
  auto owner = std::make_unique<ModelOwner>(config.waves);
  const ModelInstance& top = owner->make(
      models.get(request_for(wiring, config)), "network", [&](const ModelInstance& instance) {
        instance.drive("strict_i", config.rule == LaneRule::kStrict ? 1 : 0);
      });
  std::vector<TopNode> nodes;
  for (const std::string& name : node_names(wiring))
    nodes.push_back({wiring.pe_ports(), wiring.lane_names(), name});
  return made_of(std::make_unique<NetworkTop>(std::move(owner), top, std::move(nodes),
                                              links_of(wiring, config.latency),
                                              FlowControl::kCredits, numbers_in_top(wiring),
                                              config.depth, receivers_of(wiring, config)),
                 counters_of(top, wiring), wiring, config);
}

TorusWiring mesh_wiring(const XyMesh& mesh, const TorusNetworkConfig& config) {
  if (!config.order.empty())
    throw TopologyError("the routers of a mesh go x first, their order is not set");
  return TorusWiring(mesh);
}

}  // namespace

std::vector<std::string> torus_node_names(const Torus& torus) {
  std::vector<std::string> names;
  for (Node v = 0; v < torus.size(); ++v)
    names.push_back(fmt::format("PE {} {}", v, torus.name(v)));
  return names;
}

std::vector<std::string> mesh_node_names(const XyMesh& mesh) {
  return torus_node_names(Torus(mesh.sides()));
}

TorusNetwork assemble_torus(const Torus& torus, const TorusNetworkConfig& config,
                            ModelLibrary& models) {
  return assemble(TorusWiring(torus, config.order), config, models);
}

TorusNetwork elaborate_torus(const Torus& torus, const TorusNetworkConfig& config,
                             ModelLibrary& models) {
  return elaborate(TorusWiring(torus, config.order), config, models);
}

TorusNetwork assemble_mesh(const XyMesh& mesh, const TorusNetworkConfig& config,
                           ModelLibrary& models) {
  return assemble(mesh_wiring(mesh, config), config, models);
}

TorusNetwork elaborate_mesh(const XyMesh& mesh, const TorusNetworkConfig& config,
                            ModelLibrary& models) {
  return elaborate(mesh_wiring(mesh, config), config, models);
}

}  // namespace flitwise
