#include "sim/studies/claims/claim_runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>
#include <utility>

#include "sim/language/scenario_error.h"
#include "sim/run/process/parallel_runs.h"
#include "sim/studies/claims/agreement/claim_words.h"
#include "sim/studies/claims/claim.h"
#include "sim/studies/claims/claim_points.h"
#include "sim/text/report_text.h"
#include "systemc/network/models/installation.h"

namespace flitwise {
namespace {

bool asks_for(const std::vector<std::string>& wanted, const std::string& word) {
  return wanted.empty() || contains(wanted, word);
}

std::string refuse_unknown(const char* option, const std::vector<std::string>& wanted,
                           const std::vector<std::string>& known) {
  for (const std::string& word : wanted)
    if (!contains(known, word)) {
      std::string hint = did_you_mean(word, known);
      if (known.size() <= 8) hint = fmt::format("; known: {}", fmt::join(known, ", "));
      if (hint.empty()) hint = "; --list names them all";
      return fmt::format("{} {}: there is none of this name{}", option, escaped(word), hint);
    }
  return {};
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
  Results results;
  run_all_with_progress("claims", scenarios, runner, limits_of(processes, 0), console,
                        [&](std::size_t index, Result result) {
                          results[scenarios[index]] = std::move(result);
                          return true;  // some must fail to show what they show
                        });
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

std::vector<std::string> claim_files() {
  std::vector<std::string> files;
  const std::filesystem::path folder =
      std::filesystem::path(installation().sources) / "sim" / "claims";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

std::string select_claims(std::vector<Paper>& papers, const ClaimWishes& wishes) {
  std::vector<std::string> all_names;
  std::vector<std::string> all_ids;
  for (const Paper& paper : papers) {
    all_names.push_back(paper.name);
    for (const Claim& claim : paper.claims) {
      if (contains(all_ids, claim.id))
        return fmt::format("two files have a claim {}", escaped(claim.id));
      all_ids.push_back(claim.id);
    }
  }
  std::string refusal = refuse_unknown("--paper", wishes.papers, all_names);
  if (refusal.empty()) refusal = refuse_unknown("--id", wishes.ids, all_ids);
  if (refusal.empty()) refusal = refuse_unknown("--source", wishes.sources, source_names());
  if (!refusal.empty()) return refusal;

  for (Paper& paper : papers) {
    const auto goes = [&](const Claim& claim) {
      return !(asks_for(wishes.papers, paper.name) && asks_for(wishes.ids, claim.id) &&
               asks_for(wishes.sources, source_name(claim.source)));
    };
    paper.claims.erase(std::remove_if(paper.claims.begin(), paper.claims.end(), goes),
                       paper.claims.end());
  }
  papers.erase(std::remove_if(papers.begin(), papers.end(),
                              [](const Paper& paper) { return paper.claims.empty(); }),
               papers.end());
  if (papers.empty()) return "no claim has all of this --paper, --id and --source";
  return {};
}

std::size_t print_mistakes(const ErrorList& errors, const std::string& file,
                           const Console& console) {
  print_errors(errors.sorted(), file, 1, console);
  return errors.size();
}

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
