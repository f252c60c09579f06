#include "sim/report/report_columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/report/report_fit.h"
#include "sim/text/text_wrap.h"

namespace flitwise {

std::string render_columns(const std::vector<TextColumn>& all, const std::vector<Outcome>& outcomes,
                           Colour colour, std::size_t width) {
  const auto [columns, left_out] = fit_columns(all, width);
  std::vector<std::size_t> widths;
  for (const TextColumn& column : columns) widths.push_back(width_of(column));
  const auto line = [&, &shown = columns](const auto& text_of) {
    std::string text;
    for (std::size_t c = 0; c + 1 < shown.size(); ++c)
      text +=
          pad_to_width(text_of(shown[c]), widths[c], shown[c].align) + std::string(kColumnGap, ' ');
    return text;
  };
  std::string text =
      line([](const TextColumn& column) { return column.heading; }) + columns.back().heading + "\n";
  for (std::size_t row = 0; row < outcomes.size(); ++row)
    text += line([&](const TextColumn& column) { return column.cells[row]; }) +
            painted(columns.back().cells[row], outcomes[row] == Outcome::kPass, colour) + "\n";
  if (!left_out.empty())
    text +=
        wrapped(fmt::format("no room here for: {}", fmt::join(left_out, ", ")), 0, width) + "\n";
  return text;
}

std::vector<FigureColumn> family_columns(const std::vector<Result>& results) {
  std::vector<FigureColumn> columns;
  for (const Result& result : results) {
    for (const FigureColumn& column : result.columns) {
      const auto is_it = [&](const FigureColumn& known) { return known.figure == column.figure; };
      if (std::none_of(columns.begin(), columns.end(), is_it)) columns.push_back(column);
    }
  }
  return columns;
}

std::string figure_cell(const Result& result, const std::string& figure) {
  const Figure found = result.measured.find(figure).value_or(Figure());
  return found.real() ? found.text() : "-";
}

std::string predicted_finish_cell(const Result& result) {
  const bool has_one = result.predicted.finish && !result.broke_off;
  return has_one ? std::to_string(*result.predicted.finish) : "-";
}

std::string lower_bound_cell(const Result& result) {
  const bool has_one = result.lower_bound && !result.broke_off;
  return has_one ? std::to_string(*result.lower_bound) : "-";
}

std::string step_cell(const Result& result, Step step) {
  return result.outcome != Outcome::kNoEnd && !result.broke_off ? std::to_string(step) : "-";
}

std::string algorithm_text(const Result& result) {
  return result.variant.empty() ? result.algorithm : result.algorithm + " (" + result.variant + ")";
}

}  // namespace flitwise
