// collective_family.h: schedules from files, on the networks of all families.
#ifndef FLITWISE_SIM_IMPORT_COLLECTIVE_FAMILY_H_
#define FLITWISE_SIM_IMPORT_COLLECTIVE_FAMILY_H_

#include <memory>
#include <string>
#include <vector>

#include "sim/run/family/family.h"

namespace flitwise {

/// Chosen by `operation: collective`, not by a kind of network, of which it has none of its own.
class CollectiveFamily final : public Family {
 public:
  const std::vector<std::string>& kinds() const override;
  std::vector<std::string> keys() const override;
  void read(const Value& root, const std::string& kind, Scenario& scenario,
            ErrorList& errors) const override;
  void identify(const Scenario& scenario, Result& result) const override;
  Figure::Members blank_figures(const Scenario& scenario) const override;
  std::unique_ptr<Work> make_work(const Scenario& scenario, Events events) const override;
  /// None: what stands in the file is one schedule.
  std::vector<Scenario> alternatives(const ScenarioReading&) const override { return {}; }
  const Family& network_family(const Scenario& scenario) const override;
  std::vector<NodePlace> places(const Scenario& scenario) const override;
  void add_waves(const Scenario& scenario, WaveLayout& layout) const override;
  std::string list_text() const override;
  std::string title() const override { return "Schedules from files"; }
  FamilyHelp help() const override;
  std::vector<Explanation> explanations() const override;
  std::string schema(const Families& families) const override;
};

const Family& collective_family();

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_COLLECTIVE_FAMILY_H_
