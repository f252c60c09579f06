#include "sim/run/figures/result.h"

#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <type_traits>

#include "sim/run/figures/figure_json.h"

namespace flitwise {
namespace {

// Figures keep their order.
using Json = nlohmann::ordered_json;

// Events are many: they travel as they lie in memory, from a process of the same program.
static_assert(std::is_trivially_copyable_v<LinkEvent>);

Json wire(const std::optional<std::int64_t>& value) { return value ? Json(*value) : Json(nullptr); }

std::optional<std::int64_t> optional_of(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<std::int64_t>());
}

Json wire(const std::vector<FigureColumn>& columns) {
  Json json = Json::array();
  for (const FigureColumn& column : columns)
    json.push_back({column.heading, column.figure, column.is_main});
  return json;
}

Json header_of(const Result& r) {
  Json checks = Json::array();
  for (const Check& c : r.checks)
    checks.push_back(
        {c.name, c.measured, c.predicted, c.ok, c.source, c.decided, c.of_finish, c.is_final});
  return {{"names", {r.scenario, r.file, r.network, r.operation, r.algorithm, r.variant}},
          {"counts",
           {r.pes, r.flits, wire(r.lower_bound), r.collisions, r.port_violations, r.router_cycles,
            r.flit_hops}},
          {"node_names", r.node_names},
          {"facts", figure_to_json(Figure(r.facts))},
          {"outcome", static_cast<int>(r.outcome)},
          {"broke_off", r.broke_off},
          {"measured", figures_to_json(r.measured)},
          {"predicted", figures_to_json(r.predicted)},
          {"columns", wire(r.columns)},
          {"checks", std::move(checks)},
          {"problems", r.problems},
          {"notes", r.notes},
          {"bound", wire(r.bound)},
          {"seconds", r.seconds},
          {"events", r.events.size()}};
}

void read_header(const Json& j, Result& r) {
  const Json& names = j.at("names");
  r.scenario = names.at(0).get<std::string>();
  r.file = names.at(1).get<std::string>();
  r.network = names.at(2).get<std::string>();
  r.operation = names.at(3).get<std::string>();
  r.algorithm = names.at(4).get<std::string>();
  r.variant = names.at(5).get<std::string>();
  const Json& counts = j.at("counts");
  r.pes = counts.at(0).get<Node>();
  r.flits = counts.at(1).get<Flits>();
  r.lower_bound = optional_of(counts.at(2));
  r.collisions = counts.at(3).get<std::int64_t>();
  r.port_violations = counts.at(4).get<std::int64_t>();
  r.router_cycles = counts.at(5).get<std::int64_t>();
  r.flit_hops = counts.at(6).get<std::int64_t>();
  r.facts = *figure_from_json(j.at("facts")).members();
  r.node_names = j.at("node_names").get<std::vector<std::string>>();
  r.outcome = static_cast<Outcome>(j.at("outcome").get<int>());
  r.broke_off = j.at("broke_off").get<bool>();
  r.measured = figures_from_json(j.at("measured"));
  r.predicted = predicted_from_json(j.at("predicted"));
  for (const Json& c : j.at("columns"))
    r.columns.push_back(
        {c.at(0).get<std::string>(), c.at(1).get<std::string>(), c.at(2).get<bool>()});
  for (const Json& c : j.at("checks"))
    r.checks.push_back({c.at(0).get<std::string>(), c.at(1).get<std::string>(),
                        c.at(2).get<std::string>(), c.at(3).get<bool>(), c.at(4).get<std::string>(),
                        c.at(5).get<bool>(), c.at(6).get<bool>(), c.at(7).get<bool>()});
  r.problems = j.at("problems").get<std::vector<std::string>>();
  r.bound = optional_of(j.at("bound"));
  r.notes = j.at("notes").get<std::vector<std::string>>();
  r.seconds = j.at("seconds").get<double>();
}

}  // namespace

std::string to_wire(const Result& result) {
  // Names come from the user: a byte that is not UTF-8 must not lose the result.
  const std::string header = header_of(result).dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::uint64_t size = header.size();
  std::string bytes(reinterpret_cast<const char*>(&size), sizeof size);
  bytes += header;
  bytes.append(reinterpret_cast<const char*>(result.events.data()),
               result.events.size() * sizeof(LinkEvent));
  return bytes;
}

Result from_wire(const std::string& bytes) {
  std::uint64_t size = 0;
  if (bytes.size() < sizeof size) throw std::runtime_error("a result without header");
  std::memcpy(&size, bytes.data(), sizeof size);
  if (bytes.size() - sizeof size < size) throw std::runtime_error("a result that is cut off");
  const Json header = Json::parse(bytes.substr(sizeof size, size));
  Result result;
  read_header(header, result);
  const auto events = header.at("events").get<std::size_t>();
  if (bytes.size() != sizeof size + size + events * sizeof(LinkEvent))
    throw std::runtime_error("a result whose events are cut off");
  result.events.resize(events);
  if (events > 0)
    std::memcpy(result.events.data(), bytes.data() + sizeof size + size,
                events * sizeof(LinkEvent));
  return result;
}

}  // namespace flitwise
