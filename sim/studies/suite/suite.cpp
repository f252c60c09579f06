#include "sim/studies/suite/suite.h"

#include <fmt/format.h>

#include <filesystem>

#include "sim/console/sinks.h"
#include "sim/run/process/interrupt.h"
#include "sim/studies/suite/trouble.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

constexpr const char* kFailureFolder = "check-failures";

std::vector<std::string> names_of(const Suite& suite) {
  std::vector<std::string> names;
  for (const SuiteCase& one : suite) names.push_back(one.scenario().name);
  return names;
}

// Runs a failed scenario again and keeps waves and events of the part where it went wrong.
void record(SuiteCase& one, const std::filesystem::path& place, Runner runner,
            const Console& console) {
  ScenarioOutputs outputs;
  outputs.events = place.string() + ".events.jsonl";
  outputs.waves = place.string() + ".fst";
  name_wave_files(outputs);
  ScenarioSinks sinks(outputs, console.out);
  RunRequest request;
  request.keep_events = true;
  request.waves = sinks.waves_path();
  request.trace = window_of(one.result);
  const Result again = run_with_progress(one.scenario(), request, runner, console);
  throw_if_interrupted();
  if (again.broke_off) {
    one.result.notes.push_back("run again with waves, it broke off and left none" +
                               (again.problems.empty() ? "" : ": " + again.problems.front()));
    return;
  }
  sinks.write(one.scenario(), again, request.trace);
  for (const std::string& file : {outputs.waves, outputs.layout, outputs.nodes, outputs.events})
    one.attachments.push_back(std::filesystem::absolute(file).lexically_normal().string());
  one.result.notes.push_back("waves of " + window_text(request.trace) + ": " + outputs.waves);
}

}  // namespace

std::vector<Result> results_of(const Suite& suite) {
  std::vector<Result> results;
  for (const SuiteCase& one : suite) results.push_back(one.result);
  return results;
}

void hold_against(const Baseline& baseline, const std::string& file, Suite& suite) {
  for (SuiteCase& one : suite) {
    if (one.result.broke_off) continue;
    for (const std::string& change : baseline.changes(one.result)) {
      one.result.problems.push_back(fmt::format("baseline {}: {}", file, change));
      if (one.result.outcome == Outcome::kPass) one.result.outcome = Outcome::kFail;
    }
  }
}

void record_failures(Suite& suite, const std::string& directory, Runner runner,
                     const Console& console) {
  const std::vector<std::string> slugs = distinct_slugs(names_of(suite));
  const std::string folder = directory.empty() ? kFailureFolder : directory;
  for (std::size_t i = 0; i < suite.size(); ++i) {
    SuiteCase& one = suite[i];
    if (one.result.outcome == Outcome::kPass || one.result.broke_off) continue;
    make_directory(folder);
    record(one, std::filesystem::path(folder) / slugs[i], runner, console);
  }
}

}  // namespace flitwise
