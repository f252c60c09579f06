// suite_files.h: which scenario files a suite has.
#ifndef FLITWISE_SIM_STUDIES_SUITE_SUITE_FILES_H_
#define FLITWISE_SIM_STUDIES_SUITE_SUITE_FILES_H_

#include <stdexcept>
#include <string>
#include <vector>

namespace flitwise {

/// A path or pattern of a suite that cannot be used; the message names it.
class SuiteError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Folders : bool { kFlat, kRecursive };

/// The files as they are, and of folders their `*.yaml` and `*.yml`, sorted; each file once.
/// Errors: throws SuiteError for what is not there, cannot be read or holds no scenario file.
std::vector<std::string> suite_files(const std::vector<std::string>& paths, Folders folders);

/// Whether the scenario is wanted: its name or its file fits one of the shell patterns, or there
/// are none. A pattern behind a `!` keeps what fits it out.
bool fits_filters(const std::string& name, const std::string& file,
                  const std::vector<std::string>& filters);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SUITE_SUITE_FILES_H_
