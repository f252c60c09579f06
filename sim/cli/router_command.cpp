// router_command.cpp: `flitwise router`: routers of the user's own held against the port contract.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <ostream>
#include <regex>
#include <set>

#include "sim/cli/commands.h"
#include "sim/cli/router_github.h"
#include "sim/console/outputs.h"
#include "sim/kit/kit_page.h"
#include "sim/kit/kit_report.h"
#include "sim/kit/kit_waves.h"
#include "sim/kit/measured_block.h"
#include "sim/kit/parts_from_child.h"
#include "sim/kit/proofs.h"
#include "sim/kit/router_templates.h"
#include "sim/kit/self_test.h"
#include "sim/router/router_reader.h"
#include "sim/run/process/interrupt.h"
#include "sim/studies/suite/github.h"
#include "sim/text/report_text.h"
#include "systemc/network/models/installation.h"
#include "systemc/network/models/model_library.h"
#include "systemc/network/own/wrapper_model.h"
#include "tb/kit/verilated_routers.h"

namespace flitwise {
namespace {

constexpr const char* kCheck = "flitwise router check";
constexpr int kHangStatus = 3;
constexpr double kLongestLimit = 1e6;
constexpr std::uint64_t kMostCycles = 1'000'000'000;
// Negative numbers are taken for larger ones.
constexpr std::uint64_t kLargestSeed = (std::uint64_t{1} << 63U) - 1;

struct RouterCheckArguments {
  std::string file;
  std::vector<std::string> clauses;
  std::uint64_t cycles = kit::KitOptions().cycles;
  std::uint64_t seed = 1;
  std::string waves;
  std::string format = "table";
  std::string junit;
  std::string report;
  bool github = false;
  bool formal = false;
  std::optional<double> limit;
  bool update = false;
  bool self_test = false;
};

struct RouterNewArguments {
  NewRouter router;
  std::string directory = ".";
};

// What the checking process hands over.
struct CheckParts {
  std::string table;
  std::string json;
  std::string junit;
  std::string page;
  GithubTexts github;
  std::string description;  // with the measured block; empty where it stays as it is
  std::string error;        // why there was no check
};

std::string text_of_file(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// The names between commas, which may be empty.
std::vector<std::string> names_between_commas(const std::vector<std::string>& texts) {
  std::vector<std::string> names;
  for (const std::string& text : texts)
    for (std::size_t from = 0, end = 0; end != std::string::npos; from = end + 1) {
      end = text.find(',', from);
      names.push_back(text.substr(from, end - from));
    }
  return names;
}

// Errors: throws std::invalid_argument for a name that no clause has.
std::set<int> clauses_of(const std::vector<std::string>& texts) {
  std::set<int> clauses;
  for (const std::string& name : names_between_commas(texts)) {
    const int number = kit::clause_number(name);
    if (number == 0) {
      const std::vector<std::string> all = kit::clause_names();
      const std::string nearest = nearest_word(name, all);
      throw std::invalid_argument(
          fmt::format("--clause: '{}' must be one of {}{}", escaped(name), fmt::join(all, ", "),
                      nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest)));
    }
    clauses.insert(number);
  }
  return clauses;
}

// What proofs take for r: what is promised, else what was measured, now or some time.
std::optional<own::RouterLatency> latency_for_proofs(const own::RouterDescription& described,
                                                     const RouterCheck& check) {
  const auto of_all = [](const std::optional<own::RouterLatency>& latency) {
    return latency && latency->router.is_uniform() ? latency : std::nullopt;
  };
  if (check.router.latency) return of_all(check.router.latency);
  const auto measured = check.report.measured.latency();
  if (!measured) return of_all(described.latency);
  own::RouterLatency latency;
  latency.router = PassageSteps(static_cast<Step>(*measured));
  latency.head_wait = static_cast<Step>(check.report.measured.head_wait.value_or(0));
  return latency;
}

void prove_clauses(const own::RouterDescription& described, const RouterCheckArguments& arguments,
                   const std::string& scratch,
                   const std::function<void(const std::string&)>& progress, RouterCheck& check) {
  std::vector<std::string> names;
  for (const kit::ClauseReport& clause : check.report.clauses) names.push_back(clause.name);
  names = clauses_to_prove(names);
  const auto latency = latency_for_proofs(described, check);
  if (!latency) {
    for (const std::string& name : names) {
      Proof proof;
      proof.clause = name;
      proof.result = "stopped early";
      proof.text = "proofs need one r of all pairs of ports, declared or measured";
      check.proofs.push_back(proof);
    }
    return;
  }
  ProofOptions options;
  options.limit = arguments.limit;
  options.folder = scratch;
  options.progress = progress;
  check.proofs = prove(proof_request(check.router, *latency), names, options);
}

RouterCheck check(const own::RouterDescription& described, const RouterCheckArguments& arguments,
                  const std::string& scratch,
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
  check.report = kit::check_verilated(check.router, ModelLibrary::default_config(), options);
  if (!arguments.waves.empty()) {
    make_directory(arguments.waves);
    write_waves(check.router, arguments.waves, check.report);
  }
  check.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (arguments.formal) prove_clauses(described, arguments, scratch, progress, check);
  return check;
}

// The words that check the same again.
std::vector<std::string> command_of(const RouterCheckArguments& arguments) {
  std::vector<std::string> words{"flitwise", "router", "check", arguments.file};
  if (!arguments.clauses.empty())
    words.insert(words.end(), {"--clause", fmt::format("{}", fmt::join(arguments.clauses, ","))});
  if (arguments.cycles != kit::KitOptions().cycles)
    words.insert(words.end(), {"--cycles", std::to_string(arguments.cycles)});
  if (arguments.seed != 1) words.insert(words.end(), {"--seed", std::to_string(arguments.seed)});
  if (arguments.formal) words.emplace_back("--formal");
  return words;
}

// Runs in a process of its own: verilated code that goes wrong ends it. Returns the exit status.
int check_apart(const own::RouterDescription& router, const RouterCheckArguments& arguments,
                const std::string& scratch, const Readers& readers,
                const std::function<void(const std::string&)>& progress, CheckParts& parts) {
  try {
    const RouterCheck done = check(router, arguments, scratch, progress);
    parts.table = render_router_check(done, readers.colour, readers.width);
    parts.json = router_check_to_json(done);
    parts.junit = junit_xml("flitwise router check", junit_cases(done));
    if (!arguments.report.empty())
      parts.page = render_page(page_of(done, command_of(arguments), arguments.report));
    if (arguments.github) parts.github = github_texts(done);
    if (arguments.update) {
      const std::string refusal = refuse_measured(done.report.measured, router.family);
      if (refusal.empty())
        parts.description = with_measured(text_of_file(router.file), done.report.measured,
                                          own::fingerprint_of(done.router), router.family);
      else
        parts.table += fmt::format("note: {} stays as it is: {}\n", router.file, refusal);
    }
    return status_of(done);
  } catch (const ProofError& error) {
    parts.error = error.what();
    return kHangStatus;
  } catch (const own::RouterEnded& error) {
    parts.error = error.what();
    return kHangStatus;
  } catch (const std::exception& error) {
    parts.error = error.what();
    return kBadInput;
  }
}

std::function<void(const std::string&)> progress_on(const Console& console,
                                                    const std::string& name) {
  return [&console, name](const std::string& phase) {
    if (console.error_is_terminal)
      console.error << fmt::format("\r\033[K{}: {}", name, phase) << std::flush;
  };
}

void clear_progress(const Console& console) {
  if (console.error_is_terminal) console.error << "\r\033[K" << std::flush;
}

int run_self_test(const RouterCheckArguments& arguments, const Console& console) {
  const std::string folder = installation().sources + "/tests/kit/bad";
  const std::vector<FaultRun> runs = self_test(folder, ModelLibrary::default_config(),
                                               progress_on(console, "self-test"), arguments.seed);
  clear_progress(console);
  console.out << self_test_text(runs);
  return std::all_of(runs.begin(), runs.end(), [](const FaultRun& run) { return run.is_right(); })
             ? 0
             : kExitFailed;
}

// Why --update cannot write; empty if it can. The superuser may write what nobody shall.
std::string refuse_update(const std::string& file) {
  namespace fs = std::filesystem;
  const auto may_be_written =
      fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  std::error_code ignored;
  const fs::perms perms = fs::status(file, ignored).permissions();
  if ((perms & may_be_written) != fs::perms::none) return {};
  return fmt::format("--update: {} is read-only and stays as it is; nothing was checked",
                     escaped(file));
}

// No output replaces an input, and no two are one.
std::string refuse_outputs(const RouterCheckArguments& arguments,
                           const own::RouterDescription& router) {
  FileOwners owners;
  owners.add_input(router.file, "description");
  for (const std::string& file : router.files) owners.add_input(file, "a source of the router");
  for (const auto& [file, purpose] :
       {std::pair(arguments.junit, "results for JUnit"), std::pair(arguments.report, "page")})
    if (const std::string clash = owners.refuse_output(file, purpose); !clash.empty()) return clash;
  if (const std::string page = refuse_page(arguments.report); !page.empty()) return page;
  if (arguments.formal && router.family == own::Family::kTree)
    return "--formal: proofs are of routers of meshes, and this one is of trees";
  if (arguments.formal && router.has_cut)
    return "--formal: proofs are of routers whose outputs are registers, and this one has a cut";
  if (arguments.format == "json" && arguments.junit == "-")
    return "--format json --junit -: only one of them can go to standard output";
  return arguments.update ? refuse_update(router.file) : "";
}

// Of tori the bench has one shape, and no proofs.
std::string refuse_torus(const RouterCheckArguments& arguments,
                         const own::RouterDescription& router) {
  if (router.family != own::Family::kTorus) return {};
  if (router.dimensions() != 2 || router.ports_of_pe() != 1)
    return fmt::format("{}: routers of tori are checked with two dimensions and one PE port",
                       escaped(router.file));
  return arguments.formal ? "--formal: proofs are of routers of meshes, and this one is of tori"
                          : "";
}

void tell_github(const GithubTexts& texts, std::ostream& stream) {
  stream << texts.commands << std::flush;
  const std::string summary = github_job().summary;
  if (!summary.empty()) add_to_summary(summary, texts.summary);
}

// What can be refused before the description is read.
std::string refuse_arguments(const RouterCheckArguments& arguments) {
  if (arguments.file.empty()) return "DESCRIPTION is required, or --self-test";
  clauses_of(arguments.clauses);  // refuses names before anything is compiled
  const std::string missing = arguments.formal ? missing_prover() : "";
  if (missing.empty()) return {};
  return fmt::format(
      "--formal needs {}, which PATH has not; without --formal all clauses are "
      "simulated",
      missing);
}

// Checks in a child process. Returns the exit status; says why where there was no check.
int check_in_child(const own::RouterDescription& router, const RouterCheckArguments& arguments,
                   const Readers& readers, const Console& console, CheckParts& parts) {
  const auto progress = progress_on(console, router.name);
  std::optional<ScratchFolder> scratch;
  if (arguments.formal) scratch.emplace();
  const auto end = parts_from_child(
      [&](std::vector<std::string>& said) {
        CheckParts made;
        const int its =
            check_apart(router, arguments, scratch ? scratch->path() : "", readers, progress, made);
        said = {made.table,           made.json,           made.junit,       made.page,
                made.github.commands, made.github.summary, made.description, made.error};
        return its;
      },
      {&parts.table, &parts.json, &parts.junit, &parts.page, &parts.github.commands,
       &parts.github.summary, &parts.description, &parts.error});
  clear_progress(console);
  if (end.death.empty()) return end.value;
  parts.error = fmt::format("{}: error: the simulation died: {}", router.file, end.death);
  return kHangStatus;
}

int run_check_of_router(const RouterCheckArguments& arguments, const Session& session) {
  const Console& console = session.console;
  if (arguments.self_test) return run_self_test(arguments, console);
  std::string refusal = refuse_arguments(arguments);
  if (!refusal.empty()) return refuse(kCheck, refusal, console);
  const bool as_json = arguments.format == "json";
  const bool is_taken = as_json || arguments.junit == "-";
  const Readers readers =
      readers_of(is_taken ? StandardOutput::kTaken : StandardOutput::kFree, console);
  ErrorList errors;
  const std::optional<own::RouterDescription> router =
      read_router(arguments.file, errors, std::nullopt);
  if (!router && arguments.github) tell_github(github_texts(errors.sorted()), readers.stream);
  if (!router) return refuse_input(errors.sorted(), arguments.file, console);
  refusal = refuse_torus(arguments, *router);
  if (refusal.empty()) refusal = refuse_outputs(arguments, *router);
  if (!refusal.empty()) return refuse(kCheck, refusal, console);
  TextSink junit(arguments.junit, console.out);
  TextSink page(arguments.report, console.out);
  const InterruptScope interrupts;
  CheckParts parts;
  const int status = check_in_child(*router, arguments, readers, console, parts);
  if (!parts.error.empty()) {
    console.error << painted_error(parts.error, colour_of_errors(console)) << "\n";
    if (arguments.github) tell_github(github_texts(router->file, parts.error), readers.stream);
    return status;
  }
  if (as_json) console.out << parts.json;
  if (!as_json) readers.stream << parts.table;
  junit.write(parts.junit);
  junit.commit();
  page.write(parts.page);
  page.commit();
  if (!parts.description.empty()) write_file(router->file, parts.description);
  if (arguments.github) tell_github(parts.github, readers.stream);
  return status;
}

std::string refuse_new(const RouterNewArguments& arguments) {
  static const std::regex kName("[a-zA-Z][a-zA-Z0-9_]*");
  if (!std::regex_match(arguments.router.name, kName))
    return fmt::format(
        "'{}' must be a name of SystemVerilog: letters, digits and _, a letter first",
        escaped(arguments.router.name));
  if (const std::string refusal = refusal_of(arguments.router); !refusal.empty()) return refusal;
  for (const auto& [path, text] : router_files(arguments.router)) {
    const std::filesystem::path file = std::filesystem::path(arguments.directory) / path;
    if (std::filesystem::exists(std::filesystem::symlink_status(file)))
      return fmt::format("{}: is there already and stays as it is", escaped(file.string()));
  }
  return {};
}

int make_router(const RouterNewArguments& arguments, const Session& session) {
  const std::string refusal = refuse_new(arguments);
  if (!refusal.empty()) return refuse("flitwise router new", refusal, session.console);
  for (const auto& [path, text] : router_files(arguments.router)) {
    const std::filesystem::path file = std::filesystem::path(arguments.directory) / path;
    make_directory(file.parent_path().string());
    write_file(file.string(), text);
    session.console.out << escaped(file.string()) << "\n";
  }
  const std::string description =
      (std::filesystem::path(arguments.directory) / "router.yaml").string();
  session.console.out << fmt::format(
      "Put the router into its wrapper, name its files in router.yaml, and\n"
      "  flitwise router check {}\n",
      shell_word(description));
  return 0;
}

constexpr const char* kRouterCheckHelp =
    R"(Puts one router to the test of the port contract: five drivers and receivers around it, and
phases idle, lone, streams, hot output, random, blocked output; routers of trees, which have no
queues, with traffic that no two flits meet in. Each clause says how often its
premise occurred; 0 is "not exercised" and counts as a failure. A clause ends at its first breach,
the others go on.

