// cli_claims.cpp: `flitwise claims`: what the papers claim, decided on the routers.
#include <fmt/format.h>

#include <ostream>

#include "sim/cli/commands.h"
#include "sim/console/outputs.h"
#include "sim/report/page/report_html.h"
#include "sim/run/process/interrupt.h"
#include "sim/studies/claims/agreement/claim_agreement.h"
#include "sim/studies/claims/claim_runs.h"
#include "sim/studies/claims/report_claims.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

// Empty texts: not asked for; "-": standard output.
struct ClaimsArguments {
  std::vector<std::string> files;  // none: those of the project
  std::vector<std::string> papers;
  std::vector<std::string> ids;
  std::vector<std::string> sources;
  std::size_t processes = 0;  // at a time; 0: as many as there are processors
  std::string markdown;
  std::string json;
  std::string junit;
  std::string report;
  bool list = false;
  bool check = false;
  bool verbose = false;
};

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
  FileOwners owners;
  for (const std::string& file : files) owners.add_input(file, "claims");
  for (const PaperCases& paper : papers)
    for (const ClaimCases& one : paper.claims)
      for (const ClaimPoint& point : one.points) {
        if (!point.scenario) continue;
        owners.add_input(point.scenario->file, "scenario");
        for (const std::string& input : point.scenario->inputs)
          owners.add_input(input, "scenario's input");
      }
  for (const auto& [purpose, file] :
       {std::pair{"document", arguments.markdown}, std::pair{"results", arguments.json},
        std::pair{"report", arguments.junit}, std::pair{"page", arguments.report}})
    if (const std::string refusal = owners.refuse_output(file, purpose); !refusal.empty())
      return refusal;
  return {};
}

void print_list(const std::vector<Paper>& papers, const Readers& readers) {
  std::string text;
  for (const Paper& paper : papers) {
    text += paper.name + ": " + paper.title + "\n";
    for (const Claim& claim : paper.claims)
      text += fmt::format("  {:<26} {:<10} {}: {}\n", claim.id, verdict_name(claim.expected),
                          place_text(claim), claim.text);
  }
  readers.stream << wrapped_list(text, readers.width);
}

bool takes_standard_output(const ClaimsArguments& arguments) {
  return arguments.json == "-" || arguments.markdown == "-" || arguments.junit == "-";
}

void print_results(const std::vector<DecidedPaper>& papers, const ClaimsArguments& arguments,
                   const Readers& readers) {
  const Detail detail = arguments.verbose ? Detail::kAllChecks : Detail::kFailures;
  readers.stream << render_claims(papers, readers.width, readers.colour)
                 << render_claim_details(papers, detail, readers.colour, readers.width) << "\n"
                 << wrapped_list(render_claim_summary(papers, "\n"), readers.width);
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

int run_and_report(const ClaimsArguments& arguments, const std::vector<PaperCases>& papers,
                   const Session& session) {
  const Console& console = session.console;
  const InterruptScope interrupts;
  TextSink markdown(arguments.markdown, console.out);
  TextSink json(arguments.json, console.out);
  TextSink junit(arguments.junit, console.out);
  TextSink page(arguments.report, console.out);
  const std::vector<DecidedPaper> decided =
      run_and_decide(papers, arguments.processes, session.runner, console);
  throw_if_interrupted();
  print_results(
      decided, arguments,
      readers_of(takes_standard_output(arguments) ? StandardOutput::kTaken : StandardOutput::kFree,
                 console));
  markdown.write(claims_to_markdown(decided));
  for (const DecidedPaper& paper : decided) json.write(claims_to_json(paper));
  junit.write(claims_to_junit(decided));
  if (!arguments.report.empty())
    page.write(claims_page(decided, arguments.files,
                           page_command(words_of(arguments), arguments.report), session.runner,
                           limits_of(arguments.processes, 0)));
  markdown.commit();
  json.commit();
  junit.commit();
  page.commit();
  return exit_status(decided);
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
    complaints += print_mistakes(errors, paper.claims.front().claim->at.text->file, console);
  }
  ErrorList repeated;
  check_repetition(papers, repeated);
  complaints += print_mistakes(repeated, "these files", console);
  const std::string what = counted(claims, "claim") + " with " + counted(points, "case");
  if (complaints == 0)
    console.out << what << ": texts, ranges and cases belong together\n";
  else
    console.error << what << ": " << counted(complaints, "complaint") << "\n";
  return complaints == 0 ? kExitPassed : kExitFailed;
}

