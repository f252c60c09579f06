#include "sim/studies/suite/suite_files.h"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "sim/console/report_file.h"

namespace flitwise {
namespace {

namespace fs = std::filesystem;

bool is_scenario(const fs::directory_entry& entry) {
  const fs::path extension = entry.path().extension();
  return entry.is_regular_file() && (extension == ".yaml" || extension == ".yml");
}

template <typename Iterator>
std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (Iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (is_scenario(*entry)) files.push_back(entry->path().string());
  if (error) throw SuiteError(folder + ": error: cannot be read: " + error.message());
  if (files.empty()) throw SuiteError(folder + ": error: holds no scenario files (*.yaml, *.yml)");
  std::sort(files.begin(), files.end());
  return files;
}

bool fits(const std::string& pattern, const std::string& name, const std::string& file) {
  return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0 ||
         ::fnmatch(pattern.c_str(), file.c_str(), 0) == 0;
}

}  // namespace

std::vector<std::string> suite_files(const std::vector<std::string>& paths, Folders folders) {
  std::vector<std::string> all;
  std::set<std::string> seen;
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status))
      throw SuiteError(path + ": error: cannot be read: " +
                       (error ? error.message() : "No such file or directory"));
    std::vector<std::string> files{path};
    if (fs::is_directory(status))
      files = folders == Folders::kRecursive ? files_in<fs::recursive_directory_iterator>(path)
                                             : files_in<fs::directory_iterator>(path);
    for (std::string& file : files)
      if (seen.insert(resolved_path(file)).second) all.push_back(std::move(file));
  }
  return all;
}

bool fits_filters(const std::string& name, const std::string& file,
                  const std::vector<std::string>& filters) {
  bool is_wanted = false;
  bool has_wish = false;
  for (const std::string& filter : filters) {
    if (!filter.empty() && filter.front() == '!') {
      if (fits(filter.substr(1), name, file)) return false;
      continue;
    }
    has_wish = true;
    is_wanted = is_wanted || fits(filter, name, file);
  }
  return is_wanted || !has_wish;
}

}  // namespace flitwise
