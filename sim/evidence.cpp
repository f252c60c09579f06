#include "sim/evidence.h"

namespace flitwise {

void take_counts(const check::Scoreboard& scoreboard, Evidence& evidence) {
  evidence.delivered = scoreboard.delivered();
  evidence.expected = scoreboard.expected();
  evidence.flit_errors = scoreboard.flit_errors();
  evidence.collisions = scoreboard.collisions();
  evidence.port_violations = scoreboard.port_violations();
  evidence.router_errors = scoreboard.router_errors();
  evidence.problems = scoreboard.problems();
}

}  // namespace flitwise
