// cover_family.h: meshes and tori that several trees cover.
#ifndef FLITWISE_SIM_FAMILIES_COVER_COVER_FAMILY_H_
#define FLITWISE_SIM_FAMILIES_COVER_COVER_FAMILY_H_

#include "sim/run/family/family.h"

namespace flitwise {

/// Scatter and gather over several trees at once, on the same routers.
class CoverFamily final : public Family {
 public:
  const std::vector<std::string>& kinds() const override;
  const std::vector<std::string>& keys() const override;
  void read(const Value& root, const std::string& kind, Scenario& scenario,
            ErrorList& errors) const override;
  void identify(const Scenario& scenario, Result& result) const override;
  Figure::Members blank_figures(const Scenario& scenario) const override;
  std::unique_ptr<Work> make_work(const Scenario& scenario, Events events) const override;
  std::vector<Scenario> alternatives(const ScenarioReading& own) const override;
  bool has_diagram() const override { return true; }
  std::vector<NodePlace> places(const Scenario& scenario) const override;
  Phases phases(const Scenario& scenario, const Result& result) const override;
  void add_waves(const Scenario& scenario, WaveLayout& layout) const override;
  std::string list_text() const override;
  FamilyHelp help() const override;
  std::vector<Explanation> explanations() const override;
  std::string schema() const override;
};

/// The one object of the family.
const Family& cover_family();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_COVER_COVER_FAMILY_H_
