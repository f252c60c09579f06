// cli_schedule.cpp: `flitwise schedule`: broadcast schedules on tori as files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <any>
#include <optional>
#include <ostream>

#include "sim/cli/cli_run.h"
#include "sim/cli/commands.h"
#include "sim/families/torus/torus_language.h"
#include "sim/families/torus/torus_work.h"
#include "sim/language/scenario.h"
#include "sim/run/family/family.h"
#include "sim/text/report_text.h"
#include "systemc/formats/torus_schedule_file.h"
#include "tb/theory/torus/torus_schedule_check.h"

namespace flitwise {
namespace {

constexpr std::size_t kMostFaults = 20;

// Flits and overheads count for schedules with start cycles; the flits of the schedule itself come
// first.
struct ScheduleCheckArguments {
  std::vector<std::string> files;
  std::optional<Flits> flits;  // empty: not given
  std::optional<Step> send_overhead;
  std::optional<Step> receive_overhead;
};

struct ScheduleExportArguments {
  std::string file;
  std::string output = "-";
};

std::string heading(const TorusSchedule& schedule) {
  const std::string scheme = schedule.scheme.empty() ? "" : " (" + schedule.scheme + ")";
  const std::string starts = schedule.starts.empty() ? "" : " at given cycles";
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

// Returns 0 if all are right, 1 if one is wrong, 2 for a file that cannot be used.
int check_schedules(const ScheduleCheckArguments& arguments, const Session& session) {
  const Console& console = session.console;
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
  console.out << fmt::format("\n{}: {} right, {} wrong\n", counted(schedules.size(), "schedule"),
                             schedules.size() - wrong, wrong);
  return wrong == 0 ? kExitPassed : kExitFailed;
}

int export_schedule(const ScheduleExportArguments& arguments, const Session& session) {
  const Console& console = session.console;
  const ScenarioReading reading = read_scenario(session.families, arguments.file, session.settings);
  if (!reading.scenario) return refuse_input(reading.errors, arguments.file, console);
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
  return kExitPassed;
}

}  // namespace

void add_schedule(CLI::App& app, Commands& commands) {
  CLI::App& schedule =
      *app.add_subcommand("schedule", "Check and export broadcast schedules on tori");
  schedule.require_subcommand(1);
  schedule.footer(schedule_help());
  auto [check, checked] = add_command(schedule, commands, "check",
                                      "Hold schedules against the rules, unrun", check_schedules);
  add_file(check, "FILE", checked.files, "Schedule files (JSON)", "")->required();
  const auto number = [&command = check](const char* name, std::optional<std::int64_t>& value,
                                         std::int64_t least, const char* text) {
    command.add_option(name, value, text)->type_name("N")->check(CLI::Range(least, kMostFlits));
  };
  number("--flits", checked.flits, 1, "Length of the text, for start cycles (default 1)");
  number("--send-overhead", checked.send_overhead, 0, "Likewise: cycles before a head (default 0)");
  number("--receive-overhead", checked.receive_overhead, 0,
         "Likewise: cycles after a tail (default 0)");
  auto [made, exported] = add_command(
      schedule, commands, "export", "Write the schedule of a scenario on a torus", export_schedule);
  add_file(made, "SCENARIO", exported.file, "Scenario file (YAML)", "")->required();
  add_settings(made, commands);
  add_file(made, "-o,--output", exported.output, "File to write (default standard output)");
}

}  // namespace flitwise
