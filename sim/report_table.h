// report_table.h: results for people: a table, what failed, and a last line that sums up.
#ifndef FLITWISE_SIM_REPORT_TABLE_H_
#define FLITWISE_SIM_REPORT_TABLE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sim/result.h"

namespace flitwise {

enum class Colour : std::uint8_t { kNever, kAlways };
enum class Detail : std::uint8_t { kFailures, kAllChecks };

/// One aligned row per result; names are cut to keep rows readable.
std::string render_table(const std::vector<Result>& results, Colour colour);

/// What failed in each result: checks with their source and problems. With kAllChecks, every check
/// of every result.
std::string render_details(const std::vector<Result>& results, Detail detail, Colour colour);

/// "pass", "FAIL" or "NO END".
std::string verdict_of(Outcome outcome);

/// The text in green if it is good news, else in red; as it is without colours.
std::string painted(const std::string& text, bool good, Colour colour);

/// For example "4 scenarios: 3 passed, 1 failed". `noun` says in the singular what was run.
std::string render_summary(const std::vector<Result>& results,
                           const std::string& noun = "scenario");

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_TABLE_H_
