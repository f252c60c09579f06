// torus_work.cpp: what the PEs of a torus do, and the runs of them.
#include "sim/families/torus/torus_work.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>

#include "sim/families/torus/torus_ledger.h"
#include "sim/families/torus/torus_machine.h"
#include "sim/families/torus/torus_methods.h"
#include "sim/families/torus/traffic_ledger.h"
#include "sim/run/apart.h"
#include "sim/run/figures/event_check.h"
#include "systemc/protocols/faults.h"
#include "systemc/protocols/receiver_stall.h"
#include "systemc/protocols/torus/packet_tree.h"
#include "systemc/protocols/torus/torus_broadcast_pe.h"
#include "systemc/protocols/torus/traffic_pe.h"
#include "tb/check/torus/torus_monitors.h"
#include "tb/check/torus/traffic_meter.h"
#include "tb/check/torus/traffic_scoreboard.h"
#include "tb/theory/torus/worm_timing.h"

namespace flitwise {
namespace {

constexpr Step kSpareSteps = 1000;  // of limits

protocols::BroadcastPace pace_of_pes(const TorusScenario& scenario) {
  if (!scenario.imported.starts.empty()) return protocols::BroadcastPace::kGiven;
  return scenario.options.barrier ? protocols::BroadcastPace::kBarrier
                                  : protocols::BroadcastPace::kOwn;
}

protocols::PePorts ports_of(const WormScenario& scenario) {
  return scenario.has_one_port() ? protocols::PePorts::kOne : protocols::PePorts::kByChannel;
}

// Without the faults that the scenario asks for.
protocols::Protocols make_broadcast_pes(const TorusScenario& scenario) {
  if (const auto schedule = make_schedule(scenario))
    return protocols::make_torus_broadcast(*schedule, pace_of_pes(scenario),
                                           broadcast_timing(scenario), ports_of(scenario));
  const auto pace =
      scenario.options.barrier ? protocols::PacketPace::kSlots : protocols::PacketPace::kOwn;
  return protocols::make_packet_tree(Torus(scenario.sides), scenario.root, scenario.order,
                                     broadcast_timing(scenario), pace, packet_length(scenario),
                                     ports_of(scenario));
}

// Links that the flits of all messages cross.
std::int64_t transfers_expected(const TorusScenario& scenario,
                                const std::optional<TorusSchedule>& schedule) {
  if (!schedule) return scenario.length * (Torus(scenario.sides).size() - 1);
  std::int64_t links = 0;
  for (const TorusStep& step : schedule->steps)
    for (const TorusMessage& message : step) links += path_length(message.hops);
  return links * scenario.length;
}

check::ExpectedPacket expected(const protocols::TrafficPacket& packet,
                               const DimensionOrder& order) {
  check::ExpectedPacket due;
  due.number = packet.number;
  due.from = packet.from;
  due.to = packet.to;
  due.born = packet.born;
  due.flits = packet.flits;
  for (std::size_t i = 0; i < order.size(); ++i) due.hops[i] = packet.hops[index_of(order[i])];
  return due;
}

// Plan and sources live as long as the stream.
struct Sources {
  Sources(const WormScenario& scenario, NodeRange own)
      : traffic(traffic_of(scenario)), first(own.first) {
    const NodeRange nodes = own.of(index_of(traffic->torus().size()));
    for (std::size_t v = nodes.first; v < nodes.end; ++v)
      by_place.emplace_back(*traffic, static_cast<Node>(v));
  }
  protocols::TrafficSource& of(Node node) { return by_place[index_of(node) - first]; }

