#include "sim/report/report_fit.h"

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace flitwise {
namespace {

constexpr std::size_t kLeastWords = 16;

bool is_value(const std::string& cell) { return !cell.empty() && cell != "-"; }

std::int64_t count_values(const TextColumn& column) {
  return std::count_if(column.cells.begin(), column.cells.end(), is_value);
}

// Of columns whose words are cut to `words`; numbers and verdicts, the last column, are not.
std::size_t total_width(const std::vector<TextColumn>& columns, std::size_t words) {
  std::size_t total = (columns.size() - 1) * kColumnGap;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool can_be_cut = columns[i].align == Align::kLeft && i + 1 < columns.size();
    total += can_be_cut ? std::min(width_of(columns[i]), words) : width_of(columns[i]);
  }
  return total;
}

// The inner column that is missed least.
std::vector<TextColumn>::iterator least_of(std::vector<TextColumn>& columns) {
  const auto worth = [](const TextColumn& column) {
    return std::make_tuple(column.weight, count_values(column));
  };
  auto least = columns.begin() + 1;
  for (auto column = least; column + 1 != columns.end(); ++column)
    if (worth(*column) <= worth(*least)) least = column;  // of equal ones the last
  return least;
}

void cut_words(std::vector<TextColumn>& columns, std::size_t words) {
  for (std::size_t i = 0; i + 1 < columns.size(); ++i)
    if (columns[i].align == Align::kLeft)
      for (std::string& cell : columns[i].cells) cell = cut_to_width(cell, words);
}

}  // namespace

std::size_t width_of(const TextColumn& column) {
  std::size_t width = std::max<std::size_t>(display_width(column.heading), 1);
  for (const std::string& cell : column.cells) width = std::max(width, display_width(cell));
  return width;
}

FittedColumns fit_columns(std::vector<TextColumn> columns, std::size_t width) {
  std::size_t words = 0;
  for (const TextColumn& column : columns) words = std::max(words, width_of(column));
  if (width == 0 || total_width(columns, words) <= width) return {std::move(columns), {}};

  std::vector<std::string> headings;
  for (const TextColumn& column : columns) headings.push_back(column.heading);
  const auto is_empty = [](const TextColumn& column) { return count_values(column) == 0; };
  if (columns.size() > 2)
    columns.erase(std::remove_if(columns.begin() + 1, columns.end() - 1, is_empty),
                  columns.end() - 1);
  while (columns.size() > 2 && total_width(columns, kLeastWords) > width)
    columns.erase(least_of(columns));
  while (words > kLeastWords && total_width(columns, words) > width) --words;
  cut_words(columns, words);

  FittedColumns fitted{std::move(columns), {}};
  auto kept = fitted.columns.begin();
  for (const std::string& heading : headings) {
    if (kept != fitted.columns.end() && kept->heading == heading)
      ++kept;
    else
      fitted.left_out.push_back(heading);
  }
  return fitted;
}

}  // namespace flitwise
