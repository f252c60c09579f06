// star_family.cpp: star graphs, as the command knows them.
#include "sim/families/star/star_family.h"

#include <fmt/format.h>

#include <functional>
#include <string>
#include <tuple>

#include "sim/families/star/star_language.h"
#include "sim/families/star/star_ledger.h"
#include "sim/families/star/star_machine.h"
#include "sim/families/star/star_methods.h"
#include "sim/families/star/star_work.h"
#include "sim/run/family/recipe.h"
#include "sim/run/family/shared_words.h"
#include "systemc/network/star/star_routers.h"

namespace flitwise {
namespace {

// Of the packets as they are sent, before any is copied.
Flits flits_of_all(const StarScenario& star, const StarGraph& graph) {
  const std::int64_t sources = theory::has_one_source(star.algorithm) ? 1 : graph.size();
  const std::int64_t receivers = theory::is_routed(star.algorithm) ? graph.size() - 1 : 1;
  return sources * receivers * star.packets * star.options.flits;
}

bool is_same(const Scenario& a, const Scenario& b) {
  const auto key = [](const Scenario& s) {
    return std::make_tuple(star_of(s).algorithm, star_of(s).copies, star_of(s).options.rule);
  };
  return key(a) == key(b);
}

// Every algorithm of the operation, rule and number of copies.
std::vector<Scenario> star_alternatives(const ScenarioReading& own, Refusals* refusals = nullptr) {
  std::vector<Scenario> known{*own.scenario};
  const int degree = star_of(*own.scenario).order - 1;
  for (const StarMethod& method : star_methods()) {
    if (method.operation != own.scenario->operation) continue;
    for (int copies = 1; copies <= degree; ++copies)
      for (const auto& rule : star_rule_words()) {
        const Recipe recipe{{},
                            {{"algorithm", method.word},
                             {"copies", std::to_string(copies)},
                             {"options.rule", rule.word}}};
        add_if_new(known, cook(*own.families, recipe, own.values, refusals), is_same);
      }
  }
  known.erase(known.begin());
  return known;
}

class StarFamily final : public Family {
 public:
  const std::vector<std::string>& kinds() const override {
    static const std::vector<std::string> kinds{"star-graph"};
    return kinds;
  }

  const language::Table* language() const override { return &star_language(); }

  void read(const Value& root, const std::string&, Scenario& scenario,
            ErrorList& errors) const override {
    read_star_scenario(root, scenario, errors);
  }

  void identify(const Scenario& scenario, Result& result) const override {
    const StarScenario& star = star_of(scenario);
    const StarGraph graph(star.order);
    result.algorithm = method_of(star).word;
    result.variant = star_variant(star);
    result.pes = graph.size();
    result.flits = flits_of_all(star, graph);
    result.columns = {{"steps", "steps"}, {"buffer", "max_buffer"}, {"copies", "copies.min"}};
  }

  Figure::Members blank_figures(const Scenario&) const override { return blank_star_figures(); }

  std::unique_ptr<Work> make_work(const Scenario& scenario, Events events) const override {
    return std::make_unique<StarWork>(scenario, events);
  }

  const language::Table* host_language() const override { return &star_host_language(); }

  void read_host(const Value& root, const std::string&, Scenario& host,
                 ErrorList& errors) const override {
    read_star_host(root, host, errors);
  }

  std::unique_ptr<Machine> make_host(const Scenario& host) const override {
    return std::make_unique<StarMachine>(StarGraph(star_of(host).order),
                                         star_network_config(star_of(host)));
  }

  std::vector<Scenario> alternatives(const ScenarioReading& own) const override {
    return star_alternatives(own);
  }

  std::vector<RefusedVariant> refused_alternatives(const ScenarioReading& own) const override {
    Refusals refusals;
    star_alternatives(own, &refusals);
    return std::move(refusals).take();
  }

  // A copy that is saved is no gain where a packet is lost for it.
  std::vector<double> costs(const Result& result) const override {
    std::vector<double> costs{static_cast<double>(star_losses(result.measured))};
    for (const double cost : Family::costs(result)) costs.push_back(cost);
    return costs;
  }

  std::string value_name(FlitKind kind) const override {
    return kind == FlitKind::kData || kind == FlitKind::kFlood ? "tree" : "";
  }

  std::vector<NodePlace> places(const Scenario& scenario) const override {
    return star_places(StarGraph(star_of(scenario).order));
  }

  std::vector<std::string> node_labels(const Scenario& scenario) const override {
    return star_node_names(StarGraph(star_of(scenario).order));
  }

  DeadElements dead_elements(const Scenario& scenario) const override {
    const StarGraph graph(star_of(scenario).order);
    const StarDeaths& deaths = star_of(scenario).options.deaths;
    DeadElements dead{deaths.nodes, {}};
    for (const auto& [node, dimension] : deaths.links)
      dead.links.emplace_back(node, graph.neighbour(node, dimension));
    return dead;
  }

