#include "sim/import/collective_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "sim/language/scenario_words.h"
#include "sim/run/family/families.h"
#include "sim/run/machine.h"
#include "systemc/network/address_book.h"
#include "systemc/protocols/collective/collective_carriage.h"

namespace flitwise {
namespace {

constexpr Flits kMostChunkFlits = 1 << 20;
constexpr Flits kMostFlitBytes = 1 << 20;
constexpr Step kMostEpoch = 1 << 30;

using Format = std::optional<ScheduleFormat>;

// What is known while the scenario is read; empty where it was wrong.
struct Draft {
  std::optional<Scenario> host;
  std::unique_ptr<Machine> machine;
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
  const auto pes = static_cast<Node>(draft.machine->addresses().pes());
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

std::string hosting_kinds(const Families& families) {
  std::vector<std::string> kinds;
  for (const Family* family : families.by_kind())
    if (family->is_host())
      kinds.insert(kinds.end(), family->kinds().begin(), family->kinds().end());
  const std::string last = kinds.back();
  kinds.pop_back();
  return fmt::format("{} and {}", fmt::join(kinds, ", "), last);
}

void read_host(const Value& root, const std::string& kind, const Scenario& scenario, Draft& draft,
               ErrorList& errors) {
  const std::size_t before = errors.size();
  errors.attempt([&] {
    const Value network = required(root, "network", "any network: a tree, a torus, ...");
    if (kind.empty() && network.node.find("kind") != nullptr) return;  // which says nothing known
    Scenario host;
    host.family = &scenario.families->of_kind(kind);
    if (!host.family->is_host())
      throw bad_value({*network.node.find("kind"), "network.kind"},
                      "carries scatter and gather only; operation collective runs on " +
                          hosting_kinds(*scenario.families));
    host.family->read_host(root, kind, host, errors);
    if (errors.size() > before) return;
    draft.machine = host.family->make_host(host);
    draft.host = std::move(host);
  });
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

protocols::PlacedTransfers place_transfers(const CollectiveScenario& scenario) {
  protocols::PlacedTransfers placed;
  const auto pe = [&](Node rank) { return scenario.pe_of[static_cast<std::size_t>(rank)]; };
  for (const CollectiveTransfer& transfer : scenario.schedule->transfers)
    placed.push_back({pe(transfer.from), pe(transfer.to), transfer.flits});
  return placed;
}

Flits flits_of(const Collective& collective) {
  Flits flits = 0;
  for (const CollectiveTransfer& transfer : collective.transfers) flits += transfer.flits;
  return flits;
}

void read_collective_scenario(const Value& root, const std::string& kind, Scenario& scenario,
                              ErrorList& errors) {
  Draft draft;
  read_host(root, kind, scenario, draft, errors);
  const YamlNode* node = nullptr;
  errors.attempt([&] {
    const Value section = required(root, "schedule", "{file: ring.goal, format: goal}");
    node = &section.node;
    read_schedule_section(section, draft, errors);
  });
  if (!draft.host || !draft.schedule) return;
  CollectiveScenario collective;
  const Value section{*node, "schedule"};
  errors.attempt([&] { collective.pe_of = read_map(section, draft, scenario); });
  if (!errors.empty()) return;
  scenario.inputs.push_back(draft.file);
  collective.format = word_for(schedule_format_words(), *draft.format);
  collective.schedule = draft.schedule;
  errors.attempt([&] {
    check_room({*node->find("file"), "schedule.file"}, collective, *draft.machine);
  });
  if (!errors.empty()) return;
  scenario.operation = kScheduleOperation;
  scenario.options = draft.host->options;
  scenario.shape = draft.host->shape;
  scenario.inputs.insert(scenario.inputs.begin(), draft.host->inputs.begin(),
                         draft.host->inputs.end());
  collective.host = *std::move(draft.host);
  scenario.system = std::move(collective);
}

}  // namespace flitwise