  flitwise router check router.yaml
  flitwise router check router.yaml --clause way,rate --waves waves
  flitwise router check router.yaml --update
  flitwise router check router.yaml --formal --limit 60

--formal then asks Yosys and abc to prove 12 of the clauses for a number of steps, whatever the
neighbours do. depth 16: holds for 16 steps from the end of the reset; always: for ever; step 9:
fails there, and so does the clause; vacuous: its case never occurs, which fails it, too; "not read"
and "stopped at depth 7": no proof, and no failure. --limit is that of one question.

--report writes a page with a row a clause, what was due and seen, measured numbers and how to judge
a clause again. --github: in a workflow of GitHub, an error at the key of the description that a
clause is about, at the line that Verilator refuses, and the table in the step's summary.

--self-test needs no description: it holds the kit itself against routers that break a clause each.
--update writes what was measured into the description, with the hash of the router's files.

Exit status: 0 all clauses that apply hold, 1 one fails, was never exercised or is refuted, 2 a bad
description, RTL that does not compile, or no Yosys, 3 the router hangs, or a simulation or proof
died.
)";

constexpr const char* kRouterNewHelp =
    R"(Writes NAME_wrapper.sv, whose outputs are tied off, router.yaml, a scenario and a workflow:

  flitwise router new two_stage --like mesh --link ready --width 72 --lanes 2
  flitwise router new ring --like torus --link credit --lanes 2
  flitwise router new leaf --like tree --link registered

The wrapper compiles; `flitwise router check router.yaml` then says what is missing. What is there
is never replaced.

Exit status: 0 written, 2 a name that cannot be used, or a file that is there.
)";

