// star_prediction.h: the prediction of a run on a star graph.
#ifndef FLITWISE_SIM_FAMILIES_STAR_STAR_PREDICTION_H_
#define FLITWISE_SIM_FAMILIES_STAR_STAR_PREDICTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/families/star/star_scenario.h"
#include "tb/check/star/star_meter.h"
#include "tb/theory/events.h"
#include "tb/theory/star/star_losses.h"
#include "tb/theory/star/star_votes.h"

namespace flitwise {

/// Cycles that each PE starts late; empty: all start together.
std::vector<Step> skews_of(const StarScenario& star, Node nodes);

struct StarForecast {
  /// Of a run in which nothing fails; of a walk with a time-out, of what its faults leave.
  theory::StarPrediction whole;
  bool is_exact = true;                   ///< the figures of `whole` hold
  bool is_bounded = true;                 ///< no run is later than `whole`
  Step delay = 0;                         ///< cycles that the only source starts late
  std::optional<std::int64_t> time_outs;  ///< of a walk with a time-out in lockstep

  /// Whether nothing is lost, so that bounds of a whole run hold.
  bool is_whole = true;
};

StarForecast forecast(const StarScenario& star, const StarTrees& trees);

/// A cycle of theory, in which the first flit is sent in cycle 1, as the run counts it: routers are
/// filled before.
Step cycle_of(const StarScenario& star, const StarForecast& forecast, Step cycle);

/// What becomes of the copies.
struct StarOutcome {
  theory::StarCopies copies;
  std::string copies_source;
  std::optional<std::int64_t> dropped;  ///< packets dropped for their CRC; none: not said
  std::optional<theory::StarVotes> votes;
  std::string votes_source;
};

/// `errors` are the bit errors that were drawn, as the links showed them: theory says what they
/// cost, not where they come. Those that the scenario lists are taken from there.
StarOutcome predict_outcome(const StarScenario& star, const StarTrees& trees,
                            const std::vector<check::StarFlitError>& errors);

/// Hands on every flit on every link, as check::StarEventReader has them. All are `delay` cycles
/// late.
void visit_predicted_star_events(const StarScenario& star, const StarTrees& trees, Step delay,
                                 const theory::TakeEvent& take);

/// A sentence for each listed bit error that is not among those that were seen on links.
std::vector<std::string> missed_bits(const StarScenario& star,
                                     const std::vector<check::StarFlitError>& seen);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_STAR_PREDICTION_H_
