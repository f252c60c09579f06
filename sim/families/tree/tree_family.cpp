// tree_family.cpp: what the command needs to know of trees.
#include "sim/families/tree/tree_family.h"

#include <numeric>

#include "sim/families/tree/tree_language.h"
#include "sim/families/tree/tree_ledger.h"
#include "sim/families/tree/tree_machine.h"
#include "sim/families/tree/tree_methods.h"
#include "sim/families/tree/tree_work.h"

namespace flitwise {
namespace {

class TreeFamily final : public Family {
 public:
  const std::vector<std::string>& kinds() const override {
    static const std::vector<std::string> kinds{"tree", "graph"};
    return kinds;
  }

  const language::Table* language() const override { return &tree_language(); }

  void read(const Value& root, const std::string&, Scenario& scenario,
            ErrorList& errors) const override {
    read_tree_scenario(root, scenario, errors);
  }

  void identify(const Scenario& scenario, Result& result) const override {
    const TreeScenario& tree = tree_of(scenario);
    result.algorithm = method_of(tree.algorithm).word;
    result.variant = tree_variant(scenario);
    result.pes = static_cast<Node>(tree.parents.size());
    result.flits = tree.length > 0
                       ? tree.length
                       : std::accumulate(tree.lengths.begin(), tree.lengths.end(), Flits{0});
    result.columns = {{"T_sync", "t_sync"}};
  }

  Figure::Members blank_figures(const Scenario& scenario) const override {
    return flitwise::blank_figures(tree_of(scenario));
  }

  std::unique_ptr<Work> make_work(const Scenario& scenario, Events events) const override {
    return std::make_unique<TreeWork>(scenario, events);
  }

  const language::Table* host_language() const override { return &tree_host_language(); }

  void read_host(const Value& root, const std::string&, Scenario& host,
                 ErrorList& errors) const override {
    read_tree_host(root, host, errors);
  }

  std::unique_ptr<Machine> make_host(const Scenario& host) const override {
    const TreeScenario& tree = tree_of(host);
    return std::make_unique<TreeMachine>(placed_tree(tree), tree.options.ports);
  }

  std::vector<std::string> pe_names(const Scenario& scenario) const override {
    return tree_of(scenario).node_names;
  }

  std::vector<Scenario> alternatives(const ScenarioReading& own) const override {
    return tree_alternatives(own);
  }

  std::string distinction(const Scenario& scenario) const override {
    return describe_order(tree_of(scenario));
  }

  std::string value_name(FlitKind kind) const override {
    const bool has_value =
        kind == FlitKind::kTap || kind == FlitKind::kCertificate || kind == FlitKind::kOrder;
    return has_value ? "value" : "";
  }

  std::vector<NodePlace> places(const Scenario& scenario) const override {
    return tree_places(tree_of(scenario).parents);
  }

  Phases phases(const Scenario& scenario, const Result& result) const override {
    return tree_phases(scenario, result);
  }

  void add_waves(const Scenario& scenario, WaveLayout& layout) const override {
    add_tree_waves(scenario, layout);
  }

  std::string title() const override { return "Trees"; }

  FamilyHelp help() const override { return tree_help(); }

  std::vector<Explanation> explanations() const override {
    return explanations_of("trees of bufferless routers", tree_methods());
  }

  bool has_diagram() const override { return true; }
};

}  // namespace

const Family& tree_family() {
  static const TreeFamily family;
  return family;
}

}  // namespace flitwise
