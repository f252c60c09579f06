#include "sim/report_columns.h"

#include <algorithm>

namespace flitwise {

std::string render_columns(const std::vector<TextColumn>& columns,
                           const std::vector<Outcome>& outcomes, Colour colour) {
  std::vector<std::size_t> widths;
  for (const TextColumn& column : columns) {
    widths.push_back(std::max<std::size_t>(display_width(column.heading), 1));
    for (const std::string& cell : column.cells)
      widths.back() = std::max(widths.back(), display_width(cell));
  }
  const auto line = [&](const auto& text_of) {
    std::string text;
    for (std::size_t c = 0; c + 1 < columns.size(); ++c)
      text += pad_to_width(text_of(columns[c]), widths[c], columns[c].align) + "  ";
    return text;
  };
  std::string text =
      line([](const TextColumn& column) { return column.heading; }) + columns.back().heading + "\n";
  for (std::size_t row = 0; row < outcomes.size(); ++row)
    text += line([&](const TextColumn& column) { return column.cells[row]; }) +
            painted(columns.back().cells[row], outcomes[row] == Outcome::kPass, colour) + "\n";
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

std::string step_cell(const Result& result, Step step) {
  return result.outcome != Outcome::kNoEnd && !result.broke_off ? std::to_string(step) : "-";
}

std::string algorithm_text(const Result& result) {
  return result.variant.empty() ? result.algorithm : result.algorithm + " (" + result.variant + ")";
}

}  // namespace flitwise
