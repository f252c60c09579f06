// sweep_row.h: what came out of one point of a sweep, as a line of JSON.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_ROW_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_ROW_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/run/figures/result.h"
#include "sim/studies/sweep/sweep_points.h"

namespace flitwise {

/// One line of a sweep's results: `{"key": ..., "point": {...}, "result": {...}}`.
struct SweepRow {
  std::string key;  ///< of the point
  std::string line;
  Outcome outcome = Outcome::kPass;
  bool broke_off = false;
  /// Every number of the result but `seconds`, as text, by path: "lower_bound", "measured.finish".
  std::vector<std::pair<std::string, std::string>> figures;
  std::vector<std::string> problems;
  std::vector<std::string> notes;  ///< likewise: what to know of the figures

  /// The text of a figure; of "finish", "measured.finish" where there is no figure of that name.
  /// Empty where there is none, and for the finish and quiesce of a run that did not end, as in the
  /// tables of other commands: `figures` has the steps in which it was last seen at work.
  std::optional<std::string> figure(const std::string& name) const;
};

/// How the points ended, in their order.
std::vector<Outcome> outcomes_of(const std::vector<SweepRow>& rows);

/// Shape: `keys` are the varied keys.
SweepRow make_row(const std::vector<std::string>& keys, const SweepPoint& point,
                  const Result& result);

/// Reads a line that make_row has written; nothing for anything else.
std::optional<SweepRow> parse_row(const std::string& line);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_ROW_H_
