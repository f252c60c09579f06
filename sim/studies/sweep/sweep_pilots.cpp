#include "sim/studies/sweep/sweep_pilots.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "sim/run/family/family.h"

namespace flitwise {
namespace {

using PlainJson = nlohmann::json;

// A key of a plot and a name that it has.
struct PlottedName {
  const SweepPlot* plot;
  const char* key;
  std::string name;
};

std::vector<PlottedName> plotted_names(const Sweep& sweep) {
  const std::vector<std::string> keys = sweep.keys();
  std::vector<PlottedName> names;
  const auto add = [&](const SweepPlot& plot, const char* key, const std::string& name) {
    if (std::count(keys.begin(), keys.end(), name) == 0) names.push_back({&plot, key, name});
  };
  for (const SweepPlot& plot : sweep.plots) {
    add(plot, "x", plot.x);
    for (const std::string& name : plot.y) add(plot, "y", name);
  }
  return names;
}

// Whether a number stands at the path, or nothing where one might.
bool may_be_number(const PlainJson& json, const std::string& path) {
  if (json.is_null()) return true;
  if (path.empty()) return json.is_number();
  if (!json.is_object()) return false;
  const std::size_t dot = std::min(path.find('.'), path.size());
  const auto found = json.find(path.substr(0, dot));
  return found != json.end() &&
         may_be_number(*found, dot < path.size() ? path.substr(dot + 1) : "");
}

bool may_have(const SweepRow& row, const std::string& name) {
  if (row.figure(name)) return true;
  const PlainJson result = PlainJson::parse(row.line).at("result");
  return may_be_number(result, name) || may_be_number(result, "measured." + name);
}

std::optional<PlottedName> first_missing(const Sweep& sweep,
                                         const std::vector<const SweepRow*>& rows) {
  for (const PlottedName& one : plotted_names(sweep)) {
    const auto has = [&](const SweepRow* row) { return may_have(*row, one.name); };
    if (std::none_of(rows.begin(), rows.end(), has)) return one;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::size_t> pilot_points(const std::vector<SweepPoint>& points) {
  std::map<std::pair<std::string, std::string>, std::pair<std::size_t, std::size_t>> ends;
  for (std::size_t i = 0; i < points.size(); ++i) {
    Result result;
    identify(points[i].scenario, result);
    ends.emplace(std::pair(result.operation, result.algorithm), std::pair(i, i))
        .first->second.second = i;
  }
  std::set<std::size_t> pilots;
  for (const auto& [kind, range] : ends) {
    pilots.insert(range.first);
    pilots.insert(range.second);
  }
  return {pilots.begin(), pilots.end()};
}

bool has_plotted_figures(const Sweep& sweep, const std::vector<const SweepRow*>& rows) {
  return !first_missing(sweep, rows);
}

ConfigError missing_figure(const Sweep& sweep, const std::vector<const SweepRow*>& rows) {
  const PlottedName missing = first_missing(sweep, rows).value();
  std::vector<std::string> known = sweep.keys();
  for (const auto& figure : rows.front()->figures) known.push_back(figure.first);
  std::vector<std::string> names = known;
  const std::string measured = "measured.";
  for (const std::string& name : known)
    if (name.rfind(measured, 0) == 0) names.push_back(name.substr(measured.size()));
  std::string hint = did_you_mean(missing.name, names);
  if (hint.empty()) hint = fmt::format("; figures of the first point: {}", fmt::join(known, ", "));
  return {missing.plot->place, std::string("plot.") + missing.key, missing.name,
          "is a figure of no result" + hint + "; results so far are kept"};
}

}  // namespace flitwise