void add_router_new(CLI::App& router, Commands& commands) {
  auto [command, arguments] = add_command(
      router, commands, "new", "Write a wrapper and its description to start from", make_router);
  command.add_option("NAME", arguments.router.name, "The router's module")
      ->required()
      ->type_name("");
  command.add_option("--like", arguments.router.family, "Its network: mesh, torus or tree")
      ->required()
      ->type_name("FAMILY")
      ->check(CLI::IsMember(std::vector<std::string>{"mesh", "torus", "tree"}));
  command.add_option("--link", arguments.router.link, "ready or credit; of trees registered")
      ->required()
      ->type_name("LINK")
      ->check(CLI::IsMember(std::vector<std::string>{"ready", "credit", "registered"}));
  command.add_option("--width", arguments.router.width, "Bits of a flit (default 64)")
      ->type_name("W")
      ->check(CLI::Range(kFewestFlitBits, own::kMostFlitBits));
  command.add_option("--lanes", arguments.router.lanes, "Lanes of a link (default 1, of tori 2)")
      ->type_name("N")
      ->check(CLI::Range(1U, own::kMostLanes));
  command.add_option("--into", arguments.directory, "The folder to write into (default .)")
      ->type_name("DIR")
      ->check(not_empty("the name of a directory"));
  command.footer(kRouterNewHelp);
}

}  // namespace

