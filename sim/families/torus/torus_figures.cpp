#include "sim/families/torus/torus_figures.h"

#include <fmt/format.h>

#include "sim/run/figures/figure_check.h"

namespace flitwise {
namespace {

constexpr const char* kArrivals =
    "by node, the same for its first copy: the tail's step plus receive_overhead";

// Where waiting may blur them, steps are not measured either.
std::optional<std::int64_t> measured_steps(const TorusFindings& f) {
  if (!f.prediction.steps) return std::nullopt;
  const bool is_planned = f.scenario.options.barrier || !f.scenario.imported.starts.empty();
  return is_planned ? f.meter.departures() : f.meter.rounds();
}

Figure arrivals_expected(const TorusFindings& f) { return f.prediction.timing.ready; }

std::string finish_source(const TorusFindings& f) {
  for (const theory::Source& source : f.prediction.timing.sources)
    if (source.quantity == "finish") return source.text;
  return "";
}

std::string stalls_source(const TorusFindings& f) {
  for (const theory::Source& source : f.prediction.timing.sources)
    if (source.quantity == "stalls") return source.text;
  return "";
}

check::Check at_least(const char* name, std::int64_t measured, std::int64_t bound,
                      const std::string& source) {
  return {name, std::to_string(measured), fmt::format("at least {}", bound), measured >= bound,
          source};
}

check::Check at_most(const char* name, std::int64_t measured, std::int64_t bound,
                     const std::string& source) {
  return {name, std::to_string(measured), fmt::format("at most {}", bound), measured <= bound,
          source};
}

// Schemes that align sources have less to do where some are in place already.
void check_steps(const TorusFindings& f, std::vector<check::Check>& checks) {
  const auto steps = measured_steps(f);
  if (!steps || !f.prediction.faults) return;
  if (f.prediction.scheme)
    checks.push_back(
        at_most("scheme_steps", *steps, f.prediction.scheme->steps, f.prediction.scheme->source));
  checks.push_back(
      at_least("lower_bound_steps_dor", *steps, f.prediction.fewest_steps_dor,
               "fewest steps of any all-port broadcast routed in dimension order, by dynamic "
               "programming over the source's line"));
}

}  // namespace

Figures measured_figures(const TorusFindings& f) {
  Figures figures{f.meter.finish(),
                  f.meter.quiesce(),
                  {{"steps", measured_steps(f)}, {"stalls", f.stalls}, {"blocked", f.blocked}}};
  if (f.shows_arrivals) figures.others.emplace_back("arrivals", f.meter.arrivals());
  return figures;
}

PredictedFigures predicted_figures(const TorusFindings& f) {
  PredictedFigures figures;
  const TorusPrediction& p = f.prediction;
  if (p.steps) figures.others.emplace_back("steps", std::int64_t{*p.steps});
  if (!p.is_exact) return figures;
  figures.finish = p.timing.finish;
  figures.quiesce =
      p.timing.finish == 0 ? 0 : p.timing.finish - f.scenario.options.receive_overhead - 1;
  figures.others.emplace_back("stalls", std::int64_t{0});
  figures.others.emplace_back("blocked", std::int64_t{0});
  if (f.shows_arrivals) figures.others.emplace_back("arrivals", arrivals_expected(f));
  return figures;
}

Figure::Members blank_torus_figures() {
  return {{"steps", {}}, {"stalls", {}}, {"blocked", {}}, {"arrivals", {}}};
}

Figure::Members torus_bounds(const TorusFindings& f) {
  return {{"lower_bound_steps", std::int64_t{f.prediction.fewest_steps}},
          {"lower_bound_steps_dor", std::int64_t{f.prediction.fewest_steps_dor}},
          {"copying_routers_finish", f.prediction.copying_routers}};
}

std::vector<theory::Source> sources_of(const TorusFindings& f) {
  std::vector<theory::Source> sources;
  if (f.prediction.is_exact) {
    sources.push_back({"finish", finish_source(f)});
    sources.push_back({"quiesce",
                       "the last tail crosses its last link one step before it reaches "
                       "its PE"});
  }
  if (f.prediction.steps) sources.push_back({"steps", f.prediction.steps_source});
  if (f.prediction.is_exact) {
    sources.push_back({"stalls", stalls_source(f)});
    sources.push_back({"blocked", "stalls for lack of a lane or of credit: none, as above"});
    if (f.shows_arrivals) sources.push_back({"arrivals", kArrivals});
  }
  sources.push_back({"lower_bound",
                     "os + D + ceil(L / 2k) + orv, D the diameter, k the sides "
                     "above 1: any broadcast, cut in any way"});
  return sources;
}

std::vector<check::Check> own_checks(const TorusFindings& f) {
  std::vector<check::Check> checks;
  if (f.prediction.faults)
    checks.push_back(check::final(check::compare(
        "schedule_faults", *f.prediction.faults, std::int64_t{0},
        "static: no channel twice in a step, every sender informed, every node reached")));
  check_steps(f, checks);
  if (!f.prediction.is_exact)
    checks.push_back(at_least("contention_free", f.meter.finish(), f.prediction.timing.finish,
                              finish_source(f) + "; waiting can only make it later"));
  else if (!f.shows_arrivals)
    checks.push_back(
        compare_figures("arrivals", f.meter.arrivals(), arrivals_expected(f), kArrivals));
  return checks;
}

std::vector<std::string> notes_of(const TorusFindings& f) {
  std::vector<std::string> notes;
  if (!f.prediction.is_exact) notes.push_back(f.prediction.why_not);
  if (!f.prediction.lane_circle.empty())
    notes.push_back("worms that wait may wait for each other in a circle: " +
                    f.prediction.lane_circle);
  return notes;
}

}  // namespace flitwise
