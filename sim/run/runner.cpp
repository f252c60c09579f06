#include "sim/run/runner.h"

#include <cstdlib>

#include "sim/run/family/family.h"
#include "sim/run/figures/judgement.h"
#include "sim/run/simulation.h"
#include "systemc/network/parts/ranks.h"

namespace flitwise {

Result run_here(const Scenario& scenario, const RunRequest& request) {
  // The library's banner would land among the results.
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
  Simulation simulation(scenario, request);
  simulation.run();
  if (scenario.options.ranks != nullptr) scenario.options.ranks->gather_counters();
  Result result = judge(simulation.evidence());
  result.router_cycles = simulation.router_cycles();
  result.flit_hops = simulation.flit_hops();
  result.seconds = simulation.seconds();
  if (request.keep_events && result.flit_hops <= request.most_events)
    result.events = simulation.events();
  if (!request.waves.empty() && request.trace.first > result.measured.quiesce)
    result.notes.push_back(
        "the waves show nothing of it: they begin after its last step with traffic");
  identify(scenario, result);
  if (result.flits == 0) result.flits = family_of(scenario).counted_flits(scenario);
  return result;
}

}  // namespace flitwise
