#include "sim/run/family/family.h"

namespace flitwise {

void identify(const Scenario& scenario, Result& result) {
  result.scenario = scenario.name;
  result.file = scenario.file;
  result.network = scenario.shape;
  result.operation = scenario.operation;
  result.node_names = family_of(scenario).pe_names(scenario);
  family_of(scenario).identify(scenario, result);
  if (scenario.options.build == Build::kNetlist)
    result.variant += result.variant.empty() ? "netlist" : ", netlist";
}

}  // namespace flitwise
