#include "sim/families/torus/language/torus_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "systemc/formats/torus_schedule_file.h"
#include "tb/theory/torus/torus_schedule_check.h"

namespace flitwise {
namespace {

constexpr std::size_t kMostSidesNamed = 8;

std::vector<TorusSchedule> read_all(const Value& value) {
  try {
    return read_schedules(schedule_path(value));
  } catch (const ScheduleFileError& error) {
    const std::string place = error.where().empty() ? "" : error.where() + ": ";
    const std::string shown = error.value().empty() ? "" : "'" + error.value() + "' ";
    throw bad_value(value, fmt::format("cannot be used: {}{}{}", place, shown, error.rule()));
  }
}

std::string sides_text(const std::vector<TorusSchedule>& schedules) {
  std::set<std::vector<int>> sides;
  for (const TorusSchedule& schedule : schedules) sides.insert(schedule.sides);
  std::string text;
  std::size_t named = 0;
  for (const std::vector<int>& one : sides) {
    if (named++ == kMostSidesNamed)
      return fmt::format("{} and {} more", text, sides.size() - kMostSidesNamed);
    text += fmt::format("{}[{}]", text.empty() ? "" : ", ", fmt::join(one, ", "));
  }
  return text;
}

const TorusSchedule& choose(const Value& value, const std::vector<TorusSchedule>& schedules,
                            const std::vector<int>& sides) {
  const TorusSchedule* chosen = nullptr;
  for (const TorusSchedule& schedule : schedules) {
    if (schedule.sides != sides) continue;
    if (chosen == nullptr || schedule.steps.size() < chosen->steps.size()) chosen = &schedule;
  }
  if (chosen == nullptr)
    throw bad_value(value, fmt::format("has no schedule for sides [{}], only for {}",
                                       fmt::join(sides, ", "), sides_text(schedules)));
  return *chosen;
}

void drop_empty_steps(TorusSchedule& schedule) {
  if (!schedule.starts.empty()) return;
  schedule.steps.erase(std::remove_if(schedule.steps.begin(), schedule.steps.end(),
                                      [](const TorusStep& step) { return step.empty(); }),
                       schedule.steps.end());
}

}  // namespace

// Also a path that comes from the command line is relative to the scenario: the same words mean
// the same file wherever they stand.
std::string schedule_path(const Value& value) {
  const std::filesystem::path file = to_text(value);
  if (file.empty()) throw bad_value(value, "must not be empty");
  const std::filesystem::path scenario = value.node.place.text->file;
  return (scenario.parent_path() / file).string();  // keeps an absolute path as it is
}

TorusSchedule read_schedule_file(const Value& value, const TorusDraft& draft) {
  TorusSchedule schedule = choose(value, read_all(value), draft.torus->sides());
  if (schedule.flits && draft.length && *schedule.flits != *draft.length)
    throw bad_value(value, fmt::format("is for a text of {} flits, and length is {}",
                                       *schedule.flits, *draft.length));
  drop_empty_steps(schedule);
  return with_source(schedule, *draft.root);
}

void expect_broadcast(const Value& value, const TorusSchedule& schedule,
                      const theory::CycleModel& model) {
  const theory::ScheduleVerdict verdict = theory::check_schedule(schedule, model);
  if (verdict.is_right()) return;
  const std::size_t more = verdict.faults.size() - 1;
  throw bad_value(value, fmt::format("is no broadcast: {}{}", verdict.faults.front().text,
                                     more == 0 ? "" : fmt::format(" (and {} more)", more)));
}

}  // namespace flitwise
