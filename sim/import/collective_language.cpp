// collective_language.cpp: the table of keys of scenarios that run a schedule from a file, and what
// reads and describes it.
#include "sim/import/collective_language.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <utility>

#include "sim/collective/collective_host.h"
#include "sim/language/key_table.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/language/schema_parts.h"
#include "sim/run/family/family.h"
#include "sim/run/family/hosts.h"
#include "sim/run/family/shared_words.h"
#include "sim/run/machine.h"
#include "systemc/network/address_book.h"
#include "systemc/protocols/collective/collective_carriage.h"

namespace flitwise {
namespace {

// A format of schedules, as the rows of other families are of algorithms.
struct ScheduleMethod {
  ScheduleFormat algorithm;
  const char* word;
  const char* sentence;
  std::string what, finish, range, source;

  static std::string operation_word() { return kScheduleOperation; }
};

const std::string kBound =
    "where no two messages meet, max-plus: an operation starts when the last that it waits for is "
    "done, a port's sends go in turn, a message takes its way; else the first meeting is named, "
    "and it is at least the longest chain of dependent operations, each transfer alone in the "
    "network, and the load of the busiest PE over its ports";
const std::string kHosts =
    "up to 4096 ranks and 8192 transfers; any network but several trees at once";

const std::vector<ScheduleMethod>& schedule_methods() {
  static const std::vector<ScheduleMethod> methods{
      {ScheduleFormat::kGoal, "goal", "sends, receives and computations of every rank",
       "runs a GOAL schedule: sends, receives and computations of every rank with their "
       "dependencies; a send goes to the receive of the same ranks and tag, in order, which must "
       "have as many flits",
       kBound, kHosts,
       "T. Hoefler, C. Siebert, A. Lumsdaine, Group Operation Assembly Language (ICPP 2009); the "
       "text that LogGOPSim reads"},
      {ScheduleFormat::kMsccl, "msccl", "an MSCCL algorithm, in XML",
       "runs an MSCCL algorithm: thread blocks send, receive, copy and reduce chunks; what lies in "
       "the outputs is held against the collective",
       kBound, kHosts, "M. Cowan et al., MSCCLang (ASPLOS 2023)"},
      {ScheduleFormat::kTeccl, "teccl", "the flows of a TE-CCL schedule, in JSON",
       "runs the flows of a TE-CCL schedule, each as soon as its node has the chunk; demands are "
       "held against what arrives",
       kBound, kHosts,
       "X. Liu et al., Rethinking Machine Learning Collective Communication as a Multi-Commodity "
       "Flow Problem (SIGCOMM 2024)"},
      {ScheduleFormat::kForestColl, "forestcoll", "ForestColl's trees of an all-gather, in XML",
       "runs an all-gather over ForestColl's trees, chunk by chunk, each sent on as soon as it is "
       "whole; what every rank holds in the end is checked",
       kBound, kHosts,
       "L. Zhao et al., ForestColl: Throughput-Optimal Collective Communications on Heterogeneous "
       "Network Fabrics (arXiv 2402.06787)"},
  };
  return methods;
}

}  // namespace

const std::vector<Choice<ScheduleFormat>>& schedule_format_words() {
  static const std::vector<Choice<ScheduleFormat>> words = choices_of(schedule_methods());
  return words;
}

std::vector<Explanation> collective_explanations() {
  return explanations_of("networks that run schedules from files", schedule_methods());
}

namespace language {

static void assign(RankMap& map, const Datum& d) {
  assign(map.pes, d);
  map.file = d.text;
}

namespace {

constexpr const char* kExample = "{file: ring.goal, format: goal}";

struct CollectiveFile {
  ScheduleSection schedule;
  ScheduleOptions options;
};

Datum read_path(const Value& value, Known&) {
  Datum datum;
  datum.text = to_path(value);
  return datum;
}

Type rank_map() {
  const auto read = [](const Value& value, Known& known) {
    if (value.node.kind != YamlKind::kList) return read_path(value, known);
    Datum pes;
    for (std::size_t i = 0; i < value.node.items.size(); ++i)
      pes.items.push_back({to_integer(item_of(value, i), 0, kMaxTreePes - 1)});
    return pes;
  };
  const auto pes = schema::list(schema::whole_number(0, kMaxTreePes - 1, ""), 0, kMostPes, "");
  return own("[PE, ...] or FILE", schema::any_of({pes, schema::text("")}, "").dump(), read);
}

Keys<ScheduleUnits> unit_keys() {
  const char* format = "schedule.format";
  return Keys<ScheduleUnits>()
      .key("flit_bytes", &ScheduleUnits::flit_bytes, whole(1, kMostOfUnit), "bytes in a flit")
      .only(format, {"goal"}, "belongs to goal, and the format is {}")
      .key("chunk_flits", &ScheduleUnits::chunk_flits, whole(1, kMostOfUnit), "flits of a chunk")
      .only(format, {"msccl", "teccl", "forestcoll"},
            "belongs to msccl, teccl and forestcoll, and the format is {}")
      .key("epoch", &ScheduleUnits::epoch_steps, whole(1, kMostEpoch),
           "steps of an epoch; a flow leaves no earlier than its epoch begins")
      .by_default("flows wait for their data only")
      .only(format, {"teccl"}, "belongs to teccl, and the format is {}");
}

const Keys<ScheduleSection>& section_keys() {
  static const auto keys =
      Keys<ScheduleSection>()
          .key("file", &ScheduleSection::file, called("FILE", read_by(text(), read_path)),
               "the schedule, relative to the scenario")
          .required("the schedule")
          .key("format", &ScheduleSection::format, algorithm_type(schedule_methods(), ""),
               "what the file is written in")
          .required(joined(words_of(schedule_format_words()), "or"))
          .key("map", &ScheduleSection::map, rank_map(),
               "the PE of every rank: a list, or a file of numbers (`#` begins a comment)")
          .by_default("rank r is PE r")
          .in(&ScheduleSection::units, unit_keys());
  return keys;
}

Keys<ScheduleOptions> option_keys() {
  return Keys<ScheduleOptions>()
      .key("add", &ScheduleOptions::add, whole(0, 1 << 20), "steps of a reduction")
      .only("schedule.format", {"msccl"}, "belongs to msccl, and the format is {}");
}

const Keys<CollectiveFile>& file_keys() {
  static const auto keys =
      Keys<CollectiveFile>()
          .known("name", text(), "what reports call it")
          .by_default("the file's name")
          .known("network", own("NETWORK", "{}", nullptr), "any network but several trees at once")
          .required()
          .known("operation", word_type({{kScheduleOperation, 0}}, typeid(int)),
                 "runs a schedule from a file")
          .required()
          .map("schedule", &CollectiveFile::schedule, section_keys(), kExample,
               "what every rank sends, to whom and after what")
          .required(kExample)
          .map("options", &CollectiveFile::options, option_keys(), "{max_steps: 1000}",
               "of reductions, and of the network's routers: each network has its own");
  return keys;
}

}  // namespace
}  // namespace language

const language::Table& collective_language() { return language::file_keys(); }

namespace {

using schema::Json;

}  // namespace

std::string collective_schema(const Families& families) {
  Json all = Json::parse(language::schema_of(collective_language()));
  const auto describe = [&](const char* key, Json value) {
    value["description"] = all["properties"][key]["description"];
    all["properties"][key] = std::move(value);
  };
  describe("network", host_networks_schema(families));
  Json& options = all["properties"]["options"]["properties"];
  const Json of_hosts = host_options_schema(families);
  for (const auto& [name, value] : of_hosts.items())
    if (!options.contains(name)) options[name] = value;
  return all.dump();
}

std::string collective_list_text(const Families& families) {
  return std::string(kSchedulesTitle) + "\n" + language::list_text(collective_language()) +
         host_options_text(families);
}

FamilyHelp collective_help() {
  FamilyHelp help;
  help.scenario = R"(
A schedule from a file, on any network but several trees at once:
  name: ring
  network: {kind: torus, sides: [4, 4]}
  operation: collective
  schedule: {file: ring.xml, format: msccl, chunk_flits: 4}
  `flitwise import --help` says what of GOAL, MSCCL's and ForestColl's XML and TE-CCL's JSON is
  read, and what it means here. Where no two messages meet all times are predicted, event by event; elsewhere those
  before the first meeting, which a note names, and a lower bound. Checked are every transfer, too,
  what every rank holds in the end, and the rules of the network.
)";
  help.columns =
      "  transfers  of a schedule from a file, that came whole\n"
      "  conflicts  likewise: reports of routers (collisions, ports used twice, flits lost), and\n"
      "             waits of worms or packets for others in a router\n";
  help.compared = "  collective: nothing: the file has one schedule\n";
  return help;
}

