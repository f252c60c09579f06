#include "sim/families/tree/tree_family.h"

#include <numeric>

#include "sim/families/tree/tree_language.h"
#include "sim/families/tree/tree_ledger.h"
#include "sim/families/tree/tree_machine.h"
#include "sim/families/tree/tree_methods.h"
#include "sim/families/tree/tree_work.h"

namespace flitwise {

const Family& tree_family() {
  static const TreeFamily family;
  return family;
}

const std::vector<std::string>& TreeFamily::kinds() const {
  static const std::vector<std::string> kinds{"tree", "graph"};
  return kinds;
}

const std::vector<std::string>& TreeFamily::keys() const {
  static const std::vector<std::string> keys = language::names_of(tree_language());
  return keys;
}

void TreeFamily::read(const Value& root, const std::string&, Scenario& scenario,
                      ErrorList& errors) const {
  read_tree_scenario(root, scenario, errors);
}

void TreeFamily::identify(const Scenario& scenario, Result& result) const {
  const TreeScenario& tree = tree_of(scenario);
  result.algorithm = method_of(tree.algorithm).word;
  result.variant = tree_variant(scenario);
  result.node_names = tree.node_names;
  result.pes = static_cast<Node>(tree.parents.size());
  result.flits = tree.length > 0
                     ? tree.length
                     : std::accumulate(tree.lengths.begin(), tree.lengths.end(), Flits{0});
  result.columns = {{"T_sync", "t_sync"}};
}

Figure::Members TreeFamily::blank_figures(const Scenario& scenario) const {
  return flitwise::blank_figures(tree_of(scenario));
}

std::unique_ptr<Work> TreeFamily::make_work(const Scenario& scenario, Events events) const {
  return std::make_unique<TreeWork>(scenario, events);
}

std::vector<Scenario> TreeFamily::alternatives(const ScenarioReading& own) const {
  return tree_alternatives(own);
}

std::string TreeFamily::distinction(const Scenario& scenario) const {
  return describe_order(tree_of(scenario));
}

std::string TreeFamily::value_name(FlitKind kind) const {
  const bool has_value =
      kind == FlitKind::kTap || kind == FlitKind::kCertificate || kind == FlitKind::kOrder;
  return has_value ? "value" : "";
}

std::vector<NodePlace> TreeFamily::places(const Scenario& scenario) const {
  return tree_places(tree_of(scenario).parents);
}

Phases TreeFamily::phases(const Scenario& scenario, const Result& result) const {
  return tree_phases(scenario, result);
}

void TreeFamily::add_waves(const Scenario& scenario, WaveLayout& layout) const {
  add_tree_waves(scenario, layout);
}

std::string TreeFamily::list_text() const {
  return "Trees\n" + language::list_text(tree_language());
}

FamilyHelp TreeFamily::help() const { return tree_help(); }

std::vector<Explanation> TreeFamily::explanations() const { return tree_explanations(); }

std::string TreeFamily::schema() const { return language::schema_of(tree_language()); }

}  // namespace flitwise
