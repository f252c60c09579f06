#include "sim/families/graph/graph_family.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "sim/families/graph/graph_language.h"
#include "sim/families/graph/graph_machine.h"
#include "sim/families/graph/graph_methods.h"
#include "sim/families/graph/graph_scatter_work.h"
#include "sim/families/graph/graph_work.h"
#include "sim/run/family/recipe.h"
#include "sim/run/family/shared_words.h"
#include "sim/run/waves/combine_waves.h"

namespace flitwise {
namespace {

bool is_same(const Scenario& a, const Scenario& b) {
  const auto key = [](const Scenario& s) {
    return std::make_tuple(graph_of(s).algorithm, graph_of(s).trees);
  };
  return key(a) == key(b);
}

// Every algorithm of the operation, over one tree and more, each family of trees once. What is said
// of trees beside their number stays only where it fits the algorithm.
std::vector<Scenario> graph_alternatives(const ScenarioReading& own, Refusals* refusals = nullptr) {
  std::vector<Scenario> known{*own.scenario};
  const GraphScenario& base = graph_of(*own.scenario);
  for (const GraphMethod& method : graph_methods()) {
    if (method.operation != base.operation) continue;
    // Trees found here share no arc, so that turns would make them slower; others are asked for.
    GraphScenario other = base;
    other.algorithm = method.algorithm;
    if (has_slots(other) && !has_slots(base)) continue;
    const bool keeps = method.algorithm == base.algorithm;
    const std::vector<std::string> removed =
        keeps ? std::vector<std::string>{} : std::vector<std::string>{"trees"};
    for (const char* count : {"auto", "1", "2", "3", "4", "6", "8"}) {
      Recipe recipe{removed, {{"algorithm", method.word}}};
      recipe.settings.push_back({"trees.count", count});
      const std::optional<Scenario> one = cook(*own.families, recipe, own.values, refusals);
      add_if_new(known, one, is_same);
      if (!one && std::string(count) != "auto") break;  // there are no more trees
    }
    for (const char* family : {"arc", "link"}) {
      Recipe recipe{removed, {{"algorithm", method.word}, {"trees.family", family}}};
      add_if_new(known, cook(*own.families, recipe, own.values, refusals), is_same);
    }
  }
  known.erase(known.begin());
  return known;
}

// What each PE hands to its router and what goes over its links.
void add_scatter_waves(const GraphScenario& scenario, WaveLayout& layout) {
  const Graph& graph = *scenario.graph;
  const std::vector<std::string> names = graph_node_names(graph);
  const FlitFormat format = GraphScatterMachine(scenario).addresses().format();
  for (Node v = 0; v < graph.size(); ++v) {
    const std::string view = "pe" + std::to_string(v) + ".router.multiport_router.view";
    const std::string protocol = "pe" + std::to_string(v) + ".protocol.pe_view";
    layout.begin_group(names[index_of(v)]);
    layout.names("state", protocol + ".state[3:0]");
    layout.binary("hands a flit to its router", protocol + ".sending");
    for (std::size_t link = 0; link < graph.neighbours(v).size(); ++link) {
      const std::string other = names[index_of(graph.neighbours(v)[link])];
      const std::string scope = view + ".link[" + std::to_string(link) + "]";
      layout.lane("from " + other, scope + ".delivered", format);
      layout.lane("to " + other, scope + ".to", format);
    }
    layout.names("violation", view + ".reported.violation[3:0]");
    layout.end_group(names[index_of(v)]);
  }
}

class GraphFamily final : public Family {
 public:
  const std::vector<std::string>& kinds() const override {
    static const std::vector<std::string> none;
    return none;
  }

