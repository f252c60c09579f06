#include "sim/cli/cli_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "sim/cli/arguments/cli_options.h"
#include "sim/cli/arguments/cli_outputs.h"
#include "sim/cli/import_scenario.h"
#include "sim/console/console.h"
#include "sim/import/collective_language.h"
#include "sim/report/page/report_html.h"
#include "sim/report/report_table.h"
#include "sim/run/process/interrupt.h"

namespace flitwise {
namespace {

constexpr int kPassed = static_cast<int>(Outcome::kPass);

// The format that the file's name suggests.
std::string format_of(const ImportArguments& arguments) {
  if (!arguments.format.empty()) return arguments.format;
  const std::string extension = std::filesystem::path(arguments.file).extension().string();
  if (extension == ".goal") return "goal";
  if (extension == ".xml") return "msccl";
  return extension == ".json" ? "teccl" : "";
}

int describe(const ImportArguments& arguments, const std::string& format, const Console& console) {
  const std::string file = "import.yaml";
  ErrorList errors;
  const YamlNode tree = import_tree(import_values(arguments, format, file), file, errors);
  const ScheduleSection section =
      read_schedule_section({*tree.find("schedule"), "schedule"}, errors);
  if (!errors.empty()) {
    print_errors(errors.sorted(), arguments.file, 1, console);
    print_error_count(errors.size(), console);
    return kBadInput;
  }
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
  return kPassed;
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

int run(const Scenario& scenario, const ImportArguments& arguments, Runner runner,
        const Console& console) {
  TextSink report(arguments.report, console.out);
  const InterruptScope interrupts;
  RunRequest request;
  request.keep_events = !arguments.report.empty();
  const std::vector<Result> results{run_with_progress(scenario, request, runner, console)};
  throw_if_interrupted();
  const Readers readers = readers_of(StandardOutput::kFree, console);
  const Detail detail = arguments.verbose ? Detail::kAllChecks : Detail::kFailures;
  readers.stream << render_table(results, readers.colour, readers.width)
                 << render_details(results, detail, readers.colour, readers.width) << "\n"
                 << render_summary(results);
  if (!arguments.report.empty()) report.write(page_text(arguments, scenario, results.front()));
  report.commit();
  return exit_status(results);
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
         and deps name. What one gpu receives is reduced with srcbuf; copies and reductions take no
         time. coll: allgather, allreduce, alltoall, reduce_scatter, broadcast, reduce, scatter,
         gather (the last four with root, default 0), custom (contents are not checked). Chunks of
         all gpus must fit each other. Refused are steps that can run before anything lies in what
         they read, and two steps of a gpu that use a chunk in no order, unless both read it or both
         reduce into it.
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

On the network: rank r runs on PE r or where --map says. A port's sends leave in the order in which
they may begin, and of one step in that of the file. Trees and graphs carry every message along
their links and hold nothing back: what meets is lost, and the run fails. PEs of trees have a single
port, so that to send, receive or forward twice in a step fails too, unless --options
'{ports: multi}' gives them a port for each link. Fat trees go over the lowest common switch, tori
by the shorter way in dimension order (+ where both are as long), star graphs along a shortest route
(at every node the lowest dimension that leads nearer); there messages wait, which is no failure:
waits are told with step, node and link, those of one transfer's packets in one sentence; all are
in the JSON under conflict_list.

Exit status: as `flitwise run`; 2 also for schedules whose operations wait for each other.
)";
}

std::string refusal(const ImportArguments& a, const std::string& format) {
  if (format.empty())
    return fmt::format(
        "'{}' does not end in .goal, .xml or .json: say --format goal, msccl or "
        "teccl",
        a.file);
  if (!a.output.empty() && !a.report.empty())
    return "--report: needs a run, and -o writes the scenario and runs nothing";
  if (!a.output.empty() && a.verbose)
    return "-v: needs a run, and -o writes the scenario and runs nothing";
  if (a.report == "-") return "--report -: a page for browsers needs a file";
  if (!a.network.empty()) return {};
  for (const auto& [name, is_given] :
       {std::pair{"--map", !a.map.empty()}, std::pair{"--options", !a.options.empty()},
        std::pair{"--report", !a.report.empty()}, std::pair{"-o", !a.output.empty()},
        std::pair{"-v", a.verbose}})
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
  text("--report", arguments.report, "Write one page for browsers, of the run", "F.html")
      ->check(not_empty("a file name"));
  text("-o,--output", arguments.output, "Write the scenario and run nothing; - for standard output",
       "F")
      ->check(not_empty("a file name"));
  command.add_flag("-v,--verbose", arguments.verbose, "Print every check with its source");
  command.footer(import_help());
}

int import_schedule(const Families& families, const ImportArguments& arguments, Runner runner,
                    const Console& console) {
  const std::string format = format_of(arguments);
  const std::string refused = refusal(arguments, format);
  if (!refused.empty()) return refuse("flitwise import", refused, console);
  if (arguments.network.empty()) return describe(arguments, format, console);
  const bool has_file = !arguments.output.empty() && arguments.output != "-";
  // An output that cannot be written is no mistake of the schedule, whose path is seen from there.
  TextSink sink(arguments.output, console.out);
  const std::string file = has_file ? arguments.output : "import.yaml";
  const std::vector<ImportValue> values = import_values(arguments, format, file);
  ScenarioReading reading = read_import(families, values, file);
  if (!reading.scenario) {
    print_errors(reading.errors, file, 1, console);
    print_error_count(reading.errors.size(), console);
    return kBadInput;
  }
  const std::string clash = refuse_overwriting(arguments, reading.scenario->inputs);
  if (!clash.empty()) return refuse("flitwise import", clash, console);
  if (arguments.output.empty()) {
    reading.scenario->file = arguments.file;  // the scenario is in no file
    return run(*reading.scenario, arguments, runner, console);
  }
  sink.write(import_text(values));
  sink.commit();
  return kPassed;
}

}  // namespace flitwise
