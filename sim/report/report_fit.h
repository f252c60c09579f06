// report_fit.h: tables that are no wider than the terminal.
#ifndef FLITWISE_SIM_REPORT_REPORT_FIT_H_
#define FLITWISE_SIM_REPORT_REPORT_FIT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "sim/report/report_columns.h"

namespace flitwise {

struct FittedColumns {
  std::vector<TextColumn> columns;
  std::vector<std::string> left_out;  ///< headings, in their order
};

/// Makes columns fit beside each other, `kColumnGap` apart, into `width`; 0 stands for any width.
/// Where they are too wide, those go that are empty in all rows, then those of the least weight, of
/// equal ones those with the fewest values; words are shortened. The first and the last column
/// stay, also where even they are too wide.
FittedColumns fit_columns(std::vector<TextColumn> columns, std::size_t width);

/// Columns that a column takes without being shortened.
std::size_t width_of(const TextColumn& column);

inline constexpr std::size_t kColumnGap = 2;

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_REPORT_FIT_H_
