// `flitwise schedule`: broadcast schedules as files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <any>
#include <ostream>

#include "sim/cli/arguments/cli_outputs.h"
#include "sim/cli/cli.h"
#include "sim/console/console.h"
#include "sim/families/torus/torus_language.h"
#include "sim/families/torus/torus_work.h"
#include "sim/run/family/family.h"
#include "sim/text/report_text.h"
#include "systemc/formats/torus_schedule_file.h"
#include "tb/theory/torus/torus_schedule_check.h"

namespace flitwise {
namespace {

constexpr int kPassed = static_cast<int>(Outcome::kPass);
constexpr int kFailed = static_cast<int>(Outcome::kFail);
constexpr std::size_t kMostFaults = 20;

std::string heading(const TorusSchedule& schedule) {
  const std::string scheme = schedule.scheme.empty() ? "" : " (" + schedule.scheme + ")";
  const std::string starts = schedule.starts.empty() ? "" : " at given cycles";
  const auto counted = [](auto count, const char* noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
  };
  const auto paths = longest_paths(schedule);
  return fmt::format(
      "{} from {}{}: {}{}, {}{}", torus_text(schedule.sides),
      Torus(schedule.sides).name(schedule.source), scheme, counted(schedule.steps.size(), "step"),
      starts, counted(message_count(schedule), "message"),
      paths.empty() ? "" : fmt::format(", longest paths {}", fmt::join(paths, " + ")));
}

bool check_one(const TorusSchedule& schedule, const theory::CycleModel& model, std::ostream& out) {
  const theory::ScheduleVerdict verdict = theory::check_schedule(schedule, model);
  out << heading(schedule) << (verdict.is_right() ? ": right" : ": WRONG");
  if (verdict.duplicates > 0)
    out << fmt::format("; {} come to nodes that have the text", verdict.duplicates);
  out << "\n";
  for (std::size_t i = 0; i < verdict.faults.size() && i < kMostFaults; ++i) {
    const theory::ScheduleFault& fault = verdict.faults[i];
    out << "  " << fault.text << "\n";  // the text names the step
  }
  if (verdict.faults.size() > kMostFaults)
    out << fmt::format("  and {} more\n", verdict.faults.size() - kMostFaults);
  return verdict.is_right();
}

// What none of the schedules would notice.
std::string refuse_times(const ScheduleCheckArguments& arguments,
                         const std::vector<TorusSchedule>& schedules) {
  const auto any = [&](const auto& takes) {
    return std::any_of(schedules.begin(), schedules.end(), takes);
  };
  const bool timed = any([](const TorusSchedule& one) { return !one.starts.empty(); });
  for (const auto& [option, given] : {std::pair{"--flits", arguments.flits},
                                      std::pair{"--send-overhead", arguments.send_overhead},
                                      std::pair{"--receive-overhead", arguments.receive_overhead}})
    if (given && !timed)
      return fmt::format("{} {}: would have no effect: no schedule here has start cycles", option,
                         *given);
  if (arguments.flits &&
      !any([](const TorusSchedule& one) { return !one.starts.empty() && !one.flits; }))
    return fmt::format(
        "--flits {}: would have no effect: all schedules with start cycles name "
        "their flits themselves",
        *arguments.flits);
  return {};
}

}  // namespace

int check_schedules(const ScheduleCheckArguments& arguments, const Console& console) {
  std::vector<TorusSchedule> schedules;
  for (const std::string& file : arguments.files) {
    try {
      for (TorusSchedule& schedule : read_schedules(file)) schedules.push_back(std::move(schedule));
    } catch (const ScheduleFileError& error) {
      // It says "FILE: ...", and everything else "FILE: error: ...".
      const std::string rule = std::string(error.what()).substr(file.size() + 2);
      console.error << painted_error(escaped(file) + ": error: " + rule, colour_of_errors(console))
                    << "\n";
      return kBadInput;
    }
  }
  const std::string refused = refuse_times(arguments, schedules);
  if (!refused.empty()) return refuse("flitwise schedule check", refused, console);
  theory::CycleModel model;
  model.flits = arguments.flits.value_or(1);
  model.send_overhead = arguments.send_overhead.value_or(0);
  model.receive_overhead = arguments.receive_overhead.value_or(0);
  std::size_t wrong = 0;
  for (const TorusSchedule& schedule : schedules)
    if (!check_one(schedule, model, console.out)) ++wrong;
  console.out << fmt::format("\n{} schedule{}: {} right, {} wrong\n", schedules.size(),
                             schedules.size() == 1 ? "" : "s", schedules.size() - wrong, wrong);
  return wrong == 0 ? kPassed : kFailed;
}

int export_schedule(const Families& families, const ScheduleExportArguments& arguments,
                    const Console& console) {
  const ScenarioReading reading = read_scenario(families, arguments.file, arguments.settings);
  if (!reading.scenario) {
    print_errors(reading.errors, arguments.file, 1, console);
    print_error_count(reading.errors.size(), console);
    return kBadInput;
  }
  const auto* torus = std::any_cast<TorusScenario>(&reading.scenario->system);
  const bool is_broadcast = torus != nullptr && !torus->traffic;
  const auto schedule = is_broadcast ? make_schedule(*torus) : std::nullopt;
  if (!schedule) {
    const char* why = is_broadcast       ? "a packet tree sends packet after packet"
                      : torus == nullptr ? "its network is no torus"
                                         : "its traffic is drawn";
    return refuse("flitwise schedule export",
                  fmt::format("'{}' has no schedule of steps: {}", reading.scenario->name, why),
                  console);
  }
  OutputPlan plan;
  plan.json = arguments.output;
  const std::string clash = refuse_clashes(plan, {arguments.file}, reading.scenario->inputs);
  if (!clash.empty()) return refuse("flitwise schedule export", clash, console);
  TextSink sink(arguments.output, console.out);
  sink.write(write_schedule(*schedule));
  sink.commit();
  return kPassed;
}

}  // namespace flitwise
