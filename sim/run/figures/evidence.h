// evidence.h: the evidence that a verdict rests on: what was measured at ports, counted by monitors
// and said by PEs, beside the prediction.
#ifndef FLITWISE_SIM_RUN_FIGURES_EVIDENCE_H_
#define FLITWISE_SIM_RUN_FIGURES_EVIDENCE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/figures/ledger.h"
#include "tb/check/fault_log.h"
#include "tb/check/verdict.h"

namespace flitwise {

/// The evidence of a run; judgement.h makes checks, problems and a verdict of it.
///
/// Units: flits; steps where the type says so; counts of events otherwise.
struct Evidence {
  Ledger ledger;                     ///< figures and bounds
  std::vector<check::Check> checks;  ///< the family's own, beside those of figures
  std::vector<std::string> notes;    ///< sentences: what is not checked, and why

  /// Sorted link events; empty when there were too many to keep.
  std::optional<std::vector<LinkEvent>> measured_events;
  /// Likewise; empty when theory does not say them (then a note of the family says why) or there
  /// are none to compare with.
  std::optional<std::vector<LinkEvent>> predicted_events;
  /// How many events were held against theory's by digests, where the lists would be too long; then
  /// these are empty, or excerpts with the first difference.
  std::optional<std::int64_t> digested_events;
  std::vector<std::string> node_names;  ///< by node; empty: nodes are called "PE 3"

  Flits delivered = 0;
  Flits expected = 0;
  bool is_in_order = true;  ///< whether the order of flits was held, too
  std::int64_t flit_errors = 0;
  std::int64_t missing_flits = 0;  ///< of them: had not come when the run was over
  std::int64_t collisions = 0;
  std::int64_t port_violations = 0;
  std::int64_t router_errors = 0;
  std::int64_t assertion_failures = 0;
  std::vector<std::string> problems;       ///< of the monitors
  std::vector<std::string> first_missing;  ///< what never came though all before it did
  std::vector<std::string> complaints;     ///< of the PEs
  std::vector<std::string> waiting;        ///< "PE 2 waits for certificate of PE 3"
  std::optional<Step> stopped_at;          ///< step limit met with flits or transmissions left
  std::string limit = "max_steps";         ///< the option that says that limit
  bool is_deadlocked = false;              ///< stopped because no flit can move any more
  std::vector<std::string> circular_wait;  ///< of a deadlock: who waits for whom
  std::size_t pending_transmissions = 0;
  std::vector<std::string> flits_on_links;  ///< what moved when the run was stopped
};

/// Copies what a scoreboard's book says, its complaints after those that are there.
void take_faults(const check::FaultLog& log, Evidence& evidence);

/// Likewise with what `scoreboard`, any family's, saw delivered.
template <class Scoreboard>
void take_counts(const Scoreboard& scoreboard, Evidence& evidence) {
  evidence.delivered = scoreboard.delivered();
  evidence.expected = scoreboard.expected();
  take_faults(scoreboard, evidence);
}

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FIGURES_EVIDENCE_H_
