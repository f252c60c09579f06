// cli_import.cpp: `flitwise import`: schedules that other tools have written, as scenarios.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <ostream>
#include <pugixml.hpp>
#include <string_view>
#include <utility>

#include "sim/cli/commands.h"
#include "sim/console/outputs.h"
#include "sim/import/collective_language.h"
#include "sim/language/scenario.h"
#include "sim/report/page/report_html.h"
#include "sim/report/report_table.h"
#include "sim/run/family/family.h"
#include "sim/run/process/interrupt.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

// Empty texts: not given. Numbers as the scenario's keys, 0: not given.
struct ImportArguments {
  std::string file;
  std::string format;
  std::string network;  // YAML
  std::string map;      // numbers between commas, or a file
  std::string options;  // YAML
  Flits flit_bytes = 0;
  Flits chunk_flits = 0;
  Step epoch = 0;
  std::string report;
  std::string output;
  bool verbose = false;
};

// A value of the scenario, and what of the command line says it.
struct ImportValue {
  std::string key;     // "network", "schedule.map"
  std::string yaml;    // as it was given, or quoted
  std::string origin;  // "--map 0,1", the schedule's name; for messages
};

constexpr std::string_view kSection = "schedule.";

bool is_of_schedule(const ImportValue& value) {
  return value.key.compare(0, kSection.size(), kSection) == 0;
}

// A YAML scalar that is text whatever it looks like.
std::string quoted(const std::string& text) { return "'" + replaced(text, {{'\'', "''"}}) + "'"; }

bool is_list(const std::string& map) {
  return map.find_first_not_of("0123456789, ") == std::string::npos;
}

std::string seen_from(const std::string& file, const std::string& scenario) {
  const std::filesystem::path path(file);
  if (path.is_absolute()) return file;
  const std::filesystem::path folder = std::filesystem::absolute(scenario).parent_path();
  return std::filesystem::absolute(path)
      .lexically_normal()
      .lexically_proximate(folder.lexically_normal())
      .string();
}

// Behind its key: a map without braces begins on a line of its own, and all lines are indented.
std::string value_text(const std::string& yaml) {
  std::string text = yaml.rfind('{', 0) == 0 || yaml.rfind('\'', 0) == 0 ? " " : "\n  ";
  if (yaml.find_first_of(":\n") == std::string::npos) text = " ";
  return text + replaced(yaml, {{'\n', "\n  "}});
}

// The values in the order in which a file has them. Files are named as seen from the folder of
// `scenario`, the file that names them.
std::vector<ImportValue> import_values(const ImportArguments& a, const std::string& format,
                                       const std::string& scenario) {
  const auto number = [](const char* key, const char* option, std::int64_t value) {
    return ImportValue{std::string(kSection) + key, std::to_string(value),
                       fmt::format("{} {}", option, value)};
  };
  std::vector<ImportValue> values{
      {"name", quoted(std::filesystem::path(a.file).stem().string()), a.file},
      {"network", a.network.empty() ? "null" : a.network, "--network " + a.network},
      {"operation", "collective", a.file},
      {"schedule.file", quoted(seen_from(a.file, scenario)), a.file},
      {"schedule.format", format, a.format.empty() ? a.file : "--format " + a.format}};
  if (!a.map.empty())
    values.push_back({"schedule.map",
                      is_list(a.map) ? "[" + a.map + "]" : quoted(seen_from(a.map, scenario)),
                      "--map " + a.map});
  if (a.flit_bytes > 0) values.push_back(number("flit_bytes", "--flit-bytes", a.flit_bytes));
  if (a.chunk_flits > 0) values.push_back(number("chunk_flits", "--chunk-flits", a.chunk_flits));
  if (a.epoch > 0) values.push_back(number("epoch", "--epoch", a.epoch));
  if (!a.options.empty()) values.push_back({"options", a.options, "--options " + a.options});
  return values;
}

// A scenario file of these values.
std::string import_text(const std::vector<ImportValue>& values) {
  std::string before, schedule, behind;
  for (const ImportValue& value : values) {
    if (is_of_schedule(value))
      schedule += fmt::format("{}{}: {}", schedule.empty() ? "" : ", ",
                              value.key.substr(kSection.size()), value.yaml);
    else
      (schedule.empty() ? before : behind) += value.key + ":" + value_text(value.yaml) + "\n";
  }
  return before + "schedule: {" + schedule + "}\n" + behind;
}

