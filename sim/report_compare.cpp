#include "sim/report_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "sim/report_text.h"

namespace flitwise {
namespace {

struct Column {
  std::string heading;
  Align align;
  std::string (*cell)(const ComparedRun&);
};

bool has_ended(const ComparedRun& run) { return run.result.outcome != Outcome::kNoEnd; }

std::string ratio_of(const ComparedRun& run) {
  if (!has_ended(run) || run.result.lower_bound == 0) return "-";
  return fmt::format("{:.2f}", static_cast<double>(run.result.measured.finish) /
                                   static_cast<double>(run.result.lower_bound));
}

std::string step_if_ended(const ComparedRun& run, Step step) {
  return has_ended(run) ? std::to_string(step) : "-";
}

std::vector<Column> columns_for(const std::vector<ComparedRun>& runs) {
  using Run = const ComparedRun&;
  std::vector<Column> columns{
      {"", Align::kLeft, [](Run r) { return std::string(r.origin == Origin::kOwn ? "*" : ""); }},
      {"algorithm", Align::kLeft, [](Run r) { return r.label; }}};
  const auto elsewhere = [&](Run r) { return r.result.network != runs[0].result.network; };
  if (std::any_of(runs.begin(), runs.end(), elsewhere))
    columns.push_back({"network", Align::kLeft, [](Run r) { return r.result.network; }});
  const std::vector<Column> figures{
      {"finish", Align::kRight, [](Run r) { return step_if_ended(r, r.result.measured.finish); }},
      {"predicted", Align::kRight, [](Run r) { return std::to_string(r.result.predicted.finish); }},
      {"T_sync", Align::kRight,
       [](Run r) {
         const auto& t_sync = r.result.measured.t_sync;
         return t_sync ? std::to_string(*t_sync) : std::string("-");
       }},
      {"quiesce", Align::kRight, [](Run r) { return step_if_ended(r, r.result.measured.quiesce); }},
      {"at least", Align::kRight, [](Run r) { return std::to_string(r.result.lower_bound); }},
      {"ratio", Align::kRight, ratio_of},
      {"verdict", Align::kLeft, [](Run r) { return verdict_of(r.result.outcome); }}};
  columns.insert(columns.end(), figures.begin(), figures.end());
  return columns;
}

int rank_of(Outcome outcome) {
  if (outcome == Outcome::kPass) return 0;
  return outcome == Outcome::kNoEnd ? 2 : 1;
}

}  // namespace

void sort_best_first(std::vector<ComparedRun>& runs) {
  const auto key = [](const ComparedRun& run) {
    return std::make_tuple(rank_of(run.result.outcome), run.result.measured.finish,
                           run.result.measured.quiesce, run.label, run.result.network);
  };
  std::stable_sort(runs.begin(), runs.end(),
                   [&](const ComparedRun& a, const ComparedRun& b) { return key(a) < key(b); });
}

std::string render_comparison(const std::vector<ComparedRun>& runs, Colour colour) {
  const std::vector<Column> columns = columns_for(runs);
  std::vector<std::size_t> widths;
  for (const Column& column : columns) {
    widths.push_back(std::max<std::size_t>(display_width(column.heading), 1));
    for (const ComparedRun& run : runs)
      widths.back() = std::max(widths.back(), display_width(column.cell(run)));
  }
  const auto line = [&](const auto& cell_of) {
    std::string text;
    for (std::size_t c = 0; c + 1 < columns.size(); ++c)
      text += pad_to_width(cell_of(columns[c]), widths[c], columns[c].align) + "  ";
    return text + cell_of(columns.back()) + "\n";
  };
  std::string text = line([](const Column& column) { return column.heading; });
  for (const ComparedRun& run : runs) {
    text += line([&](const Column& column) {
      if (&column != &columns.back()) return column.cell(run);
      return painted(column.cell(run), run.result.outcome == Outcome::kPass, colour);
    });
  }
  return text;
}

}  // namespace flitwise
