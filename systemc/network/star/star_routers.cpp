#include "systemc/network/star/star_routers.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "systemc/network/star/star_config.h"
#include "systemc/network/star/star_links.h"

namespace flitwise {
namespace {

// Lanes of the links begin behind those of the PE's ports.
class RouterWires final : public StarWires {
 public:
  void add(const ModelInstance& model, std::uint32_t ports) {
    routers_.push_back({model.pin("dead_i").bytes(), model.pin("dead_link_i").bytes(),
                        model.pin("in_lane_i").bytes() + ports * sizeof(RawFlit)});
  }
  void kill_node(Node node) override { *router(node).dead = 1; }
  void kill_link(Node node, std::uint32_t port) override {
    unsigned char* dead = router(node).dead_link;
    *dead = static_cast<unsigned char>(*dead | 1U << port);
  }
  void invert(Node node, std::uint32_t port, RawFlit bits) override {
    unsigned char* lane = router(node).links_in + port * sizeof bits;
    RawFlit flit = 0;
    std::memcpy(&flit, lane, sizeof flit);
    flit ^= bits;
    std::memcpy(lane, &flit, sizeof flit);
  }

 private:
  struct Router {
    unsigned char* dead;
    unsigned char* dead_link;
    unsigned char* links_in;
  };
  const Router& router(Node node) const { return routers_[static_cast<std::size_t>(node)]; }

  std::vector<Router> routers_;
};

// The engine's network with faults on its links.
class FaultyStar final : public Network {
 public:
  FaultyStar(std::unique_ptr<Engine> engine, RouterWires wires, StarLinks links)
      : engine_(std::move(engine)), wires_(std::move(wires)), links_(std::move(links)) {}

  void inject(Node node, std::uint32_t port, RawFlit flit) override {
    engine_->inject(node, port, flit);
  }
  void clock(Step step) override {
    links_.before_edge(step, wires_);
    engine_->clock(step);
    transfers_ = engine_->transfers();
    deliveries_ = engine_->deliveries();
    violations_ = engine_->violations();
    links_.after_edge(step, transfers_, wires_);
  }
  bool is_quiet() const override { return engine_->is_quiet(); }
  std::int64_t router_cycles() const override { return engine_->router_cycles(); }
  int assertion_failures() const override { return engine_->assertion_failures(); }

 private:
  std::unique_ptr<Engine> engine_;
  RouterWires wires_;
  StarLinks links_;
};

std::vector<Link> links_of(const StarGraph& graph) {
  std::vector<Link> links;
  const auto ports = static_cast<std::uint32_t>(graph.degree());
  for (Node v = 0; v < graph.size(); ++v) {
    for (std::uint32_t lane = ports; lane < 2 * ports; ++lane)
      links.push_back({v, lane, graph.neighbour(v, static_cast<int>(lane - ports) + 2), lane});
  }
  return links;
}

}  // namespace

StarNetwork assemble_star(const StarGraph& graph, const StarNetworkConfig& config,
                          ModelLibrary& models) {
  check_config(graph, config);
  const ModelTable& table = models.get(star_request("star_router", graph, config));
  const auto ports = static_cast<std::uint32_t>(graph.degree());
  auto owner = std::make_unique<ModelOwner>(config.waves);
  RouterWires wires;
  std::vector<RouterPins> pins;
  std::vector<StarCounterPins> counters;
  for (Node v = 0; v < graph.size(); ++v) {
    const ModelInstance& model =
        owner->make(table, fmt::format("pe{} router", v),
                    [&](const ModelInstance& instance) { drive_config(instance, config); });
    pins.push_back(router_pins(model, ports, 2 * ports));
    wires.add(model, ports);
    counters.push_back({model.pin("max_stored_o").bytes(), model.pin("crc_errors_o").bytes(),
                        model.pin("misdirected_o").bytes()});
  }
  auto engine =
      std::make_unique<Engine>(std::move(owner), std::move(pins), links_of(graph),
                               std::vector<std::vector<std::string>>(
                                   static_cast<std::size_t>(graph.size()), star_lane_names(graph)),
                               config.idle, FlowControl::kNone, star_node_names(graph));
  StarLinks links(graph, config.faults);
  StarNetwork made;
  made.counters =
      std::make_unique<StarCounters>(std::move(counters), graph.degree(), links.bit_errors());
  made.taps = std::make_unique<StarTaps>(graph, config.rule, config.flits);
  if (config.faults.is_empty())
    made.network = std::move(engine);
  else
    made.network =
        std::make_unique<FaultyStar>(std::move(engine), std::move(wires), std::move(links));
  return made;
}

}  // namespace flitwise
