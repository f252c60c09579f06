// collective_language.h: what a scenario that runs a schedule from a file says: its keys, the
// formats of schedules, its reader and texts.
#ifndef FLITWISE_SIM_IMPORT_COLLECTIVE_LANGUAGE_H_
#define FLITWISE_SIM_IMPORT_COLLECTIVE_LANGUAGE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/collective/collective_scenario.h"
#include "sim/import/formats/schedule_file.h"
#include "sim/language/keys.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/run/family/family.h"

namespace flitwise {

/// The most that `flit_bytes` and `chunk_flits` may be, and the steps of an `epoch`.
inline constexpr std::int64_t kMostOfUnit = 1 << 20;
inline constexpr Step kMostEpoch = 1 << 30;

/// Where ranks run: on these PEs, or as a file says.
struct RankMap {
  std::vector<Node> pes;
  std::string file;  ///< empty: `pes` say it
};

/// The section `schedule`.
struct ScheduleSection {
  std::string file;
  ScheduleFormat format = ScheduleFormat::kGoal;
  std::optional<RankMap> map;
  ScheduleUnits units;
};

/// Options beside those of the network.
struct ScheduleOptions {
  Step add = 0;  ///< steps of a reduction, of one of msccl
};

const std::vector<Choice<ScheduleFormat>>& schedule_format_words();

inline constexpr const char* kSchedulesTitle = "Schedules from files";

/// Every key; what `network` and `options` may be, the families say that host schedules.
const language::Table& collective_language();
std::string collective_schema(const Families& families);
std::string collective_list_text(const Families& families);
FamilyHelp collective_help();
std::vector<Explanation> collective_explanations();

/// Reads the section alone, without the files that it names.
/// Errors: adds a ConfigError for each rule that is broken; then what is returned is not used.
ScheduleSection read_schedule_section(const Value& section, ErrorList& errors);

/// As Family::read.
void read_collective_scenario(const Value& root, const std::string& kind, Scenario& scenario,
                              ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_COLLECTIVE_LANGUAGE_H_
