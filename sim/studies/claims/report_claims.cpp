#include "sim/studies/claims/report_claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "sim/report/page/report_html.h"
#include "sim/report/report_data.h"
#include "sim/report/report_table.h"
#include "sim/studies/claims/claim_points.h"
#include "sim/text/report_text.h"
#include "sim/version.h"

namespace flitwise {
namespace {

constexpr std::size_t kUsualWidth = 190;
constexpr std::size_t kWidestPlace = 26;
constexpr std::size_t kWidestFigure = 56;
constexpr std::size_t kLeastClaim = 24;
constexpr std::size_t kWidestId = 48;
constexpr std::size_t kOtherColumns =
    70;  // id, basis, number of cases, verdict and gaps, as a rule

std::vector<const DecidedClaim*> all_of(const std::vector<DecidedPaper>& papers) {
  std::vector<const DecidedClaim*> all;
  for (const DecidedPaper& paper : papers)
    for (const DecidedClaim& decided : paper.claims) all.push_back(&decided);
  return all;
}

std::string held_text(const std::string& what, const std::optional<Held>& held) {
  if (!held) return {};
  return fmt::format(", {} {} {} ({})", what, held->relation, number_text(held->value),
                     held->holds ? "true" : "false");
}

std::string detail_line(const DecidedPoint& point) {
  std::string values = text_of(point.point->values);
  if (!values.empty()) values += ": ";
  if (!point.trouble.empty()) return fmt::format("{}{}: {}", values, point.what, point.trouble);
  return fmt::format("{}{}: {} = {}{}{}{}", values, point.what, point.point->of->measure.text,
                     number_text(point.measured), held_text(point.point->of->speaker, point.paper),
                     held_text("truth", point.truth), held_text("witness", point.witness));
}

std::string verdicts_text(const ClaimTotals& totals) {
  std::string text = fmt::format("{} hold, {} corrected, {} refuted, {} answered", totals.holds,
                                 totals.corrected, totals.refuted, totals.answered);
  if (totals.undecided > 0) text += fmt::format(", {} undecided", totals.undecided);
  if (totals.reconstructed + totals.arguable > 0)
    text += fmt::format("; {} reconstructed, {} arguable", totals.reconstructed, totals.arguable);
  return text;
}

using Json = nlohmann::ordered_json;

// Whole numbers as such; measured ones are, and so are most of the others.
Json number(double value) {
  const auto whole = static_cast<std::int64_t>(value);
  return static_cast<double>(whole) == value ? Json(whole) : Json(value);
}

Json held(const std::optional<Held>& statement) {
  if (!statement) return nullptr;
  return {{"relation", statement->relation},
          {"value", number(statement->value)},
          {"holds", statement->holds}};
}

Json values_of(const std::vector<Binding>& values) {
  Json json = Json::object();
  for (const Binding& binding : values) json[binding.name] = value_text(binding.value);
  return json;
}

Json point_to_json(const DecidedPoint& point) {
  Json json;
  json["values"] = values_of(point.point->values);
  json["on_rtl"] = point.point->scenario.has_value();
  json["what"] = point.what;
  json["outcome"] = outcome_name(point.outcome);
  json["measure"] = point.point->of->measure.text;
  json["measured"] = point.trouble.empty() ? number(point.measured) : Json(nullptr);
  json["paper"] = held(point.paper);
  json["truth"] = held(point.truth);
  json["witness"] = held(point.witness);
  if (!point.trouble.empty()) json["trouble"] = point.trouble;
  return json;
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json claim_to_json(const Paper& paper, const DecidedClaim& decided) {
  const Claim& claim = *decided.claim;
  Json json;
  json["id"] = claim.id;
  json["paper"] = paper.name;
  json["source"] = source_name(claim.source);
  json["place"] = text_or_null(claim.place);
  json["claim"] = claim.text;
  json["range"] = decided.range;
  json["reading"] = text_or_null(claim.reading);
  json["arguable"] = text_or_null(claim.arguable);
  json["instead"] = text_or_null(claim.instead);
  json["rests_on"] = basis_name(basis_of(claim));
  json["verdict"] = verdict_name(decided.verdict);
  json["expected"] = verdict_name(claim.expected);
  json["ok"] = decided.as_expected();
  json["shown_by"] = text_of(telling_point(decided));
  json["cases"] = Json::array();
  for (const DecidedPoint& point : decided.points) json["cases"].push_back(point_to_json(point));
  json["version"] = kVersion;
  return json;
}

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

std::string command_for(const Shown& shown, const std::vector<std::string>& files) {
  std::vector<std::string> words{"flitwise", "claims"};
  words.insert(words.end(), files.begin(), files.end());
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
  add("Reading", claim.reading);
  add("Instead", claim.instead);
  add("Arguable", claim.arguable);
  add("Decided for", decided.range);
  return text + fmt::format("\nShown by {}: {}", point.what, text_of(point));
}

ReportItem item_of(const Shown& shown, const std::vector<std::string>& files) {
  const Claim& claim = *shown.decided->claim;
  ReportFacts facts;
  if (shown.result) facts = facts_of(*shown.result, "");
  facts.name = claim.id;
  facts.verdict = verdict_name(shown.decided->verdict);
  facts.ok = shown.decided->as_expected();
  facts.about = about(*shown.decided, *shown.point);
  facts.cases = case_lines(*shown.decided);
  facts.command = command_for(shown, files);
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

}  // namespace

std::string verdict_text(const DecidedClaim& decided) {
  const std::string verdict = verdict_name(decided.verdict);
  if (decided.as_expected())
    return verdict + (decided.claim->arguable.empty() ? "" : " (arguable)");
  return fmt::format("{}, EXPECTED: {}", verdict, verdict_name(decided.claim->expected));
}

std::string place_text(const Claim& claim) {
  if (!claim.is_of_paper()) return "our own";
  return claim.place + (claim.source == ClaimSource::kReconstruction ? ", reconstructed" : "");
}

std::vector<std::string> case_lines(const DecidedClaim& decided) {
  std::vector<std::string> lines;
  for (const DecidedPoint& point : decided.points) lines.push_back(detail_line(point));
  return lines;
}

std::string render_claims(const std::vector<DecidedPaper>& papers, std::size_t width,
                          Colour colour) {
  const std::vector<const DecidedClaim*> claims = all_of(papers);
  const std::size_t room = width > 0 ? width : kUsualWidth;
  const std::size_t taken = kOtherColumns + kWidestPlace + kWidestFigure;
  const std::size_t text_width = room > taken + kLeastClaim ? room - taken : kLeastClaim;
  using D = const DecidedClaim*;
  std::vector<TextColumn> columns;
  const auto words = [&](const char* heading, std::size_t widest, auto&& cell) {
    columns.push_back(make_column(heading, Align::kLeft, claims,
                                  [&](D d) { return cut_to_width(cell(d), widest); }));
  };
  words("claim", kWidestId, [](D d) { return d->claim->id; });
  words("place", kWidestPlace, [](D d) { return place_text(*d->claim); });
  words("what it says", text_width, [](D d) { return d->claim->text; });
  words("rests on", kWidestFigure, [](D d) { return basis_name(basis_of(*d->claim)); });
  columns.push_back(make_column("cases", Align::kRight, claims,
                                [](D d) { return std::to_string(d->points.size()); }));
  words("shown by", kWidestFigure, [](D d) { return text_of(telling_point(*d)); });
  words("verdict", kWidestFigure, [](D d) { return verdict_text(*d); });
  std::vector<Outcome> outcomes;
  for (const DecidedClaim* decided : claims)
    outcomes.push_back(decided->as_expected() ? Outcome::kPass : Outcome::kFail);
  return render_columns(columns, outcomes, colour, width);
}

std::string render_claim_details(const std::vector<DecidedPaper>& papers, Detail detail,
                                 Colour colour, std::size_t width) {
  constexpr std::size_t kIndent = 4;
  std::string text;
  const auto add = [&](const std::string& line) {
    text += "  " + wrapped(line, kIndent, width) + "\n";
  };
  for (const DecidedClaim* decided : all_of(papers)) {
    const bool is_good = decided->as_expected();
    if (is_good && detail == Detail::kFailures) continue;
    text += fmt::format("\n{}: {}\n", decided->claim->id,
                        painted(verdict_text(*decided), is_good, colour));
    add(decided->claim->text);
    const std::pair<const char*, const std::string*> notes[] = {
        {"range", &decided->range},
        {"the paper says", &decided->claim->reading},
        {"instead", &decided->claim->instead},
        {"arguable", &decided->claim->arguable}};
    for (const auto& [name, note] : notes)
      if (!note->empty()) add(fmt::format("{}: {}", name, *note));
    for (const std::string& line : case_lines(*decided)) add(line);
  }
  return text;
}

std::string render_claim_summary(const std::vector<DecidedPaper>& papers,
                                 const std::string& between) {
  const ClaimTotals theirs = totals_of(papers, ClaimOwner::kPapers);
  const ClaimTotals ours = totals_of(papers, ClaimOwner::kProject);
  const ClaimTotals all = totals_of(papers, ClaimOwner::kAll);
  std::string text;
  if (theirs.claims > 0)
    text += counted(theirs.claims, "claim") + " of the papers: " + verdicts_text(theirs) + between;
  if (ours.claims > 0) {
    text += fmt::format("{} of our own: {} hold", counted(ours.claims, "result"), ours.holds);
    if (ours.undecided > 0) text += fmt::format(", {} undecided", ours.undecided);
    text += between;
  }
  text += fmt::format("{}: {} on RTL, {}", counted(all.runs + all.checks, "case"),
                      counted(all.runs, "run"), counted(all.checks, "computation"));
  if (all.unexpected > 0) text += fmt::format("; {} NOT AS EXPECTED", all.unexpected);
  return text;
}

std::string claims_to_json(const DecidedPaper& paper) {
  std::string text;
  for (const DecidedClaim& decided : paper.claims)
    text +=
        claim_to_json(*paper.paper, decided).dump(-1, ' ', false, Json::error_handler_t::replace) +
        "\n";
  return text;
}

std::string claims_to_junit(const std::vector<DecidedPaper>& papers) {
  std::vector<JunitCase> cases;
  for (const DecidedPaper& paper : papers) {
    for (const DecidedClaim& decided : paper.claims) {
      JunitCase one;
      one.classname = "claims." + paper.paper->name;
      one.name = decided.claim->id;
      one.properties = {{"verdict", verdict_name(decided.verdict)},
                        {"source", source_name(decided.claim->source)},
                        {"rests_on", basis_name(basis_of(*decided.claim))},
                        {"cases", std::to_string(decided.points.size())}};
      if (!decided.as_expected()) {
        one.kind = "failure";
        one.message = fmt::format("{}, expected {}: {}", verdict_name(decided.verdict),
                                  verdict_name(decided.claim->expected), decided.claim->text);
        one.text =
            render_claim_details({{paper.paper, {decided}}}, Detail::kAllChecks, Colour::kNever);
      }
      cases.push_back(std::move(one));
    }
  }
  return junit_xml("flitwise claims", cases);
}

std::string claims_page(const std::vector<DecidedPaper>& papers,
                        const std::vector<std::string>& files, const std::string& command,
                        Runner runner, const ParallelLimits& limits) {
  ReportPage page;
  page.title = "Flitwise claims";
  page.summary = render_claim_summary(papers, "; ");
  page.command = command;
  std::size_t first = 0;
  for (const DecidedPaper& paper : papers) {
    page.tables.push_back(table_of(paper, first));
    first += paper.claims.size();
    for (const DecidedClaim& decided : paper.claims) page.ok = page.ok && decided.as_expected();
  }
  EventRoom room;
  for (Shown& shown : run_what_is_shown(papers, runner, limits)) {
    if (shown.result) room.fit(*shown.result);
    page.items.push_back(item_of(shown, files));
  }
  return render_page(page);
}

}  // namespace flitwise