// The values as the tree that such a file is. Errors: adds a ConfigError for each that is no YAML.
YamlNode import_tree(const std::vector<ImportValue>& values, const std::string& scenario,
                     ErrorList& errors) {
  std::optional<YamlNode> root = parse_yaml("{}", {scenario, "flitwise import", {}}, errors);
  for (const ImportValue& value : values) {
    const std::optional<YamlNode> node =
        parse_yaml(value.yaml, {scenario, value.origin, {}}, errors);
    if (node) set_value(value.key, *node, *root);
  }
  return std::move(*root);
}

// The scenario of these values. Errors name their origins, for there is no file yet.
ScenarioReading read_import(const Families& families, const std::vector<ImportValue>& values,
                            const std::string& scenario) {
  ErrorList errors;
  const YamlNode root = import_tree(values, scenario, errors);
  if (errors.empty()) return read_scenario_values(families, root);
  ScenarioReading reading;
  reading.errors = errors.sorted();
  return reading;
}

// Whether a file's first element is ForestColl's, and not MSCCL's, which has another letter.
bool holds_trees(const std::string& file) {
  if (!std::filesystem::is_regular_file(file)) return false;
  pugi::xml_document document;
  document.load_file(file.c_str());  // its reader says what is wrong with it
  return std::string_view(document.document_element().name()) == "Algo";
}

// The format that the file's name suggests, and of XML its first element.
std::string format_of(const ImportArguments& arguments) {
  if (!arguments.format.empty()) return arguments.format;
  const std::string extension = std::filesystem::path(arguments.file).extension().string();
  if (extension == ".goal") return "goal";
  if (extension == ".xml") return holds_trees(arguments.file) ? "forestcoll" : "msccl";
  return extension == ".json" ? "teccl" : "";
}

int describe(const ImportArguments& arguments, const std::string& format, const Console& console) {
  const std::string file = "import.yaml";
  ErrorList errors;
  const YamlNode tree = import_tree(import_values(arguments, format, file), file, errors);
  const ScheduleSection section =
      read_schedule_section({*tree.find("schedule"), "schedule"}, errors);
  if (!errors.empty()) return refuse_input(errors.sorted(), arguments.file, console);
  const Collective schedule = read_schedule(arguments.file, section.format, section.units);
  std::size_t operations = 0;
  for (const auto& program : schedule.programs) operations += program.size();
  console.out << fmt::format(
      "{}{}{}: {} ranks, {} operations, {} transfers of {} flits, {} chunks wanted in the end\n",
      schedule.name.empty() ? arguments.file : schedule.name,
      schedule.operation.empty() ? "" : ", " + schedule.operation, " (" + format + ")",
      schedule.ranks(), operations, schedule.transfers.size(), flits_of(schedule),
      schedule.demands.size());
  for (const std::string& note : schedule.notes) console.out << "  " << note << "\n";
  return kExitPassed;
}

std::vector<std::string> words_of_import(const ImportArguments& a) {
  std::vector<std::string> words{"flitwise", "import", a.file};
  for (const auto& [option, value] :
       {std::pair{"--format", a.format}, std::pair{"--network", a.network},
        std::pair{"--options", a.options}, std::pair{"--map", a.map}})
    if (!value.empty()) words.insert(words.end(), {option, value});
  for (const auto& [option, value] :
       {std::pair{"--flit-bytes", a.flit_bytes}, std::pair{"--chunk-flits", a.chunk_flits},
        std::pair{"--epoch", a.epoch}})
    if (value > 0) words.insert(words.end(), {option, std::to_string(value)});
  return words;
}

std::string page_text(const ImportArguments& arguments, const Scenario& scenario,
                      const Result& result) {
  std::vector<std::string> words = words_of_import(arguments);
  ReportPage page = page_of_runs("Flitwise report", {result}, words, arguments.report);
  words.emplace_back("-v");
  page.items = {report_item(facts_of(result, command_line(words)), scenario, result)};
  return render_page(page);
}

int run_import(const Scenario& scenario, const ImportArguments& arguments, const Session& session) {
  const Console& console = session.console;
  TextSink report(arguments.report, console.out);
  const InterruptScope interrupts;
  RunRequest request;
  request.keep_events = !arguments.report.empty();
  const std::vector<Result> results{run_with_progress(scenario, request, session.runner, console)};
  throw_if_interrupted();
  print_results(results, arguments.verbose, readers_of(StandardOutput::kFree, console));
  if (!arguments.report.empty()) report.write(page_text(arguments, scenario, results.front()));
  report.commit();
  return exit_status(outcomes_of(results));
}