void add_router(CLI::App& app, Commands& commands) {
  CLI::App& router = *app.add_subcommand("router", "Check a router of your own, or start one");
  router.require_subcommand(1);
  auto [command, arguments] = add_command(
      router, commands, "check", "Hold a router against the port contract", run_check_of_router);
  add_file(command, "DESCRIPTION", arguments.file, "Of the router (router.yaml)", "");
  command.add_option("--clause", arguments.clauses, "Judge only these clauses: way,rate")
      ->allow_extra_args(false)
      ->type_name("NAME");
  command.add_option("--cycles", arguments.cycles, "Cycles of random traffic (default 200000)")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{0}, kMostCycles));
  command.add_option("--seed", arguments.seed, "Of all that is drawn (default 1)")
      ->type_name("S")
      ->check(CLI::Range(std::uint64_t{0}, kLargestSeed));
  command.add_option("--waves", arguments.waves, "Write the wires around each breach into D")
      ->type_name("D")
      ->check(not_empty("the name of a directory"));
  command.add_option("--format", arguments.format, "table or json (default table)")
      ->type_name("F")
      ->check(CLI::IsMember(std::vector<std::string>{"table", "json"}));
  add_file(command, "--junit", arguments.junit, "Write JUnit XML");
  add_file(command, "--report", arguments.report, "Write a page for browsers");
  command.add_flag("--github", arguments.github,
                   "Show what fails at the description's lines, in a workflow of GitHub");
  CLI::Option* formal =
      command.add_flag("--formal", arguments.formal, "Prove clauses with Yosys and yosys-abc, too");
  command.add_option("--limit", arguments.limit, "Seconds for a question to them (default 600)")
      ->type_name("S")
      ->check(CLI::Range(0.001, kLongestLimit))
      ->needs(formal);
  command.add_flag("--update", arguments.update, "Write what was measured into the description");
  command
      .add_flag("--self-test", arguments.self_test,
                "Hold each clause against a router that breaks it")
      ->excludes(formal);
  command.footer(kRouterCheckHelp);
  add_router_new(router, commands);
}

}  // namespace flitwise
