#include "sim/run/figures/evidence.h"

#include <utility>

namespace flitwise {

void take_faults(const check::FaultLog& log, Evidence& evidence) {
  evidence.flit_errors = log.flit_errors();
  evidence.missing_flits = log.missing_flits();
  evidence.collisions = log.collisions();
  evidence.port_violations = log.port_violations();
  evidence.router_errors = log.router_errors();
  for (std::string& problem : log.problems()) evidence.problems.push_back(std::move(problem));
}

}  // namespace flitwise
