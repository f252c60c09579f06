// bad_files.h: files that must be refused, each with the message in its first line.
#ifndef FLITWISE_TESTS_SIM_LANGUAGE_BAD_FILES_H_
#define FLITWISE_TESTS_SIM_LANGUAGE_BAD_FILES_H_

#include <string>
#include <vector>

namespace flitwise::test {

/// All files of a folder below `FLITWISE_TEST_DATA`, sorted.
std::vector<std::string> files_of(const std::string& folder);

/// What the first line says: "# LINE:COLUMN: error: KEY: 'VALUE' RULE", what() without the file's
/// name.
std::string expected_message(const std::string& file);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SIM_LANGUAGE_BAD_FILES_H_
