// cover_family.cpp: what the command needs to know of covers.
#include "sim/families/cover/cover_family.h"

#include <numeric>

#include "sim/families/cover/cover_language.h"
#include "sim/families/cover/cover_ledger.h"
#include "sim/families/cover/cover_machine.h"
#include "sim/families/cover/cover_methods.h"
#include "sim/families/cover/cover_work.h"
#include "sim/families/tree/tree_language.h"

namespace flitwise {
namespace {

class CoverFamily final : public Family {
 public:
  const std::vector<std::string>& kinds() const override {
    static const std::vector<std::string> kinds{kMeshKind, kTorusKind};
    return kinds;
  }

  const language::Table* language() const override { return &cover_language(); }

  void read(const Value& root, const std::string&, Scenario& scenario,
            ErrorList& errors) const override {
    read_cover_scenario(root, scenario, errors);
  }

  void identify(const Scenario& scenario, Result& result) const override {
    const CoverScenario& over = cover_of(scenario);
    const Cover cover = make_cover(over);
    result.algorithm = cover_method_of(over.algorithm).word;
    result.variant = variant_text(over.algorithm, over.options, scenario.options.build);
    result.pes = cover.size();
    result.flits = std::accumulate(over.lengths.begin(), over.lengths.end(), Flits{0});
    result.facts = facts_of(cover, over.lengths, allocate(cover, over.lengths));
    result.columns = {{"T_sync", "t_sync"}};
  }

  Figure::Members blank_figures(const Scenario& scenario) const override {
    return blank_cover_figures(cover_of(scenario).algorithm);
  }

  std::unique_ptr<Work> make_work(const Scenario& scenario, Events events) const override {
    return std::make_unique<CoverWork>(scenario, events);
  }

  std::vector<std::string> pe_names(const Scenario& scenario) const override {
    const Cover cover = make_cover(cover_of(scenario));
    std::vector<std::string> names;
    for (Node v = 0; v < cover.size(); ++v) names.push_back(coordinates(cover.grid(), v));
    return names;
  }

  std::vector<Scenario> alternatives(const ScenarioReading& own) const override {
    return cover_alternatives(own);
  }

  std::vector<NodePlace> places(const Scenario& scenario) const override {
    const CoverScenario& cover = cover_of(scenario);
    return grid_places({static_cast<int>(cover.columns), static_cast<int>(cover.rows)});
  }

  Phases phases(const Scenario& scenario, const Result& result) const override {
    return cover_phases(scenario, result);
  }

  void add_waves(const Scenario& scenario, WaveLayout& layout) const override {
    add_cover_waves(scenario, layout);
  }

  std::string title() const override { return "Meshes and tori under several trees"; }

  FamilyHelp help() const override { return cover_help(); }

  std::vector<Explanation> explanations() const override {
    return explanations_of("meshes and tori covered by several trees at once", cover_methods());
  }

  bool has_diagram() const override { return true; }
};

}  // namespace

const Family& cover_family() {
  static const CoverFamily family;
  return family;
}

}  // namespace flitwise
