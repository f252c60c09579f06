#include "sim/studies/sweep/sweep_runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "sim/console/outputs.h"
#include "sim/run/family/family.h"
#include "sim/run/process/interrupt.h"

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

// The runs of a sweep.
struct SweepRuns {
  const Sweep& sweep;
  const std::vector<SweepPoint>& points;
  const ParallelLimits& limits;
  const Runner runner;
  const Console& console;
  SweepStore& store;

  void run_all() {
    const std::vector<std::size_t> pilots =
        sweep.plots.empty() ? std::vector<std::size_t>{} : pilot_points(points);
    for (const std::size_t first : {std::size_t{1}, pilots.size()}) {
      if (has_plotted_figures(sweep, known_rows())) break;
      run({pilots.begin(), pilots.begin() + static_cast<std::ptrdiff_t>(first)});
    }
    expect_figures(pilots);
    std::vector<std::size_t> all(points.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    run(all);
    expect_figures(all);
  }

  // Where one of these points has died, it may be the one with the figure that is missing.
  void expect_figures(const std::vector<std::size_t>& wanted) const {
    const bool all_ended = std::all_of(wanted.begin(), wanted.end(), [&](std::size_t i) {
      const SweepRow* row = store.find(points[i].key);
      return row != nullptr && !row->broke_off;
    });
    if (all_ended && !has_plotted_figures(sweep, known_rows()))
      throw missing_figure(sweep, known_rows());
  }

  std::vector<const SweepRow*> known_rows() const {
    std::vector<const SweepRow*> rows;
    for (const SweepPoint& point : points) {
      const SweepRow* row = store.find(point.key);
      if (row != nullptr && !row->broke_off) rows.push_back(row);
    }
    return rows;
  }

  // Those of them that have no result yet; every result is on disk before the next one is taken.
  void run(const std::vector<std::size_t>& wanted) {
    std::vector<const SweepPoint*> missing;
    std::vector<const Scenario*> scenarios;
    for (const std::size_t i : wanted) {
      if (store.find(points[i].key) != nullptr) continue;
      missing.push_back(&points[i]);
      scenarios.push_back(&points[i].scenario);
    }
    run_all_with_progress(sweep.name, scenarios, runner, limits, console,
                          [&](std::size_t i, const Result& result) {
                            store.append(make_row(*missing[i], result));
                            return result.outcome == Outcome::kPass;
                          });
  }
};

}  // namespace

SweepStore::SweepStore(const std::string& path, Earlier earlier)
    : path_(path),
      earlier_path_(std::filesystem::path(path).replace_extension(".earlier.jsonl").string()),
      file_(path, "sweep") {
  if (earlier == Earlier::kDrop) {
    file_.clear();
    ::unlink(earlier_path_.c_str());
  }
  read_earlier();  // first: of two rows of a point, the other file has the later one
  dropped_ = file_.read([this](const std::string& line) {
    std::optional<SweepRow> row = parse_row(line);
    if (row) take(std::move(*row));
    return row.has_value();
  });
}

// What died, by a signal or for lack of memory, may end well the next time.
void SweepStore::take(SweepRow row) {
  if (row.broke_off)
    rows_.erase(row.key);
  else
    rows_.insert_or_assign(row.key, std::move(row));
}

void SweepStore::read_earlier() {
  std::ifstream lines(earlier_path_);
  for (std::string line; std::getline(lines, line);)
    if (std::optional<SweepRow> row = parse_row(line)) take(std::move(*row));
}

// Each file is whole at any time, and a row between the two steps is in both.
std::size_t SweepStore::finish(const std::vector<SweepRow>& rows) {
  std::string lines;
  for (const SweepRow& row : rows) {
    lines += row.line + "\n";
    rows_.erase(row.key);
  }
  std::string others;
  for (const auto& [key, row] : rows_) others += row.line + "\n";
  if (others.empty())
    ::unlink(earlier_path_.c_str());
  else
    write_file(earlier_path_, others);
  write_file(path_, lines);
  return rows_.size();
}

const SweepRow* SweepStore::find(const std::string& key) const {
  const auto found = rows_.find(key);
  return found == rows_.end() ? nullptr : &found->second;
}

void SweepStore::append(const SweepRow& row) {
  file_.append(row.line);
  rows_.insert_or_assign(row.key, row);
}

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

void expect_plotted_figures(const Sweep& sweep, const std::vector<SweepRow>& rows) {
  std::vector<const SweepRow*> known;
  for (const SweepRow& row : rows)
    if (!row.broke_off) known.push_back(&row);
  if (known.size() == rows.size() && !has_plotted_figures(sweep, known))
    throw missing_figure(sweep, known);
}

void run_missing(const Sweep& sweep, const std::vector<SweepPoint>& points,
                 const ParallelLimits& limits, Runner runner, const Console& console,
                 SweepStore& store) {
  SweepRuns{sweep, points, limits, runner, console, store}.run_all();
}

}  // namespace flitwise
