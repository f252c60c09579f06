#include "sim/studies/sweep/sweep_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sim/text/report_text.h"

namespace flitwise {
namespace {

constexpr std::size_t kMostShown = 10;

}  // namespace

std::string refusals_text(const SweepPoints& points) {
  std::string text;
  std::set<std::string> seen;
  std::size_t shown = 0;
  for (const RefusedPoint& refused : points.refused) {
    if (!seen.insert(refused.error.what()).second) continue;
    if (++shown > kMostShown) continue;
    text += fmt::format("{}\n{}      in the point {}\n", refused.error.what(),
                        refused.error.excerpt(), escaped(refused.label));
  }
  if (shown > kMostShown) text += fmt::format("and {} more mistakes\n", shown - kMostShown);
  return text +
         fmt::format(
             "{} of {} points cannot be run; nothing was run (`refused: skip` leaves them out)\n",
             points.refused.size(), points.refused.size() + points.points.size());
}

std::string skipped_text(const SweepPoints& points) {
  if (points.refused.empty()) return {};
  std::string text = fmt::format("\nleft out, because no scenario can be made of them: {}\n",
                                 points.refused.size());
  for (std::size_t i = 0; i < std::min(points.refused.size(), kMostShown); ++i)
    text +=
        fmt::format("  {}: {}\n", escaped(points.refused[i].label),
                    escaped(points.refused[i].error.key() + " " + points.refused[i].error.value() +
                            " " + points.refused[i].error.rule()));
  if (points.refused.size() > kMostShown)
    text += fmt::format("  and {} more\n", points.refused.size() - kMostShown);
  return text;
}

std::string sweep_problems(const SweepResults& results) {
  std::string text;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < results.rows.size(); ++i) {
    const SweepRow& row = results.rows[i];
    if (row.outcome == Outcome::kPass || shown++ >= kMostShown) continue;
    text += fmt::format("\n{}:\n",
                        escaped(point_label(results.sweep.keys(), results.points[i].values)));
    for (std::size_t p = 0; p < std::min<std::size_t>(row.problems.size(), 3); ++p)
      text += fmt::format("  problem: {}\n", escaped(row.problems[p]));
  }
  if (shown > kMostShown) text += fmt::format("\nand {} more points\n", shown - kMostShown);
  return text;
}

std::string sweep_notes(const SweepResults& results) {
  const auto has_note = [](const SweepRow& row) { return !row.notes.empty(); };
  const auto first = std::find_if(results.rows.begin(), results.rows.end(), has_note);
  if (first == results.rows.end()) return {};
  const auto& point = results.points[static_cast<std::size_t>(first - results.rows.begin())];
  return fmt::format("\nnotes on {} of {} points; the first, {}:\n  note: {}\n",
                     std::count_if(first, results.rows.end(), has_note), results.rows.size(),
                     escaped(point_label(results.sweep.keys(), point.values)),
                     escaped(first->notes.front()));
}

std::string sweep_summary(const SweepResults& results, std::size_t reused) {
  std::string text = count_text(outcomes_of(results.rows), "point");
  if (reused > 0) text += fmt::format("; {} from an earlier run", reused);
  return text + "\n";
}

}  // namespace flitwise
