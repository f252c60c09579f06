#include "systemc/network/torus/torus_routers.h"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "systemc/network/top_reports.h"

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

// The top numbers its nodes by router dimensions: the number there of each node of the torus.
std::vector<std::size_t> numbers_in_top(const TorusWiring& wiring) {
  std::vector<std::size_t> numbers;
  for (Node v = 0; v < wiring.size(); ++v) {
    std::size_t number = 0;
    for (std::size_t i = wiring.order().size(); i > 0; --i) {
      const int d = wiring.order()[i - 1];
      number = number * static_cast<std::size_t>(wiring.torus().side(d)) +
               static_cast<std::size_t>(wiring.torus().coordinate(v, d));
    }
    numbers.push_back(number);
  }
  return numbers;
}

class TorusNetworkTop final : public Network {
 public:
  TorusNetworkTop(std::unique_ptr<ModelOwner> owner, const ModelInstance& top,
                  const TorusWiring& wiring, const TorusNetworkConfig& config)
      : owner_(std::move(owner)),
        top_(top),
        wiring_(wiring),
        names_(torus_node_names(wiring.torus())),
        number_(numbers_in_top(wiring)),
        channels_(wiring.channels()),
        in_(top.pin("inject_i").bytes()),
        out_(top.pin("out_lane_o").bytes()),
        stall_(top.pin("stall_i").bytes()),
        credit_(number_.size() * channels_, config.depth),
        receivers_(config.stalled_ports, number_.size(), channels_) {}

  void inject(Node node, std::uint32_t port, RawFlit flit) override {
    if (port >= channels_ || !accepts(node, port))
      throw std::logic_error("TorusNetworkTop: no such port, or one without credit");
    const std::size_t lane = own_lane(node, port);
    std::memcpy(in_ + lane * sizeof flit, &flit, sizeof flit);
    --credit_[lane];
    ++inside_;
    has_offers_ = true;
  }
  bool accepts(Node node, std::uint32_t port) const override {
    const std::size_t lane = own_lane(node, port);
    return credit_[lane] > 0 && !is_valid(load(in_, lane));
  }
  bool has_back_pressure() const override { return true; }

  void clock(Step step) override {
    transfers_.clear();
    deliveries_.clear();
    violations_.clear();
    owner_->set_step(step);
    for (Node v = 0; receivers_.may_stall() && v < wiring_.size(); ++v)
      receivers_.drive(v, step, stall_, own_lane(v, 0));
    top_.table().cycle(top_.model());
    std::memset(in_, 0, credit_.size() * sizeof(RawFlit));
    has_offers_ = false;
    router_cycles_ += wiring_.size();
    take_credits();
    for (Node v = 0; v < wiring_.size(); ++v) {
      collect(v);
      report(v, step);
    }
    receivers_.note_edge(step, has_moved());
  }

  bool is_quiet() const override { return !has_offers_ && *top_.pin("busy_o").bytes() == 0; }
  bool is_stuck() const override {
    return !is_quiet() && !has_moved() && receivers_.are_innocent();
  }
  bool holds_flits() const override { return !is_quiet() && inside_ > 0; }
  std::int64_t router_cycles() const override { return router_cycles_; }
  int assertion_failures() const override { return owner_->assertion_failures(); }

 private:
  static RawFlit load(const unsigned char* lanes, std::size_t lane) {
    RawFlit flit = 0;
    std::memcpy(&flit, lanes + lane * sizeof flit, sizeof flit);
    return flit;
  }
  bool has_moved() const {
    return !(transfers_.empty() && deliveries_.empty() && violations_.empty());
  }
  std::size_t number(Node v) const { return number_[index_of(v)]; }
  std::size_t own_lane(Node v, std::uint32_t port) const { return number(v) * channels_ + port; }
  std::size_t first_lane(Node v) const { return number(v) * 2 * channels_; }

  void take_credits() {
    const Pin credits = top_.pin("inject_credit_o");
    for (std::size_t lane = 0; lane < credit_.size(); ++lane)
      credit_[lane] += static_cast<std::uint32_t>(credits.read(lane, 1));
  }

  void collect(Node v) {
    for (std::uint32_t port = 0; port < channels_; ++port) {
      const RawFlit flit = load(out_, first_lane(v) + port);
      if (!is_valid(flit)) continue;
      deliveries_.push_back({v, flit, port});
      --inside_;
    }
    for (std::uint32_t c = 0; c < channels_; ++c) {
      const std::uint32_t lane = channels_ + c;
      const RawFlit flit = load(out_, first_lane(v) + lane);
      if (is_valid(flit)) transfers_.push_back({v, wiring_.neighbour(v, c), flit, lane});
    }
  }

  void report(Node v, Step step) {
    append_violations(
        top_, {v, number(v), first_lane(v), 2 * channels_}, step, names_[index_of(v)],
        [this](std::size_t lane) { return wiring_.lane_names()[lane]; }, violations_);
  }

  std::unique_ptr<ModelOwner> owner_;
  const ModelInstance& top_;  // the owner's
  const TorusWiring wiring_;
  const std::vector<std::string> names_;
  const std::vector<std::size_t> number_;
  const std::uint32_t channels_;
  unsigned char* const in_;
  const unsigned char* const out_;
  unsigned char* const stall_;
  std::vector<std::uint32_t> credit_;  // of the PEs' ports, as in `inject_i`
  Receivers receivers_;
  std::int64_t inside_ = 0;
  bool has_offers_ = false;
  std::int64_t router_cycles_ = 0;
};

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
  Receivers receivers(config.stalled_ports, nodes, wiring.channels());
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
  return made_of(std::make_unique<TorusNetworkTop>(std::move(owner), top, wiring, config),
                 counters_of(top, wiring), wiring, config);
}

}  // namespace flitwise