  std::shared_ptr<const protocols::TorusTraffic> traffic;
  std::size_t first;
  std::vector<protocols::TrafficSource> by_place;
};

// What these nodes must send: the same streams once more, drawn on their own.
check::PendingPackets::Stream expected_packets(const WormScenario& scenario, NodeRange own = {}) {
  const auto sources = std::make_shared<Sources>(scenario, own);
  const Step last = measuring_window(scenario).last();
  return
      [sources, last, order = scenario.order](Node node) -> std::optional<check::ExpectedPacket> {
        protocols::TrafficSource& source = sources->of(node);
        if (!source.next_step() || *source.next_step() > last) return std::nullopt;
        return expected(source.take(), order);
      };
}

// Ports over which PEs take no flit, drawn anew by each that is made; empty if they take all.
StalledPorts stalled_ports(const WormScenario& scenario) {
  if (scenario.traffic->receiver_stall == 0) return {};
  const protocols::ReceiverStall stall(scenario.traffic->receiver_stall,
                                       scenario.traffic->plan.seed);
  const auto ports = wiring_of(scenario).pe_ports();
  return [stall, ports](Node node, Step step) { return stall.stalled_ports(node, ports, step); };
}

// The routers' hops stand in the order in which packets go.
Hops by_dimension(const DimensionOrder& order, const check::RouterHops& hops) {
  Hops sorted(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) sorted[index_of(order[i])] = hops[i];
  return sorted;
}

// The links of a packet's way.
theory::RouterChain chain_of(const WormScenario& scenario, const check::RouterHops& hops) {
  return theory::chain_of(by_dimension(scenario.order, hops), scenario.order,
                          scenario.options.latency, Step{scenario.options.depth});
}

// Packets of one key have chains of the same links and as many flits.
std::uint64_t chain_key(const check::ExpectedPacket& packet) {
  constexpr int kBits = FlitFormat::kMostHops;  // and 17 are left for the flits
  auto key = static_cast<std::uint64_t>(packet.flits);
  for (const int hops : packet.hops)
    key = key << kBits | static_cast<std::uint64_t>(std::abs(hops));
  return key;
}

// Of a packet that meets no other, with its receiver's stalls drawn once more.
check::UndisturbedPackets::Latency latency_alone(const WormScenario& scenario) {
  const StalledPorts stalled = stalled_ports(scenario);
  if (!stalled)
    return [&scenario, known = std::unordered_map<std::uint64_t, Step>()](
               const check::ExpectedPacket& packet, Step) mutable {
      const auto [place, is_new] = known.try_emplace(chain_key(packet), 0);
      if (is_new)
        place->second = theory::packet_latency(chain_of(scenario, packet.hops), packet.flits);
      return place->second;
    };
  return [&scenario, stalled](const check::ExpectedPacket& packet, Step first) {
    const std::uint32_t port = scenario.has_one_port() ? 0 : check::last_port(packet.hops);
    const Step first_link = first + scenario.options.latency.router(RouterPassage::kInject) - 1;
    return theory::stalled_packet_latency(
        chain_of(scenario, packet.hops), packet.flits, first_link,
        [&](Step step) { return (stalled(packet.to, step) >> port & 1U) != 0; });
  };
}

// What its ways take beyond a step a hop.
check::TrafficMeter::MoreSteps more_steps(const WormScenario& scenario) {
  if (scenario.options.latency.is_unit()) return {};
  return
      [latency = scenario.options.latency, order = scenario.order](const check::RouterHops& hops) {
        Step more = latency.router(RouterPassage::kInject) - 1;
        for (const int h : hops) more -= std::abs(h);
        return more + theory::CycleModel{1, 0, 0, latency}.way(by_dimension(order, hops));
      };
}

}  // namespace

std::shared_ptr<const protocols::TorusTraffic> traffic_of(const WormScenario& scenario) {
  using protocols::TorusTraffic;
  const protocols::TrafficPlan& plan = scenario.traffic->plan;
  if (scenario.is_mesh) return std::make_shared<const TorusTraffic>(mesh_of(scenario), plan);
  return std::make_shared<const TorusTraffic>(
      Torus(scenario.sides), plan, ports_of(scenario),
      scenario.finds_own_ways() ? protocols::HalfWays::kPlus : protocols::HalfWays::kDrawn);
}

TorusNetworkConfig worm_network_config(const WormScenario& scenario) {
  TorusNetworkConfig config;
  config.lanes = scenario.options.lanes;
  config.depth = scenario.options.depth;
  config.rule = scenario.options.strict_lanes ? LaneRule::kStrict : LaneRule::kAnyLane;
  if (!scenario.is_mesh) config.order = scenario.order;
  config.latency = scenario.options.latency;
  if (scenario.traffic) config.stalled_ports = stalled_ports(scenario);
  return config;
}

protocols::BroadcastTiming broadcast_timing(const TorusOptions& options, Flits flits) {
  return {flits, options.send_overhead, options.receive_overhead, options.latency};
}

std::optional<TorusSchedule> make_schedule(const TorusScenario& scenario) {
  const auto schedule = method_of(scenario).schedule;
  return schedule == nullptr ? std::nullopt : std::optional(schedule(scenario));
}

bool sends_something(const TorusScenario& scenario, Node node) {
  const auto schedule = make_schedule(scenario);
  if (!schedule) {
    const auto tree = protocols::packet_tree(Torus(scenario.sides), scenario.root, scenario.order);
    return !tree[index_of(node)].children.empty();
  }
  return sends_something(*schedule, node);
}

bool sends_something(const TorusSchedule& schedule, Node node) {
  for (const TorusStep& step : schedule.steps)
    for (const TorusMessage& message : step)
      if (message.from == node) return true;
  return false;
}

namespace {

// Of one port in slots: behind the first child's there is another one's, or the node gets packets
// before the last slot of its parent's.
bool waits_for_slots(const TorusScenario& scenario, Node node) {
  const auto tree = protocols::packet_tree(Torus(scenario.sides), scenario.root, scenario.order,
                                           protocols::PePorts::kOne);
  const protocols::TreePlace& place = tree[index_of(node)];
  if (place.children.size() > 1) return true;
  if (place.parent == kNoNode) return false;
  const auto fan = tree[index_of(scenario.root)].children.size();
  const auto& siblings = tree[index_of(place.parent)].children;
  return siblings.size() < fan || siblings.back().destination != node;
}

}  // namespace

bool can_hurry(const TorusScenario& scenario, Node node) {
  const bool is_source = node == scenario.root;
  const Step ready = scenario.options.send_overhead +  // before the head, from the text on
                     (is_source ? 0 : scenario.options.receive_overhead);
  const protocols::BroadcastPace pace = pace_of_pes(scenario);
  if (ready > 0 || pace == protocols::BroadcastPace::kOwn) return true;
  const auto schedule = make_schedule(scenario);
  if (!schedule) {  // packets come in the slot before their own, in its last step if they are whole
    const protocols::PacketCut cut{scenario.length, packet_length(scenario)};
    if (scenario.has_one_port() && waits_for_slots(scenario, node)) return true;
    return cut.packets() > 1 && (is_source || cut.text % cut.packet != 0);
  }
  const protocols::BroadcastTiming timing = broadcast_timing(scenario);
  const std::vector<Step> heads = pace == protocols::BroadcastPace::kGiven
                                      ? schedule->starts
                                      : protocols::barrier_heads(*schedule, timing);
  return can_hurry(*schedule, heads, timing, node);
}

bool can_hurry(const TorusSchedule& schedule, const std::vector<Step>& heads,
               const protocols::BroadcastTiming& timing, Node node) {
  const Torus torus(schedule.sides);
  const bool is_source = node == schedule.source;
  std::optional<Step> informed;
  if (is_source) informed = 0;
  for (std::size_t s = 0; s < heads.size(); ++s)
    for (const TorusMessage& message : schedule.steps[s]) {
      if (message.from == node && informed && heads[s] > *informed + 1) return true;
      if (is_source || torus.destination(message.from, message.hops) != node) continue;
      const Step tail = heads[s] + timing.way(message.hops) + timing.flits - 1;
      informed = std::min(informed.value_or(tail), tail);
    }
  return false;
}

check::MeasuringWindow measuring_window(const WormScenario& scenario) {
  return {scenario.traffic->warmup, scenario.traffic->measure};
}

Flits expected_flits(const WormScenario& scenario) {
  const check::PendingPackets::Stream next = expected_packets(scenario);
  Flits flits = 0;
  for (Node v = 0; v < Torus(scenario.sides).size(); ++v)
    while (const auto packet = next(v)) flits += packet->flits;
  return flits;
}

bool is_soon_counted(const WormScenario& scenario) {
  constexpr double kFlitsOfASecond = 1e7;
  const double nodes = Torus(scenario.sides).size();
  const auto steps = static_cast<double>(measuring_window(scenario).last());
  return scenario.traffic->plan.rate * nodes * steps <= kFlitsOfASecond;
}

bool begins_packets(const WormScenario& scenario, Node node) {
  // One whose packets are all its own shows it soon; counting on to the end may take minutes.
  constexpr int kMostLocal = 1'000'000;
  const check::PendingPackets::Stream next = expected_packets(scenario);
  for (int local = 0; local < kMostLocal; ++local) {
    const auto packet = next(node);
    if (!packet || !packet->is_local()) return packet.has_value();
  }
  return false;
}

bool sends_at_once(const TorusScenario& scenario) {
  return !scenario.options.barrier && scenario.options.send_overhead == 0;
}

Step limit_of_waiting(const WormScenario& scenario, Step expected, Step alone) {
  const Step loop = theory::credit_loops(scenario.sides, scenario.options.latency).head;
  return 4 * (expected + 2 * alone) * std::max<Step>(1, loop / 2) + kSpareSteps;
}

void add_faults(const TorusOptions& options, protocols::Protocols& pes) {
  if (options.mute) {
    auto& pe = pes[index_of(*options.mute)];
    pe = std::make_unique<protocols::MuteProtocol>(std::move(pe));
  }
  if (options.early) {
    auto& pe = pes[index_of(*options.early)];
    pe = std::make_unique<protocols::EarlyProtocol>(std::move(pe), options.early_by,
                                                    protocols::Haste::kFirstMessage);
  }
}

namespace {

// Where a flit can wait for others all over the network, as in a circle, or links take several
// steps, everything is every rank's to see; of routers of the user's own nothing is shared.
Apart apart_of(const WormScenario& scenario, Ranks* ranks, bool may_wait) {
  const std::vector<Step>& links = scenario.options.latency.link;
  const bool is_quick =
      std::all_of(links.begin(), links.end(), [](Step steps) { return steps == 1; }) &&
      scenario.options.latency.credit == 1;
  return {ranks, Torus(scenario.sides).size(), !may_wait && is_quick && !scenario.router};
}

class TorusWork final : public Work {
 public:
  TorusWork(const Scenario& scenario, Events events)
      : on_torus_(torus_of(scenario)),
        schedule_(expected_schedule(on_torus_)),
        prediction_(predict(on_torus_, schedule_)),
        apart_(apart_of(on_torus_, scenario.options.ranks, !prediction_.is_exact)),
        machine_(wiring_of(on_torus_), worm_network_config(on_torus_), on_torus_.router),
        event_check_(keeps_list(events, transfers_expected(on_torus_, schedule_)) &&
                         (events == Events::kKept || machine_.wiring().size() <= kMostPes),
                     machine_.event_reader(), expected_events()),
        shows_arrivals_(on_torus_.options.arrivals.value_or(
            events == Events::kKept || machine_.wiring().size() <= kMostNodesShown)),
        meter_(machine_.wiring().size(), on_torus_.root, on_torus_.length,
               on_torus_.options.receive_overhead, check::ArrivalsOf::kReceivers,
               machine_.wiring().format()),
        scoreboard_(expected_worms(on_torus_), machine_.wiring().format(), apart_.own()) {
    if (apart_.holds()) meter_.watch(apart_.own(), apart_.ranks().add_post(PostTo::kNear));
  }

