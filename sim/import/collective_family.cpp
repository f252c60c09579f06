#include "sim/import/collective_family.h"

#include <fmt/format.h>

#include "sim/import/collective_reader.h"
#include "sim/import/collective_schema.h"
#include "sim/import/collective_texts.h"
#include "sim/import/collective_work.h"

namespace flitwise {

const Family& collective_family() {
  static const CollectiveFamily family;
  return family;
}

const std::vector<std::string>& CollectiveFamily::kinds() const {
  static const std::vector<std::string> kinds;
  return kinds;
}

std::vector<std::string> CollectiveFamily::keys() const {
  return {"name", "network", "operation", "schedule", "options"};
}

void CollectiveFamily::read(const Value& root, const std::string& kind, Scenario& scenario,
                            ErrorList& errors) const {
  read_collective_scenario(root, kind, scenario, errors);
}

void CollectiveFamily::identify(const Scenario& scenario, Result& result) const {
  const CollectiveScenario& collective = collective_of(scenario);
  const Collective& schedule = *collective.schedule;
  const Scenario& host = collective.host;
  result.algorithm = collective.format;
  result.variant = fmt::format("{}{} rank{}", schedule.name.empty() ? "" : schedule.name + ", ",
                               schedule.ranks(), schedule.ranks() == 1 ? "" : "s");
  result.pes = static_cast<Node>(host.family->make_host(host)->addresses().pes());
  result.node_names = host.family->pe_names(host);
  result.flits = flits_of(schedule);
  result.columns = {{"transfers", "transfers"}, {"conflicts", "conflicts"}};
}

Figure::Members CollectiveFamily::blank_figures(const Scenario&) const {
  return blank_collective_figures();
}

std::unique_ptr<Work> CollectiveFamily::make_work(const Scenario& scenario, Events events) const {
  return std::make_unique<CollectiveWork>(scenario, events);
}

const Family& CollectiveFamily::network_family(const Scenario& scenario) const {
  return *collective_of(scenario).host.family;
}

std::vector<NodePlace> CollectiveFamily::places(const Scenario& scenario) const {
  return network_family(scenario).places(collective_of(scenario).host);
}

void CollectiveFamily::add_waves(const Scenario& scenario, WaveLayout& layout) const {
  network_family(scenario).add_waves(collective_of(scenario).host, layout);
}

std::string CollectiveFamily::list_text() const { return collective_list_text(); }

FamilyHelp CollectiveFamily::help() const { return collective_help(); }

std::vector<Explanation> CollectiveFamily::explanations() const {
  return collective_explanations();
}

std::string CollectiveFamily::schema(const Families& families) const {
  return collective_schema(families);
}

}  // namespace flitwise
