// judgement.h: what a run showed, held against what theory says and against the network's rules.
#ifndef FLITWISE_SIM_JUDGEMENT_H_
#define FLITWISE_SIM_JUDGEMENT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/result.h"
#include "tb/theory/prediction.h"

namespace flitwise {

/// Everything that a verdict rests on: measured at ports, counted by monitors, said by PEs.
struct Evidence {
  Figures measured;
  theory::Prediction prediction;
  /// Sorted link events; empty when there were too many to keep.
  std::optional<std::vector<LinkEvent>> measured_events;
  std::vector<LinkEvent> predicted_events;

  Flits delivered = 0;
  Flits expected = 0;
  std::int64_t flit_errors = 0;
  std::int64_t collisions = 0;
  std::int64_t port_violations = 0;
  std::int64_t router_errors = 0;
  std::int64_t assertion_failures = 0;
  std::vector<std::string> problems;    ///< of the monitors
  std::vector<std::string> complaints;  ///< of the PEs
  std::vector<std::string> waiting;     ///< "PE 2 waits for certificate of PE 3"
  std::optional<Step> stopped_at;       ///< step limit met with flits or transmissions left
  std::size_t pending_transmissions = 0;
  std::vector<std::string> flits_on_links;  ///< what moved when the run was stopped
};

/// Figures, checks, problems, notes and outcome of a run.
///
/// Outcome: kNoEnd when PEs still wait or the step limit was met and no rule of the network was
/// broken before (a flit that collided never arrives: that is a failure, not an endless run);
/// else kFail when any check fails or the run did not end, else kPass.
Result judge(const Evidence& evidence);

}  // namespace flitwise

#endif  // FLITWISE_SIM_JUDGEMENT_H_
