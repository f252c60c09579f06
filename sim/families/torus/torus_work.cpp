// torus_work.cpp: what the PEs do, and the run of them.
#include "sim/families/torus/torus_work.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "sim/families/torus/torus_methods.h"
#include "sim/families/torus/traffic_work.h"
#include "systemc/protocols/faults.h"
#include "systemc/protocols/torus/broadcast/packet_tree.h"
#include "systemc/protocols/torus/torus_broadcast_pe.h"

namespace flitwise {
namespace {

// A hop of the routers takes one step.
protocols::BroadcastTiming timing_of(const TorusScenario& scenario) {
  protocols::BroadcastTiming timing;
  timing.flits = scenario.length;
  timing.send_overhead = scenario.options.send_overhead;
  timing.receive_overhead = scenario.options.receive_overhead;
  return timing;
}

protocols::BroadcastPace pace_of_pes(const TorusScenario& scenario) {
  if (!scenario.imported.starts.empty()) return protocols::BroadcastPace::kGiven;
  return scenario.options.barrier ? protocols::BroadcastPace::kBarrier
                                  : protocols::BroadcastPace::kOwn;
}

std::vector<protocols::TreePlace> places_of(const TorusScenario& scenario) {
  return protocols::packet_tree(Torus(scenario.sides), scenario.root, scenario.order);
}

protocols::Protocols make_packet_pes(const TorusScenario& scenario) {
  const auto pace =
      scenario.options.barrier ? protocols::PacketPace::kSlots : protocols::PacketPace::kOwn;
  return protocols::make_packet_tree(Torus(scenario.sides), scenario.root, scenario.order,
                                     timing_of(scenario), pace, packet_length(scenario));
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

}  // namespace

TorusNetworkConfig torus_network_config(const TorusScenario& scenario) {
  TorusNetworkConfig config;
  config.lanes = scenario.options.lanes;
  config.depth = scenario.options.depth;
  config.rule = scenario.options.strict_lanes ? LaneRule::kStrict : LaneRule::kAnyLane;
  config.order = scenario.order;
  if (scenario.traffic) config.stalled_ports = stalled_ports(scenario);
  return config;
}

std::optional<TorusSchedule> make_schedule(const TorusScenario& scenario) {
  const auto schedule = method_of(scenario).schedule;
  return schedule == nullptr ? std::nullopt : std::optional(schedule(scenario));
}

bool sends_something(const TorusScenario& scenario, Node node) {
  const auto schedule = make_schedule(scenario);
  if (!schedule) return !places_of(scenario)[static_cast<std::size_t>(node)].children.empty();
  for (const TorusStep& step : schedule->steps)
    for (const TorusMessage& message : step)
      if (message.from == node) return true;
  return false;
}

bool can_hurry(const TorusScenario& scenario, Node node) {
  const bool is_source = node == scenario.root;
  const Step ready = scenario.options.send_overhead +  // before the head, from the text on
                     (is_source ? 0 : scenario.options.receive_overhead);
  const protocols::BroadcastPace pace = pace_of_pes(scenario);
  if (ready > 0 || pace == protocols::BroadcastPace::kOwn) return true;
  const auto schedule = make_schedule(scenario);
  if (!schedule) {  // packets come in the slot before their own, in its last step if they are whole
    const protocols::PacketCut cut{scenario.length, packet_length(scenario)};
    return cut.packets() > 1 && (is_source || cut.text % cut.packet != 0);
  }
  const std::vector<Step> heads = pace == protocols::BroadcastPace::kGiven
                                      ? schedule->starts
                                      : protocols::barrier_heads(*schedule, timing_of(scenario));
  const Torus torus(scenario.sides);
  std::optional<Step> informed;
  if (is_source) informed = 0;
  for (std::size_t s = 0; s < heads.size(); ++s)
    for (const TorusMessage& message : schedule->steps[s]) {
      if (message.from == node && informed && heads[s] > *informed + 1) return true;
      if (is_source || torus.destination(message.from, message.hops) != node) continue;
      const Step tail = heads[s] + path_length(message.hops) + scenario.length - 1;
      informed = std::min(informed.value_or(tail), tail);
    }
  return false;
}

TorusWork::TorusWork(const Scenario& scenario, Events events)
    : on_torus_(torus_of(scenario)),
      schedule_(expected_schedule(on_torus_)),
      prediction_(predict(on_torus_, schedule_)),
      machine_(Torus(on_torus_.sides), torus_network_config(on_torus_)),
      recorder_(machine_.event_reader()),
      records_events_(events == Events::kKept ||
                      transfers_expected(on_torus_, schedule_) <= kMostRecordedTransfers),
      shows_arrivals_(on_torus_.options.arrivals.value_or(
          events == Events::kKept || machine_.wiring().size() <= kMostNodesShown)),
      meter_(machine_.wiring().size(), on_torus_.root, on_torus_.length,
             on_torus_.options.receive_overhead),
      scoreboard_(expected_worms(on_torus_)) {}

protocols::Protocols TorusWork::make_protocols() {
  const auto schedule = make_schedule(on_torus_);
  protocols::Protocols pes = schedule ? protocols::make_torus_broadcast(
                                            *schedule, pace_of_pes(on_torus_), timing_of(on_torus_))
                                      : make_packet_pes(on_torus_);
  if (on_torus_.options.mute) {
    auto& pe = pes[static_cast<std::size_t>(*on_torus_.options.mute)];
    pe = std::make_unique<protocols::MuteProtocol>(std::move(pe));
  }
  if (on_torus_.options.early) {
    auto& pe = pes[static_cast<std::size_t>(*on_torus_.options.early)];
    pe = std::make_unique<protocols::EarlyProtocol>(std::move(pe), on_torus_.options.early_by,
                                                    protocols::Haste::kFirstMessage);
  }
  return pes;
}

// Where nothing waits, no wait needs a name.
std::vector<NetworkObserver*> TorusWork::monitors() {
  std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
  if (records_events_) monitors.push_back(&recorder_);
  if (!prediction_.is_exact) monitors.push_back(machine_.circle_watch());
  return monitors;
}

// As if every message had the network for itself, at half the rate.
Step TorusWork::step_limit() const {
  constexpr Step kMargin = 1000;
  if (prediction_.is_exact) return 4 * expected_steps() + kMargin;
  const theory::CycleModel model = cycle_model(on_torus_);
  Step steps = expected_steps();
  for (const TorusStep& step : schedule_ ? schedule_->steps : std::vector<TorusStep>())
    for (const TorusMessage& message : step) steps += 2 * model.latency(path_length(message.hops));
  return 4 * steps + kMargin;
}

Evidence TorusWork::evidence() const {
  const TorusFindings findings{on_torus_,
                               prediction_,
                               meter_,
                               static_cast<std::int64_t>(machine_.stalls().stalled),
                               static_cast<std::int64_t>(machine_.stalls().blocked),
                               shows_arrivals_};
  Evidence evidence;
  evidence.ledger = torus_ledger(findings);
  evidence.checks = torus_checks(findings);
  evidence.notes = torus_notes(findings);
  if (records_events_) {
    evidence.measured_events = recorder_.sorted_events();
    evidence.predicted_events = expected_events(on_torus_, schedule_, prediction_);
  }
  evidence.circular_wait = machine_.circular_wait();
  take_counts(scoreboard_, evidence);
  return evidence;
}

}  // namespace flitwise
