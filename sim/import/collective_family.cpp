#include "sim/import/collective_family.h"

#include <fmt/format.h>

#include "sim/families/fat_tree/fat_tree_family.h"
#include "sim/families/star/star_family.h"
#include "sim/families/torus/torus_family.h"
#include "sim/families/tree/tree_family.h"
#include "sim/import/collective_host.h"
#include "sim/import/collective_reader.h"
#include "sim/import/collective_schema.h"
#include "sim/import/collective_texts.h"
#include "sim/import/collective_work.h"

namespace flitwise {
namespace {

// The same network without a schedule: what its own family draws and shows in waves.
Scenario host_of(const Scenario& scenario) {
  Scenario host = scenario;
  host.family = &scenario.family->network_family(scenario);
  std::visit([&](const auto& network) { host.system = network; }, collective_of(scenario).host);
  return host;
}

}  // namespace

const Family& collective_family() {
  static const CollectiveFamily family;
  return family;
}

const std::vector<std::string>& CollectiveFamily::kinds() const {
  static const std::vector<std::string> kinds;
  return kinds;
}

const std::vector<std::string>& CollectiveFamily::keys() const {
  static const std::vector<std::string> keys{"name", "network", "operation", "schedule", "options"};
  return keys;
}

void CollectiveFamily::read(const Value& root, const std::string& kind, Scenario& scenario,
                            ErrorList& errors) const {
  read_collective_scenario(root, kind, scenario, errors);
}

void CollectiveFamily::identify(const Scenario& scenario, Result& result) const {
  const CollectiveScenario& collective = collective_of(scenario);
  const Collective& schedule = *collective.schedule;
  result.algorithm = collective.format;
  result.variant = fmt::format("{}{} rank{}", schedule.name.empty() ? "" : schedule.name + ", ",
                               schedule.ranks(), schedule.ranks() == 1 ? "" : "s");
  result.pes = pes_of(collective.host);
  if (const auto* tree = std::get_if<TreeScenario>(&collective.host))
    result.node_names = tree->node_names;
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
  const CollectiveScenario::Host& host = collective_of(scenario).host;
  if (std::holds_alternative<FatTreeScenario>(host)) return fat_tree_family();
  if (std::holds_alternative<TorusScenario>(host)) return torus_family();
  if (std::holds_alternative<StarScenario>(host)) return star_family();
  return tree_family();
}

std::vector<NodePlace> CollectiveFamily::places(const Scenario& scenario) const {
  return network_family(scenario).places(host_of(scenario));
}

void CollectiveFamily::add_waves(const Scenario& scenario, WaveLayout& layout) const {
  network_family(scenario).add_waves(host_of(scenario), layout);
}

std::string CollectiveFamily::list_text() const { return collective_list_text(); }

FamilyHelp CollectiveFamily::help() const { return collective_help(); }

std::vector<Explanation> CollectiveFamily::explanations() const {
  return collective_explanations();
}

std::string CollectiveFamily::schema() const { return collective_schema(); }

}  // namespace flitwise
