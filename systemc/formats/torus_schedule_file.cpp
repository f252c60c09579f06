#include "systemc/formats/torus_schedule_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "systemc/formats/json_place.h"
#include "systemc/formats/readable.h"
#include "systemc/topology/torus/torus_schedule.h"

namespace flitwise {
namespace {

constexpr const char* kScheduleFormat = "flitwise torus schedule 1";

constexpr std::int64_t kMostFlits = 1'000'000'000;
constexpr std::int64_t kLastStart = 1'000'000'000'000;

Torus read_torus(const JsonPlace& sides) {
  std::vector<int> numbers = sides.integers(1, Torus::kLargestSide);
  try {
    return Torus(std::move(numbers));
  } catch (const TopologyError& error) {
    sides.refuse(std::string("cannot be: ") + error.what());
  }
}

Node read_node(const JsonPlace& place, const Torus& torus) {
  Coordinates x;
  for (const JsonPlace& item : place.items(static_cast<std::size_t>(torus.dimensions())))
    x.push_back(static_cast<int>(item.integer(0, torus.side(static_cast<int>(x.size())) - 1)));
  return torus.node(x);
}

// Any hops that a head flit can carry, whatever the sides.
Hops read_hops(const JsonPlace& place, const Torus& torus) {
  constexpr int kMost = Torus::kLargestSide - 1;
  place.items(static_cast<std::size_t>(torus.dimensions()));
  return place.integers(-kMost, kMost);
}

// The channel of `from` that leads to `to`, if one does; on a side of 2 the + channel.
std::optional<Channel> channel_between(const Torus& torus, Node from, Node to) {
  for (Channel c = 0; c < torus.channels(); ++c) {
    if (torus.has_link(c) && torus.neighbour(from, c) == to) return c;
  }
  return std::nullopt;
}

Hops read_path(const JsonPlace& place, const Torus& torus, const DimensionOrder& order, Node from) {
  Hops hops(order.size(), 0);
  std::size_t leg = 0;  // position in `order` of the dimension that the path is in
  for (const JsonPlace& item : place.items()) {
    const Node to = read_node(item, torus);
    const std::optional<Channel> channel = channel_between(torus, from, to);
    if (!channel) item.refuse("is not a neighbour of " + torus.name(from));
    const int d = Torus::dimension_of(*channel);
    while (leg < order.size() && order[leg] != d) ++leg;
    if (leg == order.size()) item.refuse("leaves the order of dimensions " + text_of(order));
    int& along = hops[static_cast<std::size_t>(d)];
    if (along * Torus::sign_of(*channel) < 0) item.refuse("turns back");
    along += Torus::sign_of(*channel);
    if (std::abs(along) >= torus.side(d)) item.refuse("goes round the ring");
    from = to;
  }
  return hops;
}

TorusMessage read_message(const JsonPlace& place, const Torus& torus, const DimensionOrder& order) {
  place.check_keys({"from", "hops", "path"});
  const Node from = read_node(place.at("from"), torus);
  const std::optional<JsonPlace> hops = place.find("hops");
  const std::optional<JsonPlace> path = place.find("path");
  if (hops.has_value() == path.has_value()) place.refuse("must have either hops or path");
  return {from, hops ? read_hops(*hops, torus) : read_path(*path, torus, order, from)};
}

TorusStep read_step(const JsonPlace& place, const Torus& torus, const DimensionOrder& order) {
  TorusStep step;
  for (const JsonPlace& message : place.items())
    step.push_back(read_message(message, torus, order));
  return step;
}

void read_timed_step(const JsonPlace& place, const Torus& torus, const DimensionOrder& order,
                     TorusSchedule& schedule) {
  place.check_keys({"start", "messages"});
  const Step after = schedule.starts.empty() ? 0 : schedule.starts.back();
  const Step start = place.at("start").integer(1, kLastStart);
  if (start <= after)
    place.at("start").refuse("must be greater than the start before, " + std::to_string(after));
  schedule.starts.push_back(start);
  schedule.steps.push_back(read_step(place.at("messages"), torus, order));
}

void read_steps(const JsonPlace& place, const Torus& torus, TorusSchedule& schedule) {
  const std::vector<JsonPlace> steps = place.items();
  const bool timed = !steps.empty() && steps.front().is_object();
  for (const JsonPlace& step : steps) {
    if (step.is_object() != timed)
      step.refuse("must have a start if and only if the first step has one");
    if (timed)
      read_timed_step(step, torus, schedule.order, schedule);
    else
      schedule.steps.push_back(read_step(step, torus, schedule.order));
  }
}

DimensionOrder read_order(const std::optional<JsonPlace>& place, const Torus& torus) {
  if (!place) return torus.ascending_order();
  DimensionOrder order = place->integers(0, torus.dimensions() - 1);
  try {
    torus.check_order(order);
  } catch (const TopologyError&) {
    place->refuse("must hold each of 0 to " + std::to_string(torus.dimensions() - 1) + " once");
  }
  return order;
}

TorusSchedule read_native_schedule(const JsonPlace& file) {
  file.check_keys({"format", "sides", "order", "source", "scheme", "flits", "steps"});
  if (file.at("format").word() != kScheduleFormat)
    file.at("format").refuse(std::string("must be \"") + kScheduleFormat + "\"");
  const Torus torus = read_torus(file.at("sides"));
  TorusSchedule schedule;
  schedule.sides = torus.sides();
  schedule.order = read_order(file.find("order"), torus);
  schedule.source = read_node(file.at("source"), torus);
  if (const auto scheme = file.find("scheme")) schedule.scheme = scheme->word();
  if (const auto flits = file.find("flits")) schedule.flits = flits->integer(1, kMostFlits);
  read_steps(file.at("steps"), torus, schedule);
  return schedule;
}

constexpr std::int64_t kMost = 1'000'000'000;

/// Refuses a claim that is not true. A claim may be absent.
void check_claim(const JsonPlace& schedule, const char* key, std::int64_t truth) {
  const std::optional<JsonPlace> claim = schedule.find(key);
  if (claim && claim->integer(0, kMost) != truth)
    claim->refuse("does not agree with the steps, which say " + std::to_string(truth));
}

TorusMessage read_pair(const JsonPlace& place, const Torus& torus) {
  const std::vector<JsonPlace> pair = place.items(2);
  return {read_node(pair[0], torus), read_hops(pair[1], torus)};
}

int longest_of_all(const TorusSchedule& schedule) {
  int longest = 0;
  for (const int links : longest_paths(schedule)) longest = std::max(longest, links);
  return longest;
}

TorusSchedule read_entry(const JsonPlace& place) {
  place.check_keys({"dims", "source", "scheme", "n_steps", "lower_bound", "lower_bound_dor",
                    "maxhops", "messages", "steps"});
  const Torus torus = read_torus(place.at("dims"));
  TorusSchedule schedule;
  schedule.sides = torus.sides();
  schedule.order = torus.ascending_order();
  schedule.source = read_node(place.at("source"), torus);
  if (const auto scheme = place.find("scheme")) schedule.scheme = scheme->word();
  for (const JsonPlace& step : place.at("steps").items()) {
    schedule.steps.emplace_back();
    for (const JsonPlace& message : step.items())
      schedule.steps.back().push_back(read_pair(message, torus));
  }
  check_claim(place, "n_steps", static_cast<std::int64_t>(schedule.steps.size()));
  check_claim(place, "messages", message_count(schedule));
  check_claim(place, "maxhops", longest_of_all(schedule));
  return schedule;
}

std::vector<TorusSchedule> read_schedule_collection(const JsonPlace& file) {
  file.check_keys({"format", "schedules", "table_2d_small"});
  std::vector<TorusSchedule> schedules;
  for (const JsonPlace& entry : file.at("schedules").items())
    schedules.push_back(read_entry(entry));
  return schedules;
}

using Json = nlohmann::json;

constexpr std::size_t kMostScheduleMebibytes = 16;

std::string join(const std::string& text, const std::string& more, const char* between) {
  return text + (text.empty() || more.empty() ? "" : between) + more;
}

std::string list(const std::vector<int>& numbers) {
  std::string text = text_of(numbers);
  text.front() = '[';
  text.back() = ']';
  return text;
}

std::string messages_text(const Torus& torus, const TorusStep& step) {
  std::string text = "[";
  for (std::size_t i = 0; i < step.size(); ++i) {
    text += i == 0 ? "\n      " : ",\n      ";
    text += "{\"from\": " + list(torus.coordinates(step[i].from)) +
            ", \"hops\": " + list(step[i].hops) + "}";
  }
  return text + (step.empty() ? "]" : "\n    ]");
}

std::string steps_text(const Torus& torus, const TorusSchedule& schedule) {
  std::string text = "[";
  for (std::size_t s = 0; s < schedule.steps.size(); ++s) {
    text += s == 0 ? "\n    " : ",\n    ";
    const std::string messages = messages_text(torus, schedule.steps[s]);
    text += schedule.starts.empty() ? messages
                                    : "{\"start\": " + std::to_string(schedule.starts[s]) +
                                          ", \"messages\": " + messages + "}";
  }
  return text + (schedule.steps.empty() ? "]" : "\n  ]");
}

}  // namespace

ScheduleFileError::ScheduleFileError(const std::string& file, std::string where, std::string value,
                                     std::string rule)
    : TopologyError(file + ": " + join(where, join(value, rule, " "), ": ")),
      where_(std::move(where)),
      value_(std::move(value)),
      rule_(std::move(rule)) {}

std::vector<TorusSchedule> read_schedules(const std::string& path) {
  return parse_schedules(
      text_of_file(path, "schedule file", kMostScheduleMebibytes,
                   [&](const std::string& rule) { throw ScheduleFileError(path, "", "", rule); }),
      path);
}

std::vector<TorusSchedule> parse_schedules(const std::string& text, const std::string& file) {
  const Json json = parse_json(text, file);
  const JsonPlace whole(json, file);
  if (whole.find("schedules")) return read_schedule_collection(whole);
  return {read_native_schedule(whole)};
}

std::string write_schedule(const TorusSchedule& schedule) {
  const Torus torus(schedule.sides);
  std::string text = std::string("{\n  \"format\": \"") + kScheduleFormat + "\",\n";
  text += "  \"sides\": " + list(schedule.sides) + ",\n";
  text += "  \"order\": " + list(routing_order(schedule)) + ",\n";
  text += "  \"source\": " + list(torus.coordinates(schedule.source)) + ",\n";
  if (!schedule.scheme.empty()) text += "  \"scheme\": " + Json(schedule.scheme).dump() + ",\n";
  if (schedule.flits) text += "  \"flits\": " + std::to_string(*schedule.flits) + ",\n";
  return text + "  \"steps\": " + steps_text(torus, schedule) + "\n}\n";
}

}  // namespace flitwise