  Phases phases(const Scenario& scenario, const Result&) const override {
    return star_phases(star_of(scenario));
  }

  std::function<Step(Node, Node)> link_steps(const Scenario& scenario) const override {
    return [steps = star_of(scenario).options.latency.link](Node, Node) { return steps; };
  }

  void add_waves(const Scenario& scenario, WaveLayout& layout) const override {
    add_star_waves(scenario, layout);
  }

  std::string title() const override { return "Star graphs"; }

  FamilyHelp help() const override {
    FamilyHelp help;
    help.scenario = R"(or, on a star graph:
  network: {kind: star-graph, n: 5}
  operation: broadcast            # multinode, scatter, exchange
  algorithm: trees                # default; `flitwise list` has them all
  packets: 4                      # m, of every source (default 1)
  copies: 4                       # x: trees that each uses, 1 to n - 1 (default 1)
  root: [1, 2, 3, 4, 5]           # broadcast and scatter: permutation or number (default 12..n)
  options: {faults: {nodes: [[2, 1, 3, 4, 5]]}}   # optional
A router of a new shape is verilated and compiled on first use, and kept.
)";
    help.columns =
        "  steps      star graphs: packet steps, from the first packet on a link to the last\n"
        "  buffer     star graphs: most packets held at an input port\n"
        "  copies     star graphs: fewest copies of a packet at a node that lives; 0: one is "
        "lost\n";
    help.compared =
        "  on a star graph, every algorithm of the operation with both rules and 1 to n - 1 "
        "copies\n";
    return help;
  }

  std::vector<Explanation> explanations() const override {
    return explanations_of("star graphs", star_methods());
  }
};

// Rows of the table beside hypercubes.
constexpr const char* kRule =
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";

std::string row(const std::string& name, const theory::NetworkBounds& once,
                const theory::NetworkBounds& full) {
  return fmt::format("| {} | {} | {} | {} | {} | {:.2f} | {} | {} | {} | {} | {} | {} |\n", name,
                     once.nodes, once.degree, once.links, once.diameter, once.mean_distance(),
                     once.broadcast, once.multinode, once.exchange, full.broadcast, full.multinode,
                     full.exchange);
}

std::string star_row(int order, std::int64_t packets) {
  return row(fmt::format("S_{}", order), theory::star_graph_bounds(order, {packets, 1}),
             theory::star_graph_bounds(order, {packets, order - 1}));
}

std::string cube_row(int dimensions, std::int64_t packets) {
  return row(fmt::format("Q_{}", dimensions), theory::hypercube_bounds(dimensions, {packets, 1}),
             theory::hypercube_bounds(dimensions, {packets, dimensions}));
}

// Dimensions of the largest hypercube that has at most so many nodes.
int dimensions_below(std::int64_t nodes) {
  int dimensions = 0;
  while ((std::int64_t{2} << dimensions) <= nodes) ++dimensions;
  return dimensions;
}

}  // namespace

const Family& star_family() {
  static const StarFamily family;
  return family;
}

std::string star_hypercube_table(std::int64_t packets) {
  std::string text = fmt::format(
      "# Star graphs and hypercubes\n\n"
      "Lower bounds, in packet steps, of collectives with {} packet{} of every source (in an "
      "exchange, for\neach node) where every node uses all its ports and stores packets before it "
      "sends them on. S_n has\nn! nodes, Q_k 2^k; each S_n stands between the cubes of the next "
      "smaller and the next larger size.\n\n"
      "x is the number of copies of a packet, along disjoint paths: 1, or as many as a node has "
      "ports,\nwhich survive one fault less.\n\n"
      "| network | nodes | degree | links | diameter | mean distance | broadcast, x = 1 | "
      "multinode, x = 1 | exchange, x = 1 | broadcast, x = degree | multinode, x = degree | "
      "exchange, x = degree |\n",
      packets, packets == 1 ? "" : "s");
  text += kRule;
  for (int order = StarGraph::kLeastOrder; order <= StarGraph::kMostOrder; ++order) {
    const int below = dimensions_below(StarGraph(order).size());
    text += cube_row(below, packets) + star_row(order, packets) + cube_row(below + 1, packets);
  }
  return text +
         "\nWith N nodes of degree p, diameter D and sum of distances d from one node to all, and "
         "m "
         "packets:\nbroadcast ceil(m x / p) + D - 1, multinode ceil(m x (N - 1) / p), exchange "
         "ceil(m x d / p).\nS_n: p = n - 1, D = floor(3 (n - 1) / 2), d = n! (n - 4 + 2/n + H_n). "
         "Q_k: p = D = k, d = k 2^(k-1).\n\n"
         "At equal size a cube has more ports, so that its ports limit it less; diameters and mean "
         "distances are\nclose at these sizes and in the limit favour the star graph.\n";
}

}  // namespace flitwise