  Machine& machine() override { return machine_; }
  protocols::Protocols make_protocols() override {
    protocols::Protocols pes = make_broadcast_pes(on_torus_);
    add_faults(on_torus_.options, pes);
    return pes;
  }
  // Where nothing waits, no wait needs a name.
  std::vector<NetworkObserver*> monitors() override {
    std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
    event_check_.watch(monitors);
    if (!prediction_.is_exact) monitors.push_back(machine_.circle_watch());
    return monitors;
  }
  void close() override { scoreboard_.close(); }
  bool lives_apart() const override { return apart_.holds(); }
  void merge() override { apart_.merge(event_check_, meter_, scoreboard_); }
  Step expected_steps() const override { return prediction_.timing.finish; }
  Step step_limit() const override {
    if (prediction_.is_exact) return 4 * expected_steps() + kSpareSteps;
    const theory::CycleModel model = cycle_model(on_torus_);
    Step alone = 0;
    for (const TorusStep& step : schedule_ ? schedule_->steps : std::vector<TorusStep>())
      for (const TorusMessage& message : step) alone += model.delay(message.hops);
    return limit_of_waiting(on_torus_, expected_steps(), alone);
  }
  Evidence evidence() const override {
    const TorusFindings findings{on_torus_, prediction_, meter_, machine_.stalls(),
                                 shows_arrivals_};
    Evidence evidence;
    evidence.ledger = torus_ledger(findings);
    evidence.checks = torus_checks(findings);
    evidence.notes = torus_notes(findings);
    event_check_.testify(evidence);
    evidence.circular_wait = machine_.circular_wait();
    take_counts(scoreboard_, evidence);
    return evidence;
  }
  const std::vector<LinkEvent>& events() const override { return event_check_.events(); }
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  EventCheck::Expected expected_events() const {
    if (!says_events(schedule_, prediction_)) return {};
    EventCheck::Expected expected{[this](const theory::TakeEvent& take) {
                                    visit_expected_events(on_torus_, schedule_, prediction_, take);
                                  },
                                  machine_.wiring().size(), prediction_.timing.finish};
    expected.own = apart_.own();
    return expected;
  }

