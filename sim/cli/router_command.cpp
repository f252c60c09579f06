// router_command.cpp: `flitwise router`: routers of the user's own held against the port contract.
#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <optional>
#include <ostream>
#include <set>

#include "sim/cli/commands.h"
#include "sim/console/outputs.h"
#include "sim/kit/kit_report.h"
#include "sim/kit/kit_waves.h"
#include "sim/kit/measured_block.h"
#include "sim/kit/parts_from_child.h"
#include "sim/router/router_reader.h"
#include "sim/text/report_text.h"
#include "systemc/network/models/model_library.h"
#include "tb/kit/verilated_routers.h"

namespace flitwise {
namespace {

constexpr int kHangStatus = 3;
constexpr std::uint64_t kMostCycles = 1'000'000'000;

struct RouterCheckArguments {
  std::string file;
  std::vector<std::string> clauses;
  std::uint64_t cycles = kit::KitOptions().cycles;
  std::uint64_t seed = 1;
  std::string waves;
  std::string format = "table";
  std::string junit;
  bool update = false;
};

// What the checking process hands over.
struct CheckParts {
  std::string table;
  std::string json;
  std::string junit;
  std::string description;  // with the measured block; empty where it stays as it is
  std::string error;        // why there was no check
};

std::string text_of_file(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Errors: throws std::invalid_argument for a name that no clause has.
std::set<int> clauses_of(const std::vector<std::string>& names) {
  std::set<int> clauses;
  for (const std::string& name : names) {
    const int number = kit::clause_number(name);
    if (number == 0) {
      const std::string nearest = nearest_word(name, kit::clause_names());
      throw std::invalid_argument(
          fmt::format("--clause {}: there is no such clause{}", escaped(name),
                      nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest)));
    }
    clauses.insert(number);
  }
  return clauses;
}

RouterCheck check(const own::RouterDescription& described, const RouterCheckArguments& arguments,
                  const std::function<void(const std::string&)>& progress) {
  const auto start = std::chrono::steady_clock::now();
  RouterCheck check;
  check.router = described;
  // Numbers that were measured once bind nobody: they are measured again.
  if (described.is_measured) check.router.latency.reset();
  check.hash = own::hash_of_files(described);
  check.seed = arguments.seed;
  check.cycles = arguments.cycles;
  kit::KitOptions options;
  options.clauses = clauses_of(arguments.clauses);
  options.cycles = arguments.cycles;
  options.seed = arguments.seed;
  options.progress = progress;
  kit::VerilatedRouters routers(check.router, kit::mesh_for(check.router),
                                ModelLibrary::default_config());
  progress("compiling");
  routers.prepare(kit::places_for(check.router, options.clauses));
  check.report = kit::check_router(
      check.router, [&](kit::Place at, std::uint64_t seed) { return routers.make(at, seed); },
      options);
  if (!arguments.waves.empty()) {
    make_directory(arguments.waves);
    write_waves(check.router, arguments.waves, check.report);
  }
  check.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return check;
}

// Runs in a process of its own: verilated code that goes wrong ends it. Returns the exit status.
int check_apart(const own::RouterDescription& router, const RouterCheckArguments& arguments,
                const Readers& readers, const std::function<void(const std::string&)>& progress,
                CheckParts& parts) {
  try {
    const RouterCheck done = check(router, arguments, progress);
    parts.table = render_router_check(done, readers.colour, readers.width);
    parts.json = router_check_to_json(done);
    parts.junit = junit_xml("flitwise router check", junit_cases(done));
    if (arguments.update) {
      const std::string refusal = refuse_measured(done.report.measured);
      if (refusal.empty())
        parts.description =
            with_measured(text_of_file(router.file), done.report.measured, done.hash);
      else
        parts.table += fmt::format("note: {} stays as it is: {}\n", router.file, refusal);
    }
    return status_of(done.report);
  } catch (const std::exception& error) {
    parts.error = error.what();
    return kBadInput;
  }
}

int run_check_of_router(const RouterCheckArguments& arguments, const Session& session) {
  const Console& console = session.console;
  clauses_of(arguments.clauses);  // refuses names before anything is compiled
  ErrorList errors;
  const std::optional<own::RouterDescription> router = read_router(arguments.file, errors);
  if (!router) return refuse_input(errors.sorted(), arguments.file, console);
  const bool as_json = arguments.format == "json";
  FileOwners owners;
  owners.add_input(router->file, "the description");
  for (const std::string& file : router->files) owners.add_input(file, "a source of the router");
  const std::string clash = owners.refuse_output(arguments.junit, "JUnit's results");
  if (!clash.empty()) return refuse("flitwise router check", clash, console);
  if (as_json && arguments.junit == "-")
    return refuse("flitwise router check",
                  "--format json --junit -: only one of them can go to standard output", console);
  TextSink junit(arguments.junit, console.out);
  const bool is_taken = as_json || arguments.junit == "-";
  const Readers readers =
      readers_of(is_taken ? StandardOutput::kTaken : StandardOutput::kFree, console);
  const std::function<void(const std::string&)> progress = [&](const std::string& phase) {
    if (console.error_is_terminal)
      console.error << fmt::format("\r\033[K{}: {}", router->name, phase) << std::flush;
  };
  CheckParts parts;
  const auto status = parts_from_child(
      [&](std::vector<std::string>& said) {
        CheckParts made;
        const int its = check_apart(*router, arguments, readers, progress, made);
        said = {made.table, made.json, made.junit, made.description, made.error};
        return its;
      },
      {&parts.table, &parts.json, &parts.junit, &parts.description, &parts.error});
  if (console.error_is_terminal) console.error << "\r\033[K" << std::flush;
  if (!status.death.empty()) {
    console.error << painted_error(fmt::format("{}: error: the simulation died: {}", router->file,
                                               status.death),
                                   colour_of_errors(console))
                  << "\n";
    return kHangStatus;
  }
  if (!parts.error.empty()) {
    console.error << painted_error(parts.error, colour_of_errors(console)) << "\n";
    return kBadInput;
  }
  if (as_json) console.out << parts.json;
  if (!as_json) readers.stream << parts.table;
  junit.write(parts.junit);
  junit.commit();
  if (!parts.description.empty()) write_file(router->file, parts.description);
  return status.value;
}

constexpr const char* kRouterCheckHelp =
    R"(Puts one router to the test of the port contract: five drivers and receivers around it, phases idle,
lone, streams, hot output, random, blocked output. Each clause says how often its premise occurred; 0
is "not exercised" and counts as a failure. A clause ends at its first breach, the others go on.

