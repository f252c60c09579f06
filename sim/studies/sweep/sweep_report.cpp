#include "sim/studies/sweep/sweep_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/language/yaml_json.h"
#include "sim/report/report_columns.h"
#include "sim/report/report_json.h"

namespace flitwise {
namespace {

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

void append_cell(std::string& line, const std::string& text) {
  line += (line.empty() ? "" : ",") + csv_cell(text);
}

// All figures of all rows, in the order in which they come up.
std::vector<std::string> figure_names(const std::vector<SweepRow>& rows) {
  std::vector<std::string> names;
  for (const SweepRow& row : rows)
    for (const auto& figure : row.figures)
      if (std::count(names.begin(), names.end(), figure.first) == 0) names.push_back(figure.first);
  return names;
}

}  // namespace

std::string sweep_csv(const SweepResults& results) {
  const std::vector<std::string> names = figure_names(results.rows);
  std::string csv;
  for (const std::string& key : results.sweep.keys()) append_cell(csv, key);
  append_cell(csv, "verdict");
  for (const std::string& name : names) append_cell(csv, name);
  csv += ",problem\n";
  for (std::size_t i = 0; i < results.rows.size(); ++i) {
    const SweepRow& row = results.rows[i];
    std::string line;
    for (const YamlNode& value : results.points[i].values) append_cell(line, yaml_text(value));
    append_cell(line, outcome_name(row.outcome));
    for (const std::string& name : names) {
      const auto is_it = [&](const auto& figure) { return figure.first == name; };
      const auto found = std::find_if(row.figures.begin(), row.figures.end(), is_it);
      append_cell(line, found == row.figures.end() ? "" : found->second);
    }
    append_cell(line, row.problems.empty() ? "" : row.problems.front());
    csv += line + "\n";
  }
  return csv;
}

std::vector<TextColumn> sweep_columns(const SweepResults& results) {
  std::vector<TextColumn> columns;
  const std::vector<std::string> names = short_keys(results.sweep.keys());
  for (std::size_t k = 0; k < names.size(); ++k)
    columns.push_back(
        make_column(names[k], Align::kRight, results.points,
                    [&](const SweepPoint& point) { return yaml_text(point.values[k]); }));
  for (TextColumn& column : columns) column.weight = 1;
  std::vector<std::string> figures{"finish", "predicted.finish", "lower_bound"};
  for (const SweepPlot& plot : results.sweep.plots)
    for (const std::string& name : plot.y)
      if (std::count(figures.begin(), figures.end(), name) == 0) figures.push_back(name);
  for (const std::string& name : figures)
    columns.push_back(make_column(name, Align::kRight, results.rows, [&](const SweepRow& row) {
      return row.figure(name).value_or("-");
    }));
  columns.push_back(make_column("verdict", Align::kLeft, results.rows,
                                [](const SweepRow& row) { return verdict_of(row.outcome); }));
  return columns;
}

std::string sweep_table(const SweepResults& results, Colour colour, std::size_t width) {
  return render_columns(sweep_columns(results), outcomes_of(results.rows), colour, width);
}

}  // namespace flitwise
