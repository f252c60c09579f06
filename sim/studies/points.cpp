#include "sim/studies/points.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "sim/language/scenario_yaml.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

std::string content_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::uint64_t program_hash() {
  static const std::uint64_t hash = hash_of(content_of("/proc/self/exe"));
  return hash;
}

constexpr const char* kValuesExample = "[1, 2, 4] or {from: 1, to: 8, factor: 2}";

// A decimal number in billionths: sums of decimals must be exact, or 0.1 + 0.2 would be no 0.3.
using Billionths = std::int64_t;
constexpr Billionths kUnit = 1'000'000'000;
constexpr std::size_t kDecimals = 9;
constexpr std::size_t kDigits = 9;

bool all_digits(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

Billionths read_decimal(const Value& value) {
  const std::string& text = value.node.text;
  const std::size_t dot = std::min(text.find('.'), text.size());
  const std::string whole = text.substr(0, dot);
  std::string decimals = dot < text.size() ? text.substr(dot + 1) : "";
  const bool is_good = value.node.kind == YamlKind::kScalar && !value.node.quoted &&
                       !whole.empty() && whole.size() <= kDigits && all_digits(whole) &&
                       decimals.size() <= kDecimals && all_digits(decimals) &&
                       (dot == text.size() || !decimals.empty());
  if (!is_good)
    throw bad_value(value,
                    fmt::format("must be a number of at most {} digits before and {} after the "
                                "point, not below 0",
                                kDigits, kDecimals));
  decimals.resize(kDecimals, '0');
  return std::stoll(whole) * kUnit + std::stoll(decimals);
}

std::string decimal_text(Billionths number) {
  std::string text = fmt::format("{}", number / kUnit);
  if (number % kUnit == 0) return text;
  text += fmt::format(".{:09}", number % kUnit);
  return text.substr(0, text.find_last_not_of('0') + 1);
}

std::vector<YamlNode> read_range(const Value& map) {
  ErrorList errors;
  check_keys(map, {"from", "to", "step", "factor"}, errors);
  if (!errors.empty()) throw errors.sorted().front();
  const Billionths first = read_decimal(required(map, "from", "the first value of the range"));
  const Value end = required(map, "to", "the last value of the range");
  const Billionths last = read_decimal(end);
  if (last < first) throw bad_value(end, "must not be below from");
  const YamlNode* factor_node = map.node.find("factor");
  if ((map.node.find("step") == nullptr) == (factor_node == nullptr))
    throw ConfigError(map.node.place, map.key, "", "must have either step or factor");
  std::vector<YamlNode> values;
  std::int64_t factor = 1;
  Billionths step = 0;
  if (factor_node != nullptr) {
    factor = to_integer({*factor_node, map.key + ".factor"}, 2, 1'000'000);
    if (first == 0)
      throw bad_value({*map.node.find("from"), map.key + ".from"},
                      "must be above 0: it is multiplied");
  } else {
    const Value given = required(map, "step", "");
    step = read_decimal(given);
    if (step == 0) throw bad_value(given, "must be above 0");
  }
  for (Billionths number = first; number <= last; number = number * factor + step) {
    values.push_back(number_node(decimal_text(number), map.node.place));
    if (values.size() > kMostSweepPoints)
      throw ConfigError(map.node.place, map.key, "",
                        fmt::format("has more than {} values", kMostSweepPoints));
    if (number > last / factor) break;  // the next would be beyond, and might not fit
  }
  return values;
}

bool is_range(const YamlNode& node) {
  return node.kind == YamlKind::kMap && node.find("from") != nullptr;
}

}  // namespace

YamlNode number_node(const std::string& number, const Place& place) {
  YamlNode node;
  node.kind = YamlKind::kScalar;
  node.text = number;
  node.place = place;
  return node;
}

std::vector<YamlNode> read_sweep_values(const Value& value) {
  if (is_range(value.node)) return read_range(value);
  expect_list(value, kValuesExample);
  if (value.node.items.empty()) throw bad_value(value, "must not be empty");
  std::vector<YamlNode> values;
  for (std::size_t i = 0; i < value.node.items.size(); ++i) {
    const Value item = item_of(value, i);
    if (!is_range(item.node)) {
      values.push_back(item.node);
      continue;
    }
    std::vector<YamlNode> range = read_range(item);
    std::move(range.begin(), range.end(), std::back_inserter(values));
  }
  return values;
}

std::string key_of_run(const YamlNode& values, const Scenario& scenario) {
  std::uint64_t hash = hash_of(yaml_to_json(values), program_hash());
  for (const std::string& input : scenario.inputs) hash = hash_of(content_of(input), hash);
  return fmt::format("{:016x}", hash);
}

std::string key_of_program() { return fmt::format("{:016x}", program_hash()); }

}  // namespace flitwise