int decide_claims(const ClaimsArguments& arguments, const Session& session) {
  const Console& console = session.console;
  const std::string command = "flitwise claims";
  const std::vector<std::string> files = arguments.files.empty() ? claim_files() : arguments.files;
  std::vector<Paper> papers = read_papers(files, console);
  if (papers.empty()) return kBadInput;
  std::string refusal = select_claims(papers, {arguments.papers, arguments.ids, arguments.sources});
  if (refusal.empty()) refusal = refuse_page(arguments.report);
  if (refusal.empty())
    refusal = refuse_shared_output({{"--markdown", arguments.markdown},
                                    {"--json", arguments.json},
                                    {"--junit", arguments.junit}});
  if (refusal.empty())
    refusal = needs_runs({{"--markdown", !arguments.markdown.empty()},
                          {"--json", !arguments.json.empty()},
                          {"--junit", !arguments.junit.empty()},
                          {"--report", !arguments.report.empty()}},
                         arguments.list    ? "--list"
                         : arguments.check ? "--check"
                                           : "");
  if (refusal.empty() && arguments.list && arguments.check)
    refusal = "--list and --check: one at a time";
  if (!refusal.empty()) return refuse(command, refusal, console);
  if (arguments.list) {
    print_list(papers, readers_of(StandardOutput::kFree, console));
    return 0;
  }
  const std::vector<PaperCases> cases = spread_out(papers, console);
  if (cases.empty()) return kBadInput;
  if (arguments.check) return check_claims(papers, cases, console);
  const std::string clash = refuse_clashes(arguments, cases, files);
  if (!clash.empty()) return refuse(command, clash, console);
  try {
    return run_and_report(arguments, cases, session);
  } catch (const ConfigError& error) {
    print_errors({error}, error.file(), 1, console);
    return kBadInput;
  }
}

constexpr const char* kClaimsHelp =
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

Exit status: 0 every verdict as expected, 1 one is not, or --check has a complaint, 2 bad input, or
an output that cannot be written, 3 a run did not end.
)";

}  // namespace

void add_claims(CLI::App& app, Commands& commands) {
  auto [command, arguments] =
      add_command(app, commands, "claims", "Decide on RTL what the papers claim", decide_claims);
  command.add_option("FILE", arguments.files, "Files of claims (default: the project's)")
      ->type_name("");
  add_repeatable(command, "--paper", arguments.papers, "NAME", "Only this paper; repeatable");
  add_repeatable(command, "--id", arguments.ids, "ID", "Only this claim; repeatable");
  add_repeatable(command, "--source", arguments.sources, "S",
                 "Only claims of this source: paper, reconstruction, project; repeatable");
  command
      .add_option("--max-parallel", arguments.processes,
                  "Runs at a time (default: one per processor)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  add_file(command, "--markdown", arguments.markdown, "Write the table as a document");
  add_file(command, "--json", arguments.json, "Write one JSON object per claim, one per line");
  add_file(command, "--junit", arguments.junit, "Write JUnit XML, a case per claim");
  add_file(command, "--report", arguments.report,
           "Write one page for browsers, with what shows each verdict");
  command.add_flag("--list", arguments.list, "Run nothing: print the claims and expected verdicts");
  command.add_flag("--check", arguments.check,
                   "Run nothing: say where a claim's text, range and cases do not belong together");
  command.add_flag("-v,--verbose", arguments.verbose, "Print every case of every claim");
  command.footer(kClaimsHelp);
}

}  // namespace flitwise
