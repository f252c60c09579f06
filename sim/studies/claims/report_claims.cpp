#include "sim/studies/claims/report_claims.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/report/report_columns.h"
#include "sim/studies/claims/claim_range.h"
#include "sim/text/report_text.h"

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

std::string counted(std::size_t number, const char* one, const char* many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
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
                                 Colour colour) {
  std::string text;
  for (const DecidedClaim* decided : all_of(papers)) {
    const bool is_good = decided->as_expected();
    if (is_good && detail == Detail::kFailures) continue;
    text += fmt::format("\n{}: {}\n  {}\n", decided->claim->id,
                        painted(verdict_text(*decided), is_good, colour), decided->claim->text);
    const std::pair<const char*, const std::string*> notes[] = {
        {"range", &decided->range},
        {"the paper says", &decided->claim->reading},
        {"instead", &decided->claim->instead},
        {"arguable", &decided->claim->arguable}};
    for (const auto& [name, note] : notes)
      if (!note->empty()) text += fmt::format("  {}: {}\n", name, *note);
    for (const std::string& line : case_lines(*decided)) text += "  " + line + "\n";
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
    text += counted(theirs.claims, "claim", "claims") + " of the papers: " + verdicts_text(theirs) +
            between;
  if (ours.claims > 0) {
    text += fmt::format("{} of our own: {} hold", counted(ours.claims, "result", "results"),
                        ours.holds);
    if (ours.undecided > 0) text += fmt::format(", {} undecided", ours.undecided);
    text += between;
  }
  text += fmt::format("{}: {} on RTL, {}", counted(all.runs + all.checks, "case", "cases"),
                      counted(all.runs, "run", "runs"),
                      counted(all.checks, "computation", "computations"));
  if (all.unexpected > 0) text += fmt::format("; {} NOT AS EXPECTED", all.unexpected);
  return text;
}

}  // namespace flitwise
