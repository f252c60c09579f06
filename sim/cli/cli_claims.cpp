#include "sim/cli/cli_claims.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <ostream>

#include "sim/cli/arguments/cli_outputs.h"
#include "sim/console/console.h"
#include "sim/run/process/interrupt.h"
#include "sim/studies/claims/agreement/claim_agreement.h"
#include "sim/studies/claims/claim_runs.h"
#include "sim/studies/claims/report_claims.h"
#include "sim/studies/claims/report_claims_markdown.h"

namespace flitwise {
namespace {

int exit_status(const std::vector<DecidedPaper>& papers) {
  std::vector<Outcome> outcomes;
  for (const DecidedPaper& paper : papers)
    for (const DecidedClaim& decided : paper.claims) {
      if (decided.as_expected()) continue;
      outcomes.push_back(Outcome::kFail);
      for (const DecidedPoint& point : decided.points)
        if (!point.trouble.empty()) outcomes.push_back(point.outcome);
    }
  return exit_status(outcomes);
}

// No output may replace another one, or a file that was read.
std::string refuse_clashes(const ClaimsArguments& arguments, const std::vector<PaperCases>& papers,
                           const std::vector<std::string>& files) {
  std::map<std::string, std::string> owners;
  for (const std::string& file : files) owners[resolved_path(file)] = "claims";
  for (const PaperCases& paper : papers)
    for (const ClaimCases& one : paper.claims)
      for (const ClaimPoint& point : one.points) {
        if (!point.scenario) continue;
        owners.emplace(resolved_path(point.scenario->file), "scenario");
        for (const std::string& input : point.scenario->inputs)
          owners.emplace(resolved_path(input), "scenario's input");
      }
  const std::pair<const char*, const std::string*> outputs[] = {{"document", &arguments.markdown},
                                                                {"results", &arguments.json},
                                                                {"report", &arguments.junit},
                                                                {"page", &arguments.report}};
  for (const auto& [purpose, path] : outputs) {
    if (path->empty() || *path == "-" || is_special_file(*path)) continue;
    const auto [place, is_new] = owners.emplace(resolved_path(*path), purpose);
    if (!is_new)
      return fmt::format("{}: is wanted for the {} and for the {}; give one of them another name",
                         *path, place->second, purpose);
  }
  return {};
}

void print_list(const std::vector<Paper>& papers, std::ostream& stream) {
  for (const Paper& paper : papers) {
    stream << paper.name << ": " << paper.title << "\n";
    for (const Claim& claim : paper.claims)
      stream << fmt::format("  {:<26} {:<10} {}: {}\n", claim.id, verdict_name(claim.expected),
                            place_text(claim), claim.text);
  }
}

bool takes_standard_output(const ClaimsArguments& arguments) {
  return arguments.json == "-" || arguments.markdown == "-" || arguments.junit == "-";
}

void print_results(const std::vector<DecidedPaper>& papers, const ClaimsArguments& arguments,
                   const Readers& readers) {
  const Detail detail = arguments.verbose ? Detail::kAllChecks : Detail::kFailures;
  readers.stream << render_claims(papers, readers.width, readers.colour)
                 << render_claim_details(papers, detail, readers.colour) << "\n"
                 << render_claim_summary(papers, "\n") << "\n";
}

int run_and_report(const ClaimsArguments& arguments, const std::vector<PaperCases>& papers,
                   Runner runner, const Console& console) {
  const InterruptScope interrupts;
  TextSink markdown(arguments.markdown, console.out);
  TextSink json(arguments.json, console.out);
  TextSink junit(arguments.junit, console.out);
  TextSink page(arguments.report, console.out);
  const std::vector<DecidedPaper> decided =
      run_and_decide(papers, arguments.processes, runner, console);
  throw_if_interrupted();
  print_results(
      decided, arguments,
      readers_of(takes_standard_output(arguments) ? StandardOutput::kTaken : StandardOutput::kFree,
                 console));
  markdown.write(claims_to_markdown(decided));
  for (const DecidedPaper& paper : decided) json.write(claims_to_json(paper));
  junit.write(claims_to_junit(decided));
  if (!arguments.report.empty()) page.write(claims_page(decided, arguments, runner));
  markdown.commit();
  json.commit();
  junit.commit();
  page.commit();
  return exit_status(decided);
}

// Errors of each file, so that what is left out can be counted for it.
std::size_t print_complaints(const ErrorList& errors, const std::string& file,
                             const Console& console) {
  print_errors(errors.sorted(), file, 1, console);
  return errors.size();
}

int check_claims(const std::vector<Paper>& papers, const std::vector<PaperCases>& cases,
                 const Console& console) {
  std::size_t complaints = 0;
  std::size_t claims = 0;
  std::size_t points = 0;
  for (const PaperCases& paper : cases) {
    ErrorList errors;
    for (const ClaimCases& one : paper.claims) {
      check_agreement(*one.claim, one.points, errors);
      ++claims;
      points += one.points.size();
    }
    complaints += print_complaints(errors, paper.claims.front().claim->at.text->file, console);
  }
  ErrorList repeated;
  check_repetition(papers, repeated);
  complaints += print_complaints(repeated, "these files", console);
  const std::string what = fmt::format("{} claim{} with {} case{}", claims, claims == 1 ? "" : "s",
                                       points, points == 1 ? "" : "s");
  if (complaints == 0)
    console.out << what << ": texts, ranges and cases belong together\n";
  else
    console.error << fmt::format("{}: {} complaint{}\n", what, complaints,
                                 complaints == 1 ? "" : "s");
  return complaints == 0 ? 0 : static_cast<int>(Outcome::kFail);
}

constexpr const char* kHelp =
    R"(Every theorem, formula, table and figure of the papers that can be checked stands as a claim in
sim/claims/*.yaml, with the scenarios that decide it. This runs them on the routers, computes each
verdict from what is measured, and compares it with the expected one:

  holds      what the paper says was measured in every case
  corrected  it was not; the formula that the file gives instead was measured in every case
  refuted    a witness contradicts it
  answered   the paper leaves it open; the answer was measured in every case
  undecided  a run went wrong, or neither formula fits; never expected

sim/claims/README.md describes the files; FILE may be files of one's own.

  flitwise claims --paper fat-trees
  flitwise claims --id trees.theorem-3 -v
  flitwise claims --check
  flitwise claims --markdown docs/claims.md --json claims.jsonl --junit claims.xml

F may be - for standard output (not for pages); the table then goes to standard error.

Exit status: 0 every verdict as expected, 1 one is not, or --check has a complaint, 2 bad input, or an output that cannot be
written, 3 a run did not end.
)";

}  // namespace

void add_claims_options(CLI::App& command, ClaimsArguments& arguments) {
  const auto file = [&command](const char* name, std::string& value, const char* text) {
    command.add_option(name, value, text)->type_name("F")->check([](const std::string& given) {
      return std::string(given.empty() ? "needs a file name" : "");
    });
  };
  command.add_option("FILE", arguments.files, "Files of claims (default: the project's)")
      ->type_name("");
  command.add_option("--paper", arguments.papers, "Only this paper; repeatable")
      ->allow_extra_args(false)
      ->type_name("NAME");
  command.add_option("--id", arguments.ids, "Only this claim; repeatable")
      ->allow_extra_args(false)
      ->type_name("ID");
  command
      .add_option("--source", arguments.sources,
                  "Only claims of this source: paper, reconstruction, project; repeatable")
      ->allow_extra_args(false)
      ->type_name("S");
  command
      .add_option("--max-parallel", arguments.processes,
                  "Runs at a time (default: one per processor)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  file("--markdown", arguments.markdown, "Write the table as a document");
  file("--json", arguments.json, "Write one JSON object per claim, one per line");
  file("--junit", arguments.junit, "Write JUnit XML, a case per claim");
  file("--report", arguments.report, "Write one page for browsers, with what shows each verdict");
  command.add_flag("--list", arguments.list, "Run nothing: print the claims and expected verdicts");
  command.add_flag("--check", arguments.check,
                   "Run nothing: say where a claim's text, range and cases do not belong together");
  command.add_flag("-v,--verbose", arguments.verbose, "Print every case of every claim");
  command.footer(kHelp);
}

int decide_claims(const ClaimsArguments& arguments, Runner runner, const Console& console) {
  const std::string command = "flitwise claims";
  const std::vector<std::string> files = arguments.files.empty() ? claim_files() : arguments.files;
  std::vector<Paper> papers = read_papers(files, console);
  if (papers.empty()) return kBadInput;
  const std::string refusal =
      select_claims(papers, {arguments.papers, arguments.ids, arguments.sources});
  if (!refusal.empty()) return refuse(command, refusal, console);
  if (arguments.report == "-")
    return refuse(command, "--report -: a page for browsers needs a file", console);
  if (arguments.list || arguments.check) {
    const char* quiet = arguments.list ? "--list" : "--check";
    for (const auto& [option, file] :
         {std::pair{"--markdown", arguments.markdown}, std::pair{"--json", arguments.json},
          std::pair{"--junit", arguments.junit}, std::pair{"--report", arguments.report}})
      if (!file.empty()) return refuse(command, needs_runs(option, quiet), console);
  }
  if (arguments.list && arguments.check)
    return refuse(command, "--list and --check: one at a time", console);
  if (arguments.list) {
    print_list(papers, console.out);
    return 0;
  }
  const std::vector<PaperCases> cases = spread_out(papers, console);
  if (cases.empty()) return kBadInput;
  if (arguments.check) return check_claims(papers, cases, console);
  const std::string clash = refuse_clashes(arguments, cases, files);
  if (!clash.empty()) return refuse(command, clash, console);
  try {
    return run_and_report(arguments, cases, runner, console);
  } catch (const ConfigError& error) {
    print_errors({error}, error.file(), 1, console);
    return kBadInput;
  }
}

}  // namespace flitwise