  flitwise router check router.yaml
  flitwise router check router.yaml --clause way,rate --waves waves
  flitwise router check router.yaml --update

--update writes what was measured into the description, with the hash of the router's files.

Exit status: 0 all clauses that apply hold, 1 one fails or was never exercised, 2 a bad description, or
RTL that does not compile, 3 the router hangs, or the simulation died.
)";

}  // namespace

void add_router(CLI::App& app, Commands& commands) {
  CLI::App& router = *app.add_subcommand("router", "Check a router of your own");
  router.require_subcommand(1);
  auto [command, arguments] = add_command(
      router, commands, "check", "Hold a router against the port contract", run_check_of_router);
  add_file(command, "DESCRIPTION", arguments.file, "Of the router (router.yaml)", "")->required();
  command.add_option("--clause", arguments.clauses, "Judge only these clauses: way,rate")
      ->type_name("NAME")
      ->delimiter(',');
  command.add_option("--cycles", arguments.cycles, "Cycles of random traffic (default 200000)")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{0}, kMostCycles));
  command.add_option("--seed", arguments.seed, "Of all that is drawn (default 1)")->type_name("S");
  command.add_option("--waves", arguments.waves, "Write the wires around each breach into D")
      ->type_name("D")
      ->check(not_empty("the name of a directory"));
  command.add_option("--format", arguments.format, "table or json (default table)")
      ->type_name("F")
      ->check(CLI::IsMember(std::vector<std::string>{"table", "json"}));
  add_file(command, "--junit", arguments.junit, "Write JUnit XML");
  command.add_flag("--update", arguments.update, "Write what was measured into the description");
  command.footer(kRouterCheckHelp);
}

}  // namespace flitwise
