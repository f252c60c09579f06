// Collections of schedules: found elsewhere, each with claims about itself.
#include <algorithm>

#include "systemc/formats/torus_schedule_reader.h"

namespace flitwise {
namespace {

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

}  // namespace

std::vector<TorusSchedule> read_schedule_collection(const JsonPlace& file) {
  file.check_keys({"format", "schedules", "table_2d_small"});
  std::vector<TorusSchedule> schedules;
  for (const JsonPlace& entry : file.at("schedules").items())
    schedules.push_back(read_entry(entry));
  return schedules;
}

}  // namespace flitwise