namespace {

// What is wrong with a file as a whole is said of the key that names it.
template <typename Read>
auto read_named(const Value& name, Read&& read) {
  try {
    return read();
  } catch (const ConfigError& error) {
    if (error.line() > 0) throw;
    throw bad_value(name, error.rule());
  }
}

// Reductions take their steps where they are.
std::shared_ptr<const Collective> load(const Value& file, const language::CollectiveFile& keys) {
  return read_named(file, [&] {
    const ScheduleSection& section = keys.schedule;
    auto schedule =
        std::make_shared<Collective>(read_schedule(section.file, section.format, section.units));
    for (auto& program : schedule->programs)
      for (RankOp& op : program)
        if (!op.operands.empty()) op.steps += keys.options.add;
    return schedule;
  });
}

// By rank, the PEs. Without a map, rank r is PE r.
std::vector<Node> place_ranks(const Value& root, const RankMap* map, Node ranks, Node pes) {
  const YamlNode& section = *root.node.find("schedule");
  if (map == nullptr) {
    if (pes > 0 && ranks > pes)  // else the network is wrong, which is said
      throw bad_value({*section.find("file"), "schedule.file"},
                      fmt::format("has {} ranks, and the network has {} PEs", ranks, pes));
    std::vector<Node> identity(static_cast<std::size_t>(ranks));
    std::iota(identity.begin(), identity.end(), 0);
    return identity;
  }
  const Value value{*section.find("map"), "schedule.map"};
  const auto refuse = [&](const std::string& shown, const std::string& rule) {
    throw ConfigError(value.node.place, value.key, shown, rule);
  };
  std::vector<Node> pe_of =
      map->file.empty() ? map->pes : read_named(value, [&] { return read_rank_map(map->file); });
  if (pe_of.size() != static_cast<std::size_t>(ranks))
    refuse("", fmt::format("names {} PEs, and the schedule has {} ranks", pe_of.size(), ranks));
  std::set<Node> seen;
  for (const Node pe : pe_of) {
    if (pe >= pes)
      refuse(std::to_string(pe),
             fmt::format("is no PE of the network, which are 0 to {}", pes - 1));
    if (!seen.insert(pe).second)
      refuse(std::to_string(pe), "stands in the map twice: a PE runs one rank");
  }
  return pe_of;
}

// What flits have no room for.
void check_room(const Value& file, const CollectiveScenario& collective, const Machine& machine) {
  const Collective& schedule = *collective.schedule;
  if (schedule.transfers.size() > protocols::kMostTransfers)
    throw bad_value(file, fmt::format("has {} transfers; flits can name {}",
                                      schedule.transfers.size(), protocols::kMostTransfers));
  const Flits flits = flits_of(schedule);
  if (flits > kMostFlits)
    throw bad_value(file, fmt::format("has {} flits; at most {} are possible", flits, kMostFlits));
  const auto carrier = machine.carry(place_transfers(collective));
  const std::string refusal = carrier->refusal([&](Node pe) {
    const auto rank = std::find(collective.pe_of.begin(), collective.pe_of.end(), pe);
    return fmt::format("rank {}", rank - collective.pe_of.begin());
  });
  if (!refusal.empty()) throw bad_value(file, refusal);
}

}  // namespace

