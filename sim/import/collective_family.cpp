#include "sim/import/collective_family.h"

#include <fmt/format.h>

#include "sim/collective/collective_work.h"
#include "sim/import/collective_language.h"
#include "sim/run/family/hosts.h"
#include "sim/run/family/shared_words.h"

namespace flitwise {
namespace {

class CollectiveFamily final : public Family {
 public:
  const std::vector<std::string>& kinds() const override {
    static const std::vector<std::string> kinds;
    return kinds;
  }

  const std::vector<std::string>& operations() const override {
    static const std::vector<std::string> operations{kScheduleOperation};
    return operations;
  }

  const language::Table* language() const override { return &collective_language(); }

  void read(const Value& root, const std::string& kind, Scenario& scenario,
            ErrorList& errors) const override {
    read_collective_scenario(root, kind, scenario, errors);
  }

  void identify(const Scenario& scenario, Result& result) const override {
    const CollectiveScenario& collective = collective_of(scenario);
    const Collective& schedule = *collective.schedule;
    const Scenario& host = collective.host;
    result.algorithm = collective.algorithm;
    result.variant = fmt::format("{}{} rank{}", schedule.name.empty() ? "" : schedule.name + ", ",
                                 schedule.ranks(), schedule.ranks() == 1 ? "" : "s");
    result.pes = static_cast<Node>(host.family->make_host(host)->addresses().pes());
    result.node_names = host.family->pe_names(host);
    result.flits = flits_of(schedule);
    result.columns = {{"transfers", "transfers"}, {"conflicts", "conflicts"}};
  }

  Figure::Members blank_figures(const Scenario&) const override {
    return blank_collective_figures();
  }

  std::unique_ptr<Work> make_work(const Scenario& scenario, Events events) const override {
    return std::make_unique<CollectiveWork>(scenario, events);
  }

  // None: what stands in the file is one schedule.
  std::vector<Scenario> alternatives(const ScenarioReading&) const override { return {}; }

  const Family& network_family(const Scenario& scenario) const override {
    return *collective_of(scenario).host.family;
  }

  std::vector<NodePlace> places(const Scenario& scenario) const override {
    return network_family(scenario).places(collective_of(scenario).host);
  }

  void add_waves(const Scenario& scenario, WaveLayout& layout) const override {
    network_family(scenario).add_waves(collective_of(scenario).host, layout);
  }

  std::string list_text(const Families& families) const override {
    return collective_list_text(families);
  }

  std::string title() const override { return kSchedulesTitle; }

  FamilyHelp help() const override { return collective_help(); }

  std::vector<Explanation> explanations() const override { return collective_explanations(); }

  std::string schema(const Families& families) const override {
    return collective_schema(families);
  }
};

}  // namespace

const Family& collective_family() {
  static const CollectiveFamily family;
  return family;
}

}  // namespace flitwise
