// registry.h: the families of networks that this command knows, and scenarios read by them.
#ifndef FLITWISE_SIM_FAMILIES_REGISTRY_H_
#define FLITWISE_SIM_FAMILIES_REGISTRY_H_

#include <string>
#include <vector>

#include "sim/run/family/family.h"
#include "sim/run/family/scenario_reader.h"

namespace flitwise {

const Families& families();

/// The readers of scenario_reader.h for all these families.
ScenarioReading read_scenario(const std::string& file, const std::vector<Setting>& settings = {});
ScenarioReading read_scenario_values(const YamlNode& values);
ScenarioReading read_scenario_text(const std::string& text, const std::string& file,
                                   const std::vector<Setting>& settings = {});

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_REGISTRY_H_
