// rows.h: tables of numbers in text files.
#ifndef FLITWISE_TESTS_THEORY_TORUS_ROWS_H_
#define FLITWISE_TESTS_THEORY_TORUS_ROWS_H_

#include <string>
#include <vector>

namespace flitwise::test {

/// One line of a table, in words.
struct Row {
  std::string line;
  std::vector<std::string> words;

  int number(std::size_t column) const { return std::stoi(words.at(column)); }
  /// "8,8,8" as numbers.
  std::vector<int> list(std::size_t column) const;
};

/// Lines of tests/data/`name` that are neither blank nor begin with #.
/// Errors: throws std::runtime_error for a file that cannot be read or has another number of rows.
std::vector<Row> read_rows(const std::string& name, std::size_t count);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_TORUS_ROWS_H_
