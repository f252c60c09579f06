#include "sim/families/star/star_family.h"

#include "sim/families/star/language/star_compare.h"
#include "sim/families/star/language/star_language.h"
#include "sim/families/star/language/star_texts.h"
#include "sim/families/star/language/star_words.h"
#include "sim/families/star/star_ledger.h"
#include "sim/families/star/star_machine.h"
#include "sim/families/star/star_methods.h"
#include "sim/families/star/star_places.h"
#include "sim/families/star/star_setup.h"
#include "sim/families/star/star_waves.h"
#include "sim/families/star/star_work.h"
#include "systemc/network/star/star_routers.h"

namespace flitwise {
namespace {

// Of the packets as they are sent, before any is copied.
Flits flits_of_all(const StarScenario& star, const StarGraph& graph) {
  const std::int64_t sources = method_of(star).has_one_source ? 1 : graph.size();
  const bool is_for_all = method_of(star).carriage != check::StarCarriage::kRouted;
  const std::int64_t receivers = is_for_all ? 1 : graph.size() - 1;
  return sources * receivers * star.packets * star.options.flits;
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
    return std::make_unique<StarMachine>(StarGraph(star_of(host).order), star_network_config(host));
  }

  std::vector<Scenario> alternatives(const ScenarioReading& own) const override {
    return star_alternatives(own);
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
    return star_phases(scenario);
  }

  void add_waves(const Scenario& scenario, WaveLayout& layout) const override {
    add_star_waves(scenario, layout);
  }

  std::string title() const override { return "Star graphs"; }

  FamilyHelp help() const override { return star_help(); }

  std::vector<Explanation> explanations() const override {
    return explanations_of("star graphs", star_methods());
  }
};

}  // namespace

const Family& star_family() {
  static const StarFamily family;
  return family;
}

}  // namespace flitwise
