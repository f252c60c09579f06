// torus_machine.cpp: its routers and PEs, transfers as worms in dimension order, and views of
// waves.
#include "sim/families/torus/torus_machine.h"

#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <numeric>
#include <utility>

#include "sim/families/torus/torus_ledger.h"
#include "sim/families/torus/torus_work.h"
#include "systemc/network/own/own_mesh.h"
#include "systemc/pe/codecs/route_codec.h"
#include "systemc/protocols/torus/torus_route.h"
#include "tb/theory/collective/collective_bound.h"
#include "tb/theory/collective/collective_ways.h"

namespace flitwise {
namespace {

class WormCarrier final : public TransferCarrier {
 public:
  WormCarrier(const TorusWiring& wiring, protocols::PlacedTransfers transfers,
              const TorusNetworkConfig& config)
      : wiring_(wiring),
        transfers_(std::move(transfers)),
        router_(config.latency.router()),
        rules_{wiring.order(), config.latency, Flits{config.depth}} {
    for (const protocols::PlacedTransfer& transfer : transfers_) ++sends_[transfer.from];
    carriage_ = wiring_.is_mesh()
                    ? protocols::make_mesh_carriage(mesh(), transfers_)
                    : protocols::make_torus_carriage(wiring_.torus(), wiring_.order(), transfers_);
  }

  std::string refusal(const std::function<std::string(Node)>& name_of) const override {
    for (const auto& [from, sends] : sends_)
      if (sends > protocols::kPacketNumbers)
        return fmt::format(
            "has more than {} sends of {}, which is all that a PE of a {} can number",
            protocols::kPacketNumbers, name_of(from), wiring_.is_mesh() ? "mesh" : "torus");
    return {};
  }
  std::shared_ptr<protocols::CollectiveCarriage> carriage() const override { return carriage_; }
  // A flit names its source and the transfer's number there.
  std::optional<check::TransferFlit> read(RawFlit flit) const override {
    const FlitFields f = unpack(flit, wiring_.format());
    const auto transfer =
        carriage_->transfer_of({static_cast<Node>(f.tag), packet_of(flit), kNoNode});
    if (!transfer) return std::nullopt;
    return check::TransferFlit{*transfer, f.head ? 1 : static_cast<Flits>(f.payload)};
  }
  // Delivered flits cross from the router's port into the PE in the next step.
  Step delivery_delay() const override { return 1; }
  Step hop() const override { return theory::slowest_hop(wiring_.torus().sides(), rules_.latency); }
  Step rest() const override { return rules_.latency.pipeline.head_wait(RouterPassage::kInject); }
  bool takes_a_step_a_hop() const override {
    return theory::slowest_hop(wiring_.torus().sides(), rules_.latency) <= 1;
  }

  Step latency(const protocols::PlacedTransfer& transfer) const override {
    int hops = wiring_.is_mesh() ? mesh().distance(transfer.from, transfer.to)
                                 : wiring_.torus().distance(transfer.from, transfer.to);
    if (!transfer.hops.empty())
      hops = std::accumulate(transfer.hops.begin(), transfer.hops.end(), 0,
                             [](int sum, int d) { return sum + std::abs(d); });
    const Step way = wiring_.is_mesh() ? theory::CycleModel{1, 0, 0, rules_.latency}.way(
                                             mesh().hops(transfer.from, transfer.to))
                                       : router_ * hops;
    return rules_.latency.router(RouterPassage::kInject) + way - hops +
           theory::pipelined_latency(hops, transfer.flits);
  }
  Flits ports(Node pe) const override {
    if (wiring_.is_mesh()) return 1;
    Flits links = 0;
    for (std::uint32_t c = 0; c < wiring_.channels(); ++c) links += wiring_.has_link(pe, c);
    return links;
  }
  std::string bound_source() const override {
    return fmt::format(
        "the longest chain of dependent operations, a transfer alone taking {} steps, and the load "
        "of the busiest PE over its {}",
        router_ == 1 ? "hops + flits" : "r - 1 + r hops + flits",
        wiring_.is_mesh() ? "port" : "channels");
  }
  std::optional<theory::TransferWay> way(std::size_t transfer) const override {
    const protocols::PlacedTransfer& placed = transfers_[transfer];
    const theory::WayEnds ends{placed.from, placed.to, placed.flits};
    return wiring_.is_mesh() ? theory::mesh_way(mesh(), rules_, ends)
                             : theory::torus_way(wiring_.torus(), rules_, ends, placed.hops);
  }
  LinkEvent shown(const theory::TransferEvent& event,
                  const protocols::TransferName& name) const override {
    LinkEvent link = TransferCarrier::shown(event, name);
    link.value = name.packet;
    return link;
  }

 private:
  XyMesh mesh() const { return XyMesh(wiring_.torus().sides(), wiring_.order().front()); }

