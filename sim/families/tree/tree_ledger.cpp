#include "sim/families/tree/tree_ledger.h"

#include <algorithm>

#include "sim/families/tree/tree_methods.h"

namespace flitwise {
namespace {

using Values = std::vector<std::optional<std::int64_t>>;

Figure::Members figures(TreeAlgorithm algorithm, std::optional<Step> t_sync, const Values& dispatch,
                        const Values& lag, const Values& stream, const Values& order_value) {
  if (algorithm != TreeAlgorithm::kCertification) return {{"dispatch", dispatch}};
  return {{"t_sync", t_sync},
          {"dispatch", dispatch},
          {"lag", lag},
          {"stream", stream},
          {"order_value", order_value}};
}

}  // namespace

Figures measured_figures(TreeAlgorithm algorithm, const check::TreeMeter& meter) {
  return {meter.finish(), meter.quiesce(),
          figures(algorithm, meter.t_sync(), meter.dispatch(), meter.lag(), meter.stream(),
                  meter.order_value())};
}

PredictedFigures predicted_figures(TreeAlgorithm algorithm, const theory::Prediction& p) {
  return {p.finish, p.quiesce,
          figures(algorithm, p.t_sync, p.dispatch, p.lag, p.stream, p.order_value)};
}

theory::Prediction in_nodes(const PlacedTree& tree, theory::Prediction prediction) {
  for (auto* figure :
       {&prediction.dispatch, &prediction.lag, &prediction.stream, &prediction.order_value})
    *figure = tree.by_node(*figure);
  return prediction;
}

Figure::Members blank_figures(TreeAlgorithm algorithm) {
  return figures(algorithm, std::nullopt, {}, {}, {}, {});
}

std::vector<theory::Source> sources_of(const theory::Prediction& prediction) {
  std::vector<const char*> quantities{"finish", "quiesce", "dispatch"};
  if (prediction.t_sync)
    quantities.insert(quantities.end(), {"t_sync", "lag", "stream", "order_value"});
  quantities.push_back("lower_bound");
  if (prediction.bound) quantities.push_back("bound");
  std::vector<theory::Source> sources;
  for (const char* quantity : quantities)
    sources.push_back({quantity, prediction.source_of(quantity)});
  return sources;
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