// No output replaces what is read.
std::string refuse_overwriting(const ImportArguments& a, const std::vector<std::string>& inputs) {
  for (const auto& [output, what] :
       {std::pair{a.output, "the scenario"}, std::pair{a.report, "the page"}}) {
    if (output.empty() || output == "-" || is_special_file(output)) continue;
    const std::string path = resolved_path(output);
    if (path == resolved_path(a.file))
      return fmt::format("{}: is the schedule, and would be overwritten; give {} another name",
                         output, what);
    for (const std::string& input : inputs)
      if (path == resolved_path(input))
        return fmt::format("{}: is an input, and would be overwritten; give {} another name",
                           output, what);
  }
  return {};
}

// What `flitwise import --help` says below its options: formats, subset, rules.
std::string import_help() {
  return R"(Reads a schedule that another tool has written. Without --network it says what the file holds; with
one it runs the schedule there, or writes the scenario with -o, for `flitwise run`, check and sweep,
which have --json, --events and --waves too.

  flitwise import ring.goal
  flitwise import ring.goal --network '{kind: torus, sides: [4, 4]}' --map 0,1,5,4
  flitwise import ring.xml --network '{kind: fat-tree, leaves: 8, capacities: constant}' -o ring.yaml

Formats: what stands here is read, anything else is refused with its line.
  goal   num_ranks N, then a block `rank R { ... }` per rank (a rank without block does nothing):
           [label:] send BYTESb to R [tag T] [cpu C] [nic 0]
           [label:] recv BYTESb from R [tag T] [cpu C] [nic 0]
           [label:] calc STEPS [cpu C]
           LABEL requires LABEL      begins when the other is done
           LABEL irequires LABEL     begins when the other has begun
         a statement a line or ended by a semicolon; comments // and /* */. A send goes to the
         receive with the same ranks and tag, in their order; the two must have equally many flits.
         A message has BYTES / flit_bytes flits, rounded up, at least one. A calc takes STEPS
         steps; those of one cpu take turns.
         Not read: wildcards (-1), other network interfaces.
  msccl  algo (ngpus, coll; name, inplace, root; nchunksperloop, which must be there, proto,
         nchannels, outofplace, redop, minBytes, maxBytes change nothing), gpu (id, i_chunks,
         o_chunks, s_chunks), tb (id, send, recv, chan), step (s, type, srcbuf, srcoff, dstbuf,
         dstoff, cnt, depid, deps; hasdep changes nothing). Types: s, r, rcs, rrc, rrs, rrcs, cpy,
         re, nop; buffers i, o, s. Steps of a thread block follow each other and the step that depid
         and deps name. What one gpu receives is reduced with srcbuf; copies take no time,
         reductions options.add steps (default 0). coll: allgather, allreduce, alltoall,
         reduce_scatter, broadcast, reduce, scatter, gather (the last four with root, default 0),
         custom (contents are not checked). Chunks of all gpus must fit each other. Refused are
         steps that can run before anything lies in what they read, and two steps of a gpu that use
         a chunk in no order, unless both read it or both reduce into it.
         Not read: copy elements, more than one thread block per peer and channel.
  teccl  N-Flows: "Chunk C from S traveled over A->B [with volume 1.0] in epoch K [via switches X]";
         N-Chunk paths: its keys "Demand at D for chunk C from S met by epoch K"; N-Collective. N is
         any number, as in 7-Flows. N-Collective, in letters of either case, is allgather: every
         rank must end with chunks 0 to the highest that the file names of every rank; or alltoall,
         broadcast, scatter, gather: these need demands in N-Chunk paths, which must be that
         collective's over all ranks. Without it the demands alone are checked, or nothing. The
         solver's own figures (durations, bandwidth, Demand_Met, Solver_Time) change nothing. Ranks
         are the nodes that flows and demands name, by increasing number; switches are passed over.
         A flow leaves when its node has the chunk, in the order of epochs, with schedule.epoch not
         before its epoch begins. Not read: fractions of chunks.
  forestcoll  Algo (nchunkspernode), tree (root, index, nchunks; height), send (src, dst; path): every
         rank ends with all chunks of all ranks. The trees of each root carry nchunkspernode chunks
         in all and come to every node; a send stands behind the one that comes to its src. A chunk
         is sent on as soon as it is whole. Ranks are the names of nodes, by number where all are
         numbers, else in the order of the file; a path may lead through switches, which are passed
         over.

On the network: rank r runs on PE r or where --map says. A port's sends leave in the order in which
they may begin, and of one step in that of the file. Trees and graphs carry every message along
their links and hold nothing back: what meets is lost, and the run fails. PEs of trees have a single
port, so that to send, receive or forward twice in a step fails too, unless --options
'{ports: multi}' gives them a port for each link. Fat trees go over the lowest common switch, tori
by the shorter way in dimension order (+ where both are as long), star graphs along a shortest route
(at every node the lowest dimension that leads nearer); there messages wait, which is no failure:
waits are told with step, node and link, those of one transfer's packets in one sentence; all are
in the JSON under conflict_list. Where no two messages meet, all times are predicted, event by
event; else a note names the first meeting, and what comes before it is.

Exit status: as `flitwise run`; 2 also for schedules whose operations wait for each other.
)";
}