  const TorusWiring& wiring_;
  const protocols::PlacedTransfers transfers_;
  const Step router_;  // that a head takes through one, at most
  const theory::WormRules rules_;
  std::map<Node, std::size_t> sends_;
  std::shared_ptr<protocols::CollectiveCarriage> carriage_;
};

std::string router_scope(Build build, const TorusWiring& wiring, Node v) {
  return build == Build::kAssembled
             ? fmt::format("pe{}.router.torus_router", v)
             : fmt::format("network.torus_network.gen_node[{}].i_router", wiring.number_in_top(v));
}

bool may_stall(const WormScenario& worms) {
  return worms.traffic && worms.traffic->receiver_stall > 0;
}

void add_lane(WaveLayout& layout, const std::string& title, const std::string& scope,
              FlitFormat format) {
  layout.names(title, scope + ".kind[3:0]");
  layout.node("   of PE", fmt::format("{}.source[{}:0]", scope, format.tag - 1));
  layout.decimal("   message", scope + ".packet[9:0]");
  layout.decimal("   flit", fmt::format("{}.number[{}:0]", scope, format.payload() - 1));
}

void add_node(WaveLayout& layout, const WormScenario& worms, Build build, const TorusWiring& wiring,
              Node v) {
  const std::string view = router_scope(build, wiring, v) + ".view";
  const std::string protocol = fmt::format("pe{}.protocol.pe_view", v);
  const std::string name = fmt::format("PE {} {}", v, wiring.torus().name(v));
  layout.begin_group(name);
  layout.names("state", protocol + ".state[3:0]");
  layout.binary("hands a flit to its router", protocol + ".sending");
  for (std::uint32_t c = 0; c < wiring.channels(); ++c) {
    if (!wiring.has_link(v, c)) continue;
    const std::string channel = view + fmt::format(".channel[{}]", c);
    add_lane(layout, "to " + wiring.direction(c), channel + ".to", wiring.format());
    add_lane(layout, "delivered from " + wiring.direction(c), channel + ".delivered",
             wiring.format());
    if (may_stall(worms)) layout.binary("   PE takes none next", channel + ".stalled");
  }
  layout.names("violation", view + ".reported.violation[3:0]");
  layout.end_group(name);
}

// Says the length of every message, for the heads of own routers.
class CountingCodec final : public FlitCodec {
 public:
  CountingCodec(PeLinks links, std::shared_ptr<own::MessageLengths> lengths)
      : codec_(std::move(links)), lengths_(std::move(lengths)) {}

  void send(const protocols::Transmission& transmission, RouterPort& router) override {
    lengths_->say(transmission.message, transmission.packet, transmission.length);
    codec_.send(transmission, router);
  }
  std::optional<protocols::Arrival> take(Step step, std::uint64_t address, RawFlit flit) override {
    return codec_.take(step, address, flit);
  }

