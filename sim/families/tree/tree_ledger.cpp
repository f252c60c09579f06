// tree_ledger.cpp: every figure of a run on a tree once, with its source; its phases.
#include "sim/families/tree/tree_ledger.h"

#include <algorithm>

#include "sim/families/tree/tree_methods.h"

namespace flitwise {
namespace {

Figure conflict_figure(const std::optional<theory::TreeConflict>& conflict) {
  if (!conflict) return {};
  const std::vector<std::int64_t> pes(conflict->pes.begin(), conflict->pes.end());
  return Figure::Members{{"step", conflict->step}, {"pes", pes}};
}

bool is_printed(const TreeScenario& scenario) {
  return scenario.options.rule == CertificationRule::kPrinted;
}

}  // namespace

Ledger tree_ledger(const TreeFindings& f) {
  const theory::Prediction& p = f.prediction;
  Ledger ledger;
  const auto add = [&](const std::string& name, const Figure& measured, const Figure& predicted) {
    if (f.must_meet && name != "t_sync") return ledger.add(name, measured);
    ledger.add(name, measured, predicted, p.source_of(name));
  };
  const bool certifies = f.scenario.algorithm == TreeAlgorithm::kCertification;
  add("finish", f.meter.finish(), p.finish);
  add("quiesce", f.meter.quiesce(), p.quiesce);
  if (certifies) add("t_sync", f.meter.t_sync(), p.t_sync);
  add("dispatch", f.meter.dispatch(), f.tree.by_node(p.dispatch));
  if (certifies) {
    ledger.compare_behind("t_sync", "dispatch");
    add("lag", f.meter.lag(), f.tree.by_node(p.lag));
    add("stream", f.meter.stream(), f.tree.by_node(p.stream));
    add("order_value", f.meter.order_value(), f.tree.by_node(p.order_value));
  }
  if (!f.must_meet) ledger.add_lower_bound(p.lower_bound, p.source_of("lower_bound"));
  if (p.bound) ledger.add_bound(p.bound, p.source_of("bound"));
  if (is_printed(f.scenario))
    ledger.add("conflict", conflict_figure(f.met), conflict_figure(f.must_meet),
               theory::printed_conflict_source(theory_variant(f.scenario.options)).text);
  return ledger;
}

Figure::Members blank_figures(const TreeScenario& scenario) {
  const Figure none = Figure::Items();
  Figure::Members figures{{"dispatch", none}};
  if (scenario.algorithm == TreeAlgorithm::kCertification)
    figures = {
        {"t_sync", {}}, {"dispatch", none}, {"lag", none}, {"stream", none}, {"order_value", none}};
  if (is_printed(scenario)) figures.emplace_back("conflict", Figure());
  return figures;
}

Phases tree_phases(const Scenario& scenario, const Result& result) {
  const char* first_phase = method_of(tree_of(scenario).algorithm).first_phase;
  Phases phases;
  if (first_phase != nullptr) phases.push_back({1, first_phase});
  const auto t_sync = result.measured.find("t_sync").value_or(Figure()).number();
  if (t_sync) phases.push_back({*t_sync + 1, "orders"});
  if (const auto first = first_dispatch(result)) phases.push_back({*first, "data"});
  return phases;
}

std::optional<Step> first_dispatch(const Result& result) {
  const Figure dispatch = result.measured.find("dispatch").value_or(Figure());
  std::optional<Step> first;
  if (dispatch.items() == nullptr) return first;
  for (const Figure& step : *dispatch.items())
    if (step.number()) first = std::min(first.value_or(*step.number()), *step.number());
  return first;
}

}  // namespace flitwise