ScheduleSection read_schedule_section(const Value& section, ErrorList& errors) {
  ScheduleSection read;
  errors.attempt(
      [&] { read_section(section, language::section_keys(), language::kExample, read, errors); });
  return read;
}

void read_collective_scenario(const Value& root, const std::string& kind, Scenario& scenario,
                              ErrorList& errors) {
  const Family& network = scenario.families->that_hosts(root, kind);
  const SplitFile parts = split_options(root, collective_language(), network, errors);
  std::optional<CollectiveHost> host = read_collective_host(
      {parts.network, root.key}, kind, network, *scenario.families, kScheduleOperation, errors);
  const std::size_t before = errors.size();
  language::CollectiveFile keys;
  read_keys({parts.programs, root.key}, language::file_keys(), keys, errors);
  if (errors.size() > before) return;
  const ScheduleSection& section = keys.schedule;
  const Value file{*root.node.find("schedule")->find("file"), "schedule.file"};
  CollectiveScenario collective;
  errors.attempt([&] {
    collective.schedule = load(file, keys);
    if (!host) return;
    const RankMap* map = section.map ? &*section.map : nullptr;
    if (map != nullptr && !map->file.empty()) scenario.inputs.push_back(map->file);
    scenario.inputs.push_back(section.file);
    collective.pe_of = place_ranks(root, map, collective.schedule->ranks(),
                                   static_cast<Node>(host->machine->addresses().pes()));
    // A host with errors may lack what carries messages.
    if (errors.empty()) check_room(file, collective, *host->machine);
  });
  if (!host || !errors.empty()) return;
  collective.algorithm = word_for(schedule_format_words(), section.format);
  scenario.operation = kScheduleOperation;
  scenario.options = host->scenario.options;
  scenario.shape = host->scenario.shape;
  scenario.inputs.insert(scenario.inputs.begin(), host->scenario.inputs.begin(),
                         host->scenario.inputs.end());
  collective.host = std::move(host->scenario);
  scenario.system = std::move(collective);
}

}  // namespace flitwise
