#include "sim/report/page/report_suite.h"

#include <algorithm>
#include <utility>

#include "sim/report/report_command.h"
#include "sim/report/report_table.h"
#include "sim/run/process/interrupt.h"

namespace flitwise {

RunRequest request_for_page() {
  RunRequest request;
  request.keep_events = true;
  request.most_events = kMostSuiteEvents;
  return request;
}

std::vector<Result> run_for_page(const std::vector<const Scenario*>& scenarios, Runner runner,
                                 const ParallelLimits& limits) {
  std::vector<Result> results(scenarios.size());
  run_in_parallel(
      scenarios, runner, limits,
      [&](std::size_t i, Result result) { results[i] = std::move(result); }, {},
      request_for_page());
  throw_if_interrupted();
  return results;
}

ReportPage page_of_runs(const std::string& title, const std::vector<Result>& results,
                        std::vector<std::string> command, const std::string& file) {
  std::vector<Outcome> outcomes;
  for (const Result& result : results) outcomes.push_back(result.outcome);
  ReportPage page;
  page.title = title;
  page.summary = one_line(render_summary(results));
  page.ok = std::all_of(outcomes.begin(), outcomes.end(),
                        [](Outcome outcome) { return outcome == Outcome::kPass; });
  page.command = page_command(std::move(command), file);
  page.tables = {table_of_items(run_columns(results, Cells::kWhole), outcomes)};
  return page;
}

std::string page_command(std::vector<std::string> words, const std::string& file) {
  words.emplace_back("--report");
  words.push_back(file);
  return command_line(words);
}

std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace flitwise
