#include "sim/studies/claims/claim_selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "sim/language/scenario_error.h"
#include "sim/studies/claims/agreement/claim_words.h"
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

}  // namespace flitwise
