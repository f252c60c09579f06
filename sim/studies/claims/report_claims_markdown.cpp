// report_claims_markdown.cpp: decided claims as a document.

#include <fmt/format.h>

#include "sim/studies/claims/claim_points.h"
#include "sim/studies/claims/report_claims.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

constexpr const char* kPreface =
    "# What the papers claim, held against RTL\n\n"
    "Written by `flitwise claims --markdown docs/claims.md`, which runs every case below on the\n"
    "routers, or computes it where no run can decide, and takes the verdicts from what comes out; "
    "a\n"
    "test holds this file against it. The claims are in `sim/claims/*.yaml`, in our own words.\n\n"
    "* **holds**: what the paper says came out in every case.\n"
    "* **corrected**: it did not, in the paper's own range and convention; the formula given "
    "instead\n"
    "  did in every case.\n"
    "* **refuted**: it did not; a witness contradicts it.\n"
    "* **answered**: the paper leaves it open; the answer came out in every case.\n\n"
    "Of the readings that the paper's own text and figures allow, a verdict takes the one most\n"
    "favourable to the authors, which stands below the table where it decides. *Arguable* names "
    "the\n"
    "reading, or the convention, just outside of them by which the verdict would be another one.\n"
    "*Reconstructed*: the copy at hand has lost formulas, and the statement is read out of what "
    "is\n"
    "left. *Rests on*: runs on RTL; a computation; or both. *Shown by* is the first case that\n"
    "contradicts the paper, or the last of those that agree. Times are steps; finish is the step "
    "in\n"
    "which the last flit arrives.\n";

std::string in_cell(const std::string& text) { return replaced(text, {{'|', "\\|"}, {'\n', " "}}); }

bool has_details(const Claim& claim) {
  return claim.is_of_paper() && !(claim.reading.empty() && claim.arguable.empty());
}

// As GitHub makes it of the heading of a claim's details.
std::string anchor_of(const std::string& id) {
  std::string anchor;
  for (const char c : id)
    if (c != '.') anchor += c;
  return anchor;
}

// "31 runs", "computation, 10 cases", "both, 2 runs and 3 computations".
std::string basis_cell(const DecidedClaim& decided) {
  const std::size_t runs = count_runs(decided);
  const std::size_t checks = decided.points.size() - runs;
  const ClaimBasis basis = basis_of(*decided.claim);
  if (basis == ClaimBasis::kRuns) return counted(runs, "run");
  const std::string name = basis_name(basis);
  if (basis == ClaimBasis::kComputation) return name + ", " + counted(runs + checks, "case");
  if (checks == 0) return name + ", " + counted(runs, "run") + " held against computations";
  return name + ", " + counted(runs, "run") + " and " + counted(checks, "computation");
}

std::string claim_row(const DecidedClaim& decided) {
  const Claim& claim = *decided.claim;
  std::string verdict = "**" + verdict_name(decided.verdict) + "**";
  if (!claim.arguable.empty()) verdict += ", arguable";
  if (has_details(claim)) verdict = fmt::format("[{}](#{})", verdict, anchor_of(claim.id));
  if (!decided.as_expected()) verdict = "**" + verdict_text(decided) + "**";
  return fmt::format("| `{}` | {} | {} | {} | {} | {} | {} |\n", claim.id, in_cell(claim.text),
                     in_cell(place_text(claim)), verdict, in_cell(decided.range),
                     basis_cell(decided), in_cell(text_of(telling_point(decided))));
}

std::string result_row(const DecidedClaim& decided) {
  const Claim& claim = *decided.claim;
  return fmt::format("| `{}` | {} | **{}** | {} | {} | {} |\n", claim.id, in_cell(claim.text),
                     verdict_text(decided), in_cell(decided.range), basis_cell(decided),
                     in_cell(text_of(telling_point(decided))));
}

