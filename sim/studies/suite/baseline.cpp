#include "sim/studies/suite/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "sim/run/figures/figure_json.h"
#include "sim/text/report_text.h"
#include "systemc/formats/readable.h"

namespace flitwise {
namespace {

using Json = nlohmann::json;

constexpr const char* kFormat = "flitwise_baseline";
constexpr int kVersionOfFormat = 1;
constexpr std::size_t kLongestText = 120;

// Names within names in the order that reading the file gives them.
std::string count_text(const Figure& figure) {
  std::string text = Json::parse(figure_to_json(figure).dump()).dump();
  if (text.size() > kLongestText) text = fmt::format("\"fnv:{:016x}\"", hash_of(text));
  return text;
}

Baseline::Counts counts_of(const Result& result) {
  Baseline::Counts counts{{"finish", std::to_string(result.measured.finish)},
                          {"quiesce", std::to_string(result.measured.quiesce)},
                          {"flit_hops", std::to_string(result.flit_hops)}};
  for (const auto& [name, figure] : result.measured.others) counts[name] = count_text(figure);
  return counts;
}

std::string change(const std::string& name, const std::string& was, const std::string& is) {
  const auto before = whole_number(was);
  const auto now = whole_number(is);
  const std::string text = fmt::format("{} was {}, is {}", name, was, is);
  return before && now ? fmt::format("{} ({:+})", text, *now - *before) : text;
}

std::string content_of(const std::string& file) {
  constexpr std::size_t kMostMebibytes = 64;
  return text_of_file(file, "baseline", kMostMebibytes, [&](const std::string& rule) {
    throw BaselineError(fmt::format("{}: error: {}", file, rule));
  });
}

// Parses a baseline, in which a key that stands twice would be taken for its last value.
class BaselineText {
 public:
  explicit BaselineText(std::string file) : file_(std::move(file)) {}

  [[noreturn]] void refuse(const std::string& rule) const {
    throw BaselineError(fmt::format("{}: error: {}", file_, rule));
  }

  Json parse(const std::string& content) {
    const auto note = [this](int, Json::parse_event_t event, Json& value) {
      if (event == Json::parse_event_t::object_start) keys_.emplace_back();
      if (event == Json::parse_event_t::object_end) keys_.pop_back();
      if (event == Json::parse_event_t::key) take_key(value.get<std::string>());
      return true;
    };
    try {
      return Json::parse(content, note);
    } catch (const Json::out_of_range&) {  // all that the parser itself has
      refuse("is no baseline: a number in it is too large");
    } catch (const Json::parse_error& error) {
      const auto end =
          content.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, content.size()));
      refuse(fmt::format("is no baseline: line {} is not JSON",
                         std::count(content.begin(), end, '\n') + 1));
    }
  }

 private:
  void take_key(const std::string& key) {
    if (keys_.back().insert(key).second) return;
    refuse(fmt::format(keys_.size() == 2 ? "has the scenario '{}' twice" : "has the key '{}' twice",
                       escaped(key)));
  }

  const std::string file_;
  std::vector<std::set<std::string>> keys_;  // of the objects that are open
};

}  // namespace

Baseline Baseline::read(const std::string& file) {
  BaselineText text(file);
  const Json json = text.parse(content_of(file));
  if (!json.is_object() || !json.contains(kFormat))
    text.refuse(fmt::format("is no baseline: it has no key \"{}\"", kFormat));
  if (json[kFormat] != kVersionOfFormat)
    text.refuse(
        fmt::format("is a baseline of format {}, not {}", json[kFormat].dump(), kVersionOfFormat));
  if (!json.contains("scenarios") || !json["scenarios"].is_object())
    text.refuse("is no baseline: \"scenarios\" must be an object");
  for (const auto& [key, value] : json.items())
    if (key != kFormat && key != "scenarios")
      text.refuse(fmt::format("is no baseline: unknown key \"{}\"", escaped(key)));
  Baseline baseline;
  for (const auto& [name, counts] : json["scenarios"].items()) {
    if (!counts.is_object())
      text.refuse(fmt::format("is no baseline: '{}' has no counts", escaped(name)));
    for (const auto& [figure, value] : counts.items())
      baseline.scenarios_[name][figure] = value.dump();
  }
  return baseline;
}

std::string Baseline::text() const {
  std::string text = fmt::format("{{\"{}\":{},\"scenarios\":{{", kFormat, kVersionOfFormat);
  const char* between = "\n";
  for (const auto& [name, counts] : scenarios_) {
    text += between + Json(name).dump(-1, ' ', false, Json::error_handler_t::replace) + ":{";
    between = "";
    for (const auto& [figure, value] : counts) {
      text += fmt::format("{}{}:{}", between, Json(figure).dump(), value);
      between = ",";
    }
    text += "}";
    between = ",\n";
  }
  return text + "\n}}\n";
}

std::vector<std::string> Baseline::changes(const Result& result) const {
  const auto found = scenarios_.find(result.scenario);
  if (found == scenarios_.end()) return {"is not in the baseline; --update-baseline adds it"};
  std::vector<std::string> changes;
  const Counts counts = counts_of(result);
  for (const auto& [name, now] : counts) {
    const auto before = found->second.find(name);
    if (before == found->second.end())
      changes.push_back(fmt::format("{} is {}, and was not measured", name, now));
    else if (before->second != now)
      changes.push_back(change(name, before->second, now));
  }
  for (const auto& [name, before] : found->second)
    if (counts.count(name) == 0)
      changes.push_back(fmt::format("{} was {}, and is not measured", name, before));
  return changes;
}

bool Baseline::update(const Result& result) {
  Counts counts = counts_of(result);
  Counts& known = scenarios_[result.scenario];
  const bool differs = known != counts;
  known = std::move(counts);
  return differs;
}

}  // namespace flitwise
