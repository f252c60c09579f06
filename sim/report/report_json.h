// report_json.h: results and events as JSON Lines.
#ifndef FLITWISE_SIM_REPORT_REPORT_JSON_H_
#define FLITWISE_SIM_REPORT_REPORT_JSON_H_

#include <string>

#include "sim/run/figures/result.h"

namespace flitwise {

/// One line of JSON with everything about a run but its events, ending in a newline.
/// Shape: the keys and their order are the same for every run; those of `measured` and `predicted`
///        are the family's and the algorithm's.
std::string result_to_json(const Result& result);

/// One line of JSON for one flit crossing one link, ending in a newline.
/// Shape: `value_name` is what the family calls the event's value, empty where it has none;
///        certificates have a `stream`.
std::string event_to_json(const LinkEvent& event, const std::string& value_name);

/// "pass", "fail", "no end" or "cannot run".
std::string outcome_name(Outcome outcome);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_REPORT_JSON_H_
