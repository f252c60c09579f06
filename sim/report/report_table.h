// report_table.h: results for people: a table, what failed, and a last line that sums up.
#ifndef FLITWISE_SIM_REPORT_REPORT_TABLE_H_
#define FLITWISE_SIM_REPORT_REPORT_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/run/figures/result.h"

namespace flitwise {

enum class Colour : std::uint8_t { kNever, kAlways };
enum class Detail : std::uint8_t { kFailures, kAllChecks };

/// One aligned row per result; names are cut to keep rows readable. `width` is that of the
/// terminal, 0 if there is none, as in render_columns.
std::string render_table(const std::vector<Result>& results, Colour colour, std::size_t width = 0);

/// What failed in each result: checks with their source and problems. With kAllChecks, every check
/// of every result. Lines are wrapped on a terminal.
std::string render_details(const std::vector<Result>& results, Detail detail, Colour colour,
                           std::size_t width = 0);

/// "pass", "FAIL", "NO END" or "NO RUN".
std::string verdict_of(Outcome outcome);

/// The text in green if it is good news, else in red; as it is without colours.
std::string painted(const std::string& text, bool good, Colour colour);

/// How the runs ended, in their order.
std::vector<Outcome> outcomes_of(const std::vector<Result>& results);

/// "4 scenarios: 3 passed, 1 failed"; of the other outcomes, those that there are.
std::string count_text(const std::vector<Outcome>& outcomes, const std::string& noun);

/// For example "4 scenarios: 3 passed, 1 failed". `noun` says in the singular what was run.
std::string render_summary(const std::vector<Result>& results,
                           const std::string& noun = "scenario");

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_REPORT_TABLE_H_
