// number_table.h: golden tables of numbers and words from tests/data.
#ifndef FLITWISE_TESTS_SUPPORT_NUMBER_TABLE_H_
#define FLITWISE_TESTS_SUPPORT_NUMBER_TABLE_H_

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace flitwise::test {

/// One line of a table, in words.
struct Row {
  std::string line;
  std::vector<std::string> words;

  int number(std::size_t column) const { return std::stoi(words.at(column)); }
  /// "8,8,8" as numbers.
  std::vector<int> list(std::size_t column) const {
    std::vector<int> numbers;
    std::istringstream text(words.at(column));
    for (std::string item; std::getline(text, item, ',');) numbers.push_back(std::stoi(item));
    return numbers;
  }
};

/// Rows of a file below `FLITWISE_TEST_DATA`; `#` begins a comment.
/// Errors: throws std::runtime_error for another number of rows.
inline std::vector<Row> read_rows(const std::string& file, std::size_t count) {
  std::ifstream in(std::string(FLITWISE_TEST_DATA) + "/" + file);
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    std::istringstream text(line.substr(0, line.find('#')));
    Row row{line, {}};
    for (std::string word; text >> word;) row.words.push_back(word);
    if (!row.words.empty()) rows.push_back(row);
  }
  if (rows.size() != count)
    throw std::runtime_error(file + " has " + std::to_string(rows.size()) + " rows");
  return rows;
}

/// The same of numbers alone.
/// Errors: throws std::runtime_error unless there are `columns` numbers in each row.
template <typename Number>
std::vector<std::vector<Number>> read_numbers(const std::string& file, std::size_t count,
                                              std::size_t columns) {
  std::vector<std::vector<Number>> table;
  for (const Row& row : read_rows(file, count)) {
    table.emplace_back();
    for (const std::string& word : row.words) {
      std::istringstream text(word);
      Number number{};
      if (!(text >> number) || !text.eof()) throw std::runtime_error(file + ": " + row.line);
      table.back().push_back(number);
    }
    if (table.back().size() != columns) throw std::runtime_error(file + ": " + row.line);
  }
  return table;
}

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SUPPORT_NUMBER_TABLE_H_
