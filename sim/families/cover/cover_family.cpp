#include "sim/families/cover/cover_family.h"

#include <numeric>

#include "sim/families/cover/cover_language.h"
#include "sim/families/cover/cover_ledger.h"
#include "sim/families/cover/cover_machine.h"
#include "sim/families/cover/cover_methods.h"
#include "sim/families/cover/cover_work.h"
#include "sim/families/tree/tree_language.h"

namespace flitwise {

const Family& cover_family() {
  static const CoverFamily family;
  return family;
}

const std::vector<std::string>& CoverFamily::kinds() const {
  static const std::vector<std::string> kinds{kMeshKind, kTorusKind};
  return kinds;
}

const std::vector<std::string>& CoverFamily::keys() const {
  static const std::vector<std::string> keys = language::names_of(cover_language());
  return keys;
}

void CoverFamily::read(const Value& root, const std::string&, Scenario& scenario,
                       ErrorList& errors) const {
  read_cover_scenario(root, scenario, errors);
}

void CoverFamily::identify(const Scenario& scenario, Result& result) const {
  const CoverScenario& over = cover_of(scenario);
  const Cover cover = make_cover(over);
  result.algorithm = cover_method_of(over.algorithm).word;
  result.variant = variant_text(over.algorithm, over.options, scenario.options.build);
  result.node_names.clear();
  for (Node v = 0; v < cover.size(); ++v) result.node_names.push_back(coordinates(cover.grid(), v));
  result.pes = cover.size();
  result.flits = std::accumulate(over.lengths.begin(), over.lengths.end(), Flits{0});
  result.facts = facts_of(cover, over.lengths, allocate(cover, over.lengths));
  result.columns = {{"T_sync", "t_sync"}};
}

Figure::Members CoverFamily::blank_figures(const Scenario& scenario) const {
  return blank_cover_figures(cover_of(scenario).algorithm);
}

std::unique_ptr<Work> CoverFamily::make_work(const Scenario& scenario, Events events) const {
  return std::make_unique<CoverWork>(scenario, events);
}

std::vector<Scenario> CoverFamily::alternatives(const ScenarioReading& own) const {
  return cover_alternatives(own);
}

std::vector<NodePlace> CoverFamily::places(const Scenario& scenario) const {
  const CoverScenario& cover = cover_of(scenario);
  return grid_places({static_cast<int>(cover.columns), static_cast<int>(cover.rows)});
}

Phases CoverFamily::phases(const Scenario& scenario, const Result& result) const {
  return cover_phases(scenario, result);
}

void CoverFamily::add_waves(const Scenario& scenario, WaveLayout& layout) const {
  add_cover_waves(scenario, layout);
}

std::string CoverFamily::list_text() const {
  return "Meshes and tori under several trees\n" + language::list_text(cover_language());
}

FamilyHelp CoverFamily::help() const { return cover_help(); }

std::vector<Explanation> CoverFamily::explanations() const { return cover_explanations(); }

std::string CoverFamily::schema() const { return language::schema_of(cover_language()); }

}  // namespace flitwise
