#include "sim/import/collective_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "sim/import/collective_host.h"
#include "sim/import/collective_options.h"
#include "sim/language/scenario_words.h"
#include "systemc/protocols/star/star_packet.h"
#include "systemc/protocols/torus/torus_route.h"

namespace flitwise {
namespace {

constexpr Flits kMostChunkFlits = 1 << 20;
constexpr Flits kMostFlitBytes = 1 << 20;
constexpr Step kMostEpoch = 1 << 30;

using Format = std::optional<ScheduleFormat>;

// What is known while the scenario is read; empty where it was wrong.
struct Draft {
  std::optional<CollectiveScenario::Host> host;
  Format format;
  ScheduleUnits units;
  std::shared_ptr<const Collective> schedule;
  std::string file;
};

void expect_format(const Value& value, const Format& format, bool is_right, const char* right) {
  if (format && !is_right)
    throw bad_value(value, fmt::format("belongs to {}, and the format is {}", right,
                                       word_for(schedule_format_words(), *format)));
}

void read_schedule_section(const Value& section, Draft& draft, ErrorList& errors) {
  expect_map(section, "{file: ring.goal, format: goal}");
  check_keys(section, {"file", "format", "map", "flit_bytes", "chunk_flits", "epoch"}, errors);
  errors.attempt([&] {
    draft.format =
        to_choice(required(section, "format", "goal, msccl or teccl"), schedule_format_words());
  });
  const std::size_t before = errors.size();
  draft.units = read_schedule_units(section, draft.format, errors);
  errors.attempt([&] { draft.file = to_path(required(section, "file", "the schedule")); });
  if (!draft.format || draft.file.empty() || errors.size() != before) return;
  errors.attempt([&] {
    try {
      draft.schedule =
          std::make_shared<const Collective>(read_schedule(draft.file, *draft.format, draft.units));
    } catch (const ConfigError& error) {
      // What is wrong with the file as a whole is said of the key that names it.
      if (error.line() > 0) throw;
      throw bad_value({*section.node.find("file"), "schedule.file"}, error.rule());
    }
  });
}

std::vector<Node> read_list(const Value& list) {
  std::vector<Node> pes;
  for (std::size_t i = 0; i < list.node.items.size(); ++i)
    pes.push_back(static_cast<Node>(to_integer(item_of(list, i), 0, kMostPes - 1)));
  return pes;
}

std::vector<Node> read_map_file(const Value& value, Scenario& scenario) {
  const std::string path = to_path(value);
  scenario.inputs.push_back(path);
  try {
    return read_rank_map(path);
  } catch (const ConfigError& error) {
    if (error.line() > 0) throw;
    throw bad_value(value, error.rule());
  }
}

// Without a map, rank r is PE r.
std::vector<Node> read_map(const Value& section, const Draft& draft, Scenario& scenario) {
  const Node ranks = draft.schedule->ranks();
  const Node pes = pes_of(*draft.host);
  const YamlNode* node = section.node.find("map");
  if (node == nullptr) {
    if (ranks > pes)
      throw bad_value({*section.node.find("file"), "schedule.file"},
                      fmt::format("has {} ranks, and the network has {} PEs", ranks, pes));
    std::vector<Node> identity(static_cast<std::size_t>(ranks));
    std::iota(identity.begin(), identity.end(), 0);
    return identity;
  }
  const Value value{*node, "schedule.map"};
  const std::vector<Node> map =
      node->kind == YamlKind::kList ? read_list(value) : read_map_file(value, scenario);
  if (map.size() != static_cast<std::size_t>(ranks))
    throw ConfigError(
        node->place, value.key, "",
        fmt::format("names {} PEs, and the schedule has {} ranks", map.size(), ranks));
  std::set<Node> seen;
  for (std::size_t rank = 0; rank < map.size(); ++rank) {
    if (map[rank] >= pes)
      throw ConfigError(node->place, value.key, std::to_string(map[rank]),
                        fmt::format("is no PE of the network, which are 0 to {}", pes - 1));
    if (!seen.insert(map[rank]).second)
      throw ConfigError(node->place, value.key, std::to_string(map[rank]),
                        "stands in the map twice: a PE runs one rank");
  }
  return map;
}

// What flits have no room for.
void check_room(const Value& file, const CollectiveScenario& collective) {
  const Collective& schedule = *collective.schedule;
  if (schedule.transfers.size() > protocols::kMostTransfers)
    throw bad_value(file, fmt::format("has {} transfers; flits can name {}",
                                      schedule.transfers.size(), protocols::kMostTransfers));
  const Flits flits = flits_of(schedule);
  if (flits > kMostFlits)
    throw bad_value(file, fmt::format("has {} flits; at most {} are possible", flits, kMostFlits));
  if (std::holds_alternative<TorusScenario>(collective.host)) {
    std::map<Node, std::uint32_t> sent;
    for (const CollectiveTransfer& transfer : schedule.transfers)
      if (++sent[transfer.from] > protocols::kPacketNumbers)
        throw bad_value(file, fmt::format("has more than {} sends of rank {}, which is all that a "
                                          "PE of a torus can number",
                                          protocols::kPacketNumbers, transfer.from));
  }
  const auto* star = std::get_if<StarScenario>(&collective.host);
  if (star == nullptr || star->options.flits == 1) return;
  for (const CollectiveTransfer& transfer : schedule.transfers)
    if (transfer.flits > star->options.flits * protocols::kStarMostPackets)
      throw bad_value(
          file, fmt::format("has a transfer of {} flits; on a star graph it can have {} "
                            "packets of {}",
                            transfer.flits, protocols::kStarMostPackets, star->options.flits));
}

}  // namespace

ScheduleUnits read_schedule_units(const Value& section, const std::optional<ScheduleFormat>& format,
                                  ErrorList& errors) {
  ScheduleUnits units;
  if_given(section, "flit_bytes", errors, [&](const Value& value) {
    expect_format(value, format, format == ScheduleFormat::kGoal, "goal");
    units.flit_bytes = to_integer(value, 1, kMostFlitBytes);
  });
  if_given(section, "chunk_flits", errors, [&](const Value& value) {
    expect_format(value, format, format != ScheduleFormat::kGoal, "msccl and teccl");
    units.chunk_flits = to_integer(value, 1, kMostChunkFlits);
  });
  if_given(section, "epoch", errors, [&](const Value& value) {
    expect_format(value, format, format == ScheduleFormat::kTeccl, "teccl");
    units.epoch_steps = to_integer(value, 1, kMostEpoch);
  });
  return units;
}

Flits flits_of(const Collective& collective) {
  Flits flits = 0;
  for (const CollectiveTransfer& transfer : collective.transfers) flits += transfer.flits;
  return flits;
}

void read_collective_scenario(const Value& root, const std::string& kind, Scenario& scenario,
                              ErrorList& errors) {
  Draft draft;
  draft.host = read_host(root, kind, scenario, errors);
  const YamlNode* node = nullptr;
  errors.attempt([&] {
    const Value section = required(root, "schedule", "{file: ring.goal, format: goal}");
    node = &section.node;
    read_schedule_section(section, draft, errors);
  });
  CollectiveScenario collective;
  if (draft.host) collective.host = *draft.host;
  if (const YamlNode* options = root.node.find("options"); options != nullptr && draft.host)
    read_collective_options({*options, "options"}, scenario.options, collective, errors);
  if (!draft.host || !draft.schedule) return;
  const Value section{*node, "schedule"};
  errors.attempt([&] { collective.pe_of = read_map(section, draft, scenario); });
  if (!errors.empty()) return;
  scenario.inputs.push_back(draft.file);
  collective.format = word_for(schedule_format_words(), *draft.format);
  collective.schedule = draft.schedule;
  errors.attempt([&] { check_room({*node->find("file"), "schedule.file"}, collective); });
  if (!errors.empty()) return;
  scenario.operation = Operation::kCollective;
  scenario.system = std::move(collective);
}

}  // namespace flitwise
