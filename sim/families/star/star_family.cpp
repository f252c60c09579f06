#include "sim/families/star/star_family.h"

#include "sim/families/star/language/star_compare.h"
#include "sim/families/star/language/star_language.h"
#include "sim/families/star/language/star_texts.h"
#include "sim/families/star/language/star_words.h"
#include "sim/families/star/star_ledger.h"
#include "sim/families/star/star_places.h"
#include "sim/families/star/star_waves.h"
#include "sim/families/star/star_work.h"
#include "systemc/network/star/star_routers.h"

namespace flitwise {
namespace {

// Of the packets as they are sent, before any is copied.
Flits flits_of_all(const StarScenario& star, const StarGraph& graph) {
  const std::int64_t sources = has_one_source(star.algorithm) ? 1 : graph.size();
  const bool is_for_all = carriage_of(star) != check::StarCarriage::kRouted;
  const std::int64_t receivers = is_for_all ? 1 : graph.size() - 1;
  return sources * receivers * star.packets * star.options.flits;
}

}  // namespace

const Family& star_family() {
  static const StarFamily family;
  return family;
}

const std::vector<std::string>& StarFamily::kinds() const {
  static const std::vector<std::string> kinds{"star-graph"};
  return kinds;
}

const std::vector<std::string>& StarFamily::keys() const {
  static const std::vector<std::string> keys = language::names_of(star_language());
  return keys;
}

void StarFamily::read(const Value& root, const std::string&, Scenario& scenario,
                      ErrorList& errors) const {
  read_star_scenario(root, scenario, errors);
}

void StarFamily::identify(const Scenario& scenario, Result& result) const {
  const StarScenario& star = star_of(scenario);
  const StarGraph graph(star.order);
  result.algorithm = word_for(star_algorithm_words(), star.algorithm);
  result.variant = star_variant(star);
  result.pes = graph.size();
  result.flits = flits_of_all(star, graph);
  result.columns = {{"steps", "steps"}, {"buffer", "max_buffer"}, {"copies", "copies.min"}};
}

Figure::Members StarFamily::blank_figures(const Scenario&) const { return blank_star_figures(); }

std::unique_ptr<Work> StarFamily::make_work(const Scenario& scenario, Events events) const {
  return std::make_unique<StarWork>(scenario, events);
}

std::vector<Scenario> StarFamily::alternatives(const ScenarioReading& own) const {
  return star_alternatives(own);
}

// A copy that is saved is no gain where a packet is lost for it.
std::vector<double> StarFamily::costs(const Result& result) const {
  std::vector<double> costs{static_cast<double>(star_losses(result.measured))};
  for (const double cost : Family::costs(result)) costs.push_back(cost);
  return costs;
}

std::string StarFamily::value_name(FlitKind kind) const {
  return kind == FlitKind::kData || kind == FlitKind::kFlood ? "tree" : "";
}

std::vector<NodePlace> StarFamily::places(const Scenario& scenario) const {
  return star_places(StarGraph(star_of(scenario).order));
}

std::vector<std::string> StarFamily::node_labels(const Scenario& scenario) const {
  return star_node_names(StarGraph(star_of(scenario).order));
}

DeadElements StarFamily::dead_elements(const Scenario& scenario) const {
  const StarGraph graph(star_of(scenario).order);
  const StarDeaths& deaths = star_of(scenario).options.deaths;
  DeadElements dead{deaths.nodes, {}};
  for (const auto& [node, dimension] : deaths.links)
    dead.links.emplace_back(node, graph.neighbour(node, dimension));
  return dead;
}

Phases StarFamily::phases(const Scenario& scenario, const Result&) const {
  return star_phases(scenario);
}

void StarFamily::add_waves(const Scenario& scenario, WaveLayout& layout) const {
  add_star_waves(scenario, layout);
}

std::string StarFamily::list_text() const {
  return "Star graphs\n" + language::list_text(star_language());
}

FamilyHelp StarFamily::help() const { return star_help(); }

std::vector<Explanation> StarFamily::explanations() const { return star_explanations(); }

std::string StarFamily::schema() const { return language::schema_of(star_language()); }

}  // namespace flitwise