  const TorusScenario& on_torus_;
  const std::optional<TorusSchedule> schedule_;  // theory's
  const TorusPrediction prediction_;
  const Apart apart_;
  TorusMachine machine_;
  EventCheck event_check_;
  const bool shows_arrivals_;
  check::TorusMeter meter_;
  check::TorusScoreboard scoreboard_;
};

class TrafficWork final : public Work {
 public:
  TrafficWork(const WormScenario& scenario, const Options& options, Events events)
      : worms_(scenario),
        last_birth_(std::min(measuring_window(scenario).last(),
                             options.max_steps.value_or(measuring_window(scenario).last()))),
        prediction_(predict_traffic(worms_)),
        apart_(apart_of(worms_, options.ranks, !prediction_.lane_circle.empty())),
        machine_(wiring_of(worms_), worm_network_config(worms_), worms_.router),
        event_check_(events == Events::kKept, machine_.event_reader(), {}),
        meter_(measuring_window(worms_), more_steps(worms_)),
        receivers_(stalled_ports(worms_)),
        undisturbed_(machine_.wiring(), latency_alone(worms_), worms_.options.latency, apart_.own(),
                     post_if_apart(PostTo::kAll)),
        relay_(apart_.holds() ? std::make_unique<check::PacketRelay>(
                                    apart_.ranks().add_post(PostTo::kAll), undisturbed_)
                              : nullptr),
        scoreboard_(machine_.wiring(), worms_.options.lanes, expected_packets(worms_, apart_.own()),
                    observers_of_packets(), apart_.own(), post_if_apart(PostTo::kNear)) {}

