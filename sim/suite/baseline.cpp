#include "sim/suite/baseline.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "sim/figure_json.h"
#include "sim/hash.h"

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

std::optional<std::int64_t> whole_number(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(number) : std::nullopt;
}

std::string change(const std::string& name, const std::string& was, const std::string& is) {
  const auto before = whole_number(was);
  const auto now = whole_number(is);
  const std::string text = fmt::format("{} was {}, is {}", name, was, is);
  return before && now ? fmt::format("{} ({:+})", text, *now - *before) : text;
}

}  // namespace

Baseline Baseline::read(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    throw BaselineError(fmt::format("{}: error: cannot be read: {}", file, std::strerror(errno)));
  const std::string content{std::istreambuf_iterator<char>(stream), {}};
  Baseline baseline;
  try {
    const Json json = Json::parse(content);
    if (json.at(kFormat) != kVersionOfFormat)
      throw BaselineError(fmt::format("{}: error: is a baseline of format {}, not {}", file,
                                      json.at(kFormat).dump(), kVersionOfFormat));
    for (const auto& [name, counts] : json.at("scenarios").items())
      for (const auto& [figure, value] : counts.items())
        baseline.scenarios_[name][figure] = value.dump();
  } catch (const Json::exception& error) {
    throw BaselineError(fmt::format("{}: error: is no baseline: {}", file, error.what()));
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
