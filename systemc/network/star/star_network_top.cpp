// The elaborated network: `star_network.sv` verilated whole for one star graph.
#include <fmt/format.h>

#include <cstring>
#include <stdexcept>
#include <utility>

#include "systemc/network/star/star_config.h"
#include "systemc/network/star/star_links.h"
#include "systemc/network/top_reports.h"
#include "systemc/topology/tree/tree.h"

namespace flitwise {
namespace {

constexpr std::size_t kMaxStoredBytes = 2;
constexpr std::size_t kErrorsBytes = 4;

class TopWires final : public StarWires {
 public:
  TopWires(const ModelInstance& top, std::size_t nodes, std::size_t ports)
      : dead_(top.pin("dead_i").bytes()),
        dead_link_(top.pin("dead_link_i").bytes()),
        error_(top.pin("error_i").bytes()),
        error_bytes_(nodes * ports * sizeof(RawFlit)),
        ports_(ports) {}

  void kill_node(Node node) override { set(dead_, static_cast<std::size_t>(node)); }
  void kill_link(Node node, std::uint32_t port) override { set(dead_link_, index(node, port)); }
  void invert(Node node, std::uint32_t port, RawFlit bits) override {
    std::memcpy(error_ + index(node, port) * sizeof bits, &bits, sizeof bits);
    has_errors_ = true;
  }
  void clear_errors() {
    if (has_errors_) std::memset(error_, 0, error_bytes_);
    has_errors_ = false;
  }

 private:
  static void set(unsigned char* bits, std::size_t number) {
    bits[number / 8] = static_cast<unsigned char>(bits[number / 8] | 1U << (number % 8));
  }
  std::size_t index(Node node, std::uint32_t port) const {
    return static_cast<std::size_t>(node) * ports_ + port;
  }

  unsigned char* dead_;
  unsigned char* dead_link_;
  unsigned char* error_;
  std::size_t error_bytes_;
  std::size_t ports_;
  bool has_errors_ = false;
};

class StarNetworkTop final : public Network {
 public:
  StarNetworkTop(std::unique_ptr<ModelOwner> owner, const ModelInstance& top,
                 const StarGraph& graph, StarLinks links)
      : owner_(std::move(owner)),
        top_(top),
        graph_(graph),
        names_(star_node_names(graph)),
        lane_names_(star_lane_names(graph)),
        ports_(static_cast<std::uint32_t>(graph.degree())),
        in_(top.pin("own_lane_i").bytes()),
        out_(top.pin("out_lane_o").bytes()),
        wires_(top, names_.size(), ports_),
        links_(std::move(links)) {}

  void inject(Node node, std::uint32_t port, RawFlit flit) override {
    if (port >= ports_) throw std::logic_error("StarNetworkTop: no such port of the PE");
    const std::size_t lane = static_cast<std::size_t>(node) * ports_ + port;
    std::memcpy(in_ + lane * sizeof flit, &flit, sizeof flit);
    has_offers_ = true;
  }

  void clock(Step step) override {
    transfers_.clear();
    deliveries_.clear();
    violations_.clear();
    owner_->set_step(step);
    links_.before_edge(step, wires_);
    top_.table().cycle(top_.model());
    wires_.clear_errors();
    if (has_offers_) std::memset(in_, 0, names_.size() * ports_ * sizeof(RawFlit));
    has_offers_ = false;
    router_cycles_ += graph_.size();
    for (Node v = 0; v < graph_.size(); ++v) {
      collect(v);
      report(v, step);
    }
    links_.after_edge(step, transfers_, wires_);
  }

  bool is_quiet() const override { return !has_offers_ && *top_.pin("busy_o").bytes() == 0; }
  std::int64_t router_cycles() const override { return router_cycles_; }
  int assertion_failures() const override { return owner_->assertion_failures(); }

 private:
  std::size_t first_lane(Node v) const { return static_cast<std::size_t>(v) * 2 * ports_; }

  void collect(Node v) {
    for (std::uint32_t lane = 0; lane < 2 * ports_; ++lane) {
      RawFlit flit = 0;
      std::memcpy(&flit, out_ + (first_lane(v) + lane) * sizeof flit, sizeof flit);
      if (!is_valid(flit)) continue;
      if (lane < ports_)
        deliveries_.push_back({v, flit, lane});
      else
        transfers_.push_back(
            {v, graph_.neighbour(v, static_cast<int>(lane - ports_) + 2), flit, lane});
    }
  }

  void report(Node v, Step step) {
    const auto number = static_cast<std::size_t>(v);
    append_violations(
        top_, {v, number, first_lane(v), lane_names_.size()}, step, names_[number],
        [this](std::size_t lane) { return lane_names_[lane]; }, violations_);
  }

  std::unique_ptr<ModelOwner> owner_;
  const ModelInstance& top_;  // the owner's
  const StarGraph graph_;
  const std::vector<std::string> names_;
  const std::vector<std::string> lane_names_;
  const std::uint32_t ports_;
  unsigned char* const in_;
  const unsigned char* const out_;
  TopWires wires_;
  StarLinks links_;
  bool has_offers_ = false;
  std::int64_t router_cycles_ = 0;
};

// The counters of all nodes lie one after the other.
std::vector<StarCounterPins> counters_of(const ModelInstance& top, const StarGraph& graph) {
  std::vector<StarCounterPins> counters;
  for (Node v = 0; v < graph.size(); ++v) {
    const auto number = static_cast<std::size_t>(v);
    counters.push_back({top.pin("max_stored_o").bytes() +
                            kMaxStoredBytes * number * static_cast<std::size_t>(graph.degree()),
                        top.pin("crc_errors_o").bytes() + kErrorsBytes * number,
                        top.pin("misdirected_o").bytes() + kErrorsBytes * number});
  }
  return counters;
}

}  // namespace

StarNetwork elaborate_star(const StarGraph& graph, const StarNetworkConfig& config,
                           ModelLibrary& models) {
  check_config(graph, config);
  if (graph.order() > kMostElaboratedStarOrder)
    throw TopologyError(fmt::format("star graphs are made as a whole up to order {}, got {}",
                                    kMostElaboratedStarOrder, graph.order()));
  auto owner = std::make_unique<ModelOwner>(config.waves);
  const ModelInstance& top =
      owner->make(models.get(star_request("star_network", graph, config)), "network",
                  [&](const ModelInstance& instance) { drive_config(instance, config); });
  StarLinks links(graph, config.faults);
  StarNetwork made;
  made.counters =
      std::make_unique<StarCounters>(counters_of(top, graph), graph.degree(), links.bit_errors());
  made.taps = std::make_unique<StarTaps>(graph, config.rule, config.flits);
  made.network = std::make_unique<StarNetworkTop>(std::move(owner), top, graph, std::move(links));
  return made;
}

}  // namespace flitwise
