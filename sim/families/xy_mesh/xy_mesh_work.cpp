// xy_mesh_work.cpp: what the PEs of a mesh do, and the runs of them.
#include "sim/families/xy_mesh/xy_mesh_work.h"

#include <memory>
#include <utility>

#include "sim/families/torus/torus_ledger.h"
#include "sim/families/torus/torus_machine.h"
#include "sim/families/torus/torus_work.h"
#include "sim/families/xy_mesh/xy_mesh_ledger.h"
#include "sim/families/xy_mesh/xy_mesh_methods.h"
#include "sim/run/figures/event_check.h"
#include "tb/check/torus/torus_monitors.h"

namespace flitwise {
namespace {

// Links that the flits of all messages cross.
std::int64_t transfers_expected(const XyMeshScenario& scenario, const theory::MeshTiming& timing) {
  const XyMesh mesh = mesh_of(scenario);
  std::int64_t links = 0;
  for (const theory::MeshWorm& worm : timing.worms)
    links += worm.flits * mesh.distance(worm.from, worm.to);
  return links;
}

// Of a scatter each PE has its text with its message, of whatever length.
check::TorusMeter meter_for(const XyMeshScenario& scenario) {
  const bool is_broadcast = scenario.operation == XyMeshOperation::kBroadcast;
  const bool is_gather = scenario.operation == XyMeshOperation::kGather;
  return {mesh_of(scenario).size(), scenario.root, is_broadcast ? scenario.length : 1,
          scenario.options.receive_overhead,
          is_gather ? check::ArrivalsOf::kSenders : check::ArrivalsOf::kReceivers};
}

class XyMeshWork final : public Work {
 public:
  XyMeshWork(const Scenario& scenario, Events events)
      : on_mesh_(xy_mesh_of(scenario)),
        timing_(predict(on_mesh_)),
        machine_(wiring_of(on_mesh_), worm_network_config(on_mesh_), on_mesh_.router),
        event_check_(keeps_list(events, transfers_expected(on_mesh_, timing_)),
                     machine_.event_reader(), expected_events()),
        shows_arrivals_(on_mesh_.options.arrivals.value_or(
            events == Events::kKept || machine_.wiring().size() <= kMostNodesShown)),
        meter_(meter_for(on_mesh_)),
        scoreboard_(expected_worms(timing_)) {}

  Machine& machine() override { return machine_; }
  protocols::Protocols make_protocols() override {
    protocols::Protocols pes = protocols::make_worm_pes(method_of(on_mesh_).roles(on_mesh_));
    add_faults(on_mesh_.options, pes);
    return pes;
  }
  std::vector<NetworkObserver*> monitors() override {
    std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
    event_check_.watch(monitors);
    return monitors;
  }
  void close() override { scoreboard_.close(); }
  Step expected_steps() const override { return timing_.finish; }
  Step step_limit() const override {
    if (timing_.exact) return Work::step_limit();
    const theory::CycleModel model = cycle_model(on_mesh_.options, on_mesh_.length);
    Step alone = 0;
    for (const theory::MeshWorm& worm : timing_.worms)
      alone += theory::delay_of(mesh_of(on_mesh_), model, worm);
    return limit_of_waiting(on_mesh_, expected_steps(), alone);
  }
  Evidence evidence() const override {
    const XyMeshFindings findings{on_mesh_, timing_, meter_, machine_.stalls(), shows_arrivals_};
    Evidence evidence;
    evidence.ledger = xy_mesh_ledger(findings);
    evidence.checks = xy_mesh_checks(findings);
    evidence.notes = xy_mesh_notes(findings);
    event_check_.testify(evidence);
    take_counts(scoreboard_, evidence);
    return evidence;
  }
  const std::vector<LinkEvent>& events() const override { return event_check_.events(); }
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  // Nothing is said of them where some flit waits.
  EventCheck::Expected expected_events() const {
    if (!is_smooth(timing_)) return {};
    return {[this](const theory::TakeEvent& take) {
              theory::visit_mesh_events(
                  mesh_of(on_mesh_), cycle_model(on_mesh_.options, on_mesh_.length), timing_, take);
            },
            mesh_of(on_mesh_).size(), timing_.finish};
  }

  const XyMeshScenario& on_mesh_;
  const theory::MeshTiming timing_;
  TorusMachine machine_;
  EventCheck event_check_;
  const bool shows_arrivals_;
  check::TorusMeter meter_;
  check::TorusScoreboard scoreboard_;
};

}  // namespace

bool sends_something(const XyMeshScenario& scenario, Node node) {
  return !method_of(scenario).roles(scenario)[index_of(node)].active.empty();
}

bool sends_at_once(const XyMeshScenario& scenario) {
  return !is_planned(scenario) && scenario.options.send_overhead == 0;
}

bool can_hurry(const XyMeshScenario& scenario, Node node) {
  const bool is_broadcast = scenario.operation == XyMeshOperation::kBroadcast;
  if (scenario.options.send_overhead > 0) return true;
  if (!is_broadcast) return method_of(scenario).roles(scenario)[index_of(node)].active[0].head > 1;
  if (node != scenario.root && scenario.options.receive_overhead > 0) return true;
  const TorusSchedule schedule = method_of(scenario).schedule(scenario);
  const protocols::BroadcastTiming timing = broadcast_timing(scenario.options, scenario.length);
  return can_hurry(schedule, protocols::barrier_heads(schedule, timing), timing, node);
}

std::unique_ptr<Work> make_xy_mesh_work(const Scenario& scenario, Events events) {
  if (xy_mesh_of(scenario).traffic)
    return make_traffic_work(xy_mesh_of(scenario), scenario.options, events);
  return std::make_unique<XyMeshWork>(scenario, events);
}

}  // namespace flitwise
