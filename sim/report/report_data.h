// report_data.h: results for programs: JSON Lines, and JUnit XML as CI servers read it.
#ifndef FLITWISE_SIM_REPORT_REPORT_DATA_H_
#define FLITWISE_SIM_REPORT_REPORT_DATA_H_

#include <string>
#include <utility>
#include <vector>

#include "sim/run/family/refused_variant.h"
#include "sim/run/figures/result.h"

namespace flitwise {

/// One line of JSON with everything about a run but its events, ending in a newline.
/// Shape: the keys and their order are the same for every run; those of `measured` and `predicted`
///        are the family's and the algorithm's.
std::string result_to_json(const Result& result);
/// The same, and under `refused` the variants that could not be run beside it: their settings and
/// the rule.
std::string result_to_json(const Result& result, const std::vector<RefusedVariant>& refused);

/// One line of JSON for one flit crossing one link, ending in a newline.
/// Shape: `value_name` is what the family calls the event's value, empty where it has none;
///        certificates have a `stream`.
std::string event_to_json(const LinkEvent& event, const std::string& value_name);

/// "pass", "fail", "no end" or "cannot run".
std::string outcome_name(Outcome outcome);

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

#endif  // FLITWISE_SIM_REPORT_REPORT_DATA_H_
