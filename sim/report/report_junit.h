// report_junit.h: results as JUnit XML, as CI servers read it.
#ifndef FLITWISE_SIM_REPORT_REPORT_JUNIT_H_
#define FLITWISE_SIM_REPORT_REPORT_JUNIT_H_

#include <string>
#include <utility>
#include <vector>

namespace flitwise {

/// One case of a suite. Texts are UTF-8 and are escaped here.
struct JunitCase {
  std::string classname;
  std::string name;
  std::string file;  ///< may be empty
  double seconds = 0;
  std::vector<std::pair<std::string, std::string>> properties;  ///< seed and cycles, for example
  /// "failure" or "error" as the schema tells them apart; empty for a case that passed.
  std::string kind;
  std::string message;                   ///< of a failure, one line
  std::string text;                      ///< of a failure, lines
  std::vector<std::string> attachments;  ///< files
};

/// The whole document. Attachments are named as `[[ATTACHMENT|path]]`, which CI servers collect.
std::string junit_xml(const std::string& suite, const std::vector<JunitCase>& cases);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_REPORT_JUNIT_H_
