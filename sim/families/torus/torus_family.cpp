#include "sim/families/torus/torus_family.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/families/torus/language/broadcast_notes.h"
#include "sim/families/torus/language/torus_compare.h"
#include "sim/families/torus/language/torus_reader.h"
#include "sim/families/torus/language/torus_schema.h"
#include "sim/families/torus/language/torus_texts.h"
#include "sim/families/torus/language/torus_words.h"
#include "sim/families/torus/torus_figures.h"
#include "sim/families/torus/torus_waves.h"
#include "sim/families/torus/torus_work.h"
#include "sim/families/torus/traffic_figures.h"
#include "sim/families/torus/traffic_setup.h"
#include "sim/families/torus/traffic_work.h"
#include "systemc/network/torus/torus_routers.h"

namespace flitwise {

const Family& torus_family() {
  static const TorusFamily family;
  return family;
}

const std::vector<std::string>& TorusFamily::kinds() const {
  static const std::vector<std::string> kinds{"torus"};
  return kinds;
}

const std::vector<std::string>& TorusFamily::keys() const {
  static const std::vector<std::string> keys{"name", "network", "operation", "algorithm",
                                             "root", "length",  "file",      "options"};
  return keys;
}

void TorusFamily::read(const Value& root, const std::string&, Scenario& scenario,
                       ErrorList& errors) const {
  read_torus_scenario(root, scenario, errors);
}

void TorusFamily::identify(const Scenario& scenario, Result& result) const {
  const TorusScenario& torus = torus_of(scenario);
  result.variant = torus_variant(torus);
  result.pes = Torus(torus.sides).size();
  if (torus.traffic) {
    result.algorithm = protocols::name_of(torus.traffic->plan.pattern);
    result.flits = expected_flits(torus);
    result.columns = {
        {"accepted", "accepted", true}, {"latency", "latency.mean", true}, {"stalls", "stalls"}};
    return;
  }
  result.algorithm = word_for(torus_algorithm_words(), torus.algorithm);
  result.flits = torus.length;
  result.columns = {{"steps", "steps"}, {"stalls", "stalls"}};
}

Figure::Members TorusFamily::blank_figures(const Scenario& scenario) const {
  return torus_of(scenario).traffic ? blank_traffic_figures() : blank_torus_figures();
}

std::unique_ptr<Work> TorusFamily::make_work(const Scenario& scenario, Events events) const {
  if (torus_of(scenario).traffic) return std::make_unique<TrafficWork>(scenario, events);
  return std::make_unique<TorusWork>(scenario, events);
}

std::vector<Scenario> TorusFamily::alternatives(const ScenarioReading& own) const {
  return torus_alternatives(own);
}

std::string TorusFamily::distinction(const Scenario& scenario) const {
  const TorusScenario& torus = torus_of(scenario);
  if (!torus.traffic) return {};
  return fmt::format("order {}, {}", fmt::join(torus.order, ""),
                     word_for(lane_rule_words(), torus.options.strict_lanes));
}

std::vector<double> TorusFamily::costs(const Result& result) const {
  return result.measured.find("stable") ? traffic_costs(result.measured) : Family::costs(result);
}

std::vector<std::string> TorusFamily::comparison_notes(const ScenarioReading& own) const {
  return broadcast_notes(own);
}

std::string TorusFamily::value_name(FlitKind kind) const {
  return kind == FlitKind::kData ? "packet" : "";
}

std::vector<NodePlace> TorusFamily::places(const Scenario& scenario) const {
  return grid_places(torus_of(scenario).sides);
}

std::vector<std::string> TorusFamily::node_labels(const Scenario& scenario) const {
  return torus_node_names(Torus(torus_of(scenario).sides));
}

Phases TorusFamily::phases(const Scenario& scenario, const Result&) const {
  return torus_phases(scenario);
}

void TorusFamily::add_waves(const Scenario& scenario, WaveLayout& layout) const {
  add_torus_waves(scenario, layout);
}

std::string TorusFamily::list_text() const { return torus_list_text(); }

FamilyHelp TorusFamily::help() const { return torus_help(); }

std::vector<Explanation> TorusFamily::explanations() const { return torus_explanations(); }

std::string TorusFamily::schema() const { return torus_schema(); }

}  // namespace flitwise
