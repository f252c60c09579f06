// number_table.h: golden tables of numbers from tests/data.
#ifndef FLITWISE_TESTS_SUPPORT_NUMBER_TABLE_H_
#define FLITWISE_TESTS_SUPPORT_NUMBER_TABLE_H_

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace flitwise::test {

/// Rows of a file below `FLITWISE_TEST_DATA`; `#` begins a comment.
/// Errors: throws std::runtime_error unless there are `rows` rows of `columns` numbers each.
template <typename Number>
std::vector<std::vector<Number>> read_numbers(const std::string& file, std::size_t rows,
                                              std::size_t columns) {
  std::ifstream in(std::string(FLITWISE_TEST_DATA) + "/" + file);
  std::vector<std::vector<Number>> table;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::vector<Number> row;
    for (Number number; words >> number;) row.push_back(number);
    if (row.empty()) continue;
    if (row.size() != columns || !words.eof()) throw std::runtime_error(file + ": " + line);
    table.push_back(row);
  }
  if (table.size() != rows) throw std::runtime_error(file + ": wrong number of rows");
  return table;
}

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SUPPORT_NUMBER_TABLE_H_