std::string details_of(const DecidedClaim& decided) {
  const Claim& claim = *decided.claim;
  std::string text = fmt::format("\n#### `{}`\n\n{}, **{}**: {}\n\n", claim.id, place_text(claim),
                                 verdict_text(decided), claim.text);
  const auto line = [&](const char* name, const std::string& note) {
    if (!note.empty()) text += fmt::format("* {}: {}\n", name, note);
  };
  line(claim.expected == ClaimVerdict::kAnswered ? "What the paper leaves open"
                                                 : "What the paper says",
       claim.reading);
  line("Instead", claim.instead);
  line("Shown by", text_of(telling_point(decided)));
  line("Arguable", claim.arguable);
  return text;
}

template <typename Keep>
std::vector<const DecidedClaim*> kept(const DecidedPaper& paper, Keep&& keep) {
  std::vector<const DecidedClaim*> claims;
  for (const DecidedClaim& decided : paper.claims)
    if (keep(*decided.claim)) claims.push_back(&decided);
  return claims;
}

std::string section_of(const DecidedPaper& paper) {
  std::string text = fmt::format("\n## {}\n\n{}\n", paper.paper->name, paper.paper->title);
  const auto theirs = kept(paper, [](const Claim& claim) { return claim.is_of_paper(); });
  const auto detailed = kept(paper, has_details);
  const auto ours = kept(paper, [](const Claim& claim) { return !claim.is_of_paper(); });
  if (!theirs.empty())
    text +=
        "\n| id | what the paper says | place | verdict | decided for | rests on | shown by |\n"
        "|---|---|---|---|---|---|---|\n";
  for (const DecidedClaim* decided : theirs) text += claim_row(*decided);
  if (!detailed.empty())
    text += fmt::format("\n### What the paper on {} says, and what came out\n", paper.paper->name);
  for (const DecidedClaim* decided : detailed) text += details_of(*decided);
  if (!ours.empty())
    text += fmt::format(
        "\n### Results of our own on {}\n\n"
        "| id | result | verdict | decided for | rests on | shown by "
        "|\n|---|---|---|---|---|---|\n",
        paper.paper->name);
  for (const DecidedClaim* decided : ours) text += result_row(*decided);
  return text;
}

std::string counts_row(const std::string& name, const std::vector<DecidedPaper>& papers) {
  const ClaimTotals t = totals_of(papers, ClaimOwner::kPapers);
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", name, t.claims,
                     t.holds, t.corrected, t.refuted, t.answered, t.arguable, t.reconstructed,
                     t.by_runs, t.by_computation, t.by_both);
}

std::string own_row(const std::string& name, const std::vector<DecidedPaper>& papers) {
  const ClaimTotals t = totals_of(papers, ClaimOwner::kProject);
  return fmt::format("| {} | {} | {} | {} | {} | {} |\n", name, t.claims, t.holds, t.by_runs,
                     t.by_computation, t.by_both);
}

std::string counts(const std::vector<DecidedPaper>& papers) {
  std::string text =
      "\nStatements of the papers:\n\n"
      "| paper | claims | hold | corrected | refuted | answered | arguable | reconstructed "
      "| by runs | by computation | by both |\n|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const DecidedPaper& paper : papers)
    if (totals_of({paper}, ClaimOwner::kPapers).claims > 0)
      text += counts_row(fmt::format("[{0}](#{0})", paper.paper->name), {paper});
  text += counts_row("all", papers);
  text +=
      "\nResults of our own:\n\n"
      "| beside | results | hold | by runs | by computation | by both "
      "|\n|---|---|---|---|---|---|\n";
  for (const DecidedPaper& paper : papers)
    text += own_row(fmt::format("[{0}](#results-of-our-own-on-{0})", paper.paper->name), {paper});
  text += own_row("all", papers);
  const ClaimTotals all = totals_of(papers, ClaimOwner::kAll);
  return text + fmt::format("\nBoth tables rest on {} cases, {} of them runs on RTL.\n",
                            all.runs + all.checks, all.runs);
}

}  // namespace

std::string claims_to_markdown(const std::vector<DecidedPaper>& papers) {
  std::string text = kPreface + counts(papers);
  for (const DecidedPaper& paper : papers) text += section_of(paper);
  return text;
}

}  // namespace flitwise
