#include "sim/studies/claims/claims_page.h"

#include <fmt/format.h>

#include <utility>

#include "sim/report/page/report_suite.h"
#include "sim/report/report_command.h"
#include "sim/studies/claims/claim_range.h"

namespace flitwise {
namespace {

// The case that shows a claim's verdict, after it has run once more; no result where nothing runs.
struct Shown {
  const DecidedClaim* decided = nullptr;
  const DecidedPoint* point = nullptr;
  std::optional<Result> result;
};

std::vector<Shown> run_what_is_shown(const std::vector<DecidedPaper>& papers, Runner runner,
                                     const ParallelLimits& limits) {
  std::vector<Shown> all;
  std::vector<const Scenario*> scenarios;
  for (const DecidedPaper& paper : papers)
    for (const DecidedClaim& decided : paper.claims) {
      all.push_back({&decided, &telling_point(decided), std::nullopt});
      const auto& scenario = all.back().point->point->scenario;
      if (scenario) scenarios.push_back(&*scenario);
    }
  std::vector<Result> results = run_for_page(scenarios, runner, limits);
  std::size_t next = 0;
  for (Shown& shown : all)
    if (shown.point->point->scenario) shown.result = std::move(results[next++]);
  return all;
}

std::string command_for(const Shown& shown, const ClaimsArguments& arguments) {
  std::vector<std::string> words{"flitwise", "claims"};
  words.insert(words.end(), arguments.files.begin(), arguments.files.end());
  words.insert(words.end(), {"--id", shown.decided->claim->id, "-v"});
  std::string command = command_line(words);
  if (shown.result) command += "\n\n" + command_with_scenario(*shown.point->point->scenario);
  return command;
}

std::string about(const DecidedClaim& decided, const DecidedPoint& point) {
  const Claim& claim = *decided.claim;
  std::string text = place_text(claim) + ": " + claim.text;
  const auto add = [&](const char* name, const std::string& note) {
    if (!note.empty()) text += fmt::format("\n{}: {}", name, note);
  };
  add("What the paper says", claim.reading);
  add("Instead", claim.instead);
  add("Arguable", claim.arguable);
  add("Decided for", decided.range);
  return text + fmt::format("\nShown by {}: {}", point.what, text_of(point));
}

ReportItem item_of(const Shown& shown, const ClaimsArguments& arguments) {
  const Claim& claim = *shown.decided->claim;
  ReportFacts facts;
  if (shown.result) facts = facts_of(*shown.result, "");
  facts.name = claim.id;
  facts.verdict = verdict_name(shown.decided->verdict);
  facts.ok = shown.decided->as_expected();
  facts.about = about(*shown.decided, *shown.point);
  facts.cases = case_lines(*shown.decided);
  facts.command = command_for(shown, arguments);
  if (!shown.result) return report_item(facts);
  return report_item(facts, *shown.point->point->scenario, *shown.result);
}

ReportTable table_of(const DecidedPaper& paper, std::size_t first_item) {
  using D = const DecidedClaim&;
  ReportTable table;
  table.title = paper.paper->name + ": " + paper.paper->title;
  const auto words = [&](const char* heading, auto&& cell) {
    table.columns.push_back(make_column(heading, Align::kLeft, paper.claims, cell));
  };
  words("claim", [](D d) { return d.claim->id; });
  words("place", [](D d) { return place_text(*d.claim); });
  words("what it says", [](D d) { return d.claim->text; });
  words("instead", [](D d) { return d.claim->instead; });
  words("rests on", [](D d) { return basis_name(basis_of(*d.claim)); });
  words("shown by", [](D d) { return text_of(telling_point(d)); });
  table.columns.push_back(make_column("cases", Align::kRight, paper.claims,
                                      [](D d) { return std::to_string(d.points.size()); }));
  words("verdict", [](D d) { return verdict_text(d); });
  for (std::size_t i = 0; i < paper.claims.size(); ++i) {
    table.good.push_back(paper.claims[i].as_expected());
    table.items.emplace_back(first_item + i);
  }
  return table;
}

std::vector<std::string> words_of(const ClaimsArguments& arguments) {
  std::vector<std::string> words{"flitwise", "claims"};
  words.insert(words.end(), arguments.files.begin(), arguments.files.end());
  for (const std::string& paper : arguments.papers) words.insert(words.end(), {"--paper", paper});
  for (const std::string& source : arguments.sources)
    words.insert(words.end(), {"--source", source});
  for (const std::string& id : arguments.ids) words.insert(words.end(), {"--id", id});
  return words;
}

}  // namespace

std::string claims_page(const std::vector<DecidedPaper>& papers, const ClaimsArguments& arguments,
                        Runner runner) {
  ParallelLimits limits;
  limits.processes = arguments.processes;
  ReportPage page;
  page.title = "Flitwise claims";
  page.summary = render_claim_summary(papers, "; ");
  page.command = page_command(words_of(arguments), arguments.report);
  std::size_t first = 0;
  for (const DecidedPaper& paper : papers) {
    page.tables.push_back(table_of(paper, first));
    first += paper.claims.size();
    for (const DecidedClaim& decided : paper.claims) page.ok = page.ok && decided.as_expected();
  }
  EventRoom room;
  for (Shown& shown : run_what_is_shown(papers, runner, limits)) {
    if (shown.result) room.fit(*shown.result);
    page.items.push_back(item_of(shown, arguments));
  }
  return render_page(page);
}

}  // namespace flitwise
