#include "sim/import/cli_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "sim/cli_options.h"
#include "sim/cli_outputs.h"
#include "sim/cli_shared.h"
#include "sim/import/collective_reader.h"
#include "sim/import/collective_texts.h"
#include "sim/interrupt.h"
#include "sim/report_table.h"
#include "sim/scenario_reader.h"
#include "sim/scenario_words.h"

namespace flitwise {
namespace {

constexpr int kPassed = static_cast<int>(Outcome::kPass);
constexpr int kBadInput = static_cast<int>(Outcome::kBadInput);

// The format that the file's name tells.
std::string format_of(const ImportArguments& arguments) {
  if (!arguments.format.empty()) return arguments.format;
  const std::string extension = std::filesystem::path(arguments.file).extension().string();
  if (extension == ".goal") return "goal";
  if (extension == ".xml") return "msccl";
  return extension == ".json" ? "teccl" : "";
}

// A YAML scalar that is text whatever it looks like.
std::string quoted(const std::string& text) {
  std::string all = "'";
  for (const char c : text) all += c == '\'' ? "''" : std::string(1, c);
  return all + "'";
}

bool is_list(const std::string& map) {
  return map.find_first_not_of("0123456789, ") == std::string::npos;
}

// Files are named as seen from the folder of the scenario that names them.
std::string seen_from(const std::string& file, const std::string& scenario) {
  const std::filesystem::path path(file);
  if (path.is_absolute()) return file;
  const std::filesystem::path folder = std::filesystem::absolute(scenario).parent_path();
  return std::filesystem::absolute(path)
      .lexically_normal()
      .lexically_proximate(folder.lexically_normal())
      .string();
}

std::string scenario_text(const ImportArguments& a, const std::string& format,
                          const std::string& scenario) {
  std::string schedule =
      fmt::format("file: {}, format: {}", quoted(seen_from(a.file, scenario)), format);
  if (!a.map.empty())
    schedule += is_list(a.map) ? fmt::format(", map: [{}]", a.map)
                               : fmt::format(", map: {}", quoted(seen_from(a.map, scenario)));
  if (a.flit_bytes > 0) schedule += fmt::format(", flit_bytes: {}", a.flit_bytes);
  if (a.chunk_flits > 0) schedule += fmt::format(", chunk_flits: {}", a.chunk_flits);
  if (a.epoch > 0) schedule += fmt::format(", epoch: {}", a.epoch);
  std::string text =
      fmt::format("name: {}\nnetwork: {}\noperation: collective\nschedule: {{{}}}\n",
                  quoted(std::filesystem::path(a.file).stem().string()), a.network, schedule);
  if (!a.options.empty()) text += fmt::format("options: {}\n", a.options);
  return text;
}

int describe(const ImportArguments& arguments, const std::string& format, const Console& console) {
  ScheduleUnits units;
  if (arguments.flit_bytes > 0) units.flit_bytes = arguments.flit_bytes;
  if (arguments.chunk_flits > 0) units.chunk_flits = arguments.chunk_flits;
  units.epoch_steps = arguments.epoch;
  const auto& words = schedule_format_words();
  const auto meaning = std::find_if(words.begin(), words.end(), [&](const auto& choice) {
                         return format == choice.word;
                       })->meaning;
  const Collective schedule = read_schedule(arguments.file, meaning, units);
  std::size_t operations = 0;
  for (const auto& program : schedule.programs) operations += program.size();
  console.out << fmt::format(
      "{}{}{}: {} ranks, {} operations, {} transfers of {} flits, {} chunks wanted in the end\n",
      schedule.name.empty() ? arguments.file : schedule.name,
      schedule.operation.empty() ? "" : ", " + schedule.operation, " (" + format + ")",
      schedule.ranks(), operations, schedule.transfers.size(), flits_of(schedule),
      schedule.demands.size());
  for (const std::string& note : schedule.notes) console.out << "  " << note << "\n";
  return kPassed;
}

int run(const Scenario& scenario, const ImportArguments& arguments, Runner runner,
        const Console& console) {
  const InterruptScope interrupts;
  const std::vector<Result> results{run_with_progress(scenario, {}, runner, console)};
  throw_if_interrupted();
  const Readers readers = readers_of(StandardOutput::kFree, console);
  const Detail detail = arguments.verbose ? Detail::kAllChecks : Detail::kFailures;
  readers.stream << render_table(results, readers.colour)
                 << render_details(results, detail, readers.colour) << "\n"
                 << render_summary(results);
  return exit_status(results);
}

int write(const ImportArguments& arguments, const std::string& text, const Scenario& scenario,
          const Console& console) {
  OutputPlan plan;
  plan.json = arguments.output;
  const std::string clash = refuse_clashes(plan, {arguments.file}, scenario.inputs);
  if (!clash.empty()) return refuse("flitwise import", clash, console);
  TextSink sink(arguments.output, console.out);
  sink.write(text);
  sink.commit();
  return kPassed;
}

std::string refusal(const ImportArguments& a, const std::string& format) {
  if (format.empty())
    return fmt::format(
        "'{}' does not end in .goal, .xml or .json: say --format goal, msccl or "
        "teccl",
        a.file);
  if (!a.network.empty()) return {};
  for (const auto& [name, is_given] :
       {std::pair{"--map", !a.map.empty()}, std::pair{"--options", !a.options.empty()},
        std::pair{"-o", !a.output.empty()}})
    if (is_given) return fmt::format("{}: needs --network", name);
  return {};
}

}  // namespace

void add_import_options(CLI::App& command, ImportArguments& arguments) {
  const auto text = [&](const char* names, std::string& value, const char* about,
                        const char* type) {
    return command.add_option(names, value, about)->type_name(type);
  };
  text("FILE", arguments.file, "Schedule file", "")->required()->check(not_empty("a file name"));
  text("--format", arguments.format, "Default: by the file's name, .goal, .xml or .json", "F")
      ->check(CLI::IsMember(words_of(schedule_format_words())));
  text("--network", arguments.network, "Network to run it on, as in a scenario", "YAML")
      ->check(not_empty("a network"));
  text("--options", arguments.options, "Options of that network, as in a scenario", "YAML");
  text("--map", arguments.map, "PE of every rank (default rank r is PE r)", "0,2,1 or FILE")
      ->check(not_empty("numbers or a file name"));
  const auto number = [&](const char* name, std::int64_t& value, const char* about) {
    command.add_option(name, value, about)
        ->type_name("N")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 20));
  };
  number("--flit-bytes", arguments.flit_bytes, "goal: bytes in a flit (default 8)");
  number("--chunk-flits", arguments.chunk_flits, "msccl, teccl: flits of a chunk (default 1)");
  number("--epoch", arguments.epoch, "teccl: steps of an epoch (default: none)");
  text("-o,--output", arguments.output, "Write the scenario and run nothing; - for standard output",
       "F")
      ->check(not_empty("a file name"));
  command.add_flag("-v,--verbose", arguments.verbose, "Print every check with its source");
  command.footer(import_help());
}

int import_schedule(const ImportArguments& arguments, Runner runner, const Console& console) {
  const std::string format = format_of(arguments);
  const std::string refused = refusal(arguments, format);
  if (!refused.empty()) return refuse("flitwise import", refused, console);
  if (arguments.network.empty()) return describe(arguments, format, console);
  const bool has_file = !arguments.output.empty() && arguments.output != "-";
  const std::string file = has_file ? arguments.output : "import.yaml";
  const std::string text = scenario_text(arguments, format, file);
  ScenarioReading reading = read_scenario_text(text, file);
  if (!reading.scenario) {
    print_errors(reading.errors, file, 1, console);
    print_error_count(reading.errors.size(), console);
    return kBadInput;
  }
  if (arguments.output.empty()) {
    reading.scenario->file = arguments.file;  // the scenario is in no file
    return run(*reading.scenario, arguments, runner, console);
  }
  return write(arguments, text, *reading.scenario, console);
}

}  // namespace flitwise
