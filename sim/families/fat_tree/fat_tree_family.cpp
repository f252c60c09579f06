#include "sim/families/fat_tree/fat_tree_family.h"

#include "sim/families/fat_tree/fat_tree_compare.h"
#include "sim/families/fat_tree/fat_tree_figures.h"
#include "sim/families/fat_tree/fat_tree_language.h"
#include "sim/families/fat_tree/fat_tree_methods.h"
#include "sim/families/fat_tree/fat_tree_setup.h"
#include "sim/families/fat_tree/fat_tree_waves.h"
#include "sim/families/fat_tree/fat_tree_work.h"

namespace flitwise {

const Family& fat_tree_family() {
  static const FatTreeFamily family;
  return family;
}

const std::vector<std::string>& FatTreeFamily::kinds() const {
  static const std::vector<std::string> kinds{"fat-tree"};
  return kinds;
}

const std::vector<std::string>& FatTreeFamily::keys() const {
  static const std::vector<std::string> keys = language::names_of(fat_tree_language());
  return keys;
}

void FatTreeFamily::read(const Value& root, const std::string&, Scenario& scenario,
                         ErrorList& errors) const {
  read_fat_tree_scenario(root, scenario, errors);
}

void FatTreeFamily::identify(const Scenario& scenario, Result& result) const {
  const FatTreeScenario& tree = fat_tree_of(scenario);
  result.algorithm = word_of(tree.algorithm);
  result.variant = fat_tree_variant(scenario);
  result.pes = tree.leaves;
  result.flits = flits_of(tree);
  result.columns = {{"wait", "wait"}};
}

Figure::Members FatTreeFamily::blank_figures(const Scenario& scenario) const {
  return blank_fat_tree_figures(fat_tree_of(scenario));
}

std::unique_ptr<Work> FatTreeFamily::make_work(const Scenario& scenario, Events events) const {
  return std::make_unique<FatTreeWork>(scenario, events);
}

std::vector<Scenario> FatTreeFamily::alternatives(const ScenarioReading& own) const {
  return fat_tree_alternatives(own);
}

std::string FatTreeFamily::distinction(const Scenario& scenario) const {
  return describe_leaf_order(fat_tree_of(scenario));
}

std::string FatTreeFamily::value_name(FlitKind kind) const {
  if (kind == FlitKind::kData) return "destination";
  return kind == FlitKind::kCopies ? "copies" : "";
}

std::vector<NodePlace> FatTreeFamily::places(const Scenario& scenario) const {
  const FatTreeScenario& fat = fat_tree_of(scenario);
  const FatTree tree = make_fat_tree(fat);
  std::vector<Node> parents;
  for (Node v = 0; v < tree.size(); ++v) parents.push_back(tree.parent(v));
  return tree_places(parents);
}

std::vector<std::string> FatTreeFamily::node_labels(const Scenario& scenario) const {
  return fat_tree_node_names(make_fat_tree(fat_tree_of(scenario)));
}

Phases FatTreeFamily::phases(const Scenario& scenario, const Result&) const {
  return fat_tree_phases(scenario);
}

void FatTreeFamily::add_waves(const Scenario& scenario, WaveLayout& layout) const {
  add_fat_tree_waves(scenario, layout);
}

std::string FatTreeFamily::list_text() const {
  return "Fat trees\n" + language::list_text(fat_tree_language());
}

FamilyHelp FatTreeFamily::help() const {
  FamilyHelp help;
  help.scenario = R"(or, on a fat tree, whose leaves are the PEs:
  network: {kind: fat-tree, leaves: 8, arity: 2, capacities: exponential}
                                  # capacities: constant, exponential or a list like [1, 2, 2]
  operation: exchange             # broadcast, scatter, gather, multinode or exchange
  algorithm: optimal-ebft         # broadcast needs none
  root: 0                         # of broadcast, scatter and gather (default 0); a list of two
                                  # leaves scatters from both at once
  lengths: {each: 1}              # scatter and gather only; default one flit each
  options: {depth: 4}             # optional
A switch of a new shape is verilated and compiled on first use, and kept.
)";
  help.columns =
      "  wait       fat trees: most packets that ever waited in one output of a switch\n";
  help.compared = "  on a fat tree, all algorithms of the operation; scatter also nearest first\n";
  return help;
}

std::vector<Explanation> FatTreeFamily::explanations() const { return fat_tree_explanations(); }

std::string FatTreeFamily::schema() const { return language::schema_of(fat_tree_language()); }

}  // namespace flitwise
