// report_html.h: runs as one page for browsers, which loads nothing from anywhere.
#ifndef FLITWISE_SIM_REPORT_PAGE_REPORT_HTML_H_
#define FLITWISE_SIM_REPORT_PAGE_REPORT_HTML_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "sim/language/scenario_yaml.h"
#include "sim/report/report_table.h"
#include "sim/run/figures/result.h"
#include "sim/run/process/parallel_runs.h"

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

/// A table on a page. Shape: `items`, the page's that rows open, and `good` have an entry per row;
/// the last column's cells are verdicts, painted by `good` and shown first. Without verdicts `good`
/// is empty.
struct ReportTable {
  std::string title;
  std::vector<TextColumn> columns;
  std::vector<bool> good;
  std::vector<std::optional<std::size_t>> items;
};

/// The table whose rows are the page's items, in their order.
ReportTable table_of_items(std::vector<TextColumn> columns, const std::vector<Outcome>& outcomes);

/// What a page shows: tables, plots, and of one item at a time its checks, with their sources, the
/// diagram of space and time, the network with the use of its links, step by step, and how to
/// reproduce it.
struct ReportPage {
  std::string title;
  std::string summary;  ///< "41 scenarios: 41 passed, 0 failed"
  bool ok = true;
  std::string command;  ///< that writes this page again
  std::vector<ReportTable> tables;
  std::vector<std::string> plots;  ///< SVG
  std::vector<ReportItem> items;
};

/// The page's text. The same page gives the same bytes.
std::string render_page(const ReportPage& page);

/// What a run of a suite shall leave for a page: its events, if they are few enough to be drawn.
RunRequest request_for_page();

/// Runs scenarios again for the sake of their events. Shape: a result per scenario.
/// Errors: throws Interrupted, std::system_error.
std::vector<Result> run_for_page(const std::vector<const Scenario*>& scenarios, Runner runner,
                                 const ParallelLimits& limits);

/// A page with one table, of the results, whose items follow. `command` are the words that write
/// it; `file` is where they do.
ReportPage page_of_runs(const std::string& title, const std::vector<Result>& results,
                        std::vector<std::string> command, const std::string& file);

/// The words and `--report FILE`, as one line.
std::string page_command(std::vector<std::string> words, const std::string& file);

/// A text without the end of its last line.
std::string one_line(std::string text);

/// The words as one line, quoted for a shell.
std::string command_line(const std::vector<std::string>& words);

/// The words and `--set KEY=VALUE` for each of the settings.
std::vector<std::string> with_settings(std::vector<std::string> words,
                                       const std::vector<Setting>& settings);

/// The command line that runs a scenario file again and prints every check.
std::string command_to_reproduce(const std::string& file, const std::vector<Setting>& settings);

/// The same for a scenario that no file holds as it ran: lines that write the file, where the files
/// are found that it reads, and run it.
std::string command_with_scenario(const Scenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_PAGE_REPORT_HTML_H_
