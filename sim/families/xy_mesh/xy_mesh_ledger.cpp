// xy_mesh_ledger.cpp: predictions, figures and checks of broadcasts, scatters and gathers.
#include "sim/families/xy_mesh/xy_mesh_ledger.h"

#include <algorithm>

#include "sim/families/torus/torus_ledger.h"
#include "sim/families/xy_mesh/xy_mesh_methods.h"
#include "sim/run/figures/figure_check.h"
#include "tb/theory/torus/worm_timing.h"

namespace flitwise {
namespace {

constexpr const char* kArrivals =
    "by node, the same for its message: the tail's step plus receive_overhead";

bool is_broadcast(const XyMeshScenario& scenario) {
  return scenario.operation == XyMeshOperation::kBroadcast;
}

// None of nodes without a message.
std::vector<std::optional<std::int64_t>> arrivals_of(const XyMeshFindings& f) {
  std::vector<std::optional<std::int64_t>> arrivals(f.timing.ready.begin(), f.timing.ready.end());
  for (std::size_t v = 0; v < f.scenario.lengths.size(); ++v)
    if (f.scenario.lengths[v] == 0 && static_cast<Node>(v) != f.scenario.root) arrivals[v].reset();
  return arrivals;
}

std::int64_t measured_steps(const XyMeshFindings& f) {
  return f.scenario.options.barrier ? f.meter.departures() : f.meter.rounds();
}

}  // namespace

theory::MeshTiming predict(const XyMeshScenario& scenario) {
  return method_of(scenario).timing(scenario);
}

bool is_smooth(const theory::MeshTiming& timing) {
  return timing.exact && timing.stalls == std::int64_t{0};
}

std::vector<check::ExpectedWorm> expected_worms(const theory::MeshTiming& timing) {
  std::vector<std::int64_t> sent(timing.ready.size(), 0);
  std::vector<check::ExpectedWorm> worms;
  for (const theory::MeshWorm& worm : timing.worms)
    worms.push_back({worm.from, sent[index_of(worm.from)]++, worm.to, worm.flits});
  return worms;
}

bool is_planned(const XyMeshScenario& scenario) {
  return scenario.operation == XyMeshOperation::kGather ||
         (is_broadcast(scenario) && scenario.options.barrier);
}

Step depth_for_planned_steps(const XyMeshScenario& scenario) {
  XyMeshScenario tried = scenario;
  const Step enough = theory::credit_loops(scenario.sides, scenario.options.latency).head;
  for (tried.options.depth = 1; tried.options.depth < enough; ++tried.options.depth)
    if (predict(tried).exact) break;
  return tried.options.depth;
}

Ledger xy_mesh_ledger(const XyMeshFindings& f) {
  const theory::MeshTiming& p = f.timing;
  const bool smooth = is_smooth(p);
  Ledger ledger;
  // What waiting may change.
  const auto add = [&](const char* name, const Figure& measured, const Figure& predicted,
                       bool holds, const std::string& source) {
    ledger.add(name, measured, holds ? std::optional(predicted) : std::nullopt, source);
  };
  add("finish", f.meter.finish(), p.finish, p.exact, p.source_of("finish"));
  add("quiesce", f.meter.quiesce(), p.quiesce.value_or(0), smooth && p.quiesce,
      quiesce_source(f.scenario.options.latency));
  if (is_broadcast(f.scenario))
    add("steps", measured_steps(f), std::int64_t{p.steps}, p.exact, p.source_of("steps"));
  const Stalls stalls = f.stalls.value_or(Stalls());
  for (const auto& [name, count] :
       {std::pair("stalls", stalls.stalled), std::pair("blocked", stalls.blocked)})
    if (f.stalls)
      add(name, static_cast<std::int64_t>(count), p.stalls.value_or(0),
          p.exact && p.stalls.has_value(), p.source_of("stalls"));
  if (f.shows_arrivals) add("arrivals", f.meter.arrivals(), arrivals_of(f), p.exact, kArrivals);
  ledger.add_lower_bound(p.lower_bound, p.source_of("lower_bound"));
  if (is_broadcast(f.scenario))
    ledger.add_theory("lower_bound_steps", std::int64_t{theory::fewest_steps(mesh_of(f.scenario))});
  return ledger;
}

Figure::Members blank_xy_mesh_figures(const XyMeshScenario& scenario) {
  Figure::Members blank;
  if (is_broadcast(scenario)) blank.emplace_back("steps", Figure());
  for (const char* name : {"stalls", "blocked"})
    if (!scenario.router) blank.emplace_back(name, Figure());
  blank.emplace_back("arrivals", Figure());
  return blank;
}

std::vector<check::Check> xy_mesh_checks(const XyMeshFindings& f) {
  std::vector<check::Check> checks;
  if (!f.timing.exact)
    checks.push_back(
        check::at_least("contention_free", f.meter.finish(), f.timing.finish,
                        f.timing.source_of("finish") + "; waiting can only make it later"));
  else if (!f.shows_arrivals)
    checks.push_back(compare_figures("arrivals", f.meter.arrivals(), arrivals_of(f), kArrivals));
  return checks;
}

std::vector<std::string> xy_mesh_notes(const XyMeshFindings& f) {
  std::vector<std::string> notes = router_notes(f.scenario);
  if (!is_smooth(f.timing))
    notes.push_back(
        unpredicted(f.scenario, f.timing, method_of(f.scenario).operation_word().c_str()));
  return notes;
}

}  // namespace flitwise
