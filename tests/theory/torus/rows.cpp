#include "tests/theory/torus/rows.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace flitwise::test {

std::vector<int> Row::list(std::size_t column) const {
  std::vector<int> numbers;
  std::istringstream text(words.at(column));
  for (std::string item; std::getline(text, item, ',');) numbers.push_back(std::stoi(item));
  return numbers;
}

std::vector<Row> read_rows(const std::string& name, std::size_t count) {
  std::ifstream file(std::string(FLITWISE_TEST_DATA) + "/" + name);
  if (!file) throw std::runtime_error(name + " cannot be read");
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    rows.push_back({line, {}});
    std::istringstream text(line);
    for (std::string word; text >> word;) rows.back().words.push_back(word);
  }
  if (rows.size() != count)
    throw std::runtime_error(name + " has " + std::to_string(rows.size()) + " rows");
  return rows;
}

}  // namespace flitwise::test
