#include "tests/sim/language/bad_files.h"

#include <algorithm>
#include <filesystem>

#include "tests/sim/support.h"

namespace flitwise::test {

std::vector<std::string> files_of(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(FLITWISE_TEST_DATA "/") + folder))
    files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

std::string expected_message(const std::string& file) {
  const std::string text = read_text(file);
  return text.substr(2, text.find('\n') - 2);
}

}  // namespace flitwise::test
