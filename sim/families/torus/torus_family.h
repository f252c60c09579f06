// torus_family.h: tori of wormhole routers.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_FAMILY_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_FAMILY_H_

#include "sim/run/family/family.h"

namespace flitwise {

/// One-to-all broadcast on all-port tori after Wang and Tseng, and traffic of any pattern.
class TorusFamily final : public Family {
 public:
  const std::vector<std::string>& kinds() const override;
  const std::vector<std::string>& keys() const override;
  void read(const Value& root, const std::string& kind, Scenario& scenario,
            ErrorList& errors) const override;
  void identify(const Scenario& scenario, Result& result) const override;
  Figure::Members blank_figures(const Scenario& scenario) const override;
  std::unique_ptr<Work> make_work(const Scenario& scenario, Events events) const override;
  std::vector<Scenario> alternatives(const ScenarioReading& own) const override;
  std::vector<double> costs(const Result& result) const override;
  std::vector<std::string> comparison_notes(const ScenarioReading& own) const override;
  std::string distinction(const Scenario& scenario) const override;
  std::string value_name(FlitKind kind) const override;
  std::vector<NodePlace> places(const Scenario& scenario) const override;
  std::vector<std::string> node_labels(const Scenario& scenario) const override;
  Phases phases(const Scenario& scenario, const Result& result) const override;
  void add_waves(const Scenario& scenario, WaveLayout& layout) const override;
  std::string list_text() const override;
  FamilyHelp help() const override;
  std::vector<Explanation> explanations() const override;
  std::string schema() const override;
};

/// The one object of the family.
const Family& torus_family();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_FAMILY_H_
