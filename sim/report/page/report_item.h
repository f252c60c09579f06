// report_item.h: one run as a page for browsers needs it.
#ifndef FLITWISE_SIM_REPORT_PAGE_REPORT_ITEM_H_
#define FLITWISE_SIM_REPORT_PAGE_REPORT_ITEM_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sim/language/scenario.h"
#include "sim/run/figures/result.h"

namespace flitwise {

/// Events that a page holds of one run if it is there for few of them; more would make browsers
/// slow.
inline constexpr std::size_t kMostReportedEvents = 400'000;
/// Events that a page of a suite holds of one run, and of all together.
inline constexpr std::int64_t kMostSuiteEvents = 20'000;
inline constexpr std::int64_t kMostEventsOfAll = 500'000;

/// What a page shows of a run, or of anything else that has checks.
struct ReportItem {
  std::string facts;   ///< a JSON object
  std::string events;  ///< a JSON array of seven numbers an event; empty: nothing is drawn
};

/// Everything but the drawings; all texts may be empty.
struct ReportFacts {
  std::string name;
  std::string verdict;
  bool ok = true;
  std::string about;
  std::vector<Check> checks;
  std::vector<std::pair<std::string, std::string>> unpredicted;  ///< figures without a check
  std::vector<std::string> problems;
  std::vector<std::string> notes;
  std::vector<std::string> cases;  ///< a line each
  std::string command;             ///< that reproduces it
};

ReportFacts facts_of(const Result& result, const std::string& command);

/// Something that is not drawn because nothing of it ran.
ReportItem report_item(const ReportFacts& facts);

/// A run and its drawings, of the events that `result` still has; of more than kMostReportedEvents
/// the first, and a note says so. Where there were events and `result` has none, a sentence says
/// how to get a page of this run alone.
ReportItem report_item(const ReportFacts& facts, const Scenario& scenario, const Result& result);

/// How many events pages of suites still have room for. Runs take it in the order of the page.
class EventRoom {
 public:
  /// Drops the events of a result that do not fit.
  void fit(Result& result);

 private:
  std::int64_t left_ = kMostEventsOfAll;
};

/// The shortest JSON text; bytes that are no UTF-8 are replaced.
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_PAGE_REPORT_ITEM_H_
