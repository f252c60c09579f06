// star_ledger.h: what a run on a star graph showed: its figures, checks and notes.
#ifndef FLITWISE_SIM_FAMILIES_STAR_STAR_LEDGER_H_
#define FLITWISE_SIM_FAMILIES_STAR_STAR_LEDGER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/families/star/star_prediction.h"
#include "sim/run/figures/ledger.h"
#include "tb/check/star/star_meter.h"
#include "tb/check/star/star_scoreboard.h"
#include "tb/check/verdict.h"

namespace flitwise {

/// What is known when a run is over.
struct StarFindings {
  const StarScenario& scenario;
  const StarTrees& trees;
  const StarForecast& forecast;
  StarOutcome outcome;
  const check::StarMeter& meter;
  check::StarCopyCount copies;
  std::optional<std::int64_t> max_buffer;  ///< packets at an input port; none: too many to follow
  std::optional<std::int64_t> window;      ///< of a broadcast
  std::optional<theory::StarVotes> votes;  ///< what honest live PEs believe
  std::optional<std::int64_t> time_outs;   ///< of a walk with a time-out
  std::int64_t crc_errors = 0;
  std::int64_t misdirected = 0;
  bool shows_nodes = true;
};

/// In the order of the reports.
Ledger star_ledger(const StarFindings& findings);
/// Beside those of figures.
std::vector<check::Check> star_checks(const StarFindings& findings);
std::vector<std::string> star_notes(const StarFindings& findings);
/// The names alone: what a run has that broke off.
Figure::Members blank_star_figures();
/// Packets of live nodes that came in no copy, and beliefs that are wrong or missing.
std::int64_t star_losses(const Figures& measured);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_STAR_LEDGER_H_
