// case_files.h: texts with a mistake and what is said of it, many in a file.
//
// A case file opens with comments. Each case is a line `=== NAME` and the text below it, up to the
// blank line before the next. The text is read as if it were NAME.yaml beside the case file, so
// that its lines count from the one below its name, which is "# MESSAGE".
#ifndef FLITWISE_TESTS_SIM_CASE_FILES_H_
#define FLITWISE_TESTS_SIM_CASE_FILES_H_

#include <ostream>
#include <string>
#include <vector>

namespace flitwise::test {

struct Case {
  std::string name;
  std::string
      path;  ///< of the file that it stands for, which is there if it is none of a case file
  std::string text;

  /// What its first line says: "LINE:COLUMN: error: KEY: 'VALUE' RULE", what() without the file.
  std::string message() const;
};
inline void PrintTo(const Case& one, std::ostream* stream) { *stream << one.path; }

/// All cases of a folder below `FLITWISE_TEST_DATA`, sorted by name: those of its `.test` files,
/// and its other files, which are a case each, because they are no text or are read by other cases.
/// Errors: throws std::runtime_error for text before the first case and for a name that is there
/// twice.
std::vector<Case> cases_of(const std::string& folder);

/// Errors: throws std::out_of_range if there is no such case.
Case case_of(const std::string& folder, const std::string& name);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SIM_CASE_FILES_H_
