#include "systemc/formats/torus_schedule_file.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "systemc/formats/readable.h"
#include "systemc/formats/torus_schedule_reader.h"

namespace flitwise {
namespace {

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
