#include "sim/claims/report_claims.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/report_columns.h"
#include "sim/report_text.h"

namespace flitwise {
namespace {

constexpr std::size_t kUsualWidth = 190;
constexpr std::size_t kWidestPlace = 26;
constexpr std::size_t kWidestFigure = 56;
constexpr std::size_t kLeastClaim = 24;
constexpr std::size_t kWidestId = 48;
constexpr std::size_t kOtherColumns = 58;  // id, number of cases, verdict and gaps, as a rule

std::vector<const DecidedClaim*> all_of(const std::vector<DecidedPaper>& papers) {
  std::vector<const DecidedClaim*> all;
  for (const DecidedPaper& paper : papers)
    for (const DecidedClaim& decided : paper.claims) all.push_back(&decided);
  return all;
}

std::string held_text(const char* what, const std::optional<Held>& held) {
  if (!held) return {};
  return fmt::format(", {} {} {} ({})", what, held->relation, number_text(held->value),
                     held->holds ? "true" : "false");
}

std::string detail_line(const DecidedPoint& point) {
  std::string values = text_of(point.point->values);
  if (!values.empty()) values += ": ";
  if (!point.trouble.empty()) return fmt::format("{}{}: {}", values, point.what, point.trouble);
  return fmt::format("{}{}: {} = {}{}{}{}", values, point.what, point.point->of->measure.text,
                     number_text(point.measured), held_text("paper", point.paper),
                     held_text("truth", point.truth), held_text("witness", point.witness));
}

std::string in_cell(const std::string& text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|') cell += '\\';
    cell += c == '\n' ? ' ' : c;
  }
  return cell;
}

std::string markdown_row(const DecidedClaim& decided) {
  const Claim& claim = *decided.claim;
  const std::size_t runs = count_runs(decided);
  const std::size_t checks = decided.points.size() - runs;
  std::string decided_by;
  if (runs > 0) decided_by = fmt::format("{} run{}", runs, runs == 1 ? "" : "s");
  if (checks > 0)
    decided_by += fmt::format("{}{} check{}", runs > 0 ? ", " : "", checks, checks == 1 ? "" : "s");
  return fmt::format("| `{}` | {} | {} | {} | **{}** | {} | {} | {} |\n", claim.id,
                     in_cell(claim.place), in_cell(claim.text), in_cell(claim.range),
                     verdict_text(decided), in_cell(claim.instead),
                     in_cell(text_of(telling_point(decided))), decided_by);
}

std::size_t count(const std::vector<const DecidedClaim*>& claims, ClaimVerdict verdict) {
  return static_cast<std::size_t>(
      std::count_if(claims.begin(), claims.end(),
                    [&](const DecidedClaim* decided) { return decided->verdict == verdict; }));
}

std::string counts_row(const std::string& name, const std::vector<const DecidedClaim*>& claims) {
  std::size_t points = 0;
  std::size_t runs = 0;
  for (const DecidedClaim* decided : claims) {
    points += decided->points.size();
    runs += count_runs(*decided);
  }
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", name, claims.size(),
                     count(claims, ClaimVerdict::kHolds), count(claims, ClaimVerdict::kCorrected),
                     count(claims, ClaimVerdict::kRefuted), runs, points - runs);
}

constexpr const char* kPreface =
    "# What the papers claim, held against RTL\n\n"
    "Written by `flitwise claims --markdown docs/claims.md`, which runs every case below on the\n"
    "routers and computes the verdicts from what it measures; a test holds this file against it.\n"
    "The claims are in `sim/claims/*.yaml`, in our own words.\n\n"
    "* **holds**: what the paper says was measured in every case.\n"
    "* **corrected**: it was not, and the formula given instead was measured in every case.\n"
    "* **refuted**: a witness contradicts it.\n\n"
    "*Shown by* is the first case that contradicts the paper, or the last of those that agree.\n"
    "*Decided by*: runs on RTL, and checks, which compute what no run can show. Times are steps;\n"
    "finish is the step in which the last flit arrives.\n";

}  // namespace

std::string verdict_text(const DecidedClaim& decided) {
  const std::string verdict = verdict_name(decided.verdict);
  if (decided.as_expected()) return verdict;
  return fmt::format("{}, EXPECTED: {}", verdict, verdict_name(decided.claim->expected));
}

std::vector<std::string> case_lines(const DecidedClaim& decided) {
  std::vector<std::string> lines;
  for (const DecidedPoint& point : decided.points) lines.push_back(detail_line(point));
  return lines;
}

std::size_t count_runs(const DecidedClaim& decided) {
  return static_cast<std::size_t>(
      std::count_if(decided.points.begin(), decided.points.end(),
                    [](const DecidedPoint& point) { return point.point->scenario.has_value(); }));
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
  words("place", kWidestPlace, [](D d) { return d->claim->place; });
  words("what it says", text_width, [](D d) { return d->claim->text; });
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
    if (!decided->claim->instead.empty())
      text += fmt::format("  instead: {}\n", decided->claim->instead);
    for (const std::string& line : case_lines(*decided)) text += "  " + line + "\n";
  }
  return text;
}

std::string render_claim_summary(const std::vector<DecidedPaper>& papers) {
  const std::vector<const DecidedClaim*> claims = all_of(papers);
  std::size_t points = 0;
  std::size_t runs = 0;
  std::size_t unexpected = 0;
  for (const DecidedClaim* decided : claims) {
    points += decided->points.size();
    runs += count_runs(*decided);
    unexpected += decided->as_expected() ? 0 : 1;
  }
  std::string text =
      fmt::format("{} claim{}: {} hold, {} corrected, {} refuted", claims.size(),
                  claims.size() == 1 ? "" : "s", count(claims, ClaimVerdict::kHolds),
                  count(claims, ClaimVerdict::kCorrected), count(claims, ClaimVerdict::kRefuted));
  const std::size_t undecided = count(claims, ClaimVerdict::kUndecided);
  if (undecided > 0) text += fmt::format(", {} undecided", undecided);
  text += fmt::format("; {} cases, {} of them runs on RTL", points, runs);
  return text + (unexpected == 0 ? "\n" : fmt::format("; {} NOT AS EXPECTED\n", unexpected));
}

std::string claims_to_markdown(const std::vector<DecidedPaper>& papers) {
  std::string text = kPreface;
  text +=
      "\n| | claims | hold | corrected | refuted | runs | checks "
      "|\n|---|---|---|---|---|---|---|\n";
  for (const DecidedPaper& paper : papers)
    text += counts_row(fmt::format("[{0}](#{0})", paper.paper->name), all_of({paper}));
  text += counts_row("all", all_of(papers));
  for (const DecidedPaper& paper : papers) {
    text += fmt::format("\n## {}\n\n{}\n\n", paper.paper->name, paper.paper->title);
    text += "| id | place | claim | range | verdict | instead | shown by | decided by |\n";
    text += "|---|---|---|---|---|---|---|---|\n";
    for (const DecidedClaim& decided : paper.claims) text += markdown_row(decided);
  }
  return text;
}

}  // namespace flitwise
