// points.h: points: combinations of values, each of which studies run once.
#ifndef FLITWISE_SIM_STUDIES_POINTS_H_
#define FLITWISE_SIM_STUDIES_POINTS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// A name of a claim's case, or a key of a sweep, and the value that a point gives it.
struct Binding {
  enum Origin : std::uint8_t {
    kChosen,
    kFixed,     ///< the only word that its axis has
    kComputed,  ///< from others, by a formula
  };
  std::string name;
  YamlNode value;
  Origin origin = kChosen;
};

using Bindings = std::vector<Binding>;

/// Calls `take` with all bindings of every combination of rows, one of each axis, in the order of
/// the axes; the last axis changes fastest. `rows_of(axis, before)` are the rows of an axis, each
/// one Bindings; they may depend on what the axes before it have bound.
template <typename RowsOf, typename Take>
void combine(std::size_t axes, const RowsOf& rows_of, const Take& take, std::size_t axis = 0,
             const Bindings& before = {}) {
  if (axis == axes) return take(before);
  for (const Bindings& row : rows_of(axis, before)) {
    Bindings all = before;
    all.insert(all.end(), row.begin(), row.end());
    combine(axes, rows_of, take, axis + 1, all);
  }
}

/// A number as a value, with the place of what it was made from.
YamlNode number_node(const std::string& number, const Place& place);

/// Names what runs: equal for the same scenario, input files and program, and for nothing else (64
/// bits of FNV-1a). `values` is what the scenario was read from.
std::string key_of_run(const YamlNode& values, const Scenario& scenario);
/// Names this build of the program, likewise: results of another are results of other routers.
std::string key_of_program();

/// The most points of a sweep, and the most values of a range.
inline constexpr std::size_t kMostSweepPoints = 100000;

/// A list of values, or a range: `{from: 1, to: 9, step: 2}` or `{from: 4, to: 64, factor: 2}`, the
/// end included where it is met. Items of a list may be ranges, too. Numbers may have up to nine
/// decimals, and are exact.
/// Errors: throws ConfigError.
std::vector<YamlNode> read_sweep_values(const Value& value);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_POINTS_H_