  Machine& machine() override { return machine_; }
  protocols::Protocols make_protocols() override {
    protocols::Protocols pes =
        protocols::make_traffic(traffic_of(worms_), worms_.order, measuring_window(worms_).last());
    add_faults(worms_.options, pes);
    return pes;
  }
  // Where no worms can wait for each other in a circle, no circle needs a name.
  std::vector<NetworkObserver*> monitors() override {
    std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
    if (relay_) monitors.push_back(relay_.get());
    if (worms_.traffic->receiver_stall > 0) monitors.push_back(&receivers_);
    event_check_.watch(monitors);
    if (!prediction_.lane_circle.empty()) monitors.push_back(machine_.circle_watch());
    return monitors;
  }
  void close() override { scoreboard_.close(last_birth_); }
  bool lives_apart() const override { return apart_.holds(); }
  void merge() override {
    apart_.ranks().pass_posts();
    relay_->hear();  // of the last edge; what is born behind it never arrives
    apart_.ranks().pass_posts();
    undisturbed_.hear();
    apart_.merge(event_check_, meter_, receivers_, scoreboard_, undisturbed_);
  }
  Step expected_steps() const override { return measuring_window(worms_).last(); }
  Step step_limit() const override { return expected_steps() + prediction_.drain; }
  const char* step_limit_option() const override { return "drain"; }
  Evidence evidence() const override {
    const TrafficFindings findings{worms_,      prediction_,  meter_,           receivers_,
                                   scoreboard_, undisturbed_, machine_.stalls()};
    Evidence evidence;
    evidence.ledger = traffic_ledger(findings);
    evidence.checks = traffic_checks(findings);
    evidence.notes = traffic_notes(findings);
    event_check_.testify(evidence);  // theory does not say them link by link
    // Where only silent nodes would still send, nothing meets the limit.
    if (!scoreboard_.are_all_born()) evidence.stopped_at = last_birth_;
    evidence.circular_wait = machine_.circular_wait();
    take_counts(scoreboard_, evidence);
    return evidence;
  }
  const std::vector<LinkEvent>& events() const override { return event_check_.events(); }
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  RankPost* post_if_apart(PostTo to) {
    return apart_.holds() ? &apart_.ranks().add_post(to) : nullptr;
  }
  std::vector<check::PacketObserver*> observers_of_packets() {
    if (relay_) return {&meter_, relay_.get()};
    return {&meter_, &undisturbed_};
  }

  const WormScenario& worms_;
  const Step last_birth_;  // that the run has room for
  const TrafficPrediction prediction_;
  const Apart apart_;
  TorusMachine machine_;
  EventCheck event_check_;
  check::TrafficMeter meter_;
  check::StalledReceivers receivers_;
  check::UndisturbedPackets undisturbed_;
  const std::unique_ptr<check::PacketRelay> relay_;
  check::TrafficScoreboard scoreboard_;
};

}  // namespace

std::unique_ptr<Work> make_traffic_work(const WormScenario& scenario, const Options& options,
                                        Events events) {
  return std::make_unique<TrafficWork>(scenario, options, events);
}

std::unique_ptr<Work> make_torus_work(const Scenario& scenario, Events events) {
  if (torus_of(scenario).traffic)
    return make_traffic_work(torus_of(scenario), scenario.options, events);
  return std::make_unique<TorusWork>(scenario, events);
}

}  // namespace flitwise