  bool claims(const Value& root) const override { return is_of_all_links(root); }
  std::string claim_schema() const override {
    return R"({"required": ["network"], "properties": {"network": {"required": ["kind"],
               "properties": {"kind": {"enum": ["graph"]}},
               "not": {"anyOf": [{"required": ["spanning"]}, {"required": ["parents"]}]}},
               "operation": {"not": {"enum": [")" +
           std::string(kScheduleOperation) + R"("]}}}})";
  }

  bool claims_as_host(const Value& root) const override { return is_of_all_links_as_host(root); }
  const language::Table* host_language() const override { return &graph_host_language(); }
  void read_host(const Value& root, const std::string&, Scenario& host,
                 ErrorList& errors) const override {
    read_graph_host(root, host, errors);
  }
  std::unique_ptr<Machine> make_host(const Scenario& host) const override {
    return std::make_unique<GraphScatterMachine>(graph_of(host));
  }

  const language::Table* language() const override { return &graph_language(); }

  void read(const Value& root, const std::string&, Scenario& scenario,
            ErrorList& errors) const override {
    read_graph_scenario(root, scenario, errors);
  }

  void identify(const Scenario& scenario, Result& result) const override {
    const GraphScenario& on_graph = graph_of(scenario);
    result.algorithm = method_of(on_graph).word;
    result.variant = graph_variant(on_graph);
    result.pes = on_graph.graph->size();
    result.flits = has_messages(on_graph)
                       ? std::accumulate(on_graph.lengths.begin(), on_graph.lengths.end(), Flits{0})
                       : on_graph.length;
    result.columns = {{"gap", "gap"}};
    Figure::Items trees;
    const std::vector<Node> heights = heights_of(on_graph.trees);
    for (std::size_t t = 0; t < heights.size(); ++t)
      trees.push_back(
          Figure::Members{{"root", root_of(on_graph.trees[t])}, {"height", heights[t]}});
    result.facts = {{"trees", trees}};
    if (on_graph.left_out > 0) result.facts.emplace_back("left_out", on_graph.left_out);
  }

  Figure::Members blank_figures(const Scenario& scenario) const override {
    return blank_graph_figures(graph_of(scenario));
  }

  std::unique_ptr<Work> make_work(const Scenario& scenario, Events events) const override {
    if (has_messages(graph_of(scenario)))
      return std::make_unique<GraphScatterWork>(scenario, events);
    return std::make_unique<GraphWork>(scenario, events);
  }

  std::vector<std::string> pe_names(const Scenario& scenario) const override {
    return graph_of(scenario).graph->names();
  }

  std::vector<Scenario> alternatives(const ScenarioReading& own) const override {
    return graph_alternatives(own);
  }

  std::string listed_value_name(FlitKind) const override { return "word"; }

  std::vector<NodePlace> places(const Scenario& scenario) const override {
    return graph_places(*graph_of(scenario).graph);
  }

  DeadElements dead_elements(const Scenario& scenario) const override {
    DeadElements dead;
    for (const Edge& link : graph_of(scenario).options.deaths.links) dead.links.push_back(link);
    return dead;
  }

  Phases phases(const Scenario& scenario, const Result& result) const override {
    if (graph_of(scenario).algorithm != GraphAlgorithm::kAllReduceTwoPhase) return {};
    return {{1, "reduction"}, {result.measured.finish / 2 + 1, "broadcast"}};
  }

  void add_waves(const Scenario& scenario, WaveLayout& layout) const override {
    const GraphScenario& on_graph = graph_of(scenario);
    if (has_messages(on_graph)) return add_scatter_waves(on_graph, layout);
    add_combine_waves(plan_of(on_graph), on_graph.graph->size(), on_graph.options.slots,
                      graph_node_names(*on_graph.graph), layout,
                      scenario.options.build == Build::kElaborated);
  }

  std::string title() const override { return "Graphs under several trees"; }

  FamilyHelp help() const override {
    FamilyHelp help;
    help.scenario = R"(or, on a graph with all its links, over several trees at once:
  network: {kind: graph, shape: 'polarfly:7'}   # or file: g.dot
  operation: allreduce                # or broadcast, reduce; scatter, gather with lengths
  algorithm: trees                    # default; trees-two-phase
  length: 1024                        # flits of the message, words of a vector
  trees: {family: link, count: 4}     # optional; method: auto, rule, lovasz or a file
)";
    help.columns = "  gap        graphs: finish less the bound that no schedule beats\n";
    help.compared =
        "  on a graph, every algorithm of the operation over 1 to 8 trees, and of both families\n";
    return help;
  }

  std::vector<Explanation> explanations() const override {
    return explanations_of("graphs under several trees", graph_methods());
  }
};

}  // namespace

const Family& graph_family() {
  static const GraphFamily family;
  return family;
}

}  // namespace flitwise
