#include "sim/claims/claim_selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "sim/report_text.h"
#include "sim/scenario_error.h"
#include "systemc/network/installation.h"

namespace flitwise {
namespace {

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
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

std::string select_claims(std::vector<Paper>& papers, const std::vector<std::string>& names,
                          const std::vector<std::string>& ids) {
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
  std::string refusal = refuse_unknown("--paper", names, all_names);
  if (refusal.empty()) refusal = refuse_unknown("--id", ids, all_ids);
  if (!refusal.empty()) return refusal;

  for (Paper& paper : papers) {
    const bool is_wanted = names.empty() || contains(names, paper.name);
    const auto goes = [&](const Claim& claim) {
      return !is_wanted || !(ids.empty() || contains(ids, claim.id));
    };
    paper.claims.erase(std::remove_if(paper.claims.begin(), paper.claims.end(), goes),
                       paper.claims.end());
  }
  papers.erase(std::remove_if(papers.begin(), papers.end(),
                              [](const Paper& paper) { return paper.claims.empty(); }),
               papers.end());
  if (papers.empty()) return "no claim has both this --paper and this --id";
  return {};
}

}  // namespace flitwise