 private:
  RouteCodec codec_;
  const std::shared_ptr<own::MessageLengths> lengths_;
};

// Wires of a wrapper: what others call the signals in it is not known.
void add_own_node(WaveLayout& layout, const own::RouterDescription& router,
                  const TorusWiring& wiring, Node v) {
  const std::string scope = fmt::format("pe{}.router.{}.", v, router.top);
  const std::string protocol = fmt::format("pe{}.protocol.pe_view", v);
  const std::string name = fmt::format("PE {} {}", v, wiring.torus().name(v));
  const auto wires = [&](const char* alias, const char* port, std::uint32_t each) {
    layout.binary(alias, fmt::format("{}{}[{}:0]", scope, port, router.ports() * each - 1));
  };
  layout.begin_group(name);
  layout.names("state", protocol + ".state[3:0]");
  layout.binary("hands a flit to its router", protocol + ".sending");
  wires("in: valid, PE lowest", "in_valid_i", router.lanes);
  if (router.link == own::LinkProtocol::kReady) wires("in: ready", "in_ready_o", router.lanes);
  if (router.link == own::LinkProtocol::kCredit) wires("in: credit", "in_credit_o", router.lanes);
  wires("in: flits", "in_flit_i", router.flit.width);
  wires("out: valid, PE lowest", "out_valid_o", router.lanes);
  if (router.link == own::LinkProtocol::kReady) wires("out: ready", "out_ready_i", router.lanes);
  if (router.link == own::LinkProtocol::kCredit) wires("out: credit", "out_credit_i", router.lanes);
  wires("out: flits", "out_flit_o", router.flit.width);
  layout.end_group(name);
}

}  // namespace

TorusMachine::TorusMachine(TorusWiring wiring, TorusNetworkConfig config,
                           std::shared_ptr<const own::RouterDescription> router)
    : config_(std::move(config)),
      wiring_(std::move(wiring)),
      router_(std::move(router)),
      addresses_(AddressBook::of_numbers(wiring_.size()).speak(wiring_.format())) {
  if (router_ && router_->flit.length) lengths_ = std::make_shared<own::MessageLengths>();
}

std::unique_ptr<FlitCodec> TorusMachine::codec(Node pe) const {
  // The only port leads to all neighbours, so to none of them.
  const PeLinks links(pe,
                      wiring_.has_one_port() ? std::vector<Node>{kNoNode} : wiring_.neighbours(pe));
  if (lengths_) return std::make_unique<CountingCodec>(links, lengths_);
  return std::make_unique<RouteCodec>(links, wiring_.format());
}

std::unique_ptr<Network> TorusMachine::build(const Options& options, WaveRecorder* waves) {
  set_common(options, waves, config_);
  models_ = std::make_unique<ModelLibrary>(ModelLibrary::terminal_config());
  const Torus& torus = wiring_.torus();
  if (router_) {
    worms_ = std::make_unique<TorusWorms>(wiring_, LaneChoice{config_.lanes, config_.rule});
    return std::make_unique<own::OwnMesh>(wiring_, *router_, config_, *models_, lengths_);
  }
  const bool is_whole = options.build == Build::kElaborated;
  TorusNetwork made;
  if (wiring_.is_mesh()) {
    const XyMesh mesh(torus.sides());
    made =
        is_whole ? elaborate_mesh(mesh, config_, *models_) : assemble_mesh(mesh, config_, *models_);
  } else {
    made = is_whole ? elaborate_torus(torus, config_, *models_)
                    : assemble_torus(torus, config_, *models_);
  }
  stalls_ = std::move(made.stalls);
  worms_ = std::move(made.worms);
  return std::move(made.network);
}

std::optional<NetworkShape> TorusMachine::shape() const {
  if (wiring_.is_mesh()) return XyMesh(wiring_.torus().sides());
  return wiring_.torus();
}

std::unique_ptr<TransferCarrier> TorusMachine::carry(
    const protocols::PlacedTransfers& transfers) const {
  return std::make_unique<WormCarrier>(wiring_, transfers, config_);
}

TorusWiring wiring_of(const WormScenario& scenario) {
  if (scenario.is_mesh) return TorusWiring(mesh_of(scenario));
  return TorusWiring(Torus(scenario.sides), scenario.order,
                     scenario.has_one_port() ? PortsOfPes::kOne : PortsOfPes::kByChannel);
}

void add_worm_waves(const WormScenario& worms, Build build, WaveLayout& layout) {
  const TorusWiring wiring = wiring_of(worms);
  if (worms.router) {
    for (Node v = 0; v < wiring.size(); ++v) add_own_node(layout, *worms.router, wiring, v);
    return;
  }
  const Torus& torus = wiring.torus();
  // A line a router: where flits are, at a glance, before the lanes of each.
  for (Node v = 0; v < wiring.size(); ++v)
    layout.binary(fmt::format("PE {} {} busy", v, torus.name(v)),
                  router_scope(build, wiring, v) + ".busy_o");
  const int last = torus.dimensions() - 1;
  const bool has_regions = last > 0 && torus.side(last) > 1;
  for (int c = 0; c < (has_regions ? torus.side(last) : 1); ++c) {
    const std::string axis = worms.is_mesh ? "y" : fmt::format("x_{}", last);
    const std::string region = fmt::format("{} {} = {}", last == 1 ? "row" : "plane", axis, c);
    if (has_regions) layout.begin_group(region);
    for (Node v = 0; v < wiring.size(); ++v)
      if (!has_regions || torus.coordinate(v, last) == c) add_node(layout, worms, build, wiring, v);
    if (has_regions) layout.end_group(region);
  }
}

Phases traffic_phases(const WormScenario& scenario) {
  const check::MeasuringWindow window = measuring_window(scenario);
  return {{1, "warm-up"}, {window.warmup + 1, "measurement"}, {window.last() + 1, "drain"}};
}

Phases torus_phases(const Scenario& scenario) {
  const TorusScenario& torus = torus_of(scenario);
  if (torus.traffic) return traffic_phases(torus);
  const std::optional<TorusSchedule> schedule = expected_schedule(torus);
  if (!schedule) return {};
  Phases phases;
  const auto name = [&] { return fmt::format("step {}", phases.size() + 1); };
  if (!schedule->starts.empty()) {
    for (const Step start : schedule->starts) phases.push_back({start, name()});
  } else if (torus.options.barrier) {
    const protocols::BroadcastTiming timing = broadcast_timing(torus);
    for (const Step head : protocols::barrier_heads(*schedule, timing))
      phases.push_back({head - timing.send_overhead, name()});
  }
  return phases;
}

}  // namespace flitwise
