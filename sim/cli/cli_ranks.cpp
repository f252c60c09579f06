#include "sim/cli/cli_ranks.h"

#include <fmt/format.h>

#include <chrono>
#include <ostream>
#include <sstream>
#include <thread>

#include "sim/cli/commands.h"
#include "sim/run/process/interrupt.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

// What all processes find wrong the first one tells, and whoever has started them ends the others.
constexpr std::chrono::seconds kFirstTells{2};

}  // namespace

std::string refuse_ranks(const RankPlace& place, const RunArguments& arguments,
                         const std::vector<Scenario>& scenarios) {
  const auto refusal = [&](const std::string& what, const char* rule) {
    return fmt::format("{}: {} processes share one run: {}", what, place.ranks, rule);
  };
  if (arguments.files.size() > 1)
    return refusal(fmt::format("{} scenarios", arguments.files.size()), "give one file");
  if (!arguments.waves.empty())
    return refusal("--waves", "each has some of the routers, and waves show all");
  for (const Scenario& scenario : scenarios) {
    if (scenario.options.threads != 1)
      return refusal("options.threads", "each goes through its routers in one thread");
    if (scenario.options.build == Build::kElaborated)
      return refusal("options.build", "the network's top is one model");
  }
  return refuse_mpi();
}

std::string refuse_command_of_ranks(const RankPlace& place, bool is_part, bool has_parts) {
  if (!place.is_shared() || is_part) return {};
  return fmt::format(
      "each of {} processes would do all of it, since they share runs of `flitwise "
      "run` alone: {}",
      place.ranks,
      has_parts ? "--shard auto has each do its part, then start it alone to --merge"
                : "start it alone");
}

int refuse_ranks_once(const RankPlace& place, const std::string& command, const std::string& rule,
                      const Console& console) {
  if (place.is_first()) return refuse(command, rule, console);
  std::this_thread::sleep_for(kFirstTells);
  return static_cast<int>(Outcome::kBadInput);
}

int run_beside(const RankPlace& place, const RunArguments& arguments, const Session& session) {
  std::ostringstream said;
  const Console quiet{said, said};
  const Session silent{session.families, session.runner, quiet, session.settings};
  std::vector<Scenario> scenarios;
  for (ScenarioReading& reading : read_scenarios(arguments.files, silent))
    scenarios.push_back(std::move(*reading.scenario));
  for (Scenario& scenario : scenarios)
    scenario.options.threads = arguments.threads.value_or(scenario.options.threads);
  std::string refused = said.str();
  if (!scenarios.empty()) refused = refuse_ranks(place, arguments, scenarios);
  if (!refused.empty()) {
    std::this_thread::sleep_for(kFirstTells);
    return refuse(place.name(), refused, session.console);
  }
  const InterruptScope interrupts;
  const Result result = run_with_progress(scenarios[0], request_of(arguments), run_in_rank, quiet);
  throw_if_interrupted();
  const bool is_ours = result.outcome == Outcome::kNoEnd && result.broke_off &&
                       result.problems.front().rfind(place.name(), 0) == 0;
  if (!is_ours) return 0;
  session.console.error << "flitwise: error: " << escaped(result.problems.front()) << "\n";
  return static_cast<int>(Outcome::kNoEnd);
}

RunRequest request_of(const RunArguments& arguments) {
  RunRequest request;
  request.keep_events = arguments.diagram || !arguments.events.empty() ||
                        !arguments.trace.empty() || !arguments.report.empty();
  request.trace = parse_window(arguments.trace_steps, arguments.trace_nodes);
  return request;
}

}  // namespace flitwise
