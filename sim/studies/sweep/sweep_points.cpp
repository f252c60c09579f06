#include "sim/studies/sweep/sweep_points.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "sim/language/yaml_json.h"
#include "sim/run/family/families.h"
#include "sim/studies/hash.h"

namespace flitwise {
namespace {

std::string content_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Results of another build of the program are results of other routers.
std::uint64_t program_hash() {
  static const std::uint64_t hash = hash_of(content_of("/proc/self/exe"));
  return hash;
}

std::string key_of(const YamlNode& values, const Scenario& scenario) {
  std::uint64_t hash = hash_of(yaml_to_json(values), program_hash());
  for (const std::string& input : scenario.inputs) hash = hash_of(content_of(input), hash);
  return fmt::format("{:016x}", hash);
}

YamlNode text_node(const std::string& text, const Place& place) {
  YamlNode node;
  node.kind = YamlKind::kScalar;
  node.quoted = true;
  node.text = text;
  node.place = place;
  return node;
}

// The rows that a point takes, one of each axis.
using Rows = std::vector<std::size_t>;

// The next combination; false after the last one.
bool advance(const Sweep& sweep, Rows& rows) {
  for (std::size_t axis = rows.size(); axis-- > 0;) {
    if (++rows[axis] < sweep.axes[axis].rows.size()) return true;
    rows[axis] = 0;
  }
  return false;
}

void add_point(const Families& families, const Sweep& sweep, const Rows& rows, SweepPoints& all) {
  SweepPoint point;
  YamlNode values = sweep.base;
  ErrorList errors;
  for (std::size_t a = 0; a < rows.size(); ++a) {
    const SweepAxis& axis = sweep.axes[a];
    for (std::size_t k = 0; k < axis.keys.size(); ++k) {
      const YamlNode& value = axis.rows[rows[a]][k];
      errors.attempt([&] { set_value(axis.keys[k], value, values); });
      point.values.push_back(value);
    }
  }
  const std::string label = point_label(sweep.keys(), point.values);
  set_value("name", text_node(sweep.name + ": " + label, values.place), values);
  ScenarioReading reading;
  if (errors.empty()) reading = read_scenario_values(families, values);
  for (const ConfigError& error : reading.errors) errors.add(error);
  if (!errors.empty()) {
    all.refused.push_back({label, errors.sorted().front()});
    return;
  }
  point.scenario = std::move(*reading.scenario);
  point.key = key_of(values, point.scenario);
  all.points.push_back(std::move(point));
}

// "pes" of "network.pes", "sides.0" of "network.sides.0".
std::string last_part(const std::string& key) {
  std::size_t dot = key.rfind('.');
  const std::string last = key.substr(dot + 1);
  const bool is_item = last.find_first_not_of("0123456789") == std::string::npos;
  if (is_item && dot != std::string::npos && dot > 0) dot = key.rfind('.', dot - 1);
  return key.substr(dot + 1);
}

}  // namespace

SweepPoints make_points(const Families& families, const Sweep& sweep) {
  SweepPoints all;
  Rows rows(sweep.axes.size(), 0);
  do {
    add_point(families, sweep, rows, all);
  } while (advance(sweep, rows));
  return all;
}

std::vector<std::string> short_keys(const std::vector<std::string>& keys) {
  std::vector<std::string> shorts;
  for (const std::string& key : keys) shorts.push_back(last_part(key));
  const std::set<std::string> different(shorts.begin(), shorts.end());
  return different.size() == keys.size() ? shorts : keys;
}

std::string point_label(const std::vector<std::string>& keys, const std::vector<YamlNode>& values) {
  const std::vector<std::string> names = short_keys(keys);
  std::string label;
  for (std::size_t k = 0; k < names.size(); ++k)
    label += (k == 0 ? "" : ", ") + names[k] + "=" + yaml_text(values[k]);
  return label;
}

}  // namespace flitwise
