// cover_family.cpp: what the command needs to know of covers, and what compares with what.
#include "sim/families/cover/cover_family.h"

#include <numeric>
#include <tuple>
#include <utility>

#include "sim/families/cover/cover_language.h"
#include "sim/families/cover/cover_ledger.h"
#include "sim/families/cover/cover_machine.h"
#include "sim/families/cover/cover_methods.h"
#include "sim/families/cover/cover_work.h"
#include "sim/families/tree/tree_family.h"
#include "sim/families/tree/tree_language.h"
#include "sim/families/tree/tree_methods.h"
#include "sim/run/family/recipe.h"

namespace flitwise {
namespace {

bool is_same(const Scenario& a, const Scenario& b) {
  const auto key = [](const Scenario& s) {
    const CoverScenario& cover = cover_of(s);
    return std::make_tuple(s.shape, cover.algorithm,
                           variant_text(cover.algorithm, cover.options, s.options.build));
  };
  return key(a) == key(b);
}

// What may be changed beside the cover; nothing at all is one of it.
std::vector<Recipe> recipes_for(const CoverScenario& base, const YamlNode& values) {
  std::vector<Recipe> recipes{{}};
  if (operation_of(base.algorithm) == TreeOperation::kGather) {
    const auto word = [](TreeAlgorithm algorithm) {
      return word_for(cover_algorithm_words(), algorithm);
    };
    for (const std::string& rule : words_of(rule_words()))
      recipes.push_back(
          {{}, {{"algorithm", word(TreeAlgorithm::kCertification)}, {"options.rule", rule}}});
    recipes.push_back({{}, {{"algorithm", word(TreeAlgorithm::kTimetable)}}});
  }
  for (Recipe& recipe : sort_cost_recipes(values)) recipes.push_back(std::move(recipe));
  return recipes;
}

std::vector<Recipe> on_every_cover(const std::vector<Recipe>& recipes, CoverShape shape) {
  std::vector<Recipe> all;
  for (const std::string& cover :
       words_of(is_mesh(shape) ? mesh_cover_words() : torus_cover_words())) {
    for (Recipe recipe : recipes) {
      recipe.settings.push_back({"network.cover", cover});
      all.push_back(std::move(recipe));
    }
  }
  return all;
}

// Every other rule and the timetable, with every cover, each once; other sort costs if the scenario
// says one. All else stays as it is.
std::vector<Scenario> cover_alternatives(const ScenarioReading& own, Refusals* refusals = nullptr) {
  const CoverScenario& base = cover_of(*own.scenario);
  const std::vector<Recipe> recipes = on_every_cover(recipes_for(base, own.values), base.shape);
  std::vector<Scenario> known{*own.scenario};
  for (const Recipe& recipe : recipes)
    add_if_new(known, cook(*own.families, recipe, own.values, refusals), is_same);
  known.erase(known.begin());
  return known;
}

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

  std::vector<RefusedVariant> refused_alternatives(const ScenarioReading& own) const override {
    Refusals refusals;
    cover_alternatives(own, &refusals);
    return std::move(refusals).take();
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