std::string refusal(const ImportArguments& a, const std::string& format) {
  if (format.empty())
    return fmt::format(
        "'{}' does not end in .goal, .xml or .json: say --format goal, msccl, "
        "teccl or forestcoll",
        a.file);
  if (!a.output.empty() && !a.report.empty())
    return "--report: needs a run, and -o writes the scenario and runs nothing";
  if (!a.output.empty() && a.verbose)
    return "-v: needs a run, and -o writes the scenario and runs nothing";
  if (a.report == "-" || !a.network.empty()) return refuse_page(a.report);
  for (const auto& [name, is_given] :
       {std::pair{"--map", !a.map.empty()}, std::pair{"--options", !a.options.empty()},
        std::pair{"--report", !a.report.empty()}, std::pair{"-o", !a.output.empty()},
        std::pair{"-v", a.verbose}})
    if (is_given) return fmt::format("{}: needs --network", name);
  return {};
}

int import_schedule(const ImportArguments& arguments, const Session& session) {
  const Console& console = session.console;
  const std::string format = format_of(arguments);
  const std::string refused = refusal(arguments, format);
  if (!refused.empty()) return refuse("flitwise import", refused, console);
  if (arguments.network.empty()) return describe(arguments, format, console);
  const bool has_file = !arguments.output.empty() && arguments.output != "-";
  // An output that cannot be written is no mistake of the schedule, whose path is seen from there.
  TextSink sink(arguments.output, console.out);
  const std::string file = has_file ? arguments.output : "import.yaml";
  const std::vector<ImportValue> values = import_values(arguments, format, file);
  ScenarioReading reading = read_import(session.families, values, file);
  if (!reading.scenario) return refuse_input(reading.errors, file, console);
  const std::string clash = refuse_overwriting(arguments, reading.scenario->inputs);
  if (!clash.empty()) return refuse("flitwise import", clash, console);
  if (arguments.output.empty()) {
    reading.scenario->file = arguments.file;  // the scenario is in no file
    return run_import(*reading.scenario, arguments, session);
  }
  sink.write(import_text(values));
  sink.commit();
  return kExitPassed;
}

}  // namespace

void add_import(CLI::App& app, Commands& commands) {
  auto [command, arguments] = add_command(
      app, commands, "import",
      "Run a schedule in GOAL, MSCCL's or ForestColl's XML or TE-CCL's JSON on any network",
      import_schedule);
  add_file(command, "FILE", arguments.file, "Schedule file", "")->required();
  command
      .add_option("--format", arguments.format, "Default: by the file's name, .goal, .xml or .json")
      ->type_name("F")
      ->check(CLI::IsMember(words_of(schedule_format_words())));
  command
      .add_option("--network", arguments.network,
                  "Network to run it on, as in a scenario; its files as seen from that of -o")
      ->type_name("YAML")
      ->check(not_empty("a network"));
  command.add_option("--options", arguments.options, "Options of that network, as in a scenario")
      ->type_name("YAML");
  command.add_option("--map", arguments.map, "PE of every rank (default rank r is PE r)")
      ->type_name("0,2,1 or FILE")
      ->check(not_empty("numbers or a file name"));
  const auto number = [&to = command](const char* name, std::int64_t& value, std::int64_t most,
                                      const char* about) {
    to.add_option(name, value, about)->type_name("N")->check(CLI::Range(std::int64_t{1}, most));
  };
  number("--flit-bytes", arguments.flit_bytes, kMostOfUnit, "goal: bytes in a flit (default 8)");
  number("--chunk-flits", arguments.chunk_flits, kMostOfUnit,
         "msccl, teccl, forestcoll: flits of a chunk (default 1)");
  number("--epoch", arguments.epoch, kMostEpoch, "teccl: steps of an epoch (default: none)");
  add_file(command, "--report", arguments.report, "Write one page for browsers, of the run",
           "F.html");
  add_file(command, "-o,--output", arguments.output,
           "Write the scenario and run nothing; - for standard output");
  command.add_flag("-v,--verbose", arguments.verbose, "Print every check with its source");
  command.footer(import_help());
}

}  // namespace flitwise
