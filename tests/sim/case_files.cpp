#include "tests/sim/case_files.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "tests/sim/support.h"

namespace flitwise::test {
namespace {

namespace fs = std::filesystem;

const std::string kMark = "=== ";

void add_cases(const fs::path& file, std::vector<Case>& cases) {
  std::istringstream lines(read_text(file));
  bool is_in_case = false;
  std::string blanks;  // belong to the text if more of it follows
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, kMark.size(), kMark) == 0) {
      const std::string name = line.substr(kMark.size());
      cases.push_back({name, file.parent_path() / (name + ".yaml"), ""});
      is_in_case = true;
      blanks.clear();
    } else if (line.empty()) {
      blanks += "\n";
    } else if (is_in_case) {
      cases.back().text += blanks + line + "\n";
      blanks.clear();
    } else if (line[0] != '#') {
      throw std::runtime_error(file.string() + ": '" + line + "' belongs to no case");
    }
  }
}

}  // namespace

std::string Case::message() const { return text.substr(2, text.find('\n') - 2); }

std::vector<Case> cases_of(const std::string& folder) {
  std::vector<Case> cases;
  for (const auto& entry : fs::directory_iterator(std::string(FLITWISE_TEST_DATA "/") + folder)) {
    const fs::path& path = entry.path();
    if (path.extension() == ".test")
      add_cases(path, cases);
    else
      cases.push_back({path.stem(), path, read_text(path)});
  }
  const auto has_lesser_name = [](const Case& a, const Case& b) { return a.name < b.name; };
  std::sort(cases.begin(), cases.end(), has_lesser_name);
  for (std::size_t i = 1; i < cases.size(); ++i)
    if (cases[i].name == cases[i - 1].name)
      throw std::runtime_error(folder + ": two cases are named " + cases[i].name);
  return cases;
}

Case case_of(const std::string& folder, const std::string& name) {
  for (const Case& one : cases_of(folder))
    if (one.name == name) return one;
  throw std::out_of_range("no case is named " + name);
}

}  // namespace flitwise::test
