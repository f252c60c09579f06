#include "sim/studies/claims/claim_runs.h"

#include <map>
#include <ostream>
#include <utility>

#include "sim/console/console.h"
#include "sim/console/progress_bar.h"
#include "sim/run/process/parallel_runs.h"
#include "sim/studies/claims/claim_range.h"
#include "sim/studies/claims/claim_reader.h"

namespace flitwise {
namespace {

std::size_t print_mistakes(const ErrorList& errors, const std::string& file,
                           const Console& console) {
  print_errors(errors.sorted(), file, 1, console);
  return errors.size();
}

// Results by scenario, of everything that runs.
using Results = std::map<const Scenario*, Result>;

Results run_all(const std::vector<PaperCases>& papers, std::size_t processes, Runner runner,
                const Console& console) {
  std::vector<const Scenario*> scenarios;
  for (const PaperCases& paper : papers)
    for (const ClaimCases& one : paper.claims)
      for (const ClaimPoint& point : one.points)
        for (const auto* scenario : {&point.scenario, &point.against})
          if (*scenario) scenarios.push_back(&**scenario);
  ProgressBar progress("claims", scenarios.size(), console.error, console.error_is_terminal);
  ParallelLimits limits;
  limits.processes = processes;
  Results results;
  run_in_parallel(
      scenarios, runner, limits,
      [&](std::size_t index, Result result) {
        results[scenarios[index]] = std::move(result);
        progress.finish_one(ProgressBar::Passed::kYes);  // some must fail to show what they show
      },
      [&](std::size_t running) { progress.show(running); });
  return results;
}

DecidedClaim decide(const ClaimCases& one, const Results& results) {
  DecidedClaim decided{one.claim, ClaimVerdict::kUndecided, {}, one.range};
  const auto result_of = [&](const std::optional<Scenario>& scenario) {
    return scenario ? &results.at(&*scenario) : nullptr;
  };
  for (const ClaimPoint& point : one.points)
    decided.points.push_back(
        decide_point(point, result_of(point.scenario), result_of(point.against)));
  decided.verdict = verdict_of(*one.claim, decided.points);
  return decided;
}

}  // namespace

std::vector<Paper> read_papers(const std::vector<std::string>& files, const Console& console) {
  std::vector<Paper> papers;
  std::size_t mistakes = 0;
  for (const std::string& file : files) {
    ErrorList errors;
    std::optional<Paper> paper = read_paper(file, errors);
    mistakes += print_mistakes(errors, file, console);
    if (paper) papers.push_back(std::move(*paper));
  }
  if (mistakes == 0) return papers;
  print_error_count(mistakes, console);
  return {};
}

std::vector<PaperCases> spread_out(const std::vector<Paper>& papers, const Console& console) {
  std::vector<PaperCases> all;
  std::size_t mistakes = 0;
  for (const Paper& paper : papers) {
    all.push_back({&paper, {}});
    for (const Claim& claim : paper.claims) {
      ErrorList errors;
      ClaimCases cases{&claim, points_of(claim, errors), {}};
      if (errors.empty())
        errors.attempt([&] { cases.range = fill_range(claim.range, cases.points); });
      all.back().claims.push_back(std::move(cases));
      mistakes += print_mistakes(errors, claim.at.text->file, console);
    }
  }
  if (mistakes == 0) return all;
  print_error_count(mistakes, console);
  return {};
}

std::vector<DecidedPaper> run_and_decide(const std::vector<PaperCases>& papers,
                                         std::size_t processes, Runner runner,
                                         const Console& console) {
  const Results results = run_all(papers, processes, runner, console);
  std::vector<DecidedPaper> all;
  for (const PaperCases& paper : papers) {
    all.push_back({paper.paper, {}});
    for (const ClaimCases& one : paper.claims) all.back().claims.push_back(decide(one, results));
  }
  return all;
}

}  // namespace flitwise
